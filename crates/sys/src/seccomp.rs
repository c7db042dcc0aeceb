//! Installing seccomp filters and hearing what they report.

use crate::Errno;
use crate::descriptor::own_raw;
use crate::syscall::syscall;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// Installs `program`, an array of `struct sock_filter` as bytes, on the calling thread, with no
/// speculation mitigations forced on it. With `listener` returns the descriptor that reports
/// `SECCOMP_RET_USER_NOTIF`. Needs no_new_privs.
pub fn install_filter(program: &[u8], listener: bool) -> Result<Option<OwnedFd>, Errno> {
    #[repr(C)]
    struct Program {
        length: u16,
        filter: *const u8,
    }
    const SET_MODE_FILTER: u32 = 1;
    const FLAG_SPEC_ALLOW: u32 = 1 << 2;
    const FLAG_NEW_LISTENER: u32 = 1 << 3;
    let count = program.len() / 8;
    if count == 0 || count > 4096 || !program.len().is_multiple_of(8) {
        return Err(Errno::EINVAL);
    }
    let request = Program { length: count as u16, filter: program.as_ptr() };
    let flags = FLAG_SPEC_ALLOW | if listener { FLAG_NEW_LISTENER } else { 0 };
    // SAFETY: the kernel reads `count` instructions of 8 bytes and checks them; it has no demand on
    // their alignment.
    let raw = unsafe { syscall!(libc::SYS_seccomp, SET_MODE_FILTER, flags, &raw const request)? };
    // SAFETY: with this flag the kernel returns a descriptor that it has just made.
    Ok(listener.then(|| unsafe { own_raw(raw as RawFd) }))
}

/// A system call that a filter reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The thread, as the listener's process sees it.
    pub thread: i32,
    /// The system call's number.
    pub number: i32,
    /// The architecture (`AUDIT_ARCH_*`).
    pub architecture: u32,
}

/// Receives one report. The caller of the system call stays blocked; it is to be killed.
pub fn receive_notification(listener: BorrowedFd<'_>) -> Result<Notification, Errno> {
    #[repr(C)]
    #[derive(Default)]
    struct KernelNotification {
        id: u64,
        pid: u32,
        flags: u32,
        number: i32,
        architecture: u32,
        instruction_pointer: u64,
        arguments: [u64; 6],
    }
    // SECCOMP_IOCTL_NOTIF_RECV = _IOWR('!', 0, struct seccomp_notif)
    const RECEIVE: u64 = 0xc050_2100;
    let mut raw = KernelNotification::default();
    // SAFETY: the kernel writes one zeroed structure of the size in the command.
    unsafe { syscall!(libc::SYS_ioctl, listener.as_raw_fd(), RECEIVE, &raw mut raw)? };
    Ok(Notification { thread: raw.pid as i32, number: raw.number, architecture: raw.architecture })
}

/// Whether the kernel has filters, and reports to a listener.
pub fn seccomp_actions_available() -> (bool, bool) {
    const GET_ACTION_AVAIL: u32 = 2;
    let has = |action: u32| {
        // SAFETY: the kernel reads one word.
        unsafe { syscall!(libc::SYS_seccomp, GET_ACTION_AVAIL, 0, &raw const action) }.is_ok()
    };
    (has(0x8000_0000), has(0x7fc0_0000))
}
