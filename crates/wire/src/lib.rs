//! What a client and a supervisor say to each other, as bytes and file descriptors.
//!
//! # The conversation
//!
//! The two hold the ends of one `SOCK_SEQPACKET` socket, so messages keep their borders and their
//! order. The client speaks first, with [`Hello`]; the supervisor answers [`Reply::Ready`] or
//! [`Reply::Refused`]. Then the client sends [`Command`]s at any time, and for every [`Run`] that was
//! not cancelled the supervisor sends exactly one [`Reply::Outcome`] or [`Reply::Failed`] with its
//! number. A closed socket ends the lane: what runs is killed.
//!
//! A message is a byte for its kind, then its fields in the order of the structure: integers little
//! endian, strings as length and bytes, options as a byte and the value, lists as length and items.
//! File descriptors travel beside the first byte, in the order in which the structure names them. A
//! body longer than [`INLINE_BYTES`] travels in a memory file, which is then the first descriptor.
//!
//! The supervisor treats the client's bytes as hostile: decoding is bounded, checks every length and
//! never panics ([`DecodeError`]).

mod codec;
mod coded;
mod command;
mod frame;
mod hello;
mod reply;
mod run;
mod switch;
mod view;

pub use codec::{DecodeError, Reader, Writer};
pub use command::{Command, SLOTS};
pub use frame::{Frame, FrameError, INLINE_BYTES, LONGEST_BODY, receive_frame, send_frame};
pub use hello::{BackendChoice, Hello, Root};
pub use reply::{
    Backend, Cause, CopiedOut, LaneFacts, Protections, Reply, RunFailure, RunOutcome, Stage,
    StepTimes, Weakness,
};
pub use run::{CopyIn, CopyOut, Executable, FIRST_INHERITED, Limits, MOST_WAITS, Output, Run};
pub use switch::{Switch, Switches};
pub use view::{Bind, FreshNamespaces, MountOperation, Network, Tmpfs, View};
