//! The limits that the bounds of the attacks are made for.

use std::time::Duration;

const MEBIBYTE: u64 = 1024 * 1024;

/// Limits that stop every resource attack of the table well before the attack's own bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuiteLimits {
    /// CPU time of the whole tree; the attacks use 1.5 s.
    pub cpu_time: Duration,
    /// Wall time; the attacks wait for 9 s, and a busy machine is to reach the idle time before it.
    pub wall_time: Duration,
    /// Time in which the whole tree is blocked; the attacks wait for 9 s.
    pub idle_time: Duration,
    /// Memory in bytes; most attacks hold 256 MiB. Pipes hold 56 MiB, because an ordinary user's
    /// pipes cannot hold more (`fs.pipe-user-pages-soft`), so the limit lies below that; and above
    /// what the attacks on other limits need for themselves.
    pub memory_bytes: u64,
    /// Processes and threads; the attacks make 200 or more.
    pub processes: u64,
    /// Output in bytes; the attacks write 256 MiB.
    pub output_bytes: u64,
    /// The size of one file in bytes; the attacks make one of 1 GiB.
    pub file_size_bytes: u64,
    /// Open files; the attacks open 1,000.
    pub open_files: u64,
    /// Stack in bytes; a quarter of it is the room for arguments, of which the attack passes 3 MiB.
    pub stack_bytes: u64,
    /// Core files in bytes.
    pub core_bytes: u64,
    /// Queued signals and timers; the attacks make 1,000.
    pub pending_signals: u64,
    /// Bytes of a tmpfs; the attacks write 256 MiB.
    pub tmpfs_bytes: u64,
    /// Inodes of a tmpfs; the attacks make 3,000 or more.
    pub tmpfs_inodes: u64,
}

/// The limits of a run of the suite.
pub const SUITE_LIMITS: SuiteLimits = SuiteLimits {
    cpu_time: Duration::from_millis(500),
    wall_time: Duration::from_secs(6),
    idle_time: Duration::from_secs(1),
    memory_bytes: 48 * MEBIBYTE,
    processes: 32,
    output_bytes: 16 * MEBIBYTE,
    file_size_bytes: 16 * MEBIBYTE,
    open_files: 64,
    stack_bytes: 4 * MEBIBYTE,
    core_bytes: 0,
    pending_signals: 64,
    tmpfs_bytes: 32 * MEBIBYTE,
    tmpfs_inodes: 1024,
};
