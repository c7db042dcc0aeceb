//! Whether a package does what it says: files, validators, generators, example submissions, limits.
//!
//! Everything is checked, whatever fails; only a failure of ours ends it early. A check fails where
//! the package contradicts itself, and warns where it says too little to be held against anything.

mod check;
mod files;
mod inputs;
mod limits;
mod outputs;
mod verdicts;

use sandglass_package::{ExampleSubmission, Kind, Package};
use schemars::JsonSchema;
use serde::Serialize;

pub use check::{Check, Finding, Section};
pub use limits::{TimeMargins, Timed};

use crate::error::{Family, JudgeError};
use crate::expected::check_expected;
use crate::judge::{Event, Judge, Options, Submission};
use crate::limits::longest_of_tests;
use crate::report::{Entry, FailedEntry, FailureReport, Report, Session};
use crate::verdict::Verdict;

/// All that was found. What `verify --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Verification {
    /// How many checks fail.
    pub failures: usize,
    /// How many warn.
    pub warnings: usize,
    /// The checks, section by section.
    pub checks: Vec<Check>,
    /// The time limit and what stands around it, where the package has one limit for all tests.
    pub time_margins: Option<TimeMargins>,
    /// The problem, the machine and the example submissions, with all tests where none must be too slow.
    pub session: Session,
}

