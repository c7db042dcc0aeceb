//! Run one untrusted program without any privilege, and measure it exactly.
//!
//! ```no_run
//! use sandglass_sandbox::{Cause, Lane, LaneOptions, Output, Request, View};
//! use std::time::Duration;
//!
//! let lane = Lane::new(&LaneOptions::default())?;
//! let mut request = Request::new("/usr/bin/python3")
//!     .arguments(["-c", "print(6 * 7)"])
//!     .view(View::system())
//!     .stdout(Output::Capture { limit: 1 << 20 });
//! request.limits_mut().cpu_time = Some(Duration::from_secs(1));
//! request.limits_mut().memory = Some(256 << 20);
//! let mut outcome = lane.run(&request)?;
//! assert_eq!(outcome.cause, Cause::Exited);
//! assert_eq!(outcome.stdout_bytes()?, b"42\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Theory of operation
//!
//! A [`Lane`] is a supervisor process of its own (its program is embedded in this library), and runs
//! one program at a time; more lanes run more at a time, and share neither processes nor namespaces. A
//! [`Request`] says what to run, what it sees ([`View`]), what it may do ([`Policy`]) and how much
//! ([`Limits`]); an [`Outcome`] says why it ended ([`Cause`]) and what it used. What is at fault on our
//! side, or in the request, is an [`Error`], never an outcome.
//!
//! Requests that share view and policy with the one before are served by a cell that was built ahead.

mod embedded;
mod error;
mod lane;
mod limits;
mod options;
mod outcome;
pub mod policy;
mod request;
mod sandbox;
mod view;

pub use error::Error;
pub use lane::{Killer, Lane, Run};
pub use limits::Limits;
pub use options::{BackendChoice, LaneOptions};
pub use outcome::{Outcome, Protections, StepTimings};
pub use policy::{Policy, PolicyError};
pub use request::{Input, Output, Request};
pub use sandbox::Sandbox;
pub use sandglass_sys::Errno;
pub use sandglass_wire::{Backend, Cause, FIRST_INHERITED, LaneFacts, Network, Stage, Weakness};
#[doc(hidden)]
pub use sandglass_wire::{Switch, Switches};
pub use view::{Tmpfs, View};
