//! What an example submission must do, as `submissions.yaml` and the folders of `submissions/` say.

mod mismatch;
mod read;

use std::collections::BTreeSet;
use std::fmt;

use crate::glob;

pub use mismatch::Mismatch;

/// What the format tells apart in the result of one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestClass {
    /// AC.
    Accepted,
    /// WA.
    WrongAnswer,
    /// TLE.
    TimeLimitExceeded,
    /// RTE: every other way to fail.
    RunTimeError,
}

impl TestClass {
    const ALL: [TestClass; 4] = [
        TestClass::Accepted,
        TestClass::WrongAnswer,
        TestClass::TimeLimitExceeded,
        TestClass::RunTimeError,
    ];

    /// The format's short name.
    pub fn code(self) -> &'static str {
        match self {
            TestClass::Accepted => "AC",
            TestClass::WrongAnswer => "WA",
            TestClass::TimeLimitExceeded => "TLE",
            TestClass::RunTimeError => "RTE",
        }
    }
}

impl fmt::Display for TestClass {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

/// The verdict on a whole submission, where a format asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FinalVerdict {
    /// Any verdict of this class.
    Class(TestClass),
    /// It must not compile.
    CompileError,
    /// Too much memory, and no other failure.
    MemoryLimitExceeded,
    /// Too much output, and no other failure.
    OutputLimitExceeded,
}

impl FinalVerdict {
    /// Name as that of the folder for such submissions.
    pub fn name(self) -> &'static str {
        match self {
            FinalVerdict::Class(TestClass::Accepted) => "accepted",
            FinalVerdict::Class(TestClass::WrongAnswer) => "wrong_answer",
            FinalVerdict::Class(TestClass::TimeLimitExceeded) => "time_limit_exceeded",
            FinalVerdict::Class(TestClass::RunTimeError) => "run_time_error",
            FinalVerdict::CompileError => "compile_error",
            FinalVerdict::MemoryLimitExceeded => "memory_limit_exceeded",
            FinalVerdict::OutputLimitExceeded => "output_limit_exceeded",
        }
    }
}

/// The result of one test, as far as expectations ask.
#[derive(Clone, Debug)]
pub struct TestResult<'a> {
    /// Name of the test, relative to `data/`.
    pub test: &'a str,
    /// How it went.
    pub class: TestClass,
    /// What the validator told the judges (`judgemessage.txt`); empty where it said nothing.
    pub message: &'a str,
}

/// What a submission has to do with the time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimitUse {
    /// Nothing.
    None,
    /// It must not exceed it.
    Lower,
    /// It must exceed it.
    Upper,
}

/// A requirement on some or all tests of a submission.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Pattern of the tests or groups that it is about; `None` is all.
    pub tests: Option<String>,
    /// Every test must end in one of these.
    pub permitted: BTreeSet<TestClass>,
    /// At least one test must end in one of these.
    pub required: BTreeSet<TestClass>,
    /// The least and the most points: of the submission, or of the groups that `tests` matches.
    pub score: Option<(f64, f64)>,
    /// Whether the submission is to have less than the most points.
    pub partial: bool,
    /// What at least one validator's message must contain.
    pub message: Option<String>,
    /// What it has to do with the time limit; `None` where `permitted` and `required` tell.
    pub use_for_time_limit: Option<TimeLimitUse>,
    /// The verdict on the submission must be one of these.
    pub verdicts: Option<BTreeSet<FinalVerdict>>,
}

impl Default for Expectation {
    /// Requires nothing.
    fn default() -> Expectation {
        Expectation {
            tests: None,
            permitted: set(&TestClass::ALL),
            required: set(&TestClass::ALL),
            score: None,
            partial: false,
            message: None,
            use_for_time_limit: None,
            verdicts: None,
        }
    }
}

impl Expectation {
    /// Permits and requires what the format gives a folder by default; no requirement for a folder
    /// that it does not know.
    pub(crate) fn of_folder(folder: &str) -> Option<Expectation> {
        use TestClass::{Accepted, RunTimeError, TimeLimitExceeded, WrongAnswer};
        let (permitted, required): (&[TestClass], &[TestClass]) = match folder {
            "accepted" => (&[Accepted], &TestClass::ALL),
            "rejected" => (&TestClass::ALL, &[RunTimeError, TimeLimitExceeded, WrongAnswer]),
            "wrong_answer" => (&[Accepted, WrongAnswer], &[WrongAnswer]),
            "time_limit_exceeded" => (&[Accepted, TimeLimitExceeded], &[TimeLimitExceeded]),
            "run_time_error" => (&[Accepted, RunTimeError], &[RunTimeError]),
            "brute_force" => {
                (&[Accepted, RunTimeError, TimeLimitExceeded], &[RunTimeError, TimeLimitExceeded])
            }
            _ => return None,
        };
        let (permitted, required) = (set(permitted), set(required));
        Some(Expectation { permitted, required, ..Expectation::default() })
    }

