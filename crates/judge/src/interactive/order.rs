//! Whose word counts, by who came first.

use crate::interactive::Party;
use crate::verdict::Verdict;

/// Who decides about a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The submission failed by itself.
    Failure(Verdict),
    /// What the checker said counts.
    Checker,
}

/// The submission's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SubmissionEnd {
    /// Its failure; `None` where it exited with 0, or was killed by us when all was decided.
    pub(crate) failure: Option<Verdict>,
    /// Whether it was killed by `SIGPIPE`.
    pub(crate) broken_pipe: bool,
}

/// Whose word counts.
///
/// `checker_stopped_reading` is whether the checker had closed its end of the submission's output
/// before the submission ended. A submission killed by `SIGPIPE` after that has done nothing but say
/// more than the checker wanted to hear: what became of it is the checker's doing, and so the checker's
/// word counts. `accepts` is what the checker said, where it said something.
pub(crate) fn decide(
    first: Party,
    end: SubmissionEnd,
    checker_stopped_reading: bool,
    accepts: bool,
) -> Decision {
    let Some(failure) = end.failure else { return Decision::Checker };
    if end.broken_pipe && (checker_stopped_reading || first == Party::Checker) {
        return Decision::Checker;
    }
    match first {
        Party::Submission => Decision::Failure(failure),
        // It said no, and whatever the submission did after that does not matter.
        Party::Checker if !accepts => Decision::Checker,
        Party::Checker => Decision::Failure(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{MemoryLimitExceeded, RunTimeError, TimeLimitExceeded};

    #[track_caller]
    fn check(
        first: Party,
        failure: Option<Verdict>,
        broken_pipe: bool,
        stopped_reading: bool,
        accepts: bool,
        expected: Decision,
    ) {
        let end = SubmissionEnd { failure, broken_pipe };
        assert_eq!(decide(first, end, stopped_reading, accepts), expected);
    }

    #[test]
    fn the_first_decides() {
        for failure in [TimeLimitExceeded, MemoryLimitExceeded, RunTimeError] {
            for accepts in [false, true] {
                let own = Decision::Failure(failure);
                check(Party::Submission, Some(failure), false, false, accepts, own);
            }
            check(Party::Checker, Some(failure), false, true, false, Decision::Checker);
            check(Party::Checker, Some(failure), false, true, true, Decision::Failure(failure));
        }
    }

    #[test]
    fn an_exit_with_0_leaves_it_to_the_checker() {
        for first in [Party::Submission, Party::Checker] {
            for accepts in [false, true] {
                check(first, None, false, false, accepts, Decision::Checker);
            }
        }
    }

    #[test]
    fn a_broken_pipe_is_the_checkers_doing_if_it_stopped_reading() {
        let failure = Some(RunTimeError);
        check(Party::Submission, failure, true, true, true, Decision::Checker);
        check(Party::Checker, failure, true, true, true, Decision::Checker);
        // A pipe of its own making, with the checker still there.
        let own = Decision::Failure(RunTimeError);
        check(Party::Submission, failure, true, false, true, own);
    }
}
