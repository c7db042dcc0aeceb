//! `sandglass convert`: a problem package in another format.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use sandglass_package::{Conversion, Format, Package, PackageError, Target, WriteError};

use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::judge;
use crate::print::{self, say};

/// Write a problem package in another format
///
/// Reads a folder or an archive (.zip, .tar, .tar.gz) in any format that Sandglass knows: ICPC/Kattis
/// 2025-09, 2023-07-draft and legacy (with DOMjudge's files), Sim and Sip, Codeforces Polygon, CMS.
/// Says what the new format cannot carry, and never writes over anything.
///
/// A checker or validator that speaks another protocol (testlib, Sim, CMS) is put behind a script that
/// translates, where the new format allows scripts.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  written (or, without TARGET, could be); submissions are judged as before
  1  the same, but something that decides about submissions is lost: the lines
     that begin with `!`
  2  wrong usage, a wrong package, or a TARGET that exists
  3  a failure of Sandglass

Examples:
  sandglass convert polygon.zip aplusb.zip --to 2025-09
  sandglass convert problems/sums sums-for-sim --to sim
  sandglass convert package --to legacy      only say what would be lost")]
pub(crate) struct Arguments {
    /// Folder or archive of the package
    source: PathBuf,
    /// What to write: a folder, or an archive where the name ends in .zip or .kpp
    target: Option<PathBuf>,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    to: To,
    /// Print one JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// Formats that can be written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum To {
    /// ICPC/Kattis 2025-09
    #[value(name = "2025-09")]
    V2025_09,
    /// The same under its older name, for tools that know no other
    #[value(name = "2023-07-draft")]
    Draft2023,
    /// ICPC/Kattis legacy, as DOMjudge and Kattis read it
    Legacy,
    /// Sim: a Simfile, and a Sipfile where tests are generated
    Sim,
}

impl To {
    fn target(self) -> Target {
        match self {
            To::V2025_09 => Target::V2025_09,
            To::Draft2023 => Target::Draft2023,
            To::Legacy => Target::Legacy,
            To::Sim => Target::Sim,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match convert(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failure.report_as(arguments.json),
    }
}

fn convert(arguments: &Arguments) -> Result<u8, Failure> {
    let source = arguments.source.display().to_string();
    let wrong = |error: PackageError| judge::failure(&source, &error.into());
    let package = Package::open(&arguments.source).map_err(wrong)?;
    let conversion = package.convert(arguments.to.target()).map_err(wrong)?;
    if let Some(target) = &arguments.target {
        conversion.write(target).map_err(|error| failure(&source, error))?;
    }
    let judged_otherwise = conversion.losses.iter().any(|loss| loss.judging);
    let status = if judged_otherwise { NOT_AS_HOPED } else { DONE };
    let text = if arguments.json {
        json(arguments, &package, &conversion, status)
    } else {
        report(arguments, &package, &conversion)
    };
    // What is said to a person goes beside the data, and the data of a conversion is the package.
    if arguments.json {
        print::line(text)?;
    } else {
        say!("{text}");
    }
    Ok(status)
}

pub(crate) fn failure(source: &str, error: WriteError) -> Failure {
    match error {
        WriteError::Exists(path) => {
            Failure::usage(format!("{path} is there already")).hint("give a name that is free")
        }
        WriteError::Source(error) => judge::failure(source, &error.into()),
        error => Failure::ours(error.to_string()),
    }
}

fn name(format: Format) -> &'static str {
    match format {
        Format::Legacy => "legacy",
        Format::Draft2023 => "2023-07-draft",
        Format::V2025_09 => "2025-09",
        Format::Sim => "sim",
        Format::Polygon => "polygon",
        Format::Cms => "cms",
    }
}

fn report(arguments: &Arguments, package: &Package, conversion: &Conversion<'_>) -> String {
    let mut lines: Vec<String> =
        package.warnings.iter().map(|warning| format!("warning: {warning}")).collect();
    let (from, to) = (name(package.problem.format), arguments.to.target().name());
    let files = conversion.paths().count();
    lines.push(match &arguments.target {
        Some(target) => format!("{from} to {to}: {files} files in {}", target.display()),
        None => format!("{from} to {to}: {files} files, not written"),
    });
    if !conversion.losses.is_empty() {
        lines.push(format!("what {to} cannot carry (! decides about submissions):"));
    }
    for loss in &conversion.losses {
        lines.push(format!("  {} {loss}", if loss.judging { '!' } else { '-' }));
    }
    lines.join("\n")
}

fn json(
    arguments: &Arguments,
    package: &Package,
    conversion: &Conversion<'_>,
    status: u8,
) -> String {
    let losses: Vec<serde_json::Value> = conversion
        .losses
        .iter()
        .map(|loss| serde_json::json!({ "message": loss.message, "judging": loss.judging }))
        .collect();
    let warnings: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
    let object = serde_json::json!({
        "problem": package.problem.name,
        "from": name(package.problem.format),
        "to": arguments.to.target().name(),
        "target": arguments.target.as_ref().map(|target| target.display().to_string()),
        "files": conversion.paths().collect::<Vec<&str>>(),
        "losses": losses,
        "warnings": warnings,
        "exit_status": status,
    });
    object.to_string()
}
