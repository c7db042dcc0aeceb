//! Making processes.

use crate::descriptor::own_raw;
use crate::syscall::syscall;
use crate::{Errno, Namespaces};
use core::arch::asm;
use core::convert::Infallible;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

/// What a new process is to have of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct CloneFlags<'a> {
    /// Namespaces made for the child.
    pub namespaces: Namespaces,
    /// The cgroup v2 directory in which the child begins its life.
    pub into_cgroup: Option<BorrowedFd<'a>>,
    /// Whether the parent wants a descriptor of the child.
    pub want_descriptor: bool,
}

/// Past 32 bits, where the constant of the libc crate overflows.
const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

/// `struct clone_args` of the kernel.
#[repr(C, align(8))]
#[derive(Default)]
struct CloneArguments {
    flags: u64,
    pidfd: u64,
    child_tid: u64,
    parent_tid: u64,
    exit_signal: u64,
    stack: u64,
    stack_size: u64,
    tls: u64,
    set_tid: u64,
    set_tid_size: u64,
    cgroup: u64,
}

impl CloneArguments {
    fn new(flags: CloneFlags<'_>, pidfd: *mut i32) -> Self {
        let mut arguments = Self {
            flags: flags.namespaces.bits() as u64,
            exit_signal: libc::SIGCHLD as u64,
            ..Self::default()
        };
        if flags.want_descriptor {
            arguments.flags |= libc::CLONE_PIDFD as u64;
            arguments.pidfd = pidfd as u64;
        }
        if let Some(cgroup) = flags.into_cgroup {
            arguments.flags |= CLONE_INTO_CGROUP;
            arguments.cgroup = cgroup.as_raw_fd() as u64;
        }
        arguments
    }
}

/// Clones the calling thread into a new process with a copy of the memory, as fork does, but past
/// the C library: no handlers run and no lock is reset.
///
/// Returns the child's process id (and descriptor where wanted) in the parent and calls `child`,
/// which must not return, in the child.
pub fn clone_with_copied_memory(
    flags: CloneFlags<'_>,
    child: impl FnOnce() -> Infallible,
) -> Result<(i32, Option<OwnedFd>), Errno> {
    let mut pidfd: i32 = -1;
    let arguments = CloneArguments::new(flags, &raw mut pidfd);
    // SAFETY: no stack is given, so the child goes on with a copy of this one; memory is not shared.
    let pid =
        unsafe { syscall!(libc::SYS_clone3, &raw const arguments, size_of::<CloneArguments>())? };
    if pid == 0 {
        #[allow(unreachable_code, unused_variables)]
        let never = child();
        match never {}
    }
    // SAFETY: the kernel stored a new descriptor there if it was asked to.
    let descriptor = (pidfd >= 0).then(|| unsafe { own_raw(pidfd) });
    Ok((pid as i32, descriptor))
}

/// Memory for the stack of a child that shares the rest.
#[derive(Debug)]
pub struct ChildStack {
    address: *mut u8,
    length: usize,
}

impl ChildStack {
    /// `bytes` of it, of which only what is touched costs memory: a mapping of its own, because what comes
    /// from the heap of a thread is written over when it is zeroed. Parent only.
    pub fn new(bytes: usize) -> Result<Self, Errno> {
        // SAFETY: a fresh mapping at an address of the kernel's choice.
        let address = unsafe {
            syscall!(
                libc::SYS_mmap,
                0,
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK,
                -1isize,
                0
            )?
        } as *mut u8;
        Ok(ChildStack { address, length: bytes })
    }
}

impl Drop for ChildStack {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and whoever ran on it has another copy of it, or never returns.
        let _ = unsafe { syscall!(libc::SYS_munmap, self.address, self.length) };
    }
}

/// Clones a process that shares the caller's memory (`CLONE_VM`) and runs `entry(context)` on `stack`,
/// while the caller goes on with `then(result)`; neither returns, so what they borrow lives as long
/// as both.
///
/// The two share the thread pointer: `entry` and `then` must use this crate's calls, which touch no
/// thread-local variable, and what both touch must be made for it, as `Sync` says.
pub fn clone_sharing_memory<T: Sync>(
    flags: CloneFlags<'_>,
    stack: &mut ChildStack,
    context: &T,
    entry: fn(&T) -> Infallible,
    then: impl FnOnce(Result<i32, Errno>) -> Infallible,
) -> Infallible {
    struct Start<'a, T> {
        context: &'a T,
        entry: fn(&T) -> Infallible,
    }
    extern "C" fn trampoline<T>(start: *const Start<'_, T>) -> ! {
        // SAFETY: points to the local below, whose frame is never left.
        let start = unsafe { &*start };
        match (start.entry)(start.context) {}
    }
    let start = Start { context, entry };
    let mut pidfd: i32 = -1;
    let mut arguments = CloneArguments::new(flags, &raw mut pidfd);
    arguments.flags |= libc::CLONE_VM as u64;
    let bottom = stack.address as usize;
    let top = (bottom + stack.length) & !15;
    arguments.stack = bottom as u64;
    arguments.stack_size = (top - bottom) as u64;
    let result: isize;
    // SAFETY: in the child the kernel has set the stack pointer to the top of `stack`, aligned to 16,
    // so `call` enters the trampoline as the ABI wants it. The kernel keeps r12 and r13 in both
    // processes. The stack is exclusively borrowed and this function never returns.
    unsafe {
        asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r12",
            "call r13",
            "ud2",
            "2:",
            inlateout("rax") libc::SYS_clone3 as isize => result,
            in("rdi") &raw const arguments,
            in("rsi") size_of::<CloneArguments>(),
            in("r12") &raw const start,
            in("r13") trampoline::<T> as extern "C" fn(*const Start<'_, T>) -> !,
            lateout("rcx") _,
            lateout("r11") _,
        );
    }
    then(Errno::from_result(result).map(|process| process as i32))
}