    /// A requirement on the verdict alone.
    pub fn of_verdicts(verdicts: impl IntoIterator<Item = FinalVerdict>) -> Expectation {
        Expectation { verdicts: Some(verdicts.into_iter().collect()), ..Expectation::default() }
    }

    /// What the submission has to do with the time limit, by the rules of `2025-09`.
    pub fn time_limit_use(&self) -> TimeLimitUse {
        if let Some(explicit) = self.use_for_time_limit {
            return explicit;
        }
        let slow = FinalVerdict::Class(TestClass::TimeLimitExceeded);
        if let Some(verdicts) = &self.verdicts {
            return match verdicts.contains(&slow) {
                true if verdicts.len() == 1 => TimeLimitUse::Upper,
                true => TimeLimitUse::None,
                false => TimeLimitUse::Lower,
            };
        }
        if self.required == set(&[TestClass::TimeLimitExceeded]) {
            TimeLimitUse::Upper
        } else if !self.permitted.contains(&TestClass::TimeLimitExceeded) {
            TimeLimitUse::Lower
        } else {
            TimeLimitUse::None
        }
    }

    /// Whether a test, or a group above it, is one that the expectation is about.
    pub fn concerns(&self, test: &str) -> bool {
        self.tests.as_ref().is_none_or(|tests| glob::matches(tests, test))
    }

    /// Holds the expectation against points: those of the submission under the name `""`, and those
    /// of its groups under theirs. `most` is the most points of the submission, where it is bounded.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn check_scores(&self, scores: &[(&str, f64)], most: Option<f64>) -> Result<(), Mismatch> {
        let whole = |group: &str| group.is_empty();
        let named = |group: &str, pattern: &str| {
            // A group below one that matches is not itself what the pattern means.
            glob::matches(pattern, group)
                && group.split('/').count() == pattern.trim_end_matches('/').split('/').count()
        };
        for &(group, score) in scores {
            let concerned = match &self.tests {
                None => whole(group),
                Some(pattern) => !whole(group) && named(group, pattern),
            };
            let range = self.score.filter(|_| concerned);
            if let Some((least, most)) = range
                && !(least - TOLERANCE..=most + TOLERANCE).contains(&score)
            {
                let (group, range) = (group.to_owned(), (least, most));
                return Err(Mismatch::Score { group, score, range });
            }
            if self.partial && concerned && most.is_some_and(|most| score >= most - TOLERANCE) {
                return Err(Mismatch::FullScore);
            }
        }
        Ok(())
    }

    /// Holds the expectation against the verdict: its class (none where it did not compile) and its
    /// name, as [`FinalVerdict::name`] has it.
    ///
    /// # Errors
    /// [`Mismatch::Verdict`].
    pub fn check_verdict(&self, class: Option<TestClass>, name: &str) -> Result<(), Mismatch> {
        let Some(expected) = &self.verdicts else { return Ok(()) };
        let holds = expected.iter().any(|expected| match expected {
            FinalVerdict::Class(expected) => class == Some(*expected),
            exact => exact.name() == name,
        });
        if holds { Ok(()) } else { Err(Mismatch::Verdict { expected: expected.clone() }) }
    }

    /// Holds the expectation against the results of a submission. `complete` says whether all tests
    /// were run: where judging stopped at the first failure, tests that were not run accuse nobody.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn check(&self, results: &[TestResult<'_>], complete: bool) -> Result<(), Mismatch> {
        let concerned = || results.iter().filter(|result| self.concerns(result.test));
        if let Some(result) = concerned().find(|result| !self.permitted.contains(&result.class)) {
            return Err(Mismatch::NotPermitted {
                test: result.test.to_owned(),
                class: result.class,
            });
        }
        let judged = complete || (self.tests.is_none() && concerned().next().is_some());
        if judged && !concerned().any(|result| self.required.contains(&result.class)) {
            return Err(Mismatch::NoneOf { required: self.required.clone() });
        }
        if let Some(message) = &self.message
            && complete
            && !concerned().any(|result| result.message.contains(message.as_str()))
        {
            return Err(Mismatch::NoMessage { message: message.clone() });
        }
        Ok(())
    }
}

