//! Waiting: for children, for descriptors, for a word in shared memory.

use crate::Errno;
use crate::process::Usage;
use crate::syscall::syscall;
use core::sync::atomic::AtomicU32;
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this status.
    Code(i32),
    /// This signal killed it.
    Signal(i32),
}

/// The end of a child.
#[derive(Clone, Copy, Debug)]
pub struct ChildEvent {
    /// Its process id.
    pub process: i32,
    /// How it ended.
    pub exit: Exit,
    /// What it and its waited-for descendants used.
    pub usage: Usage,
}

fn wait_id(kind: u32, id: i32, block: bool) -> Result<Option<ChildEvent>, Errno> {
    // SAFETY: all zero is valid for both.
    let (mut information, mut usage): (libc::siginfo_t, libc::rusage) =
        unsafe { core::mem::zeroed() };
    let flags = libc::WEXITED | libc::__WALL | if block { 0 } else { libc::WNOHANG };
    loop {
        // SAFETY: the kernel writes one siginfo and one rusage.
        match unsafe {
            syscall!(libc::SYS_waitid, kind, id, &raw mut information, flags, &raw mut usage)
        } {
            Ok(_) => break,
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    // SAFETY: waitid fills the fields of SIGCHLD.
    let (process, status) = unsafe { (information.si_pid(), information.si_status()) };
    if process == 0 {
        return Ok(None);
    }
    let exit = if information.si_code == libc::CLD_EXITED {
        Exit::Code(status)
    } else {
        Exit::Signal(status)
    };
    Ok(Some(ChildEvent { process, exit, usage: Usage::from_kernel(&usage) }))
}

/// Waits for any child to end; `Ok(None)` where none has and `block` is false, `ECHILD` where there
/// is none.
pub fn wait_any_child(block: bool) -> Result<Option<ChildEvent>, Errno> {
    wait_id(libc::P_ALL, 0, block)
}

/// Waits for child `process` to end.
pub fn wait_child(process: i32, block: bool) -> Result<Option<ChildEvent>, Errno> {
    wait_id(libc::P_PID, process, block)
}

/// Something can be read, or the other end is closed.
pub const READABLE: i16 = libc::POLLIN;
/// Something can be written.
pub const WRITABLE: i16 = libc::POLLOUT;
/// The other end is closed.
pub const HANGUP: i16 = libc::POLLHUP;
/// A kernel file changed.
pub const PRIORITY: i16 = libc::POLLPRI;
/// The descriptor is in error; for a pipe's writing end, nobody reads any more.
pub const ERROR: i16 = libc::POLLERR;

/// One descriptor of a [`poll`]. A negative number is skipped.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PollEntry {
    descriptor: RawFd,
    wanted: i16,
    /// What was found.
    pub found: i16,
}

impl PollEntry {
    /// Waits for `wanted` on `descriptor`; nothing where there is none.
    pub fn new(descriptor: Option<BorrowedFd<'_>>, wanted: i16) -> Self {
        let descriptor = descriptor.map_or(-1, |descriptor| descriptor.as_raw_fd());
        PollEntry { descriptor, wanted, found: 0 }
    }
}

/// Waits until an entry has something or `timeout` nanoseconds are over (`None`: for ever). Returns how
/// many have.
pub fn poll(entries: &mut [PollEntry], timeout: Option<u64>) -> Result<usize, Errno> {
    let time = timeout.map(|nanoseconds| libc::timespec {
        tv_sec: (nanoseconds / 1_000_000_000) as libc::time_t,
        tv_nsec: (nanoseconds % 1_000_000_000) as libc::c_long,
    });
    let time = time.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
    // SAFETY: an entry has the layout of struct pollfd; the kernel writes inside `entries`.
    match unsafe { syscall!(libc::SYS_ppoll, entries.as_mut_ptr(), entries.len(), time, 0, 8) } {
        Err(Errno::EINTR) => Ok(0),
        other => other,
    }
}

/// Sleeps while `word` holds `value`; returns at a wake-up, a change, a signal, or after `timeout`
/// nanoseconds.
pub fn futex_wait(word: &AtomicU32, value: u32, timeout: Option<u64>) {
    let time = timeout.map(|nanoseconds| libc::timespec {
        tv_sec: (nanoseconds / 1_000_000_000) as libc::time_t,
        tv_nsec: (nanoseconds % 1_000_000_000) as libc::c_long,
    });
    let time = time.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
    // SAFETY: the kernel reads the word, which outlives the call.
    let _ = unsafe { syscall!(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, value, time) };
}

/// Wakes who sleeps on `word`.
pub fn futex_wake(word: &AtomicU32) {
    // SAFETY: the address is a key only.
    let _ = unsafe { syscall!(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
}
