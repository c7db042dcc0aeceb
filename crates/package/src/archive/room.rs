//! The folder that an archive is unpacked into.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;

use rustix::fs::{self, CWD, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;
use tempfile::TempDir;

use super::Bounds;
use crate::error::PackageError;

/// Folders in folders, at most.
const MOST_LEVELS: usize = 64;

/// Bytes of a link's target, at most.
const LONGEST_TARGET: usize = 4096;

/// A private folder, and what may still be put into it.
pub(super) struct Room {
    archive: String,
    directory: TempDir,
    root: OwnedFd,
    bounds: Bounds,
    bytes_left: u64,
    entries_left: u64,
    files: HashSet<String>,
    folders: HashSet<String>,
    links: Vec<(String, String)>,
}

impl Room {
    pub(super) fn new(archive: &str, bounds: Bounds) -> Result<Room, PackageError> {
        let read = |source| PackageError::Read { file: archive.to_owned(), source };
        let directory =
            tempfile::Builder::new().prefix("sandglass-package-").tempdir().map_err(read)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = fs::openat(CWD, directory.path(), flags, Mode::empty())
            .map_err(|errno| read(errno.into()))?;
        Ok(Room {
            archive: archive.to_owned(),
            directory,
            root,
            bounds,
            bytes_left: bounds.bytes,
            entries_left: bounds.entries,
            files: HashSet::new(),
            folders: HashSet::new(),
            links: Vec::new(),
        })
    }

    /// That the archive is broken.
    pub(super) fn broken(&self, reason: impl std::fmt::Display) -> PackageError {
        PackageError::Archive { file: self.archive.clone(), reason: reason.to_string() }
    }

    /// Makes a file of what is read, and counts every byte.
    pub(super) fn file(
        &mut self,
        name: &[u8],
        executable: bool,
        content: &mut dyn Read,
    ) -> Result<(), PackageError> {
        let Some(path) = self.claim(name)? else { return Ok(()) };
        if !self.files.insert(path.clone()) {
            return Err(self.broken(format!("{path} comes twice")));
        }
        let (parent, base) = self.parent(&path)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        let mode = Mode::from_raw_mode(if executable { 0o700 } else { 0o600 });
        let opened = fs::openat(&parent, base, flags | OFlags::CLOEXEC, mode)
            .map_err(|errno| self.failed(&path, errno))?;
        self.copy(&path, content, File::from(opened))
    }

    fn copy(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        mut file: File,
    ) -> Result<(), PackageError> {
        let mut buffer = vec![0; 64 << 10];
        loop {
            let count = match content.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.broken(format!("{path}: {error}"))),
            };
            let Some(left) = self.bytes_left.checked_sub(count as u64) else {
                return Err(self.too_large(self.bounds.bytes, "bytes"));
            };
            self.bytes_left = left;
            file.write_all(&buffer[..count])
                .map_err(|source| PackageError::Read { file: path.to_owned(), source })?;
        }
    }

    pub(super) fn folder(&mut self, name: &[u8]) -> Result<(), PackageError> {
        match self.claim(name)? {
            Some(path) => self.make_folders(&path),
            None => Ok(()),
        }
    }

    /// Notes a symbolic link; it is made when all files are there.
    pub(super) fn link(&mut self, name: &[u8], target: &[u8]) -> Result<(), PackageError> {
        let Some(path) = self.claim(name)? else { return Ok(()) };
        let target = std::str::from_utf8(target).ok();
        match target.filter(|target| !target.is_empty() && target.len() <= LONGEST_TARGET) {
            Some(target) if !target.contains('\0') => {
                self.links.push((path, target.to_owned()));
                Ok(())
            }
            _ => Err(self.broken(format!("{path} is a link to nowhere"))),
        }
    }

    /// Makes the links and gives the folder.
    pub(super) fn finish(mut self) -> Result<TempDir, PackageError> {
        for (path, target) in std::mem::take(&mut self.links) {
            let (parent, base) = self.parent(&path)?;
            fs::symlinkat(&target, &parent, base).map_err(|errno| self.failed(&path, errno))?;
        }
        Ok(self.directory)
    }

    /// A name as a path beneath the folder; `None` for the folder itself. Counts an entry.
    fn claim(&mut self, name: &[u8]) -> Result<Option<String>, PackageError> {
        self.entries_left = self
            .entries_left
            .checked_sub(1)
            .ok_or_else(|| self.too_large(self.bounds.entries, "entries"))?;
        let name = std::str::from_utf8(name)
            .map_err(|_| self.broken(format!("{:?} is no name", String::from_utf8_lossy(name))))?;
        if name.starts_with('/') || name.contains(['\0', '\\']) {
            return Err(PackageError::Escapes { file: name.escape_debug().to_string() });
        }
        let parts: Vec<&str> =
            name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        if parts.contains(&"..") {
            return Err(PackageError::Escapes { file: name.to_owned() });
        }
        if parts.len() > MOST_LEVELS {
            return Err(self.too_large(MOST_LEVELS as u64, "levels"));
        }
        if parts.iter().any(|part| part.len() > 255) {
            return Err(self.broken("a name is longer than 255 bytes"));
        }
        Ok((!parts.is_empty()).then(|| parts.join("/")))
    }

    /// The folder above a path, opened without following any link, and the last name.
    fn parent<'a>(&mut self, path: &'a str) -> Result<(OwnedFd, &'a str), PackageError> {
        let (above, base) = path.rsplit_once('/').unwrap_or((".", path));
        if above != "." {
            self.make_folders(above)?;
        }
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let beneath = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        let opened = fs::openat2(&self.root, above, flags, Mode::empty(), beneath)
            .map_err(|errno| self.failed(path, errno))?;
        Ok((opened, base))
    }

    fn make_folders(&mut self, path: &str) -> Result<(), PackageError> {
        let ends = path.match_indices('/').map(|(index, _)| index).chain([path.len()]);
        for end in ends {
            let folder = &path[..end];
            if self.folders.contains(folder) {
                continue;
            }
            match fs::mkdirat(&self.root, folder, Mode::from_raw_mode(0o700)) {
                Ok(()) => _ = self.folders.insert(folder.to_owned()),
                Err(errno) => return Err(self.failed(folder, errno)),
            }
        }
        Ok(())
    }

    fn failed(&self, path: &str, errno: Errno) -> PackageError {
        match errno {
            Errno::EXIST | Errno::NOTDIR => self.broken(format!("{path} comes twice")),
            Errno::XDEV | Errno::LOOP => PackageError::Escapes { file: path.to_owned() },
            errno => PackageError::Read { file: path.to_owned(), source: errno.into() },
        }
    }

    fn too_large(&self, bound: u64, unit: &'static str) -> PackageError {
        PackageError::TooLarge { file: self.archive.clone(), bound, unit }
    }
}