/// What happens while a package is verified.
#[derive(Debug)]
pub enum Step<'a> {
    /// A section is begun.
    Section(Section),
    /// A submission is judged.
    Submission(&'a ExampleSubmission),
    /// Something happened to it.
    Event(Event<'a>),
}

/// Verifies a package. `session` says what is known before: problem and machine. `thorough` also fails
/// where the package's own files show nothing: a verdict that its kind can have and no example submission
/// gets, and validators that no invalid input tries.
///
/// # Errors
/// Failures of ours, which say nothing about the package.
pub fn verify(
    judge: &Judge,
    package: &Package,
    thorough: bool,
    session: Session,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<Verification, JudgeError> {
    let mut found =
        Verification { failures: 0, warnings: 0, checks: Vec::new(), time_margins: None, session };
    progress(Step::Section(Section::Package));
    match files::check(package) {
        Ok(checks) => found.checks.extend(checks),
        Err(error) => {
            let detail = JudgeError::from(error).words();
            found.checks.push(Check::new(Section::Package, "files", Finding::Fails, detail));
        }
    }
    progress(Step::Section(Section::Inputs));
    found.extend(Section::Inputs, inputs::validators(judge, package, thorough))?;
    progress(Step::Section(Section::Outputs));
    found.extend(Section::Outputs, outputs::check(judge, package))?;
    progress(Step::Section(Section::Generators));
    found.extend(Section::Generators, inputs::generators(judge, package))?;
    progress(Step::Section(Section::Submissions));
    submissions(judge, package, thorough, &mut found, progress)?;
    if thorough {
        found.checks.push(verdicts::check(package, &found.session));
    }
    progress(Step::Section(Section::Limits));
    all_limits(judge, package, &mut found, progress)?;
    let count = |finding| found.checks.iter().filter(|check| check.finding == finding).count();
    (found.failures, found.warnings) = (count(Finding::Fails), count(Finding::Warning));
    found.session.exit_status = u8::from(found.failures > 0);
    Ok(found)
}

impl Verification {
    /// Takes the checks of a section; a fault of the problem is one that fails.
    fn extend(
        &mut self,
        section: Section,
        checks: Result<Vec<Check>, JudgeError>,
    ) -> Result<(), JudgeError> {
        match checks {
            Ok(checks) => self.checks.extend(checks),
            Err(error) if error.family() == Family::Problem => {
                self.checks.push(Check::new(section, "package", Finding::Fails, error.words()));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Judges every example submission on all tests; those that must be too slow only until they are, since
/// each further test would cost its time limit.
fn submissions(
    judge: &Judge,
    package: &Package,
    thorough: bool,
    found: &mut Verification,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<(), JudgeError> {
    let section = Section::Submissions;
    // Where the limit is open and nothing gives one, every submission would say the same.
    if leaves_limit_open(package) {
        match judge.time_limit(package) {
            Ok(_) => {}
            Err(error) if error.family() == Family::Problem => {
                let mut detail = error.words();
                if let Some(hint) = error.hint() {
                    detail += &format!(" ({hint})");
                }
                detail += "; without a limit no submission is judged";
                found.checks.push(Check::new(section, "time limit", Finding::Fails, detail));
                return Ok(());
            }
            Err(error) => return Err(error),
        }
    }
    let untried = if thorough { Finding::Fails } else { Finding::Warning };
    let mut accepted = 0;
    for example in &package.submissions {
        progress(Step::Submission(example));
        let all_tests = !limits::must_exceed(package, example);
        let options = Options { all_tests, images: true, ..Options::default() };
        match judge_example(judge, package, example, &options, progress) {
            Ok(report) if report.compilation.language_is_unknown() && must_run(example) => {
                let detail = format!(
                    "not tried: {}; a language can be named in submissions.yaml, and added with --languages",
                    report.compilation.messages
                );
                found.checks.push(Check::new(section, &example.name, untried, detail));
                found.session.submissions.push(Entry::judged(report, None));
            }
            Ok(report) => {
                let expected = check_expected(&report, example);
                accepted += usize::from(report.verdict == Some(Verdict::Accepted));
                let (finding, detail) = match &expected {
                    Some(Ok(())) => (Finding::Holds, words(&report)),
                    Some(Err(reason)) => (Finding::Fails, format!("{}: {reason}", words(&report))),
                    None if report.verdict.is_none() => (Finding::Fails, words(&report)),
                    None => {
                        (Finding::Holds, format!("{}; nothing is expected of it", words(&report)))
                    }
                };
                found.checks.push(Check::new(section, &example.name, finding, detail));
                found.session.submissions.push(Entry::judged(report, expected.as_ref()));
            }
            Err(error @ JudgeError::NotInstalled { .. }) => {
                let hint = error.hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
                let detail = format!("not tried: {}{hint}", error.words());
                found.checks.push(Check::new(section, &example.name, untried, detail));
                found.session.submissions.push(Entry::Failed(failed(example, &error)));
            }
            Err(error) if error.family() == Family::Problem => {
                let detail = error.words();
                found.checks.push(Check::new(section, &example.name, Finding::Fails, detail));
                found.session.submissions.push(Entry::Failed(failed(example, &error)));
            }
            Err(error) => return Err(error),
        }
    }
    if accepted == 0 {
        let detail = "none is accepted, so nothing says that the problem can be solved";
        found.checks.push(Check::new(section, "accepted", Finding::Fails, detail));
    }
    Ok(())
}

/// Whether the time limit follows from the example submissions.
fn leaves_limit_open(package: &Package) -> bool {
    package.problem.limits.time.is_none()
        && package.problem.kind != Kind::OutputOnly
        && longest_of_tests(package).is_none()
}

/// Whether anything but a compile error is expected of a submission, or nothing is.
fn must_run(example: &ExampleSubmission) -> bool {
    Verdict::of_folder(example.folder()) != Some(Verdict::CompileError)
}

fn failed(example: &ExampleSubmission, error: &JudgeError) -> FailedEntry {
    FailedEntry {
        submission: example.name.clone(),
        error: FailureReport {
            message: error.words(),
            hint: error.hint().map(str::to_owned),
            problem_at_fault: error.family() == Family::Problem,
        },
    }
}

fn judge_example(
    judge: &Judge,
    package: &Package,
    example: &ExampleSubmission,
    options: &Options,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<Report, JudgeError> {
    let sources = package.sources(example)?;
    let submission = Submission {
        sources: &sources,
        language: example.language.as_deref(),
        entry_point: example.entry_point.as_deref(),
    };
    judge.judge(package, &submission, options, &mut |event| progress(Step::Event(event)))
}

/// Runs those that must exceed the time limit with a longer one, and compares.
fn all_limits(
    judge: &Judge,
    package: &Package,
    found: &mut Verification,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<(), JudgeError> {
    let reports: Vec<(&ExampleSubmission, &Report)> = package
        .submissions
        .iter()
        .zip(&found.session.submissions)
        .filter_map(|(example, entry)| Some((example, entry.report()?)))
        .filter(|(_, report)| !report.tests.is_empty())
        .collect();
    let mut checks: Vec<Check> = limits::memory(&reports).into_iter().collect();
    if !reports.is_empty() && leaves_limit_open(package) {
        let limit = judge.time_limit(package)?.as_secs_f64();
        let detail = format!("none is set; {limit} s follows from the example submissions");
        checks.push(Check::new(Section::Limits, "time limit", Finding::Holds, detail));
    }
    if let Some(limit) = package.problem.limits.time
        && package.problem.kind != Kind::OutputOnly
        && package.tests.iter().all(|test| test.time_limit.is_none())
    {
        let slowest = reports
            .iter()
            .filter_map(|(example, report)| limits::slowest(example, report, limit))
            .max_by_key(|timed| timed.cpu_time);
        let longer = limit.mul_f64(package.problem.limits.time_rule.margin());
        let options = Options { time_limit: Some(longer), once: true, ..Options::default() };
        let mut fastest: Option<Timed> = None;
        for (example, report) in &reports {
            if !limits::must_exceed(package, example) {
                continue;
            }
            let timed = if longer > limit {
                progress(Step::Submission(example));
                let report = judge_example(judge, package, example, &options, progress)?;
                limits::too_slow(&report, longer)
            } else {
                limits::too_slow(report, limit)
            };
            fastest = [fastest, timed].into_iter().flatten().min_by_key(|timed| timed.cpu_time);
        }
        let (margins, check) = limits::check(package, limit, slowest, fastest);
        found.time_margins = Some(margins);
        checks.push(check);
    }
    found.checks.extend(checks);
    Ok(())
}

/// The verdict, with the points and the deciding test.
fn words(report: &Report) -> String {
    if let Some(fault) = &report.problem_fault {
        return format!("no verdict: {fault}");
    }
    let mut words = report.verdict.map_or("no verdict", Verdict::name).replace('_', " ");
    if let Some(test) = &report.deciding_test {
        words += &format!(" at {test}");
    }
    if let Some(score) = report.score {
        let most = report.max_score.map_or(String::new(), |most| format!(" of {most}"));
        let score = format!("{score:.2}");
        let score = score.trim_end_matches('0').trim_end_matches('.');
        words += &format!(", {score}{most} points");
    }
    words
}
