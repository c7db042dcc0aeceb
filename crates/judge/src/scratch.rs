//! Files that programs of a problem read: small ones from memory, large ones from a disk.
//!
//! A program of the problem sees inputs, answers and outputs under names of their own. Small files are
//! copied into the file tree of its sandbox, which is then the same for all tests, so that a cell can
//! be built ahead. Copies count as memory of the run, so large files are shown from a private folder of
//! the host instead; that costs a cell built for this one run, which such a file outweighs by far.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;
use std::sync::Arc;

use rustix::fs::{MemfdFlags, Mode, OFlags, memfd_create};
use sandglass_sandbox::{Input, Request, View};
use tempfile::TempDir;

/// Bytes up to which a file is kept in memory and copied in.
const SMALL: u64 = 16 << 20;

/// A file that is complete, and that programs of the problem may read.
#[derive(Clone, Debug)]
pub(crate) struct SharedFile {
    file: Arc<OwnedFd>,
    /// Where it is on the host, and the folder to be removed with it; `None` is in memory.
    place: Option<Arc<Place>>,
    length: u64,
}

#[derive(Debug)]
struct Place {
    path: PathBuf,
    /// Removes itself with everything in it.
    _folder: TempDir,
}

impl SharedFile {
    /// A copy of everything that `content` has.
    ///
    /// # Errors
    /// Those of reading `content`, of memory and of the folder for temporary files.
    pub(crate) fn copy(content: impl Read) -> io::Result<SharedFile> {
        let mut spool = Spool::new()?;
        let mut content = content;
        let mut buffer = vec![0; 64 << 10];
        loop {
            match content.read(&mut buffer) {
                Ok(0) => return spool.finish(),
                Ok(length) => spool.write(&buffer[..length])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Bytes.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// To be read from its start, by one reader, through an open file of its own.
    ///
    /// # Errors
    /// Those of opening it.
    pub(crate) fn open(&self) -> io::Result<File> {
        let path = descriptor_path(self.file.as_fd());
        Ok(File::from(rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?))
    }

    /// As standard input of a run.
    ///
    /// # Errors
    /// Those of opening it.
    pub(crate) fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    pub(crate) fn input(&self) -> io::Result<Input> {
        Ok(Input::Descriptor(Arc::new(self.open()?.into())))
    }

    /// Adds it to what a run sees, where it is shown from the host.
    pub(crate) fn show(&self, view: View, path: &str) -> View {
        match &self.place {
            Some(place) => view.bind(&place.path, path),
            None => view,
        }
    }

    /// Adds it to what is copied in, where it is small.
    pub(crate) fn put(&self, request: Request, path: &str) -> Request {
        match &self.place {
            Some(_) => request,
            None => request.copy_in(Arc::clone(&self.file), path, 0o444),
        }
    }
}

/// A path to an open file of this process.
pub(crate) fn descriptor_path(descriptor: BorrowedFd<'_>) -> String {
    format!("/proc/self/fd/{}", descriptor.as_raw_fd())
}

/// A file that grows: in memory first, on a disk once it is large.
#[derive(Debug)]
pub(crate) struct Spool {
    file: File,
    place: Option<Place>,
    length: u64,
}

impl Spool {
    pub(crate) fn new() -> io::Result<Spool> {
        let file = File::from(memfd_create("sandglass", MemfdFlags::CLOEXEC)?);
        Ok(Spool { file, place: None, length: 0 })
    }

    pub(crate) fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        self.length += piece.len() as u64;
        if self.length > SMALL && self.place.is_none() {
            self.move_to_disk()?;
        }
        self.file.write_all(piece)
    }

    fn move_to_disk(&mut self) -> io::Result<()> {
        let folder = tempfile::Builder::new().prefix("sandglass-").tempdir()?;
        // The unprivileged user of the sandbox opens the file by its path; nobody may list the folder.
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o711))?;
        let path = folder.path().join("file");
        let mut file =
            File::options().read(true).write(true).create_new(true).mode(0o644).open(&path)?;
        self.file.rewind()?;
        io::copy(&mut self.file, &mut file)?;
        self.file = file;
        self.place = Some(Place { path, _folder: folder });
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<SharedFile> {
        if let Some(place) = &self.place {
            std::fs::set_permissions(&place.path, std::fs::Permissions::from_mode(0o444))?;
        }
        Ok(SharedFile {
            file: Arc::new(self.file.into()),
            place: self.place.map(Arc::new),
            length: self.length,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_stay_in_memory_and_are_read_many_times() {
        let shared = SharedFile::copy(&b"content"[..]).unwrap();
        assert!(shared.place.is_none());
        for _ in 0..2 {
            let mut text = String::new();
            shared.open().unwrap().read_to_string(&mut text).unwrap();
            assert_eq!((text.as_str(), shared.length()), ("content", 7));
        }
    }

    #[test]
    fn large_files_go_to_a_folder_that_is_removed() {
        let shared = SharedFile::copy(io::repeat(b'x').take(SMALL + 3)).unwrap();
        let path = shared.place.as_ref().unwrap().path.clone();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), SMALL + 3);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o444);
        let mut file = shared.open().unwrap();
        assert_eq!(io::copy(&mut file, &mut io::sink()).unwrap(), SMALL + 3);
        drop(shared);
        assert!(!path.exists());
    }
}
