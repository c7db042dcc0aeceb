//! The book in `docs` has every page, as mdBook reads it: `docs/SUMMARY.md` is its table of contents.

use std::path::{Path, PathBuf};

use crate::{files, link_targets, read, root};

/// The pages of the table of contents, which are all there ([`crate::links`]).
fn listed() -> Vec<PathBuf> {
    let docs = root().join("docs");
    link_targets(&read(&docs.join("SUMMARY.md"))).iter().map(|target| docs.join(target)).collect()
}

fn is_decision(page: &Path) -> bool {
    page.parent().is_some_and(|folder| folder.ends_with("adr"))
}

#[test]
fn every_page_stands_in_the_table_of_contents_once() {
    let docs = root().join("docs");
    let contents = docs.join("SUMMARY.md");
    let pages = files(&docs, ".md").into_iter().filter(|page| *page != contents);
    // A decision may be newer than the book.
    let mut listed: Vec<PathBuf> = listed().into_iter().filter(|page| !is_decision(page)).collect();
    listed.sort();
    assert_eq!(listed, pages.filter(|page| !is_decision(page)).collect::<Vec<_>>());
}

#[test]
fn decisions_stand_there_by_their_titles_in_order() {
    let contents = read(&root().join("docs/SUMMARY.md"));
    let decisions: Vec<PathBuf> = listed().into_iter().filter(|page| is_decision(page)).collect();
    assert!(decisions.len() > 30 && decisions.is_sorted(), "{decisions:?}");
    for page in decisions {
        let text = read(&page);
        let title = text.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a title");
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        let line = format!("- [{title}](adr/{name})");
        assert!(contents.lines().any(|other| other == line), "not in the contents: {line}");
    }
}

#[test]
fn every_page_begins_with_its_title() {
    for page in files(&root().join("docs"), ".md") {
        assert!(read(&page).starts_with("# "), "{} begins with no title", page.display());
    }
}

#[test]
fn the_settings_name_the_folder() {
    let settings = read(&root().join("book.toml"));
    assert!(settings.contains("src = \"docs\""), "{settings}");
}

/// The examples of `docs/guide/library.md` are compiled; README shows the first of them.
#[test]
fn the_example_of_readme_is_one_of_the_book() {
    let readme = read(&root().join("README.md"));
    let example = readme.split("```rust\n").nth(1).expect("an example").split("```").next();
    let shown = example.expect("its end").trim_end();
    assert!(shown.contains("Lane::new"), "{shown}");
    assert!(read(&root().join("docs/guide/library.md")).contains(shown), "{shown}");
}
