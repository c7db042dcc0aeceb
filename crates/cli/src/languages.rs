//! `sandglass languages`: which languages a submission may be in here.

use std::path::PathBuf;
use std::process::ExitCode;

use sandglass_judge::{Probe, probe};
use sandglass_lab::{Align, Table};
use sandglass_languages::{Language, LanguageError, Languages};
use sandglass_sandbox::{BackendChoice, Lane, LaneOptions};
use serde::Serialize;

use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::print;

/// List the languages of submissions, and which of them this host can compile and run
///
/// Each compiler and interpreter is asked for its version inside of a sandbox, where alone it counts:
/// a toolchain in somebody's home directory is not visible there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  each CODE that was given can be used; without any, the list is complete
  1  one of them cannot be used     2  wrong usage     3  a failure of Sandglass

Examples:
  sandglass languages
  sandglass languages cpp java python3 || echo 'not yet ready for the contest'
  sandglass languages --languages /etc/sandglass/languages --json

A language is one TOML file. To add one or to change ours, write a file of your own and pass its \
directory as --languages, here and to `sandglass judge`; crates/languages/data/README.md describes \
the keys.")]
pub(crate) struct Arguments {
    /// Only these languages
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
    /// Directory with languages (*.toml) of this site; one with a known code replaces ours
    #[arg(long, value_name = "DIRECTORY", alias = "directory")]
    languages: Option<PathBuf>,
    /// Print one JSON array on stdout
    #[arg(long)]
    json: bool,
}

/// A language, and what was found of it.
#[derive(Debug, Serialize)]
struct Found {
    code: String,
    name: String,
    /// Code of the language that this is another compiler's or standard's form of.
    variant_of: Option<String>,
    status: Status,
    /// The first line that its compiler says about its version.
    version: Option<String>,
    /// What it said where it does not work.
    problem: Option<String>,
    programs: Vec<Program>,
    /// Debian packages that would bring the missing programs.
    packages: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    /// It can be used.
    Found,
    /// A program that it needs is not there.
    Missing,
    /// Its programs are there and do not work in a sandbox.
    Broken,
}

#[derive(Debug, Serialize)]
struct Program {
    name: String,
    path: String,
    present: bool,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match list(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failure.report_as(arguments.json),
    }
}

fn list(arguments: &Arguments) -> Result<u8, Failure> {
    let languages = read(arguments.languages.as_deref())?;
    let chosen: Vec<_> = if arguments.codes.is_empty() {
        languages.iter().cloned().collect()
    } else {
        let choose = |code: &String| languages.by_code(code).map_err(|error| unknown(&error));
        arguments.codes.iter().map(choose).collect::<Result<_, _>>()?
    };
    // Nothing is measured here, so a host with weak limits will do.
    let options = LaneOptions { backend: BackendChoice::AllowWeaker, ..LaneOptions::default() };
    let lane = Lane::new(&options)?;
    let found = chosen
        .iter()
        .map(|language| look_for(&lane, language))
        .collect::<Result<Vec<Found>, Failure>>()?;
    let text =
        if arguments.json { format!("{}\n", serde_json::json!(found)) } else { table(&found) };
    print::data(text)?;
    let usable = found.iter().all(|one| one.status == Status::Found);
    Ok(if arguments.codes.is_empty() || usable { DONE } else { NOT_AS_HOPED })
}

/// A code that no language has.
pub(crate) fn unknown(error: &LanguageError) -> Failure {
    Failure::usage(error.to_string()).hint("`sandglass languages` lists the codes")
}

/// Ours, and those of the site.
pub(crate) fn read(directory: Option<&std::path::Path>) -> Result<Languages, Failure> {
    let mut languages = Languages::builtin().map_err(|error| Failure::ours(error.to_string()))?;
    if let Some(directory) = directory {
        languages.add_directory(directory).map_err(|error| {
            let why = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
            // A document's error says by itself why.
            let why = why.filter(|_| matches!(error, LanguageError::Read { .. }));
            Failure::usage(format!("{error}{}", why.unwrap_or_default()))
        })?;
    }
    Ok(languages)
}

fn look_for(lane: &Lane, language: &Language) -> Result<Found, Failure> {
    let probe = probe(lane, language).map_err(|error| {
        let failure = Failure::ours(error.to_string());
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })?;
    let (status, version, problem) = match probe {
        Probe::Found(version) => (Status::Found, Some(version), None),
        Probe::Missing => (Status::Missing, None, None),
        Probe::Broken(words) => (Status::Broken, None, Some(words)),
    };
    let program = |one: &sandglass_languages::Program| Program {
        name: one.name.clone(),
        path: one.path.clone(),
        present: one.present,
    };
    Ok(Found {
        code: language.code.clone(),
        name: language.name.clone(),
        variant_of: language.variant_of.clone(),
        status,
        version,
        problem,
        programs: language.programs.iter().map(program).collect(),
        packages: language.missing_packages().into_iter().map(str::to_owned).collect(),
    })
}

fn table(found: &[Found]) -> String {
    let columns = ["code", "language", "here"].map(|head| (head, Align::Left));
    let mut table = Table::new("Languages of submissions", &columns);
    for one in found {
        table.row(vec![one.code.clone(), one.name.clone(), here(one)]);
    }
    table.to_string()
}

/// The version, or what is amiss and how to mend it.
fn here(one: &Found) -> String {
    if let Some(version) = &one.version {
        return version.clone();
    }
    if let Some(problem) = &one.problem {
        return format!("does not work: {problem}");
    }
    let missing: Vec<&str> = one
        .programs
        .iter()
        .filter(|program| !program.present)
        .map(|program| program.path.as_str())
        .collect();
    match &one.packages[..] {
        [] => format!("no {}", missing.join(", ")),
        packages => format!("no {} (apt install {})", missing.join(", "), packages.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(version: Option<&str>, problem: Option<&str>, packages: &[&str]) -> Found {
        let program = |path: &str, present| Program {
            name: "compiler".to_owned(),
            path: path.to_owned(),
            present,
        };
        Found {
            code: "x".to_owned(),
            name: "X".to_owned(),
            variant_of: None,
            status: Status::Missing,
            version: version.map(str::to_owned),
            problem: problem.map(str::to_owned),
            programs: vec![program("/usr/bin/x", false), program("/usr/bin/y", true)],
            packages: packages.iter().map(|&package| package.to_owned()).collect(),
        }
    }

    #[test]
    fn a_row_says_the_version_or_what_to_do() {
        assert_eq!(here(&found(Some("1.0"), None, &[])), "1.0");
        assert_eq!(here(&found(None, Some("no /proc"), &[])), "does not work: no /proc");
        assert_eq!(here(&found(None, None, &[])), "no /usr/bin/x");
        assert_eq!(here(&found(None, None, &["x"])), "no /usr/bin/x (apt install x)");
    }
}
