//! `sandglass judge`: judges submissions to a problem package.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use sandglass_judge::{
    Event, Family, Judge, JudgeError, Options, Report, Submission, TestReport, Verdict,
    check_expected, open_lanes,
};
use sandglass_languages::Languages;
use sandglass_package::{ExampleSubmission, Package, PackageError, Sources};
use sandglass_sandbox::{BackendChoice, LaneOptions};

use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::value;

/// Judge submissions to a problem package
///
/// Without SUBMISSION every example submission of the package is judged, and each is to get the
/// verdict that the package expects of it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  all were accepted; without SUBMISSION, all got the verdict that the package expects
  1  another verdict        2  wrong usage or a wrong package        3  a failure of Sandglass

Examples:
  sandglass judge problems/different solution.cpp
  sandglass judge problems/different --lanes 2 --all-tests solution.py
  sandglass judge problems/different --json")]
pub(crate) struct Arguments {
    /// Folder of a problem in the ICPC/Kattis package format
    package: PathBuf,
    /// Source files, or folders of one submission each
    submission: Vec<PathBuf>,
    /// Print one JSON object on stdout
    #[arg(long)]
    json: bool,
    /// Run every test, and not only those up to the first that is not accepted
    #[arg(long)]
    all_tests: bool,
    /// Tests that run at the same time, each on a CPU of its own where there are as many
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    lanes: u16,
    /// Go on where the host can enforce some limits only weakly
    #[arg(long)]
    allow_weaker: bool,
    /// CPU time limit in place of the package's
    #[arg(long, value_name = "TIME", value_parser = value::duration)]
    time_limit: Option<Duration>,
    /// Code of the language of all submissions, in place of what their names tell
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Directory with languages (*.toml) of this site; one with a known code replaces ours
    #[arg(long, value_name = "DIRECTORY")]
    languages: Option<PathBuf>,
}

/// Something to judge, and what the package expects of it.
struct Candidate<'a> {
    sources: Sources,
    example: Option<&'a ExampleSubmission>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match judge_all(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failure.report(),
    }
}

/// Judges everything; a failure that concerns one submission leaves the others alone, and the
/// largest status of all counts.
fn judge_all(arguments: &Arguments) -> Result<u8, Failure> {
    let folder = arguments.package.display().to_string();
    let package =
        Package::open(&arguments.package).map_err(|error| failure(&folder, &error.into()))?;
    for warning in &package.warnings {
        eprintln!("sandglass: {folder}: {warning}");
    }
    let candidates =
        candidates(arguments, &package).map_err(|error| failure("submission", &error.into()))?;
    if candidates.is_empty() {
        return Err(Failure::usage(format!(
            "{folder} has no example submissions, and none was given"
        )));
    }
    let judge = judge(arguments).map_err(|error| failure("judge", &error))?;
    let options = Options {
        all_tests: arguments.all_tests,
        time_limit: arguments.time_limit,
        ..Options::default()
    };
    let mut printer = Printer::new(arguments.json, &candidates);
    let mut status = DONE;
    for candidate in &candidates {
        let example = candidate.example;
        let submission = Submission {
            sources: &candidate.sources,
            language: arguments
                .language
                .as_deref()
                .or(example.and_then(|example| example.language.as_deref())),
            entry_point: example.and_then(|example| example.entry_point.as_deref()),
        };
        let mut progress = Progress::new(&candidate.sources.name, package.tests.len());
        let result =
            judge.judge(&package, &submission, &options, &mut |event| progress.show(&event));
        progress.clear();
        let report = match result {
            Ok(report) => report,
            Err(error) => {
                let failure = failure(&candidate.sources.name, &error);
                eprintln!("{failure}");
                status = status.max(failure.status());
                continue;
            }
        };
        let expected = example.and_then(|example| check_expected(&report, example));
        let hoped = match (&expected, arguments.submission.is_empty()) {
            (Some(result), true) => result.is_ok(),
            _ => report.verdict == Verdict::Accepted,
        };
        status = status.max(if hoped { DONE } else { NOT_AS_HOPED });
        printer.print(&report, expected.as_ref())?;
    }
    printer.finish(&package, status)?;
    Ok(status)
}

fn judge(arguments: &Arguments) -> Result<Judge, JudgeError> {
    let mut languages = Languages::builtin()?;
    if let Some(folder) = &arguments.languages {
        languages.add_directory(folder)?;
    }
    let backend =
        || if arguments.allow_weaker { BackendChoice::AllowWeaker } else { BackendChoice::Strict };
    let options = || LaneOptions { backend: backend(), ..LaneOptions::default() };
    Ok(Judge::new(open_lanes(options, arguments.lanes.into())?, languages))
}

