//! Limits against the example submissions: room above the slowest that must pass, and below the fastest
//! that must not.

use std::time::Duration;

use sandglass_package::{ExampleSubmission, Package, TimeLimitUse};
use schemars::JsonSchema;
use serde::Serialize;

use super::check::{Check, Finding, Section};
use crate::report::{Report, nanoseconds};
use crate::time_limit::slowest_test;
use crate::verdict::Verdict;

/// A time limit, and the submissions around it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct TimeMargins {
    /// The limit, without the factors of languages.
    #[serde(rename = "time_limit_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub time_limit: Duration,
    /// The slowest submission that must keep the limit.
    pub slowest: Option<Timed>,
    /// The fastest submission that must exceed it.
    pub fastest: Option<Timed>,
    /// The limit as a multiple of the slowest time: how much room a slower machine or a longer program
    /// has.
    pub room_above: Option<f64>,
    /// The fastest time as a multiple of the limit: at least this much too slow.
    pub room_below: Option<f64>,
}

/// A submission and its time on its slowest test, as if its language had no factor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Timed {
    /// The submission.
    pub submission: String,
    /// The time.
    #[serde(rename = "cpu_time_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub cpu_time: Duration,
    /// Whether it was stopped then, and would have gone on.
    pub stopped: bool,
}

/// Whether a submission must exceed the time limit on some test.
pub(super) fn must_exceed(package: &Package, example: &ExampleSubmission) -> bool {
    package.tests.iter().any(|test| example.time_limit_use(&test.name) == TimeLimitUse::Upper)
}

/// A submission's slowest time on the tests where it must keep the limit.
pub(super) fn slowest(
    example: &ExampleSubmission,
    report: &Report,
    limit: Duration,
) -> Option<Timed> {
    let tests = report.tests.iter().filter(|test| {
        test.verdict != Some(Verdict::TimeLimitExceeded)
            && example.time_limit_use(&test.test) == TimeLimitUse::Lower
    });
    let used = tests.map(|test| test.time_used).reduce(f64::max)?;
    let cpu_time = limit.mul_f64(used.max(0.0));
    Some(Timed { submission: report.submission.clone(), cpu_time, stopped: false })
}

/// A submission's slowest time where it was given `limit` and must exceed less.
pub(super) fn too_slow(report: &Report, limit: Duration) -> Option<Timed> {
    let (cpu_time, stopped) = slowest_test(report, limit)?;
    Some(Timed { submission: report.submission.clone(), cpu_time, stopped })
}

/// Holds the limit against the format's rule.
pub(super) fn check(
    package: &Package,
    limit: Duration,
    slowest: Option<Timed>,
    fastest: Option<Timed>,
) -> (TimeMargins, Check) {
    let ratio = |over: Duration, under: Duration| {
        (under > Duration::ZERO).then(|| over.as_secs_f64() / under.as_secs_f64())
    };
    let margins = TimeMargins {
        time_limit: limit,
        room_above: slowest.as_ref().and_then(|slowest| ratio(limit, slowest.cpu_time)),
        room_below: fastest.as_ref().and_then(|fastest| ratio(fastest.cpu_time, limit)),
        slowest,
        fastest,
    };
    let subject = "time limit";
    let Some(slowest) = &margins.slowest else {
        let detail = "no submission must keep it, so nothing says that it is enough";
        return (margins, Check::new(Section::Limits, subject, Finding::Fails, detail));
    };
    let fastest = margins.fastest.as_ref().map(|fastest| fastest.cpu_time);
    let rule = &package.problem.limits.time_rule;
    let result = rule.check(limit, slowest.cpu_time, fastest);
    let mut detail = format!(
        "{:.1} times the slowest time of those that must keep it ({}, {:.3} s)",
        margins.room_above.unwrap_or(f64::INFINITY),
        slowest.submission,
        slowest.cpu_time.as_secs_f64()
    );
    if let (Some(fastest), Some(below)) = (&margins.fastest, margins.room_below) {
        let least = if fastest.stopped { "at least " } else { "" };
        detail += &format!(
            "; who must exceed it takes {least}{below:.1} times as long ({})",
            fastest.submission
        );
    }
    let finding = match (&result, &margins.fastest) {
        (Err(error), _) => {
            detail = format!("{error}; {detail}");
            Finding::Fails
        }
        (Ok(()), None) => {
            detail += "; no submission must exceed it, so nothing says that it keeps anybody out";
            Finding::Warning
        }
        (Ok(()), Some(_)) => Finding::Holds,
    };
    (margins, Check::new(Section::Limits, subject, finding, detail))
}

/// A warning where submissions that must pass come near the memory limit.
pub(super) fn memory(reports: &[(&ExampleSubmission, &Report)]) -> Option<Check> {
    let accepted = reports.iter().filter(|(_, report)| report.verdict == Some(Verdict::Accepted));
    let of_report = |(_, report): &(&ExampleSubmission, &Report)| {
        let limits = report.limits?;
        let used = report.most().2 as f64 / limits.memory as f64;
        Some((used, report.submission.clone()))
    };
    let (used, name) = accepted.filter_map(of_report).max_by(|a, b| a.0.total_cmp(&b.0))?;
    let finding = if used > 2.0 / 3.0 { Finding::Warning } else { Finding::Holds };
    let detail = format!("{name} uses {:.0} % of it, the most of all that pass", used * 100.0);
    Some(Check::new(Section::Limits, "memory limit", finding, detail))
}
