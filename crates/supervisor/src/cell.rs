//! A cell: the init process of a run and its launcher.
//!
//! The init process is process 1 of a new process namespace. It sees to the file tree, makes the
//! launcher, gives up its rights, and from then on only waits: it reaps what is orphaned, and when the
//! program has ended it kills and reaps the rest, so that all accounts are closed when it reports.
//!
//! The launcher shares the init process' memory until it executes the program. It puts up the walls
//! (Landlock, no capability, seccomp), reports that it is ready, and waits for the order to go. Nothing
//! here allocates, locks or unwinds.

use crate::page::{LEAVE, Page, Word};
use crate::processors;
use crate::tree::{self, Plan};
use sandglass_sys::{
    self as sys, ChildStack, CloneFlags, Errno, Exit, FileKind, LandlockAccess, Namespaces,
    OpenHow, Resource,
};
use sandglass_wire::{FIRST_INHERITED, Network, Stage, Switch, Switches};
use std::convert::Infallible;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What the launcher says when it is ready.
pub(crate) const READY: u8 = b'R';
/// What the init process says when everything of the run is dead.
pub(crate) const DONE: u8 = b'D';
/// The order to go.
pub(crate) const GO: u8 = b'G';
/// Subject offsets from here on are step numbers of the tree: cell steps, then template steps.
pub(crate) const CELL_STEP: usize = 1 << 32;
/// See [`CELL_STEP`].
pub(crate) const TEMPLATE_STEP: usize = 1 << 33;

/// The process limits that an order may set, in the order of their words.
pub(crate) const RESOURCES: [Resource; 11] = [
    Resource::CpuSeconds,
    Resource::FileSize,
    Resource::Stack,
    Resource::Core,
    Resource::Processes,
    Resource::OpenFiles,
    Resource::AddressSpace,
    Resource::Data,
    Resource::LockedMemory,
    Resource::PendingSignals,
    Resource::MessageQueues,
];

/// All that a cell is built from.
pub(crate) struct CellPlan {
    pub(crate) page: Arc<Page>,
    pub(crate) tree: Arc<Plan>,
    pub(crate) namespaces: Namespaces,
    pub(crate) network: Network,
    pub(crate) fresh_user: bool,
    pub(crate) fresh_keyring: bool,
    pub(crate) host_name: Option<Vec<u8>>,
    pub(crate) cpus: Vec<u64>,
    pub(crate) landlock: u32,
    pub(crate) policy: Option<(Arc<[u8]>, bool)>,
    /// What the init process may still do once the launcher lives.
    pub(crate) guard: Arc<[u8]>,
    pub(crate) by_descriptor: bool,
    /// Whether instructions are counted, and whether a software event stands in for them.
    pub(crate) counter: Option<bool>,
    /// Whether the program gets a core-scheduling cookie, where the kernel gives one.
    pub(crate) core_scheduling: bool,
    /// The program leads a session and not only a process group. Kernels with automatic scheduling
    /// groups make each session one, which keeps many threads from crowding out the client; but each
    /// switch to a peer in another session then costs a tenth more. So a program that can be no more
    /// than one thread stays in the lane's session, which has no terminal.
    pub(crate) own_session: bool,
    pub(crate) run_directory: Option<RawFd>,
    pub(crate) socket: RawFd,
    /// The supervisor's end of it.
    pub(crate) far_end: RawFd,
    /// Defences that a test does without.
    pub(crate) off: Switches,
}

fn give_up(plan: &CellPlan, stage: Stage, errno: Errno, subject: usize) -> ! {
    plan.page.fail(stage, errno, subject);
    sys::exit(120)
}

/// Clones the init process of a cell from the calling thread. Returns its id and descriptor.
pub(crate) fn make_cell(plan: &CellPlan, stack: &mut ChildStack) -> Result<(i32, OwnedFd), Errno> {
    let flags =
        CloneFlags { namespaces: plan.namespaces, into_cgroup: None, want_descriptor: true };
    let (process, descriptor) = sys::clone_with_copied_memory(flags, || init(plan, stack))?;
    Ok((process, descriptor.ok_or(Errno::EBADF)?))
}

