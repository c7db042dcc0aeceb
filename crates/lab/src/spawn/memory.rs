//! What a sandbox keeps in memory while it waits for the next request.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use crate::report::{Align, Table};

/// Memory of one process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProcessMemory {
    /// What the process is for.
    pub name: String,
    /// Proportional set size in KiB: a page that several processes map counts in part for each,
    /// so that the sizes of all processes can be added up.
    pub proportional_kib: u64,
    /// Resident set size in KiB.
    pub resident_kib: u64,
}

impl ProcessMemory {
    /// Asks the kernel about a process; needs the right to trace it.
    pub(crate) fn read(name: impl Into<String>, process: u32) -> io::Result<Self> {
        let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))?;
        let field = |key: &str| {
            field_of(&rollup, key)
                .ok_or_else(|| io::Error::other(format!("no {key} in smaps_rollup")))
        };
        Ok(Self {
            name: name.into(),
            proportional_kib: field("Pss:")?,
            resident_kib: field("Rss:")?,
        })
    }
}

/// The number after `key` at the start of a line.
fn field_of(text: &str, key: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(key))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The parent of a process.
pub(crate) fn parent_of(process: u32) -> io::Result<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    field_of(&status, "PPid:")
        .and_then(|parent| parent.try_into().ok())
        .ok_or_else(|| io::Error::other("no PPid in status"))
}

/// The children of a process, in rising order.
pub(crate) fn children_of(process: u32) -> io::Result<Vec<u32>> {
    let mut children: Vec<u32> = fs::read_dir(Path::new("/proc"))?
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        // A process that ended meanwhile is nobody's child.
        .filter(|candidate| parent_of(*candidate).is_ok_and(|parent| parent == process))
        .collect();
    children.sort_unstable();
    Ok(children)
}

/// A line a process and the sum.
pub(super) fn table(contender: &str, processes: &[ProcessMemory]) -> Table {
    let mut table = Table::new(
        format!("Memory while idle: {contender}"),
        &[("process", Align::Left), ("proportional", Align::Right), ("resident", Align::Right)],
    );
    for process in processes {
        table.row(vec![
            process.name.clone(),
            format!("{} KiB", process.proportional_kib),
            format!("{} KiB", process.resident_kib),
        ]);
    }
    let sum: u64 = processes.iter().map(|process| process.proportional_kib).sum();
    table.row(vec!["sum".to_owned(), format!("{sum} KiB"), String::new()]);
    table.note("proportional: Pss of smaps_rollup, where shared pages count in part for each");
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn our_own_memory_and_child_are_found() {
        let us = std::process::id();
        let memory = ProcessMemory::read("us", us).expect("our own is readable");
        assert!(memory.proportional_kib > 0);
        assert!(memory.resident_kib >= memory.proportional_kib);
        let mut child = Command::new("sleep").arg("60").spawn().expect("sleep starts");
        let found = children_of(us).expect("/proc is readable");
        let parent = parent_of(child.id());
        child.kill().expect("is ours");
        child.wait().expect("is ours");
        assert!(found.contains(&child.id()));
        assert_eq!(parent.expect("it lived"), us);
    }

    #[test]
    fn proportional_sizes_add_up() {
        let process = |name: &str, proportional_kib| ProcessMemory {
            name: name.to_owned(),
            proportional_kib,
            resident_kib: 900,
        };
        let table = table("lane", &[process("one", 120), process("two", 80)]);
        assert_eq!(table.rows[2][1], "200 KiB");
    }
}
