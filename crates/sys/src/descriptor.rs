//! File descriptors as numbers: what the sandbox does with them that the standard library does not.

use crate::Errno;
use crate::syscall::syscall;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

/// Takes ownership of a descriptor that nobody else owns.
///
/// # Safety
/// `raw` is open and owned by nobody.
pub unsafe fn own_raw(raw: RawFd) -> OwnedFd {
    // SAFETY: the caller vouches for it.
    unsafe { OwnedFd::from_raw_fd(raw) }
}

/// Takes ownership of descriptor `raw` that this process inherited, if it is open.
///
/// Call it once for a number, before anything else was opened.
pub fn take_inherited(raw: RawFd) -> Result<OwnedFd, Errno> {
    // SAFETY: F_GETFD takes no pointer.
    unsafe { syscall!(libc::SYS_fcntl, raw, libc::F_GETFD)? };
    // SAFETY: it is open, and by this function's contract nobody else in this process owns it.
    Ok(unsafe { own_raw(raw) })
}

/// Borrows a descriptor by number, for code between a clone and an exec, where owners are not dropped.
///
/// # Panics
/// If `raw` is negative.
pub fn borrow_raw<'a>(raw: RawFd) -> BorrowedFd<'a> {
    assert!(raw >= 0);
    // SAFETY: a borrowed descriptor is a number to the kernel; using one that was closed meanwhile
    // is answered with EBADF. Nothing in memory depends on it.
    unsafe { BorrowedFd::borrow_raw(raw) }
}

/// Closes a descriptor by number. For a cloned child, whose copies of owners are never dropped.
pub fn close_raw(raw: RawFd) {
    // SAFETY: takes no pointer.
    let _ = unsafe { syscall!(libc::SYS_close, raw) };
}

/// Duplicates `from` to exactly the number `to`, without close-on-exec.
pub fn duplicate_to(from: BorrowedFd<'_>, to: RawFd) -> Result<(), Errno> {
    // SAFETY: takes no pointer. The number `to` is overwritten on purpose.
    unsafe { syscall!(libc::SYS_dup3, from.as_raw_fd(), to, 0)? };
    Ok(())
}

/// Duplicates `from` to the lowest free number that is at least `minimum`, with close-on-exec.
pub fn duplicate_above(from: BorrowedFd<'_>, minimum: RawFd) -> Result<OwnedFd, Errno> {
    // SAFETY: takes no pointer.
    let raw =
        unsafe { syscall!(libc::SYS_fcntl, from.as_raw_fd(), libc::F_DUPFD_CLOEXEC, minimum)? };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}

/// Sets or clears close-on-exec.
pub fn set_close_on_exec(descriptor: BorrowedFd<'_>, on: bool) -> Result<(), Errno> {
    let flag = if on { libc::FD_CLOEXEC } else { 0 };
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_fcntl, descriptor.as_raw_fd(), libc::F_SETFD, flag)? };
    Ok(())
}

/// Sets or clears non-blocking mode. It belongs to the open file, not to the descriptor.
pub fn set_nonblocking(descriptor: BorrowedFd<'_>, on: bool) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    let flags = unsafe { syscall!(libc::SYS_fcntl, descriptor.as_raw_fd(), libc::F_GETFL)? } as i32;
    let wanted = if on { flags | libc::O_NONBLOCK } else { flags & !libc::O_NONBLOCK };
    if wanted != flags {
        // SAFETY: takes no pointer.
        unsafe { syscall!(libc::SYS_fcntl, descriptor.as_raw_fd(), libc::F_SETFL, wanted)? };
    }
    Ok(())
}

/// Closes every descriptor from 3 up except those in `keep`, which must be sorted.
pub fn close_all_except(keep: &[RawFd]) {
    let mut from: RawFd = 3;
    for &kept in keep {
        if kept < from {
            continue;
        }
        close_range(from, kept - 1);
        from = kept + 1;
    }
    close_range(from, RawFd::MAX);
}

fn close_range(first: RawFd, last: RawFd) {
    if first <= last {
        // SAFETY: takes no pointer.
        let _ = unsafe { syscall!(libc::SYS_close_range, first, last, 0) };
    }
}