fn init(plan: &CellPlan, stack: &mut ChildStack) -> Infallible {
    let must = |stage, result: Result<(), Errno>| {
        if let Err(errno) = result {
            give_up(plan, stage, errno, 0);
        }
    };
    must(Stage::Privilege, sys::set_death_signal());
    // A supervisor that died before has left its end to us alone: closed, it tells.
    sys::close_raw(plan.far_end);
    sys::set_name(c"sandglass-init");
    // The C library has handlers for these two since the supervisor has threads; process 1 is safe from
    // its own namespace's signals only where it has none.
    for signal in [32, 33] {
        must(Stage::Privilege, sys::default_signal(signal));
    }
    if plan.fresh_user {
        // The supervisor writes our maps; only of a dumpable process may it open them.
        must(Stage::Privilege, sys::set_dumpable(true));
        await_word(plan, Word::MapsWritten);
        if !plan.off.contains(Switch::Capabilities) {
            must(Stage::Privilege, sys::drop_bounding_set());
            must(Stage::Privilege, sys::lock_secure_bits());
        }
    }
    must(Stage::Privilege, sys::set_dumpable(plan.off.contains(Switch::Dumpable)));
    if !plan.off.contains(Switch::DescriptorHygiene) {
        let mut keep = [plan.socket, plan.run_directory.unwrap_or(plan.socket)];
        keep.sort_unstable();
        sys::close_all_except(&keep);
    }
    if plan.fresh_keyring {
        must(Stage::Privilege, sys::join_new_session_keyring());
    }
    if !plan.off.contains(Switch::Session) {
        must(Stage::Privilege, sys::start_process_group());
    }
    if let Some(name) = &plan.host_name {
        must(Stage::Namespace, sys::set_host_name(name));
        must(Stage::Namespace, sys::set_domain_name(b""));
    }
    if plan.network == Network::Loopback && plan.namespaces.contains(Namespaces::NETWORK) {
        must(Stage::Namespace, sys::bring_loopback_up());
    }
    build_tree(plan);
    if !plan.cpus.is_empty() {
        must(Stage::Processors, processors::pin(&plan.cpus));
    }
    let flags = CloneFlags {
        namespaces: Namespaces::NONE,
        into_cgroup: plan.run_directory.map(sys::borrow_raw),
        want_descriptor: false,
    };
    sys::clone_sharing_memory(flags, stack, plan, launch, |launcher| watch(plan, launcher))
}

/// Waits until `word` is announced; ends with the supervisor.
fn await_word(plan: &CellPlan, word: Word) {
    let word = plan.page.0.half_word(word as usize);
    while word.load(Ordering::Acquire) == 0 {
        sys::futex_wait(word, 0, Some(1_000_000_000));
        let socket = sys::borrow_raw(plan.socket);
        if plan.page.get(Word::FailedStage) != 0
            || sys::poll(&mut [sys::PollEntry::new(Some(socket), 0)], Some(0)) != Ok(0)
        {
            sys::exit(121);
        }
    }
}

fn build_tree(plan: &CellPlan) {
    if plan.tree.host {
        return;
    }
    if plan.tree.whole
        && let Err((step, errno)) = plan.tree.build_root()
    {
        give_up(plan, Stage::Mount, errno, TEMPLATE_STEP + step.min(CELL_STEP - 1));
    }
    if plan.tree.cell.is_empty() {
        return;
    }
    let root = match sys::open(None, c"/", OpenHow::PATH) {
        Ok(root) => root,
        Err(errno) => give_up(plan, Stage::Mount, errno, 0),
    };
    if let Err((step, errno)) = tree::take(&plan.tree.cell, root.as_fd()) {
        give_up(plan, Stage::Mount, errno, CELL_STEP + step);
    }
    sys::close_raw(root.as_raw_fd());
    std::mem::forget(root);
}

