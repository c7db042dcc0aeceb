//! The supervisor proper: the lane's state and its one loop.

use crate::cell::{CELL_STEP, CellPlan, GO, READY, TEMPLATE_STEP};
use crate::cgroup::{Counters, Prepared, Slot, weaknesses};
use crate::namespaces::{self, LaneNamespaces, TimeOffsets, UserNamespaceLimit};
use crate::page::{Page, Word};
use crate::pump::Pump;
use crate::running::{IdleWatch, MEMORY_LOOK, Running};
use crate::thrash::ThrashWatch;
use crate::tree::{Plan, TreeError};
use crate::usage::Clocks;
use crate::worker::Worker;
use crate::{orders, refuse};
use sandglass_sys::{self as sys, Errno, Namespaces, OpenHow, PollEntry, READABLE};
use sandglass_wire::{
    Backend, Cause, Command, Executable, FrameError, Hello, INLINE_BYTES, LaneFacts, Network,
    Output, Protections, Reply, Run, RunFailure, RunOutcome, SLOTS, Stage, StepTimes, Switch, View,
    Weakness, receive_frame, send_frame,
};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

/// What a cell was built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    view: u64,
    policy: u64,
    kind: Kind,
}

/// What of a cell depends on the request and is made before there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Kind {
    /// The program comes as a descriptor.
    by_descriptor: bool,
    /// Instructions are counted, or in their place a software event.
    counter: Option<bool>,
    /// The program gets a core-scheduling cookie.
    core_scheduling: bool,
    /// The program leads a session of its own (see `CellPlan::own_session`).
    own_session: bool,
}

impl Kind {
    fn of(run: &Run) -> Kind {
        Kind {
            by_descriptor: run.executable == Executable::Descriptor,
            counter: run.count_instructions.then_some(run.software_counter),
            core_scheduling: run.core_scheduling,
            own_session: run.limits.processes != Some(1),
        }
    }
}

/// A cell that was built.
pub(crate) struct Cell {
    key: Key,
    slot: usize,
    pub(crate) process: i32,
    pub(crate) init: OwnedFd,
    pub(crate) socket: OwnedFd,
    pub(crate) listener: Option<OwnedFd>,
    counter: Option<OwnedFd>,
    tracee: i32,
    /// The launcher, and program to be; only where no cgroup can kill it.
    pub(crate) program: Option<OwnedFd>,
    ready: bool,
    /// Its init process was waited for.
    pub(crate) reaped: bool,
    base: Counters,
    plan: Arc<CellPlan>,
}

impl Cell {
    /// Whether its processes still hold their end of the socket. Whatever waits may be killed, by a host
    /// that runs out of memory for one; then the run has a new cell.
    fn lives(&self) -> bool {
        let mut entry = [PollEntry::new(Some(self.socket.as_fd()), 0)];
        sys::poll(&mut entry, Some(0)) == Ok(0)
    }

    /// What its processes noted as the reason why there is no run.
    pub(crate) fn failure(&self, id: u64) -> RunFailure {
        let page = &self.plan.page;
        let stage = page.get(Word::FailedStage);
        let errno = page.get(Word::FailedErrno) as i32;
        let subject = page.get(Word::FailedSubject) as usize;
        let stage = Stage::ALL
            .iter()
            .copied()
            .find(|known| u64::from(known.code()) + 1 == stage)
            .unwrap_or(Stage::Wait);
        let subject = if subject >= TEMPLATE_STEP {
            self.plan.tree.subject(subject - TEMPLATE_STEP, false)
        } else if subject >= CELL_STEP {
            self.plan.tree.subject(subject - CELL_STEP, true)
        } else {
            page.0.text(subject).to_bytes().to_vec()
        };
        let request_at_fault = match stage {
            Stage::Execute | Stage::Directory | Stage::CopyIn | Stage::Policy | Stage::Mount => {
                !wanting(Errno(errno))
            }
            Stage::Streams | Stage::ProcessLimit | Stage::Processors => errno == Errno::EINVAL.0,
            _ => false,
        };
        RunFailure { id, stage, errno, subject, request_at_fault }
    }
}

/// Whether an error means that the host has run out of something, whatever was asked.
fn wanting(errno: Errno) -> bool {
    [Errno::EAGAIN, Errno::EMFILE, Errno::ENFILE, Errno::EIO, Errno::ENOMEM].contains(&errno)
}

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

