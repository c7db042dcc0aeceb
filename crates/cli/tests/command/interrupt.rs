//! Ctrl-C.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Finished, run};

/// Whether any process has this argument.
fn runs(argument: &str) -> bool {
    fs::read_dir("/proc").expect("readable").flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|word| word == argument.as_bytes())
    })
}

fn interrupted_by(signal: i32, seconds: &str) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let started = directory.path().join("started");
    let script = format!("echo yes; exec sleep {seconds}");
    let mut command = run(&["--json", "--stdout", started.to_str().expect("text"), "--"]);
    command.args(["sh", "-c", &script]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !fs::read(&started).is_ok_and(|text| !text.is_empty()) || !runs(seconds) {
        assert!(Instant::now() < deadline, "the run did not start");
        thread::sleep(Duration::from_millis(5));
    }
    let process = i32::try_from(child.id()).expect("a process id");
    sandglass_sys::send_signal(process, signal).expect("our child");
    let asked = Instant::now();
    let finished = Finished(child.wait_with_output().expect("our child")).status(128 + signal);
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    assert_eq!(finished.json()["cause"], "killed");
    assert!(finished.stderr().contains("interrupted by signal"), "{finished:#?}");
    assert!(!runs(seconds), "the program outlived its sandbox");
}

#[test]
fn control_c_kills_the_run_and_says_so() {
    interrupted_by(2, "61.4242");
}

#[test]
fn so_does_a_polite_end() {
    interrupted_by(15, "61.1515");
}
