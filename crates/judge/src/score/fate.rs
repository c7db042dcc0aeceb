//! What goes into scoring and what comes out.

use serde::Serialize;

use crate::verdict::Verdict;

/// What became of one test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fate {
    /// It was judged.
    Judged(Judged),
    /// The checker did not do its work: nothing is known about the submission.
    CheckerFailed,
    /// It was not run.
    #[default]
    NotRun,
}

/// The verdict on a test, and what a score may be made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// What the checker gave beside it.
    pub given: Given,
    /// CPU time as a part of its limit: 0.5 is half of it, and more than 1 is possible.
    pub time_used: f64,
}

/// Points from a checker.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Given {
    /// None: the plan decides.
    #[default]
    Nothing,
    /// Points in the problem's own unit (`score.txt`).
    Score(f64),
    /// A part of what the test is worth (`score_multiplier.txt`, Sim's percentage divided by 100,
    /// an outcome of CMS).
    Multiplier(f64),
}

impl Fate {
    /// The verdict, where there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Fate::Judged(judged) => Some(judged.verdict),
            Fate::CheckerFailed | Fate::NotRun => None,
        }
    }

    /// Whether the test was run and accepted.
    pub fn accepted(&self) -> bool {
        self.verdict() == Some(Verdict::Accepted)
    }
}

/// The result of a submission.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The verdict.
    pub verdict: Verdict,
    /// Index of the test that decided it; `None` where all were accepted.
    pub deciding: Option<usize>,
    /// Points, where the problem has any.
    pub score: Option<f64>,
    /// The most points that there are; `None` without points and without a bound.
    pub max_score: Option<f64>,
    /// The groups, in the plan's order, each before those inside it.
    pub groups: Vec<GroupScore>,
}

impl Scored {
    /// Accepted, with all the points that there are.
    pub fn full(&self) -> bool {
        let missing = |max: f64| self.score.is_none_or(|score| score < max - super::ROUNDING);
        self.verdict == Verdict::Accepted && !self.max_score.is_some_and(missing)
    }
}

/// The result of one group of tests.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct GroupScore {
    /// Name of the group, such as `secret/small`.
    pub group: String,
    /// The verdict; `None` where nothing of it was run.
    pub verdict: Option<Verdict>,
    /// Points, where it has any.
    pub score: Option<f64>,
    /// The most that it can have; `None` without points and without a bound.
    pub max_score: Option<f64>,
    /// Why no test of it was run: the groups that it depends on and that were not accepted.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub waited_for: Vec<String>,
    /// Indices of its own tests, in the package's order.
    #[serde(skip)]
    pub tests: Vec<usize>,
}
