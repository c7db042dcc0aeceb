//! Orders among verdicts, where a format takes the worst and not the first.

use crate::score::fate::Fate;
use crate::verdict::Verdict;

/// What Sim says about a test: a verdict, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A verdict on the program.
    Verdict(Verdict),
    /// The checker failed.
    CheckerError,
    /// It was not run.
    Skipped,
}

impl From<&Fate> for Status {
    fn from(fate: &Fate) -> Status {
        match fate {
            Fate::Judged(judged) => Status::Verdict(judged.verdict),
            Fate::CheckerFailed => Status::CheckerError,
            Fate::NotRun => Status::Skipped,
        }
    }
}

/// Sim's order, the worst first: TLE, MLE, OLE, RTE, checker error, WA, OK. What Sim does not tell
/// apart from a run-time error counts as one; a test that was skipped says nothing.
pub fn sim_rank(status: Status) -> u8 {
    match status {
        Status::Verdict(Verdict::CompileError) => 0,
        Status::Verdict(Verdict::TimeLimitExceeded) => 1,
        Status::Verdict(Verdict::MemoryLimitExceeded) => 2,
        Status::Verdict(Verdict::OutputLimitExceeded) => 3,
        Status::Verdict(Verdict::RunTimeError | Verdict::PolicyViolation) => 4,
        Status::CheckerError => 5,
        Status::Verdict(Verdict::WrongAnswer) => 6,
        Status::Verdict(Verdict::Accepted) => 7,
        Status::Skipped => 8,
    }
}

/// The order of the `legacy` default grader's `worst_error`, the worst first: JE, IF, RTE, MLE, TLE,
/// OLE, WA, AC. `None` is a checker that failed, JE. (IF is a function that is not allowed.)
pub fn worst_error_rank(verdict: Option<Verdict>) -> u8 {
    match verdict {
        None => 0,
        Some(Verdict::PolicyViolation) => 1,
        Some(Verdict::CompileError | Verdict::RunTimeError) => 2,
        Some(Verdict::MemoryLimitExceeded) => 3,
        Some(Verdict::TimeLimitExceeded) => 4,
        Some(Verdict::OutputLimitExceeded) => 5,
        Some(Verdict::WrongAnswer) => 6,
        Some(Verdict::Accepted) => 7,
    }
}
