//! Files in memory that nobody can change any more.

use std::fs::File;
use std::io::{Read, Result};
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::Errno;

/// A sealed memory file with this content. It is shared by all runs of a submission, so a run must
/// not be able to write it, whatever else fails.
pub(crate) fn sealed(name: &str, mut content: impl Read) -> Result<Arc<OwnedFd>> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // A host may refuse to execute memory files that do not ask for it; old kernels do not know how
    // to ask.
    let descriptor = match memfd_create(name, flags | MemfdFlags::EXEC) {
        Err(Errno::INVAL) => memfd_create(name, flags)?,
        other => other?,
    };
    let mut file = File::from(descriptor);
    std::io::copy(&mut content, &mut file)?;
    std::io::Seek::rewind(&mut file)?;
    fcntl_add_seals(
        &file,
        SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL,
    )?;
    Ok(Arc::new(file.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn it_is_read_from_its_start_and_never_written() {
        let descriptor = sealed("test", &b"content"[..]).unwrap();
        let mut file = File::from(descriptor.try_clone().unwrap());
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "content");
        assert!(file.write_all(b"x").is_err());
        assert!(file.set_len(0).is_err());
    }
}
