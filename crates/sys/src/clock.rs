//! Clocks, in nanoseconds.

use crate::Errno;
use crate::syscall::syscall;

/// A clock that the kernel keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Time since some moment, never set back. Shifted by a time namespace.
    Monotonic,
    /// CPU time of the calling thread.
    ThreadCpu,
    /// CPU time of all threads, living and dead, of the process with this id.
    ProcessCpu(i32),
}

/// Reads `clock`, in nanoseconds.
pub fn read_clock(clock: Clock) -> Result<u64, Errno> {
    let id = match clock {
        Clock::Monotonic => libc::CLOCK_MONOTONIC,
        Clock::ThreadCpu => libc::CLOCK_THREAD_CPUTIME_ID,
        // The kernel's encoding of "the scheduler's clock of that process": MAKE_PROCESS_CPUCLOCK
        // in include/linux/posix-timers_types.h with CPUCLOCK_SCHED = 2.
        Clock::ProcessCpu(process) => (!process << 3) | 2,
    };
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes one timespec.
    unsafe { syscall!(libc::SYS_clock_gettime, id, &raw mut time)? };
    Ok(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

/// The monotonic clock, in nanoseconds.
pub fn monotonic_nanoseconds() -> u64 {
    read_clock(Clock::Monotonic).unwrap_or(0)
}

/// CPU time of the calling thread, in nanoseconds.
pub fn thread_cpu_nanoseconds() -> u64 {
    read_clock(Clock::ThreadCpu).unwrap_or(0)
}

/// CPU time of process `process` with all its threads, in nanoseconds, exact up to the call: the
/// kernel brings the clocks of running threads up to date for it.
pub fn process_cpu_nanoseconds(process: i32) -> Result<u64, Errno> {
    read_clock(Clock::ProcessCpu(process))
}
