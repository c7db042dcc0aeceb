//! The calling process and signals to others.

use crate::Errno;
use crate::descriptor::own_raw;
use crate::syscall::syscall;
use core::ffi::{CStr, c_char};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// Ends the process at once: no handler, no destructor.
pub fn exit(status: i32) -> ! {
    loop {
        // SAFETY: takes no pointer; does not return.
        let _ = unsafe { syscall!(libc::SYS_exit_group, status) };
    }
}

/// The process id.
pub fn process_id() -> i32 {
    // SAFETY: takes no argument.
    unsafe { syscall!(libc::SYS_getpid) }.unwrap_or(0) as i32
}

/// The thread id.
pub fn thread_id() -> i32 {
    // SAFETY: takes no argument.
    unsafe { syscall!(libc::SYS_gettid) }.unwrap_or(0) as i32
}

/// The parent's process id; 0 where it is outside of the process namespace.
pub fn parent_process() -> i32 {
    // SAFETY: takes no argument.
    unsafe { syscall!(libc::SYS_getppid) }.unwrap_or(0) as i32
}

/// A descriptor of process `process`, which polls readable when it is dead.
pub fn process_descriptor(process: i32) -> Result<OwnedFd, Errno> {
    // SAFETY: takes no pointer.
    let raw = unsafe { syscall!(libc::SYS_pidfd_open, process, 0)? };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Sends `signal` to the process behind `descriptor`.
pub fn send_signal_by_descriptor(descriptor: BorrowedFd<'_>, signal: i32) -> Result<(), Errno> {
    // SAFETY: without siginfo, no pointer.
    unsafe { syscall!(libc::SYS_pidfd_send_signal, descriptor.as_raw_fd(), signal, 0, 0)? };
    Ok(())
}

/// Sends `signal` to process `process`.
///
/// # Panics
/// If `process` is not positive: groups and everybody are never meant.
pub fn send_signal(process: i32, signal: i32) -> Result<(), Errno> {
    assert!(process > 0);
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_kill, process, signal)? };
    Ok(())
}

/// Kills every process that this one can see, except itself. Only the init process of a process
/// namespace does anything: elsewhere it is refused.
pub fn kill_everything_visible() -> Result<(), Errno> {
    if process_id() != 1 {
        return Err(Errno::EPERM);
    }
    // SAFETY: takes no pointer. Process 1 of a namespace sees its namespace alone.
    unsafe { syscall!(libc::SYS_kill, -1isize, libc::SIGKILL)? };
    Ok(())
}

/// Sends `signal` to the calling process.
pub fn raise_signal(signal: i32) -> Result<(), Errno> {
    send_signal(process_id(), signal)
}

/// The kernel kills this process when the thread that made it dies.
pub fn set_death_signal() -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_prctl, libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0)? };
    Ok(())
}

/// Sets the name that ps shows, at most 15 bytes.
pub fn set_name(name: &CStr) {
    // SAFETY: the kernel reads up to 16 bytes or the NUL.
    let _ = unsafe { syscall!(libc::SYS_prctl, libc::PR_SET_NAME, name.as_ptr(), 0, 0, 0) };
}

/// Sets the permission bits that new files do not get.
pub fn set_file_mode_mask(bits: u32) {
    // SAFETY: takes no pointer; cannot fail.
    let _ = unsafe { syscall!(libc::SYS_umask, bits) };
}

/// How much later than asked timers of this thread may fire; 0 restores the inherited default.
pub fn set_timer_slack(nanoseconds: u64) {
    // SAFETY: takes no pointer.
    let _ = unsafe { syscall!(libc::SYS_prctl, libc::PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0) };
}

/// Becomes the leader of a new session without a terminal.
pub fn start_session() -> Result<(), Errno> {
    // SAFETY: takes no argument.
    unsafe { syscall!(libc::SYS_setsid)? };
    Ok(())
}

/// Becomes the leader of a new process group of the same session.
pub fn start_process_group() -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_setpgid, 0, 0)? };
    Ok(())
}