/// The supervisor, from the fork on.
pub(crate) fn supervise(
    socket: &OwnedFd,
    hello: &Hello,
    prepared: &Prepared,
    owner: Option<(u32, u32)>,
) -> Infallible {
    let status = match set_up(socket, hello, prepared, owner) {
        Ok(mut lane) => lane.serve(),
        Err((message, hint)) => {
            refuse(socket, &message, &hint);
            3
        }
    };
    sys::exit(status)
}

fn set_up(
    socket: &OwnedFd,
    hello: &Hello,
    prepared: &Prepared,
    owner: Option<(u32, u32)>,
) -> Result<Lane, (String, String)> {
    let doctor = "run `sandglass doctor` to see what this host lacks".to_owned();
    let told = |what: &str, errno: Errno| (format!("{what}: {errno}"), doctor.clone());
    sys::set_name(c"sandglass-super");
    // Polled instead of a death signal: the guardian that root started may not signal an ordinary user.
    let parent = sys::parent_process();
    let guardian = sys::process_descriptor(parent).map_err(|errno| told("pidfd_open", errno))?;
    if sys::parent_process() != parent {
        return Err(("the guardian died".to_owned(), doctor));
    }
    let off = hello.switched_off;
    if !off.contains(Switch::Session) {
        // Away from the client's terminal: its Ctrl-C is for the client, which then decides.
        sys::leave_terminal().map_err(|errno| told("leaving the terminal", errno))?;
    }
    // What whoever started the client holds there is not for programs.
    sys::join_new_session_keyring().map_err(|errno| told("keyctl JOIN_SESSION_KEYRING", errno))?;
    prepared.enter().map_err(|errno| told("entering the lane's cgroup", errno))?;
    if let Some((user, group)) = owner {
        sys::drop_to_user(user, group).map_err(|errno| told("dropping root", errno))?;
    }
    if sys::effective_user() == 0 {
        return Err(("a supervisor does not run as root".to_owned(), doctor));
    }
    let null = sys::status_of(c"/dev/null").map_err(|errno| told("/dev/null", errno))?;
    if null.kind != sys::FileKind::CharacterDevice || null.device != 0x103 {
        return Err(("/dev/null is not the null device".to_owned(), doctor));
    }
    if !off.contains(Switch::NoNewPrivileges) {
        sys::set_no_new_privileges().map_err(|errno| told("prctl PR_SET_NO_NEW_PRIVS", errno))?;
    }
    let outside = (sys::effective_user(), sys::effective_group());
    let mut namespaces = namespaces::enter(hello.inside_user, hello.inside_group, off)
        .map_err(|failure| told(failure.0, failure.1))?;
    if !hello.cpus.is_empty() {
        sys::pin_to_cpus(&hello.cpus).map_err(|errno| told("pinning to CPUs", errno))?;
    }
    // Timers of the lane fire when they are asked to, not when it saves power.
    sys::set_timer_slack(1);
    // A short slice: the supervisor is soon run when a limit is reached. The launcher takes it back.
    let _ = sys::set_slice(100_000);
    let backend = prepared.backend.unwrap_or(Backend::Rlimit);
    let slot = |index| Slot::new(prepared, index).map_err(|errno| told("making a cgroup", errno));
    let slots = [slot(0)?, slot(1)?];
    let page = || Page::new().map(Arc::new).map_err(|errno| told("mapping memory", errno));
    let pages = [page()?, page()?];
    let host_mounts = sys::open(None, c"/proc/self/ns/mnt", OpenHow::READ)
        .map_err(|errno| told("/proc/self/ns/mnt", errno))?;
    let offsets = TimeOffsets::now();
    let worker = |slot: &Slot| {
        Worker::new(slot.legacy(), &offsets)
            .map_err(|errno| told("starting a thread in its cgroups", errno))
    };
    let ((first, time), (second, _)) = (worker(&slots[0])?, worker(&slots[1])?);
    let workers = [first, second];
    if time {
        namespaces.made = namespaces.made | Namespaces::TIME;
        namespaces.clock_behind = offsets.behind;
    }
    let landlock = sys::landlock_abi().unwrap_or(0);
    let socket = sys::duplicate_above(socket.as_fd(), 3)
        .map_err(|errno| told("duplicating the socket", errno))?;
    let mut lane = Lane {
        socket,
        guardian,
        hello: hello.clone(),
        outside,
        backend,
        namespaces,
        user_namespaces: UserNamespaceLimit::new(off),
        landlock,
        guard: crate::guard::filter().into(),
        host_mounts: Arc::new(host_mounts),
        slots,
        pages,
        workers,
        views: Default::default(),
        policies: Default::default(),
        generation: 0,
        built: None,
        last: None,
        dying: [None; 2],
        next_slot: 0,
        queue: VecDeque::new(),
        running: None,
        buffer: vec![0; INLINE_BYTES],
    };
    let ready = Reply::Ready(lane.facts());
    lane.say(&ready, &[]);
    Ok(lane)
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
        }
    }

    /// Sends a reply. A client that is gone is noticed at the next poll.
    fn say(&mut self, reply: &Reply, descriptors: &[OwnedFd]) {
        let descriptors: Vec<BorrowedFd<'_>> = descriptors.iter().map(AsFd::as_fd).collect();
        let _ = send_frame(self.socket.as_fd(), &reply.encode(), &descriptors, true);
    }

    fn serve(&mut self) -> i32 {
        loop {
            if self.running.is_none() {
                if let Some(waiting) = self.queue.pop_front() {
                    self.start(waiting);
                    continue;
                }
                self.reap_dying();
                if self.hello.build_ahead && self.built.is_none() && !self.message_waits() {
                    self.build_ahead();
                }
            }
            let none = PollEntry::new(None, 0);
            let mut entries = [none; 7];
            entries[0] = PollEntry::new(Some(self.socket.as_fd()), READABLE);
            entries[6] = PollEntry::new(Some(self.guardian.as_fd()), READABLE);
            let mut timeout = None;
            if let Some(running) = &self.running {
                let slot = &self.slots[running.cell.slot];
                entries[1..6].copy_from_slice(&running.entries(slot));
                timeout = running.timeout(sys::monotonic_nanoseconds());
            }
            if sys::poll(&mut entries, timeout).is_err() {
                return 4;
            }
            if let Some(running) = &mut self.running {
                let slot = &self.slots[running.cell.slot];
                running.handle(slot, &entries[1..6]);
                if running.ended.is_some() {
                    running.pump(slot);
                }
                if !running.finished() {
                    running.look(slot, sys::monotonic_nanoseconds());
                }
            }
            if self.running.as_ref().is_some_and(Running::finished) {
                self.finish();
            }
            if entries[6].found != 0 || entries[0].found != 0 && !self.listen() {
                return 0;
            }
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
                    running.fire(&self.slots[running.cell.slot], Cause::Killed);
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
                        pump.ended = true;
                    }
                }
                _ => self.queue.retain(|waiting| waiting.run.id != id),
            },
        }
    }

    fn key(&self, view: u8, policy: Option<u8>, kind: Kind) -> Option<Key> {
        Some(Key {
            view: self.views[view as usize].as_ref()?.generation,
            policy: match policy {
                Some(slot) => self.policies[slot as usize].as_ref()?.generation,
                None => 0,
            },
            kind,
        })
    }

    fn build_ahead(&mut self) {
        let Some((view, policy, kind)) = self.last else { return };
        let Some(key) = self.key(view, policy, kind) else { return };
        // What fails now fails again when it is asked for, and is told then.
        match self.build(key, view, policy) {
            Ok(cell) => self.built = Some(cell),
            Err(_) => self.last = None,
        }
    }

    /// Waits for the init processes of earlier runs that were told to end.
    fn reap_dying(&mut self) {
        for dying in &mut self.dying {
            if let Some(process) = *dying
                && !matches!(sys::wait_child(process, false), Ok(None))
            {
                *dying = None;
            }
        }
    }

    fn destroy(&mut self, cell: Cell) {
        let _ = sys::send_signal_by_descriptor(cell.init.as_fd(), 9);
        if !cell.reaped {
            self.dying[cell.slot] = Some(cell.process);
        }
    }

    fn build(&mut self, key: Key, view: u8, policy: Option<u8>) -> Result<Cell, RunFailure> {
        let failed = |stage, errno: Errno, subject: &[u8], request_at_fault| RunFailure {
            id: 0,
            stage,
            errno: errno.0,
            subject: subject.to_vec(),
            request_at_fault,
        };
        let (tree, mounts) = self.template(view).map_err(|TreeError { subject, errno }| {
            failed(Stage::Mount, errno, &subject, !wanting(errno))
        })?;
        let index = self.next_slot;
        self.next_slot = 1 - index;
        if let Some(process) = self.dying[index].take() {
            let _ = sys::wait_child(process, true);
        }
        let Some(entry) = &self.views[view as usize] else {
            return Err(failed(Stage::Request, Errno::EINVAL, b"view", true));
        };
        let view = &entry.view;
        let slot = &mut self.slots[index];
        let base = slot.renew().map_err(|errno| failed(Stage::Cgroup, errno, b"", false))?;
        slot.limit_memory(None, None, 0)
            .map_err(|errno| failed(Stage::Cgroup, errno, b"memory", false))?;
        let page = Arc::clone(&self.pages[index]);
        page.clear();
        page.0.discard(64 << 10);
        let (ours, theirs) =
            sys::socket_pair().map_err(|errno| failed(Stage::CloneInit, errno, b"", false))?;
        sys::want_credentials(ours.as_fd())
            .map_err(|errno| failed(Stage::CloneInit, errno, b"", false))?;
        let off = self.hello.switched_off;
        let on = |switch| !off.contains(switch);
        let fresh_user = ((view.fresh.user || self.backend == Backend::Rlimit)
            && on(Switch::FreshUserNamespace))
            || (view.user, view.group) != (self.hello.inside_user, self.hello.inside_group);
        let fresh_network = view.fresh.network || view.network == Network::Loopback;
        let mut namespaces = Namespaces::NONE;
        for (wanted, namespace) in [
            (on(Switch::PidNamespace), Namespaces::PROCESS),
            (!tree.host, Namespaces::MOUNT),
            (fresh_user, Namespaces::USER),
            (view.fresh.ipc && on(Switch::FreshIpcNamespace), Namespaces::IPC),
            (fresh_network && on(Switch::NetworkNamespace), Namespaces::NETWORK),
            (view.host_name != namespaces::lane_host_name(), Namespaces::HOST_NAME),
        ] {
            if wanted {
                namespaces = namespaces | namespace;
            }
        }
        let plan = Arc::new(CellPlan {
            page,
            tree,
            namespaces,
            network: view.network,
            fresh_user,
            fresh_keyring: view.fresh.user && on(Switch::Keyring),
            host_name: namespaces.contains(Namespaces::HOST_NAME).then(|| view.host_name.clone()),
            cpus: view.cpus.clone(),
            landlock: if view.landlock { self.landlock } else { 0 },
            policy: policy
                .and_then(|slot| self.policies[slot as usize].as_ref())
                .map(|entry| (Arc::clone(&entry.program), entry.listener)),
            guard: Arc::clone(&self.guard),
            by_descriptor: key.kind.by_descriptor,
            counter: key.kind.counter,
            core_scheduling: key.kind.core_scheduling,
            own_session: key.kind.own_session,
            run_directory: self.slots[index].run_directory().map(AsRawFd::as_raw_fd),
            socket: theirs.as_raw_fd(),
            off,
        });
        let allowed = view.user_namespaces;
        self.user_namespaces.set(fresh_user || allowed);
        let made = self.workers[index].make(&plan, &mounts);
        self.user_namespaces.set(allowed);
        let (process, init) = made.map_err(|errno| failed(Stage::CloneInit, errno, b"", false))?;
        drop(theirs);
        if fresh_user {
            let map = |file: &str, inside: u32, outside: u32| {
                std::fs::write(format!("/proc/{process}/{file}"), format!("{inside} {outside} 1"))
                    .map_err(|error| Errno(error.raw_os_error().unwrap_or(5)))
            };
            let outside = (self.hello.inside_user, self.hello.inside_group);
            let _ = std::fs::write(format!("/proc/{process}/setgroups"), "deny");
            let mapped = map("uid_map", view.user, outside.0)
                .and_then(|()| map("gid_map", view.group, outside.1));
            if let Err(errno) = mapped {
                let _ = sys::send_signal_by_descriptor(init.as_fd(), 9);
                self.dying[index] = Some(process);
                return Err(failed(Stage::Namespace, errno, b"identity inside", false));
            }
            let word = plan.page.0.half_word(Word::MapsWritten as usize);
            word.store(1, std::sync::atomic::Ordering::Release);
            sys::futex_wake(word);
        }
        Ok(Cell {
            key,
            slot: index,
            process,
            init,
            socket: ours,
            listener: None,
            counter: None,
            tracee: 0,
            program: None,
            ready: false,
            reaped: false,
            base,
            plan,
        })
    }

    /// The plan of a view and the mount namespace to clone its cells from.
    fn template(&mut self, slot: u8) -> Result<(Arc<Plan>, Arc<OwnedFd>), TreeError> {
        let host = Arc::clone(&self.host_mounts);
        let kernel = |errno| TreeError { subject: b"mount namespace".to_vec(), errno };
        let Some(entry) = &mut self.views[slot as usize] else {
            return Err(kernel(Errno::EINVAL));
        };
        if let Some((plan, mounts)) = &entry.built {
            return Ok((Arc::clone(plan), Arc::clone(mounts)));
        }
        let plan = Plan::new(&entry.view, self.hello.switched_off)?;
        let mounts = if plan.whole || plan.host {
            host
        } else {
            sys::unshare(Namespaces::MOUNT).map_err(kernel)?;
            let made = sys::open(None, c"/proc/self/ns/mnt", OpenHow::READ).map_err(kernel)?;
            let built = plan.build_root();
            // Back, whatever became of it: paths of the host are looked up from there.
            sys::enter_namespace(host.as_fd(), Namespaces::MOUNT).map_err(kernel)?;
            built
                .map_err(|(step, errno)| TreeError { subject: plan.subject(step, false), errno })?;
            Arc::new(made)
        };
        let built = (Arc::new(plan), mounts);
        entry.built = Some((Arc::clone(&built.0), Arc::clone(&built.1)));
        Ok(built)
    }

    /// Waits until `cell` stands ready.
    fn await_ready(cell: &mut Cell) -> Result<(), RunFailure> {
        if cell.ready {
            return Ok(());
        }
        let mut byte = [0; 1];
        match sys::receive(cell.socket.as_fd(), &mut byte, true) {
            Ok(mut message) if message.length == 1 && byte[0] == READY => {
                cell.tracee = message.sender.unwrap_or(0);
                let attached = cell.plan.page.get(Word::Attached);
                let mut came = message.take_descriptors().into_iter();
                let mut take = |bit: u64| if attached & bit == 0 { None } else { came.next() };
                cell.listener = take(1);
                cell.counter = take(2);
                if cell.plan.run_directory.is_none() {
                    cell.program = sys::process_descriptor(cell.tracee).ok();
                }
                cell.ready = true;
                Ok(())
            }
            _ => Err(cell.failure(0)),
        }
    }

    fn start(&mut self, waiting: Waiting) {
        let arrived = sys::monotonic_nanoseconds();
        let id = waiting.run.id;
        if waiting.killed {
            let outcome = never_started(&waiting.run, self.backend);
            return self.say(&Reply::Outcome(Box::new(outcome)), &[]);
        }
        if let Err(mut failure) = self.try_start(waiting, arrived) {
            failure.id = id;
            self.say(&Reply::Failed(failure), &[]);
        }
    }

    fn try_start(&mut self, waiting: Waiting, arrived: u64) -> Result<(), RunFailure> {
        let Waiting { run, descriptors, .. } = waiting;
        let kind = Kind::of(&run);
        let key = self.key(run.view, run.policy, kind).ok_or_else(|| RunFailure {
            id: run.id,
            stage: Stage::Request,
            errno: Errno::EINVAL.0,
            subject: b"a view or policy that was not defined".to_vec(),
            request_at_fault: true,
        })?;
        self.last = Some((run.view, run.policy, kind));
        let built = self.built.take();
        let (mut cell, ahead) = match built {
            Some(cell) if cell.key == key && cell.lives() => (cell, true),
            other => {
                if let Some(cell) = other {
                    self.destroy(cell);
                }
                (self.build(key, run.view, run.policy)?, false)
            }
        };
        if let Err(failure) = Self::await_ready(&mut cell) {
            self.destroy(cell);
            return Err(failure);
        }
        let cell_ready = sys::monotonic_nanoseconds();
        if run.announce {
            // Before the word to go: nothing that the program does is seen before its number is known.
            self.say(&Reply::Started { id: run.id, process: cell.tracee as u32 }, &[]);
        }
        match self.launch(run, descriptors, &mut cell) {
            Ok(launched) => {
                let Launched { run, pumps, counter, weaknesses, charged } = launched;
                let gone = sys::monotonic_nanoseconds();
                let host = cell.plan.tree.host;
                let page = Arc::clone(&cell.plan.page);
                let mut made = self.namespaces.made | cell.plan.namespaces;
                if !host {
                    made = made | Namespaces::MOUNT;
                }
                if cell.plan.run_directory.is_some() {
                    made = made | Namespaces::CGROUP;
                }
                let parallelism = self.parallelism(&run, &cell);
                let first_look =
                    run.limits.cpu_time.map_or(u64::MAX, |limit| gone + limit / parallelism);
                self.running = Some(Running {
                    protections: Protections {
                        namespaces: made.bits() as u32,
                        seccomp: cell.plan.policy.is_some(),
                        landlock: cell.plan.landlock as u8,
                        built_ahead: ahead,
                        switched_off: self.hello.switched_off,
                    },
                    clocks: Clocks {
                        init: cell.process,
                        tracee: cell.tracee,
                        single: run.limits.processes == Some(1),
                        base: cell.base,
                        before_exec: 0,
                    },
                    page,
                    pumps,
                    counter,
                    weaknesses,
                    charged,
                    arrived,
                    cell_ready,
                    gone,
                    clock_behind: self.namespaces.clock_behind,
                    parallelism,
                    fired: None,
                    system_call: None,
                    next_cpu_look: first_look,
                    next_memory_look: (self.backend == Backend::Rlimit
                        && run.limits.memory.is_some())
                    .then_some(gone + MEMORY_LOOK),
                    thrash: ThrashWatch::new(
                        gone,
                        run.limits.memory,
                        [run.limits.cpu_time, run.limits.wall_time],
                    ),
                    idle: IdleWatch::default(),
                    ended: None,
                    run,
                    cell,
                });
                Ok(())
            }
            Err(failure) => {
                self.destroy(cell);
                Err(failure)
            }
        }
    }

    /// How many threads of the run can use CPU at a time.
    fn parallelism(&self, run: &Run, cell: &Cell) -> u64 {
        let mask: u64 = if cell.plan.cpus.is_empty() {
            sys::available_cpus()
                .map(|mask| mask.iter().map(|word| u64::from(word.count_ones())).sum())
                .unwrap_or(1)
        } else {
            cell.plan.cpus.iter().map(|word| u64::from(word.count_ones())).sum()
        };
        mask.min(run.limits.processes.unwrap_or(u64::MAX)).max(1)
    }

    fn launch(
        &mut self,
        run: Run,
        descriptors: Vec<OwnedFd>,
        cell: &mut Cell,
    ) -> Result<Launched, RunFailure> {
        let failed = |stage, errno: Errno, subject: &[u8]| RunFailure {
            id: run.id,
            stage,
            errno: errno.0,
            subject: subject.to_vec(),
            request_at_fault: errno == Errno::EINVAL,
        };
        let page = &cell.plan.page;
        orders::write(page, &run, self.backend == Backend::Rlimit, self.hello.switched_off)?;
        let slot = &mut self.slots[cell.slot];
        let mut weaknesses = Vec::new();
        let limits = run.limits;
        if limits.processes == Some(0) {
            return Err(failed(Stage::Cgroup, Errno::EINVAL, b"a limit of 0 processes"));
        }
        let charged = slot.counters().memory;
        slot.limit_memory(limits.memory, limits.swap, charged)
            .map_err(|errno| failed(Stage::Cgroup, errno, b"memory"))?;
        if limits.processes.is_some() {
            slot.limit_processes(limits.processes)
                .map_err(|errno| failed(Stage::Cgroup, errno, b"processes"))?;
        }
        if let Some(bandwidth) = limits.cpu_bandwidth
            && !slot.limit_bandwidth(bandwidth, cell.tracee)
        {
            weaknesses.push(Weakness::NoCpuBandwidth);
        }
        slot.reset_peak();
        let mut counter = None;
        if run.count_instructions {
            counter = cell.counter.take();
            if counter.is_none() {
                weaknesses.push(Weakness::NoInstructionCounter);
            }
        }
        // 1 is the kernel's yes.
        if run.core_scheduling && page.get(Word::CoreScheduling) != 1 {
            weaknesses.push(Weakness::NoCoreScheduling);
        }
        if !self.user_namespaces.is_held() {
            weaknesses.push(Weakness::NoUserNamespaceLimit);
        }
        if self.landlock == 0 {
            weaknesses.push(Weakness::NoLandlock);
        }
        let streams =
            Streams::new(&run, descriptors).map_err(|errno| failed(Stage::Streams, errno, b""))?;
        page.set(Word::Streams, streams.bits);
        let raw: Vec<_> = streams.handed.iter().map(AsRawFd::as_raw_fd).collect();
        sys::send(cell.socket.as_fd(), &[&[GO]], &raw, true)
            .map_err(|errno| failed(Stage::Wait, errno, b"the launcher"))?;
        Ok(Launched { pumps: streams.pumps, counter, weaknesses, charged, run })
    }

    /// Answers for the run that is over and tears its cell down.
    fn finish(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        let slot = &self.slots[running.cell.slot];
        let cancelled = running.fired == Some(Cause::Cancelled);
        let collected = running.collect(slot, self.backend);
        if !cancelled {
            match collected {
                Ok((outcome, descriptors)) => {
                    self.say(&Reply::Outcome(Box::new(outcome)), &descriptors);
                }
                Err(failure) => self.say(&Reply::Failed(failure), &[]),
            }
        }
        self.destroy(running.cell);
    }
}

