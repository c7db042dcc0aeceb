//! A lane, from the client's side.

mod run;
mod shared;

use crate::{Error, LaneOptions, Outcome, Request, embedded};
use sandglass_sys::{self as sys, Errno, PollEntry, READABLE};
use sandglass_wire::{
    Backend, BackendChoice, Command, FrameError, Hello, INLINE_BYTES, LaneFacts, Reply,
    receive_frame, send_frame,
};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use run::{Killer, Run};
use shared::{Shared, lock};

/// How long a lane may take to come up.
const START_SECONDS: u64 = 30;

/// One supervisor process, which runs one program at a time.
///
/// Dropping it kills what runs and waits until everything that it made is gone.
#[derive(Debug)]
pub struct Lane {
    shared: Arc<Shared>,
    guardian: Child,
    hello: Hello,
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
        let greeted = greet(&ours, &hello)
            .map_err(|errno| Error::Talk { what: "greeting", errno })
            .and_then(|()| first_reply(&ours));
        match greeted {
            Ok(facts) => Ok(Lane { shared: Arc::new(Shared::new(ours, facts)), guardian, hello }),
            Err(error) => {
                drop(ours);
                wait_for_end(&mut guardian, &hello);
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
        Ok(Run::new(self, id))
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
        wait_for_end(&mut self.guardian, &self.hello);
    }
}

fn greet(socket: &OwnedFd, hello: &Hello) -> Result<(), Errno> {
    send_frame(socket.as_fd(), &Command::Hello(hello.clone()).encode(), &[], true)
}

/// Waits until a guardian is gone. One that was killed has left the cgroups of its lane, and only who is in
/// the same place finds them: a second one removes what dead lanes left, and ends because nobody
/// talks to it.
fn wait_for_end(guardian: &mut Child, hello: &Hello) {
    let was_killed = guardian.wait().is_ok_and(|status| status.signal().is_some());
    if was_killed
        && let Ok((ours, theirs)) = sys::socket_pair()
        && let Ok(mut second) = embedded::start(theirs, false)
    {
        let _ = greet(&ours, hello);
        drop(ours);
        let _ = second.wait();
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
