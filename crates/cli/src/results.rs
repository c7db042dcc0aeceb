//! Files that a caller asked for: written whole, or not there.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::failure::Failure;

/// Makes the file at `path`, in place of what was there, and has it written. What is there of it when
/// that fails is removed, so that nobody takes a half for the whole.
///
/// # Errors
/// The caller's where the file cannot be made; ours, or the host's, where it cannot be written whole.
pub(crate) fn write(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Failure> {
    let name = path.display();
    let mut file = File::create(path).map_err(|error| {
        Failure::usage(format!("cannot make '{name}': {error}"))
            .hint("name a file in a folder that exists and that you may write to")
    })?;
    content(&mut file).map_err(|error| {
        // A device or a pipe that the caller named is not ours to remove.
        if file.metadata().is_ok_and(|status| status.is_file()) {
            let _ = fs::remove_file(path);
        }
        let failure = Failure::ours(format!("cannot write '{name}': {error}"));
        if error.kind() == io::ErrorKind::StorageFull {
            return failure.hint("make room there, or name a file on another disk");
        }
        failure
    })
}
