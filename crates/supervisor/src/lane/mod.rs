//! The supervisor proper: the lane's state and its one loop.

use crate::alarm::{Alarm, lock};
use crate::cgroup::{Slot, weaknesses};
use crate::namespaces::{LaneNamespaces, UserNamespaceLimit};
use crate::page::Page;
use crate::running::Running;
use crate::tree::Plan;
use crate::worker::Worker;
use sandglass_sys::{self as sys, Errno, Namespaces, PollEntry, READABLE};
use sandglass_wire::{
    Backend, Cause, Command, FrameError, Hello, LaneFacts, Reply, Run, RunFailure, SLOTS, Stage,
    View, Weakness, receive_frame, send_frame,
};
use std::collections::VecDeque;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex};
mod build;
mod launch;
mod set_up;
mod streams;

pub(crate) use build::Cell;
pub(crate) use set_up::supervise;

use build::Kind;

struct ViewEntry {
    generation: u64,
    view: View,
    /// Built at first use: the plan and the mount namespace to clone from.
    built: Option<(Arc<Plan>, Arc<OwnedFd>)>,
}

struct PolicyEntry {
    generation: u64,
    program: Arc<[u8]>,
    listener: bool,
}

struct Waiting {
    run: Run,
    descriptors: Vec<OwnedFd>,
    killed: bool,
}

struct Lane {
    socket: OwnedFd,
    /// Readable when the guardian is dead, without whom nobody would clean up.
    guardian: OwnedFd,
    hello: Hello,
    /// User and group id outside.
    outside: (u32, u32),
    backend: Backend,
    namespaces: LaneNamespaces,
    user_namespaces: UserNamespaceLimit,
    landlock: u32,
    /// What earlier lanes left and could not be removed, for a person.
    busy_groups: Vec<Vec<u8>>,
    guard: Arc<[u8]>,
    host_mounts: Arc<OwnedFd>,
    slots: [Slot; 2],
    pages: [Arc<Page>; 2],
    workers: [Worker; 2],
    views: [Option<ViewEntry>; SLOTS as usize],
    policies: [Option<PolicyEntry>; SLOTS as usize],
    generation: u64,
    built: Option<Cell>,
    /// View slot, policy slot and kind of the last request, to build ahead for.
    last: Option<(u8, Option<u8>, Kind)>,
    dying: [Option<i32>; 2],
    next_slot: usize,
    queue: VecDeque<Waiting>,
    running: Option<Running>,
    buffer: Vec<u8>,
}

/// The lane's one loop. The lane is locked all the time but for the poll: then an alarm may look.
fn serve(shared: &Mutex<Lane>, alarm: &Alarm) -> i32 {
    let mut lane = lock(shared);
    loop {
        // What the client said may have ended it.
        lane.finish_what_is_over();
        if lane.running.is_none() {
            if let Some(waiting) = lane.queue.pop_front() {
                lane.start(waiting);
                // A limit may be nearer than the next look.
                lane.look(alarm);
                continue;
            }
            lane.reap_dying();
            if lane.hello.build_ahead && lane.built.is_none() && !lane.message_waits() {
                lane.build_ahead();
            }
        }
        let none = PollEntry::new(None, 0);
        let mut entries = [none; 7];
        entries[0] = PollEntry::new(Some(lane.socket.as_fd()), READABLE);
        entries[6] = PollEntry::new(Some(lane.guardian.as_fd()), READABLE);
        let mut timeout = None;
        if let Some(running) = &lane.running {
            let slot = &lane.slots[running.cell.slot];
            entries[1..6].copy_from_slice(&running.entries(slot));
            timeout = running.timeout(sys::monotonic_nanoseconds());
        }
        drop(lane);
        let polled = sys::poll(&mut entries, timeout);
        lane = lock(shared);
        if polled.is_err() {
            return 4;
        }
        lane.handle(&entries[1..6]);
        lane.look(alarm);
        // Before the client is heard: what it asks of a run that is over changes nothing.
        lane.finish_what_is_over();
        if entries[6].found != 0 || entries[0].found != 0 && !lane.listen() {
            return 0;
        }
    }
}

impl Lane {
    fn facts(&self) -> LaneFacts {
        let mut weak = weaknesses(self.backend);
        if self.landlock == 0 {
            weak.push(Weakness::NoLandlock);
        }
        if !self.namespaces.made.contains(Namespaces::TIME) {
            weak.push(Weakness::NoTimeNamespace);
        }
        if !self.user_namespaces.is_held() {
            weak.push(Weakness::NoUserNamespaceLimit);
        }
        LaneFacts {
            switched_off: self.hello.switched_off,
            backend: self.backend,
            supervisor: sys::process_id() as u32,
            user: self.outside.0,
            group: self.outside.1,
            landlock: self.landlock as u8,
            namespaces: self.namespaces.made.bits() as u32,
            weaknesses: weak,
            busy_groups: self.busy_groups.clone(),
        }
    }

