//! A lane from the fork to its first greeting: rights given up, namespaces made, threads started.

use super::{Lane, serve};
use crate::alarm::{Alarm, lock};
use crate::cgroup::{Prepared, Slot};
use crate::namespaces::{self, TimeOffsets, UserNamespaceLimit};
use crate::page::Page;
use crate::processors;
use crate::refuse;
use crate::worker::Worker;
use sandglass_sys::{self as sys, Errno, Namespaces, OpenHow};
use sandglass_wire::{Backend, Hello, INLINE_BYTES, Reply, Switch};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::fs;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex};

/// The supervisor, from the fork on.
pub(crate) fn supervise(
    socket: &OwnedFd,
    hello: &Hello,
    prepared: &Prepared,
    owner: Option<(u32, u32)>,
) -> Infallible {
    let status = match set_up(socket, hello, prepared, owner) {
        Ok((lane, alarm)) => serve(&lane, &alarm),
        Err((message, hint)) => {
            refuse(socket, &message, &hint);
            3
        }
    };
    sys::exit(status)
}

/// Why there is no lane, and what to do about it.
type Refusal = (String, String);

fn set_up(
    socket: &OwnedFd,
    hello: &Hello,
    prepared: &Prepared,
    owner: Option<(u32, u32)>,
) -> Result<(Arc<Mutex<Lane>>, Arc<Alarm>), Refusal> {
    let doctor = "run `sandglass doctor` to see what this host lacks".to_owned();
    let told = |what: &str, errno: Errno| {
        let hint = match errno {
            Errno::EMFILE => "allow this process more open files: `ulimit -n 256`".to_owned(),
            _ => doctor.clone(),
        };
        (format!("{what}: {errno}"), hint)
    };
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
        sys::drop_to_user(user, group).map_err(|errno| {
            let hint = format!(
                "root needs the capabilities SETUID and SETGID, and user {user} and group {group} in its \
                 user namespace; or start it as an ordinary user"
            );
            (format!("dropping root: {errno}"), hint)
        })?;
    }
    if sys::is_root() {
        return Err(("a supervisor does not run as root".to_owned(), doctor));
    }
    // A client that closes its end of a stream is not to end the lane. Cells take this back.
    sys::ignore_signal(sys::SIGPIPE).map_err(|errno| told("ignoring SIGPIPE", errno))?;
    let null = sys::status_of(c"/dev/null").map_err(|errno| told("/dev/null", errno))?;
    if null.kind != sys::FileKind::CharacterDevice || null.device != 0x103 {
        return Err(("/dev/null is not the null device".to_owned(), doctor));
    }
    if !off.contains(Switch::NoNewPrivileges) {
        sys::set_no_new_privileges().map_err(|errno| told("prctl PR_SET_NO_NEW_PRIVS", errno))?;
    }
    let outside = (sys::effective_user(), sys::effective_group());
    if fs::read("/proc/self/uid_map").is_ok_and(|map| map.is_empty()) {
        let hint = "map it, as `unshare --map-current-user` does".to_owned();
        return Err(("our user is not mapped in its user namespace".to_owned(), hint));
    }
    let mut namespaces = namespaces::enter(hello.inside_user, hello.inside_group, off)
        .map_err(|failure| told(failure.0, failure.1))?;
    // What a program has of these is the same whoever started the client.
    sys::set_file_mode_mask(0o022);
    if !off.contains(Switch::PriorityLimits) {
        for resource in [sys::Resource::Nice, sys::Resource::RealTimePriority] {
            sys::set_limit(resource, 0).map_err(|errno| told("lowering limits", errno))?;
        }
    }
    let cpus = sys::available_cpus().unwrap_or_default();
    if !hello.cpus.is_empty() {
        processors::pin(&hello.cpus).map_err(|errno| match errno {
            Errno::EINVAL => (
                "not all CPUs that were asked for are there, and ours to use".to_owned(),
                "`grep Cpus_allowed_list /proc/self/status` tells which are".to_owned(),
            ),
            errno => told("pinning to CPUs", errno),
        })?;
    }
    // Timers of the lane fire when they are asked to, not when it saves power.
    sys::set_timer_slack(1);
    // A short slice: the supervisor is soon run when a limit is reached. The launcher takes it back.
    // A client of a real-time class does not hand it on to programs that nobody knows.
    if let Err(errno) = sys::set_slice(100_000)
        && sys::runs_before_others() != Ok(false)
    {
        return Err(told("leaving the client's real-time class", errno));
    }
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
        busy_groups: prepared.busy.clone(),
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
    let (alarm, lane) = (Arc::new(Alarm::default()), Arc::new(Mutex::new(lane)));
    let look = {
        let (alarm, lane) = (Arc::clone(&alarm), Arc::clone(&lane));
        move || lock(&lane).look(&alarm)
    };
    alarm
        .start(&cpus, &hello.cpus, look)
        .map_err(|error| (format!("starting a thread for the alarm: {error}"), doctor.clone()))?;
    Ok((lane, alarm))
}
