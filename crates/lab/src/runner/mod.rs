//! Running one program with and without a sandbox, for experiments that look inside the run.
//!
//! A [`crate::contender::Contender`] repeats a program that does nothing; a [`Runner`] runs one
//! that works, with streams of the caller's, and says what CPU time it took.

mod direct;
mod sandglass;

pub use direct::DirectRunner;
pub use sandglass::SandboxRunner;

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use crate::contender::{ContenderError, Identity};
use crate::session::Observation;

/// One run. The paths in `program` and `readable` are the same outside and inside of a sandbox.
#[derive(Debug)]
pub struct RunRequest<'a> {
    /// The executable.
    pub program: &'a Path,
    /// Arguments after its name.
    pub arguments: &'a [String],
    /// Directories that must be visible read-only, beside the system's.
    pub readable: &'a [PathBuf],
    /// The working directory, with the files in it, and writable; whatever when `None`. A sandbox
    /// may give the program a directory of its own with copies of the files.
    pub writable: Option<&'a Path>,
    /// Files that the program makes in `writable` and that must be there after the run.
    pub results: &'a [&'a str],
    /// Standard input; `/dev/null` when `None`.
    pub stdin: Option<OwnedFd>,
    /// Standard output; `/dev/null` when `None`.
    pub stdout: Option<OwnedFd>,
    /// The only CPU that the program may use; any when `None`.
    pub cpu: Option<usize>,
    /// Whether the program starts others (a compiler does).
    pub many_processes: bool,
}

/// Something that runs a program to its end.
pub trait Runner {
    /// Who this is; one runner of an experiment is the baseline.
    fn identity(&self) -> Identity;

    /// Runs the program and waits for it. The descriptors of the request must be closed in this
    /// process once the program has them, or its peer never reads an end of file.
    ///
    /// The observation has the wall time and the CPU time of the program and all it started. A
    /// program that does not exit with 0 is an error.
    fn run(&mut self, request: RunRequest<'_>) -> Result<Observation, ContenderError>;
}
