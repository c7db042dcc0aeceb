//! Two programs in conversation: the submission, and the problem's interactor or interactive checker.
//!
//! # Theory of operation
//!
//! Each program runs in a sandbox of its own, on the same CPU. Two pipes join them, and no relay
//! stands between: a message costs what it costs between two bare pipes. The judge holds ends of both
//! pipes too, opened by itself, so that **neither program can see that the other has closed an end or
//! died before the judge has recorded it**: as long as the judge holds a writer there is no end of
//! file, and as long as it holds a reader there is no `SIGPIPE`.
//!
//! The kernel tells the judge of each last close of an end through inotify, in the order in which they
//! happened ([`conduit`]). What a close means is asked of the process ([`process`]): of a program that
//! is on its way out, nothing is let through before its outcome is known; of one that lives on, the end
//! is let through as soon as it is seen to wait, or has run on for a while. So whatever a program does
//! right after closing an end has happened before the other can answer to it, on a busy machine as on
//! an idle one.
//!
//! Then who came first decides ([`order`]): a submission that fails before the checker has decided gets
//! the verdict of its failure; one that fails after gets the checker's. Two programs that wait for each
//! other are found when neither has used CPU for two looks at both, and the states of the pipes say who
//! waits for what ([`blocked`]).
//!
//! Where a transcript is asked for, or inotify is missing, the judge relays ([`conduit::Conduit`]
//! keeps two pipes): both ends that it holds are then the only other ends, and a close is seen by
//! reading.

mod blocked;
mod clock;
mod conduit;
mod conversation;
mod group;
mod order;
mod pair;
mod process;
mod report;
mod side;
mod watch;

pub(crate) use blocked::LOOK;
pub(crate) use clock::{Delay, InOurHands, Since};
pub(crate) use group::{Gathered, Group, Member, Pipes};
pub(crate) use order::{Decision, SubmissionEnd, decide};
pub(crate) use pair::{Pair, Talk};
pub(crate) use process::{Activity, Life, Watched};
pub use report::{Blocked, Interaction, Message, Party, Wait};
