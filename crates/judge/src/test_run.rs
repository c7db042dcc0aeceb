//! One run of a submission on one test.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sandglass_languages::Language;
use sandglass_package::{Package, PackageError, TestCase};
use sandglass_sandbox::{Cause, Input, Lane, Outcome, Output, Request};

use crate::checker::{DefaultValidator, Difference, ValidatorOptions};
use crate::error::{JudgeError, with_retry};
use crate::limits::TestLimits;
use crate::program::Program;
use crate::pump::{self, PumpError, Pumped};
use crate::report::TestReport;
use crate::verdict::Verdict;

/// What all runs of a submission share.
pub(crate) struct TestRuns<'a> {
    package: &'a Package,
    /// The run without its streams and the test's arguments. Made once: a policy is read from text.
    request: Request,
    limits: TestLimits,
    language: Arc<Language>,
}

/// How long after its wall limit a run may take to end before we call it our failure: a machine
/// under load must not turn a time limit into one.
const PATIENCE: Duration = Duration::from_secs(30);

impl<'a> TestRuns<'a> {
    pub(crate) fn new(
        package: &'a Package,
        program: &Program,
        limits: TestLimits,
    ) -> Result<TestRuns<'a>, JudgeError> {
        let request = program.request(&limits, package.problem.allow_file_writing)?;
        Ok(TestRuns { package, request, limits, language: Arc::clone(&program.language) })
    }

    /// Runs one test; a failure of ours is tried again once.
    pub(crate) fn run(&self, lane: &Lane, test: &TestCase) -> Result<TestReport, JudgeError> {
        let options = ValidatorOptions::parse(&test.output_validator_arguments)
            .map_err(|source| JudgeError::ValidatorArguments { test: test.name.clone(), source })?;
        let (mut report, retried) = with_retry(|| self.attempt(lane, test, options.clone()))?;
        report.retried = retried;
        Ok(report)
    }

    fn attempt(
        &self,
        lane: &Lane,
        test: &TestCase,
        options: ValidatorOptions,
    ) -> Result<TestReport, JudgeError> {
        let step = || format!("run test {}", test.name);
        let input = self.package.file(&test.input)?;
        let answer = answer(test)?;
        let mut validator = DefaultValidator::new(options, self.package.file(answer)?);
        let (near, far) = pump::pipes().map_err(|errno| JudgeError::system(step(), errno))?;
        let request = self
            .request
            .clone()
            .arguments(&test.arguments)
            .stdin(Input::Descriptor(Arc::new(far.stdin)))
            .stdout(Output::Descriptor(Arc::new(far.stdout)))
            .stderr(Output::Descriptor(Arc::new(far.stderr)));
        let run = lane.submit(&request).map_err(|error| JudgeError::sandbox(step(), &error))?;
        // The request holds the program's ends: as long as it lives, no pipe ever ends.
        drop(request);
        let killer = run.killer();
        let kill = || {
            // A run that is over cannot be killed any more, and need not be.
            killer.kill().ok();
        };
        let deadline = Instant::now() + self.limits.wall_time + PATIENCE;
        let pumped = pump::pump(
            near,
            &input,
            self.limits.output,
            deadline,
            |piece| validator.feed(piece),
            kill,
        );
        let pumped = match pumped {
            Ok(pumped) => pumped,
            Err(error) => {
                run.cancel();
                return Err(self.failure(test, error));
            }
        };
        let outcome = run.wait().map_err(|error| JudgeError::sandbox(step(), &error))?;
        let verdict = verdict(&outcome, pumped.overflowed, &self.language).map_err(|cause| {
            JudgeError::system(step(), format!("it was {} from outside", cause.name()))
        })?;
        let difference = match verdict {
            None => validator.finish().map_err(|error| unreadable(answer_name(test), error))?,
            Some(_) => None,
        };
        Ok(report(test, &outcome, verdict, pumped, difference))
    }

    fn failure(&self, test: &TestCase, error: PumpError) -> JudgeError {
        let step = format!("run test {}", test.name);
        match error {
            PumpError::Input(error) => unreadable(&test.input, error),
            PumpError::Consumer(error) => unreadable(answer_name(test), error),
            PumpError::System(errno) => JudgeError::system(step, errno),
            PumpError::Deadline => JudgeError::system(step, "it did not end at its wall limit"),
        }
    }
}

/// The answer, without which the default validator has nothing to compare with.
fn answer(test: &TestCase) -> Result<&str, PackageError> {
    test.answer.as_deref().ok_or_else(|| PackageError::Missing {
        file: test.name.clone(),
        reason: "the default validator needs an answer to every test",
    })
}

fn answer_name(test: &TestCase) -> &str {
    test.answer.as_deref().unwrap_or(&test.name)
}

fn unreadable(file: &str, source: std::io::Error) -> JudgeError {
    PackageError::Read { file: file.to_owned(), source }.into()
}

/// The verdict as far as it does not depend on the checker.
fn verdict(
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

fn report(
    test: &TestCase,
    outcome: &Outcome,
    verdict: Option<Verdict>,
    pumped: Pumped,
    difference: Option<Difference>,
) -> TestReport {
    let checked = if difference.is_some() { Verdict::WrongAnswer } else { Verdict::Accepted };
    let verdict = verdict.unwrap_or(checked);
    let cause =
        if verdict == Verdict::OutputLimitExceeded { Cause::OutputLimit } else { outcome.cause };
    // A kill of ours is not the program's signal.
    let signal = outcome.signal.filter(|_| cause == outcome.cause);
    TestReport {
        test: test.name.clone(),
        verdict,
        cause: cause.name().to_owned(),
        exit_code: outcome.exit_code,
        signal,
        system_call: outcome.system_call.clone(),
        cpu_time: outcome.cpu_time(),
        wall_time: outcome.wall_time,
        peak_memory_bytes: outcome.peak_memory_bytes,
        output_bytes: pumped.output_bytes,
        difference,
        stderr: String::from_utf8_lossy(&pumped.stderr).into_owned(),
        backend: outcome.backend.name().to_owned(),
        retried: false,
    }
}
