//! The files of a package, and nothing beyond them.
//!
//! A package comes from anybody. Its links may point inside (the format allows that) and must not
//! lead out; the kernel decides it while it walks the path, so there is no moment between check and
//! use. Anything but a regular file is refused after it was opened without blocking.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rustix::fs::{self, AtFlags, CWD, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;
use tempfile::TempDir;

use crate::error::PackageError;

/// Tries to open a path while the host is busy with renames and mounts.
const MOST_TRIES: u32 = 10_000;

/// Entries of one folder, at most.
const MOST_ENTRIES: usize = 100_000;

/// Entries of all folders together that one reading or conversion lists, at most.
const MOST_LISTED: u64 = 500_000;

/// Names that are remembered as left out, at most.
const MOST_IGNORED: usize = 100;

/// A folder of the host, and all below it.
#[derive(Debug)]
pub struct Tree {
    root: OwnedFd,
    /// Entries that may still be listed. Links to folders above make a small tree an endless one.
    listings: AtomicU64,
    /// Files and folders that were left out for their names alone.
    ignored: Mutex<BTreeSet<String>>,
    /// A folder of our own that the tree lies in, removed with it.
    temporary: Option<Arc<TempDir>>,
}

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What it is, links followed.
    pub kind: EntryKind,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
}

