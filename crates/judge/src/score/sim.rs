//! Sim: group minimum, with points that fade as a test comes near its time limit.

use crate::score::error::ScoreError;
use crate::score::fate::{Fate, Given, GroupScore, Judged, Scored};
use crate::score::pass_fail::any_rejected;
use crate::score::priority::{Status, sim_rank};
use crate::verdict::Verdict;

/// From this part of its time limit on, a test's points fade.
const FADES_FROM: f64 = 2.0 / 3.0;

/// A plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Sim {
    /// The groups.
    pub groups: Vec<SimGroup>,
}

/// A group.
#[derive(Clone, Debug, PartialEq)]
pub struct SimGroup {
    /// Its number, as a text.
    pub name: String,
    /// Its points, which may be below 0.
    pub points: i64,
    /// Its tests.
    pub tests: Vec<usize>,
}

impl SimGroup {
    /// Whether its tests are judged at once and shown to the contestant: group 0, with what is
    /// called `ocen`.
    pub fn is_initial(&self) -> bool {
        self.name == "0"
    }
}

/// What is left of a test's points at this part of its time limit: all of them up to 2/3, nothing
/// from 1 on, and between them a straight line.
pub fn decay(time_used: f64) -> f64 {
    if time_used.is_nan() {
        return 0.0;
    }
    ((time_used - 1.0) / (FADES_FROM - 1.0)).clamp(0.0, 1.0)
}

impl Sim {
    /// The result. The verdict is the worst by Sim's order; of equals the first test decides.
    ///
    /// # Errors
    /// [`ScoreError`]: a failed checker, where nothing worse happened, or points that are no part.
    pub fn score(&self, fates: &[Fate]) -> Result<Scored, ScoreError> {
        let mut groups = Vec::new();
        for group in &self.groups {
            groups.push(group.score(fates)?);
        }
        let worst = fates
            .iter()
            .enumerate()
            .map(|(test, fate)| (test, Status::from(fate)))
            .min_by_key(|&(_, status)| sim_rank(status));
        let (verdict, deciding) = match worst {
            Some((test, Status::CheckerError)) => return Err(ScoreError::CheckerFailed { test }),
            Some((test, Status::Verdict(verdict))) if verdict != Verdict::Accepted => {
                (verdict, Some(test))
            }
            _ => (Verdict::Accepted, None),
        };
        let positive = |group: &SimGroup| group.points.max(0) as f64;
        Ok(Scored {
            verdict,
            deciding,
            score: Some(groups.iter().filter_map(|group| group.score).sum()),
            max_score: Some(self.groups.iter().map(positive).sum()),
            groups,
        })
    }

    /// A group that failed is skipped in the first report; whoever wants the second runs all tests.
    /// One that lost its points to the clock alone goes on, because its tests still decide about the
    /// verdict.
    pub(super) fn is_settled(&self, test: usize, before: &[Fate]) -> bool {
        let group = self.groups.iter().find(|group| group.tests.contains(&test));
        group.is_some_and(|group| any_rejected(&group.tests, before))
    }
}

impl SimGroup {
    fn score(&self, fates: &[Fate]) -> Result<GroupScore, ScoreError> {
        let fate = |test: usize| fates.get(test).unwrap_or(&Fate::NotRun);
        let mut least: f64 = 1.0;
        for &test in &self.tests {
            least = least.min(part(test, fate(test))?);
        }
        let worst = self
            .tests
            .iter()
            .map(|&test| Status::from(fate(test)))
            .min_by_key(|&status| sim_rank(status));
        let all_run = self.tests.iter().all(|&test| *fate(test) != Fate::NotRun);
        Ok(GroupScore {
            group: self.name.clone(),
            verdict: match worst {
                Some(Status::Verdict(Verdict::Accepted)) if !all_run => None,
                Some(Status::Verdict(verdict)) => Some(verdict),
                _ => None,
            },
            // Adding 0 turns the -0 of a negative group that lost its points into 0.
            score: Some((self.points as f64 * least).round() + 0.0),
            max_score: Some(self.points as f64),
            waited_for: Vec::new(),
            tests: self.tests.clone(),
        })
    }
}

/// The part of its points that a test leaves to its group.
fn part(test: usize, fate: &Fate) -> Result<f64, ScoreError> {
    let Fate::Judged(Judged { verdict, given, time_used }) = *fate else { return Ok(0.0) };
    if verdict != Verdict::Accepted {
        return Ok(0.0);
    }
    let of_checker = match given {
        Given::Nothing => 1.0,
        Given::Multiplier(part) => part,
        Given::Score(percent) => percent / 100.0,
    };
    if !(0.0..=1.0).contains(&of_checker) {
        return Err(ScoreError::Points { test, given: of_checker, most: 1.0 });
    }
    Ok(of_checker * decay(time_used))
}
