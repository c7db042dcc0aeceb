//! How much CPU a run has used, and how long it was blocked, while it runs.

use crate::cgroup::{Counters, Slot};
use sandglass_sys as sys;
use std::fs;

/// The clocks of a run.
#[derive(Debug)]
pub(crate) struct Clocks {
    /// The tracee, as the supervisor sees it.
    pub(crate) tracee: i32,
    /// Whether the tracee is the only process that there can be.
    pub(crate) single: bool,
    /// The slot's counters before the run.
    pub(crate) base: Counters,
    /// Nanoseconds that the launcher used before the exec.
    pub(crate) before_exec: u64,
}

impl Clocks {
    /// CPU nanoseconds that the run has used, exact up to now.
    pub(crate) fn cpu(&self, slot: &Slot) -> u64 {
        if (self.single || slot.run_directory().is_none())
            && let Ok(used) = sys::process_cpu_nanoseconds(self.tracee)
        {
            return used.saturating_sub(self.before_exec);
        }
        // Asking for a process' clock makes the kernel charge what its running threads have used since
        // the last tick, to the cgroup as well.
        for process in slot.process_ids().into_iter().take(64) {
            let _ = sys::process_cpu_nanoseconds(process);
        }
        let total = slot.cpu_microseconds().saturating_sub(self.base.cpu) * 1000;
        total.saturating_sub(self.before_exec)
    }

    /// Bytes resident in the processes of the run, where no cgroup counts them: `init` and its
    /// descendants, each page counted for every process that maps it.
    pub(crate) fn resident(init: i32) -> u64 {
        let mut pages = 0;
        let mut parents = vec![init];
        while let Some(parent) = parents.pop() {
            let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
            for child in children.unwrap_or_default().split_whitespace() {
                let Ok(child) = child.parse() else { continue };
                let statistics = fs::read_to_string(format!("/proc/{child}/statm"));
                let resident = statistics.unwrap_or_default();
                pages += resident.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
                parents.push(child);
            }
        }
        pages * 4096
    }

    /// Nanoseconds that the run's living threads have waited for a CPU while they could run.
    pub(crate) fn waited(&self, slot: &Slot) -> u64 {
        let mut processes = slot.process_ids();
        if processes.is_empty() {
            processes.push(self.tracee);
        }
        let mut total = 0;
        for process in processes {
            let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
            for thread in threads.flatten() {
                let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
                total += text
                    .split(' ')
                    .nth(1)
                    .and_then(|waited| waited.parse::<u64>().ok())
                    .unwrap_or(0);
            }
        }
        total
    }
}
