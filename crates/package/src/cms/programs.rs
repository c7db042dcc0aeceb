//! Programs of CMS tasks.

use crate::error::PackageError;
use crate::program::{BesideFile, HelperProgram, IncludedFiles, Protocol};
use crate::tree::{EntryKind, Tree, join};

/// Endings of sources, and the languages they tell.
const SOURCES: &[(&str, &str)] = &[
    ("cpp", "cpp"),
    ("cc", "cpp"),
    ("c", "c"),
    ("py", "python3"),
    ("java", "java"),
    ("pas", "pascal"),
    ("rs", "rust"),
    ("hs", "haskell"),
    ("cs", "csharp"),
    ("go", "go"),
    ("php", "php"),
];

/// Code of the language of a source, by its name.
pub(super) fn language(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    SOURCES.iter().find(|(known, _)| *known == ending).map(|(_, code)| *code)
}

/// Files in a folder, none where it is not there.
pub(super) fn files(tree: &Tree, folder: &str) -> Result<Vec<String>, PackageError> {
    if !tree.contains(folder)? {
        return Ok(Vec::new());
    }
    let entries = tree.list(folder)?.into_iter();
    Ok(entries.filter(|entry| entry.kind == EntryKind::File).map(|entry| entry.name).collect())
}

/// A program by the stem of its name in one of some folders: a source before an executable. CMS
/// itself takes only executables; the sources beside them are what can be compiled anywhere.
pub(super) fn find(
    tree: &Tree,
    places: &[(&str, &str)],
) -> Result<Option<HelperProgram>, PackageError> {
    for &(folder, stem) in places {
        let names = files(tree, folder)?;
        let source = SOURCES.iter().find_map(|(ending, _)| {
            let name = format!("{stem}.{ending}");
            names.contains(&name).then_some(name)
        });
        let executable = names.iter().any(|name| name == stem).then(|| stem.to_owned());
        let Some(name) = source.or(executable) else { continue };
        let mut program = HelperProgram::new(join(folder, &name), Protocol::Cms);
        program.language = Some(language(&name).unwrap_or("executable").to_owned());
        let headers = names.iter().filter(|name| name.ends_with(".h") || name.ends_with(".hpp"));
        program.extra_files = headers
            .map(|name| BesideFile { name: name.clone(), path: join(folder, name) })
            .collect();
        return Ok(Some(program));
    }
    Ok(None)
}

/// Graders or stubs: `grader.EXT` for the language of its ending, under `name.EXT`; headers for all.
pub(super) fn included(
    tree: &Tree,
    folder: &str,
    stem: &str,
    name: &str,
) -> Result<Vec<IncludedFiles>, PackageError> {
    let names = files(tree, folder)?;
    let mut included: Vec<IncludedFiles> = Vec::new();
    for file in &names {
        let Some((base, ending)) = file.rsplit_once('.') else { continue };
        let Some(code) = language(file).filter(|_| base == stem) else { continue };
        let file = BesideFile { name: format!("{name}.{ending}"), path: join(folder, file) };
        included.push(IncludedFiles { language: Some(code.to_owned()), files: vec![file] });
    }
    if included.is_empty() {
        return Ok(included);
    }
    let headers = names.iter().filter(|name| name.ends_with(".h") || name.ends_with("lib.pas"));
    let headers: Vec<BesideFile> =
        headers.map(|name| BesideFile { name: name.clone(), path: join(folder, name) }).collect();
    if !headers.is_empty() {
        included.insert(0, IncludedFiles { language: None, files: headers });
    }
    Ok(included)
}
