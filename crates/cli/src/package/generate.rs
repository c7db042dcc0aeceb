//! `sandglass package gen`.

use std::path::PathBuf;

use sandglass_judge::{Made, MadeFile};
use sandglass_package::PackageError;

use super::open;
use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::judge::{self, JudgeArguments};
use crate::print::{self, say};

/// Make the tests of a package: inputs by its generators, answers by its model solution
///
/// Each generated input comes from the command that the package says (a Sipfile's `gen`, Polygon's
/// script, CMS's GEN): a program of the package, or a line for a shell, both in a sandbox and with Sip's
/// variables SIP_TEST_NAME and SIP_TEST_SEED. Answers of generated tests, and those that are missing,
/// are what the model solution writes. A file that comes out as it was is left alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  everything was made      1  something could not be made, and is named
  2  wrong usage or a wrong package       3  a failure of Sandglass

Examples:
  sandglass package gen problems/necklace
  sandglass package gen problems/necklace --prune
  sandglass package gen problems/necklace --only answers --all")]
pub(crate) struct Arguments {
    /// Folder of a problem package
    package: PathBuf,
    /// Only one of the two
    #[arg(long, value_name = "WHAT")]
    only: Option<Only>,
    /// Make the answers of all tests anew, also of those made by hand
    #[arg(long)]
    all: bool,
    /// Remove the tests that are neither made by hand nor generated, first; for packages that say
    /// which are (a Sipfile)
    #[arg(long)]
    prune: bool,
    /// Print one JSON object on stdout
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    judge: JudgeArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    /// Inputs
    Inputs,
    /// Answers
    Answers,
}

pub(super) fn generate(arguments: &Arguments) -> Result<u8, Failure> {
    let folder = arguments.package.display().to_string();
    let failed = |error| judge::failure(&folder, &error);
    // Before a sandbox is asked for, and before anything is made.
    open(&arguments.package, false)?.changeable().map_err(|error| failed(error.into()))?;
    let judge = arguments.judge.judge()?;
    let mut show = |file: &MadeFile| {
        if !arguments.json {
            say!("{}", line(file));
        }
    };
    let removed = match arguments.prune {
        true => prune(arguments, &folder)?,
        false => Vec::new(),
    };
    let mut files = Vec::new();
    if arguments.only != Some(Only::Answers) {
        let package = open(&arguments.package, false)?;
        files = judge.make_inputs(&package, &mut show).map_err(failed)?;
    }
    if arguments.only != Some(Only::Inputs) {
        // Read anew: now the inputs are there.
        let package = open(&arguments.package, true)?;
        if !arguments.prune && !arguments.json {
            for test in package.obsolete_tests() {
                let name = &test.name;
                say!(
                    "sandglass: {folder}: test {name} is obsolete: it is neither static nor \
                           generated, and --prune removes it"
                );
            }
        }
        let answers = judge.make_answers(&package, arguments.all, &mut show).map_err(failed)?;
        files.extend(answers);
    }
    let count = |wanted: fn(&Made) -> bool| files.iter().filter(|it| wanted(&it.made)).count();
    let written = count(|made| *made == Made::Written);
    let same = count(|made| *made == Made::Same);
    let failures = count(|made| matches!(made, Made::Failed(_)));
    let status = if failures == 0 { DONE } else { NOT_AS_HOPED };
    if arguments.json {
        let files: Vec<serde_json::Value> = files.iter().map(object).collect();
        let object = serde_json::json!({
            "package": folder, "files": files, "written": written, "same": same,
            "failed": failures, "removed": removed, "exit_status": status,
        });
        print::line(object)?;
    } else if files.is_empty() && removed.is_empty() {
        print::line(format!(
            "{folder}: it says of no test how to make it, and no answer is missing that can be made"
        ))?;
    } else {
        let failed = if failures == 0 { String::new() } else { format!(", {failures} FAILED") };
        let gone = match removed.len() {
            0 => String::new(),
            count => format!(", {count} removed"),
        };
        print::line(format!(
            "{folder}: {written} files written, {same} as they were{gone}{failed}"
        ))?;
    }
    Ok(status)
}

/// Removes the obsolete tests; gives the paths that are gone.
fn prune(arguments: &Arguments, folder: &str) -> Result<Vec<String>, Failure> {
    let failed = |error: PackageError| judge::failure(folder, &error.into());
    let package = open(&arguments.package, false)?;
    if package.static_tests.is_none() {
        return Err(failed(PackageError::Unsupported {
            file: folder.to_owned(),
            feature: "--prune: it does not say which tests were made by hand (static in a Sipfile)"
                .to_owned(),
        }));
    }
    let removed = package.remove_obsolete_tests().map_err(failed)?;
    for path in removed.iter().filter(|_| !arguments.json) {
        say!("  removed  {path}");
    }
    Ok(removed)
}

fn word(made: &Made) -> &'static str {
    match made {
        Made::Written => "written",
        Made::Same => "same",
        Made::Failed(_) => "failed",
    }
}

fn line(file: &MadeFile) -> String {
    let reason = match &file.made {
        Made::Failed(reason) => format!(": {reason}"),
        _ => String::new(),
    };
    format!("  {:7}  {}{reason}", word(&file.made), file.path)
}

fn object(file: &MadeFile) -> serde_json::Value {
    let reason = match &file.made {
        Made::Failed(reason) => Some(reason),
        _ => None,
    };
    serde_json::json!({
        "test": file.test, "path": file.path, "made": word(&file.made), "reason": reason,
    })
}