    /// Sends a reply. A client that is gone is noticed at the next poll.
    fn say(&mut self, reply: &Reply, descriptors: &[OwnedFd]) {
        let descriptors: Vec<BorrowedFd<'_>> = descriptors.iter().map(AsFd::as_fd).collect();
        let _ = send_frame(self.socket.as_fd(), &reply.encode(), &descriptors, true);
    }

    /// Handles what a poll found of the run in progress.
    fn handle(&mut self, found: &[PollEntry]) {
        let Some(running) = &mut self.running else { return };
        let slot = &self.slots[running.cell.slot];
        running.handle(slot, found);
        if running.ended.is_some() {
            running.pump(slot);
        }
    }

    /// Looks at the clocks of the run in progress, and sets the alarm for the next time.
    fn look(&mut self, alarm: &Alarm) {
        let Some(running) = &mut self.running else { return alarm.set(None) };
        let now = sys::monotonic_nanoseconds();
        if !running.finished() {
            running.look(&self.slots[running.cell.slot], now);
        }
        alarm.set(running.alarm(now));
    }

    fn finish_what_is_over(&mut self) {
        if self.running.as_ref().is_some_and(Running::finished) {
            self.finish();
        }
    }

    fn message_waits(&self) -> bool {
        let mut entry = [PollEntry::new(Some(self.socket.as_fd()), READABLE)];
        sys::poll(&mut entry, Some(0)) == Ok(1)
    }

    /// Takes one message; false where the client is gone.
    fn listen(&mut self) -> bool {
        let mut buffer = std::mem::take(&mut self.buffer);
        let received = receive_frame(self.socket.as_fd(), &mut buffer, false);
        self.buffer = buffer;
        let frame = match received {
            Ok(Some(frame)) => frame,
            Ok(None) => return true,
            Err(FrameError::Closed) => return false,
            Err(FrameError::Kernel(errno)) => {
                self.malformed(&errno.to_string());
                return errno == Errno::EMFILE || errno == Errno::ENFILE;
            }
            Err(error @ (FrameError::Malformed(_) | FrameError::DescriptorsLost(_))) => {
                self.malformed(&error.to_string());
                return true;
            }
        };
        match Command::decode(&frame.bytes, frame.descriptors.len()) {
            Ok(command) => self.obey(command, frame.descriptors),
            Err(error) => self.malformed(&error.to_string()),
        }
        true
    }

    fn malformed(&mut self, what: &str) {
        let failure = RunFailure {
            id: u64::MAX,
            stage: Stage::Request,
            errno: 0,
            subject: what.as_bytes().to_vec(),
            request_at_fault: true,
        };
        self.say(&Reply::Failed(failure), &[]);
    }

    fn obey(&mut self, command: Command, descriptors: Vec<OwnedFd>) {
        match command {
            Command::Hello(_) => self.malformed("a second greeting"),
            Command::View { slot, view } => {
                self.generation += 1;
                let generation = self.generation;
                self.views[slot as usize] = Some(ViewEntry { generation, view, built: None });
            }
            Command::Policy { slot, program, listener } => {
                self.generation += 1;
                self.policies[slot as usize] = Some(PolicyEntry {
                    generation: self.generation,
                    program: program.into(),
                    listener,
                });
            }
            Command::Run(run) => {
                self.queue.push_back(Waiting { run: *run, descriptors, killed: false });
            }
            Command::Prepare { view, policy } => {
                self.last = Some((view, policy, self.last.map(|last| last.2).unwrap_or_default()));
            }
            Command::Kill { id } => match &mut self.running {
                Some(running) if running.run.id == id => {
                    running.hurried = true;
                    // What has ended by itself is not killed, though its reader be slow.
                    if running.ended.is_none() {
                        running.fire(&self.slots[running.cell.slot], Cause::Killed);
                    }
                }
                _ => {
                    for waiting in self.queue.iter_mut().filter(|waiting| waiting.run.id == id) {
                        waiting.killed = true;
                    }
                }
            },
            Command::Cancel { id } => match &mut self.running {
                Some(running) if running.run.id == id => {
                    running.fired = None;
                    running.fire(&self.slots[running.cell.slot], Cause::Cancelled);
                    for (_, pump) in &mut running.pumps {
                        pump.abandon();
                    }
                }
                _ => self.queue.retain(|waiting| waiting.run.id != id),
            },
        }
    }
}
