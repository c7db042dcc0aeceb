//! Each limit fires, and the outcome says which.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{has_cgroup, outcome};

/// Runs it, expects exit status 1 and this cause, and that it was over soon.
#[track_caller]
fn stopped(arguments: &[&str], cause: &str) -> Value {
    let started = Instant::now();
    let (outcome, status) = outcome(arguments);
    assert_eq!(outcome["cause"], cause, "{outcome}");
    assert_eq!(status, Some(1));
    assert!(started.elapsed() < Duration::from_secs(20), "{outcome}");
    outcome
}

const SPIN: [&str; 4] = ["--", "sh", "-c", "while :; do :; done"];

#[test]
fn cpu_time() {
    let arguments = [&["--cpu-time", "300ms", "--wall-time", "15s"], &SPIN[..]].concat();
    let outcome = stopped(&arguments, "cpu_time_limit");
    let used = ["cpu_user_ns", "cpu_system_ns"].map(|name| outcome[name].as_u64().expect("a time"));
    assert!(used.iter().sum::<u64>() >= 290_000_000, "{outcome}");
}

#[test]
fn wall_time() {
    let outcome = stopped(&["--wall-time", "300ms", "--", "sleep", "30"], "wall_time_limit");
    assert!(outcome["wall_time_ns"].as_u64().expect("a time") >= 290_000_000, "{outcome}");
}

#[test]
fn idle_time() {
    stopped(&["--idle-time", "300ms", "--wall-time", "15s", "--", "sleep", "30"], "idle_limit");
}

#[test]
fn memory() {
    // `tail` keeps the last lines, and there is no end of line in /dev/zero.
    let arguments = ["--memory", "32MiB", "--wall-time", "15s", "--", "tail", "/dev/zero"];
    let (first, status) = outcome(&arguments);
    assert_eq!(status, Some(1));
    if has_cgroup(&first) {
        assert_eq!(first["cause"], "memory_limit", "{first}");
        assert!(first["oom_kills"].as_u64().expect("a number") > 0, "{first}");
        assert!(first["peak_memory_bytes"].as_u64().expect("a size") <= 33 << 20, "{first}");
    } else {
        // Either address space is refused to the program, which says so and fails by itself, or a
        // look at what it holds comes first.
        let refused = first["stderr"].as_str().is_some_and(|text| text.contains("memory"));
        assert!(refused || first["cause"] == "memory_limit", "{first}");
    }
}

#[test]
fn output() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("out").display().to_string();
    let arguments = ["--output", "64KiB", "--wall-time", "15s", "--stdout", &file, "--", "yes"];
    stopped(&arguments, "output_limit");
    assert!(std::fs::metadata(&file).expect("made").len() <= 128 << 10);
}

#[test]
fn processes() {
    let script = "true & true & true & wait; true && exit 3";
    let (first, status) = outcome(&["--processes", "1", "--", "sh", "-c", script]);
    assert_eq!(status, Some(1));
    if has_cgroup(&first) {
        assert_eq!(first["cause"], "process_limit", "{first}");
    }
}

#[test]
fn file_size_and_open_files() {
    let script = "head -c 100000 /dev/zero > /box/file";
    let arguments = ["--file-size", "4KiB", "--tmpfs", "/box", "--", "sh", "-c", script];
    let (outcome, status) = outcome(&arguments);
    assert_eq!(status, Some(1), "{outcome}");
    let (outcome, _) =
        crate::support::outcome(&["--open-files", "9", "--", "sh", "-c", "ulimit -n"]);
    assert_eq!(outcome["stdout"], "9\n", "{outcome}");
}
