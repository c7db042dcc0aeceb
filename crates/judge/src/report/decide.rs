//! From the tests of a submission to its verdict and points.

use sandglass_package::{Aggregation, Format, Package};

use super::{Report, TestReport};
use crate::check::CheckerReport;
use crate::score::{CustomGrader, Fate, Given, Judged, ScoreError, Scoring};
use crate::verdict::Verdict;

impl TestReport {
    /// What scoring needs of a test.
    pub(crate) fn fate(&self) -> Fate {
        let given = match &self.checker {
            Some(CheckerReport { score: Some(score), .. }) => Given::Score(*score),
            Some(CheckerReport { multiplier: Some(part), .. }) => Given::Multiplier(*part),
            _ => Given::Nothing,
        };
        let Some(verdict) = self.verdict else { return Fate::CheckerFailed };
        Fate::Judged(Judged { verdict, given, time_used: self.time_used })
    }
}

/// In a group of Polygon that only counts as a whole, a part of a test's points is a failure. (What a
/// Kattis package may say there is the format's own rule.)
fn all_or_nothing(package: &Package, test: usize, fate: Fate) -> Fate {
    let of_polygon = package.problem.format == Format::Polygon && package.problem.scoring;
    let test = package.tests.get(test).filter(|_| of_polygon);
    let (Some(test), Fate::Judged(mut judged)) = (test, fate) else { return fate };
    if package.groups[test.group].aggregation != Aggregation::PassFail {
        return fate;
    }
    let whole = match judged.given {
        Given::Nothing => true,
        Given::Multiplier(part) => part >= 1.0,
        Given::Score(points) => points >= test.points.unwrap_or(0.0),
    };
    judged.given = Given::Nothing;
    if judged.verdict == Verdict::Accepted && !whole {
        judged.verdict = Verdict::WrongAnswer;
    }
    Fate::Judged(judged)
}

impl Report {
    /// Takes the tests, of which `None` were not run, and decides; `custom` is the package's own grader. Where the problem failed on a test
    /// that counts, or its points cannot be computed, there is no verdict, and the report says why.
    pub(crate) fn decide(
        &mut self,
        package: &Package,
        scoring: &Scoring,
        tests: Vec<Option<TestReport>>,
        custom: &mut CustomGrader<'_>,
    ) {
        let fate = |(index, test): (usize, &Option<TestReport>)| match test {
            Some(test) => all_or_nothing(package, index, test.fate()),
            None => Fate::NotRun,
        };
        let fates: Vec<Fate> = tests.iter().enumerate().map(fate).collect();
        let scored = scoring.score(&fates, custom);
        let names: Vec<Option<String>> =
            tests.iter().map(|test| test.as_ref().map(|test| test.test.clone())).collect();
        self.tests = tests.into_iter().flatten().collect();
        let name = |test: usize| {
            let of_package = || package.tests.get(test).map(|test| test.name.clone());
            names.get(test).cloned().flatten().or_else(of_package)
        };
        match scored {
            Ok(scored) => {
                self.verdict = Some(scored.verdict);
                self.deciding_test = scored.deciding.and_then(name);
                self.score = scored.score;
                self.max_score = scored.max_score;
                self.groups = scored.groups;
            }
            Err(error) => {
                self.verdict = None;
                self.deciding_test = error.test().and_then(name);
                let of_test = self.deciding().and_then(|test| test.problem_fault.clone());
                let words = || error.with_name(self.deciding_test.as_deref());
                self.problem_fault = Some(of_test.unwrap_or_else(words));
            }
        }
    }

    /// Whether it was accepted with all the points that there are.
    pub fn full(&self) -> bool {
        let missing =
            |max: f64| self.score.is_none_or(|score| score < max - crate::score::ROUNDING);
        self.verdict == Some(Verdict::Accepted) && !self.max_score.is_some_and(missing)
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
