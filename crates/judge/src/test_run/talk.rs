//! A run in conversation with a program of the problem.

use sandglass_package::{Protocol, TestCase};
use sandglass_sandbox::{Cause, Outcome, Output};

use super::TestRuns;
use super::checking::{Checked, TestFiles};
use super::end::{RunEnd, failure_of};
use crate::check::{self, Paths, Place};
use crate::error::JudgeError;
use crate::helper::{FEEDBACK, HelperRun};
use crate::interactive::{Decision, Interaction, Pair, Party, SubmissionEnd, Talk, decide};
use crate::lanes::Station;
use crate::limits::{MOST_PUT_OFF, TestLimits, wall_time};
use crate::programs::Called;
use crate::scratch::SharedFile;
use crate::verdict::Verdict;

/// Bytes of the submission's standard error that are kept.
const KEPT_OF_STDERR: u64 = 4 << 10;

/// One pass of a test: of most tests the only one.
pub(super) struct Pass<'a> {
    /// With the input of this pass.
    pub(super) files: &'a TestFiles,
    /// What the feedback directory held after the pass before.
    pub(super) earlier: Option<SharedFile>,
    /// Whether there may be more than one.
    pub(super) several: bool,
}

/// A conversation that came to an end.
pub(super) struct Talked {
    pub(super) end: RunEnd,
    pub(super) checked: Option<Checked>,
    pub(super) interaction: Interaction,
    /// What the interactor wrote for a checker.
    pub(super) output: Option<SharedFile>,
    /// What the feedback directory holds for a further pass.
    pub(super) kept: Option<SharedFile>,
}

