//! `sandglass package`: a setter's daily work on a package where it lies.

mod generate;
mod limits;
mod reseed;
mod zip;

use std::path::Path;
use std::process::ExitCode;

use sandglass_package::Package;

use crate::failure::Failure;
use crate::judge;
use crate::print::say;

/// Work on a problem package: make its tests, set its limits, pack it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The whole way of a package that generates its tests (Sim and Sip, Codeforces Polygon, CMS):
  sandglass package gen PACKAGE              inputs by generators, and answers
  sandglass package limits PACKAGE --save    time limits by the model solution
  sandglass verify PACKAGE                   whether it does what it says
  sandglass package zip PACKAGE              one archive of it")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Gen(generate::Arguments),
    Limits(limits::Arguments),
    Reseed(reseed::Arguments),
    Zip(zip::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let (done, json) = match &arguments.command {
        Command::Gen(arguments) => (generate::generate(arguments), arguments.json),
        Command::Limits(arguments) => (limits::limits(arguments), arguments.json),
        Command::Reseed(arguments) => (reseed::reseed(arguments), false),
        Command::Zip(arguments) => (zip::zip(arguments), false),
    };
    match done {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failure.report_as(json),
    }
}

/// Reads a package, with the reader's warnings on standard error where `warn` is set.
fn open(path: &Path, warn: bool) -> Result<Package, Failure> {
    let folder = path.display().to_string();
    let package = Package::open(path).map_err(|error| judge::failure(&folder, &error.into()))?;
    for warning in package.warnings.iter().filter(|_| warn) {
        say!("sandglass: {folder}: {warning}");
    }
    Ok(package)
}
