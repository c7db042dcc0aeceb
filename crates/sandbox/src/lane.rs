//! A lane, from the client's side.

use crate::policy::ViolationAction;
use crate::{Error, LaneOptions, Outcome, Policy, Request, embedded};
use sandglass_sys::{self as sys, Errno, PollEntry, READABLE, WRITABLE};
use sandglass_wire::{
    Backend, BackendChoice, Command, FrameError, INLINE_BYTES, LaneFacts, Reply, RunFailure, SLOTS,
    Stage, View as WireView, receive_frame, send_frame,
};
use std::collections::{HashMap, HashSet};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a lane may take to come up.
const START_SECONDS: u64 = 30;

/// One supervisor process, which runs one program at a time.
///
/// Dropping it kills what runs and waits until everything that it made is gone.
#[derive(Debug)]
pub struct Lane {
    shared: Arc<Shared>,
    guardian: Child,
}

#[derive(Debug)]
struct Shared {
    /// `None` once the lane is dropped.
    socket: Mutex<Option<Arc<OwnedFd>>>,
    sender: Mutex<Sender>,
    inbox: Mutex<Inbox>,
    facts: LaneFacts,
}

#[derive(Debug, Default)]
struct Sender {
    next_id: u64,
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
struct Inbox {
    results: HashMap<u64, Result<(sandglass_wire::RunOutcome, Vec<OwnedFd>), RunFailure>>,
    /// Runs that an answer is due for.
    outstanding: HashSet<u64>,
    /// Process ids of runs that asked to be announced.
    started: HashMap<u64, u32>,
    /// Runs whose answer nobody wants any more.
    forgotten: HashSet<u64>,
    dead: bool,
    complaint: Option<String>,
    buffer: Vec<u8>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lane {
    /// Starts a lane.
    pub fn new(options: &LaneOptions) -> Result<Lane, Error> {
        let strict = !matches!(options.backend, BackendChoice::Only(Backend::Rlimit));
        let may_scope = strict && sys::effective_user() != 0 && has_user_manager();
        if !may_scope {
            return Lane::start(options, false);
        }
        // Without a delegated cgroup, systemd's user manager gives one. First as we are, since a scope
        // costs a tenth of a second; weaker limits only where neither works.
        let full = LaneOptions {
            backend: match options.backend {
                BackendChoice::AllowWeaker => BackendChoice::Strict,
                other => other,
            },
            ..options.clone()
        };
        match Lane::start(&full, false) {
            Err(Error::Refused { .. }) => {}
            other => return other,
        }
        match Lane::start(&full, true) {
            Err(_) if options.backend == BackendChoice::AllowWeaker => Lane::start(options, false),
            other => other,
        }
    }

    fn start(options: &LaneOptions, scope: bool) -> Result<Lane, Error> {
        let kernel = |what| move |errno| Error::Start { what, errno };
        let hello = options
            .hello()
            .map_err(|_| Error::Invalid("a CPU number is larger than 1023".to_owned()))?;
        let (ours, theirs) = sys::socket_pair().map_err(kernel("making a socket"))?;
        let mut guardian = embedded::start(theirs, scope)?;
        let greeted = send_frame(ours.as_fd(), &Command::Hello(hello).encode(), &[], true)
            .map_err(|errno| Error::Talk { what: "greeting", errno })
            .and_then(|()| first_reply(&ours));
        match greeted {
            Ok(facts) => Ok(Lane {
                shared: Arc::new(Shared {
                    socket: Mutex::new(Some(Arc::new(ours))),
                    sender: Mutex::default(),
                    inbox: Mutex::new(Inbox { buffer: vec![0; INLINE_BYTES], ..Inbox::default() }),
                    facts,
                }),
                guardian,
            }),
            Err(error) => {
                drop(ours);
                let _ = guardian.wait();
                Err(error)
            }
        }
    }

    /// What the lane is.
    pub fn facts(&self) -> &LaneFacts {
        &self.shared.facts
    }

    /// Builds a cell for requests like this one, without waiting for it.
    pub fn prepare(&self, request: &Request) -> Result<(), Error> {
        let mut sender = lock(&self.shared.sender);
        let (view, policy) = self.shared.define(&mut sender, request)?;
        self.shared.send(&Command::Prepare { view, policy }, &[])
    }

    /// Sends a request. Runs of a lane follow one another in the order of sending.
    pub fn submit(&self, request: &Request) -> Result<Run<'_>, Error> {
        let mut sender = lock(&self.shared.sender);
        let (view, policy) = self.shared.define(&mut sender, request)?;
        let id = sender.next_id;
        sender.next_id += 1;
        let (run, descriptors) = request.to_wire(id, view, policy)?;
        lock(&self.shared.inbox).outstanding.insert(id);
        let sent = self.shared.send(&Command::Run(Box::new(run)), &descriptors);
        if let Err(error) = sent {
            lock(&self.shared.inbox).outstanding.remove(&id);
            return Err(error);
        }
        Ok(Run { lane: self, id, settled: false })
    }

