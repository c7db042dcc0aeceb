//! Running a task.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// A directory with a task's files.
pub(crate) struct Task {
    directory: tempfile::TempDir,
}

impl Task {
    pub(crate) fn new(idl: &str) -> Task {
        let task = Task { directory: tempfile::tempdir().expect("a directory") };
        task.file("task.idl", idl);
        task
    }

    pub(crate) fn folder(&self) -> &std::path::Path {
        self.directory.path()
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.directory.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    }

    /// `task run --json` with these sources; each child is `FILE` or `INTERFACE=FILE`, in the
    /// directory of the task.
    #[track_caller]
    pub(crate) fn run(&self, main: &str, children: &[&str], input: &str, more: &[&str]) -> Value {
        let input = self.file(&format!("input{input}"), input);
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandglass"));
        command.current_dir(self.directory.path());
        command.args(["task", "run", "task.idl", "--json", "--allow-weaker", "--main", main]);
        // Compiled once for all tests, and by content: nothing in it can be out of date.
        command.arg("--cache").arg(concat!(env!("CARGO_TARGET_TMPDIR"), "/task-cache"));
        if !more.contains(&"--affinity") {
            command.arg("--cpus").arg(next_cpu());
        }
        command.arg("--input").arg(input).args(more);
        for child in children {
            command.args(["--child", child]);
        }
        let output = command.output().expect("the program starts");
        let result: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
        });
        let expected = if result["success"] == true { 0 } else { 1 };
        assert_eq!(output.status.code(), Some(expected), "{result:#}");
        result
    }
}

/// The CPUs that this process may use, one after the other, so that tests at the same time do not share
/// one.
fn next_cpu() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let bounds = |part: &str| {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        low.parse::<usize>().expect("a CPU")..=high.parse().expect("a CPU")
    };
    let all: Vec<usize> = list.expect("a list").trim().split(',').flat_map(bounds).collect();
    all[NEXT.fetch_add(1, Ordering::Relaxed) % all.len()].to_string()
}

/// Programs that other tests may not build at the same time, until this is dropped: then they are
/// compiled.
pub(crate) struct Taken([String; 2]);

/// What is being compiled, and what is.
struct Programs {
    taken: BTreeSet<String>,
    compiled: BTreeSet<String>,
}

static PROGRAMS: (Mutex<Programs>, Condvar) =
    (Mutex::new(Programs { taken: BTreeSet::new(), compiled: BTreeSet::new() }), Condvar::new());

/// Takes two programs for their first run, when nobody has either: whoever comes second finds them
/// compiled. Those that are compiled need not be taken any more, so that no test waits for another's run.
pub(crate) fn take(names: [String; 2]) -> Option<Taken> {
    let waits = |programs: &mut Programs| {
        let name = |name: &String| programs.taken.contains(name);
        names.iter().any(name)
    };
    let programs = PROGRAMS.0.lock().unwrap_or_else(PoisonError::into_inner);
    let mut programs =
        PROGRAMS.1.wait_while(programs, waits).unwrap_or_else(PoisonError::into_inner);
    if names.iter().all(|name| programs.compiled.contains(name)) {
        return None;
    }
    let missing = names.iter().filter(|name| !programs.compiled.contains(*name)).cloned();
    let missing: Vec<String> = missing.collect();
    programs.taken.extend(missing);
    Some(Taken(names))
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut programs = PROGRAMS.0.lock().unwrap_or_else(PoisonError::into_inner);
        programs.taken.retain(|name| !self.0.contains(name));
        programs.compiled.extend(self.0.iter().cloned());
        PROGRAMS.1.notify_all();
    }
}
