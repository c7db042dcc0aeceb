//! What compilations left behind, by content, in a directory of this user.
//!
//! # Theory of operation
//!
//! One file a compilation, named by the hash of everything that its result depends on. A file is
//! written beside its place under a name of its own and renamed, so that a reader sees all of it or
//! nothing, however many judges share the directory and whenever one of them dies. Its end is a hash
//! of the rest: what a crash of the machine left torn is removed and compiled again.
//!
//! Whoever can write the directory chooses what is judged, so it is used only where it is a directory
//! of this user that nobody else can enter, and it is opened once: names are looked up in it, never
//! in a path that somebody could change.
//!
//! Only successes with a product are stored. A refusal may be the doing of a busy machine, and would
//! be wrong for ever.

mod entry;
mod room;
#[cfg(test)]
mod tests;
mod toolchain;

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::{
    AtFlags, CWD, FileType, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT,
};
use rustix::io::Errno;

pub(crate) use entry::Stored;
pub(crate) use toolchain::identity;

/// Bytes that a cache may take where nothing else is said.
pub const USUAL_CACHE_BYTES: u64 = 1 << 30;

/// Why a directory is not used as a cache.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CacheError {
    /// It could not be made or opened.
    #[error("cannot use the cache {path}: {source}")]
    Open {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Somebody else could put programs into it.
    #[error("the cache {path} is not private: {reason}")]
    NotPrivate {
        /// Which.
        path: PathBuf,
        /// What about it.
        reason: String,
    },
}

/// A directory of compiled programs.
#[derive(Debug)]
pub struct CompileCache {
    directory: OwnedFd,
    most_bytes: u64,
}

impl CompileCache {
    /// Where the cache of this user is: `$XDG_CACHE_HOME/sandglass/compile`, else
    /// `~/.cache/sandglass/compile`; `None` where neither is known. A relative path is none, as the
    /// XDG base directory specification says.
    pub fn usual_directory() -> Option<PathBuf> {
        let absolute = |name: &str| {
            std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
        };
        let base = absolute("XDG_CACHE_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
        Some(base.join("sandglass/compile"))
    }

    /// Opens the cache in `directory`, which is made where there is none. It is kept below
    /// `most_bytes`, of which an entry may take a quarter.
    ///
    /// # Errors
    /// [`CacheError::NotPrivate`] where it is a link, belongs to somebody else or can be entered by
    /// others; [`CacheError::Open`].
    pub fn open(directory: &Path, most_bytes: u64) -> Result<CompileCache, CacheError> {
        let failed = |source| CacheError::Open { path: directory.to_owned(), source };
        let hostile = |reason: &str| CacheError::NotPrivate {
            path: directory.to_owned(),
            reason: reason.to_owned(),
        };
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(failed)?;
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::RDONLY | OFlags::CLOEXEC;
        let opened = match rustix::fs::openat(CWD, directory, flags, Mode::empty()) {
            Ok(opened) => opened,
            // What a link is to NOFOLLOW depends on whether a directory was asked for.
            Err(Errno::LOOP | Errno::NOTDIR) => return Err(hostile("it is a symbolic link")),
            Err(error) => return Err(failed(error.into())),
        };
        let status = rustix::fs::fstat(&opened).map_err(|error| failed(error.into()))?;
        if status.st_uid != rustix::process::geteuid().as_raw() {
            return Err(hostile(&format!("it belongs to user {}", status.st_uid)));
        }
        if status.st_mode & 0o077 != 0 {
            let mode = status.st_mode & 0o7777;
            return Err(hostile(&format!("its mode is {mode:04o} and not 0700")));
        }
        Ok(CompileCache { directory: opened, most_bytes })
    }

    /// What is stored under a key. Anything that is not as it was written is removed.
    pub(crate) fn get(&self, key: &[u8; 32]) -> Option<Stored> {
        let name = name(key);
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.directory, &name, flags, Mode::empty()).ok()?;
        let Some(stored) = self.read(file, key) else {
            self.remove(&name);
            return None;
        };
        // What was used last goes last. Another judge may have removed it meanwhile.
        let now = Timestamps {
            last_access: Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT },
            last_modification: Timespec { tv_sec: 0, tv_nsec: UTIME_NOW },
        };
        rustix::fs::utimensat(&self.directory, &name, &now, AtFlags::SYMLINK_NOFOLLOW).ok();
        Some(stored)
    }

    fn read(&self, file: OwnedFd, key: &[u8; 32]) -> Option<Stored> {
        let status = rustix::fs::fstat(&file).ok()?;
        let size = u64::try_from(status.st_size).ok()?;
        if FileType::from_raw_mode(status.st_mode) != FileType::RegularFile
            || status.st_uid != rustix::process::geteuid().as_raw()
            || size > self.largest_entry()
        {
            return None;
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).ok()?);
        File::from(file).take(size).read_to_end(&mut bytes).ok()?;
        Stored::parse(&bytes, key)
    }

    /// Stores a compilation, and makes room for it. An entry that is too large is not stored.
    ///
    /// # Errors
    /// Those of the file system: a cache that cannot be written costs time and nothing else.
    pub(crate) fn put(&self, key: &[u8; 32], stored: &Stored) -> io::Result<()> {
        let bytes = stored.bytes(key)?;
        if bytes.len() as u64 > self.largest_entry() {
            return Ok(());
        }
        room::make(self.directory.as_fd(), self.most_bytes - bytes.len() as u64)?;
        let new = new_name();
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = rustix::fs::openat(&self.directory, &new, flags, Mode::RUSR | Mode::WUSR)?;
        let written = File::from(file).write_all(&bytes).and_then(|()| {
            Ok(rustix::fs::renameat(&self.directory, &new, &self.directory, name(key))?)
        });
        if written.is_err() {
            self.remove(&new);
        }
        written
    }

    fn largest_entry(&self) -> u64 {
        self.most_bytes / 4
    }

    /// Another judge may have been faster.
    fn remove(&self, name: &str) {
        rustix::fs::unlinkat(&self.directory, name, AtFlags::empty()).ok();
    }
}

/// The file of a key.
fn name(key: &[u8; 32]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name that no other writer has: judges in containers may share a directory and have the same
/// process number, so the time is part of it.
fn new_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("{}{}-{time:x}-{number}", room::NEW, std::process::id())
}
