//! The book in `docs` has every page, as mdBook reads it: `docs/SUMMARY.md` is its table of contents.

use std::path::PathBuf;

use crate::{files, link_targets, read, root};

#[test]
fn every_page_stands_in_the_table_of_contents_once() {
    let docs = root().join("docs");
    let contents = docs.join("SUMMARY.md");
    let mut listed: Vec<PathBuf> =
        link_targets(&read(&contents)).iter().map(|target| docs.join(target)).collect();
    let pages = files(&docs, ".md").into_iter().filter(|page| *page != contents);
    listed.sort();
    assert_eq!(listed, pages.collect::<Vec<_>>());
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
