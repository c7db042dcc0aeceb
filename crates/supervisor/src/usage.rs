//! How much CPU a run has used, and how long it was blocked, while it runs.

use crate::cgroup::{Counters, Slot};
use sandglass_sys as sys;
use std::fs;

/// Threads of a run at some moment.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    /// Each thread's nanoseconds of waiting for a CPU while it could run, up to its last turn.
    pub(crate) waited: Vec<(i32, u64)>,
    /// Whether one of them runs, or could run.
    pub(crate) runnable: bool,
}

/// The most threads whose clocks are brought up to date at a look.
const MOST_CHARGED: usize = 64;

/// The children of process `parent`, of all its threads.
pub(crate) fn children(parent: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return found };
    for thread in threads.flatten() {
        let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        found.extend(text.split_whitespace().filter_map(|child| child.parse::<i32>().ok()));
    }
    found
}

/// CPU nanoseconds of the dead children that `process` has waited for.
fn cpu_of_waited_children(process: i32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    parse_waited(&text).unwrap_or(0)
}

/// Fields 16 and 17 of proc_pid_stat(5), which the kernel gives in hundredths of a second on every
/// machine. The name before them, in parentheses, may hold anything.
fn parse_waited(text: &str) -> Option<u64> {
    let (_, rest) = text.rsplit_once(") ")?;
    let mut fields = rest.split(' ').skip(13);
    let mut next = || fields.next()?.trim().parse::<u64>().ok();
    Some((next()? + next()?) * 10_000_000)
}

/// The clocks of a run.
#[derive(Debug)]
pub(crate) struct Clocks {
    /// The init process and the tracee, as the supervisor sees them.
    pub(crate) init: i32,
    /// See `init`.
    pub(crate) tracee: i32,
    /// Whether the tracee is the only process that there can be.
    pub(crate) single: bool,
    /// The slot's counters before the run.
    pub(crate) base: Counters,
    /// Nanoseconds that the launcher used before the exec.
    pub(crate) before_exec: u64,
}

impl Clocks {
    /// CPU nanoseconds that the run has used. With `charge` up to now; else up to the last tick of each
    /// CPU, a few milliseconds ago, which is cheaper where many processes run.
    pub(crate) fn cpu(&self, slot: &Slot, charge: bool) -> u64 {
        if slot.run_directory().is_none() {
            return self.cpu_of_tree().saturating_sub(self.before_exec);
        }
        if self.single {
            if charge {
                let _ = sys::charge_thread(self.tracee);
            }
            let used = sys::process_cpu_nanoseconds(self.tracee);
            if let Ok(used) = used {
                return used.saturating_sub(self.before_exec);
            }
        } else if charge {
            for thread in slot.thread_ids().into_iter().take(MOST_CHARGED) {
                let _ = sys::charge_thread(thread);
            }
        }
        let total = slot.cpu_microseconds().saturating_sub(self.base.cpu) * 1000;
        total.saturating_sub(self.before_exec)
    }

    /// CPU nanoseconds of a run that no cgroup counts: of its living processes, and of its dead ones in
    /// steps of 10 ms as far as their parents have waited for them.
    ///
    /// A process is read before its children, so a death between two reads is missed this once and
    /// never counted twice.
    fn cpu_of_tree(&self) -> u64 {
        let mut total = 0;
        let mut parents = vec![self.init];
        while let Some(parent) = parents.pop() {
            total += cpu_of_waited_children(parent);
            for child in children(parent) {
                total += sys::process_cpu_nanoseconds(child).unwrap_or(0);
                parents.push(child);
            }
        }
        total
    }

    /// Bytes resident in the processes of the run, where no cgroup counts them: `init` and its
    /// descendants, each page counted for every process that maps it.
    pub(crate) fn resident(init: i32) -> u64 {
        let mut pages = 0;
        let mut parents = vec![init];
        while let Some(parent) = parents.pop() {
            for child in children(parent) {
                let statistics = fs::read_to_string(format!("/proc/{child}/statm"));
                let resident = statistics.unwrap_or_default();
                pages += resident.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
                parents.push(child);
            }
        }
        pages * 4096
    }

    /// The run's living threads.
    pub(crate) fn threads(&self, slot: &Slot) -> Threads {
        let mut processes = slot.process_ids();
        let mut next = 0;
        if slot.run_directory().is_none() {
            processes = children(self.init);
            while let Some(&parent) = processes.get(next) {
                processes.extend(children(parent));
                next += 1;
            }
        }
        let mut found = Threads::default();
        for process in processes {
            let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
            for thread in threads.flatten() {
                let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
                let total = text.split(' ').nth(1).and_then(|waited| waited.parse().ok());
                let number = thread.file_name().to_str().and_then(|name| name.parse().ok());
                found.waited.extend(number.zip(total));
                let text = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
                found.runnable |=
                    text.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('R'));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::parse_waited;

    #[test]
    fn waited_children_are_fields_16_and_17_whatever_the_name() {
        let line = "7 (a) b (c) S 1 7 7 0 -1 4194304 100 200 0 0 11 12 130 14 20 0 1 0 5 6 7";
        assert_eq!(parse_waited(line), Some(1_440_000_000));
        assert_eq!(parse_waited("7 (short) S 1"), None);
        assert_eq!(parse_waited(""), None);
    }
}
