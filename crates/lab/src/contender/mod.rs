//! Who takes part in an experiment: the baseline, the peers found on the host, and the sandbox.
//!
//! A [`Contender`] runs a small program again and again and says how long each run took. The
//! peers are command lines, started by a launcher process with `posix_spawn` exactly as the
//! baseline is, so that a ratio compares nothing but what the peer adds.

mod bubblewrap;
mod command;
mod direct;
mod discover;
mod firejail;
mod go_judge;
mod http;
mod isolate;
mod nsjail;
mod oci;
mod sandglass;
mod seccomp;

pub use direct::posix_spawn;
pub use discover::peers;
pub(crate) use discover::{find as find_program, version_of};
pub(crate) use sandglass::BUILDING_TIME;
pub use sandglass::sandglass;

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::session::Observation;
use crate::spawn::{ProcessMemory, StepTimings};

/// What a contender is to the comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// What all others are compared with; each experiment needs exactly one.
    Baseline,
    /// Somebody else's sandbox.
    Peer,
    /// Our sandbox.
    Subject,
    /// Our sandbox with one thing changed, for the breakdown of Table 5.2 of the thesis.
    Variant {
        /// Name of the subject that it is a variant of.
        of: String,
        /// What is different, as a row of the breakdown says it.
        change: String,
    },
}

/// Name, version and configuration of a contender, as the report prints them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// Unique within an experiment.
    pub name: String,
    /// Its part in the comparison.
    pub role: Role,
    /// First line that the program prints about its version, where it has one.
    pub version: Option<String>,
    /// How it is set up: the command line, or the protections in force.
    pub configuration: String,
}

/// A program to run, seen under the same path outside and inside of every sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Program {
    /// Short name for tables.
    pub name: String,
    /// Absolute path.
    pub path: PathBuf,
    /// Directory that must be bound read-only, beside the system's, for the path to exist inside.
    pub directory: Option<PathBuf>,
}

/// Runs one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundTrips {
    /// Number of runs.
    pub runs: usize,
    /// Rest before each run, not measured. A sandbox that builds ahead uses it as a user's
    /// machine would; zero measures runs back to back.
    pub pause: Duration,
    /// The CPU to start and run on; any when `None`.
    pub cpu: Option<usize>,
}

/// Something that runs programs and can be measured at it.
///
/// An experiment calls `prepare` once for each program, then the measuring methods in any order,
/// then `finish`. A contender whose method fails is left out of that case from then on.
pub trait Contender {
    /// Who this is, callable before `prepare`; name and role are the same at every call.
    fn identity(&self) -> Identity;

    /// Gets ready for `program` and runs it once, successfully, unmeasured.
    fn prepare(&mut self, program: &Program) -> Result<(), ContenderError>;

    /// Runs the program `trips.runs` times and gives the wall time of each, from the request to
    /// the moment when the caller knows the result.
    fn round_trips(
        &mut self,
        program: &Program,
        trips: &RoundTrips,
    ) -> Result<Vec<Observation>, ContenderError>;

    /// Lets `clients` clients run the program as often as they can for about `wall`; one
    /// observation with all runs of all clients.
    fn throughput(
        &mut self,
        program: &Program,
        clients: usize,
        wall: Duration,
    ) -> Result<Observation, ContenderError>;

    /// Times the steps within a request, where the contender can see them.
    fn step_timings(
        &mut self,
        program: &Program,
        runs: usize,
    ) -> Result<Option<StepTimings>, ContenderError> {
        let _ = (program, runs);
        Ok(None)
    }

    /// Memory of the processes that wait for the next request, for contenders that have such.
    fn idle_memory(
        &mut self,
        program: &Program,
    ) -> Result<Option<Vec<ProcessMemory>>, ContenderError> {
        let _ = program;
        Ok(None)
    }

    /// Ends all processes and removes what was made on the host.
    fn finish(&mut self) -> Result<(), ContenderError> {
        Ok(())
    }
}

/// Why a contender could not be measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContenderError {
    /// A process of the contender could not be started.
    #[error("could not start {program}: {source}")]
    Start {
        /// What was to be started.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// A run ended otherwise than it should; the text is the contender's own.
    #[error("{0}")]
    Run(String),
    /// A helper or server said something that makes no sense.
    #[error("protocol: {0}")]
    Protocol(String),
    /// No answer came.
    #[error("no answer within {seconds} s")]
    TimedOut {
        /// How long it was waited for.
        seconds: u64,
    },
    /// Something that the contender needs could not be made on the host.
    #[error("{action}: {source}")]
    SetUp {
        /// What was tried.
        action: String,
        /// Why it failed.
        source: std::io::Error,
    },
}

impl ContenderError {
    /// Turns an I/O error into one that says what was tried.
    pub(crate) fn while_doing(action: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let action = action.into();
        move |source| Self::SetUp { action, source }
    }
}
