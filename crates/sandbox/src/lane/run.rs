//! A run, from its request to its outcome.

use super::Lane;
use super::shared::{Answer, Inbox, Shared, lock};
use crate::{Error, Outcome};
use sandglass_sys::{self as sys, Errno, PollEntry, READABLE};
use sandglass_wire::{Backend, Command, Stage};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
/// A request on its way. Dropping it cancels it.
#[derive(Debug)]
pub struct Run<'a> {
    lane: &'a Lane,
    id: u64,
    settled: bool,
}

/// Kills a run, from anywhere.
#[derive(Clone, Debug)]
pub struct Killer {
    shared: Arc<Shared>,
    id: u64,
}

impl Killer {
    /// Kills the run, which then ends with an outcome; nothing where it is over already.
    pub fn kill(&self) -> Result<(), Error> {
        self.shared.send(&Command::Kill { id: self.id }, &[])
    }
}

impl<'a> Run<'a> {
    pub(super) fn new(lane: &'a Lane, id: u64) -> Run<'a> {
        Run { lane, id, settled: false }
    }

    /// Waits for the outcome.
    pub fn wait(mut self) -> Result<Outcome, Error> {
        self.settled = true;
        let shared = &self.lane.shared;
        let mut inbox = lock(&shared.inbox);
        loop {
            if let Some(result) = inbox.results.remove(&self.id) {
                return settle(result, shared.facts.backend);
            }
            if inbox.dead {
                return Err(Error::SupervisorDied);
            }
            if let Some(complaint) = inbox.complaint.take() {
                return Err(Error::Protocol(complaint));
            }
            shared.take_one(&mut inbox, true);
        }
    }

    /// Whether there is an outcome, so that [`Run::wait`] does not block.
    pub fn is_done(&self) -> bool {
        let mut inbox = lock(&self.lane.shared.inbox);
        self.take_what_is_there(&mut inbox);
        inbox.results.contains_key(&self.id) || inbox.dead || inbox.complaint.is_some()
    }

    /// The program's process id, in the client's PID namespace, from the time when it starts until the
    /// outcome is there. Only of requests that asked for it.
    pub fn process(&self) -> Option<u32> {
        let mut inbox = lock(&self.lane.shared.inbox);
        self.take_what_is_there(&mut inbox);
        inbox.started.get(&self.id).copied()
    }

    /// The lane's socket, to be polled and nothing else: readable when there may be news of this run or
    /// of another of its lane. `None` where the lane is gone.
    pub fn news(&self) -> Option<Arc<OwnedFd>> {
        self.lane.shared.socket().ok()
    }

    fn take_what_is_there(&self, inbox: &mut Inbox) {
        let shared = &self.lane.shared;
        while !inbox.results.contains_key(&self.id) && !inbox.dead {
            let Ok(socket) = shared.socket() else {
                inbox.dead = true;
                return;
            };
            let mut entry = [PollEntry::new(Some(socket.as_fd()), READABLE)];
            if sys::poll(&mut entry, Some(0)) != Ok(1) {
                return;
            }
            shared.take_one(inbox, false);
        }
    }

    /// Kills or forgets the run; there will be no outcome. The same as dropping it.
    pub fn cancel(self) {}

    /// Kills the run, which then ends with an outcome; nothing where it is over already.
    pub fn kill(&self) -> Result<(), Error> {
        self.killer().kill()
    }

    /// Something that can kill the run from another thread.
    pub fn killer(&self) -> Killer {
        Killer { shared: Arc::clone(&self.lane.shared), id: self.id }
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if !self.settled {
            self.lane.shared.cancel(self.id);
        }
    }
}

fn settle(result: Answer, backend: Backend) -> Result<Outcome, Error> {
    let failure = match result {
        Ok((outcome, descriptors)) => return Ok(Outcome::from_wire(outcome, backend, descriptors)),
        Err(failure) => failure,
    };
    let subject = String::from_utf8_lossy(&failure.subject).into_owned();
    let (stage, errno): (Stage, Errno) = (failure.stage, Errno(failure.errno));
    Err(if failure.request_at_fault {
        Error::Request { stage, errno, subject }
    } else {
        Error::Infrastructure { stage, errno, subject }
    })
}
