//! CMS: score types Sum, GroupMin, GroupMul and GroupThreshold.
//!
//! A test has an *outcome*: what the checker gave, 1 where it accepted and gave nothing, and 0
//! otherwise. GroupThreshold reads it as something to keep small, such as a number of questions.

use crate::score::error::ScoreError;
use crate::score::fate::{Fate, Given, GroupScore, Judged, Scored};
use crate::score::pass_fail::{any_rejected, first_rejected};
use crate::verdict::Verdict;

/// A plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Cms {
    /// The subtasks. One test may be in several.
    pub subtasks: Vec<CmsSubtask>,
    /// Digits after the point that scores keep (`score_precision`).
    pub precision: u32,
}

/// A subtask. `Sum` has none: it is written as one subtask a test, or as one of rule `Sum`.
#[derive(Clone, Debug, PartialEq)]
pub struct CmsSubtask {
    /// Its name.
    pub name: String,
    /// How outcomes become a part of its points.
    pub rule: CmsRule,
    /// Its points; of rule `Sum` those of each test.
    pub points: f64,
    /// Its tests.
    pub tests: Vec<usize>,
}

/// How outcomes become a part of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CmsRule {
    /// The sum of all outcomes.
    Sum,
    /// The least.
    GroupMin,
    /// The product.
    GroupMul,
    /// All or nothing: every outcome is above 0 and at most this.
    GroupThreshold(f64),
}

impl Cms {
    /// The result. The verdict is that of the first test that was not accepted.
    ///
    /// # Errors
    /// [`ScoreError`]: a failed checker, or an outcome that is no number of at least 0.
    pub fn score(&self, fates: &[Fate]) -> Result<Scored, ScoreError> {
        if let Some(test) = fates.iter().position(|fate| *fate == Fate::CheckerFailed) {
            return Err(ScoreError::CheckerFailed { test });
        }
        let mut groups = Vec::new();
        for subtask in &self.subtasks {
            if subtask.tests.is_empty() {
                return Err(ScoreError::plan(&subtask.name, "no test belongs to it"));
            }
            groups.push(subtask.score(fates, |score| self.round(score))?);
        }
        let rejected = first_rejected(fates.iter().enumerate());
        Ok(Scored {
            verdict: rejected.map_or(Verdict::Accepted, |(_, verdict)| verdict),
            deciding: rejected.map(|(test, _)| test),
            score: Some(self.round(groups.iter().filter_map(|group| group.score).sum())),
            max_score: Some(self.subtasks.iter().map(CmsSubtask::most).sum()),
            groups,
        })
    }

    fn round(&self, score: f64) -> f64 {
        let scale = 10_f64.powi(self.precision.min(15) as i32);
        (score * scale).round() / scale
    }

    /// A test may be in several subtasks: none of them must need it.
    pub(super) fn is_settled(&self, test: usize, before: &[Fate]) -> bool {
        let mut of =
            self.subtasks.iter().filter(|subtask| subtask.tests.contains(&test)).peekable();
        of.peek().is_some() && of.all(|subtask| subtask.is_lost(before))
    }
}

impl CmsSubtask {
    fn most(&self) -> f64 {
        match self.rule {
            CmsRule::Sum => self.points * self.tests.len() as f64,
            _ => self.points,
        }
    }

    fn score(&self, fates: &[Fate], round: impl Fn(f64) -> f64) -> Result<GroupScore, ScoreError> {
        let fate = |test: usize| fates.get(test).unwrap_or(&Fate::NotRun);
        let outcomes: Vec<f64> =
            self.tests.iter().map(|&test| outcome(test, fate(test))).collect::<Result<_, _>>()?;
        let all_run = self.tests.iter().all(|&test| *fate(test) != Fate::NotRun);
        let rejected = first_rejected(self.tests.iter().map(|&test| (test, fate(test))));
        Ok(GroupScore {
            group: self.name.clone(),
            verdict: rejected
                .map(|(_, verdict)| verdict)
                .or_else(|| all_run.then_some(Verdict::Accepted)),
            score: Some(round(self.rule.part(&outcomes) * self.points)),
            max_score: Some(self.most()),
            waited_for: Vec::new(),
            tests: self.tests.clone(),
        })
    }

    /// Whether a failure took everything. An accepted output may do so too (an outcome above the
    /// threshold), but then later tests still decide about the verdict.
    fn is_lost(&self, before: &[Fate]) -> bool {
        self.rule != CmsRule::Sum && any_rejected(&self.tests, before)
    }
}

impl CmsRule {
    /// The part of the points; of rule `Sum` it may be more than 1.
    fn part(self, outcomes: &[f64]) -> f64 {
        match self {
            CmsRule::Sum => outcomes.iter().sum(),
            CmsRule::GroupMin => outcomes.iter().copied().fold(f64::INFINITY, f64::min),
            CmsRule::GroupMul => outcomes.iter().product(),
            CmsRule::GroupThreshold(most) => {
                let kept = outcomes.iter().all(|&outcome| outcome > 0.0 && outcome <= most);
                if kept { 1.0 } else { 0.0 }
            }
        }
    }
}

fn outcome(test: usize, fate: &Fate) -> Result<f64, ScoreError> {
    let Fate::Judged(Judged { verdict, given, .. }) = *fate else { return Ok(0.0) };
    match given {
        Given::Multiplier(given) | Given::Score(given) if !(given.is_finite() && given >= 0.0) => {
            Err(ScoreError::Points { test, given, most: f64::INFINITY })
        }
        Given::Multiplier(given) | Given::Score(given) if verdict == Verdict::Accepted => Ok(given),
        Given::Nothing if verdict == Verdict::Accepted => Ok(1.0),
        _ => Ok(0.0),
    }
}