/// The init process after the launcher is made.
fn watch(plan: &CellPlan, launcher: Result<i32, Errno>) -> Infallible {
    let page = &plan.page;
    let launcher = match launcher {
        Ok(launcher) => launcher,
        Err(errno) => give_up(plan, Stage::CloneTracee, errno, 0),
    };
    if let Some(directory) = plan.run_directory {
        sys::close_raw(directory);
    }
    if let Err(errno) = sys::drop_capabilities() {
        give_up(plan, Stage::Privilege, errno, 0);
    }
    if !plan.off.contains(Switch::NoNewPrivileges)
        && let Err(errno) = sys::install_filter(&plan.guard, false)
    {
        give_up(plan, Stage::Privilege, errno, 0);
    }
    page.announce(Word::Guarded);
    loop {
        match sys::wait_any_child(true) {
            Ok(Some(child)) if child.process == launcher => {
                page.set(Word::Ended, sys::monotonic_nanoseconds());
                let (kind, value) = match child.exit {
                    Exit::Code(code) => (1, code),
                    Exit::Signal(signal) => (2, signal),
                };
                page.set(Word::ExitValue, value as u64);
                page.set(Word::ExitKind, kind);
                break;
            }
            Ok(_) => {}
            Err(errno) => give_up(plan, Stage::Wait, errno, 0),
        }
    }
    loop {
        match sys::wait_any_child(false) {
            Err(Errno::ECHILD) => break,
            Ok(Some(_)) => {}
            _ => {
                // The program has ended; what it left behind ends with it.
                let _ = sys::kill_everything_visible();
                let _ = sys::wait_any_child(true);
            }
        }
    }
    if let Ok(usage) = sys::usage_of_self(true) {
        page.set(Word::UserTime, usage.user_microseconds);
        page.set(Word::SystemTime, usage.system_microseconds);
        page.set(Word::PeakResident, usage.peak_resident_bytes);
        page.set(Word::MinorFaults, usage.minor_faults);
        page.set(Word::MajorFaults, usage.major_faults);
        page.set(Word::VoluntarySwitches, usage.voluntary_switches);
        page.set(Word::InvoluntarySwitches, usage.involuntary_switches);
    }
    let mut handed_out = [-1; sys::MAX_DESCRIPTORS];
    let count = hand_out(page, &mut handed_out);
    let socket = sys::borrow_raw(plan.socket);
    let _ = sys::send(socket, &[&[DONE]], &handed_out[..count], true);
    // Ends when the supervisor closes its end or kills us.
    let _ = sys::receive(socket, &mut [0; 1], true);
    sys::exit(0)
}

/// Opens the files to hand out, through no link, regular and small enough.
fn hand_out(page: &Page, descriptors: &mut [RawFd]) -> usize {
    let files = page.get(Word::CopyOutCount) as usize;
    if files == 0 {
        return 0;
    }
    let table = page.get(Word::CopyOutTable) as usize / 8;
    let word = |index: usize| page.0.word(table + index);
    let root = sys::open(None, c"/", OpenHow::PATH);
    let mut count = 0;
    for file in 0..files {
        let path = page.0.text(word(file * 4).load(Ordering::Acquire) as usize);
        let limit = word(file * 4 + 1).load(Ordering::Acquire);
        let opened = root.as_ref().map_err(|&errno| errno).and_then(|root| {
            let how = OpenHow::READ.nonblocking().no_follow();
            let file = sys::open_beneath(root.as_fd(), path, how, false)?;
            let status = sys::status(file.as_fd())?;
            match status.kind {
                FileKind::Regular if status.length <= limit => Ok((file, status.length)),
                FileKind::Regular => Err(Errno::EFBIG),
                FileKind::Directory => Err(Errno::EISDIR),
                _ => Err(Errno::EOPNOTSUPP),
            }
        });
        let (errno, length) = match opened {
            Ok((file, length)) if count < descriptors.len() => {
                descriptors[count] = file.as_raw_fd();
                count += 1;
                std::mem::forget(file);
                (0, length)
            }
            Ok(_) => (Errno::EMFILE.0, 0),
            Err(errno) => (errno.0, 0),
        };
        word(file * 4 + 2).store(errno as u64, Ordering::Release);
        word(file * 4 + 3).store(length, Ordering::Release);
    }
    std::mem::forget(root);
    count
}

