//! What a slot's cgroups tell of its runs.

use super::file::KernelFile;
use super::slot::Slot;
use sandglass_wire::Backend;

/// The figures of a slot that only grow, at some moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) cpu: u64,
    pub(crate) user: u64,
    pub(crate) system: u64,
    pub(crate) oom_kills: u64,
    pub(crate) refused_processes: u64,
    /// Memory charged, bytes.
    pub(crate) memory: u64,
    /// Highest number of processes ever.
    pub(crate) peak_processes: u64,
}

/// How a run stands to its memory limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reclaim {
    /// Pages of files that were needed again soon after the kernel evicted them, since the slot was
    /// made.
    pub(crate) refaults: u64,
    /// Memory charged now, bytes.
    pub(crate) charged: u64,
    /// The part of it that is no file's, bytes.
    pub(crate) own: u64,
    /// The limit that is in force, bytes.
    pub(crate) limit: u64,
}

impl Slot {
    /// The slot's counters now. CPU in microseconds.
    pub(crate) fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        if let Some(cpu) = &self.cpu {
            let mut buffer = [0; 1024];
            for line in cpu.read(&mut buffer).lines() {
                let mut words = line.split(' ');
                let (Some(key), Some(value)) = (words.next(), words.next()) else { continue };
                let value = value.parse().unwrap_or(0);
                match key {
                    "usage_usec" => counters.cpu = value,
                    "user_usec" => counters.user = value,
                    "system_usec" => counters.system = value,
                    _ => {}
                }
            }
        }
        counters.oom_kills = self.oom_kills();
        counters.refused_processes = self.refused_processes();
        let number = |file: &Option<KernelFile>| file.as_ref().and_then(KernelFile::number);
        counters.memory = self.memory_charged();
        counters.peak_processes = number(&self.process_peak).unwrap_or(0);
        counters
    }

    /// Bytes of memory that are charged now.
    pub(crate) fn memory_charged(&self) -> u64 {
        self.memory_usage.as_ref().and_then(KernelFile::number).unwrap_or(0)
    }

    /// CPU microseconds of the slot now.
    pub(crate) fn cpu_microseconds(&self) -> u64 {
        self.cpu.as_ref().and_then(|file| file.field("usage_usec")).unwrap_or(0)
    }

    pub(crate) fn oom_kills(&self) -> u64 {
        self.memory_events.as_ref().and_then(|file| file.field("oom_kill")).unwrap_or(0)
    }

    pub(crate) fn refused_processes(&self) -> u64 {
        self.process_events.as_ref().and_then(|file| file.field("max")).unwrap_or(0)
    }

    /// Begins to watch the peak of memory anew.
    pub(crate) fn reset_peak(&self) {
        if self.backend == Backend::Hybrid
            && let Some(peak) = &self.memory_peak
        {
            let _ = peak.write("0");
        }
    }

    pub(crate) fn peak_memory(&self) -> Option<u64> {
        self.memory_peak.as_ref().and_then(KernelFile::number)
    }

    /// Page cache charged now, bytes.
    pub(crate) fn page_cache(&self) -> Option<u64> {
        let key = if self.backend == Backend::Cgroup2 { "file" } else { "cache" };
        self.memory_stat.as_ref()?.field(key)
    }

    /// What reclaim has done so far; `None` where no cgroup limits memory.
    pub(crate) fn reclaim(&self) -> Option<Reclaim> {
        let statistics = self.memory_stat.as_ref()?;
        let own = if self.backend == Backend::Cgroup2 { "anon" } else { "rss" };
        Some(Reclaim {
            refaults: statistics.field("workingset_refault_file")?,
            charged: self.memory_usage.as_ref()?.number()?,
            own: statistics.field(own)?,
            limit: self.limits_set.0?,
        })
    }
}
