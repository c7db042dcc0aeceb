//! What became of the runs of a test, added up to its report.

use std::time::Duration;

use sandglass_languages::Language;
use sandglass_package::TestCase;
use sandglass_sandbox::{Cause, Outcome};

use super::checking::Checked;
use crate::check::CheckerReport;
use crate::checker::Difference;
use crate::interactive::Interaction;
use crate::limits::TestLimits;
use crate::report::{CallsReport, TestReport};
use crate::scratch::SharedFile;
use crate::verdict::Verdict;

/// How one run of a submission ended.
#[derive(Debug)]
pub(super) struct RunEnd {
    /// Its own failure.
    pub(super) failure: Option<Verdict>,
    pub(super) cause: Cause,
    exit_code: Option<i32>,
    signal: Option<i32>,
    system_call: Option<String>,
    cpu_time: Duration,
    wall_time: Duration,
    peak_memory_bytes: u64,
    output_bytes: u64,
    stderr: String,
    backend: &'static str,
}

impl RunEnd {
    pub(super) fn new(
        outcome: Outcome,
        failure: Option<Verdict>,
        output_bytes: u64,
        stderr: &[u8],
    ) -> RunEnd {
        let cause = match failure {
            Some(Verdict::OutputLimitExceeded) => Cause::OutputLimit,
            _ => outcome.cause,
        };
        RunEnd {
            failure,
            cause,
            exit_code: outcome.exit_code,
            // A kill of ours is not the program's signal.
            signal: outcome.signal.filter(|_| cause == outcome.cause && cause != Cause::Killed),
            cpu_time: outcome.cpu_time(),
            system_call: outcome.system_call,
            wall_time: outcome.wall_time,
            peak_memory_bytes: outcome.peak_memory_bytes,
            output_bytes,
            stderr: String::from_utf8_lossy(stderr).into_owned(),
            backend: outcome.backend.name(),
        }
    }
}

/// The failure of a run as far as it does not depend on a checker. `Err` is an end that no program can
/// bring about by itself.
pub(super) fn failure_of(
    outcome: &Outcome,
    overflowed: bool,
    language: &Language,
) -> Result<Option<Verdict>, Cause> {
    match Verdict::of_run(outcome.cause, outcome.exit_code) {
        // We killed it, or it ended (by SIGPIPE or by itself) before we could.
        Err(Cause::Killed) | Ok(None | Some(Verdict::RunTimeError)) if overflowed => {
            Ok(Some(Verdict::OutputLimitExceeded))
        }
        // A run-time that keeps to the limit by itself says so in its own way.
        Ok(Some(Verdict::RunTimeError))
            if language.ran_out_of_memory(outcome.exit_code, outcome.signal) =>
        {
            Ok(Some(Verdict::MemoryLimitExceeded))
        }
        other => other,
    }
}

/// What was found out beside the runs.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) difference: Option<Difference>,
    pub(super) checker: Option<CheckerReport>,
    pub(super) interaction: Option<Interaction>,
    pub(super) calls: Option<CallsReport>,
}

impl Told {
    /// Takes what a checker found in a pass. The last pass counts; times are those of all. Returns the
    /// input of the next.
    pub(super) fn take(&mut self, checked: Option<Checked>) -> Option<SharedFile> {
        let checked = checked?;
        let mut report = checked.report;
        if let Some(before) = self.checker.take() {
            report.cpu_time += before.cpu_time;
            report.peak_memory_bytes = report.peak_memory_bytes.max(before.peak_memory_bytes);
        }
        self.checker = Some(report);
        checked.next_input
    }

    /// Whether the checker accepts.
    pub(super) fn accepted(&self) -> bool {
        self.checker.as_ref().is_some_and(|report| report.accepted)
    }
}

/// The runs so far. Limits hold for each pass by itself, so times and memory are the most of any.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) passes: u64,
    limit: Duration,
    last: Option<RunEnd>,
    cpu_time: Duration,
    wall_time: Duration,
    peak_memory_bytes: u64,
    output_bytes: u64,
}

impl Tally {
    pub(super) fn new(limits: &TestLimits) -> Tally {
        Tally {
            passes: 0,
            limit: limits.cpu_time,
            last: None,
            cpu_time: Duration::ZERO,
            wall_time: Duration::ZERO,
            peak_memory_bytes: 0,
            output_bytes: 0,
        }
    }

    /// Adds a run and returns its failure.
    pub(super) fn add(&mut self, end: RunEnd) -> Option<Verdict> {
        self.passes += 1;
        self.cpu_time = self.cpu_time.max(end.cpu_time);
        self.wall_time = self.wall_time.max(end.wall_time);
        self.peak_memory_bytes = self.peak_memory_bytes.max(end.peak_memory_bytes);
        self.output_bytes += end.output_bytes;
        let failure = end.failure;
        self.last = Some(end);
        failure
    }

    /// Adds runs that were at the same time, of one submission: their times and memory together, and
    /// the words of the one that failed, or of the first.
    pub(super) fn add_together(&mut self, ends: Vec<RunEnd>, failure: Option<Verdict>) {
        self.passes += 1;
        self.cpu_time = ends.iter().map(|end| end.cpu_time).sum();
        self.wall_time = ends.iter().map(|end| end.wall_time).max().unwrap_or_default();
        self.peak_memory_bytes = ends.iter().map(|end| end.peak_memory_bytes).sum();
        let failed = ends.iter().position(|end| failure.is_some() && end.failure == failure);
        self.last = ends.into_iter().nth(failed.unwrap_or(0));
    }

    pub(super) fn report(self, test: &TestCase, verdict: Verdict, told: Told) -> TestReport {
        let part = self.cpu_time.as_secs_f64() / self.limit.as_secs_f64().max(1e-9);
        let mut report = TestReport::new(&test.name, verdict);
        if let Some(last) = self.last {
            report.cause = last.cause.name().to_owned();
            report.exit_code = last.exit_code;
            report.signal = last.signal;
            report.system_call = last.system_call;
            report.stderr = last.stderr;
            report.backend = last.backend.to_owned();
        }
        report.cpu_time = self.cpu_time;
        report.wall_time = self.wall_time;
        report.peak_memory_bytes = self.peak_memory_bytes;
        report.output_bytes = self.output_bytes;
        report.time_used = part;
        report.passes = u32::try_from(self.passes).unwrap_or(u32::MAX);
        report.difference = told.difference;
        report.checker = told.checker;
        report.interaction = told.interaction;
        report.calls = told.calls;
        report
    }
}