fn candidates<'a>(
    arguments: &Arguments,
    package: &'a Package,
) -> Result<Vec<Candidate<'a>>, PackageError> {
    if arguments.submission.is_empty() {
        let all = package.submissions.iter();
        return all
            .map(|example| {
                Ok(Candidate { sources: package.sources(example)?, example: Some(example) })
            })
            .collect();
    }
    let candidate = |path: &PathBuf| match example_at(arguments, package, path) {
        Some(example) => {
            Ok(Candidate { sources: package.sources(example)?, example: Some(example) })
        }
        None => Ok(Candidate {
            sources: Sources::read_host(path, package.problem.limits.code)?,
            example: None,
        }),
    };
    arguments.submission.iter().map(candidate).collect()
}

/// The example submission that a path of the host is, if it is one.
fn example_at<'a>(
    arguments: &Arguments,
    package: &'a Package,
    path: &Path,
) -> Option<&'a ExampleSubmission> {
    let folder = arguments.package.join("submissions").canonicalize().ok()?;
    let path = path.canonicalize().ok()?;
    let name = path.strip_prefix(folder).ok()?.to_str()?;
    package.submissions.iter().find(|example| example.name == name)
}

/// What keeps a submission from a verdict, and whose fault it is.
fn failure(subject: &str, error: &JudgeError) -> Failure {
    let mut message = format!("{subject}: {error}");
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let text = cause.to_string();
        // Some errors print their source themselves.
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        source = cause.source();
    }
    let failure = match error.family() {
        Family::Problem => Failure::usage(message),
        Family::Infrastructure => Failure::ours(message),
    };
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// Standard output: one JSON object at the end, or text as it comes.
struct Printer {
    json: bool,
    objects: Vec<serde_json::Value>,
    head_printed: bool,
    /// Width of the names where there are several submissions, each a line of one table.
    names: Option<usize>,
}

impl Printer {
    fn new(json: bool, candidates: &[Candidate<'_>]) -> Printer {
        let width = candidates.iter().map(|candidate| candidate.sources.name.len()).max();
        let names = width.filter(|_| candidates.len() > 1).map(|width| width.max(10));
        Printer { json, objects: Vec::new(), head_printed: false, names }
    }

    fn print(
        &mut self,
        report: &Report,
        expected: Option<&Result<(), String>>,
    ) -> Result<(), Failure> {
        if self.json {
            let object = object(report, expected).map_err(|error| unprintable(&error))?;
            self.objects.push(object);
            return Ok(());
        }
        let text = match self.names {
            // The head comes with the first line, so that a failure before it leaves no bare head.
            Some(width) if !self.head_printed => {
                self.head_printed = true;
                format!("{}\n{}", summary_head(width), summary_line(report, expected, width))
            }
            Some(width) => summary_line(report, expected, width),
            None => one(report, expected),
        };
        say(&text)
    }

    fn finish(self, package: &Package, status: u8) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        let warnings: Vec<String> = package.warnings.iter().map(ToString::to_string).collect();
        let object = serde_json::json!({
            "problem": package.problem.name,
            "warnings": warnings,
            "exit_status": status,
            "submissions": self.objects,
        });
        say(&object.to_string())
    }
}

fn say(text: &str) -> Result<(), Failure> {
    writeln!(std::io::stdout(), "{text}").map_err(|error| unprintable(&error))
}

fn unprintable(error: &dyn std::fmt::Display) -> Failure {
    Failure::ours(format!("could not print: {error}"))
}

fn object(
    report: &Report,
    expected: Option<&Result<(), String>>,
) -> serde_json::Result<serde_json::Value> {
    let mut object = serde_json::to_value(report)?;
    object["as_expected"] = expected.map(Result::is_ok).into();
    object["not_as_expected_because"] =
        expected.and_then(|result| result.as_ref().err()).cloned().into();
    Ok(object)
}

fn summary_head(width: usize) -> String {
    let head = ["submission", "verdict", "cause", "CPU", "wall", "memory"].map(str::to_owned);
    format!("{}  {:27}  as expected", columns(width, &head), "deciding test")
}

