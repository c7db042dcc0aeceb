//! The sandbox when things go wrong: deaths at every moment, bytes that are no message, hosts that have
//! run out of something.
//!
//! Tests run as root and as an ordinary user. `SANDGLASS_SLOW=10` multiplies every time that a test
//! allows (emulated machines); `SANDGLASS_LONG=1` makes the random ones ten times as long.

mod answers;
mod busy;
mod chaos;
mod deaths;
mod endurance;
mod exhausted;
mod malformed;
mod moments;
#[path = "../conformance/raw.rs"]
#[allow(dead_code, reason = "shared with the conformance tests")]
mod raw;
#[path = "../conformance/support.rs"]
#[allow(dead_code, reason = "shared with the conformance tests")]
mod support;
