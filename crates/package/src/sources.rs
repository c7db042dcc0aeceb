//! The files of a submission, in memory.

use std::path::Path;

use crate::archive::{self, Bounds};
use crate::error::PackageError;
use crate::tree::{EntryKind, Tree, join};

/// Folders inside folders of a submission, at most.
const MOST_LEVELS: usize = 8;

/// Folders of a submission in all, at most.
const MOST_FOLDERS: usize = 256;

/// Files of a submission, at most.
const MOST_FILES: usize = 256;

/// Entries of an archive of a submission, at most.
const MOST_ENTRIES: u64 = (MOST_FILES + MOST_FOLDERS) as u64;

/// One source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path in the submission.
    pub name: String,
    /// What it says.
    pub content: Vec<u8>,
}

/// A submission as it was sent: a name and files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// What to call it.
    pub name: String,
    /// The files, sorted by name.
    pub files: Vec<SourceFile>,
}

impl Sources {
    /// Reads a file, or a folder of files, of a tree; all together at most `bound` bytes.
    ///
    /// # Errors
    /// [`PackageError::TooLarge`], [`PackageError::Missing`] for an empty folder, and those of
    /// [`Tree`].
    pub fn read(tree: &Tree, path: &str, name: &str, bound: u64) -> Result<Sources, PackageError> {
        let mut reader = Reader { tree, bound, left: bound, folders: 0, files: Vec::new() };
        match tree.file(path) {
            Ok(_) => reader.file(path, path.rsplit('/').next().unwrap_or(path))?,
            Err(PackageError::NotRegular { .. }) => reader.folder(path, "", 0)?,
            Err(error) => return Err(error),
        }
        if reader.files.is_empty() {
            return Err(PackageError::Missing {
                file: path.to_owned(),
                reason: "a submission has a file",
            });
        }
        reader.files.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(Sources { name: name.to_owned(), files: reader.files })
    }

    /// Reads a file, a folder or a `.zip` archive of the host; an archive with nothing but one folder is
    /// that folder. Links are followed only below the file's own folder, and in an archive below its
    /// root.
    ///
    /// # Errors
    /// Those of [`Sources::read`], and those of an archive that is broken or holds too much.
    pub fn read_host(path: &Path, bound: u64) -> Result<Sources, PackageError> {
        let unreadable = |source| PackageError::Read { file: path.display().to_string(), source };
        // The path that a person typed may go through links; from there on, none leads out.
        let path_inside = path.canonicalize().map_err(unreadable)?;
        let name = path_inside.file_name().and_then(|name| name.to_str());
        let (Some(folder), Some(name)) = (path_inside.parent(), name) else {
            return Err(unreadable(std::io::ErrorKind::InvalidFilename.into()));
        };
        match name.strip_suffix(".zip") {
            Some(stem) if path_inside.is_file() && !stem.is_empty() => {
                let bounds = Bounds { bytes: bound, entries: MOST_ENTRIES };
                Sources::read(&archive::open(&path_inside, bounds)?, ".", stem, bound)
            }
            _ => Sources::read(&Tree::open(folder)?, name, name, bound),
        }
    }

    /// Names of the files.
    pub fn names(&self) -> Vec<&str> {
        self.files.iter().map(|file| file.name.as_str()).collect()
    }
}

struct Reader<'a> {
    tree: &'a Tree,
    bound: u64,
    left: u64,
    folders: usize,
    files: Vec<SourceFile>,
}

