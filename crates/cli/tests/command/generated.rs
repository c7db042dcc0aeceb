//! The checked-in manual pages, completion scripts and schemas are those that the program makes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{finish, sandglass};

const REMEDY: &str = "run `make generated` and look at the difference";

fn files(directory: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{}: {error}; {REMEDY}", directory.display()));
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().expect("text");
        (name, fs::read_to_string(entry.path()).expect("text"))
    };
    entries.map(|entry| read(entry.expect("readable"))).collect()
}

fn checked_in(kind: &str) -> BTreeMap<String, String> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated").join(kind))
}

#[test]
fn manual_pages() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().to_str().expect("text");
    finish(sandglass(&["man", "--directory", path])).status(0);
    let (made, checked_in) = (files(directory.path()), checked_in("man"));
    assert!(made.contains_key("sandglass-run.1"), "{:?}", made.keys());
    assert!(made.keys().eq(checked_in.keys()), "other pages: {REMEDY}");
    for (name, text) in made {
        assert!(checked_in[&name] == text, "{name} is out of date: {REMEDY}");
    }
}

#[test]
fn completion_scripts() {
    let checked_in = checked_in("completions");
    assert_eq!(checked_in.len(), 3);
    for (shell, name) in
        [("bash", "sandglass.bash"), ("fish", "sandglass.fish"), ("zsh", "_sandglass")]
    {
        let made = finish(sandglass(&["completions", shell])).status(0).stdout();
        assert!(checked_in[name] == made, "{name} is out of date: {REMEDY}");
    }
}

#[test]
fn schemas() {
    let checked_in = checked_in("schemas");
    assert_eq!(checked_in.len(), 2);
    for command in ["judge", "verify"] {
        let name = format!("{command}.json");
        let made = finish(sandglass(&["schema", command])).status(0).stdout();
        assert!(checked_in[&name] == made, "{name} is out of date: {REMEDY}");
    }
}
