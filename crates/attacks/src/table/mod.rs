//! The table of attacks, one module a group of families.
//!
//! `without` names the defences that stop an attack, each of them alone: the system call filter
//! means the policy `program` of the sandbox (`loopback` where the attack needs that network).

mod files;
mod leftovers;
mod memory;
mod network;
mod privileges;
mod processes;
mod reach;
mod time;

use crate::{Attack, Defence, Expectation, WallNeed};
use std::sync::LazyLock;

/// Every attack, each with a name of its own, grouped by family.
pub fn attacks() -> &'static [Attack] {
    static ATTACKS: LazyLock<Vec<Attack>> = LazyLock::new(|| {
        [
            processes::ATTACKS,
            time::ATTACKS,
            memory::ATTACKS,
            reach::ATTACKS,
            files::ATTACKS,
            privileges::ATTACKS,
            network::ATTACKS,
            leftovers::ATTACKS,
        ]
        .concat()
    });
    &ATTACKS
}

/// Landlock knows TCP ports.
const PORTS: &[(Defence, WallNeed)] = &[(Defence::Landlock, WallNeed::LandlockVersion(4))];
/// Landlock keeps signals and abstract sockets within the run.
const SCOPES: &[(Defence, WallNeed)] = &[(Defence::Landlock, WallNeed::LandlockVersion(6))];

/// A forbidden system call fails, or ends the run where the policy calls it an attack.
const STOPPED: Expectation =
    Expectation::AnyOf(&[Expectation::Refused, Expectation::Cause("policy_violation")]);
