//! Which format a tree is in.

use crate::error::PackageError;
use crate::package::Parts;
use crate::tree::Tree;
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
        Err(PackageError::Missing {
            file: "problem.yaml".to_owned(),
            reason: "nor is there a Simfile, a problem.xml, a task.yaml or a problem.json",
        })
    }
}
