//! `sandglass package limits`.

use std::path::PathBuf;
use std::time::Duration;

use sandglass_judge::MeasuredTest;
use sandglass_package::NewLimits;

use super::open;
use crate::failure::{DONE, Failure};
use crate::judge::{self, JudgeArguments};
use crate::print::{self, say};

/// Compute the time limits of a package from its model solution, and save them
///
/// Sim has a limit a test: 3 x + 0.6 / (x² + 2) seconds, where x is the model solution's CPU time on
/// it. ICPC/Kattis has one limit, from the slowest submission that must keep it and the package's
/// multipliers.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status:
  0  computed, and saved where that was asked for
  2  wrong usage, or a package whose submissions say nothing or the wrong thing
  3  a failure of Sandglass

Examples:
  sandglass package limits problems/necklace
  sandglass package limits problems/necklace --save")]
pub(crate) struct Arguments {
    /// Folder of a problem package
    package: PathBuf,
    /// Write them into the Simfile or problem.yaml; everything else in it stays as it is
    #[arg(long)]
    save: bool,
    /// Print one JSON object on stdout
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    judge: JudgeArguments,
}

pub(super) fn limits(arguments: &Arguments) -> Result<u8, Failure> {
    let folder = arguments.package.display().to_string();
    let failed = |error| judge::failure(&folder, &error);
    let package = open(&arguments.package, true)?;
    if arguments.save {
        package.changeable().map_err(|error| failed(error.into()))?;
    }
    let judge = arguments.judge.judge()?;
    let (limits, tests) = judge.measure_limits(&package).map_err(failed)?;
    let mut saved = None;
    if arguments.save {
        let (file, text) = package.limits_file(&limits).map_err(|error| failed(error.into()))?;
        package.replace(&file, &mut text.as_bytes()).map_err(|error| failed(error.into()))?;
        saved = Some(file);
    }
    if arguments.json {
        let whole = match &limits {
            NewLimits::Whole(limit) => Some(nanoseconds(*limit)),
            NewLimits::Tests(_) => None,
        };
        let object = serde_json::json!({
            "package": folder, "limit_ns": whole, "tests": tests, "saved": saved,
            "exit_status": DONE,
        });
        print::line(object)?;
        return Ok(DONE);
    }
    print::line(text(&limits, &tests))?;
    match saved {
        Some(file) => print::line(format!("saved in {folder}/{file}"))?,
        None => say!("  hint: --save writes them into the package"),
    }
    Ok(DONE)
}

fn text(limits: &NewLimits, tests: &[MeasuredTest]) -> String {
    if let NewLimits::Whole(limit) = limits {
        return format!("time limit {limit:?}");
    }
    let width = tests.iter().map(|test| test.test.len()).max().unwrap_or(0).max(4);
    let head = format!("{:width$}  {:>10}  {:>8}", "test", "model", "limit");
    let line = |test: &MeasuredTest| {
        let (time, limit) = (test.cpu_time.as_secs_f64(), test.limit.as_secs_f64());
        format!("{:width$}  {time:>8.3} s  {limit:>6.2} s", test.test)
    };
    std::iter::once(head).chain(tests.iter().map(line)).collect::<Vec<_>>().join("\n")
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
