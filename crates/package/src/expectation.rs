//! What an example submission must do, as `submissions.yaml` and the folders of `submissions/` say.

use std::collections::BTreeSet;
use std::fmt;

use crate::error::PackageError;
use crate::glob;
use crate::keys::Keys;

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

/// The result of one test, as far as expectations ask.
#[derive(Clone, Debug)]
pub struct TestResult<'a> {
    /// Name of the test, relative to `data/`.
    pub test: &'a str,
    /// How it went.
    pub class: TestClass,
}

/// A requirement on some or all tests of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Pattern of the tests or groups that it is about; `None` is all.
    pub tests: Option<String>,
    /// Every test must end in one of these.
    pub permitted: BTreeSet<TestClass>,
    /// At least one test must end in one of these.
    pub required: BTreeSet<TestClass>,
}

/// How a submission fails an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// A test ended as none may.
    NotPermitted {
        /// The test.
        test: String,
        /// How it ended.
        class: TestClass,
    },
    /// No test ended as one must.
    NoneOf {
        /// The classes of which one must appear.
        required: BTreeSet<TestClass>,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::NotPermitted { test, class } => {
                write!(formatter, "{class} on {test} is not permitted")
            }
            Mismatch::NoneOf { required } => {
                let codes: Vec<&str> = required.iter().map(|class| class.code()).collect();
                write!(formatter, "no test ended in {}", codes.join(" or "))
            }
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
        Some(Expectation { tests: None, permitted: set(permitted), required: set(required) })
    }

    /// Reads `permitted` and `required`; a key that is absent keeps the value of `base`. `None`
    /// where both are absent and there is no base.
    pub(crate) fn read(
        keys: &mut Keys,
        tests: Option<&str>,
        base: Option<&Expectation>,
    ) -> Result<Option<Expectation>, PackageError> {
        let permitted = classes(keys, "permitted")?;
        let required = classes(keys, "required")?;
        if permitted.is_none() && required.is_none() && base.is_none() {
            return Ok(None);
        }
        let or_base = |given: Option<BTreeSet<TestClass>>,
                       of_base: fn(&Expectation) -> &BTreeSet<TestClass>| {
            given.unwrap_or_else(|| {
                base.map_or_else(|| set(&TestClass::ALL), |base| of_base(base).clone())
            })
        };
        Ok(Some(Expectation {
            tests: tests.map(str::to_owned),
            permitted: or_base(permitted, |base| &base.permitted),
            required: or_base(required, |base| &base.required),
        }))
    }

    /// Holds the expectation against the results of a submission. `complete` says whether all tests
    /// were run: where judging stopped at the first failure, tests that were not run accuse nobody.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn check(&self, results: &[TestResult<'_>], complete: bool) -> Result<(), Mismatch> {
        let concerned = || {
            results.iter().filter(|result| {
                self.tests.as_ref().is_none_or(|tests| glob::matches(tests, result.test))
            })
        };
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
        Ok(())
    }
}

fn set(classes: &[TestClass]) -> BTreeSet<TestClass> {
    classes.iter().copied().collect()
}

fn classes(keys: &mut Keys, key: &str) -> Result<Option<BTreeSet<TestClass>>, PackageError> {
    let Some(codes) = keys.strings(key, false)? else {
        return Ok(None);
    };
    let class = |code: &String| {
        let found = TestClass::ALL.into_iter().find(|class| class.code() == code);
        found.ok_or_else(|| keys.error(key, format!("{code:?} is none of AC, WA, TLE, RTE")))
    };
    codes.iter().map(class).collect::<Result<_, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use TestClass::{Accepted, RunTimeError, TimeLimitExceeded, WrongAnswer};

    #[track_caller]
    fn check(folder: &str, results: &[TestClass], complete: bool, expected: Result<(), &str>) {
        let results: Vec<TestResult<'_>> =
            results.iter().map(|&class| TestResult { test: "secret/1", class }).collect();
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
            permitted: set(&TestClass::ALL),
            required: set(&[TimeLimitExceeded]),
        };
        let results = [TestResult { test: "secret/easy/1", class: WrongAnswer }];
        assert_eq!(group.check(&results, false), Ok(()));
        assert!(group.check(&results, true).is_err());
    }
}
