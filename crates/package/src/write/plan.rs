//! The files of a package to be.

use std::collections::BTreeMap;
use std::fmt;

use crate::error::PackageError;
use crate::kattis::text::substitute;
use crate::package::Package;
use crate::problem::Problem;
use crate::program::HelperProgram;
use crate::sources::Sources;
use crate::submission::ExampleSubmission;
use crate::tree::{EntryKind, Tree, join};

/// Something that the target cannot carry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// Whether submissions may be judged otherwise than by the source.
    pub judging: bool,
    /// A lower-case fragment.
    pub message: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

/// Where a file's content comes from.
#[derive(Debug)]
pub(super) enum Content {
    /// Made here.
    Bytes { content: Vec<u8>, executable: bool },
    /// A file of the source.
    Copy(String),
}

/// A package in another format, not written yet.
#[derive(Debug)]
pub struct Conversion<'a> {
    pub(super) tree: &'a Tree,
    package: &'a Package,
    /// Whether constants stay names, because the target has constants too.
    constants: bool,
    pub(super) files: BTreeMap<String, Content>,
    /// What the target cannot carry, in the order of the model; each once.
    pub losses: Vec<Loss>,
}

/// Bytes of an example submission, at most; also of one that is meant to be too large.
const MOST_SUBMISSION_BYTES: u64 = 64 << 20;

/// Folders inside folders, at most.
const MOST_LEVELS: usize = 16;

impl<'a> Conversion<'a> {
    pub(super) fn new(package: &'a Package, constants: bool) -> Conversion<'a> {
        let (files, losses) = (BTreeMap::new(), Vec::new());
        Conversion { tree: package.tree(), package, constants, files, losses }
    }

    /// The problem that is converted.
    pub(super) fn problem(&self) -> &'a Problem {
        &self.package.problem
    }

    /// The files of a helper program, as the target wants them.
    pub(super) fn program(&self, program: &HelperProgram) -> Result<Sources, PackageError> {
        let sources = self.package.program_as_written(program)?;
        Ok(if self.constants { sources } else { self.package.with_constants(sources) })
    }

    /// The files of a submission, as the target wants them.
    pub(super) fn submission(
        &self,
        submission: &ExampleSubmission,
    ) -> Result<Sources, PackageError> {
        let bound = MOST_SUBMISSION_BYTES;
        let sources = Sources::read(self.tree, &submission.path, &submission.name, bound)?;
        Ok(if self.constants { sources } else { self.package.with_constants(sources) })
    }

    /// A text file of the source, as the target wants it.
    pub(super) fn copy_text(
        &mut self,
        path: impl Into<String>,
        from: &str,
    ) -> Result<(), PackageError> {
        if self.constants || self.package.problem.constants.is_empty() {
            self.copy(path, from);
            return Ok(());
        }
        let content = self.tree.read(from, MOST_SUBMISSION_BYTES)?;
        let content = substitute(&content, &self.package.problem.constants).into_owned();
        self.text(path, content);
        Ok(())
    }

    /// Paths of the files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// That what people read is lost.
    pub(super) fn loses(&mut self, message: impl Into<String>) {
        self.lose(false, message.into());
    }

    /// That submissions may be judged otherwise.
    pub(super) fn misjudges(&mut self, message: impl Into<String>) {
        self.lose(true, message.into());
    }

    fn lose(&mut self, judging: bool, message: String) {
        let loss = Loss { judging, message };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    pub(super) fn text(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        let content = Content::Bytes { content: content.into(), executable: false };
        self.files.insert(path.into(), content);
    }

    pub(super) fn script(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        let content = Content::Bytes { content: content.into(), executable: true };
        self.files.insert(path.into(), content);
    }

    pub(super) fn copy(&mut self, path: impl Into<String>, from: impl Into<String>) {
        self.files.insert(path.into(), Content::Copy(from.into()));
    }

    /// Copies a folder with all that is in it, if it is there.
    pub(super) fn copy_folder(&mut self, path: &str, from: &str) -> Result<(), PackageError> {
        if self.tree.contains(from)? {
            self.copy_below(path, from, 0)?;
        }
        Ok(())
    }

    /// Copies everything.
    pub(super) fn copy_all(&mut self) -> Result<(), PackageError> {
        self.copy_below("", "", 0)
    }

    fn copy_below(&mut self, path: &str, from: &str, level: usize) -> Result<(), PackageError> {
        if level == MOST_LEVELS {
            let bound = MOST_LEVELS as u64;
            return Err(PackageError::TooLarge { file: from.to_owned(), bound, unit: "levels" });
        }
        for entry in self.tree.list(from)? {
            let (path, from) = (join(path, &entry.name), join(from, &entry.name));
            match entry.kind {
                EntryKind::File => self.copy(path, from),
                EntryKind::Folder => self.copy_below(&path, &from, level + 1)?,
            }
        }
        Ok(())
    }

    /// Files that are in memory, below a folder.
    pub(super) fn sources(&mut self, folder: &str, sources: Sources) {
        for file in sources.files {
            let executable = matches!(file.name.as_str(), "build" | "run");
            let content = Content::Bytes { content: file.content, executable };
            self.files.insert(join(folder, &file.name), content);
        }
    }
}

/// A name that every format allows: of letters, digits, `_`, `.` and `-`, and not beginning with the
/// last two.
pub(super) fn safe_name(name: &str) -> String {
    let keep = |character: char| {
        let usable = character.is_ascii_alphanumeric() || "_.-+".contains(character);
        if usable { character } else { '_' }
    };
    let name: String = name.chars().map(keep).take(200).collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphanumeric() || first == '_' => name,
        _ => format!("_{name}"),
    }
}
