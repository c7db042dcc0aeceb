//! ICPC/Kattis `2025-09`, section "Result aggregation".

mod plan;
mod points;

use crate::score::ROUNDING;
use crate::score::error::ScoreError;
use crate::score::fate::{Fate, GroupScore, Scored};
use crate::score::pass_fail::first_rejected;
use crate::verdict::Verdict;

pub use plan::{Aggregation, Kattis, KattisGroup, MaxScore, StaticTest};

impl Kattis {
    /// The result. The verdict is that of the first test that was not accepted, samples included.
    ///
    /// # Errors
    /// [`ScoreError`], for every "judge error" of the format's section.
    pub fn score(&self, fates: &[Fate]) -> Result<Scored, ScoreError> {
        self.check()?;
        if let Some(test) = fates.iter().position(|fate| *fate == Fate::CheckerFailed) {
            return Err(ScoreError::CheckerFailed { test });
        }
        let mut groups = Vec::new();
        if !self.samples.is_empty() {
            groups.push(GroupScore {
                group: "sample".to_owned(),
                verdict: verdict_on(&self.samples, fates),
                score: None,
                max_score: None,
                waited_for: Vec::new(),
                tests: self.samples.clone(),
            });
        }
        let score = self.group(&self.secret, fates, &mut groups)?;
        let rejected =
            first_rejected(self.all_tests().iter().map(|&test| (test, fate(fates, test))));
        Ok(Scored {
            verdict: rejected.map_or(Verdict::Accepted, |(_, verdict)| verdict),
            deciding: rejected.map(|(test, _)| test),
            score: Some(score),
            max_score: self.secret.max_score.bound(),
            groups,
        })
    }

    fn group(
        &self,
        group: &KattisGroup,
        fates: &[Fate],
        results: &mut Vec<GroupScore>,
    ) -> Result<f64, ScoreError> {
        let place = results.len();
        let tests = group.own_tests();
        results.push(GroupScore {
            group: group.name.clone(),
            verdict: verdict_on(&group.all_tests(), fates),
            score: None,
            max_score: group.max_score.bound(),
            waited_for: self.failed_dependencies(group, fates),
            tests,
        });
        let mut parts = Vec::new();
        for inner in &group.groups {
            parts.push(self.group(inner, fates, results)?);
        }
        for test in group.own_tests() {
            parts.push(group.test_score(test, fate(fates, test))?);
        }
        let waits = !results[place].waited_for.is_empty();
        let score = if waits { 0.0 } else { group.aggregate(&parts, self.passed(group, fates)) };
        if let Some(most) = group.max_score.bound()
            && score > most + ROUNDING
        {
            return Err(ScoreError::GroupAbove { group: group.name.clone(), score, most });
        }
        results[place].score = Some(score);
        Ok(score)
    }

    /// Which of a group's dependencies were not accepted as a whole.
    fn failed_dependencies(&self, group: &KattisGroup, fates: &[Fate]) -> Vec<String> {
        let passed = |name: &str| {
            if name == "sample" {
                return self.samples.iter().all(|&test| fate(fates, test).accepted());
            }
            let found = self.secret.groups.iter().find(|group| group.name == name);
            found.is_some_and(|group| self.passed(group, fates))
        };
        group.require_pass.iter().filter(|name| !passed(name)).cloned().collect()
    }

    /// Whether everything in a group was accepted. The tests of a group that waits in vain count as
    /// not accepted, even where somebody ran them all the same.
    fn passed(&self, group: &KattisGroup, fates: &[Fate]) -> bool {
        self.failed_dependencies(group, fates).is_empty()
            && group.own_tests().iter().all(|&test| fate(fates, test).accepted())
            && group.groups.iter().all(|group| self.passed(group, fates))
    }

    /// Samples, and then everything in `secret`.
    fn all_tests(&self) -> Vec<usize> {
        self.samples.iter().copied().chain(self.secret.all_tests()).collect()
    }

    /// Whether what came before settles the points that this test can bring.
    pub(super) fn is_settled(&self, test: usize, before: &[Fate]) -> bool {
        let path = std::iter::once(&self.secret).chain(&self.secret.groups);
        path.filter(|group| group.all_tests().contains(&test)).any(|group| {
            let rejected = |&other: &usize| {
                before.get(other).and_then(Fate::verdict).is_some_and(|it| it != Verdict::Accepted)
            };
            let required = |name: &String| match name.as_str() {
                "sample" => self.samples.iter().any(rejected),
                _ => self.secret.groups.iter().filter(|group| group.name == *name).any(|group| {
                    group.all_tests().iter().any(rejected) || self.waits(group, before)
                }),
            };
            group.require_pass.iter().any(required) || group.is_lost(before)
        })
    }

    /// Whether a group is not run for what came before.
    fn waits(&self, group: &KattisGroup, before: &[Fate]) -> bool {
        group
            .all_tests()
            .first()
            .is_some_and(|&first| !group.require_pass.is_empty() && self.is_settled(first, before))
    }
}

fn fate(fates: &[Fate], test: usize) -> &Fate {
    fates.get(test).unwrap_or(&Fate::NotRun)
}

/// Accepted where all were; else the first failure; `None` where nothing says either.
fn verdict_on(tests: &[usize], fates: &[Fate]) -> Option<Verdict> {
    let rejected = first_rejected(tests.iter().map(|&test| (test, fate(fates, test))));
    let all = || tests.iter().all(|&test| fate(fates, test).accepted());
    rejected.map(|(_, verdict)| verdict).or_else(|| all().then_some(Verdict::Accepted))
}
