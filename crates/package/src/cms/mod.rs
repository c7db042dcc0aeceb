//! Tasks of CMS, as two of its loaders read them: the Italian format (`task.yaml`) and that of TPS
//! (`problem.json`).

mod gen_file;
mod italian;
mod programs;
mod solutions;
mod subtasks;
mod tps;

use crate::error::PackageError;
use crate::package::Parts;
use crate::tree::Tree;

/// Whether a tree is a package of one of these formats.
pub(crate) fn is_one(tree: &Tree) -> Result<bool, PackageError> {
    Ok(tree.contains(italian::FILE)? || tree.contains(tps::FILE)?)
}

/// Reads a package.
pub(crate) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    if tree.contains(italian::FILE)? { italian::read(tree) } else { tps::read(tree) }
}
