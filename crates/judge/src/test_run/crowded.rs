//! Running a test again that reached its wall time limit for want of a CPU.
//!
//! The limit of CPU time is exact on any machine. That of wall time is there for programs that sleep,
//! and on a busy machine it also stops one that was hardly let run. Such a run says nothing about the
//! program, so it is repeated with more wall time, and the report says that it was.
//!
//! A program that is crowded out still has a share of a CPU. One that has none at all sleeps, and would
//! sleep through every repeat. Conversations need none: their clock leaves out what a program waited
//! for a CPU.

use sandglass_package::{Kind, TestCase};
use sandglass_sandbox::Cause;

use super::TestRuns;
use crate::error::JudgeError;
use crate::lanes::Station;
use crate::limits::TestLimits;
use crate::load::Moment;
use crate::report::TestReport;

/// Repeats of one test.
const MOST_REPEATS: u32 = 2;

/// How much longer each repeat may take than the run before.
const LONGER: u32 = 3;

/// The least share of a CPU that somebody has who is crowded out: one in so many.
const SHARE: u32 = 32;

/// Whether a run was stopped by the clock on the wall with less than half of its CPU time used, and some.
/// One that both sides wait in (`idle_limit`) was not.
fn was_stopped_early(report: &TestReport, limits: &TestLimits) -> bool {
    report.cause == Cause::WallTimeLimit.name()
        && report.cpu_time < limits.cpu_time / 2
        && report.cpu_time >= limits.wall_time / SHARE
}

impl TestRuns<'_> {
    /// One run, and more where the machine had no room for it.
    pub(super) fn attempt_with_room(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
    ) -> Result<TestReport, JudgeError> {
        let mut limits = *limits;
        let mut repeats = 0;
        loop {
            let before = Moment::now();
            let mut report = self.attempt(station, test, &limits)?;
            let crowded = matches!(self.package.problem.kind, Kind::Batch)
                && was_stopped_early(&report, &limits)
                && before.was_busy_since();
            if !crowded || repeats == MOST_REPEATS {
                report.crowded_out = repeats;
                return Ok(report);
            }
            repeats += 1;
            limits.wall_time *= LONGER;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;
    use std::time::Duration;

    #[test]
    fn only_who_hardly_ran_was_crowded_out() {
        let limits = TestLimits {
            cpu_time: Duration::from_secs(1),
            wall_time: Duration::from_secs(2),
            memory: 0,
            output: 0,
            processes: 1,
        };
        for (cause, milliseconds, early) in [
            ("wall_time_limit", 499, true),
            ("wall_time_limit", 500, false),
            ("wall_time_limit", 63, true),
            ("wall_time_limit", 62, false),
            ("cpu_time_limit", 100, false),
            ("idle_limit", 100, false),
            ("exited", 100, false),
        ] {
            let mut report = TestReport::new("1", Verdict::TimeLimitExceeded);
            report.cause = cause.to_owned();
            report.cpu_time = Duration::from_millis(milliseconds);
            assert_eq!(was_stopped_early(&report, &limits), early, "{cause} {milliseconds}");
        }
    }
}
