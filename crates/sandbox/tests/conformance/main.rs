//! The sandbox against the real kernel.
//!
//! Every requirement has an id, listed in `rows.txt`; the name of a test begins with the id that it
//! states. `scripts/sim-coverage` prints which test covers which requirement.
//!
//! Tests run as root and as an ordinary user. `SANDGLASS_SLOW=10` multiplies every time that a test
//! allows (emulated machines); `SANDGLASS_LONG=1` makes the leak test ten times as long.

mod cancel_kill;
mod cgroup_limits;
mod descriptors;
mod file_tree;
mod hardening;
mod influence;
mod kernel;
mod lifecycle;
mod memory;
mod namespaces;
mod policy;
mod process_limits;
mod raw;
mod requests;
mod robustness;
mod support;
mod time_limits;
