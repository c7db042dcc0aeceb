//! Scoring: what the verdicts on tests make of a submission, in the way of each format.
//!
//! Everything here is a pure function over a plan (groups, and how they are scored) and the fates
//! of the tests, in the package's order; nothing runs, reads or waits. The systems whose rules these
//! are disagree about nearly everything (what a score is, who decides, in which order errors
//! count), so each has a module of its own that follows its document, and [`Scoring`] is the choice
//! between them.
//!
//! Scores have the plan's own unit (points). Where a plan contradicts itself, or a checker gives
//! what its format forbids, there is a [`ScoreError`]: the problem's fault, never the submission's.

mod cms;
mod error;
mod fate;
mod kattis;
mod legacy;
mod of_package;
mod pass_fail;
mod priority;
mod sim;

pub use cms::{Cms, CmsRule, CmsSubtask};
pub use error::ScoreError;
pub use fate::{Fate, Given, GroupScore, Judged, Scored};
pub use kattis::{Aggregation, Kattis, KattisGroup, MaxScore, StaticTest};
pub use legacy::{CustomGrader, Grade, Legacy, LegacyGrading, LegacyGroup, ScoreMode, VerdictMode};
pub use pass_fail::{PassFail, first_rejected};
pub use priority::{Status, sim_rank, worst_error_rank};
pub use sim::{Sim, SimGroup, decay};

/// How a problem scores.
#[derive(Clone, Debug, PartialEq)]
pub enum Scoring {
    /// Every test must be accepted, and there are no points.
    PassFail(PassFail),
    /// ICPC/Kattis `2025-09`.
    Kattis(Kattis),
    /// ICPC/Kattis `legacy`.
    Legacy(Legacy),
    /// CMS.
    Cms(Cms),
    /// Sim.
    Sim(Sim),
}

impl Scoring {
    /// The result of a submission whose tests went so. `custom` is asked where a `legacy` group has
    /// a grader of the package's own; no other format has one.
    ///
    /// # Errors
    /// [`ScoreError`].
    pub fn score(
        &self,
        fates: &[Fate],
        custom: &mut CustomGrader<'_>,
    ) -> Result<Scored, ScoreError> {
        match self {
            Scoring::PassFail(plan) => plan.score(fates),
            Scoring::Kattis(plan) => plan.score(fates),
            Scoring::Legacy(plan) => plan.score(fates, custom),
            Scoring::Cms(plan) => plan.score(fates),
            Scoring::Sim(plan) => plan.score(fates),
        }
    }

    /// Whether a test cannot change the result any more, for what is known of the tests before it.
    /// It looks at no later test, so the answer does not depend on how many run at a time.
    pub fn is_settled(&self, test: usize, fates: &[Fate]) -> bool {
        let before = &fates[..test.min(fates.len())];
        match self {
            Scoring::PassFail(_) => first_rejected(before.iter().enumerate()).is_some(),
            Scoring::Kattis(plan) => plan.is_settled(test, before),
            Scoring::Legacy(plan) => plan.is_settled(test, before),
            Scoring::Cms(plan) => plan.is_settled(test, before),
            Scoring::Sim(plan) => plan.is_settled(test, before),
        }
    }
}

/// Points are compared with this much room for the rounding of sums.
pub(crate) const ROUNDING: f64 = 1e-9;
