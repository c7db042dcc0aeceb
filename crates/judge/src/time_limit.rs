//! Time limits that a package leaves open, from the times of its example submissions.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sandglass_package::{ExampleSubmission, Package, TestCase, TimeLimitUse, TimingError};
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

/// The fastest of the submissions that must exceed the limit: its name, and its slowest test.
type Fastest = Option<(String, Duration)>;

impl Judge {
    /// The time limit that the format's rule makes of the example submissions of a package. It is
    /// computed once; judging a package that leaves its limit open does so by itself. Submissions in a
    /// language that is unknown, or that this host lacks, are left out.
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
        let rule = &package.problem.limits.time_rule;
        let wrong = |error: TimingError| fault("the time limit", error.to_string());
        let (slowest, mut fastest) = self.measure_kept(package)?;
        let limit = rule.limit(slowest, None).map_err(wrong)?;
        self.measure_exceeded(package, limit.mul_f64(rule.margin()), &mut fastest)?;
        if let Some((name, time)) = fastest {
            let held = rule.limit(slowest, Some(time));
            held.map_err(|error| fault("the time limit", format!("{error} ({name})")))?;
        }
        self.known_limits.lock().unwrap_or_else(PoisonError::into_inner).insert(key, limit);
        Ok(limit)
    }

    /// Judges an example submission once on every test, with all the time that it may need.
    pub(crate) fn judge_with_room(
        &self,
        package: &Package,
        example: &ExampleSubmission,
    ) -> Result<Report, JudgeError> {
        self.measure(package, example, LONGEST, true)
    }

    /// The slowest time of those that must keep the limit; and the times of those that must exceed it
    /// on other tests.
    fn measure_kept(&self, package: &Package) -> Result<(Duration, Fastest), JudgeError> {
        let mut slowest = None;
        let mut fastest = None;
        let mut lacking = None;
        for example in &package.submissions {
            let uses = uses(package, example);
            if !uses.contains(&TimeLimitUse::Lower) {
                continue;
            }
            // Of one that must exceed the limit on some tests, the first of those says enough, unless a
            // test comes after it on which the limit must be kept.
            let kept_only = !uses.contains(&TimeLimitUse::Upper);
            let mut report = match self.measure(package, example, LONGEST, kept_only) {
                Err(error @ JudgeError::NotInstalled { .. }) => {
                    lacking = Some(error);
                    continue;
                }
                report => report?,
            };
            let is_missing = |(test, kind): (&TestCase, &TimeLimitUse)| {
                let found = report.tests.iter().any(|found| found.test == test.name);
                *kind == TimeLimitUse::Lower && !found
            };
            if !kept_only && package.tests.iter().zip(&uses).any(is_missing) {
                report = self.judge_with_room(package, example)?;
            }
            if report.compilation.language_is_unknown() {
                continue;
            }
            says_times(example, &report)?;
            let mut exceeds = None;
            for (test, kind) in package.tests.iter().zip(uses) {
                let found = report.tests.iter().find(|found| found.test == test.name);
                let time = found.map(|found| LONGEST.mul_f64(found.time_used));
                match kind {
                    TimeLimitUse::Lower => slowest = slowest.max(time),
                    TimeLimitUse::Upper => exceeds = exceeds.max(time),
                    TimeLimitUse::None => {}
                }
            }
            if let Some(time) = exceeds {
                faster(&mut fastest, &example.name, time);
            }
        }
        let slowest = slowest.ok_or(lacking.unwrap_or(JudgeError::NoTimeLimit))?;
        Ok((slowest, fastest))
    }

    /// The times of those that must exceed the limit, as far as `needed`, which is enough.
    fn measure_exceeded(
        &self,
        package: &Package,
        needed: Duration,
        fastest: &mut Fastest,
    ) -> Result<(), JudgeError> {
        for example in &package.submissions {
            let uses = uses(package, example);
            if !uses.contains(&TimeLimitUse::Upper) || uses.contains(&TimeLimitUse::Lower) {
                continue;
            }
            // One test that takes long enough will do; where something else ends it before, all are asked.
            let mut report = match self.measure(package, example, needed, false) {
                Err(JudgeError::NotInstalled { .. }) => continue,
                report => report?,
            };
            if report.compilation.language_is_unknown() {
                continue;
            }
            says_times(example, &report)?;
            if report.verdict != Some(Verdict::TimeLimitExceeded) && !report.complete() {
                report = self.measure(package, example, needed, true)?;
            }
            // One that failed in another way did not show how long it takes.
            match slowest_test(&report, needed) {
                Some((time, stopped)) if stopped || report.verdict == Some(Verdict::Accepted) => {
                    faster(fastest, &example.name, time);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn measure(
        &self,
        package: &Package,
        example: &ExampleSubmission,
        time_limit: Duration,
        all_tests: bool,
    ) -> Result<Report, JudgeError> {
        let sources = package.sources(example)?;
        let submission = Submission {
            sources: &sources,
            language: example.language.as_deref(),
            entry_point: example.entry_point.as_deref(),
        };
        let options =
            Options { all_tests, time_limit: Some(time_limit), once: true, ..Options::default() };
        self.judge(package, &submission, &options, &mut |_| {})
    }
}

/// What a submission has to do with the limit on each test.
fn uses(package: &Package, example: &ExampleSubmission) -> Vec<TimeLimitUse> {
    package.tests.iter().map(|test| example.time_limit_use(&test.name)).collect()
}

/// Whether there are times in a report at all.
fn says_times(example: &ExampleSubmission, report: &Report) -> Result<(), JudgeError> {
    if report.verdict == Some(Verdict::CompileError) {
        return Err(fault(&example.name, "it does not compile".to_owned()));
    }
    match &report.problem_fault {
        Some(broken) => Err(fault(&example.name, broken.clone())),
        None => Ok(()),
    }
}

fn faster(fastest: &mut Fastest, name: &str, time: Duration) {
    if fastest.as_ref().is_none_or(|(_, known)| time < *known) {
        *fastest = Some((name.to_owned(), time));
    }
}

/// The time that a submission with this limit took on its slowest test, as if its language had no
/// factor, and whether it was stopped then.
pub(crate) fn slowest_test(report: &Report, limit: Duration) -> Option<(Duration, bool)> {
    let used = report.tests.iter().map(|test| test.time_used).reduce(f64::max)?;
    let stopped = report.tests.iter().any(|test| test.verdict == Some(Verdict::TimeLimitExceeded));
    // One that sleeps is stopped by wall time and has used no CPU time.
    let used = if stopped { used.max(1.0) } else { used };
    Some((limit.mul_f64(used), stopped))
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
