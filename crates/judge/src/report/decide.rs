//! From the tests of a submission to its verdict and points.

use sandglass_package::Package;

use super::{Report, TestReport};
use crate::check::CheckerReport;
use crate::error::JudgeError;
use crate::score::{Fate, Given, Judged, ScoreError, Scoring};

impl TestReport {
    /// What scoring needs of a test.
    pub(crate) fn fate(&self) -> Fate {
        let given = match &self.checker {
            Some(CheckerReport { score: Some(score), .. }) => Given::Score(*score),
            Some(CheckerReport { multiplier: Some(part), .. }) => Given::Multiplier(*part),
            _ => Given::Nothing,
        };
        Fate::Judged(Judged { verdict: self.verdict, given, time_used: self.time_used })
    }
}

impl Report {
    /// Takes the tests, of which `None` were not run, and decides.
    ///
    /// # Errors
    /// [`JudgeError::Score`].
    pub(crate) fn decide(
        &mut self,
        package: &Package,
        scoring: &Scoring,
        tests: Vec<Option<TestReport>>,
    ) -> Result<(), JudgeError> {
        let fate =
            |test: &Option<TestReport>| test.as_ref().map_or(Fate::NotRun, |test| test.fate());
        let fates: Vec<Fate> = tests.iter().map(fate).collect();
        let no_grader = |_: &[String], _: &[_]| Err("graders are not run".to_owned());
        let scored = scoring.score(&fates, &mut { no_grader }).map_err(|source| {
            let test = source.test().and_then(|test| package.tests.get(test));
            JudgeError::Score { test: test.map(|test| test.name.clone()), source }
        })?;
        self.verdict = scored.verdict;
        self.deciding_test = scored.deciding.map(|test| package.tests[test].name.clone());
        self.score = scored.score;
        self.max_score = scored.max_score;
        self.groups = scored.groups;
        self.tests = tests.into_iter().flatten().collect();
        Ok(())
    }

    /// Whether it was accepted with all the points that there are.
    pub fn full(&self) -> bool {
        let missing =
            |max: f64| self.score.is_none_or(|score| score < max - crate::score::ROUNDING);
        self.verdict == crate::Verdict::Accepted && !self.max_score.is_some_and(missing)
    }

    /// Points of the submission, under the name `""`, and of its groups, as expectations of a package
    /// ask for them.
    pub fn scores(&self) -> Vec<(&str, f64)> {
        let groups = self.groups.iter().filter_map(|it| Some((it.group.as_str(), it.score?)));
        self.score.map(|score| ("", score)).into_iter().chain(groups).collect()
    }
}

impl ScoreError {
    /// In words, with the name of the test that it is about.
    pub(crate) fn with_name(&self, test: Option<&str>) -> String {
        let text = self.to_string();
        match (test, self.test()) {
            (Some(name), Some(index)) => {
                text.replacen(&format!("test {index}"), &format!("test {name}"), 1)
            }
            _ => text,
        }
    }
}
