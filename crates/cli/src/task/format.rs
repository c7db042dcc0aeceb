//! `sandglass task format`: one layout for interface files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sandglass_idl::{format, parse};

use super::source::Source;
use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::print::{self, say};

/// Give interface files the one layout; comments and meaning stay
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Files are changed in place; standard input (-) is printed on stdout.

Exit status:
  0  formatted; with --check: they already were
  1  a file has errors of syntax and was left alone; with --check: one is not
     formatted
  2  one cannot be read or written

Examples:
  sandglass task format cave.idl
  sandglass task format --check *.idl
  sandglass task format - < cave.idl")]
pub(crate) struct Arguments {
    /// Interface files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Change nothing; say which files would change
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let mut as_hoped = true;
    for path in &arguments.files {
        match one(path, arguments.check) {
            Ok(fine) => as_hoped &= fine,
            Err(failure) => return failure.report(),
        }
    }
    ExitCode::from(if as_hoped { DONE } else { NOT_AS_HOPED })
}

fn one(path: &Path, only_check: bool) -> Result<bool, Failure> {
    let source = Source::read(path)?;
    let parsed = parse(&source.text);
    if !parsed.errors.is_empty() {
        source.show(&parsed.errors);
        return Ok(false);
    }
    let formatted = format(&source.text, &parsed);
    let same = formatted == source.text;
    if only_check {
        if !same {
            say!("{} is not formatted", path.display());
        }
        return Ok(same);
    }
    if path == Path::new("-") {
        print::data(formatted)?;
    } else if !same {
        std::fs::write(path, formatted)
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(true)
}
