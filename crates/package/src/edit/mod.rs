//! Changing a package where it lies: tests and answers that were made anew, limits that were measured.
//!
//! A file is replaced whole: it is written under another name beside its place, and renamed. No link is
//! followed on the way, so nothing outside of the package is ever written.

mod limits;
mod sip;

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;

use rustix::fs::{self, AtFlags, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

use crate::error::PackageError;
use crate::package::Package;
use crate::tree::Tree;

pub use limits::NewLimits;

/// Where a file is written until it is whole.
const UNFINISHED: &str = ".sandglass-unfinished";

impl Package {
    /// Whether the package can be changed where it lies.
    ///
    /// # Errors
    /// [`PackageError::Layout`] where it is an archive.
    pub fn changeable(&self) -> Result<(), PackageError> {
        if self.tree().is_temporary() {
            let reason = "it is an archive, which is not changed: unpack it";
            return Err(PackageError::Layout { file: "the package".to_owned(), reason });
        }
        Ok(())
    }

    /// Puts a file into the package, in place of the one that is there, and says whether that one was
    /// another. Folders above it are made.
    ///
    /// # Errors
    /// [`PackageError::Layout`] where the package is an archive, [`PackageError::Escapes`] where a link
    /// is on the way, [`PackageError::Write`].
    pub fn replace(&self, file: &str, content: &mut dyn Read) -> Result<bool, PackageError> {
        self.changeable()?;
        let (folder, base) = file.rsplit_once('/').unwrap_or(("", file));
        if base.is_empty() || base == "." || base == ".." {
            return Err(PackageError::Escapes { file: file.to_owned() });
        }
        let parent = make_folder(self.tree(), folder)?;
        let failed = |source: io::Error| PackageError::Write { file: file.to_owned(), source };
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        let mode = Mode::from_raw_mode(0o644);
        // What another run of ours left unfinished is of no use to anybody.
        fs::unlinkat(&parent, UNFINISHED, AtFlags::empty()).ok();
        let opened = fs::openat(&parent, UNFINISHED, flags | OFlags::CLOEXEC, mode)
            .map_err(|errno| failed(errno.into()))?;
        let written = write(File::from(opened), content).and_then(|()| {
            if same(&parent, UNFINISHED, base)? {
                fs::unlinkat(&parent, UNFINISHED, AtFlags::empty())?;
                return Ok(false);
            }
            fs::renameat(&parent, UNFINISHED, &parent, base)?;
            Ok(true)
        });
        written.map_err(|error| {
            fs::unlinkat(&parent, UNFINISHED, AtFlags::empty()).ok();
            failed(error)
        })
    }
}

fn write(mut file: File, content: &mut dyn Read) -> io::Result<()> {
    io::copy(content, &mut file)?;
    file.flush()
}

/// Whether two files of a folder have the same content; one that is not there has none.
fn same(folder: &OwnedFd, left: &str, right: &str) -> io::Result<bool> {
    let open = |name| {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        fs::openat(folder, name, flags, Mode::empty()).map(File::from)
    };
    let mut left = open(left)?;
    let mut right = match open(right) {
        Ok(right) => right,
        Err(Errno::NOENT | Errno::LOOP) => return Ok(false),
        Err(errno) => return Err(errno.into()),
    };
    let (of_left, of_right) = (left.metadata()?, right.metadata()?);
    if !of_right.is_file() || of_left.len() != of_right.len() {
        return Ok(false);
    }
    let (mut here, mut there) = (vec![0; 64 << 10], vec![0; 64 << 10]);
    loop {
        let length = left.read(&mut here)?;
        if length == 0 {
            return Ok(true);
        }
        right.read_exact(&mut there[..length])?;
        if here[..length] != there[..length] {
            return Ok(false);
        }
    }
}

/// Opens a folder of the package, made where it is not there.
fn make_folder(tree: &Tree, folder: &str) -> Result<OwnedFd, PackageError> {
    let failed = |errno: Errno| match errno {
        Errno::XDEV | Errno::LOOP => PackageError::Escapes { file: folder.to_owned() },
        errno => PackageError::Write { file: folder.to_owned(), source: errno.into() },
    };
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let inside = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let open = |at: &OwnedFd, name: &str| fs::openat2(at, name, flags, Mode::empty(), inside);
    let mut opened = open(tree.root(), ".").map_err(failed)?;
    for part in folder.split('/').filter(|part| !part.is_empty() && *part != ".") {
        opened = match open(&opened, part) {
            Err(Errno::NOENT) => {
                fs::mkdirat(&opened, part, Mode::from_raw_mode(0o755)).map_err(failed)?;
                open(&opened, part).map_err(failed)?
            }
            other => other.map_err(failed)?,
        };
    }
    Ok(opened)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    const PROBLEM: &str =
        "problem_format_version: 2025-09\nname: x\nuuid: y\nlimits: {time_limit: 1}\n";

    fn package() -> (tempfile::TempDir, Package) {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("p");
        std::fs::create_dir_all(root.join("data/secret")).unwrap();
        for (name, text) in
            [("problem.yaml", PROBLEM), ("data/secret/1.in", ""), ("data/secret/1.ans", "a")]
        {
            std::fs::write(root.join(name), text).unwrap();
        }
        let package = Package::open(&root).unwrap();
        (directory, package)
    }

    #[test]
    fn files_are_replaced_made_and_left_alone() {
        let (directory, package) = package();
        let read =
            |name: &str| std::fs::read_to_string(directory.path().join("p").join(name)).unwrap();
        for (file, content, changed) in [
            ("data/secret/1.ans", "a", false),
            ("data/secret/1.ans", "b", true),
            ("data/secret/1.ans", "ab", true),
            ("new/folder/x", "", true),
            ("new/folder/x", "", false),
        ] {
            assert_eq!(package.replace(file, &mut content.as_bytes()).unwrap(), changed, "{file}");
            assert_eq!(read(file), content);
        }
        let left = std::fs::read_dir(directory.path().join("p/data/secret")).unwrap().count();
        assert_eq!(left, 2);
    }

    #[test]
    fn nothing_outside_is_written() {
        let (directory, package) = package();
        let outside = directory.path().join("outside");
        std::fs::create_dir(&outside).unwrap();
        std::fs::write(outside.join("x"), "untouched").unwrap();
        symlink(&outside, directory.path().join("p/folder")).unwrap();
        symlink("../outside/x", directory.path().join("p/link")).unwrap();
        for file in ["folder/x", "../outside/x", "a/../../outside/x", "..", "data/.."] {
            let error = package.replace(file, &mut &b"new"[..]).unwrap_err();
            assert!(!error.to_string().is_empty(), "{file}");
        }
        // A link in the file's own place is replaced, and not what it leads to.
        assert!(package.replace("link", &mut &b"new"[..]).unwrap());
        assert_eq!(std::fs::read_to_string(outside.join("x")).unwrap(), "untouched");
        assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 1);
    }
}
