//! Which format a tree is in.

use crate::error::PackageError;
use crate::kattis;
use crate::package::Parts;
use crate::tree::Tree;

/// Reads a tree in the format that its files tell.
pub(crate) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    if kattis::is_one(tree)? {
        return kattis::read(tree);
    }
    Err(PackageError::Missing {
        file: "problem.yaml".to_owned(),
        reason: "every package of the ICPC/Kattis format has it",
    })
}
