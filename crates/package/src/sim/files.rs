//! Files that a Simfile leaves out and Sim looks for itself.

use std::collections::BTreeMap;

use crate::error::PackageError;
use crate::tree::{EntryKind, Tree, join};

/// Folders inside folders, at most.
const MOST_LEVELS: usize = 8;

/// Files looked at, at most.
const MOST_FILES: usize = 200_000;

const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx", "pas", "py", "rs", "sh"];

/// Whether a file is a program's source by its name.
pub(super) fn is_source(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| SOURCES.contains(&ending))
}

/// All files below a folder of the package, in the order of their paths.
pub(super) fn below(tree: &Tree, folder: &str) -> Result<Vec<String>, PackageError> {
    let mut files = Vec::new();
    if folder.is_empty() || tree.contains(folder)? {
        collect(tree, folder, 0, &mut files)?;
    }
    Ok(files)
}

fn collect(
    tree: &Tree,
    folder: &str,
    level: usize,
    files: &mut Vec<String>,
) -> Result<(), PackageError> {
    let too_large = |bound: usize, unit| PackageError::TooLarge {
        file: folder.to_owned(),
        bound: bound as u64,
        unit,
    };
    if level == MOST_LEVELS {
        return Err(too_large(MOST_LEVELS, "levels"));
    }
    for entry in tree.list(folder)? {
        let path = join(folder, &entry.name);
        match entry.kind {
            // What Sip keeps for itself.
            EntryKind::Folder if level == 0 && entry.name == "utils" => {}
            EntryKind::Folder => collect(tree, &path, level + 1, files)?,
            EntryKind::File if files.len() == MOST_FILES => {
                return Err(too_large(MOST_FILES, "files"));
            }
            EntryKind::File => files.push(path),
        }
    }
    Ok(())
}

/// The source with the shortest path below one of these folders.
pub(super) fn shortest_source(
    tree: &Tree,
    folders: &[&str],
) -> Result<Option<String>, PackageError> {
    let mut found: Option<String> = None;
    for folder in folders {
        for path in below(tree, folder)?.into_iter().filter(|path| is_source(path)) {
            if found.as_ref().is_none_or(|found| path.len() < found.len()) {
                found = Some(path);
            }
        }
    }
    Ok(found)
}

/// Inputs and outputs by the names of their tests.
#[derive(Default)]
pub(super) struct TestFiles {
    pub(super) inputs: BTreeMap<String, String>,
    pub(super) outputs: BTreeMap<String, String>,
}

/// Looks for `.in` and `.out` files in the whole package.
pub(super) fn test_files(tree: &Tree) -> Result<TestFiles, PackageError> {
    let mut found = TestFiles::default();
    for path in below(tree, "")? {
        let name = path.rsplit('/').next().unwrap_or(&path);
        if let Some(test) = name.strip_suffix(".in") {
            found.inputs.insert(test.to_owned(), path);
        } else if let Some(test) = name.strip_suffix(".out") {
            found.outputs.insert(test.to_owned(), path);
        }
    }
    Ok(found)
}
