//! How the programs of an interactive task reach each other, and whose fault an end is.
//!
//! # Theory of operation
//!
//! Main and each program of a contestant run in sandboxes of their own. Between Main and each of them
//! are two pipes of the pair alone ([`Session`]): with names in a directory, or inherited, and then
//! perhaps with memory that both share ([`Transport`]). The driver (whoever made the session) holds both
//! ends of every pipe, so that opening one never waits, and closes its ends of a pair only when the
//! death of one side is *recorded*. So no side can see the other's end before the
//! driver knows how it came about, and whoever waits for a peer that is gone learns of it.
//!
//! Main's generated code tells through a file of its own, which no contestant's program can see, what
//! it found wrong and with whom it was speaking then ([`Report`]). [`decide`] makes the cause of it
//! and of how the processes ended: by the position in the protocol, never by the order in which the
//! deaths were seen.
//!
//! What travels through the pipes is in `docs/idl/protocol.md`; the code that speaks it is generated
//! by `crates/idl`.

mod cause;
mod inherited;
mod report;
mod session;
mod transport;
mod words;

pub use cause::{Cause, End, Fault, decide};
pub use report::{Left, Report, Statistics, Trouble, Turns};
pub use session::{Session, SessionError, Side};
pub use transport::{Abilities, Affinity, Choice, Transport};
