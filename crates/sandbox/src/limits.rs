//! Limits of a run.

use std::time::Duration;

/// Limits of a run; `None` is without. Each has its own cause in the outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// CPU time of all processes together.
    pub cpu_time: Option<Duration>,
    /// Time from exec to end.
    pub wall_time: Option<Duration>,
    /// Time in which every thread is blocked, added up.
    pub idle_time: Option<Duration>,
    /// Memory of all processes together with what they wrote to memory file systems, bytes.
    pub memory: Option<u64>,
    /// Swap beside it, bytes. 0 by default.
    pub swap: Option<u64>,
    /// Processes and threads at a time.
    pub processes: Option<u64>,
    /// Bytes written to standard output and standard error together.
    pub output: Option<u64>,
    /// Size of any one file, bytes.
    pub file_size: Option<u64>,
    /// Open files of a process.
    pub open_files: Option<u64>,
    /// Stack of the main thread, bytes.
    pub stack: Option<u64>,
    /// Core dump, bytes. 0 by default.
    pub core: Option<u64>,
    /// Address space of a process, bytes.
    pub address_space: Option<u64>,
    /// CPU bandwidth, in CPUs: 0.5 is half of one.
    pub cpu_bandwidth: Option<f64>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            cpu_time: None,
            wall_time: None,
            idle_time: None,
            memory: None,
            swap: Some(0),
            processes: None,
            output: None,
            file_size: None,
            open_files: None,
            stack: None,
            core: Some(0),
            address_space: None,
            cpu_bandwidth: None,
        }
    }
}

impl Limits {
    pub(crate) fn to_wire(&self) -> sandglass_wire::Limits {
        let nanoseconds = |time: Option<Duration>| {
            time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
        };
        sandglass_wire::Limits {
            cpu_time: nanoseconds(self.cpu_time),
            wall_time: nanoseconds(self.wall_time),
            idle_time: nanoseconds(self.idle_time),
            memory: self.memory,
            swap: self.swap,
            processes: self.processes,
            output: self.output,
            file_size: self.file_size,
            open_files: self.open_files,
            stack: self.stack,
            core: self.core,
            address_space: self.address_space,
            // The kernel takes at least a millisecond in each period of a hundred.
            cpu_bandwidth: self.cpu_bandwidth.map(|cpus| ((cpus * 100_000.0) as u64).max(1_000)),
        }
    }
}
