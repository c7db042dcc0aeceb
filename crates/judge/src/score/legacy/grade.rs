//! Grades, from the tests up to `data`.

use super::plan::{
    CustomGrader, Grade, Legacy, LegacyGrading, LegacyGroup, ScoreMode, VerdictMode,
};
use crate::score::ROUNDING;
use crate::score::error::ScoreError;
use crate::score::fate::{Fate, Given, GroupScore, Judged};
use crate::score::priority::worst_error_rank;
use crate::verdict::Verdict;

/// One pass over the groups.
pub(super) struct Walk<'a, 'b> {
    pub(super) plan: &'a Legacy,
    pub(super) fates: &'a [Fate],
    pub(super) custom: &'a mut CustomGrader<'b>,
    pub(super) groups: Vec<GroupScore>,
}

impl Walk<'_, '_> {
    /// The grade of a group; `None` where nothing of it was run.
    pub(super) fn group(&mut self, group: &LegacyGroup) -> Result<Option<Grade>, ScoreError> {
        let place = self.groups.len();
        self.groups.push(GroupScore {
            group: if group.name.is_empty() { "data".to_owned() } else { group.name.clone() },
            verdict: None,
            score: None,
            max_score: (self.plan.scoring && group.range.1.is_finite()).then_some(group.range.1),
            waited_for: Vec::new(),
            tests: group.tests.clone(),
        });
        let mut parts = Vec::new();
        for inner in &group.groups {
            let grade = self.group(inner)?;
            // The flag is about the first of two, and holds its place even where it was not run.
            parts.push(grade);
        }
        for &test in &group.tests {
            parts.push(self.test(group, test)?);
        }
        if let LegacyGrading::Default { ignore_sample: true, .. } = group.grading {
            if parts.len() != 2 {
                let reason = format!(
                    "ignore_sample needs sample and secret, and there are {} results",
                    parts.len()
                );
                return Err(ScoreError::plan(&group.name, reason));
            }
            parts.remove(0);
        }
        let parts: Vec<Grade> = parts.into_iter().flatten().collect();
        let stop = parts.iter().position(|grade| grade.verdict != Some(Verdict::Accepted));
        let parts = match stop {
            Some(stop) if group.break_on_reject => &parts[..=stop],
            _ => &parts[..],
        };
        if parts.is_empty() {
            return Ok(None);
        }
        let grade = match &group.grading {
            LegacyGrading::Default { verdict, score, accept_if_any_accepted, .. } => Grade {
                verdict: verdict_of(parts, *verdict, *accept_if_any_accepted),
                score: score_of(parts, *score),
            },
            LegacyGrading::Custom { flags } => (self.custom)(flags, parts)
                .map_err(|reason| ScoreError::Grader { group: group.name.clone(), reason })?,
        };
        let (low, high) = group.range;
        if self.plan.scoring
            && grade.verdict == Some(Verdict::Accepted)
            && !(low - ROUNDING..=high + ROUNDING).contains(&grade.score)
        {
            let group = self.groups[place].group.clone();
            return Err(ScoreError::OutsideRange { group, score: grade.score, low, high });
        }
        self.groups[place].verdict = grade.verdict;
        self.groups[place].score = self.plan.scoring.then_some(grade.score);
        Ok(Some(grade))
    }

    fn test(&self, group: &LegacyGroup, test: usize) -> Result<Option<Grade>, ScoreError> {
        Ok(match self.fates.get(test).unwrap_or(&Fate::NotRun) {
            Fate::NotRun => None,
            Fate::CheckerFailed => Some(Grade { verdict: None, score: group.reject_score }),
            Fate::Judged(Judged { verdict, given, .. }) => {
                let otherwise = if *verdict == Verdict::Accepted {
                    group.accept_score
                } else {
                    group.reject_score
                };
                let score = match *given {
                    Given::Nothing => otherwise,
                    Given::Score(score) => score,
                    Given::Multiplier(part) => part * group.accept_score,
                };
                if !score.is_finite() {
                    return Err(ScoreError::Points { test, given: score, most: group.range.1 });
                }
                Some(Grade { verdict: Some(*verdict), score })
            }
        })
    }
}

fn verdict_of(parts: &[Grade], mode: VerdictMode, any: bool) -> Option<Verdict> {
    let failures = || parts.iter().filter(|grade| grade.verdict != Some(Verdict::Accepted));
    if any && failures().count() < parts.len() {
        return Some(Verdict::Accepted);
    }
    let chosen = match mode {
        VerdictMode::AlwaysAccept => None,
        VerdictMode::FirstError => failures().next(),
        // Of equals the first: `min_by_key` keeps it.
        VerdictMode::WorstError => failures().min_by_key(|grade| worst_error_rank(grade.verdict)),
    };
    chosen.map_or(Some(Verdict::Accepted), |grade| grade.verdict)
}

fn score_of(parts: &[Grade], mode: ScoreMode) -> f64 {
    let scores = || parts.iter().map(|grade| grade.score);
    match mode {
        ScoreMode::Sum => scores().sum(),
        ScoreMode::Average => scores().sum::<f64>() / parts.len() as f64,
        ScoreMode::Min => scores().fold(f64::INFINITY, f64::min),
        ScoreMode::Max => scores().fold(f64::NEG_INFINITY, f64::max),
    }
}