/// What two scores may differ by and be the same: they are sums of decimal fractions.
const TOLERANCE: f64 = 1e-9;

fn set(classes: &[TestClass]) -> BTreeSet<TestClass> {
    classes.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use TestClass::{Accepted, RunTimeError, TimeLimitExceeded, WrongAnswer};

    #[track_caller]
    fn check(folder: &str, results: &[TestClass], complete: bool, expected: Result<(), &str>) {
        let results: Vec<TestResult<'_>> = results
            .iter()
            .map(|&class| TestResult { test: "secret/1", class, message: "" })
            .collect();
        let found = Expectation::of_folder(folder).unwrap().check(&results, complete);
        assert_eq!(found.map_err(|mismatch| mismatch.to_string()), expected.map_err(str::to_owned));
    }

    #[test]
    fn folders() {
        check("accepted", &[Accepted, Accepted], true, Ok(()));
        check("accepted", &[Accepted, WrongAnswer], true, Err("WA on secret/1 is not permitted"));
        check("wrong_answer", &[Accepted, WrongAnswer], false, Ok(()));
        check("wrong_answer", &[Accepted], true, Err("no test ended in WA"));
        check(
            "wrong_answer",
            &[RunTimeError, WrongAnswer],
            true,
            Err("RTE on secret/1 is not permitted"),
        );
        check("brute_force", &[TimeLimitExceeded], true, Ok(()));
        check("rejected", &[Accepted], true, Err("no test ended in WA or TLE or RTE"));
    }

    #[test]
    fn tests_that_were_not_run_accuse_nobody() {
        let group = Expectation {
            tests: Some("secret/hard".into()),
            required: set(&[TimeLimitExceeded]),
            ..Expectation::default()
        };
        let easy = TestResult { test: "secret/easy/1", class: WrongAnswer, message: "" };
        let results = [easy];
        assert_eq!(group.check(&results, false), Ok(()));
        assert!(group.check(&results, true).is_err());
    }

    #[test]
    fn points_of_the_submission_and_of_groups() {
        let scores = [("", 40.0), ("secret", 40.0), ("secret/a", 40.0), ("secret/b", 0.0)];
        let check = |tests: Option<&str>, range, partial, expected: Result<(), &str>| {
            let tests = tests.map(str::to_owned);
            let expectation =
                Expectation { tests, score: range, partial, ..Expectation::default() };
            let found = expectation.check_scores(&scores, Some(40.0));
            assert_eq!(
                found.map_err(|mismatch| mismatch.to_string()),
                expected.map_err(str::to_owned)
            );
        };
        check(None, Some((40.0, 40.0)), false, Ok(()));
        check(None, Some((0.0, 39.0)), false, Err("the submission has 40 points and not 0 to 39"));
        check(Some("secret/*"), Some((40.0, 40.0)), false, Err("secret/b has 0 points and not 40"));
        check(Some("secret"), Some((40.0, 40.0)), false, Ok(()));
        check(None, None, true, Err("it has all points"));
    }

    #[test]
    fn what_counts_for_the_time_limit() {
        let of = |folder| Expectation::of_folder(folder).unwrap().time_limit_use();
        assert_eq!(of("accepted"), TimeLimitUse::Lower);
        assert_eq!(of("wrong_answer"), TimeLimitUse::Lower);
        assert_eq!(of("time_limit_exceeded"), TimeLimitUse::Upper);
        assert_eq!(of("brute_force"), TimeLimitUse::None);
        assert_eq!(of("rejected"), TimeLimitUse::None);
    }

    #[test]
    fn verdicts_on_the_whole() {
        let slow = FinalVerdict::Class(TimeLimitExceeded);
        let expectation = Expectation::of_verdicts([slow, FinalVerdict::CompileError]);
        assert_eq!(
            expectation.check_verdict(Some(TimeLimitExceeded), "time_limit_exceeded"),
            Ok(())
        );
        assert_eq!(expectation.check_verdict(None, "compile_error"), Ok(()));
        let found = expectation.check_verdict(Some(Accepted), "accepted").unwrap_err().to_string();
        assert_eq!(found, "the verdict is not time_limit_exceeded or compile_error");
    }
}
