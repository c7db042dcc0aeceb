//! Hardware counters.

use crate::Errno;
use crate::descriptor::own_raw;
use crate::syscall::syscall;
use std::os::fd::{OwnedFd, RawFd};

/// `struct perf_event_attr` up to what version 0 of it had (PERF_ATTR_SIZE_VER0, 64 bytes).
#[repr(C)]
struct PerfEventAttributes {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_events: u32,
    breakpoint_type: u32,
    config1: u64,
}

/// Opens a counter over process `process` and all it will start, which begins to count at its next
/// exec. With `software` it counts page faults instead of instructions: the same path, on machines
/// without hardware counters. Reading gives one `u64`.
///
/// Errors are the kernel's: `ENOENT` or `EOPNOTSUPP` where there is no such counter, `EACCES` where
/// `perf_event_paranoid` forbids it.
pub fn count_instructions(process: i32, software: bool) -> Result<OwnedFd, Errno> {
    const DISABLED: u64 = 1;
    const INHERIT: u64 = 1 << 1;
    const EXCLUDE_KERNEL: u64 = 1 << 5;
    const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
    const ENABLE_ON_EXEC: u64 = 1 << 12;
    const FLAG_CLOSE_ON_EXEC: u64 = 8;
    let (kind, config) = if software { (1, 2) } else { (0, 1) };
    let attributes = PerfEventAttributes {
        kind,
        size: size_of::<PerfEventAttributes>() as u32,
        config,
        sample_period: 0,
        sample_type: 0,
        read_format: 0,
        flags: DISABLED | INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR | ENABLE_ON_EXEC,
        wakeup_events: 0,
        breakpoint_type: 0,
        config1: 0,
    };
    // SAFETY: the kernel reads one structure of the size that it names.
    let raw = unsafe {
        syscall!(
            libc::SYS_perf_event_open,
            &raw const attributes,
            process,
            -1isize,
            -1isize,
            FLAG_CLOSE_ON_EXEC
        )?
    };
    // SAFETY: the kernel has just made it.
    Ok(unsafe { own_raw(raw as RawFd) })
}