/// Figures are those of the deciding test, or the largest of all where all were accepted.
fn summary_line(report: &Report, expected: Option<&Result<(), String>>, width: usize) -> String {
    let deciding = report.deciding();
    let (cpu, wall, memory) = deciding.map_or_else(
        || report.most(),
        |test| (test.cpu_time, test.wall_time, test.peak_memory_bytes),
    );
    let cells = [
        report.submission.clone(),
        report.verdict.to_string(),
        deciding.map_or_else(|| cause_without_test(report), cause),
        time(cpu),
        time(wall),
        size(memory),
    ];
    let expected = match expected {
        None => "-".to_owned(),
        Some(Ok(())) => "yes".to_owned(),
        Some(Err(reason)) => format!("NO: {reason}"),
    };
    let test = report.deciding_test.as_deref().unwrap_or("-");
    format!("{}  {test:27}  {expected}", columns(width, &cells))
}

fn cause_without_test(report: &Report) -> String {
    if report.verdict == Verdict::CompileError {
        report.compilation.cause.clone()
    } else {
        "exited 0".to_owned()
    }
}

/// How a run ended, with the figure that says more.
fn cause(test: &TestReport) -> String {
    match (test.cause.as_str(), test.exit_code, test.signal, &test.system_call) {
        ("exited", Some(code), _, _) => format!("exited {code}"),
        ("signaled", _, Some(signal), _) => format!("signal {signal}"),
        ("policy_violation", _, _, Some(call)) => format!("policy: {call}"),
        (cause, _, _, _) => cause.to_owned(),
    }
}

/// All about one submission: its tests, what the compiler said, and the verdict.
fn one(report: &Report, expected: Option<&Result<(), String>>) -> String {
    let mut lines = Vec::new();
    let width = report.tests.iter().map(|test| test.test.len()).max().unwrap_or(0).max(4);
    if !report.tests.is_empty() {
        let head = ["test", "verdict", "cause", "CPU", "wall", "memory"].map(str::to_owned);
        lines.push(columns(width, &head));
    }
    for test in &report.tests {
        let cells = [
            test.test.clone(),
            test.verdict.to_string(),
            cause(test),
            time(test.cpu_time),
            time(test.wall_time),
            size(test.peak_memory_bytes),
        ];
        lines.push(columns(width, &cells));
        lines.extend(
            test.difference.iter().map(|difference| format!("{:width$}  {difference}", "")),
        );
    }
    if !report.compilation.messages.is_empty() {
        lines.push(format!("compiler:\n{}", printable(&report.compilation.messages)));
    }
    if let Some(test) = report.deciding().filter(|test| !test.stderr.is_empty()) {
        lines.push(format!("standard error of {}:\n{}", test.test, printable(&test.stderr)));
    }
    let at = report.deciding_test.as_ref().map_or(String::new(), |test| format!(" at {test}"));
    let run = format!("{} of {} tests run", report.tests.len(), report.tests_in_package);
    lines.push(format!("{}: {}{at} ({run})", report.submission, report.verdict));
    if let Some(Err(reason)) = expected {
        lines.push(format!("not as expected: {reason}"));
    }
    lines.join("\n")
}

/// Name, verdict and cause to the left, figures to the right.
fn columns(width: usize, cells: &[String; 6]) -> String {
    let [name, verdict, cause, cpu, wall, memory] = cells;
    format!("{name:width$}  {verdict:21}  {cause:16}  {cpu:>8}  {wall:>8}  {memory:>10}")
}

/// Text of a stranger's program without what a terminal would obey.
fn printable(text: &str) -> String {
    let shown = |character: char| {
        if character.is_control() && !"\n\t".contains(character) { '\u{fffd}' } else { character }
    };
    text.trim_end().chars().map(shown).collect()
}

fn time(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{:.1} ms", time.as_secs_f64() * 1e3)
    } else {
        format!("{:.3} s", time.as_secs_f64())
    }
}

fn size(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// One line on a terminal's standard error that is written over and over.
struct Progress<'a> {
    submission: &'a str,
    tests: usize,
    done: usize,
    shown: bool,
}

impl Progress<'_> {
    fn new(submission: &str, tests: usize) -> Progress<'_> {
        Progress { submission, tests, done: 0, shown: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, event: &Event<'_>) {
        let text = match event {
            Event::Compiling(language) => format!("compiling {}", language.name),
            Event::Compiled(_) => format!("test 0/{}", self.tests),
            Event::Test(test) => {
                self.done += 1;
                format!("test {}/{} {}: {}", self.done, self.tests, test.test, test.verdict)
            }
        };
        if self.shown {
            eprint!("\r\x1b[2K{}: {text}", self.submission);
            // Progress that cannot be shown is no reason to stop.
            std::io::stderr().flush().ok();
        }
    }

    fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[2K");
        }
    }
}
