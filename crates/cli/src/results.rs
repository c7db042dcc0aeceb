//! Files that a caller asked for: written whole, or not there.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::failure::Failure;

const HINT: &str = "name a file in a folder that exists and that you may write to";

/// Whether a file can come to be at `path`, as far as that is seen before the work that fills it.
///
/// # Errors
/// The caller's, with what stands in the way.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    let name = path.display();
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let wrong = match fs::metadata(folder) {
        _ if path.is_dir() => "it is a folder".to_owned(),
        Err(error) => error.to_string(),
        Ok(folder) if !folder.is_dir() => "its folder is none".to_owned(),
        Ok(_) => return Ok(()),
    };
    Err(Failure::usage(format!("cannot make '{name}': {wrong}")).hint(HINT))
}

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
    let mut file = File::create(path)
        .map_err(|error| Failure::usage(format!("cannot make '{name}': {error}")).hint(HINT))?;
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