/// Gives up the controlling terminal, for this process and all that it clones from now on, and leaves
/// the process group that the terminal's signals go to. The session is kept where the kernel lets go of
/// the terminal without a new one; else a new one is begun. For a process that leads no group.
pub fn leave_terminal() -> Result<(), Errno> {
    if has_terminal()
        && let Ok(file) = crate::open(None, c"/dev/tty", crate::OpenHow::READ_WRITE)
    {
        // SAFETY: the request takes no argument. What counts is not its result but the state after.
        let _ = unsafe { syscall!(libc::SYS_ioctl, file.as_raw_fd(), libc::TIOCNOTTY, 0) };
    }
    if has_terminal() { start_session() } else { start_process_group() }
}

/// Whether this process may have a controlling terminal.
fn has_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // `tty_nr` is the fifth field behind the name, which may hold anything; 0 is none.
    let behind_name = status.rsplit_once(')').map_or("", |(_, rest)| rest);
    behind_name.split_whitespace().nth(4) != Some("0")
}

/// Gives the calling thread, and what it starts, a core-scheduling cookie of its own: the hyper-threads
/// of its core run nothing else at the same time.
///
/// Errors are the kernel's: `EINVAL` where it was built without, `ENODEV` where there are no
/// hyper-threads to share.
pub fn make_core_scheduling_cookie() -> Result<(), Errno> {
    const PR_SCHED_CORE: u32 = 62;
    const CREATE: u32 = 1;
    const SCOPE_THREAD: u32 = 0;
    // SAFETY: takes no pointer: the last argument is one for another of its actions alone.
    unsafe { syscall!(libc::SYS_prctl, PR_SCHED_CORE, CREATE, 0, SCOPE_THREAD, 0)? };
    Ok(())
}

/// Gives up the rest of the time slice. As a side effect the kernel brings the CPU time of the
/// calling thread, and so of its cgroup, up to date.
pub fn yield_processor() {
    // SAFETY: takes no argument.
    let _ = unsafe { syscall!(libc::SYS_sched_yield) };
}

#[repr(C)]
struct KernelSigaction {
    handler: usize,
    flags: u64,
    restorer: usize,
    mask: u64,
}

fn set_disposition(signal: i32, handler: usize) -> Result<(), Errno> {
    let action = KernelSigaction { handler, flags: 0, restorer: 0, mask: 0 };
    // SAFETY: the kernel reads one structure; SIG_DFL and SIG_IGN need no restorer.
    unsafe { syscall!(libc::SYS_rt_sigaction, signal, &raw const action, 0, 8)? };
    Ok(())
}

/// What a writer gets whose reader is gone.
pub const SIGPIPE: i32 = libc::SIGPIPE;

/// Ignores `signal`.
pub fn ignore_signal(signal: i32) -> Result<(), Errno> {
    set_disposition(signal, libc::SIG_IGN)
}

/// Restores what `signal` does by itself.
pub fn default_signal(signal: i32) -> Result<(), Errno> {
    set_disposition(signal, libc::SIG_DFL)
}

/// Changes the working directory.
pub fn change_directory(path: &CStr) -> Result<(), Errno> {
    // SAFETY: `path` ends with a NUL.
    unsafe { syscall!(libc::SYS_chdir, path.as_ptr())? };
    Ok(())
}

/// Changes the working directory to an open one.
pub fn change_directory_to(directory: BorrowedFd<'_>) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_fchdir, directory.as_raw_fd())? };
    Ok(())
}

/// Executes the file `descriptor`, or `path` where there is none, in this process. Returns only the
/// reason why not.
///
/// # Safety
/// `arguments` and `environment` are arrays of pointers to NUL-terminated strings, each array ended
/// by a null pointer.
pub(crate) unsafe fn execute(
    descriptor: Option<BorrowedFd<'_>>,
    path: &CStr,
    arguments: *const *const c_char,
    environment: *const *const c_char,
) -> Errno {
    let (directory, flags) = match descriptor {
        Some(descriptor) => (descriptor.as_raw_fd(), libc::AT_EMPTY_PATH),
        None => (libc::AT_FDCWD, 0),
    };
    // SAFETY: the caller vouches for the arrays; `path` ends with a NUL.
    let result = unsafe {
        syscall!(libc::SYS_execveat, directory, path.as_ptr(), arguments, environment, flags)
    };
    result.err().unwrap_or(Errno::ENOEXEC)
}

