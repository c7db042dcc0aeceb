//! `sandglass package reseed`.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;

use super::open;
use crate::failure::{DONE, Failure};
use crate::judge;
use crate::print;

/// Give the generators of a package another base seed
///
/// The seed of a test is made of its name and the package's base seed (base_seed in a Sipfile). Without
/// --seed it is drawn at random. Nothing else is changed: `sandglass package gen` makes the tests anew.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  the seed is written
  2  wrong usage or a wrong package       3  a failure of Sandglass

Examples:
  sandglass package reseed problems/necklace
  sandglass package reseed problems/necklace --seed 7")]
pub(crate) struct Arguments {
    /// Folder of a problem package
    package: PathBuf,
    /// The seed, in place of one at random
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

pub(super) fn reseed(arguments: &Arguments) -> Result<u8, Failure> {
    let folder = arguments.package.display().to_string();
    // Each state begins with keys that the kernel drew; nobody is to be surprised by a secret here.
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let package = open(&arguments.package, true)?;
    package.reseed(seed).map_err(|error| judge::failure(&folder, &error.into()))?;
    print::line(format!(
        "{folder}: the base seed is {seed}; make the tests: sandglass package gen {folder}"
    ))?;
    Ok(DONE)
}
