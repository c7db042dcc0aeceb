//! cgroups: which the host gives, the two places that a lane's runs take turns in, limits and figures.
//!
//! A lane has two *slots*, so that the next cell can be built while the last one is torn down. On
//! `cgroup2` a slot's cgroup is made anew for each cell. On `hybrid` it is kept, because a process is
//! put into a v1 cgroup only by moving it (milliseconds) or by being born there: a thread of the
//! supervisor sits in each slot's v1 cgroups and makes the cells; counters are read as differences.

mod figures;
mod file;
mod group;
mod limit;
mod place;
mod prepare;
mod slot;

pub(crate) use figures::{Counters, Reclaim};
pub(crate) use group::GUARDIAN;
pub(crate) use prepare::Prepared;
pub(crate) use slot::Slot;

use sandglass_wire::{Backend, Weakness};

/// What `backend` gives less exactly than asked.
pub(crate) fn weaknesses(backend: Backend) -> Vec<Weakness> {
    match backend {
        Backend::Rlimit => vec![
            Weakness::CpuPerProcess,
            Weakness::MemoryBySampling,
            Weakness::PeakMemoryOfOneProcess,
            Weakness::NoMemoryEvents,
            Weakness::NoProcessEvents,
            Weakness::NoCpuBandwidth,
            Weakness::NoSwapLimit,
        ],
        _ => Vec::new(),
    }
}
