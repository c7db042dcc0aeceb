//! ICPC/Kattis `legacy`, sections "Graders" and "Test Data Groups".

mod grade;
mod plan;

use crate::score::error::ScoreError;
use crate::score::fate::{Fate, Scored};
use crate::verdict::Verdict;

pub use plan::{CustomGrader, Grade, Legacy, LegacyGrading, LegacyGroup, ScoreMode, VerdictMode};

impl Legacy {
    /// The result. The points of a submission that is not accepted are 0, as the format ignores
    /// what a grader says of them.
    ///
    /// # Errors
    /// [`ScoreError`]. A failed checker is one only where it decides: `always_accept` hides it.
    pub fn score(
        &self,
        fates: &[Fate],
        custom: &mut CustomGrader<'_>,
    ) -> Result<Scored, ScoreError> {
        let mut walk = grade::Walk { plan: self, fates, custom, groups: Vec::new() };
        let grade = walk.group(&self.root)?.unwrap_or(Grade { verdict: None, score: 0.0 });
        let groups = walk.groups;
        let Some(verdict) = grade.verdict else {
            let failed = fates.iter().position(|fate| *fate == Fate::CheckerFailed);
            return Err(failed.map_or_else(
                || ScoreError::plan("data", "no test was run"),
                |test| ScoreError::CheckerFailed { test },
            ));
        };
        let deciding = (verdict != Verdict::Accepted)
            .then(|| fates.iter().position(|fate| fate.verdict() == Some(verdict)))
            .flatten();
        let high = self.root.range.1;
        Ok(Scored {
            verdict,
            deciding,
            score: self.scoring.then_some(if verdict == Verdict::Accepted {
                grade.score
            } else {
                0.0
            }),
            max_score: (self.scoring && high.is_finite()).then_some(high),
            groups,
        })
    }

    pub(super) fn is_settled(&self, test: usize, before: &[Fate]) -> bool {
        self.root.broken(test, before)
    }
}
