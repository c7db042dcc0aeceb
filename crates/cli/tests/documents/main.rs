//! What the documents say of the repository holds: links lead somewhere, the book has every page, and
//! each command of SPECIFICATION.md is there to be run.

mod book;
mod links;
mod specification;

use std::fs;
use std::path::{Path, PathBuf};

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("a repository")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files beneath a folder whose names end so, in order; not what was built, and nothing hidden.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("readable"));
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        if entry.file_type().expect("a type").is_dir() {
            if !name.starts_with('.') && name != "target" {
                found.extend(files(&entry.path(), ending));
            }
        } else if name.ends_with(ending) {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

/// The lines of a page that are not in a block of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// Where the links of a page lead: `[words](here)`.
fn link_targets(page: &str) -> Vec<String> {
    let mut targets = Vec::new();
    for line in prose(page) {
        for part in line.split("](").skip(1) {
            let end = part.find([')', ' ']).unwrap_or_else(|| panic!("a link has an end: {line}"));
            targets.push(part[..end].to_owned());
        }
    }
    targets
}
