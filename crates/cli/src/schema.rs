//! `sandglass schema`: the JSON Schemas of what `--json` prints, made from the types that print it.

use std::process::ExitCode;

use clap::ValueEnum;
use schemars::generate::SchemaSettings;

use crate::failure::{DONE, Failure};
use crate::print;

/// Print the JSON Schema of what a command prints with --json
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  sandglass schema judge > judge.json")]
pub(crate) struct Arguments {
    /// The command
    #[arg(value_enum)]
    command: Printing,
}

/// Commands whose output has a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Printing {
    /// One object a session
    Judge,
    /// One object a package
    Verify,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    // What is printed is described, and not what could be read.
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = match arguments.command {
        Printing::Judge => generator.into_root_schema_for::<sandglass_judge::Session>(),
        Printing::Verify => generator.into_root_schema_for::<sandglass_judge::Verification>(),
    };
    let printed = serde_json::to_string_pretty(&schema)
        .map_err(|error| Failure::ours(format!("could not write the schema: {error}")))
        .and_then(print::line);
    match printed {
        Ok(()) => ExitCode::from(DONE),
        Err(failure) => failure.report(),
    }
}
