//! Tracing: for tests that stop a process at a system call of their choice. The sandbox traces nobody.

use crate::Errno;
use crate::syscall::syscall;
use crate::wait::Exit;

const SEIZE: usize = 0x4206;
const INTERRUPT: usize = 0x4207;
const CONTINUE: usize = 7;
const CONTINUE_TO_SYSTEM_CALL: usize = 24;

/// Stops at system calls are told from those of SIGTRAP; all that it clones and executes is traced; all
/// of them die with the tracer.
const OPTIONS: usize = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x10_0000;

const EVENT_EXEC: i32 = 4;

const GET_SYSTEM_CALL: usize = 0x420e;

/// The beginning of `struct ptrace_syscall_info`, for a thread at the entry of a call.
#[repr(C)]
#[derive(Default)]
struct CallInformation {
    kind: u8,
    padding: [u8; 3],
    architecture: u32,
    instruction_pointer: u64,
    stack_pointer: u64,
    number: u64,
}

/// The number of the system call at whose entry `thread` stands; `None` where it stands elsewhere.
pub fn traced_call(thread: i32) -> Option<u64> {
    const ENTRY: u8 = 1;
    let mut information = CallInformation::default();
    // SAFETY: the kernel writes at most as many bytes as it is told.
    unsafe {
        let size = size_of::<CallInformation>();
        syscall!(libc::SYS_ptrace, GET_SYSTEM_CALL, thread, size, &raw mut information).ok()?;
    }
    (information.kind == ENTRY).then_some(information.number)
}

/// What became of a traced thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traced {
    /// It is over.
    Ended(Exit),
    /// It stands at the entry or the exit of a system call.
    SystemCall,
    /// It has executed another program.
    Executed,
    /// It stands at its beginning, where it was interrupted, or because it has cloned.
    Stopped,
    /// This signal is about to be delivered.
    Signal(i32),
}

/// Traces process `process` and all that it makes from now on. Parent only.
pub fn trace(process: i32) -> Result<(), Errno> {
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_ptrace, SEIZE, process, 0, OPTIONS)? };
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_ptrace, INTERRUPT, process, 0, 0)? };
    Ok(())
}

/// Lets a thread that stands go on, with `signal` (0 is none); `to_system_call` is until the next entry
/// or exit of one.
pub fn resume_traced(thread: i32, to_system_call: bool, signal: i32) -> Result<(), Errno> {
    let request = if to_system_call { CONTINUE_TO_SYSTEM_CALL } else { CONTINUE };
    // SAFETY: takes no pointer.
    unsafe { syscall!(libc::SYS_ptrace, request, thread, 0, signal)? };
    Ok(())
}

/// Waits for the next thing that becomes of a thread which the calling thread traces; `ECHILD` where it
/// traces none. Ends of its other children are told likewise.
pub fn wait_traced() -> Result<(i32, Traced), Errno> {
    let mut status: i32 = 0;
    let flags = libc::__WALL | libc::__WNOTHREAD;
    let thread = loop {
        // SAFETY: the kernel writes one status.
        match unsafe { syscall!(libc::SYS_wait4, -1isize, &raw mut status, flags, 0) } {
            Ok(thread) => break thread as i32,
            Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno),
        }
    };
    let signal = status >> 8 & 0xff;
    let what = if libc::WIFEXITED(status) {
        Traced::Ended(Exit::Code(libc::WEXITSTATUS(status)))
    } else if libc::WIFSIGNALED(status) {
        Traced::Ended(Exit::Signal(libc::WTERMSIG(status)))
    } else if signal == libc::SIGTRAP | 0x80 {
        Traced::SystemCall
    } else {
        match status >> 16 {
            0 => Traced::Signal(signal),
            EVENT_EXEC => Traced::Executed,
            _ => Traced::Stopped,
        }
    };
    Ok((thread, what))
}
