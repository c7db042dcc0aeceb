//! Packages as archives: `.zip`, `.tar` and `.tar.gz`, told apart by their first bytes.
//!
//! # Theory of operation
//!
//! An archive is unpacked into a folder of our own that nobody else may enter, and that goes away
//! with the package. Nothing in it is trusted: names with `..`, absolute names and names that come
//! twice are refused, and so is everything but files, folders and symbolic links. A file is made by
//! the kernel beneath our folder without following any link; links themselves are made last, and
//! are followed only as those of any package are ([`crate::Tree`]). Bytes are counted as they come
//! out, whatever the archive claims.

mod room;
mod tarball;
mod zipped;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use room::Room;

use crate::error::PackageError;
use crate::tree::{EntryKind, Tree};

/// What an archive may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Bytes of all files together.
    pub(crate) bytes: u64,
    /// Files, folders and links.
    pub(crate) entries: u64,
}

/// 8 GiB and 200,000 entries: more than any package that people keep.
pub(crate) const BOUNDS: Bounds = Bounds { bytes: 8 << 30, entries: 200_000 };

/// Unpacks an archive and gives the folder of the package in it: the archive's only folder, if there
/// is nothing beside it, and otherwise the whole.
///
/// # Errors
/// [`PackageError::Archive`], [`PackageError::TooLarge`], [`PackageError::Escapes`],
/// [`PackageError::NotRegular`], [`PackageError::Read`].
pub(crate) fn open(path: &Path, bounds: Bounds) -> Result<Tree, PackageError> {
    let name = path.display().to_string();
    let read = |source| PackageError::Read { file: name.clone(), source };
    let mut file = File::open(path).map_err(read)?;
    if !file.metadata().map_err(read)?.is_file() {
        return Err(PackageError::NotRegular { file: name });
    }
    let mut head = Vec::new();
    file.by_ref().take(512).read_to_end(&mut head).map_err(read)?;
    file.seek(SeekFrom::Start(0)).map_err(read)?;
    let mut room = Room::new(&name, bounds)?;
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        zipped::unpack(file, &mut room)?;
    } else if head.starts_with(&[0x1f, 0x8b]) {
        tarball::unpack(MultiGzDecoder::new(std::io::BufReader::new(file)), &mut room)?;
    } else if head.get(257..262) == Some(b"ustar") {
        tarball::unpack(std::io::BufReader::new(file), &mut room)?;
    } else {
        let reason = "it is neither a folder nor a .zip, .tar or .tar.gz archive".to_owned();
        return Err(PackageError::Archive { file: name, reason });
    }
    let directory = Arc::new(room.finish()?);
    let tree = Tree::open_temporary(directory.path(), Arc::clone(&directory))?;
    match &tree.list("")?[..] {
        [only] if only.kind == EntryKind::Folder => {
            Tree::open_temporary(&directory.path().join(&only.name), directory)
        }
        _ => Ok(tree),
    }
}
