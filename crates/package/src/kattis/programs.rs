//! Validators, graders and included files of an ICPC/Kattis package.

use crate::error::PackageError;
use crate::program::{BesideFile, HelperProgram, IncludedFiles, Protocol};
use crate::tree::{EntryKind, Tree, join};

/// Included files of one language, at most.
const MOST_INCLUDED: usize = 256;

/// Folders inside folders of included files, at most.
const MOST_LEVELS: usize = 8;

/// Programs of a folder: each file and each folder in it is one.
pub(super) fn each(tree: &Tree, folder: &str) -> Result<Vec<HelperProgram>, PackageError> {
    if !tree.contains(folder)? {
        return Ok(Vec::new());
    }
    let entries = tree.list(folder)?.into_iter().filter(|entry| {
        let name = entry.name.to_ascii_lowercase();
        entry.kind == EntryKind::Folder || !(name.starts_with("readme") || name.ends_with(".h"))
    });
    Ok(entries.map(|entry| program(&join(folder, &entry.name))).collect())
}

/// The programs of `generators/`, of which the format says nothing: what is no program in them (the
/// `generators.yaml` of BAPCtools, notes, data) is left alone.
pub(super) fn generators(tree: &Tree) -> Result<Vec<HelperProgram>, PackageError> {
    let mut programs = each(tree, "generators")?;
    let no_program = |path: &str| {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        matches!(ending, "yaml" | "yml" | "json" | "txt" | "md" | "in" | "ans")
    };
    programs.retain(|program| !no_program(&program.path));
    Ok(programs)
}

/// The one program of a folder: the file or folder in it, or several files together. `2025-09`
/// allows one program in `output_validator/`; a `build` or `run` script or several sources make the
/// folder itself the program.
pub(super) fn one(tree: &Tree, folder: &str) -> Result<Option<HelperProgram>, PackageError> {
    if !tree.contains(folder)? {
        return Ok(None);
    }
    let entries = tree.list(folder)?;
    Ok(match &entries[..] {
        [] => None,
        [entry] => Some(program(&join(folder, &entry.name))),
        _ => Some(program(folder)),
    })
}

fn program(path: &str) -> HelperProgram {
    let mut program = HelperProgram::new(path, Protocol::Kattis);
    program.language = match path.rsplit_once('.') {
        Some((_, "ctd")) => Some("checktestdata".to_owned()),
        Some((_, "viva")) => Some("viva".to_owned()),
        _ => None,
    };
    program
}

/// `include/`: a folder for each language, and `default` for all.
pub(super) fn included(tree: &Tree, folder: &str) -> Result<Vec<IncludedFiles>, PackageError> {
    let mut all = Vec::new();
    if !tree.contains(folder)? {
        return Ok(all);
    }
    for entry in tree.list(folder)?.into_iter().filter(|entry| entry.kind == EntryKind::Folder) {
        let mut files = Vec::new();
        beside(tree, &join(folder, &entry.name), "", 0, &mut files)?;
        let language = (entry.name != "default").then_some(entry.name);
        all.push(IncludedFiles { language, files });
    }
    Ok(all)
}

/// All files below a folder, under their names in it.
pub(crate) fn beside(
    tree: &Tree,
    folder: &str,
    below: &str,
    level: usize,
    files: &mut Vec<BesideFile>,
) -> Result<(), PackageError> {
    if level == MOST_LEVELS {
        let bound = MOST_LEVELS as u64;
        return Err(PackageError::TooLarge { file: folder.to_owned(), bound, unit: "levels" });
    }
    for entry in tree.list(folder)? {
        let (path, name) = (join(folder, &entry.name), join(below, &entry.name));
        match entry.kind {
            EntryKind::Folder => beside(tree, &path, &name, level + 1, files)?,
            EntryKind::File if files.len() == MOST_INCLUDED => {
                let bound = MOST_INCLUDED as u64;
                return Err(PackageError::TooLarge { file: path, bound, unit: "files" });
            }
            EntryKind::File => files.push(BesideFile { name, path }),
        }
    }
    Ok(())
}
