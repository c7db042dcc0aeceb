//! Repeating a test whose time is too near to the limit to be told from it.
//!
//! A time has noise: caches, neighbours and the kernel's own work move it by some percent. A run that
//! ends within [`margin`] of the limit, on either side of it, says little about a program that is to be
//! on one side. Such a test is run until there are [`MEASUREMENTS`] times, under a limit that is looser
//! by the margin, and the median of the times decides. A run that does not end under the looser limit
//! either is over it, and that is all there is to know.

use std::time::Duration;

use sandglass_package::TestCase;
use sandglass_sandbox::Cause;

use super::TestRuns;
use crate::error::JudgeError;
use crate::lanes::Station;
use crate::limits::{TestLimits, wall_time};
use crate::report::{TestReport, Timing};
use crate::verdict::Verdict;

/// Times of a test that decide together.
const MEASUREMENTS: usize = 3;

/// How near to the limit a time says little: a twentieth of the limit, and not less than what a busy
/// machine adds to any run.
fn margin(limit: Duration) -> Duration {
    (limit / 20).max(Duration::from_millis(10))
}

/// Whether a first run asks for more.
fn is_near(report: &TestReport, limit: Duration) -> bool {
    match report.verdict {
        Some(Verdict::TimeLimitExceeded) => report.cause == Cause::CpuTimeLimit.name(),
        Some(Verdict::Accepted) => report.cpu_time + margin(limit) >= limit,
        // It has failed for another reason, and time does not matter.
        _ => false,
    }
}

impl TestRuns<'_> {
    /// Runs a test again where its time asks for it.
    pub(super) fn settle(
        &self,
        station: &mut Station,
        test: &TestCase,
        first: TestReport,
    ) -> Result<TestReport, JudgeError> {
        let limits = self.limits_of(test);
        let limit = limits.cpu_time;
        if !is_near(&first, limit) {
            return Ok(first);
        }
        let looser = limit + margin(limit);
        let loose = TestLimits { cpu_time: looser, wall_time: wall_time(looser), ..limits };
        let mut reports = vec![first];
        while reports.len() < MEASUREMENTS {
            let again = self.attempt(station, test, &loose)?;
            let over = is_over(&again);
            reports.push(again);
            if over && is_over(&reports[0]) {
                // Two out of three are over whatever a third would be.
                break;
            }
        }
        Ok(decide(reports, limit))
    }
}

fn is_over(report: &TestReport) -> bool {
    report.verdict == Some(Verdict::TimeLimitExceeded)
}

/// The report that counts, with what is known of the noise.
fn decide(mut reports: Vec<TestReport>, limit: Duration) -> TestReport {
    let times: Vec<Duration> = reports.iter().map(|report| report.cpu_time).collect();
    let mut sorted = times.clone();
    sorted.sort_unstable();
    let median = sorted[(sorted.len() - 1) / 2];
    // A time that a limit cut off is no measure of noise.
    let whole = || reports.iter().filter(|report| !is_over(report)).map(|report| report.cpu_time);
    let noise = match (whole().min(), whole().max()) {
        (Some(least), Some(most)) if least < most => Some(most - least),
        _ => None,
    };
    let within = median <= limit;
    // Of the runs on the side that counts, the one in the middle; one that failed for another reason
    // under the looser limit has shown what the program does when it has the time.
    let fits = |report: &TestReport| (report.cpu_time <= limit && !is_over(report)) == within;
    let mut order: Vec<usize> = (0..reports.len()).filter(|&at| fits(&reports[at])).collect();
    order.sort_by_key(|&at| reports[at].cpu_time);
    let chosen = order.get(order.len().saturating_sub(1) / 2).copied().unwrap_or(0);
    let mut report = reports.swap_remove(chosen);
    if !within && !is_over(&report) {
        report.verdict = Some(Verdict::TimeLimitExceeded);
        report.cause = Cause::CpuTimeLimit.name().to_owned();
    }
    report.time_used = report.cpu_time.as_secs_f64() / limit.as_secs_f64().max(1e-9);
    report.timing = Some(Timing { times, median, noise, limit });
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(1000);

    fn report(milliseconds: u64, verdict: Verdict) -> TestReport {
        let mut report = TestReport::new("test", verdict);
        report.cpu_time = Duration::from_millis(milliseconds);
        if verdict == Verdict::TimeLimitExceeded {
            report.cause = "cpu_time_limit".to_owned();
        }
        report
    }

    #[track_caller]
    fn check(runs: &[(u64, Verdict)], verdict: Verdict, time: u64, noise: Option<u64>) {
        let runs = runs.iter().map(|&(time, verdict)| report(time, verdict)).collect();
        let decided = decide(runs, LIMIT);
        let timing = decided.timing.unwrap();
        let milliseconds = |time: Duration| time.as_millis() as u64;
        assert_eq!(
            (
                decided.verdict.unwrap(),
                milliseconds(decided.cpu_time),
                timing.noise.map(milliseconds)
            ),
            (verdict, time, noise)
        );
    }

    #[test]
    fn the_median_decides() {
        use Verdict::{Accepted, TimeLimitExceeded, WrongAnswer};
        let over = TimeLimitExceeded;
        check(&[(990, Accepted), (980, Accepted), (985, Accepted)], Accepted, 985, Some(10));
        check(&[(990, Accepted), (1010, Accepted), (1020, Accepted)], over, 1010, Some(30));
        check(&[(1001, over), (990, Accepted), (980, Accepted)], Accepted, 980, Some(10));
        check(&[(1001, over), (1051, over)], over, 1001, None);
        check(&[(1001, over), (990, WrongAnswer), (980, WrongAnswer)], WrongAnswer, 980, Some(10));
        check(&[(1001, over), (1020, Accepted), (980, Accepted)], over, 1001, Some(40));
    }

    #[test]
    fn only_what_is_near_is_repeated() {
        use Verdict::{Accepted, RunTimeError, TimeLimitExceeded};
        assert!(!is_near(&report(940, Accepted), LIMIT));
        assert!(is_near(&report(960, Accepted), LIMIT));
        assert!(is_near(&report(1001, TimeLimitExceeded), LIMIT));
        assert!(!is_near(&report(999, RunTimeError), LIMIT));
        let mut asleep = report(1, TimeLimitExceeded);
        asleep.cause = "wall_time_limit".to_owned();
        assert!(!is_near(&asleep, LIMIT));
    }
}
