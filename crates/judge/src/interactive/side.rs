//! One of the two programs of a conversation: its run, and what is known of its ends.

use std::time::Duration;

use sandglass_sandbox::{Outcome, Run};

use super::process::{Life, Watched};

/// One of the two programs.
pub(super) struct Side<'a> {
    /// Until its outcome is here.
    pub(super) run: Option<Run<'a>>,
    pub(super) outcome: Option<Outcome>,
    pub(super) watched: Option<Watched>,
    /// Places in the order of events of the closes of its output and of its input.
    pub(super) closed: [Option<u64>; 2],
    /// Its ends that the other has not been told of, and its CPU time when each was closed.
    pub(super) held: [Option<Duration>; 2],
    /// Place of its end.
    pub(super) ended: Option<u64>,
    /// We killed it.
    pub(super) killed: bool,
}

/// Index of its output.
pub(super) const OUTPUT: usize = 0;
/// Index of its input.
pub(super) const INPUT: usize = 1;

impl<'a> Side<'a> {
    pub(super) fn new(run: Run<'a>) -> Side<'a> {
        Side {
            run: Some(run),
            outcome: None,
            watched: None,
            closed: [None; 2],
            held: [None; 2],
            ended: None,
            killed: false,
        }
    }

    /// What it does now.
    pub(super) fn look(&mut self) -> Life {
        if self.outcome.is_some() {
            return Life::Exiting;
        }
        if self.watched.is_none() {
            let process = self.run.as_ref().and_then(Run::process);
            self.watched = process.map(Watched::new);
        }
        match self.watched {
            Some(watched) => watched.look(),
            // Not started, or over before we heard of its start: the outcome is about to come.
            None => Life::Exiting,
        }
    }

    /// Ends it, if it has not ended.
    pub(super) fn kill(&mut self) {
        if let Some(run) = &self.run {
            self.killed = true;
            // One that is over cannot be killed any more, and need not be.
            run.kill().ok();
        }
    }
}
