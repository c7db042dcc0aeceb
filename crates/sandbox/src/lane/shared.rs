//! What a lane and its runs share: the socket, what the supervisor holds, what it answered.

use crate::policy::ViolationAction;
use crate::{Error, Policy, Request};
use sandglass_sys::{self as sys, Errno, PollEntry, READABLE, WRITABLE};
use sandglass_wire::{
    Command, FrameError, INLINE_BYTES, LaneFacts, Reply, RunFailure, RunOutcome, SLOTS, Stage,
    View as WireView, receive_frame, send_frame,
};
use std::collections::{HashMap, HashSet};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the supervisor answered to a run.
pub(super) type Answer = Result<(RunOutcome, Vec<OwnedFd>), RunFailure>;
#[derive(Debug)]
pub(super) struct Shared {
    /// `None` once the lane is dropped.
    pub(super) socket: Mutex<Option<Arc<OwnedFd>>>,
    pub(super) sender: Mutex<Sender>,
    pub(super) inbox: Mutex<Inbox>,
    pub(super) facts: LaneFacts,
}

#[derive(Debug, Default)]
pub(super) struct Sender {
    pub(super) next_id: u64,
    views: Slots<WireView>,
    policies: Slots<HeldPolicy>,
}

#[derive(Debug)]
struct HeldPolicy {
    policy: Arc<Policy>,
    program: Vec<u8>,
}

/// What the supervisor holds under each number, and which is to be replaced next.
#[derive(Debug)]
struct Slots<T> {
    held: Vec<T>,
    next: usize,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Slots { held: Vec::new(), next: 0 }
    }
}

#[derive(Debug, Default)]
pub(super) struct Inbox {
    pub(super) results: HashMap<u64, Answer>,
    /// Runs that an answer is due for.
    pub(super) outstanding: HashSet<u64>,
    /// Process ids of runs that asked to be announced.
    pub(super) started: HashMap<u64, u32>,
    /// Runs whose answer nobody wants any more.
    forgotten: HashSet<u64>,
    pub(super) dead: bool,
    pub(super) complaint: Option<String>,
    buffer: Vec<u8>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn new(socket: OwnedFd, facts: LaneFacts) -> Shared {
        let inbox = Inbox { buffer: vec![0; INLINE_BYTES], ..Inbox::default() };
        Shared {
            socket: Mutex::new(Some(Arc::new(socket))),
            sender: Mutex::default(),
            inbox: Mutex::new(inbox),
            facts,
        }
    }

    pub(super) fn socket(&self) -> Result<Arc<OwnedFd>, Error> {
        lock(&self.socket).clone().ok_or(Error::SupervisorDied)
    }

