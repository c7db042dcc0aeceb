//! Packages of Sim (Simfile) and of its tool Sip (Sipfile).

mod config_file;
mod edit;
mod files;
mod names;
mod seed;
mod simfile;
mod sipfile;

pub(crate) use config_file::escape;
pub(crate) use edit::{array, replace_array, replace_seed};
pub(crate) use names::TestName;
pub(crate) use simfile::read;

use crate::error::PackageError;
use crate::tree::Tree;

/// Name of the file that Sim reads.
pub(crate) const SIMFILE: &str = "Simfile";

/// Name of the file that Sip reads beside it.
pub(crate) const SIPFILE: &str = "Sipfile";

/// Whether a tree is a package of this format.
pub(crate) fn is_one(tree: &Tree) -> Result<bool, PackageError> {
    Ok(tree.contains(SIMFILE)? || tree.contains(SIPFILE)?)
}
