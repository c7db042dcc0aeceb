//! A directory for what an experiment makes; it goes when the experiment ends.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A temporary directory that other users may read, and so may programs in a sandbox.
#[derive(Debug)]
pub struct Scratch {
    directory: TempDir,
}

impl Scratch {
    /// Makes a directory below `parent`, or below `/var/tmp`, which sandboxes do not replace by a
    /// tmpfs of their own as they do `/tmp`.
    pub fn new(parent: Option<&Path>) -> io::Result<Self> {
        Self::below(parent.unwrap_or(Path::new("/var/tmp")))
    }

    /// Makes a directory in memory where the host has `/dev/shm`, else the same as [`Scratch::new`].
    pub fn in_memory() -> io::Result<Self> {
        Self::below(Path::new("/dev/shm")).or_else(|_| Self::new(None))
    }

    fn below(parent: &Path) -> io::Result<Self> {
        let directory = tempfile::Builder::new().prefix("sandglass-lab-").tempdir_in(parent)?;
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755))?;
        Ok(Self { directory })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Copies an executable here, for sandboxes that cannot see where it lies.
    pub(crate) fn copy_executable(&self, executable: &Path, name: &str) -> io::Result<PathBuf> {
        let path = self.path().join(name);
        fs::copy(executable, &path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_readable_by_all_and_gone_after() {
        let scratch = Scratch::new(None).expect("can be made");
        let path = scratch.path().to_owned();
        assert_eq!(path.metadata().expect("exists").permissions().mode() & 0o777, 0o755);
        fs::write(path.join("file"), "").expect("writable");
        drop(scratch);
        assert!(!path.exists());
    }
}
