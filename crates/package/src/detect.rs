//! Which format a tree is in.

use crate::error::PackageError;
use crate::package::Parts;
use crate::tree::{EntryKind, Tree};
use crate::{cms, kattis, polygon, sim};

/// Reads a tree in the format that its files tell.
pub(crate) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    if kattis::is_one(tree)? {
        kattis::read(tree)
    } else if sim::is_one(tree)? {
        sim::read(tree)
    } else if polygon::is_one(tree)? {
        polygon::read(tree)
    } else if cms::is_one(tree)? {
        cms::read(tree)
    } else {
        Err(PackageError::NoPackage { folders: packages_in(tree) })
    }
}

/// The most folders that are named where none was asked for.
const MOST_NAMED: usize = 8;

/// Folders of a tree that begin as a package in the commonest formats does; none where it cannot be read.
fn packages_in(tree: &Tree) -> Vec<String> {
    let is_one = |folder: &str| {
        ["problem.yaml", "Simfile", "problem.xml"]
            .iter()
            .any(|file| tree.contains(&format!("{folder}/{file}")).unwrap_or(false))
    };
    let entries = tree.list("").unwrap_or_default();
    let folders = entries.into_iter().filter(|entry| entry.kind == EntryKind::Folder);
    folders.map(|entry| entry.name).filter(|name| is_one(name)).take(MOST_NAMED).collect()
}
