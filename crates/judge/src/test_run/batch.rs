//! A run that reads an input and writes an output.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::time::Instant;

use sandglass_languages::WORK_DIRECTORY;
use sandglass_package::{LineComparison, TestCase};
use sandglass_sandbox::{Cause, Errno, Input, Lane, Output};

use super::end::{RunEnd, failure_of};
use super::{PATIENCE, TestRuns, answer_name, unreadable};
use crate::checker::{DefaultValidator, Difference, LineValidator, ValidatorOptions};
use crate::error::JudgeError;
use crate::interactive::Since;
use crate::limits::{MOST_PUT_OFF, TestLimits};
use crate::memory_file;
use crate::pump::{self, PumpError};
use crate::verdict::Verdict;

/// Takes an output as it comes.
pub(super) enum Consumer {
    Default(Box<DefaultValidator>),
    Lines(Box<LineValidator>),
}

impl Consumer {
    pub(super) fn default_validator(options: ValidatorOptions, answer: File) -> Consumer {
        Consumer::Default(Box::new(DefaultValidator::new(options, answer)))
    }

    pub(super) fn lines(comparison: LineComparison, answer: File) -> Consumer {
        Consumer::Lines(Box::new(LineValidator::new(comparison, answer)))
    }

    pub(super) fn feed(&mut self, piece: &[u8]) -> io::Result<()> {
        match self {
            Consumer::Default(validator) => validator.feed(piece),
            Consumer::Lines(validator) => validator.feed(piece),
        }
    }

    pub(super) fn finish(self) -> io::Result<Option<Difference>> {
        match self {
            Consumer::Default(validator) => validator.finish(),
            Consumer::Lines(validator) => validator.finish(),
        }
    }
}

impl TestRuns<'_> {
    /// Runs the submission on an input and hands its output to `consume`.
    pub(super) fn batch(
        &self,
        lane: &Lane,
        test: &TestCase,
        limits: &TestLimits,
        input: &File,
        consume: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<RunEnd, JudgeError> {
        let step = || format!("run test {}", test.name);
        let problem = &self.package.problem;
        let (near, far) = pump::pipes().map_err(|errno| JudgeError::system(step(), errno))?;
        let mut request = self
            .request_for(test, limits)?
            .stdout(Output::Descriptor(Arc::new(far.stdout)))
            .stderr(Output::Descriptor(Arc::new(far.stderr)));
        let mut nothing = None;
        if let Some(name) = &problem.input_file {
            let content = memory_file::sealed("input", input)
                .map_err(|error| unreadable(&test.input, error))?;
            let empty = memory_file::sealed("nothing", io::empty())
                .map_err(|error| JudgeError::system(step(), error))?;
            request = request.copy_in(content, format!("{WORK_DIRECTORY}/{name}"), 0o444);
            nothing = Some(File::from(
                empty.try_clone().map_err(|error| JudgeError::system(step(), error))?,
            ));
        }
        request = request.stdin(Input::Descriptor(Arc::new(far.stdin)));
        if let Some(name) = &problem.output_file {
            request = request.copy_out(format!("{WORK_DIRECTORY}/{name}"), limits.output);
        }
        let run = lane.submit(&request).map_err(|error| JudgeError::sandbox(step(), &error))?;
        // The request holds the program's ends: as long as it lives, no pipe ever ends.
        drop(request);
        let killer = run.killer();
        let kill = || {
            // A run that is over cannot be killed any more, and need not be.
            killer.kill().ok();
        };
        // The lane's clock leaves out waits for a CPU, and so may this one be late.
        let deadline = Instant::now() + limits.wall_time * MOST_PUT_OFF + PATIENCE;
        let since = Since::new(Instant::now());
        let input = nothing.as_ref().unwrap_or(input);
        let streams = problem.output_file.is_none();
        let pumped = pump::pump(
            near,
            input,
            limits.output,
            deadline,
            |piece| if streams { consume(piece) } else { Ok(()) },
            kill,
        );
        let pumped = match pumped {
            Ok(pumped) => pumped,
            Err(error) => {
                run.cancel();
                return Err(failure(test, error));
            }
        };
        let mut outcome = run.wait().map_err(|error| JudgeError::sandbox(step(), &error))?;
        // Its input came late, or its output was taken late: nobody knows how long it would have run.
        if outcome.cause == Cause::WallTimeLimit && since.waited() > limits.wall_time / 10 {
            return Err(JudgeError::starved(step(), since.waited()));
        }
        let mut failed =
            failure_of(&outcome, pumped.overflowed, &self.language).map_err(|cause| {
                JudgeError::system(step(), format!("it was {} from outside", cause.name()))
            })?;
        if !streams && failed.is_none() {
            match outcome.copied_out.pop() {
                Some(Ok(file)) => {
                    pour(file, consume).map_err(|error| unreadable(answer_name(test), error))?;
                }
                Some(Err(Errno::EFBIG)) => failed = Some(Verdict::OutputLimitExceeded),
                // An output that is not there is an empty one.
                Some(Err(_)) | None => {}
            }
        }
        Ok(RunEnd::new(outcome, failed, pumped.output_bytes, &pumped.stderr))
    }
}

fn pour(mut file: File, consume: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => consume(&buffer[..length])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn failure(test: &TestCase, error: PumpError) -> JudgeError {
    let step = format!("run test {}", test.name);
    match error {
        PumpError::Input(error) => unreadable(&test.input, error),
        PumpError::Consumer(error) => unreadable(answer_name(test), error),
        PumpError::System(errno) => JudgeError::system(step, errno),
        PumpError::Deadline => JudgeError::system(step, "it did not end at its wall limit"),
    }
}
