//! Cells: what they are built for, built ahead, waited for and torn down.

use super::Lane;
use crate::cell::{CELL_STEP, CellPlan, READY, TEMPLATE_STEP};
use crate::cgroup::Counters;
use crate::namespaces::{self};
use crate::page::Word;
use crate::running::{GIVE_UP_AFTER, REMIND_AFTER, remind};
use crate::tree::{Plan, TreeError};
use crate::usage::children;
use sandglass_sys::{self as sys, Errno, Namespaces, OpenHow, PollEntry, READABLE};
use sandglass_wire::{Backend, Executable, Network, Run, RunFailure, Stage, Switch};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;

/// What a cell was built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) view: u64,
    pub(super) policy: u64,
    pub(super) kind: Kind,
}

/// What of a cell depends on the request and is made before there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kind {
    /// The program comes as a descriptor.
    pub(super) by_descriptor: bool,
    /// Instructions are counted, or in their place a software event.
    pub(super) counter: Option<bool>,
    /// The program gets a core-scheduling cookie.
    pub(super) core_scheduling: bool,
    /// The program leads a session of its own (see `CellPlan::own_session`).
    pub(super) own_session: bool,
}

impl Kind {
    pub(super) fn of(run: &Run) -> Kind {
        Kind {
            by_descriptor: run.executable == Executable::Descriptor,
            counter: run.count_instructions.then_some(run.software_counter),
            core_scheduling: run.core_scheduling,
            own_session: run.limits.processes != Some(1) && !run.lane_session,
        }
    }
}

/// A cell that was built.
pub(crate) struct Cell {
    pub(super) key: Key,
    pub(super) slot: usize,
    pub(crate) process: i32,
    pub(crate) init: OwnedFd,
    pub(crate) socket: OwnedFd,
    pub(crate) listener: Option<OwnedFd>,
    pub(super) counter: Option<OwnedFd>,
    pub(crate) tracee: i32,
    /// The launcher, and program to be; only where no cgroup can kill it.
    pub(crate) program: Option<OwnedFd>,
    pub(super) ready: bool,
    /// Its init process was waited for.
    pub(crate) reaped: bool,
    pub(super) base: Counters,
    pub(super) plan: Arc<CellPlan>,
}

impl Cell {
    /// Whether both processes of a cell that was ready still are: neither its end of the socket is closed nor
    /// has the init process told of the launcher's end. Whatever waits may be killed, by a host that
    /// runs out of memory for one; then the run has a new cell.
    pub(super) fn lives(&self) -> bool {
        let mut entry = [PollEntry::new(Some(self.socket.as_fd()), READABLE)];
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

/// Whether an error means that the host has run out of something or refuses a call, whatever was asked.
fn wanting(errno: Errno) -> bool {
    [Errno::EAGAIN, Errno::EMFILE, Errno::ENFILE, Errno::EIO, Errno::ENOMEM, Errno::ENOSYS]
        .contains(&errno)
}

impl Lane {
    pub(super) fn key(&self, view: u8, policy: Option<u8>, kind: Kind) -> Option<Key> {
        Some(Key {
            view: self.views[view as usize].as_ref()?.generation,
            policy: match policy {
                Some(slot) => self.policies[slot as usize].as_ref()?.generation,
                None => 0,
            },
            kind,
        })
    }

    pub(super) fn build_ahead(&mut self) {
        let Some((view, policy, kind)) = self.last else { return };
        let Some(key) = self.key(view, policy, kind) else { return };
        // What fails now fails again when it is asked for, and is told then.
        match self.build(key, view, policy) {
            Ok(cell) => self.built = Some(cell),
            Err(_) => self.last = None,
        }
    }

    /// Waits for the init processes of earlier runs that were told to end.
    pub(super) fn reap_dying(&mut self) {
        for dying in &mut self.dying {
            if let Some(process) = *dying
                && !matches!(sys::wait_child(process, false), Ok(None))
            {
                *dying = None;
            }
        }
    }

    pub(super) fn destroy(&mut self, cell: Cell) {
        let _ = sys::send_signal_by_descriptor(cell.init.as_fd(), 9);
        if !cell.reaped {
            self.dying[cell.slot] = Some(cell.process);
        }
    }

    pub(super) fn build(
        &mut self,
        key: Key,
        view: u8,
        policy: Option<u8>,
    ) -> Result<Cell, RunFailure> {
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
            far_end: ours.as_raw_fd(),
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
            plan.page.announce(Word::MapsWritten);
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
    pub(super) fn template(&mut self, slot: u8) -> Result<(Arc<Plan>, Arc<OwnedFd>), TreeError> {
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

    /// Waits until `cell` stands ready; not for ever, and not without a client.
    pub(super) fn await_ready(&self, cell: &mut Cell) -> Result<(), RunFailure> {
        if cell.ready {
            return Ok(());
        }
        let begin = sys::monotonic_nanoseconds();
        let mut entries = [(&cell.socket, READABLE), (&self.socket, 0), (&self.guardian, READABLE)]
            .map(|(descriptor, wanted)| PollEntry::new(Some(descriptor.as_fd()), wanted));
        while sys::poll(&mut entries, Some(REMIND_AFTER)) == Ok(0) {
            let passed = sys::monotonic_nanoseconds().saturating_sub(begin);
            if passed >= GIVE_UP_AFTER {
                break;
            }
            if passed >= REMIND_AFTER {
                // The launcher has no number here before it says that it is ready.
                children(cell.process).into_iter().for_each(remind);
                remind(cell.process);
            }
        }
        let told = |subject: &[u8]| RunFailure {
            id: 0,
            stage: Stage::Wait,
            errno: 0,
            subject: subject.to_vec(),
            request_at_fault: false,
        };
        if entries[2].found != 0 {
            return Err(told(b"the guardian was killed from outside"));
        }
        if entries[0].found == 0 {
            return Err(told(b"processes of the sandbox that were stopped from outside"));
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
            _ if cell.plan.page.get(Word::FailedStage) != 0 => Err(cell.failure(0)),
            // The init process tells of nothing else before there is a program.
            Ok(message) if message.length == 1 => {
                Err(told(b"the launcher was killed from outside"))
            }
            _ => Err(told(b"the init process was killed from outside")),
        }
    }
}
