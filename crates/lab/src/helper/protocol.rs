//! What the launcher is told and answers: one JSON object a line, orders in, answers out.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A command line to start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Launch {
    /// Executable, by absolute path.
    pub(crate) program: PathBuf,
    /// Arguments after the program's name.
    pub(crate) arguments: Vec<String>,
    /// Opened anew as stdin of every run, outside the measured time; `/dev/null` when absent.
    pub(crate) stdin: Option<PathBuf>,
}

/// How many runs, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Batch {
    /// Runs, one after the other.
    pub(crate) runs: usize,
    /// Rest before each run, outside the measured time, in nanoseconds.
    pub(crate) pause_ns: u64,
    /// The CPU to run on; all allowed ones when absent.
    pub(crate) cpu: Option<usize>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Order {
    /// Run once and say what went wrong, if anything.
    Check(Launch),
    /// Time each of several runs.
    Time(Launch, Batch),
    /// Run again and again for so many nanoseconds.
    Sustain(Launch, u64),
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The checked run succeeded; this is the launcher's own resident memory in KiB.
    Checked { resident_kib: u64 },
    /// Wall time of each run in nanoseconds.
    Times(Vec<u64>),
    /// Runs that were completed, and the nanoseconds from the first start to the last end.
    Sustained { runs: u64, wall_ns: u64 },
    /// A run failed.
    Failed(String),
}
