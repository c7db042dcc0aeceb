//! Ctrl-C.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::Finished;

/// The program, with signals as `env` is told: this test may have been started to ignore some.
fn heeding(signals: &str) -> Command {
    let mut command = Command::new("env");
    command.args([signals, env!("CARGO_BIN_EXE_sandglass")]);
    command
}

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
    let mut command = heeding("--default-signal");
    command.args(["run", "--allow-weaker", "--json", "--stdout"]).arg(&started);
    command.args(["--", "sh", "-c", &script]).stdout(Stdio::piped()).stderr(Stdio::piped());
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

/// Processes that were started with this folder for temporary files, and what they forked.
pub(crate) fn of_folder(folder: &str) -> Vec<(u32, String)> {
    let wanted = format!("TMPDIR={folder}");
    let processes = fs::read_dir("/proc").expect("readable").flatten();
    let has_it = |process: &std::path::Path| {
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    let found = processes.map(|entry| entry.path()).filter(|process| has_it(process));
    let named = found.filter_map(|process| {
        let number = process.file_name()?.to_str()?.parse().ok()?;
        Some((number, fs::read_to_string(process.join("comm")).unwrap_or_default()))
    });
    named.collect()
}

/// A judge that is interrupted dies of the signal, and takes its temporary files along; its lanes follow.
#[test]
fn a_judge_that_is_interrupted_leaves_nothing() {
    let problem = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/different");
    let submission = format!("{problem}/submissions/time_limit_exceeded/sleeps.py");
    for signal in [2, 3, 15] {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().to_str().expect("text");
        let mut command = heeding("--default-signal");
        command.args(["judge", "--allow-weaker", "--no-cache", problem, &submission]);
        command.env("TMPDIR", folder).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let deadline = Instant::now() + Duration::from_secs(60);
        let stands =
            || of_folder(folder).iter().any(|(_, name)| name.trim_end() == "sandglass-super");
        while fs::read_dir(folder).expect("readable").next().is_none() || !stands() {
            assert!(Instant::now() < deadline, "nothing is judged: {:?}", of_folder(folder));
            thread::sleep(Duration::from_millis(5));
        }
        let process = i32::try_from(child.id()).expect("a process id");
        sandglass_sys::send_signal(process, signal).expect("our child");
        let status = child.wait().expect("our child");
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(signal));
        let left: Vec<_> = fs::read_dir(folder).expect("readable").flatten().collect();
        assert!(left.is_empty(), "{left:?}");
        let deadline = Instant::now() + Duration::from_secs(60);
        while !of_folder(folder).is_empty() {
            assert!(Instant::now() < deadline, "{:?}", of_folder(folder));
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Nobody writes to the pipe, so there is no run yet that could be killed.
#[test]
fn waiting_for_the_other_end_of_a_pipe_can_be_interrupted() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let pipe = directory.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("it starts");
    assert!(made.success());
    let mut command = heeding("--default-signal");
    command.args(["run", "--allow-weaker", "--stdin"]).arg(&pipe).args(["--", "cat"]);
    let mut child = command.spawn().expect("the program starts");
    let process = i32::try_from(child.id()).expect("a process id");
    let deadline = Instant::now() + Duration::from_secs(20);
    // A signal that comes before it waits ends it just as well.
    thread::sleep(Duration::from_millis(500));
    sandglass_sys::send_signal(process, 15).expect("our child");
    while child.try_wait().expect("our child").is_none() {
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("it was not interrupted");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// `nohup sandglass judge …` goes on when its terminal closes.
#[test]
fn a_signal_that_is_ignored_from_the_start_stays_so() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let started = directory.path().join("started");
    let mut command = heeding("--ignore-signal=HUP");
    command.args(["run", "--allow-weaker", "--json", "--stdout"]).arg(&started);
    command.args(["--", "sh", "-c", "echo yes; sleep 0.5"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !fs::read(&started).is_ok_and(|text| !text.is_empty()) {
        assert!(Instant::now() < deadline, "the run did not start");
        thread::sleep(Duration::from_millis(5));
    }
    let process = i32::try_from(child.id()).expect("a process id");
    sandglass_sys::send_signal(process, 1).expect("our child");
    let finished = Finished(child.wait_with_output().expect("our child")).status(0);
    assert_eq!(finished.json()["cause"], "exited");
}
