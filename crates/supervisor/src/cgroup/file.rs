//! Files of the kernel that hold text.

use sandglass_sys::{self as sys, Errno, OpenHow};
use std::ffi::CString;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A kernel file that holds text.
#[derive(Debug)]
pub(crate) struct KernelFile(pub(super) OwnedFd);

impl KernelFile {
    pub(super) fn open(directory: &Path, name: &str, how: OpenHow) -> Option<KernelFile> {
        let path = CString::new(directory.join(name).as_os_str().as_bytes()).ok()?;
        sys::open(None, &path, how).ok().map(KernelFile)
    }

    pub(super) fn read<'a>(&self, buffer: &'a mut [u8]) -> &'a str {
        let length = sys::read_at(self.0.as_fd(), buffer, 0).unwrap_or(0);
        std::str::from_utf8(&buffer[..length]).unwrap_or("")
    }

    pub(super) fn number(&self) -> Option<u64> {
        self.read(&mut [0; 64]).trim().parse().ok()
    }

    /// The number after `key` in lines of `key number`.
    pub(super) fn field(&self, key: &str) -> Option<u64> {
        let mut buffer = [0; 4096];
        self.read(&mut buffer)
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok())
    }

    pub(super) fn write(&self, text: &str) -> Result<(), Errno> {
        sys::write_at(self.0.as_fd(), text.as_bytes(), 0).map(|_| ())
    }
}

pub(super) fn numbers(file: Option<&KernelFile>) -> Vec<i32> {
    let mut buffer = [0; 4096];
    file.map(|file| file.read(&mut buffer).lines().filter_map(|id| id.parse().ok()).collect())
        .unwrap_or_default()
}
