//! How packages of the format `legacy` grade a group (`testdata.yaml`).

/// Grading of one group. Source: ICPC/Kattis problem package format, `legacy`, "Graders".
#[derive(Clone, Debug, PartialEq)]
pub struct LegacyGrading {
    /// Whether tests after the first that is rejected are still judged.
    pub on_reject: OnReject,
    /// Points of an accepted test, where the validator gives none.
    pub accept_score: f64,
    /// Points of a rejected test.
    pub reject_score: f64,
    /// The least and the most points of the group.
    pub range: (f64, f64),
    /// How the group's verdict comes from those below.
    pub verdict_mode: VerdictMode,
    /// How the group's points come from those below.
    pub score_mode: ScoreMode,
    /// Whether the group `sample` is left out of the verdict and the points (only at the root).
    pub ignore_sample: bool,
    /// Whether one accepted test makes the group accepted.
    pub accept_if_any_accepted: bool,
    /// Whether the package's own grader grades it, and not the default one.
    pub custom: bool,
    /// Flags for the grader, word by word.
    pub grader_flags: Vec<String>,
}

/// What a rejected test means for those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnReject {
    /// They are not judged.
    Break,
    /// They are judged.
    Continue,
}

/// How a group's verdict comes from those of its tests and groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictMode {
    /// The worst: judging error, run-time error, time limit, wrong answer, in this order.
    WorstError,
    /// The first that is not accepted.
    FirstError,
    /// Accepted, whatever happens.
    AlwaysAccept,
}

/// How a group's points come from those of its tests and groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreMode {
    /// Their sum.
    Sum,
    /// Their mean.
    Average,
    /// The smallest.
    Min,
    /// The largest.
    Max,
}

impl Default for LegacyGrading {
    fn default() -> LegacyGrading {
        LegacyGrading {
            on_reject: OnReject::Break,
            accept_score: 1.0,
            reject_score: 0.0,
            range: (f64::NEG_INFINITY, f64::INFINITY),
            verdict_mode: VerdictMode::WorstError,
            score_mode: ScoreMode::Sum,
            ignore_sample: false,
            accept_if_any_accepted: false,
            custom: false,
            grader_flags: Vec::new(),
        }
    }
}
