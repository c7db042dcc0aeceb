//! `sandglass package zip`.

use std::path::{Path, PathBuf};

use super::open;
use crate::convert;
use crate::failure::{DONE, Failure};
use crate::judge;
use crate::print;

/// Pack a package into one .zip, as it is
///
/// Hidden files and editors' copies are left out; scripts stay executable. The archive is whole or not
/// there, and nothing is overwritten. To change the format, use `sandglass convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  written
  2  wrong usage, a wrong package, or an archive that is there already

Examples:
  sandglass package zip problems/necklace
  sandglass package zip problems/necklace /tmp/necklace.zip")]
pub(crate) struct Arguments {
    /// Folder of a problem package
    package: PathBuf,
    /// The archive [default: the folder's name with .zip, beside it]
    archive: Option<PathBuf>,
}

pub(super) fn zip(arguments: &Arguments) -> Result<u8, Failure> {
    let folder = arguments.package.display().to_string();
    let package = open(&arguments.package, true)?;
    let archive = match &arguments.archive {
        Some(archive) => archive.clone(),
        None => beside(&arguments.package)?,
    };
    if !archive.extension().is_some_and(|ending| ending == "zip" || ending == "kpp") {
        let text = format!("{}: the name of an archive ends in .zip", archive.display());
        return Err(Failure::usage(text));
    }
    let copy = package.copy().map_err(|error| judge::failure(&folder, &error.into()))?;
    copy.write(&archive).map_err(|error| convert::failure(&folder, error))?;
    print::line(format!("{}: {} files", archive.display(), copy.paths().count()))?;
    Ok(DONE)
}

/// The archive's usual place: it must not lie in the package.
fn beside(folder: &Path) -> Result<PathBuf, Failure> {
    let unreadable =
        |error| Failure::usage(format!("{}: cannot be read: {error}", folder.display()));
    let whole = folder.canonicalize().map_err(unreadable)?;
    match whole.file_name() {
        Some(name) => {
            let mut name = name.to_owned();
            name.push(".zip");
            Ok(whole.with_file_name(name))
        }
        None => Err(Failure::usage("the root folder has no name: say what to call the archive")),
    }
}
