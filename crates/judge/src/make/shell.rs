//! Lines for a shell, run in a copy of the package's folder.

use sandglass_package::{EntryKind, Package, PackageError, SourceFile, Sources};

use crate::error::JudgeError;
use crate::helper::{Helper, HelperCompiler, HelperSource};
use crate::judge::Judge;

/// Bytes of a package that a shell line may see, at most.
const MOST_BYTES: u64 = 64 << 20;

/// Files of a package that a shell line may see, at most.
const MOST_FILES: usize = 10_000;

/// Folders inside folders, at most.
const MOST_LEVELS: usize = 16;

const RUN: &str = "#!/bin/sh\ncd package || exit\nexec /bin/sh -c \"$1\"\n";

/// A program that runs its argument as a line of a shell, in the package's folder.
pub(super) fn helper(judge: &Judge, package: &Package) -> Result<Helper, JudgeError> {
    let mut sources = Sources { name: "sh".to_owned(), files: Vec::new() };
    let mut left = MOST_BYTES;
    collect(package, "", 0, &mut left, &mut sources.files)?;
    sources.files.push(SourceFile { name: "run".to_owned(), content: RUN.into() });
    let source =
        HelperSource { role: "generator", name: "sh:".to_owned(), sources, language: None };
    let compiler = HelperCompiler { compiler: &judge.compiler, languages: &judge.languages };
    compiler.compile(&mut judge.station(0), &source)
}

fn collect(
    package: &Package,
    folder: &str,
    level: usize,
    left: &mut u64,
    files: &mut Vec<SourceFile>,
) -> Result<(), JudgeError> {
    let too_large = |bound, unit| PackageError::TooLarge { file: folder.to_owned(), bound, unit };
    if level == MOST_LEVELS {
        return Err(too_large(MOST_LEVELS as u64, "levels, for a shell line to see it").into());
    }
    for entry in package.tree().list(folder)? {
        let path = match folder {
            "" => entry.name,
            folder => format!("{folder}/{}", entry.name),
        };
        if entry.kind == EntryKind::Folder {
            collect(package, &path, level + 1, left, files)?;
            continue;
        }
        if files.len() == MOST_FILES {
            return Err(too_large(MOST_FILES as u64, "files, for a shell line to see it").into());
        }
        let content = package.tree().read(&path, *left)?;
        *left -= content.len() as u64;
        files.push(SourceFile { name: format!("package/{path}"), content });
    }
    Ok(())
}