/// A resource that the kernel limits per process (or per user, for processes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Resource {
    /// CPU time in seconds.
    CpuSeconds = 0,
    /// Size of a file in bytes.
    FileSize = 1,
    /// Private memory that can be written, in bytes; what is only reserved does not count.
    Data = 2,
    /// Stack in bytes.
    Stack = 3,
    /// Size of a core dump in bytes.
    Core = 4,
    /// Processes and threads of the user in its namespace.
    Processes = 6,
    /// Open files.
    OpenFiles = 7,
    /// Locked memory in bytes.
    LockedMemory = 8,
    /// Address space in bytes.
    AddressSpace = 9,
    /// Queued signals.
    PendingSignals = 11,
    /// Bytes in POSIX message queues.
    MessageQueues = 12,
    /// 20 minus the lowest nice value, 1 to 40; 0 is the one that it has.
    Nice = 13,
    /// The highest real-time priority.
    RealTimePriority = 14,
}

/// A soft and a hard limit; `u64::MAX` is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is enforced.
    pub soft: u64,
    /// How far the process may raise it.
    pub hard: u64,
}

/// Sets both limits of the calling process to `value`.
pub fn set_limit(resource: Resource, value: u64) -> Result<(), Errno> {
    let limit = Limit { soft: value, hard: value };
    // SAFETY: the kernel reads one structure.
    unsafe { syscall!(libc::SYS_prlimit64, 0, resource as u32, &raw const limit, 0)? };
    Ok(())
}

/// The limits of the calling process.
pub fn limit(resource: Resource) -> Result<Limit, Errno> {
    let mut limit = Limit { soft: 0, hard: 0 };
    // SAFETY: the kernel writes one structure.
    unsafe { syscall!(libc::SYS_prlimit64, 0, resource as u32, 0, &raw mut limit)? };
    Ok(limit)
}

/// Pins the calling thread to the CPUs whose bits are set in `mask`.
pub fn pin_to_cpus(mask: &[u64]) -> Result<(), Errno> {
    // SAFETY: the kernel reads inside `mask`.
    unsafe { syscall!(libc::SYS_sched_setaffinity, 0, size_of_val(mask), mask.as_ptr())? };
    Ok(())
}