    /// Sends a message. Where the supervisor takes nothing because its own answers wait to be read,
    /// reads them.
    pub(super) fn send(
        &self,
        command: &Command,
        descriptors: &[BorrowedFd<'_>],
    ) -> Result<(), Error> {
        let socket = self.socket()?;
        let bytes = command.encode();
        loop {
            match send_frame(socket.as_fd(), &bytes, descriptors, false) {
                Ok(()) => return Ok(()),
                Err(Errno::EAGAIN) => {
                    let mut entry = [PollEntry::new(Some(socket.as_fd()), READABLE | WRITABLE)];
                    let _ = sys::poll(&mut entry, Some(100_000_000));
                    if entry[0].found & READABLE != 0
                        && let Ok(mut inbox) = self.inbox.try_lock()
                    {
                        self.take_one(&mut inbox, false);
                    }
                }
                Err(Errno::EPIPE | Errno::ECONNRESET | Errno::ENOTCONN) => {
                    return Err(Error::SupervisorDied);
                }
                Err(Errno::EBADF) => {
                    let text = "a descriptor of the request is not open".to_owned();
                    return Err(Error::Invalid(text));
                }
                Err(Errno::E2BIG) => {
                    return Err(Error::Invalid(
                        "the request is too large: arguments, environment and view together may \
                         have 16 MiB, and a request 63 descriptors"
                            .to_owned(),
                    ));
                }
                Err(errno) => return Err(Error::Talk { what: "sending", errno }),
            }
        }
    }

    /// Sees to it that the supervisor holds the request's view and policy. Returns their numbers.
    pub(super) fn define(
        &self,
        sender: &mut Sender,
        request: &Request,
    ) -> Result<(u8, Option<u8>), Error> {
        let view = request.view_of().wire;
        let view_slot = match sender.views.held.iter().position(|held| *held == view) {
            Some(slot) => slot,
            None => {
                let slot = self.place(&mut sender.views, view.clone());
                self.send(&Command::View { slot: slot as u8, view }, &[])?;
                slot
            }
        };
        let Some(policy) = request.policy_of() else { return Ok((view_slot as u8, None)) };
        let known = |held: &HeldPolicy| Arc::ptr_eq(&held.policy, policy);
        let policy_slot = match sender.policies.held.iter().position(known) {
            Some(slot) => slot,
            None => {
                let program = policy
                    .compile(ViolationAction::Notify)
                    .map_err(|error| Error::Invalid(error.to_string()))?
                    .as_bytes()
                    .to_vec();
                let same = sender.policies.held.iter().position(|held| held.program == program);
                match same {
                    Some(slot) => slot,
                    None => {
                        let held =
                            HeldPolicy { policy: Arc::clone(policy), program: program.clone() };
                        let slot = self.place(&mut sender.policies, held);
                        let command = Command::Policy { slot: slot as u8, program, listener: true };
                        self.send(&command, &[])?;
                        slot
                    }
                }
            }
        };
        Ok((view_slot as u8, Some(policy_slot as u8)))
    }

    /// A place for `item`. What is replaced must not be needed by a run that still waits.
    fn place<T>(&self, slots: &mut Slots<T>, item: T) -> usize {
        if slots.held.len() < SLOTS as usize {
            slots.held.push(item);
            return slots.held.len() - 1;
        }
        let mut inbox = lock(&self.inbox);
        while !inbox.outstanding.is_empty() && !inbox.dead {
            self.take_one(&mut inbox, true);
        }
        let slot = slots.next;
        slots.next = (slot + 1) % SLOTS as usize;
        slots.held[slot] = item;
        slot
    }

    /// Takes one reply into the inbox.
    pub(super) fn take_one(&self, inbox: &mut Inbox, wait: bool) {
        let Ok(socket) = self.socket() else {
            inbox.dead = true;
            return;
        };
        let mut buffer = std::mem::take(&mut inbox.buffer);
        let frame = receive_frame(socket.as_fd(), &mut buffer, wait);
        inbox.buffer = buffer;
        match frame {
            Ok(None) => {}
            Ok(Some(frame)) => match Reply::decode(&frame.bytes) {
                Ok(Reply::Outcome(outcome)) => {
                    inbox.settle(outcome.id, Ok((*outcome, frame.descriptors)));
                }
                Ok(Reply::Failed(failure)) if failure.id == u64::MAX => {
                    inbox.complaint = Some(String::from_utf8_lossy(&failure.subject).into_owned());
                }
                Ok(Reply::Failed(failure)) => inbox.settle(failure.id, Err(failure)),
                Ok(Reply::Started { id, process }) => {
                    inbox.started.insert(id, process);
                }
                Ok(_) => inbox.complaint = Some("unexpected reply".to_owned()),
                Err(error) => inbox.complaint = Some(error.to_string()),
            },
            Err(FrameError::DescriptorsLost(bytes)) => match Reply::decode(&bytes) {
                Ok(Reply::Outcome(outcome)) => {
                    let id = outcome.id;
                    let subject = b"of the answer: this process has as many files open as it may";
                    let (stage, errno) = (Stage::Streams, Errno::EMFILE.0);
                    let subject = subject.to_vec();
                    let failure = RunFailure { id, stage, errno, subject, request_at_fault: false };
                    inbox.settle(id, Err(failure));
                }
                _ => inbox.complaint = Some("unexpected descriptors".to_owned()),
            },
            Err(_) => inbox.dead = true,
        }
    }

    pub(super) fn cancel(&self, id: u64) {
        let mut inbox = lock(&self.inbox);
        if inbox.results.remove(&id).is_none() && inbox.outstanding.remove(&id) {
            inbox.forgotten.insert(id);
            drop(inbox);
            let _ = self.send(&Command::Cancel { id }, &[]);
        }
    }
}

impl Inbox {
    fn settle(&mut self, id: u64, result: Answer) {
        self.outstanding.remove(&id);
        self.started.remove(&id);
        if !self.forgotten.remove(&id) {
            self.results.insert(id, result);
        }
    }
}
