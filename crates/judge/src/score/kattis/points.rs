//! The points of a test and of a group.

use super::plan::{Aggregation, KattisGroup};
use crate::score::ROUNDING;
use crate::score::error::ScoreError;
use crate::score::fate::{Fate, Given, Judged};
use crate::score::pass_fail::any_rejected;
use crate::verdict::Verdict;

impl KattisGroup {
    pub(super) fn test_score(&self, test: usize, fate: &Fate) -> Result<f64, ScoreError> {
        let Fate::Judged(Judged { verdict, given, .. }) = *fate else { return Ok(0.0) };
        if verdict != Verdict::Accepted {
            return match given {
                Given::Nothing => Ok(0.0),
                _ => Err(ScoreError::PointsForRejected { test }),
            };
        }
        if self.aggregation == Aggregation::PassFail && given != Given::Nothing {
            return Err(ScoreError::PointsInPassFail { test, group: self.name.clone() });
        }
        let within = |given: f64, most: f64| {
            let right = given.is_finite() && (0.0..=most + ROUNDING).contains(&given);
            if right { Ok(given) } else { Err(ScoreError::Points { test, given, most }) }
        };
        match (given, self.most(test)) {
            (Given::Nothing, Some(most)) => Ok(most),
            (Given::Nothing, None) => Err(ScoreError::NoPoints { test }),
            (Given::Score(score), most) => within(score, most.unwrap_or(f64::INFINITY)),
            (Given::Multiplier(part), Some(most)) => Ok(within(part, 1.0)? * most),
            (Given::Multiplier(_), None) => Err(ScoreError::PartOfUnbounded { test }),
        }
    }

    /// The score from those of what is inside.
    pub(super) fn aggregate(&self, parts: &[f64], passed: bool) -> f64 {
        match self.aggregation {
            Aggregation::PassFail if passed => self.max_score.bound().unwrap_or(0.0),
            Aggregation::PassFail => 0.0,
            Aggregation::Sum => parts.iter().sum(),
            Aggregation::Min => parts.iter().copied().reduce(f64::min).unwrap_or(0.0),
        }
    }

    /// Whether a failure before has already taken everything that the group had.
    pub(super) fn is_lost(&self, before: &[Fate]) -> bool {
        let failed = || any_rejected(&self.all_tests(), before);
        match self.aggregation {
            Aggregation::Sum => false,
            // Where a group inside is the least, its own plan says which of its tests still matter.
            Aggregation::Min => self.groups.is_empty() && failed(),
            Aggregation::PassFail => failed(),
        }
    }
}
