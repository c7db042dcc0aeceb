//! The plan: folders of test data and their graders.

use crate::score::fate::Fate;
use crate::verdict::Verdict;

/// A plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Legacy {
    /// `data`, with `sample` and `secret` in it.
    pub root: LegacyGroup,
    /// Whether the problem is of type `scoring`; else points decide nothing and are not shown.
    pub scoring: bool,
}

/// A folder of test data.
#[derive(Clone, Debug, PartialEq)]
pub struct LegacyGroup {
    /// Name below `data/`; empty for `data` itself.
    pub name: String,
    /// `grading` and `grader_flags`.
    pub grading: LegacyGrading,
    /// `on_reject: break`: what comes after a failure is not run and does not count.
    pub break_on_reject: bool,
    /// Points of an accepted test whose validator gives none.
    pub accept_score: f64,
    /// Points of a test that is not accepted.
    pub reject_score: f64,
    /// Scores that the group may have.
    pub range: (f64, f64),
    /// Groups inside, in the order of their names, before its own tests.
    pub groups: Vec<LegacyGroup>,
    /// Its own tests.
    pub tests: Vec<usize>,
}

/// Who aggregates.
#[derive(Clone, Debug, PartialEq)]
pub enum LegacyGrading {
    /// The default grader.
    Default {
        /// `worst_error`, `first_error` or `always_accept`.
        verdict: VerdictMode,
        /// `sum`, `avg`, `min` or `max`.
        score: ScoreMode,
        /// Only the second of two sub-results counts.
        ignore_sample: bool,
        /// One accepted sub-result is enough.
        accept_if_any_accepted: bool,
    },
    /// The package's grader, with these flags.
    Custom {
        /// Its arguments.
        flags: Vec<String>,
    },
}

/// How the default grader finds the verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerdictMode {
    /// The worst.
    #[default]
    WorstError,
    /// The first failure.
    FirstError,
    /// Accepted, whatever happened.
    AlwaysAccept,
}

/// How the default grader finds the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreMode {
    /// The sum.
    #[default]
    Sum,
    /// The mean.
    Average,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// What a grader reads and writes: a verdict (`None` is a judge error) and points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// The verdict.
    pub verdict: Option<Verdict>,
    /// The points.
    pub score: f64,
}

/// Runs the package's grader with these flags on these sub-results.
pub type CustomGrader<'a> = dyn FnMut(&[String], &[Grade]) -> Result<Grade, String> + 'a;

impl LegacyGrading {
    /// Reads `grader_flags`. Of flags that contradict each other the last counts.
    ///
    /// # Errors
    /// The flag that the default grader does not have.
    pub fn from_flags(flags: &[String]) -> Result<LegacyGrading, String> {
        let (mut verdict, mut score) = (VerdictMode::default(), ScoreMode::default());
        let (mut ignore_sample, mut accept_if_any_accepted) = (false, false);
        for flag in flags {
            match flag.as_str() {
                "worst_error" => verdict = VerdictMode::WorstError,
                "first_error" => verdict = VerdictMode::FirstError,
                "always_accept" => verdict = VerdictMode::AlwaysAccept,
                "sum" => score = ScoreMode::Sum,
                "avg" => score = ScoreMode::Average,
                "min" => score = ScoreMode::Min,
                "max" => score = ScoreMode::Max,
                "ignore_sample" => ignore_sample = true,
                "accept_if_any_accepted" => accept_if_any_accepted = true,
                other => return Err(format!("the default grader has no flag {other:?}")),
            }
        }
        Ok(LegacyGrading::Default { verdict, score, ignore_sample, accept_if_any_accepted })
    }
}

impl LegacyGroup {
    fn all_tests(&self) -> Vec<usize> {
        let inner = self.groups.iter().flat_map(LegacyGroup::all_tests);
        inner.chain(self.tests.iter().copied()).collect()
    }

    /// Whether a failure before breaks off what this test is in. A group inside is judged to have
    /// failed by its tests; a grader that accepts in spite of them is heard only in the score.
    pub(super) fn broken(&self, test: usize, before: &[Fate]) -> bool {
        let tests = self.all_tests();
        if !tests.contains(&test) {
            return false;
        }
        let failed = |&other: &usize| {
            before.get(other).and_then(Fate::verdict).is_some_and(|it| it != Verdict::Accepted)
        };
        (self.break_on_reject && self.always_fails_with_a_test() && tests.iter().any(failed))
            || self.groups.iter().any(|group| group.broken(test, before))
    }

    /// Whether one failure inside always fails the group: no grader here or below forgives.
    fn always_fails_with_a_test(&self) -> bool {
        let strict = matches!(
            self.grading,
            LegacyGrading::Default {
                verdict: VerdictMode::WorstError | VerdictMode::FirstError,
                ignore_sample: false,
                accept_if_any_accepted: false,
                ..
            }
        );
        strict && self.groups.iter().all(LegacyGroup::always_fails_with_a_test)
    }
}
