//! Programs that call each other: Main, which the setter wrote, and those of a contestant, one for each
//! interface, joined by generated code.
//!
//! # Theory of operation
//!
//! A [`Task`] is a checked interface file. [`Builder`] makes the program of one side of somebody's
//! sources and the generated files, with the compiler and the cache that submissions have. An
//! [`Exchange`] runs all sides, each in a sandbox of its own, until all have ended: the judge's loop
//! holds both ends of every pipe, learns of each end from the supervisor, and lets the others see it
//! only then. It also looks at all sides every few milliseconds, and stops the contestant's programs
//! when nothing will ever happen any more ([`silence`]) or their wall time is over. Main then says
//! whom it was waiting for, and `sandglass_channel::decide` makes the cause of it.
//!
//! CPU time is that of the side whose turn it is ([`charge`]).
//!
//! `sandglass task run` and the judge of packages use the same code.

mod build;
mod charge;
mod exchange;
mod frames;
mod rehearsal;
mod relay;
mod silence;
mod task;
mod transcript;

pub(crate) use build::abilities;
pub use build::{Builder, Side};
pub use exchange::{Exchange, Played, PlayedSide, Player, Stop};
pub use frames::{Cutter, Frame, Seen, What};
pub use rehearsal::{Cue, Prompter, Rehearsal};
pub(crate) use task::Part;
pub use task::{Task, TaskError, back_end};
pub(crate) use transcript::Log;
pub use transcript::{Entry, Follower, Opening, Recorded, Recorder, Said, named, words};
