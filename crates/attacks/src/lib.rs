//! Attacks on the sandbox.
//!
//! [`ATTACKS_BINARY`] is one static program, `attacks NAME [ARGUMENT]...`, that carries out one
//! attack and says by its exit status how it went ([`Verdict`]). [`attacks`] is the table: what
//! each attack wants, what it needs of its surroundings, which defences must be off for it to
//! succeed while all the others stay on, and what is expected with and without them.
//!
//! A suite runs every entry at least twice: with everything on it must see [`Attack::with`], and
//! with the switches of [`Attack::without`] off it must see [`Attack::without_expectation`]. The
//! second run is what makes the first one mean something. Where two defences are named, each of
//! them alone is enough to stop the attack, and a third run with only one of them off says so.
//!
//! The attacks are bounded, so that a run without a defence is harmless: the bounds lie above
//! [`SUITE_LIMITS`], which every run of the suite is to be given.
//!
//! ```
//! use sandglass_attacks::{Need, attacks};
//!
//! let attack = attacks().iter().find(|attack| attack.name == "secret-by-dots").unwrap();
//! let line = attack.command_line(|need| match need {
//!     Need::HostSecret => Some("/srv/judge/secret".into()),
//!     _ => None,
//! });
//! assert_eq!(line.unwrap(), ["secret-by-dots", "/srv/judge/secret"]);
//! ```

mod attack;
pub mod bare;
mod defence;
mod expectation;
mod host;
mod limits;
mod need;
mod table;
mod wall;

pub use attack::{Alone, Attack, Copier, Family, MissingNeed};
pub use defence::Defence;
pub use expectation::{Expectation, Verdict};
pub use host::Host;
pub use limits::{SUITE_LIMITS, SuiteLimits};
pub use need::Need;
pub use table::attacks;
pub use wall::WallNeed;

/// The attack program: a static ELF executable of the machine this crate was built on.
pub static ATTACKS_BINARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/attacks"));