/// The launcher, from its first instruction to the exec.
fn launch(plan: &CellPlan) -> Infallible {
    let must = |stage, result: Result<(), Errno>| {
        if let Err(errno) = result {
            give_up(plan, stage, errno, 0);
        }
    };
    if !plan.off.contains(Switch::Session) {
        must(
            Stage::Privilege,
            if plan.own_session { sys::start_session() } else { sys::start_process_group() },
        );
    }
    sys::set_name(c"sandglass-ready");
    if plan.run_directory.is_some() {
        must(Stage::Namespace, sys::unshare(Namespaces::CGROUP));
    }
    // Of itself it may count; the supervisor may not, because the init process is not dumpable.
    let counter = plan.counter.and_then(|software| sys::count_instructions(0, software).ok());
    let counter = counter.map(|owner| {
        let raw = owner.as_raw_fd();
        std::mem::forget(owner);
        raw
    });
    if plan.core_scheduling {
        let answer = sys::make_core_scheduling_cookie().map_or_else(|errno| errno.0, |()| 0);
        plan.page.set(Word::CoreScheduling, answer as u64 + 1);
    }
    let _ = sys::set_slice(0);
    sys::set_timer_slack(50_000);
    let ruleset = (plan.landlock > 0).then(|| match wall(plan) {
        Ok(ruleset) => ruleset,
        Err(errno) => give_up(plan, Stage::Landlock, errno, 0),
    });
    let ruleset = ruleset.map(|owner| {
        let raw = owner.as_raw_fd();
        std::mem::forget(owner);
        raw
    });
    if let (Some(ruleset), false) = (ruleset, plan.by_descriptor) {
        must(Stage::Landlock, sys::landlock_restrict_self(sys::borrow_raw(ruleset)));
    }
    if plan.off.contains(Switch::Capabilities) {
        must(Stage::Privilege, sys::make_capabilities_ambient());
    } else if !plan.off.contains(Switch::NoNewPrivileges) {
        must(Stage::Privilege, sys::drop_capabilities());
    }
    // Otherwise the exec drops them, of no use to a user that is not 0: a filter without
    // `no_new_privs` is for those who have a capability.
    let mut attached = [-1; 2];
    let mut count = 0;
    // No program starts beside a process 1 that still has something to lose.
    await_word(plan, Word::Guarded);
    if let Some((program, wants_listener)) = &plan.policy {
        match sys::install_filter(program, *wants_listener) {
            Ok(Some(descriptor)) => {
                attached[0] = descriptor.as_raw_fd();
                count = 1;
                plan.page.set(Word::Attached, 1);
                std::mem::forget(descriptor);
            }
            Ok(None) => {}
            Err(errno) => give_up(plan, Stage::Policy, errno, 0),
        }
    }
    if let Some(counter) = counter {
        attached[count] = counter;
        count += 1;
        plan.page.set(Word::Attached, plan.page.get(Word::Attached) | 2);
    }
    let socket = sys::borrow_raw(plan.socket);
    if let Err(errno) = sys::send(socket, &[&[READY]], &attached[..count], true) {
        give_up(plan, Stage::Policy, errno, 0);
    }
    for &raw in &attached[..count] {
        sys::close_raw(raw);
    }
    let mut byte = [0; 1];
    match sys::receive(socket, &mut byte, true) {
        Ok(order) if order.length == 1 && byte[0] == GO => {
            go(plan, &order.descriptors[..order.descriptor_count], ruleset)
        }
        Ok(_) => sys::exit(122),
        Err(errno) => give_up(plan, Stage::Policy, errno, 0),
    }
}

/// The Landlock ruleset: all beneath the root, which shows no more than the view.
fn wall(plan: &CellPlan) -> Result<OwnedFd, Errno> {
    let ruleset = sys::landlock_create(plan.landlock, plan.network == Network::None)?;
    let root = sys::open(None, c"/", OpenHow::PATH)?;
    sys::landlock_add_path(
        ruleset.as_fd(),
        root.as_fd(),
        LandlockAccess::all_files(plan.landlock),
    )?;
    sys::close_raw(root.as_raw_fd());
    std::mem::forget(root);
    Ok(ruleset)
}

