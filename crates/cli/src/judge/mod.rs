//! `sandglass judge`: judges submissions to a problem package.

mod candidates;
mod options;
mod output;
mod progress;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use sandglass_judge::{
    Entry, FailedEntry, FailureReport, Family, Judge, JudgeError, Options, ProblemSummary, Session,
    Submission, check_expected,
};
use sandglass_package::Package;

use self::candidates::{Candidate, candidates};
pub(crate) use self::options::JudgeArguments;
use self::output::Printer;
pub(crate) use self::output::write_page;
pub(crate) use self::progress::Progress;
use crate::failure::{DONE, Failure, NOT_AS_HOPED, WRONG_USAGE};
use crate::print::say;
use crate::{languages, results, value};

/// Judge submissions to a problem package
///
/// Without SUBMISSION every example submission of the package is judged, and each is to get the
/// verdict that the package expects of it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  all were accepted; without SUBMISSION, all got the verdict that the package
     expects
  1  another verdict
  2  wrong usage, or a package at fault: then a submission has no verdict
  3  a failure of Sandglass

Examples:
  sandglass judge problems/different solution.cpp
  sandglass judge problems/different --lanes 2 --all-tests solution.py
  sandglass judge problems/different --json
  sandglass judge problems/different --report different.html")]
pub(crate) struct Arguments {
    /// Folder or archive of a problem, in any format that is read (`sandglass convert --help`)
    package: PathBuf,
    /// Source files, and folders or .zip archives of one submission each
    submission: Vec<PathBuf>,
    /// Print one JSON object on stdout
    #[arg(long)]
    json: bool,
    /// Write one HTML page with everything in it: verdicts, plots, differences, the machine
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Run every test, and not only those that can still change the result
    #[arg(long)]
    all_tests: bool,
    /// Keep what is said in conversations with an interactor, or every call of a task with interfaces, with
    /// times; relaying it costs time
    #[arg(long)]
    transcript: bool,
    /// CPU time limit in place of the package's
    #[arg(long, value_name = "TIME", value_parser = value::duration)]
    time_limit: Option<Duration>,
    /// Code of the language of all submissions, in place of what their names tell
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    #[command(flatten)]
    judge: JudgeArguments,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match judge_all(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failure.report_as(arguments.json),
    }
}

/// Judges everything; a failure that concerns one submission leaves the others alone, and the
/// largest status of all counts.
fn judge_all(arguments: &Arguments) -> Result<u8, Failure> {
    let folder = arguments.package.display().to_string();
    arguments.report.as_deref().map_or(Ok(()), results::check)?;
    let package =
        Package::open(&arguments.package).map_err(|error| failure(&folder, &error.into()))?;
    for warning in &package.warnings {
        say!("sandglass: {folder}: {warning}");
    }
    let candidates =
        candidates(arguments, &package).map_err(|error| failure("submission", &error.into()))?;
    if candidates.is_empty() {
        return Err(Failure::usage(format!(
            "{folder} has no example submissions, and none was given"
        )));
    }
    if let Some(code) = &arguments.language {
        let known = arguments.judge.languages()?;
        known.by_code(code).map_err(|error| languages::unknown(&error))?;
    }
    let judge = arguments.judge.judge()?;
    let mut session = Session {
        sandglass: env!("CARGO_PKG_VERSION").to_owned(),
        problem: ProblemSummary::of(&package),
        warnings: package.warnings.iter().map(ToString::to_string).collect(),
        machine: arguments.judge.machine(),
        exit_status: DONE,
        submissions: Vec::new(),
    };
    let names: Vec<usize> =
        candidates.iter().map(|candidate| candidate.sources.name.len()).collect();
    let mut printer = Printer::new(arguments.json, &names, package.problem.scoring);
    for candidate in &candidates {
        let (entry, status) = judge_one(arguments, &package, &judge, candidate);
        session.exit_status = session.exit_status.max(status);
        printer.print(&entry)?;
        session.submissions.push(entry);
    }
    session.note_backend();
    printer.finish(&session, arguments.report.as_deref())?;
    Ok(session.exit_status)
}

/// Judges one submission; gives what became of it, and its exit status.
fn judge_one(
    arguments: &Arguments,
    package: &Package,
    judge: &Judge,
    candidate: &Candidate<'_>,
) -> (Entry, u8) {
    let example = candidate.example;
    let name = &candidate.sources.name;
    let submission = Submission {
        sources: &candidate.sources,
        language: arguments
            .language
            .as_deref()
            .or(example.and_then(|example| example.language.as_deref())),
        entry_point: example.and_then(|example| example.entry_point.as_deref()),
    };
    let options = Options {
        all_tests: arguments.all_tests,
        time_limit: arguments.time_limit,
        transcript: arguments.transcript,
        images: arguments.report.is_some(),
        ..Options::default()
    };
    let mut progress = Progress::new(name, package.tests.len());
    let result = judge.judge(package, &submission, &options, &mut |event| progress.show(&event));
    progress.clear();
    match result {
        Ok(report) => {
            let expected = example.and_then(|example| check_expected(&report, example));
            // Of an example of which the package expects nothing, nothing is hoped.
            let hoped = match (&expected, arguments.submission.is_empty()) {
                (Some(result), true) => result.is_ok(),
                (None, true) => true,
                (_, false) => report.full(),
            };
            let status = match (report.verdict, hoped) {
                (None, _) => WRONG_USAGE,
                (_, true) => DONE,
                (_, false) => NOT_AS_HOPED,
            };
            (Entry::judged(report, expected.as_ref()), status)
        }
        Err(error) => {
            let failure = failure(name, &error);
            say!("{failure}");
            let error = FailureReport {
                message: failure.message.clone(),
                hint: failure.hint.clone(),
                problem_at_fault: failure.request_at_fault,
            };
            (Entry::Failed(FailedEntry { submission: name.clone(), error }), failure.status())
        }
    }
}

/// What keeps a submission from a verdict, and whose fault it is.
pub(crate) fn failure(subject: &str, error: &JudgeError) -> Failure {
    let words = error.words();
    // Some errors name what they are about by themselves.
    let named = words.strip_prefix(subject).is_some_and(|rest| rest.starts_with(':'));
    let message = if named { words } else { format!("{subject}: {words}") };
    let failure = match error.family() {
        Family::Problem => Failure::usage(message),
        Family::Infrastructure => Failure::ours(message),
    };
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}