struct Launched {
    run: Run,
    pumps: Vec<(usize, Pump)>,
    counter: Option<OwnedFd>,
    weaknesses: Vec<Weakness>,
    charged: u64,
}

/// The standard streams and other descriptors of a run.
struct Streams {
    bits: u64,
    handed: Vec<OwnedFd>,
    pumps: Vec<(usize, Pump)>,
}

impl Streams {
    fn new(run: &Run, descriptors: Vec<OwnedFd>) -> Result<Streams, Errno> {
        let mut given = descriptors.into_iter();
        let mut next = || given.next().ok_or(Errno::EBADF);
        let null = |how| sys::open(None, c"/dev/null", how);
        let mut streams = Streams { bits: 0b111, handed: Vec::new(), pumps: Vec::new() };
        streams.handed.push(if run.stdin { next()? } else { null(OpenHow::READ)? });
        for (stream, output) in [(1, run.stdout), (2, run.stderr)] {
            let counted = run.limits.output.is_some();
            let target = match output {
                Output::Null => Some(null(OpenHow::WRITE)?),
                Output::Descriptor => Some(next()?),
                Output::Capture(_) => None,
            };
            match (target, output) {
                (Some(target), output) if !counted || output == Output::Null => {
                    streams.handed.push(target);
                }
                (target, output) => {
                    let (reader, writer) = sys::make_pipe()?;
                    let pump = match (target, output) {
                        (None, Output::Capture(keep)) => {
                            Pump::to_memory(reader, null(OpenHow::WRITE)?, keep)?
                        }
                        (Some(target), _) => Pump::to_descriptor(reader, target),
                        (None, _) => return Err(Errno::EINVAL),
                    };
                    streams.handed.push(writer);
                    streams.pumps.push((stream, pump));
                }
            }
        }
        if run.executable == Executable::Descriptor {
            streams.handed.push(next()?);
            streams.bits |= 8;
        }
        streams.handed.extend(given);
        Ok(streams)
    }
}

/// The outcome of a run that was killed before it began.
fn never_started(run: &Run, backend: Backend) -> RunOutcome {
    RunOutcome {
        id: run.id,
        cause: Cause::Killed,
        exit_code: None,
        signal: Some(9),
        system_call: None,
        wall_time: 0,
        cpu_user: 0,
        cpu_system: 0,
        peak_memory: 0,
        page_cache: None,
        oom_kills: 0,
        peak_processes: None,
        refused_processes: 0,
        switches: [0; 2],
        faults: [0; 2],
        instructions: None,
        output_bytes: None,
        idle_time: None,
        captured: [None; 2],
        copied_out: run
            .copy_out
            .iter()
            .map(|_| sandglass_wire::CopiedOut { errno: Errno::ECHILD.0, length: 0 })
            .collect(),
        protections: Protections::default(),
        weaknesses: weaknesses(backend),
        steps: StepTimes::default(),
    }
}