    /// Sends a request and waits for its outcome.
    pub fn run(&self, request: &Request) -> Result<Outcome, Error> {
        self.submit(request)?.wait()
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        // The supervisor sees the end of the conversation, kills what runs and ends; the guardian
        // removes the cgroups and ends after it.
        *lock(&self.shared.socket) = None;
        let _ = self.guardian.wait();
    }
}

fn has_user_manager() -> bool {
    std::env::var_os("XDG_RUNTIME_DIR")
        .is_some_and(|directory| std::path::Path::new(&directory).join("systemd/private").exists())
}

fn first_reply(socket: &OwnedFd) -> Result<LaneFacts, Error> {
    let mut buffer = vec![0; INLINE_BYTES];
    let deadline = Instant::now() + Duration::from_secs(START_SECONDS);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Error::Talk { what: "starting", errno: Errno::ETIMEDOUT });
        }
        let mut entry = [PollEntry::new(Some(socket.as_fd()), READABLE)];
        let _ = sys::poll(&mut entry, Some(left.as_nanos() as u64));
        match receive_frame(socket.as_fd(), &mut buffer, false) {
            Ok(None) => {}
            Ok(Some(frame)) => {
                return match Reply::decode(&frame.bytes) {
                    Ok(Reply::Ready(facts)) => Ok(facts),
                    Ok(Reply::Refused { message, hint }) => Err(Error::Refused { message, hint }),
                    Ok(_) => Err(Error::Protocol("unexpected first reply".to_owned())),
                    Err(error) => Err(Error::Protocol(error.to_string())),
                };
            }
            Err(FrameError::Closed) => return Err(Error::SupervisorDied),
            Err(FrameError::Kernel(errno)) => return Err(Error::Talk { what: "starting", errno }),
            Err(error @ (FrameError::Malformed(_) | FrameError::DescriptorsLost(_))) => {
                return Err(Error::Protocol(error.to_string()));
            }
        }
    }
}

impl Shared {
    fn socket(&self) -> Result<Arc<OwnedFd>, Error> {
        lock(&self.socket).clone().ok_or(Error::SupervisorDied)
    }

    /// Sends a message. Where the supervisor takes nothing because its own answers wait to be read,
    /// reads them.
    fn send(&self, command: &Command, descriptors: &[BorrowedFd<'_>]) -> Result<(), Error> {
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
    fn define(&self, sender: &mut Sender, request: &Request) -> Result<(u8, Option<u8>), Error> {
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
    fn take_one(&self, inbox: &mut Inbox, wait: bool) {
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

    fn cancel(&self, id: u64) {
        let mut inbox = lock(&self.inbox);
        if inbox.results.remove(&id).is_none() && inbox.outstanding.remove(&id) {
            inbox.forgotten.insert(id);
            drop(inbox);
            let _ = self.send(&Command::Cancel { id }, &[]);
        }
    }
}

impl Inbox {
    fn settle(
        &mut self,
        id: u64,
        result: Result<(sandglass_wire::RunOutcome, Vec<OwnedFd>), RunFailure>,
    ) {
        self.outstanding.remove(&id);
        self.started.remove(&id);
        if !self.forgotten.remove(&id) {
            self.results.insert(id, result);
        }
    }
}

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

impl Run<'_> {
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

fn settle(
    result: Result<(sandglass_wire::RunOutcome, Vec<OwnedFd>), RunFailure>,
    backend: Backend,
) -> Result<Outcome, Error> {
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