/// Carries out the order, in the order that the kernel and the limits force.
fn go(plan: &CellPlan, descriptors: &[RawFd], ruleset: Option<RawFd>) -> ! {
    let page = &plan.page;
    let fail = |stage, errno, subject| give_up(plan, stage, errno, subject);
    let mut next = descriptors.iter().copied();
    let streams = page.get(Word::Streams);
    for stream in 0..3 {
        if streams & (1 << stream) != 0 {
            let Some(raw) = next.next() else { fail(Stage::Streams, Errno::EBADF, 0) };
            if let Err(errno) = sys::duplicate_to(sys::borrow_raw(raw), stream) {
                fail(Stage::Streams, errno, 0);
            }
        }
    }
    let executable = if streams & 8 != 0 { next.next() } else { None };
    copy_in(plan, &mut next);
    inherit(plan, &mut next);
    if let Some(ruleset) = ruleset
        && plan.by_descriptor
    {
        let ruleset = sys::borrow_raw(ruleset);
        if let Some(executable) = executable
            && let Err(errno) = sys::landlock_add_path(
                ruleset,
                sys::borrow_raw(executable),
                LandlockAccess::EXECUTE_FILE,
            )
            // A memory file is on no mount that a path leads to: no rule can name it, none is needed.
            && errno != Errno::EBADFD
        {
            fail(Stage::Landlock, errno, 0);
        }
        if let Err(errno) = sys::landlock_restrict_self(ruleset) {
            fail(Stage::Landlock, errno, 0);
        }
    }
    let directory = page.get(Word::Directory) as usize;
    if let Err(errno) = sys::change_directory(page.0.text(directory)) {
        fail(Stage::Directory, errno, directory);
    }
    for (index, resource) in RESOURCES.into_iter().enumerate() {
        let value = page.limit(index);
        if value != LEAVE {
            let value = if value == LEAVE - 1 { u64::MAX } else { value };
            match sys::set_limit(resource, value) {
                // A hard limit may be lowered and not raised: then the host's own is the stricter.
                Ok(()) | Err(Errno::EPERM) => {}
                Err(errno) => fail(Stage::ProcessLimit, errno, 0),
            }
        }
    }
    if let Ok(usage) = sys::usage_of_self(false) {
        page.set(Word::UserAtStart, usage.user_microseconds);
        page.set(Word::SystemAtStart, usage.system_microseconds);
    }
    page.set(Word::CpuAtStart, sys::thread_cpu_nanoseconds());
    page.set(Word::Started, sys::monotonic_nanoseconds());
    let path = page.get(Word::Path) as usize;
    let (descriptor, text) = match executable {
        Some(raw) => (Some(sys::borrow_raw(raw)), c""),
        None => (None, page.0.text(path)),
    };
    let errno = page.0.execute_program(page.get(Word::Program) as usize, descriptor, text);
    fail(Stage::Execute, errno, path)
}

/// Gives inherited descriptors their numbers. All that came has smaller ones, so nothing is overwritten.
fn inherit(plan: &CellPlan, given: &mut impl Iterator<Item = RawFd>) {
    for (place, _) in (0..plan.page.get(Word::Inherited)).enumerate() {
        let number = FIRST_INHERITED + place as RawFd;
        let fail = |errno| give_up(plan, Stage::Streams, errno, 0);
        match given.next() {
            Some(raw) if raw < FIRST_INHERITED => {
                if let Err(errno) = sys::duplicate_to(sys::borrow_raw(raw), number) {
                    fail(errno);
                }
            }
            _ => fail(Errno::EBADF),
        }
    }
}

fn copy_in(plan: &CellPlan, sources: &mut impl Iterator<Item = RawFd>) {
    let page = &plan.page;
    let table = page.get(Word::CopyInTable) as usize / 8;
    for file in 0..page.get(Word::CopyInCount) as usize {
        let path = page.0.word(table + file * 2).load(Ordering::Acquire) as usize;
        let mode = page.0.word(table + file * 2 + 1).load(Ordering::Acquire) as u32;
        let Some(source) = sources.next() else {
            give_up(plan, Stage::CopyIn, Errno::EBADF, path);
        };
        let copied =
            sys::open(None, page.0.text(path), OpenHow::create_new(0o600)).and_then(|to| {
                sys::copy_file_range_all(sys::borrow_raw(source), to.as_fd(), u64::MAX >> 1)?;
                sys::change_mode(to.as_fd(), mode)?;
                // Closed here and now: a program that is open for writing cannot be executed.
                sys::close_raw(to.as_raw_fd());
                std::mem::forget(to);
                Ok(())
            });
        if let Err(errno) = copied {
            give_up(plan, Stage::CopyIn, errno, path);
        }
    }
}
