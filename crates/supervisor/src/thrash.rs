//! Tells a program that is kept from running by its memory limit from one that is merely slow.
//!
//! A program that creeps up to its limit need not be killed for it. As long as there is a page of its
//! own text or of a file that it maps to be evicted, the kernel evicts that, faults it in again a moment
//! later, and calls both progress. So the time limit ends the run, and a verdict that named it would send
//! the author looking for a faster algorithm.
//!
//! The kernel keeps the evidence: how many pages it had to bring back soon after it evicted them
//! (`workingset_refault_file`). The count is read half-way to the first limit on time and again when one
//! is reached. Many of them in the second half of a run that fills its limit, at least half with memory
//! of its own, prove that memory is what it lacked. A program that reads files larger than the limit has
//! little memory of its own and is not meant. (`memory.failcnt`, which would count the charges that met
//! the limit, stays 0 on kernels of today.)

use crate::cgroup::{Reclaim, Slot};

/// How far below its limit a run that fills it may be found, bytes: the kernel evicts at least 32 pages
/// at a time, of up to 2 MiB.
const NEARLY: u64 = 2 << 20;

/// Pages that were brought back, at least: 16 MiB.
const REFAULTS: u64 = 4096;

/// Reads the kernel's counts half-way to the first limit on time.
#[derive(Debug, Default)]
pub(crate) struct ThrashWatch {
    /// When to read; `None` after it, or where there is nothing to watch.
    pub(crate) next: Option<u64>,
    before: Option<Reclaim>,
}

impl ThrashWatch {
    /// For a run that began at `start`, with these limits in nanoseconds.
    pub(crate) fn new(start: u64, memory: Option<u64>, times: [Option<u64>; 2]) -> ThrashWatch {
        let first = times.into_iter().flatten().min();
        let next = first.filter(|_| memory.is_some()).map(|limit| start.saturating_add(limit / 2));
        ThrashWatch { next, before: None }
    }

    /// Reads the counts where it is time for it.
    pub(crate) fn look(&mut self, slot: &Slot, now: u64) {
        if self.next.is_some_and(|next| now >= next) {
            self.next = None;
            self.before = slot.reclaim();
        }
    }

    /// Whether the kernel has spent the time since then on the memory limit.
    pub(crate) fn is_proven(&self, slot: &Slot) -> bool {
        let (Some(before), Some(now)) = (self.before, slot.reclaim()) else { return false };
        now.refaults.saturating_sub(before.refaults) >= REFAULTS
            && now.charged.saturating_add(NEARLY) >= now.limit
            && now.own >= now.limit / 2
    }
}
