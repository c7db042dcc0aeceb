//! What keeps a result from being computed. Always the problem's fault.

/// Why there is no score.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ScoreError {
    /// The checker failed on a test, so nobody knows whether the submission is right.
    #[error("test {test}: the checker failed")]
    CheckerFailed {
        /// Index of the test, from 0.
        test: usize,
    },
    /// A test without bound has only the points that its checker gives.
    #[error("test {test}: it has no maximum score, and the checker gave no points")]
    NoPoints {
        /// Index of the test, from 0.
        test: usize,
    },
    /// A part of nothing.
    #[error("test {test}: it has no maximum score of which the checker could give a part")]
    PartOfUnbounded {
        /// Index of the test, from 0.
        test: usize,
    },
    /// Points for an output that was not accepted.
    #[error("test {test}: the checker gave points and did not accept the output")]
    PointsForRejected {
        /// Index of the test, from 0.
        test: usize,
    },
    /// Points where there are none.
    #[error("test {test}: the checker gave points in group {group}, which is pass-fail")]
    PointsInPassFail {
        /// Index of the test, from 0.
        test: usize,
        /// Its group.
        group: String,
    },
    /// Not a number, below 0, or above what the test is worth.
    #[error("test {test}: the checker gave {given}, and the most is {most}")]
    Points {
        /// Index of the test, from 0.
        test: usize,
        /// What it gave.
        given: f64,
        /// What it might give; infinite where there is no bound.
        most: f64,
    },
    /// More points than the group has.
    #[error("group {group}: {score} points are more than its maximum of {most}")]
    GroupAbove {
        /// The group.
        group: String,
        /// What it got.
        score: f64,
        /// What it has.
        most: f64,
    },
    /// A score outside of the range that a `legacy` group gives itself.
    #[error("group {group}: {score} points are outside of its range, {low} to {high}")]
    OutsideRange {
        /// The group.
        group: String,
        /// What it got.
        score: f64,
        /// The range's lower end.
        low: f64,
        /// The range's upper end.
        high: f64,
    },
    /// The plan contradicts itself or its format.
    #[error("group {group}: {reason}")]
    Plan {
        /// The group.
        group: String,
        /// What is wrong.
        reason: String,
    },
    /// A grader of the package failed.
    #[error("group {group}: the grader failed: {reason}")]
    Grader {
        /// The group.
        group: String,
        /// How.
        reason: String,
    },
}

impl ScoreError {
    /// The plan's fault.
    pub(crate) fn plan(group: &str, reason: impl Into<String>) -> ScoreError {
        ScoreError::Plan { group: group.to_owned(), reason: reason.into() }
    }

    /// Index of the test that it is about, if it is about one.
    pub fn test(&self) -> Option<usize> {
        match self {
            ScoreError::CheckerFailed { test }
            | ScoreError::NoPoints { test }
            | ScoreError::PartOfUnbounded { test }
            | ScoreError::PointsForRejected { test }
            | ScoreError::PointsInPassFail { test, .. }
            | ScoreError::Points { test, .. } => Some(*test),
            _ => None,
        }
    }
}