/// The CPUs that the calling thread may use, as a mask of 1024 bits.
pub fn available_cpus() -> Result<[u64; 16], Errno> {
    let mut mask = [0u64; 16];
    // SAFETY: the kernel writes inside `mask`.
    unsafe { syscall!(libc::SYS_sched_getaffinity, 0, size_of_val(&mask), mask.as_mut_ptr())? };
    Ok(mask)
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct SchedulingAttributes {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    runtime: u64,
    deadline: u64,
    period: u64,
}

impl SchedulingAttributes {
    const SIZE: u32 = size_of::<Self>() as u32;

    fn apply(&self, thread: i32) -> Result<(), Errno> {
        // SAFETY: the kernel reads one structure of the size that it names.
        unsafe { syscall!(libc::SYS_sched_setattr, thread, core::ptr::from_ref(self), 0)? };
        Ok(())
    }
}

/// Asks the scheduler for time slices of `nanoseconds` for the calling thread; 0 is the default.
/// A shorter slice means being run sooner after a wake-up. Kernels before 6.12 ignore it.
///
/// A thread of a real-time class becomes a normal one by it, with the nice value that it had.
pub fn set_slice(nanoseconds: u64) -> Result<(), Errno> {
    let mut attributes = scheduling_of(0)?;
    if is_real_time(attributes.policy) {
        attributes.policy = NORMAL;
    }
    // Asked apart: a real-time thread has one too and is not told it above. The kernel counts from 40
    // down to 1.
    // SAFETY: the call takes numbers alone.
    let nice = unsafe { syscall!(libc::SYS_getpriority, libc::PRIO_PROCESS, 0)? };
    SchedulingAttributes {
        policy: attributes.policy,
        nice: 20 - nice as i32,
        runtime: nanoseconds,
        size: SchedulingAttributes::SIZE,
        ..SchedulingAttributes::default()
    }
    .apply(0)
}

/// Whether the calling thread is of a class that goes before all normal threads.
pub fn runs_before_others() -> Result<bool, Errno> {
    Ok(is_real_time(scheduling_of(0)?.policy))
}

const NORMAL: u32 = 0;
const BATCH: u32 = 3;
const IDLE: u32 = 5;

fn is_real_time(policy: u32) -> bool {
    !matches!(policy, NORMAL | BATCH | IDLE)
}

fn scheduling_of(thread: i32) -> Result<SchedulingAttributes, Errno> {
    let mut attributes = SchedulingAttributes::default();
    let to = &raw mut attributes;
    // SAFETY: the kernel writes one structure of the size that it is told.
    unsafe { syscall!(libc::SYS_sched_getattr, thread, to, SchedulingAttributes::SIZE, 0)? };
    Ok(attributes)
}

/// Makes the kernel charge what `thread` has used since the last tick to its process and cgroup, whose
/// clocks otherwise stand still between two ticks while it runs on another CPU.
///
/// There is no call for that. Changing a thread's scheduling policy takes it off its queue and puts it
/// back, and that charges it; so a normal thread becomes a batch one for a moment, or the other way
/// round. The thread is not interrupted. Of the caller's own user only; threads of other policies are
/// left alone (`EINVAL`), because there might be no way back.
pub fn charge_thread(thread: i32) -> Result<(), Errno> {
    let mut before = scheduling_of(thread)?;
    before.size = SchedulingAttributes::SIZE;
    let other = match before.policy {
        NORMAL => BATCH,
        BATCH => NORMAL,
        _ => return Err(Errno::EINVAL),
    };
    SchedulingAttributes { policy: other, ..before }.apply(thread)?;
    before.apply(thread)
}

/// What getrusage(2) and waitid tell of a process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// User time in microseconds.
    pub user_microseconds: u64,
    /// System time in microseconds.
    pub system_microseconds: u64,
    /// Largest resident set in bytes.
    pub peak_resident_bytes: u64,
    /// Page faults without input or output.
    pub minor_faults: u64,
    /// Page faults that read.
    pub major_faults: u64,
    /// Times that it gave up the CPU.
    pub voluntary_switches: u64,
    /// Times that the CPU was taken from it.
    pub involuntary_switches: u64,
}

impl Usage {
    pub(crate) fn from_kernel(raw: &libc::rusage) -> Self {
        let microseconds =
            |time: libc::timeval| time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64;
        Usage {
            user_microseconds: microseconds(raw.ru_utime),
            system_microseconds: microseconds(raw.ru_stime),
            peak_resident_bytes: raw.ru_maxrss as u64 * 1024,
            minor_faults: raw.ru_minflt as u64,
            major_faults: raw.ru_majflt as u64,
            voluntary_switches: raw.ru_nvcsw as u64,
            involuntary_switches: raw.ru_nivcsw as u64,
        }
    }
}

/// Usage of the calling process, or with `children` of its dead and waited-for descendants.
pub fn usage_of_self(children: bool) -> Result<Usage, Errno> {
    // SAFETY: all zero is a valid rusage.
    let mut raw: libc::rusage = unsafe { core::mem::zeroed() };
    let who = if children { libc::RUSAGE_CHILDREN } else { libc::RUSAGE_SELF };
    // SAFETY: the kernel writes one rusage.
    unsafe { syscall!(libc::SYS_getrusage, who, &raw mut raw)? };
    Ok(Usage::from_kernel(&raw))
}
