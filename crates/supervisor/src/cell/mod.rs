//! A cell: the init process of a run and its launcher.
//!
//! The init process is process 1 of a new process namespace. It sees to the file tree, makes the
//! launcher, gives up its rights, and from then on only waits: it reaps what is orphaned, and when the
//! program has ended it kills and reaps the rest, so that all accounts are closed when it reports.
//!
//! The launcher shares the init process' memory until it executes the program. It puts up the walls
//! (Landlock, no capability, seccomp), reports that it is ready, and waits for the order to go. Nothing
//! here allocates, locks or unwinds.

mod init;
mod launcher;

use crate::page::{Page, Word};
use crate::tree::Plan;
use sandglass_sys::{self as sys, ChildStack, CloneFlags, Errno, Namespaces, Resource};
use sandglass_wire::{Network, Stage, Switches};
use std::os::fd::{OwnedFd, RawFd};
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
    let (process, descriptor) = sys::clone_with_copied_memory(flags, || init::init(plan, stack))?;
    Ok((process, descriptor.ok_or(Errno::EBADF)?))
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
