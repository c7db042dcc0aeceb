//! What the processes of a cell owe the supervisor, and what is done about one that keeps silent.
//!
//! Nothing that a program does can stop the launcher or the init process of its cell. Somebody else on
//! the host may: with a signal, a debugger, or a freezer. Whatever stands still then is told to go on, and
//! in the end killed, so that nobody waits for ever and no limit is blamed for it.

use super::Running;
use crate::cgroup::Slot;
use crate::page::Word;
use sandglass_sys::{self as sys, Errno, PollEntry, READABLE};
use std::os::fd::{AsFd, OwnedFd};

/// After this time whoever is silent is told to go on, nanoseconds.
pub(crate) const REMIND_AFTER: u64 = 1_000_000_000;

/// After this time it is killed, nanoseconds: a tree of thousands of processes has ended in less, on
/// emulated machines too.
pub(crate) const GIVE_UP_AFTER: u64 = 30_000_000_000;

/// SIGCONT.
const CONTINUE: i32 = 18;

/// A process of the cell that does what nobody sees.
#[derive(Debug)]
pub(crate) struct Owed {
    /// Told to die, or dead: the init process is to report. Before that the launcher is to execute, and in
    /// between nothing is owed, but the end might be kept from us.
    end: bool,
    /// When the next thing is done about it; `None` where nothing is owed, or all was done.
    next: Option<u64>,
    since: u64,
    given_up: bool,
}

impl Owed {
    /// The launcher was told to execute at `now`.
    pub(crate) fn start(now: u64) -> Owed {
        Owed { end: false, next: Some(now + REMIND_AFTER), since: now, given_up: false }
    }

    /// The run was told to end at `now`, or has.
    pub(super) fn end(&mut self, now: u64) {
        if !self.end {
            *self = Owed { end: true, ..Owed::start(now) };
        }
    }

    /// Whether the end is all that is owed.
    pub(super) fn is_end(&self) -> bool {
        self.end
    }

    /// When to look at it.
    pub(super) fn next(&self) -> Option<u64> {
        self.next
    }

    /// Whether whoever kept silent was killed for it.
    pub(super) fn was_given_up(&self) -> bool {
        self.given_up
    }

    fn step(&mut self, now: u64) -> Step {
        match self.next {
            Some(time) if now >= time && now >= self.since + GIVE_UP_AFTER => {
                self.next = None;
                self.given_up = true;
                Step::Kill
            }
            Some(time) if now >= time => {
                self.next = Some(now.saturating_add(REMIND_AFTER).min(self.since + GIVE_UP_AFTER));
                Step::Remind
            }
            _ => Step::Wait,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Step {
    Wait,
    Remind,
    Kill,
}

/// Tells `process` to go on, where somebody has stopped it.
pub(crate) fn remind(process: i32) {
    let _ = sys::send_signal(process, CONTINUE);
}

impl Running {
    /// Reminds whoever keeps us waiting.
    pub(super) fn look_at_owed(&mut self, slot: &Slot, now: u64) {
        if !self.owed.end && self.started().is_some() {
            if self.owed.next.is_some_and(|time| now < time) {
                return;
            }
            if self.program_has_ended() {
                slot.kill();
                return self.owed.end(now);
            }
            self.owed.next = Some(now + REMIND_AFTER);
            return;
        }
        match self.owed.step(now) {
            Step::Wait => {}
            Step::Remind => {
                if !self.owed.end {
                    remind(self.cell.tracee);
                }
                remind(self.cell.process);
            }
            // Its death is heard of, and told as what it is.
            Step::Kill => {
                let _ = sys::send_signal_by_descriptor(self.cell.init.as_fd(), 9);
            }
        }
    }

    /// Whether the program has ended, even where the init process has not told yet.
    pub(super) fn program_has_ended(&self) -> bool {
        if self.page.get(Word::Ended) != 0 {
            return true;
        }
        // Until the init process has waited for it, nobody else gets its number.
        match sys::process_descriptor(self.cell.tracee) {
            Ok(program) => has_ended(&program),
            Err(errno) => errno == Errno::ESRCH,
        }
    }
}

fn has_ended(process: &OwnedFd) -> bool {
    let mut entry = [PollEntry::new(Some(process.as_fd()), READABLE)];
    sys::poll(&mut entry, Some(0)) == Ok(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_reminded_of_each_second_and_ends_once() {
        let mut owed = Owed::start(5);
        assert_eq!(owed.step(5 + REMIND_AFTER - 1), Step::Wait);
        let mut reminders = 0;
        while let Some(time) = owed.next() {
            match owed.step(time) {
                Step::Remind => reminders += 1,
                Step::Kill => assert_eq!(time, 5 + GIVE_UP_AFTER),
                Step::Wait => panic!("{time}"),
            }
            assert!(time <= 5 + GIVE_UP_AFTER);
        }
        assert_eq!(reminders, GIVE_UP_AFTER / REMIND_AFTER - 1);
        assert_eq!(owed.step(u64::MAX), Step::Wait);
    }

    #[test]
    fn a_second_reason_to_end_changes_nothing() {
        let mut owed = Owed::start(0);
        owed.end(7);
        assert!(owed.is_end());
        owed.end(9);
        assert_eq!(owed.next(), Some(7 + REMIND_AFTER));
    }
}
