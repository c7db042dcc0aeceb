//! Putting a planned package on the disk: whole or not at all, and never over something.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::plan::{Content, Conversion};
use crate::error::PackageError;

/// Why a package could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is something of this name.
    #[error("{0}: is there already")]
    Exists(String),
    /// A file of the source cannot be read.
    #[error(transparent)]
    Source(#[from] PackageError),
    /// The target cannot be written.
    #[error("{path}: cannot be written: {source}")]
    Write {
        /// Path on the host.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The archive cannot be made.
    #[error("{path}: {reason}")]
    Archive {
        /// Path on the host.
        path: String,
        /// Why.
        reason: String,
    },
}

impl Conversion<'_> {
    /// Writes a folder, or an archive where the name ends in `.zip` or `.kpp`. Until it is whole, it
    /// stands under another name beside its place.
    ///
    /// # Errors
    /// [`WriteError`]; then nothing is left behind.
    pub fn write(&self, target: &Path) -> Result<(), WriteError> {
        let failed = |source| WriteError::Write { path: target.display().to_string(), source };
        if target.symlink_metadata().is_ok() {
            return Err(WriteError::Exists(target.display().to_string()));
        }
        let parent = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let archive = target.extension().is_some_and(|ending| ending == "zip" || ending == "kpp");
        if archive {
            let mut file = tempfile::NamedTempFile::new_in(parent).map_err(failed)?;
            let name = target.file_stem().and_then(|stem| stem.to_str()).unwrap_or("problem");
            self.archive(file.as_file_mut(), name, target)?;
            let mode = fs::Permissions::from_mode(0o644);
            file.as_file().set_permissions(mode).map_err(failed)?;
            return match file.persist_noclobber(target) {
                Ok(_) => Ok(()),
                Err(error) => Err(of_rename(error.error, target)),
            };
        }
        let folder = tempfile::Builder::new().prefix(".sandglass-").tempdir_in(parent);
        let folder = folder.map_err(failed)?;
        self.folder(folder.path())?;
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).map_err(failed)?;
        renameat_with(CWD, folder.path(), CWD, target, RenameFlags::NOREPLACE)
            .map_err(|errno| of_rename(errno.into(), target))?;
        // What it named is now the package.
        let _: std::path::PathBuf = folder.keep();
        Ok(())
    }

    fn folder(&self, root: &Path) -> Result<(), WriteError> {
        for (name, content) in &self.files {
            let path = root.join(name);
            let failed = |source| WriteError::Write { path: path.display().to_string(), source };
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(failed)?;
            }
            let mode = self.mode(content)?;
            let mut file = fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(mode)
                .open(&path)
                .map_err(failed)?;
            match content {
                Content::Bytes { content, .. } => file.write_all(content).map_err(failed)?,
                Content::Copy(from) => {
                    let mut source = self.tree.file(from)?;
                    _ = io::copy(&mut source, &mut file).map_err(failed)?;
                }
            }
        }
        Ok(())
    }

    fn archive(&self, file: &mut File, name: &str, target: &Path) -> Result<(), WriteError> {
        let path = || target.display().to_string();
        let broken = |error: zip::result::ZipError| WriteError::Archive {
            path: path(),
            reason: error.to_string(),
        };
        let failed = |source| WriteError::Write { path: path(), source };
        let mut writer = ZipWriter::new(Latch { inner: BufWriter::new(file), failed_at: None });
        for (inside, content) in &self.files {
            let mode = self.mode(content)?;
            let mut source = match content {
                Content::Bytes { .. } => None,
                Content::Copy(from) => Some(self.tree.file(from)?),
            };
            let size = match &source {
                Some(source) => source.metadata().map_err(failed)?.len(),
                None => 0,
            };
            let options = SimpleFileOptions::default()
                .unix_permissions(mode)
                .large_file(size >= u64::from(u32::MAX));
            writer.start_file(format!("{name}/{inside}"), options).map_err(broken)?;
            match (content, &mut source) {
                (Content::Bytes { content, .. }, _) => writer.write_all(content).map_err(failed)?,
                (Content::Copy(_), Some(source)) => {
                    _ = io::copy(source, &mut writer).map_err(failed)?;
                }
                (Content::Copy(_), None) => {}
            }
        }
        writer.finish().map_err(broken)?.flush().map_err(failed)
    }

    /// Permissions of a file: a script stays one.
    fn mode(&self, content: &Content) -> Result<u32, PackageError> {
        let executable = match content {
            Content::Bytes { executable, .. } => *executable,
            Content::Copy(from) => {
                let metadata = self.tree.file(from)?.metadata();
                let unreadable = |source| PackageError::Read { file: from.clone(), source };
                metadata.map_err(unreadable)?.permissions().mode() & 0o100 != 0
            }
        };
        Ok(if executable { 0o755 } else { 0o644 })
    }
}

/// Fails once, and takes everything from then on: an archive that is given up is closed by its writer, which
/// would complain on standard error of what we report ourselves.
struct Latch<W> {
    inner: W,
    /// Where the next byte goes, once nothing is written any more.
    failed_at: Option<u64>,
}

impl<W> Latch<W> {
    fn attempt<T>(&mut self, work: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        work(&mut self.inner).inspect_err(|error| {
            // A call that a signal interrupted is made again.
            if error.kind() != io::ErrorKind::Interrupted {
                self.failed_at = Some(0);
            }
        })
    }
}

impl<W: Write> Write for Latch<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.failed_at {
            Some(position) => {
                *position += bytes.len() as u64;
                Ok(bytes.len())
            }
            None => self.attempt(|inner| inner.write(bytes)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.failed_at.map_or_else(|| self.attempt(Write::flush), |_| Ok(()))
    }
}

impl<W: Seek> Seek for Latch<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match (&mut self.failed_at, to) {
            (None, to) => self.attempt(|inner| inner.seek(to)),
            (Some(position), SeekFrom::Start(to)) => {
                *position = to;
                Ok(to)
            }
            (Some(position), SeekFrom::Current(_) | SeekFrom::End(_)) => Ok(*position),
        }
    }
}

fn of_rename(error: io::Error, target: &Path) -> WriteError {
    let path = target.display().to_string();
    match error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists(path),
        _ => WriteError::Write { path, source: error },
    }
}
