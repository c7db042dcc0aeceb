//! `sandglass verify`: whether a problem package does what it says.

use std::path::PathBuf;
use std::process::ExitCode;

use sandglass_judge::{
    Check, Finding, ProblemSummary, Section, Session, Step, Verification, verify, verify_page,
};
use sandglass_package::Package;

use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::judge::{self, Progress, write_page};
use crate::{print, results};

/// Check a problem package: validators, generators, example submissions, limits
///
/// Every input must satisfy every input validator, and every invalid one must be rejected; outputs that
/// the package calls valid or invalid must be judged so; generators must make the same test twice, and
/// the one that is there; every example submission must get what the package expects of it; and the
/// time limit must leave the room that the format asks for.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  everything holds; what deserves a look is printed as a warning
  1  something does not
  2  wrong usage or no package     3  a failure of Sandglass

Examples:
  sandglass verify problems/different
  sandglass verify problems/different --lanes 2 --report different.html")]
pub(crate) struct Arguments {
    /// Folder or archive of a problem package
    package: PathBuf,
    /// Print one JSON object on stdout
    #[arg(long)]
    json: bool,
    /// Write one HTML page with everything in it
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Print the checks that hold one by one, and not only their number
    #[arg(long)]
    verbose: bool,
    /// Fail also where nothing is shown: a verdict that the problem's kind can have and no example
    /// submission gets, and validators that no invalid input tries
    #[arg(long)]
    thorough: bool,
    #[command(flatten)]
    judge: judge::JudgeArguments,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match verify_package(arguments) {
        Ok(status) => ExitCode::from(status),
        Err(failure) => failure.report_as(arguments.json),
    }
}

fn verify_package(arguments: &Arguments) -> Result<u8, Failure> {
    let folder = arguments.package.display().to_string();
    arguments.report.as_deref().map_or(Ok(()), results::check)?;
    let package = Package::open(&arguments.package)
        .map_err(|error| judge::failure(&folder, &error.into()))?;
    let judge = arguments.judge.judge()?;
    let session = Session {
        sandglass: env!("CARGO_PKG_VERSION").to_owned(),
        problem: ProblemSummary::of(&package),
        warnings: Vec::new(),
        machine: arguments.judge.machine(),
        exit_status: DONE,
        submissions: Vec::new(),
    };
    let mut progress: Option<Progress<'_>> = None;
    let thorough = arguments.thorough;
    let verified = verify(&judge, &package, thorough, session, &mut |step| match step {
        Step::Section(_) => {
            if let Some(progress) = progress.take() {
                progress.clear();
            }
        }
        Step::Submission(example) => {
            if let Some(progress) = progress.take() {
                progress.clear();
            }
            let name = package.submissions.iter().find(|known| known.name == example.name);
            progress = name.map(|known| Progress::new(&known.name, package.tests.len()));
        }
        Step::Event(event) => {
            if let Some(progress) = &mut progress {
                progress.show(&event);
            }
        }
    });
    if let Some(progress) = progress {
        progress.clear();
    }
    let mut verified = verified.map_err(|error| judge::failure(&folder, &error))?;
    verified.session.note_backend();
    if let Some(path) = &arguments.report {
        write_page(path, verify_page(&verified))?;
    }
    if arguments.json {
        print::json(&verified)?;
    } else {
        print::line(text(&verified, arguments.verbose))?;
    }
    Ok(if verified.failures == 0 { DONE } else { NOT_AS_HOPED })
}

/// The checks that do not hold, or all of them, section by section, and a line that sums up.
fn text(verified: &Verification, verbose: bool) -> String {
    let mut lines = Vec::new();
    for section in Section::ALL {
        let of_section = || verified.checks.iter().filter(move |check| check.section == section);
        let total = of_section().count();
        if total == 0 {
            continue;
        }
        let holds = of_section().filter(|check| check.finding == Finding::Holds).count();
        lines.push(format!("{:12} {holds} of {total} hold", section.title()));
        // Limits are figures that a setter wants to see even where they hold.
        let shown = |check: &&Check| {
            verbose || section == Section::Limits || check.finding != Finding::Holds
        };
        for check in of_section().filter(shown) {
            let mark = match check.finding {
                Finding::Holds => "ok",
                Finding::Warning => "look",
                Finding::Fails => "FAILS",
            };
            lines.push(format!("  {mark:5}  {}: {}", check.subject, check.detail));
        }
    }
    let name = &verified.session.problem.name;
    lines.push(match (verified.failures, verified.warnings) {
        (0, 0) => format!("{name}: everything holds"),
        (0, warnings) => format!("{name}: everything holds; {warnings} to look at"),
        (failures, _) => format!("{name}: {failures} of {} checks FAIL", verified.checks.len()),
    });
    lines.join("\n")
}
