//! Several processes of the submission and a manager of the problem (CMS's communication tasks).

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use sandglass_languages::WORK_DIRECTORY;
use sandglass_package::{Protocol, TestCase};
use sandglass_sandbox::{Cause, Outcome, Output};

use super::checking::TestFiles;
use super::end::{RunEnd, Tally, Told, failure_of};
use super::{TestRuns, spooling};
use crate::asking::refuse_killed;
use crate::check::{self, Place};
use crate::error::JudgeError;
use crate::helper::{HelperEnd, HelperRun};
use crate::interactive::{Gathered, Group, Member, Pipes};
use crate::lanes::Station;
use crate::limits::{MOST_PUT_OFF, TestLimits, wall_time};
use crate::report::TestReport;
use crate::verdict::Verdict;

/// Where the pipes are, inside.
const INSIDE: &str = "/fifo";

/// Bytes of a process' standard error that are kept.
const KEPT_OF_STDERR: u64 = 4 << 10;

impl TestRuns<'_> {
    /// Runs a test with `processes` of the submission.
    pub(super) fn communicate(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
        processes: u32,
        stdio: bool,
    ) -> Result<TestReport, JudgeError> {
        let step = |error: std::io::Error| JudgeError::system("make named pipes", error);
        let manager = self.interactor()?;
        let files = TestFiles::read(self.package, test)?;
        let folder = tempfile::Builder::new().prefix("sandglass-").tempdir().map_err(step)?;
        let open = |path: &std::path::Path| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o711)).map_err(step)
        };
        open(folder.path())?;
        let longest = limits.wall_time + wall_time(self.programs.limits.time);
        let mut arguments = Vec::new();
        let mut members = Vec::new();
        for process in 0..processes.max(1) {
            let own = folder.path().join(process.to_string());
            std::fs::create_dir(&own).map_err(step)?;
            open(&own)?;
            let pipes = Pipes::make(&own).map_err(|errno| step(errno.into()))?;
            arguments.push(format!("{INSIDE}/{process}/from"));
            arguments.push(format!("{INSIDE}/{process}/to"));
            let mut request = self
                .request_for(test, limits)?
                .shape(|view| view.bind(&own, INSIDE))
                .stderr(Output::Capture { limit: KEPT_OF_STDERR });
            if !stdio {
                request = request.arguments([format!("{INSIDE}/to"), format!("{INSIDE}/from")]);
            }
            if processes > 1 {
                request = request.argument(process.to_string());
            }
            request.limits_mut().output = None;
            // The judge's clock is the exact one, and the lane's comes after the manager's own.
            request.limits_mut().wall_time = Some(longest * 6 * MOST_PUT_OFF);
            if let Some(cpu) = station.cpu() {
                request = request.cpus(&[cpu]);
            }
            members.push(Member { request, pipes });
        }
        let mut run = HelperRun::new(&manager.helper, self.programs.limits);
        run.arguments = arguments;
        run.arguments.extend(test.output_validator_arguments.iter().cloned());
        run.stdin = files.input.input().map_err(spooling)?;
        // Managers of CMS read it under this name too, in the directory where they may write.
        run.files.push((format!("{WORK_DIRECTORY}/input.txt"), files.input.clone()));
        let mut request = run.request()?.shape(|view| view.bind(folder.path(), INSIDE));
        request.limits_mut().wall_time = Some(longest * 3 * MOST_PUT_OFF);
        if let Some(cpu) = station.cpu() {
            request = request.cpus(&[cpu]);
        }
        let lanes = station.lanes(members.len() + 1)?;
        let gathered = Group {
            lanes: &lanes[..=members.len()],
            members,
            stdio,
            manager: request,
            output: limits.output,
            wall_time: limits.wall_time,
            manager_time: wall_time(self.programs.limits.time),
            longest: longest * 12 * MOST_PUT_OFF,
        }
        .gather()?;
        self.judge_group(test, limits, &run, manager.protocol, gathered)
    }

    fn judge_group(
        &self,
        test: &TestCase,
        limits: &TestLimits,
        run: &HelperRun<'_>,
        protocol: Protocol,
        gathered: Gathered,
    ) -> Result<TestReport, JudgeError> {
        let reason = match (gathered.manager_slept, gathered.manager_late) {
            (true, _) => Some("the submission waited for it, and it slept"),
            (_, true) => Some("it did not end in time after the submission had ended"),
            _ => None,
        };
        if let Some(reason) = reason {
            let end = HelperEnd::default();
            return Err(run.fault(Some(&test.name), reason.to_owned(), &end).into());
        }
        let mut failure = None;
        // What a process makes of a manager that has failed is the manager's doing.
        let manager_failed = gathered.manager.as_ref().is_some_and(|outcome| !outcome.success());
        let mut cpu_time = Duration::ZERO;
        let mut ends = Vec::new();
        let mut too_much = false;
        for (outcome, after_manager) in gathered.members {
            cpu_time += outcome.cpu_time();
            too_much |= gathered.overflowed && outcome.cause == Cause::Killed;
            let own =
                self.failure_of_member(test, &outcome, after_manager, gathered.out_of_time)?;
            let stderr = outcome.stderr_bytes().unwrap_or_default();
            ends.push(RunEnd::new(outcome, own, 0, &stderr));
            if !(after_manager && manager_failed) {
                failure = failure.or(own);
            }
        }
        // We killed them all at once; what one of them made of it does not matter.
        if too_much {
            failure = Some(Verdict::OutputLimitExceeded);
        }
        // All processes together may use the time of the test.
        let over = failure.is_none() && cpu_time > limits.cpu_time;
        if over {
            failure = Some(Verdict::TimeLimitExceeded);
        }
        let mut told = Told::default();
        if failure.is_none() {
            let Some(outcome) = gathered.manager else {
                return Err(JudgeError::system(
                    format!("run test {}", test.name),
                    "the manager's outcome is lost",
                ));
            };
            let end = run.end(refuse_killed(run, outcome)?)?;
            let report = check::read(protocol, Place::AfterOutput, &end)
                .map_err(|reason| run.fault(Some(&test.name), reason, &end))?;
            told.checker = Some(report);
        }
        let verdict = match failure {
            Some(failure) => failure,
            None if told.accepted() => Verdict::Accepted,
            None => Verdict::WrongAnswer,
        };
        let mut tally = Tally::new(limits);
        tally.add_together(ends, failure);
        let mut report = tally.report(test, verdict, told);
        report.output_bytes = gathered.written;
        if too_much {
            report.cause = Cause::OutputLimit.name().to_owned();
        } else if over {
            report.cause = Cause::CpuTimeLimit.name().to_owned();
        } else if gathered.out_of_time && verdict == Verdict::TimeLimitExceeded {
            report.cause = Cause::WallTimeLimit.name().to_owned();
        }
        Ok(report)
    }

    /// The failure of one process; of one that only noticed that the manager had ended, none.
    fn failure_of_member(
        &self,
        test: &TestCase,
        outcome: &Outcome,
        after_manager: bool,
        out_of_time: bool,
    ) -> Result<Option<Verdict>, JudgeError> {
        const BROKEN_PIPE: i32 = 13;
        if after_manager && outcome.signal == Some(BROKEN_PIPE) {
            return Ok(None);
        }
        match failure_of(outcome, false, &self.language) {
            Ok(failure) => Ok(failure),
            Err(Cause::Killed) if out_of_time => Ok(Some(Verdict::TimeLimitExceeded)),
            // Killed because another process had failed, which decides.
            Err(Cause::Killed) => Ok(None),
            Err(cause) => {
                let reason = format!("it was {} from outside", cause.name());
                Err(JudgeError::system(format!("run test {}", test.name), reason))
            }
        }
    }
}
