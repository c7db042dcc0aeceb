//! `sandglass task check`: is an interface file right?

use std::path::PathBuf;
use std::process::ExitCode;

use sandglass_idl::{check, reports};

use super::source::Source;
use crate::failure::{DONE, NOT_AS_HOPED};
use crate::print;

/// Check interface files, and report everything that is wrong with them at once
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every error has its place, what was expected, and how to mend it; the codes (E016) have their examples \
in docs/idl/language.md. Warnings (W001) refuse nothing.

Exit status:
  0  every file is right     1  one is not     2  one cannot be read

Examples:
  sandglass task check cave.idl
  sandglass task check --json *.idl")]
pub(crate) struct Arguments {
    /// Interface files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON array on stdout: an object a file, with its path and its diagnostics
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let mut right = true;
    let mut shown = Vec::new();
    for path in &arguments.files {
        let source = match Source::read(path) {
            Ok(source) => source,
            Err(failure) => return failure.report_as(arguments.json),
        };
        let checked = check(&source.text);
        right &= checked.model.is_some();
        if arguments.json {
            shown.push(serde_json::json!({
                "path": path.display().to_string(),
                "valid": checked.model.is_some(),
                "diagnostics": reports(&source.text, &checked.diagnostics),
            }));
        } else {
            source.show(&checked.diagnostics);
        }
    }
    if arguments.json
        && let Err(failure) = print::line(serde_json::Value::from(shown))
    {
        return failure.report();
    }
    ExitCode::from(if right { DONE } else { NOT_AS_HOPED })
}