impl Tree {
    /// Opens a folder of the host.
    ///
    /// # Errors
    /// [`PackageError::Read`].
    pub fn open(root: &Path) -> Result<Tree, PackageError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        match fs::openat(CWD, root, flags, Mode::empty()) {
            Ok(root) => Ok(Tree {
                root,
                listings: AtomicU64::new(MOST_LISTED),
                ignored: Mutex::default(),
                temporary: None,
            }),
            Err(errno) => {
                Err(PackageError::Read { file: root.display().to_string(), source: errno.into() })
            }
        }
    }

    /// Opens a folder that is, or lies in, one of our own, which goes away with the tree.
    pub(crate) fn open_temporary(
        root: &Path,
        directory: Arc<TempDir>,
    ) -> Result<Tree, PackageError> {
        Ok(Tree { temporary: Some(directory), ..Tree::open(root)? })
    }

    /// The folder itself.
    pub(crate) fn root(&self) -> &OwnedFd {
        &self.root
    }

    /// Whether it goes away with this value, being what an archive held.
    pub(crate) fn is_temporary(&self) -> bool {
        self.temporary.is_some()
    }

    /// Bounds what one reading or conversion may list from here on, in all.
    pub(crate) fn bound_listings(&self) {
        self.listings.store(MOST_LISTED, Ordering::Relaxed);
    }

    /// Ends the bound: what is listed later, a submission or a program, has bounds of its own.
    pub(crate) fn release_listings(&self) {
        self.listings.store(u64::MAX, Ordering::Relaxed);
    }

    /// Remembers a name that is left out, unless it is of the kind that everybody means to be: hidden
    /// files, and the copies of editors.
    fn ignore(&self, folder: &str, name: &str) {
        let meant = name.starts_with(['.', '-', '#']) || name.ends_with('~');
        if !meant && let Ok(mut ignored) = self.ignored.lock() {
            ignored.insert(join(folder, name));
            if ignored.len() > MOST_IGNORED {
                ignored.pop_last();
            }
        }
    }

    /// What was left out of all lists so far for its name alone, within a bound.
    pub(crate) fn ignored(&self) -> Vec<String> {
        self.ignored.lock().map(|ignored| ignored.iter().cloned().collect()).unwrap_or_default()
    }

    fn count_listing(&self, folder: &str, entries: usize) -> Result<(), PackageError> {
        let spend = |left: u64| match left {
            u64::MAX => Some(left),
            left => left.checked_sub(entries as u64 + 1),
        };
        match self.listings.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend) {
            Ok(_) => Ok(()),
            Err(_) => Err(PackageError::TooLarge {
                file: folder.to_owned(),
                bound: MOST_LISTED,
                unit: "entries, links followed",
            }),
        }
    }

    fn resolve(&self, file: &str, flags: OFlags) -> Result<OwnedFd, PackageError> {
        let beneath = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let open =
            || fs::openat2(&self.root, file, flags | OFlags::CLOEXEC, Mode::empty(), beneath);
        settled(open).map_err(|errno| match errno {
            Errno::XDEV | Errno::LOOP => PackageError::Escapes { file: file.to_owned() },
            errno => PackageError::Read { file: file.to_owned(), source: errno.into() },
        })
    }

    /// Whether there is an entry of this path.
    ///
    /// # Errors
    /// [`PackageError::Escapes`], [`PackageError::Read`].
    pub fn contains(&self, file: &str) -> Result<bool, PackageError> {
        match self.resolve(file, OFlags::PATH) {
            Ok(_) => Ok(true),
            Err(PackageError::Read { source, .. })
                if source.kind() == std::io::ErrorKind::NotFound =>
            {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Opens a regular file for reading.
    ///
    /// # Errors
    /// [`PackageError::Escapes`], [`PackageError::Read`], [`PackageError::NotRegular`].
    pub fn file(&self, file: &str) -> Result<File, PackageError> {
        // Without NONBLOCK, opening a named pipe would wait for a writer that never comes.
        let opened = self.resolve(file, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY)?;
        if kind_of(file, &opened)? != FileType::RegularFile {
            return Err(PackageError::NotRegular { file: file.to_owned() });
        }
        Ok(File::from(opened))
    }

    /// Reads a regular file of at most `bound` bytes.
    ///
    /// # Errors
    /// Those of [`Tree::file`], and [`PackageError::TooLarge`].
    pub fn read(&self, file: &str, bound: u64) -> Result<Vec<u8>, PackageError> {
        let mut content = Vec::new();
        let opened = self.file(file)?;
        opened
            .take(bound.saturating_add(1))
            .read_to_end(&mut content)
            .map_err(|source| PackageError::Read { file: file.to_owned(), source })?;
        if content.len() as u64 > bound {
            return Err(PackageError::TooLarge { file: file.to_owned(), bound, unit: "bytes" });
        }
        Ok(content)
    }

    /// The files and folders of a folder (`""` is the root), sorted by name. Names that the format
    /// ignores (hidden files, editors' copies) are left out, and so is what is neither.
    ///
    /// # Errors
    /// [`PackageError::Escapes`] where an entry links out of the tree, [`PackageError::TooLarge`],
    /// [`PackageError::Read`].
    pub fn list(&self, folder: &str) -> Result<Vec<Entry>, PackageError> {
        let read =
            |errno: Errno| PackageError::Read { file: folder.to_owned(), source: errno.into() };
        let place = if folder.is_empty() { "." } else { folder };
        let opened = self.resolve(place, OFlags::RDONLY | OFlags::DIRECTORY)?;
        let mut entries = Vec::new();
        for entry in fs::Dir::new(opened).map_err(read)? {
            let entry = entry.map_err(read)?;
            let Some(name) = entry.file_name().to_str().ok().filter(|name| is_usable(name)) else {
                self.ignore(folder, &entry.file_name().to_string_lossy());
                continue;
            };
            let path = join(folder, name);
            let kind = match entry.file_type() {
                kind @ (FileType::RegularFile | FileType::Directory) => kind,
                _ => kind_of(&path, &self.resolve(&path, OFlags::PATH)?)?,
            };
            let kind = match kind {
                FileType::RegularFile => EntryKind::File,
                FileType::Directory => EntryKind::Folder,
                _ => continue,
            };
            if entries.len() == MOST_ENTRIES {
                let bound = MOST_ENTRIES as u64;
                return Err(PackageError::TooLarge {
                    file: folder.to_owned(),
                    bound,
                    unit: "entries",
                });
            }
            entries.push(Entry { name: name.to_owned(), kind });
        }
        self.count_listing(folder, entries.len())?;
        entries.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(entries)
    }
}

/// A path below a folder of the package.
pub(crate) fn join(folder: &str, name: &str) -> String {
    match (folder, name) {
        ("", name) => name.to_owned(),
        (folder, "") => folder.to_owned(),
        (folder, name) => format!("{folder}/{name}"),
    }
}

fn kind_of(file: &str, opened: &OwnedFd) -> Result<FileType, PackageError> {
    fs::statat(opened, "", AtFlags::EMPTY_PATH)
        .map(|status| FileType::from_raw_mode(status.st_mode))
        .map_err(|errno| PackageError::Read { file: file.to_owned(), source: errno.into() })
}

/// `^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}$` of the format, and `+`, which some endings of C++ have.
fn is_usable(name: &str) -> bool {
    let usable = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-+".contains(&byte);
    name.bytes().all(usable)
        && name.len() <= 255
        && name.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric() || first == b'_')
}

/// Opens again where the kernel could not tell whether a path with `..` stays inside, because something
/// was renamed or mounted anywhere on the host in that moment (openat2(2), `EAGAIN`).
fn settled<T>(mut open: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    for _ in 0..MOST_TRIES {
        match open() {
            Err(Errno::AGAIN) => std::thread::yield_now(),
            other => return other,
        }
    }
    open()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn tree() -> (TempDir, Tree) {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("package");
        std::fs::create_dir_all(root.join("data")).unwrap();
        std::fs::write(root.join("data/1.in"), "12345").unwrap();
        std::fs::write(directory.path().join("secret"), "out of it").unwrap();
        let tree = Tree::open(&root).unwrap();
        (directory, tree)
    }

    #[test]
    fn a_path_that_the_kernel_is_unsure_of_is_tried_again() {
        let mut left = 3;
        let unsure = || {
            left -= 1;
            if left > 0 { Err(Errno::AGAIN) } else { Ok(left) }
        };
        assert_eq!(settled(unsure), Ok(0));
        assert_eq!(settled(|| -> Result<(), Errno> { Err(Errno::AGAIN) }), Err(Errno::AGAIN));
        assert_eq!(settled(|| -> Result<(), Errno> { Err(Errno::XDEV) }), Err(Errno::XDEV));
    }

    #[test]
    fn links_inside_are_followed() {
        let (directory, tree) = tree();
        symlink("1.in", directory.path().join("package/data/2.in")).unwrap();
        assert_eq!(tree.read("data/2.in", 5).unwrap(), b"12345");
        let names: Vec<String> =
            tree.list("data").unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["1.in", "2.in"]);
    }

    #[test]
    fn no_link_and_no_path_leads_out() {
        let (directory, tree) = tree();
        let data = directory.path().join("package/data");
        symlink("../../secret", data.join("up.in")).unwrap();
        symlink(directory.path().join("secret"), data.join("absolute.in")).unwrap();
        symlink("/proc/self/root/etc/passwd", data.join("magic.in")).unwrap();
        symlink("..", directory.path().join("package/parent")).unwrap();
        symlink("loop", directory.path().join("package/loop")).unwrap();
        for path in [
            "data/up.in",
            "data/absolute.in",
            "data/magic.in",
            "parent/../secret",
            "../secret",
            "/etc/passwd",
            "loop",
        ] {
            assert!(matches!(tree.read(path, 100), Err(PackageError::Escapes { .. })), "{path}");
        }
        assert!(matches!(tree.list("data"), Err(PackageError::Escapes { .. })));
    }

    #[test]
    fn sizes_are_bounded() {
        let (_directory, tree) = tree();
        assert!(matches!(tree.read("data/1.in", 4), Err(PackageError::TooLarge { bound: 4, .. })));
    }

    #[test]
    fn a_named_pipe_neither_blocks_nor_is_read() {
        let (directory, tree) = tree();
        let pipe = directory.path().join("package/data/3.in");
        fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
        assert!(matches!(tree.read("data/3.in", 100), Err(PackageError::NotRegular { .. })));
        assert_eq!(tree.list("data").unwrap().len(), 1);
    }

    #[test]
    fn names_that_the_format_ignores_are_left_out() {
        for name in [".git", "-x", "a b", "x~", ""] {
            assert!(!is_usable(name), "{name}");
        }
        for name in ["a", "_a.b-c", "main.c++", "0"] {
            assert!(is_usable(name), "{name}");
        }
    }

    #[test]
    fn links_that_make_a_tree_endless_are_bounded_in_all() {
        let (directory, tree) = tree();
        for name in ["a", "b", "c", "d"] {
            symlink(".", directory.path().join("package").join(name)).unwrap();
        }
        fn walk(tree: &Tree, folder: &str) -> Result<(), PackageError> {
            for entry in tree.list(folder)? {
                if entry.kind == EntryKind::Folder {
                    walk(tree, &join(folder, &entry.name))?;
                }
            }
            Ok(())
        }
        // Deep enough for a link to be followed too often is found before; here the width counts.
        tree.listings.store(1000, Ordering::Relaxed);
        let error = walk(&tree, "").unwrap_err();
        assert!(matches!(error, PackageError::TooLarge { .. } | PackageError::Escapes { .. }));
        tree.release_listings();
        assert!(tree.list("").is_ok());
    }
}
