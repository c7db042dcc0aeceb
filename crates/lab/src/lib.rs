//! Experiments: what Sandglass costs, on the user's machine, beside its peers and the published
//! numbers.
//!
//! - [`run_spawn`]: round trip of a request and runs per second (thesis, Tables 5.1 and 5.2).
//! - [`run_reactive`]: CPU time of 200,000 queries over pipes and files (Merry's figures).
//! - [`run_compile`]: CPU time of a compiler (thesis, Table A.1).
//! - [`run_overshoot`]: how far past its limits of time a program gets.
//! - [`run_rpc`]: what a call of an interactive task costs, over every transport.
//! - [`run_cave`]: a task as one executable and as two processes.
//!
//! Every experiment measures its contenders interleaved in one session ([`session`]), keeps the
//! raw samples, and gives a [`Report`]: tables for a person, CSV and JSON for everything else. A
//! [`Contender`] runs a program that does nothing again and again; a [`Runner`] runs one that
//! works. What the experiments start (the baseline's launcher, the solution, the grader) is this
//! same executable in a hidden mode, [`baseline_main`].
//!
//! Processes: the experiment starts one launcher a client for each contender that is a command
//! line; the launcher starts the runs, one after the other. A launcher ends when its stdin does,
//! so none survives the experiment, however that ends.

mod compile;
mod contender;
mod environment;
mod helper;
mod overshoot;
pub mod published;
mod random;
mod reactive;
mod report;
mod rpc;
mod runner;
mod scratch;
pub mod session;
mod spawn;
pub mod statistics;

pub use compile::{CompileOptions, run_compile};
pub use contender::{
    Contender, ContenderError, Identity, Program, Role, RoundTrips, peers, posix_spawn, sandglass,
};
pub use environment::Environment;
pub use helper::{HelperCommand, baseline_main};
pub use overshoot::{
    Case, Limit, Limiter, Overshoot, OvershootOptions, SandglassLimiter, Shape, Stopped, limiters,
    run_overshoot,
};
pub use random::Random;
pub use reactive::{Affinity, Mode, ReactiveOptions, run_reactive};
pub use report::{Align, Comparison, LeftOut, Output, Report, Row, Table};
pub use rpc::{CaveOptions, RpcOptions, Tongue, run_cave, run_rpc};
pub use runner::{DirectRunner, RunRequest, Runner, SandboxRunner};
pub use scratch::Scratch;
pub use spawn::{
    ProcessMemory, SpawnOptions, Step, StepTimings, dynamic_true, run_spawn, static_true,
};

use std::io;
use std::path::PathBuf;

/// Why an experiment has no result. A contender other than the baseline that fails is no error:
/// the report says who was left out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// There is nothing, or more than one thing, to compare with.
    #[error("an experiment needs exactly one baseline")]
    OneBaseline,
    /// The baseline failed; what was measured until then is in the files.
    #[error("the baseline {baseline} failed: {message}")]
    Baseline {
        /// Its name.
        baseline: String,
        /// What it said.
        message: String,
    },
    /// The files of the experiment could not be made.
    #[error("could not make the experiment's files")]
    Scratch(#[source] io::Error),
    /// A result could not be written.
    #[error("could not write {}", path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The table could not be printed.
    #[error("could not print the table")]
    Print(#[source] io::Error),
}

/// The name of the one baseline among the participants.
fn only_baseline(identities: &[Identity]) -> Result<String, LabError> {
    let mut baselines = identities.iter().filter(|identity| identity.role == Role::Baseline);
    match (baselines.next(), baselines.next()) {
        (Some(identity), None) => Ok(identity.name.clone()),
        _ => Err(LabError::OneBaseline),
    }
}