impl TestRuns<'_> {
    /// Lets the submission talk with `interactor`.
    pub(super) fn talk(
        &self,
        station: &mut Station,
        test: &TestCase,
        limits: &TestLimits,
        interactor: &Called,
        pass: Pass<'_>,
    ) -> Result<Talked, JudgeError> {
        let Pass { files, earlier, several } = pass;
        let protocol = interactor.protocol;
        let mut run = HelperRun::new(&interactor.helper, self.programs.limits);
        let output = format!("{FEEDBACK}output");
        let paths = Paths { output: output.clone(), ..files.paths.clone() };
        let own = &test.output_validator_arguments;
        run.arguments = check::arguments(protocol, Place::Interactive, &paths, own);
        run.files = files.shown();
        run.feedback = true;
        run.images = self.programs.images;
        run.patience = limits.wall_time + wall_time(self.programs.limits.time);
        run.product = (protocol == Protocol::Testlib).then_some(output);
        if several {
            run.next_input = self.package.problem.limits.output.max(64 << 20);
            run.keep_feedback = true;
            run.earlier_feedback = earlier;
        }
        let mut checker = run.request()?;
        // Its standard output is a pipe to the submission, and the kernel's own: nobody counts it.
        checker.limits_mut().output = None;
        // The judge's clock is the exact one for both: it leaves out the time that a checker uses, and
        // waits for a CPU. Those of the lanes come long after it, the checker's first.
        checker.limits_mut().wall_time = Some(run.patience * MOST_PUT_OFF);
        let mut submission =
            self.request_for(test, limits)?.stderr(Output::Capture { limit: KEPT_OF_STDERR });
        submission.limits_mut().output = None;
        let longest = 2 * run.patience * MOST_PUT_OFF;
        submission.limits_mut().wall_time = Some(longest);
        if let Some(cpu) = station.cpu() {
            checker = checker.cpus(&[cpu]);
            submission = submission.cpus(&[cpu]);
        }
        let accepts = |outcome: &Outcome| {
            let stderr = match protocol {
                Protocol::Sim | Protocol::Testlib => outcome.stderr_bytes().unwrap_or_default(),
                _ => Vec::new(),
            };
            check::accepts_at_first_sight(protocol, outcome, &stderr)
        };
        let lanes = station.lanes(2)?;
        let talk = Pair {
            submission_lane: &lanes[0],
            checker_lane: &lanes[1],
            submission,
            checker,
            wall_time: limits.wall_time,
            checker_time: wall_time(self.programs.limits.time),
            longest: longest + run.patience,
            output: limits.output,
            transcript: self.transcript,
            accepts: &accepts,
        }
        .talk()?;
        self.judge_talk(test, &run, interactor, talk)
    }

    fn judge_talk(
        &self,
        test: &TestCase,
        run: &HelperRun<'_>,
        interactor: &Called,
        talk: Talk,
    ) -> Result<Talked, JudgeError> {
        let step = || format!("run test {}", test.name);
        let interaction = Interaction {
            ended_first: Some(talk.first),
            blocked: talk.blocked,
            blocked_words: talk.blocked.as_ref().map(ToString::to_string),
            transcript: talk.transcript,
            transcript_cut: talk.transcript_cut,
        };
        let stderr = talk.submission.stderr_bytes().unwrap_or_default();
        let too_much = talk.overflowed && talk.submission.cause == Cause::Killed;
        let by_clock = talk.blocked.is_some() || talk.out_of_time || too_much;
        let failure = if too_much {
            Some(Verdict::OutputLimitExceeded)
        } else if by_clock {
            Some(Verdict::TimeLimitExceeded)
        } else {
            match failure_of(&talk.submission, talk.overflowed, &self.language) {
                Ok(failure) => failure,
                // We killed it, because the checker had rejected.
                Err(Cause::Killed) if talk.first == Party::Checker => None,
                Err(cause) => {
                    let reason = format!("it was {} from outside", cause.name());
                    return Err(JudgeError::system(step(), reason));
                }
            }
        };
        let broken_pipe = talk.submission.signal == Some(13);
        let end = SubmissionEnd { failure, broken_pipe };
        let mut checked = None;
        let (mut output, mut kept) = (None, None);
        let mut accepts = false;
        let reason = match (talk.checker_slept, talk.checker_late) {
            (true, _) => Some("the submission waited for it, and it slept"),
            (_, true) => Some("it did not end in time after the submission had ended"),
            _ => None,
        };
        if let Some(reason) = reason {
            let reason = reason.to_owned();
            let end = crate::helper::HelperEnd::default();
            return Err(run.fault(Some(&test.name), reason, &end).into());
        }
        let mut decision = match (by_clock, failure) {
            (true, Some(failure)) => Decision::Failure(failure),
            _ => decide(talk.first, end, talk.checker_stopped_reading, false),
        };
        if let (Decision::Checker, _) | (Decision::Failure(_), Party::Checker) =
            (decision, talk.first)
            && !by_clock
            && let Some(outcome) = talk.checker
        {
            if outcome.cause == Cause::Killed {
                return Err(JudgeError::system(step(), "the checker was killed from outside"));
            }
            let mut end_of_checker = run.end(outcome)?;
            let report = check::read(interactor.protocol, Place::Interactive, &end_of_checker)
                .map_err(|reason| run.fault(Some(&test.name), reason, &end_of_checker))?
                .for_problem(&self.package.problem);
            accepts = report.accepted;
            output = end_of_checker.product.take();
            let next_input = end_of_checker.next_input.take();
            checked = Some(Checked { report, next_input });
            kept = end_of_checker.kept_feedback;
        }
        if !by_clock {
            decision = decide(talk.first, end, talk.checker_stopped_reading, accepts);
        }
        let failure = match decision {
            Decision::Failure(failure) => Some(failure),
            Decision::Checker => None,
        };
        let mut end = RunEnd::new(talk.submission, failure, talk.written, &stderr);
        if by_clock && !too_much {
            end.cause =
                if talk.blocked.is_some() { Cause::IdleLimit } else { Cause::WallTimeLimit };
        }
        Ok(Talked { end, checked, interaction, output, kept })
    }
}