impl Reader<'_> {
    fn file(&mut self, path: &str, name: &str) -> Result<(), PackageError> {
        if self.files.len() == MOST_FILES {
            let bound = MOST_FILES as u64;
            return Err(PackageError::TooLarge { file: path.to_owned(), bound, unit: "files" });
        }
        let content = self.tree.read(path, self.left).map_err(|error| match error {
            PackageError::TooLarge { file, unit, .. } => {
                PackageError::TooLarge { file, bound: self.bound, unit }
            }
            other => other,
        })?;
        self.left -= content.len() as u64;
        self.files.push(SourceFile { name: name.to_owned(), content });
        Ok(())
    }

    fn folder(&mut self, path: &str, below: &str, level: usize) -> Result<(), PackageError> {
        if level == MOST_LEVELS {
            let bound = MOST_LEVELS as u64;
            return Err(PackageError::TooLarge { file: path.to_owned(), bound, unit: "levels" });
        }
        self.folders += 1;
        if self.folders > MOST_FOLDERS {
            let bound = MOST_FOLDERS as u64;
            return Err(PackageError::TooLarge { file: path.to_owned(), bound, unit: "folders" });
        }
        for entry in self.tree.list(path)? {
            let (inside, name) = (join(path, &entry.name), join(below, &entry.name));
            match entry.kind {
                EntryKind::File => self.file(&inside, &name)?,
                EntryKind::Folder => self.folder(&inside, &name, level + 1)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_within_the_bound() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("s");
        std::fs::create_dir_all(root.join("b")).unwrap();
        std::fs::write(root.join("z.py"), "12").unwrap();
        std::fs::write(root.join("b/a.py"), "345").unwrap();
        assert_eq!(Sources::read_host(&root, 5).unwrap().names(), ["b/a.py", "z.py"]);
        assert_eq!(Sources::read_host(&root.join("z.py"), 5).unwrap().names(), ["z.py"]);
        let error = Sources::read_host(&root, 4).unwrap_err();
        assert!(matches!(error, PackageError::TooLarge { bound: 4, .. }), "{error}");
    }

    fn zipped(entries: &[(&str, &str)]) -> (tempfile::TempDir, std::path::PathBuf) {
        use std::io::Write;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("sent.zip");
        let mut writer = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
        for (name, content) in entries {
            let options = zip::write::SimpleFileOptions::default();
            writer.start_file(*name, options).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        (directory, path)
    }

    #[test]
    fn an_archive_is_a_submission_of_several_files() {
        for folder in ["", "solution/"] {
            let entries =
                [(format!("{folder}main.py"), "12"), (format!("{folder}lib/a.py"), "345")];
            let entries: Vec<(&str, &str)> =
                entries.iter().map(|(name, text)| (name.as_str(), *text)).collect();
            let (_directory, path) = zipped(&entries);
            let sources = Sources::read_host(&path, 5).unwrap();
            assert_eq!(
                (sources.name.as_str(), &sources.names()[..]),
                ("sent", &["lib/a.py", "main.py"][..])
            );
            assert!(matches!(Sources::read_host(&path, 4), Err(PackageError::TooLarge { .. })));
        }
    }

    #[test]
    fn an_archive_leads_nowhere_and_holds_little() {
        for wrong in ["../main.py", "/main.py", "a/../../main.py"] {
            let (directory, path) = zipped(&[(wrong, "12")]);
            assert!(Sources::read_host(&path, 5).is_err(), "{wrong}");
            assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
        }
        let names: Vec<String> = (0..600).map(|number| format!("{number}.py")).collect();
        let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        assert!(matches!(
            Sources::read_host(&zipped(&many).1, 5),
            Err(PackageError::TooLarge { .. })
        ));
        let (_directory, empty) = zipped(&[]);
        assert!(Sources::read_host(&empty, 5).is_err());
    }

    #[test]
    fn an_empty_folder_and_endless_folders_are_errors() {
        let directory = tempfile::tempdir().unwrap();
        assert!(matches!(
            Sources::read_host(directory.path(), 9),
            Err(PackageError::Missing { .. })
        ));
        std::fs::create_dir_all(directory.path().join("a/a/a/a/a/a/a/a/a")).unwrap();
        assert!(matches!(
            Sources::read_host(directory.path(), 9),
            Err(PackageError::TooLarge { .. })
        ));
    }
}
