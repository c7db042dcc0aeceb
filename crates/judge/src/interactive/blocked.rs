//! Whether two programs wait for each other.

use std::time::{Duration, Instant};

use super::conduit::Conduit;
use super::process::Activity;
use super::report::{Blocked, Wait};

/// Time between two looks that must agree. Two of them and a look's own length stay well below the
/// hundred milliseconds within which it is to be found.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// What was seen at the look before.
#[derive(Debug, Default)]
pub(super) struct BlockedWatch {
    last: Option<Seen>,
}

#[derive(Debug, PartialEq, Eq)]
struct Seen {
    since: Instant,
    cpu: (Duration, Duration),
    waits: (Wait, Wait),
}

impl BlockedWatch {
    /// Looks at both. `to_checker` and `to_submission` are the pipes; `keepers_rest` tells whether those who
    /// started both have nothing left to do. One that is kept from running may still hold an end of a
    /// pipe that its program has closed, and then the judge has not been told of it.
    pub(super) fn look(
        &mut self,
        submission: Activity,
        checker: Activity,
        to_checker: &Conduit,
        to_submission: &Conduit,
        now: Instant,
        keepers_rest: impl FnOnce() -> bool,
    ) -> Option<Blocked> {
        let submission_waits = waits(submission, to_submission, to_checker);
        let checker_waits = waits(checker, to_checker, to_submission);
        let (Some(left), Some(right)) = (submission_waits, checker_waits) else {
            self.last = None;
            return None;
        };
        let (cpu, waits) = ((submission.cpu, checker.cpu), (left, right));
        match &self.last {
            Some(last) if last.cpu == cpu && last.waits == waits => {
                // The very same figures: nobody has run between the two looks, and so nobody has
                // written, read, or been woken.
                (now - last.since >= LOOK).then(|| Blocked {
                    submission: left,
                    checker: right,
                    found_after: now - last.since,
                })
            }
            _ => {
                // Asked after the programs were looked at: what was closed before is told by the next look.
                self.last = keepers_rest().then_some(Seen { since: now, cpu, waits });
                None
            }
        }
    }
}

/// What a program waits for in a conversation, if it waits for nothing else.
fn waits(activity: Activity, from_other: &Conduit, to_other: &Conduit) -> Option<Wait> {
    if !activity.asleep || activity.wakes_itself {
        return None;
    }
    if activity.reads && from_other.is_empty() && from_other.can_still_be_written() {
        return Some(Wait::ToRead);
    }
    (activity.writes && to_other.is_full()).then_some(Wait::ToWrite)
}

#[cfg(test)]
mod tests {
    use super::super::conduit::Closes;
    use super::*;

    #[test]
    fn nobody_is_blocked_while_a_supervisor_is_kept_from_running() {
        let closes = Closes::new().unwrap();
        let (to_checker, _there) = Conduit::direct(&closes).unwrap();
        let (to_submission, _back) = Conduit::direct(&closes).unwrap();
        let reads = Activity {
            cpu: Duration::from_millis(1),
            delayed: Duration::ZERO,
            asleep: true,
            runnable: false,
            wakes_itself: false,
            reads: true,
            writes: false,
        };
        let (start, mut watch) = (Instant::now(), BlockedWatch::default());
        let mut look = |looks: u32, rest: bool| {
            watch.look(reads, reads, &to_checker, &to_submission, start + looks * LOOK, || rest)
        };
        for looks in 0..5 {
            assert!(look(looks, false).is_none(), "look {looks}");
        }
        assert!(look(5, true).is_none());
        assert!(look(6, true).is_some());
    }
}
