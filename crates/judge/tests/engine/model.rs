//! What is right for a conversation of two actors: every order in which their steps can happen, under
//! the rules of a conversation, and the set of verdicts that can come of it.
//!
//! The rules. A program does its steps one after the other; it waits where it reads and nothing is
//! there, or writes and there is no room. That an end is closed is seen by the other only once whoever
//! closed it waits, works on for long, or has ended. The submission's pipe does not break (what it
//! says to a checker that has stopped reading is read by the judge); the checker's does. Whoever comes
//! first decides.

use std::collections::{BTreeSet, HashSet};

/// What may come of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Right {
    Accepted,
    WrongAnswer,
    RunTimeError,
    MemoryLimit,
    TimeLimit,
    /// The problem's fault.
    Fault,
}

/// Bytes that fit into a pipe, in units of what `f` writes: less than one.
const ROOM: i32 = 16;
/// What `f` writes, in the units of [`ROOM`].
const FILL: i32 = 64;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Side {
    script: Vec<u8>,
    step: usize,
    /// What `f` has still to write.
    left: i32,
    /// Input and output are open.
    open: [bool; 2],
    /// The other has been told that they are closed.
    told: [bool; 2],
    ended: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    submission: Side,
    checker: Side,
    /// Bytes on their way to the checker, and to the submission.
    there: i32,
    back: i32,
    /// The checker has accepted, and the submission goes on.
    accepted: bool,
}

impl Side {
    fn new(script: &str) -> Side {
        Side {
            script: script.bytes().collect(),
            step: 0,
            left: 0,
            open: [true; 2],
            told: [false; 2],
            ended: None,
        }
    }

    fn next(&self) -> u8 {
        self.script.get(self.step).copied().unwrap_or(b'7')
    }

    fn tell(&mut self) {
        for end in 0..2 {
            self.told[end] |= !self.open[end];
        }
    }
}

/// All that is right.
pub(crate) fn right(submission: &str, checker: &str) -> BTreeSet<Right> {
    let start = State {
        submission: Side::new(submission),
        checker: Side::new(checker),
        there: 0,
        back: 0,
        accepted: false,
    };
    let mut seen = HashSet::new();
    let mut found = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let mut moved = false;
        for mover in [Mover::Submission, Mover::Checker] {
            match step(&state, mover) {
                Step::Waits => {}
                Step::To(next) => {
                    moved = true;
                    waiting.push(next);
                }
                Step::Decides(verdict) => {
                    moved = true;
                    found.insert(verdict);
                }
            }
        }
        if !moved {
            found.insert(stuck(&state));
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    Submission,
    Checker,
}

enum Step {
    Waits,
    To(State),
    Decides(Right),
}

/// Nobody can go on.
fn stuck(state: &State) -> Right {
    let (submission, checker) = (&state.submission, &state.checker);
    match (submission.ended, checker.ended) {
        // It sleeps or works until its own limit.
        (Some(_), None) => Right::Fault,
        (None, None) if submission.next() == b'l' => Right::TimeLimit,
        (None, None)
            if matches!(checker.next(), b'z') && matches!(submission.next(), b'r' | b'R') =>
        {
            Right::Fault
        }
        (None, None) if checker.next() == b'l' => Right::Fault,
        _ => Right::TimeLimit,
    }
}

fn step(state: &State, mover: Mover) -> Step {
    let mut next = state.clone();
    let (own, other, from, to) = match mover {
        Mover::Submission => (&mut next.submission, &state.checker, state.back, state.there),
        Mover::Checker => (&mut next.checker, &state.submission, state.there, state.back),
    };
    if own.ended.is_some() {
        return Step::Waits;
    }
    let (mut read, mut written) = (0, 0);
    let waits = |own: &Side, next: &State| {
        // Who waits has told what it closed; that may wake the other.
        let mut told = own.clone();
        told.tell();
        if told == *own {
            return Step::Waits;
        }
        let mut next = next.clone();
        match mover {
            Mover::Submission => next.submission = told,
            Mover::Checker => next.checker = told,
        }
        Step::To(next)
    };
    match own.next() {
        b'r' | b'R' if !own.open[0] => {
            // Reading what is closed fails; `R` takes it for the end.
            if own.next() == b'r' {
                return end(state, mover, 9);
            }
            own.step += 1;
        }
        what @ (b'r' | b'R') => {
            if from > 0 {
                read = 1;
                if what == b'r' {
                    own.step += 1;
                }
            } else if other.told[1] || other.ended.is_some() {
                own.step += 1;
            } else {
                let own = own.clone();
                return waits(&own, state);
            }
        }
        b'w' | b'f' if !own.open[1] => return end(state, mover, 8),
        what @ (b'w' | b'f') => {
            let unread = !other.open[0] || other.ended.is_some();
            let nobody = other.told[0] || other.ended.is_some();
            match mover {
                Mover::Checker if nobody => return end(state, mover, 13),
                // The judge reads what the checker does not want.
                Mover::Submission if unread => {}
                _ if to >= ROOM => {
                    let own = own.clone();
                    return waits(&own, state);
                }
                _ => written = 1,
            }
            if what == b'w' {
                own.step += 1;
            } else {
                if own.left == 0 {
                    own.left = FILL;
                }
                own.left -= 1;
                if own.left == 0 {
                    own.step += 1;
                }
            }
        }
        b'i' => {
            own.open[0] = false;
            own.step += 1;
        }
        b'o' => {
            own.open[1] = false;
            own.step += 1;
        }
        b's' => own.step += 1,
        b'l' | b'z' => {
            let own = own.clone();
            return waits(&own, state);
        }
        code => return end(state, mover, code),
    }
    match mover {
        Mover::Submission => {
            next.back -= read;
            next.there += written;
        }
        Mover::Checker => {
            next.there -= read;
            next.back += written;
        }
    }
    Step::To(next)
}

/// A program ends.
fn end(state: &State, mover: Mover, code: u8) -> Step {
    let mut next = state.clone();
    match mover {
        Mover::Submission => match code {
            b'0' => {
                next.submission.ended = Some(code);
                match next.checker.ended {
                    Some(_) => Step::Decides(Right::Accepted),
                    None => Step::To(next),
                }
            }
            b'm' => Step::Decides(Right::MemoryLimit),
            _ => Step::Decides(Right::RunTimeError),
        },
        Mover::Checker => match code {
            b'A' if state.submission.ended.is_some() => Step::Decides(Right::Accepted),
            b'A' => {
                next.checker.ended = Some(code);
                Step::To(next)
            }
            b'W' => Step::Decides(Right::WrongAnswer),
            _ => Step::Decides(Right::Fault),
        },
    }
}
