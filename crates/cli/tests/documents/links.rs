//! Links of the documents to files, and to headings of pages.

use std::path::{Component, Path, PathBuf};

use crate::{files, link_targets, prose, read, root};

/// What a link to a heading of this text has after its `#`.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

fn anchors(page: &str) -> Vec<String> {
    let headings = prose(page).filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#'))).collect()
}

/// What is wrong with a link, where something is.
fn objection(from: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let folder = from.parent().expect("a page lies in a folder");
    let file = if path.is_empty() { from.to_path_buf() } else { folder.join(path) };
    if !file.exists() {
        return Some(format!("{target}: no such file"));
    }
    let known = heading.is_empty() || anchors(&read(&file)).iter().any(|known| known == heading);
    (!known).then(|| format!("{target}: no such heading"))
}

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    let (mut seen, mut wrong) = (0, Vec::new());
    for page in files(&root, ".md") {
        for target in link_targets(&read(&page)) {
            seen += 1;
            if let Some(objection) = objection(&page, &target) {
                let name = page.strip_prefix(&root).expect("beneath the root").display();
                wrong.push(format!("{name}: {objection}"));
            }
        }
    }
    assert!(seen > 50, "only {seen} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_rule_knows_right_from_wrong() {
    let readme = root().join("README.md");
    for target in ["LICENSE-MIT", "docs", "https://example.org/x", "#two-commands", "docs/adr"] {
        assert_eq!(objection(&readme, target), None);
    }
    for target in ["LICENSE-GPL", "#three-commands", "ARCHITECTURE.md#nowhere"] {
        assert!(objection(&readme, target).is_some(), "{target}");
    }
}

/// `docs/idl/kits.md` in the text of a page, of a comment or of a help, without being a link.
fn mentioned(text: &str) -> Vec<PathBuf> {
    let separators = |c: char| !(c.is_ascii_alphanumeric() || "/._-".contains(c));
    let words = text.split(separators).map(|word| word.trim_end_matches('.'));
    let pages = words.filter(|word| word.starts_with("docs/") && word.ends_with(".md"));
    // The name of a decision that is yet to be written.
    let pages = pages.filter(|word| !word.contains("NNNN"));
    pages.map(PathBuf::from).collect()
}

#[test]
fn pages_that_are_mentioned_exist() {
    let root = root();
    let mut seen = 0;
    for ending in [".md", ".rs"] {
        for file in files(&root, ending) {
            for page in mentioned(&read(&file)) {
                let plain = page.components().all(|part| matches!(part, Component::Normal(_)));
                let there = root.join(&page).is_file();
                assert!(plain && there, "{}: no page {}", file.display(), page.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} pages are mentioned");
}
