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
    // Looked at before, too: opening a pipe with a name would wait for its other end.
    let regular = std::fs::metadata(path).map_err(read)?.is_file();
    if !regular {
        return Err(PackageError::NotRegular { file: name });
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const BOUNDS: Bounds = Bounds { bytes: 1 << 20, entries: 50 };

    /// An archive with `files` files of `size` zero bytes each.
    fn bomb(kind: &str, files: u64, size: u64) -> tempfile::NamedTempFile {
        let mut archive = tempfile::NamedTempFile::new().unwrap();
        let options = zip::write::SimpleFileOptions::default();
        if kind == "zip" {
            let mut writer = zip::ZipWriter::new(&mut archive);
            for file in 0..files {
                writer.start_file(format!("{file}"), options).unwrap();
                std::io::copy(&mut std::io::repeat(0).take(size), &mut writer).unwrap();
            }
            writer.finish().unwrap().flush().unwrap();
        } else {
            let packed = flate2::write::GzEncoder::new(&mut archive, flate2::Compression::fast());
            let mut builder = tar::Builder::new(packed);
            for file in 0..files {
                let mut header = tar::Header::new_gnu();
                header.set_size(size);
                header.set_mode(0o644);
                let content = std::io::repeat(0).take(size);
                builder.append_data(&mut header, format!("{file}"), content).unwrap();
            }
            builder.into_inner().unwrap().finish().unwrap().flush().unwrap();
        }
        archive
    }

    #[test]
    fn bombs_are_stopped_by_what_comes_out_of_them() {
        for kind in ["zip", "tar.gz"] {
            let size = |files, size| {
                let archive = bomb(kind, files, size);
                let packed = archive.as_file().metadata().unwrap().len();
                (
                    open(archive.path(), BOUNDS).map(|_| ()).map_err(|error| error.to_string()),
                    packed,
                )
            };
            let (found, packed) = size(1, 20 << 20);
            assert!(
                found.as_ref().is_err_and(|error| error.ends_with("1048576 bytes")),
                "{found:?}"
            );
            assert!(packed < 1 << 18, "{kind}: {packed}");
            let (found, _) = size(40, 30 << 10);
            assert!(found.is_err_and(|error| error.ends_with("1048576 bytes")));
            let (found, _) = size(60, 0);
            assert!(found.is_err_and(|error| error.ends_with("50 entries")));
            let (found, _) = size(40, 20 << 10);
            assert_eq!(found, Ok(()));
        }
    }
}
