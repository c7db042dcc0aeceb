//! `sandglass languages`: which languages a submission may be in here.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use sandglass_lab::{Align, Table};
use sandglass_languages::{Language, Languages};
use serde::Serialize;

use crate::failure::{DONE, Failure, NOT_AS_HOPED};

/// List the languages of submissions, and which of their compilers this host has
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  every language can be used     1  a compiler or interpreter is missing

Examples:
  sandglass languages
  sandglass languages --directory /etc/sandglass/languages --json")]
pub(crate) struct Arguments {
    /// Directory with languages (*.toml) of this site; one with a known code replaces ours
    #[arg(long, value_name = "DIRECTORY")]
    directory: Option<PathBuf>,
    /// Print one JSON array on stdout
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Found {
    code: String,
    name: String,
    /// The first line that its compiler says about its version; `None` where there is none.
    version: Option<String>,
    /// The program that was asked.
    program: String,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let languages = match read(arguments) {
        Ok(languages) => languages,
        Err(failure) => return failure.report(),
    };
    let found: Vec<Found> = languages.iter().map(|language| look_for(language)).collect();
    let text =
        if arguments.json { format!("{}\n", serde_json::json!(found)) } else { table(&found) };
    if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
        return Failure::ours(format!("could not print: {error}")).report();
    }
    let complete = found.iter().all(|one| one.version.is_some());
    ExitCode::from(if complete { DONE } else { NOT_AS_HOPED })
}

fn read(arguments: &Arguments) -> Result<Languages, Failure> {
    let mut languages = Languages::builtin().map_err(|error| Failure::ours(error.to_string()))?;
    if let Some(directory) = &arguments.directory {
        languages.add_directory(directory).map_err(|error| Failure::usage(error.to_string()))?;
    }
    Ok(languages)
}

fn look_for(language: &Language) -> Found {
    let program = language.version_command.first().cloned().unwrap_or_default();
    Found {
        code: language.code.clone(),
        name: language.name.clone(),
        version: version(&language.version_command),
        program,
    }
}

/// What the command prints first, on stdout or else on stderr (as Java does).
fn version(command: &[String]) -> Option<String> {
    let (program, arguments) = command.split_first()?;
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let streams = [output.stdout, output.stderr];
    let texts = streams.iter().map(|stream| String::from_utf8_lossy(stream));
    let lines: Vec<String> =
        texts.filter_map(|text| Some(text.lines().next()?.trim().to_owned())).collect();
    lines.into_iter().find(|line| !line.is_empty())
}

fn table(found: &[Found]) -> String {
    let columns = ["code", "language", "version"].map(|head| (head, Align::Left));
    let mut table = Table::new("Languages of submissions", &columns);
    for one in found {
        let version = match &one.version {
            Some(version) => version.clone(),
            None => format!("not here: {} is missing or fails", one.program),
        };
        table.row(vec![one.code.clone(), one.name.clone(), version]);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_the_first_line_of_a_command_that_succeeds() {
        let ask = |command: &[&str]| {
            version(&command.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(ask(&["/bin/sh", "-c", "echo 1; echo 2"]).as_deref(), Some("1"));
        assert_eq!(ask(&["/bin/sh", "-c", "echo 3 >&2"]).as_deref(), Some("3"));
        assert_eq!(ask(&["/bin/sh", "-c", "echo 4; exit 1"]), None);
        assert_eq!(ask(&["/no/such/compiler"]), None);
        assert_eq!(ask(&[]), None);
    }
}
