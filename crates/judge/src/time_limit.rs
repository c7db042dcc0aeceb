//! Time limits that a package leaves open, from the times of its example submissions.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sandglass_package::{ExampleSubmission, Package, TimeLimitUse};
use sha2::{Digest, Sha256};

use crate::error::JudgeError;
use crate::helper::HelperFault;
use crate::judge::{Judge, Options, Submission};
use crate::report::Report;
use crate::verdict::Verdict;

/// The longest that an example submission may take while times are measured.
pub(crate) const LONGEST: Duration = Duration::from_secs(60);

/// Limits that were computed, by what they were computed from.
pub(crate) type Known = Mutex<HashMap<[u8; 32], Duration>>;

/// What example submissions say about the time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Times {
    /// The slowest test of any submission that must not exceed it.
    slowest: Option<Duration>,
    /// The fastest of the submissions that must, each by its slowest test.
    fastest: Option<Duration>,
}

impl Judge {
    /// The time limit that the format's rule makes of the example submissions of a package. It is
    /// computed once; judging a package that leaves its limit open does so by itself.
    ///
    /// # Errors
    /// [`JudgeError::NoTimeLimit`] where no submission says anything, [`JudgeError::Helper`] where they
    /// contradict the rule or one fails that should not, and failures of ours.
    pub fn time_limit(&self, package: &Package) -> Result<Duration, JudgeError> {
        let key = key(package)?;
        let known =
            self.known_limits.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        if let Some(limit) = known {
            return Ok(limit);
        }
        let mut times = Times::default();
        for example in &package.submissions {
            self.measure(package, example, &mut times)?;
        }
        let slowest = times.slowest.ok_or(JudgeError::NoTimeLimit)?;
        let limit = package
            .problem
            .limits
            .time_rule
            .limit(slowest, times.fastest)
            .map_err(|error| fault("the time limit", error.to_string()))?;
        self.known_limits.lock().unwrap_or_else(PoisonError::into_inner).insert(key, limit);
        Ok(limit)
    }

    /// Judges an example submission once on every test, with all the time that it may need.
    pub(crate) fn judge_with_room(
        &self,
        package: &Package,
        example: &ExampleSubmission,
    ) -> Result<Report, JudgeError> {
        let sources = package.sources(example)?;
        let submission = Submission {
            sources: &sources,
            language: example.language.as_deref(),
            entry_point: example.entry_point.as_deref(),
        };
        let options = Options {
            all_tests: true,
            time_limit: Some(LONGEST),
            once: true,
            ..Options::default()
        };
        self.judge(package, &submission, &options, &mut |_| {})
    }

    /// Adds the times of one example submission.
    fn measure(
        &self,
        package: &Package,
        example: &ExampleSubmission,
        times: &mut Times,
    ) -> Result<(), JudgeError> {
        let uses: Vec<TimeLimitUse> =
            package.tests.iter().map(|test| example.time_limit_use(&test.name)).collect();
        if uses.iter().all(|it| *it == TimeLimitUse::None) {
            return Ok(());
        }
        let report = self.judge_with_room(package, example)?;
        if report.verdict == Some(Verdict::CompileError) {
            return Err(fault(&example.name, "it does not compile".to_owned()));
        }
        if let Some(broken) = &report.problem_fault {
            return Err(fault(&example.name, broken.clone()));
        }
        take(&report, package, &uses, times);
        Ok(())
    }
}

/// Takes the times of a submission's tests, each by what it has to do with the limit. Times are those
/// of a language without a factor.
fn take(report: &Report, package: &Package, uses: &[TimeLimitUse], times: &mut Times) {
    let factor =
        report.limits.map_or(1.0, |limits| limits.cpu_time.as_secs_f64() / LONGEST.as_secs_f64());
    let mut slowest_of_slow: Option<Duration> = None;
    for (test, kind) in package.tests.iter().zip(uses) {
        let Some(found) = report.tests.iter().find(|report| report.test == test.name) else {
            continue;
        };
        let time = found.cpu_time.div_f64(factor.max(1e-9));
        match kind {
            TimeLimitUse::Lower => times.slowest = times.slowest.max(Some(time)),
            TimeLimitUse::Upper => slowest_of_slow = slowest_of_slow.max(Some(time)),
            TimeLimitUse::None => {}
        }
    }
    times.fastest = match (times.fastest, slowest_of_slow) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (left, right) => left.or(right),
    };
}

fn fault(what: &str, reason: String) -> JudgeError {
    HelperFault { program: what.to_owned(), test: None, reason, words: String::new() }.into()
}

/// What the times depend on: the example submissions, and the tests by name and length.
fn key(package: &Package) -> Result<[u8; 32], JudgeError> {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    part(format!("{:?} {:?}", package.problem.limits, package.checker).as_bytes());
    for example in &package.submissions {
        part(format!("{example:?}").as_bytes());
        for file in package.sources(example)?.files {
            part(file.name.as_bytes());
            part(&file.content);
        }
    }
    for test in &package.tests {
        part(test.name.as_bytes());
        let length = package.file(&test.input)?.metadata().map_or(0, |data| data.len());
        part(&length.to_le_bytes());
    }
    Ok(hash.finalize().into())
}
