//! Limits that cgroups hold.

use super::slot::Slot;
use sandglass_sys::Errno;
use sandglass_wire::Backend;
use std::fs;

impl Slot {
    /// Limits memory and swap beside it, both in bytes, above what is charged already.
    pub(crate) fn limit_memory(
        &mut self,
        memory: Option<u64>,
        swap: Option<u64>,
        charged: u64,
    ) -> Result<(), Errno> {
        let slack = |bytes: u64| bytes.saturating_add(charged.next_multiple_of(64 << 10));
        let wanted = (memory.map(slack), swap);
        if wanted == self.limits_set {
            return Ok(());
        }
        let Some(limit) = &self.memory_limit else { return Ok(()) };
        // Until all of it is written nobody may think that he knows what is set.
        self.limits_set = (Some(u64::MAX), Some(u64::MAX));
        let text = |value: Option<u64>, none: &str| {
            value.map_or_else(|| none.to_owned(), |bytes| bytes.to_string())
        };
        if self.backend == Backend::Cgroup2 {
            limit.write(&text(wanted.0, "max"))?;
            if let Some(file) = &self.memory_swap_limit {
                file.write(&text(swap, "max"))?;
            }
        } else {
            // memory+swap may never be below memory, so both are opened first.
            let both = wanted.0.zip(swap).map(|(memory, swap)| memory.saturating_add(swap));
            if let Some(file) = &self.memory_swap_limit {
                let _ = file.write("-1");
            }
            limit.write(&text(wanted.0, "-1"))?;
            if let (Some(file), Some(both)) = (&self.memory_swap_limit, both) {
                file.write(&both.to_string())?;
            }
        }
        self.limits_set = wanted;
        Ok(())
    }

    /// Limits processes and threads of the run. On `hybrid` the init process and the thread that makes
    /// cells count too.
    pub(crate) fn limit_processes(&self, processes: Option<u64>) -> Result<(), Errno> {
        let own = if self.backend == Backend::Hybrid { 2 } else { 0 };
        match &self.process_limit {
            Some(file) => file.write(
                &processes.map_or_else(|| "max".to_owned(), |limit| (limit + own).to_string()),
            ),
            None => Ok(()),
        }
    }

    /// Processes of the peak that are not the run's own.
    pub(crate) fn foreign_processes(&self) -> u64 {
        if self.backend == Backend::Hybrid { 2 } else { 0 }
    }

    /// Limits CPU bandwidth to `microseconds` of each 100,000; `false` where it cannot.
    pub(crate) fn limit_bandwidth(&mut self, microseconds: u64, process: i32) -> bool {
        self.bandwidth_set = true;
        match self.backend {
            // Handed down at first use: it makes every run a scheduling group, which costs at each
            // switch to a peer in another one.
            Backend::Cgroup2 => self.unified.as_ref().is_some_and(|directory| {
                let control = directory.with_file_name("cgroup.subtree_control");
                let _ = fs::write(control, "+cpu");
                fs::write(directory.join("cpu.max"), format!("{microseconds} 100000")).is_ok()
            }),
            Backend::Hybrid => {
                self.limit_bandwidth_legacy(Some(microseconds))
                    && self.legacy.iter().any(|(controller, directory)| {
                        *controller == "cpu"
                            && fs::write(directory.join("cgroup.procs"), process.to_string())
                                .is_ok()
                    })
            }
            _ => false,
        }
    }

    pub(super) fn limit_bandwidth_legacy(&mut self, microseconds: Option<u64>) -> bool {
        self.bandwidth_set = microseconds.is_some();
        let value = microseconds.map_or_else(|| "-1".to_owned(), |value| value.to_string());
        self.legacy.iter().any(|(controller, directory)| {
            *controller == "cpu" && fs::write(directory.join("cpu.cfs_quota_us"), &value).is_ok()
        })
    }
}
