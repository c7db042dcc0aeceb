//! Without points: every test must be accepted.

use crate::score::error::ScoreError;
use crate::score::fate::{Fate, Scored};
use crate::verdict::Verdict;

/// A plan without groups and points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassFail;

impl PassFail {
    /// The verdict is that of the first test, in the package's order, that was not accepted.
    ///
    /// # Errors
    /// [`ScoreError::CheckerFailed`], where it failed on a test before that one: it might decide.
    pub fn score(&self, fates: &[Fate]) -> Result<Scored, ScoreError> {
        let rejected = first_rejected(fates.iter().enumerate());
        let failed = fates.iter().position(|fate| *fate == Fate::CheckerFailed);
        if let Some(test) = failed.filter(|&test| rejected.is_none_or(|(first, _)| test < first)) {
            return Err(ScoreError::CheckerFailed { test });
        }
        Ok(Scored {
            verdict: rejected.map_or(Verdict::Accepted, |(_, verdict)| verdict),
            deciding: rejected.map(|(test, _)| test),
            score: None,
            max_score: None,
            groups: Vec::new(),
        })
    }
}

/// The first of these tests that was judged and not accepted, and its verdict.
pub fn first_rejected<'a>(
    tests: impl IntoIterator<Item = (usize, &'a Fate)>,
) -> Option<(usize, Verdict)> {
    tests.into_iter().find_map(|(test, fate)| {
        let verdict = fate.verdict().filter(|&verdict| verdict != Verdict::Accepted)?;
        Some((test, verdict))
    })
}

/// Whether any of these tests was judged and not accepted.
pub(super) fn any_rejected(tests: &[usize], fates: &[Fate]) -> bool {
    let known = tests.iter().filter_map(|&test| Some((test, fates.get(test)?)));
    first_rejected(known).is_some()
}
