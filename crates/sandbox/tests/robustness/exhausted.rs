//! Hosts that have run out of descriptors, memory, processes or disk: every call works or fails with
//! an error of ours that says what was wanting, nothing hangs, and nothing is left.
//!
//! Limits of a process hold for all of its threads, so each case runs in a process of its own: this
//! program again, told what to do by its environment.

use crate::moments::{BOUND, marked};
use crate::support::*;
use sandglass_sandbox::{Cause, Error, Lane};
use sandglass_sys as sys;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::time::Instant;

const CASE: &str = "SANDGLASS_ROBUSTNESS_CASE";

/// What the process of a case said in its last line, and nothing of it is left.
fn case(words: &str) -> String {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let value = format!("{words} {} {number}", std::process::id());
    let mut command = Process::new(std::env::current_exe().expect("this program"));
    if words.starts_with("temporary") {
        command.env("TMPDIR", "/proc/none");
    }
    let mut child = command
        .args(["--exact", "exhausted::case_of_its_own", "--nocapture", "--test-threads=1"])
        .env(CASE, &value)
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let start = Instant::now();
    let limit = slow(std::time::Duration::from_secs(20));
    while child.try_wait().expect("waited").is_none() {
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{words}: hangs");
        }
        std::thread::sleep(ms(2));
    }
    let output = child.wait_with_output().expect("waited");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let marker = format!("{CASE}={value}");
    eventually(BOUND, "nothing of the case is left", || marked(&marker).is_empty());
    match text.lines().rev().find_map(|line| line.strip_prefix("case: ")) {
        Some(line) => line.to_owned(),
        // Too little even for a test program to begin, or to say why it ended.
        None => format!("silent: {} {}", output.status, String::from_utf8_lossy(&output.stderr)),
    }
}

/// Not a test of its own.
#[test]
fn case_of_its_own() {
    let Ok(value) = std::env::var(CASE) else { return };
    let words: Vec<&str> = value.split(' ').collect();
    let number = || words[1].parse::<u64>().expect("a number");
    let said = match words[0] {
        "client-descriptors" => client_descriptors(number()),
        "lane-descriptors" => with_limit(sys::Resource::OpenFiles, number()),
        "lane-processes" => with_limit(sys::Resource::Processes, number()),
        "temporary" => with_limit(sys::Resource::OpenFiles, number()),
        "memory" => client_memory(number()),
        other => panic!("no case {other}"),
    };
    println!("\ncase: {said}");
}

/// A request that needs nothing compiled.
fn simple() -> sandglass_sandbox::Request {
    shell("exit 3")
}

/// An outcome or an error, as words; a program's fault would be wrong.
fn in_words(result: Result<sandglass_sandbox::Outcome, Error>) -> String {
    match result {
        Ok(outcome) => {
            assert_eq!((outcome.cause, outcome.exit_code), (Cause::Exited, Some(3)), "{outcome:?}");
            "worked".to_owned()
        }
        Err(error) => {
            assert!(!error.is_request_fault(), "the request is blamed: {error:?}");
            format!("failed: {error}")
        }
    }
}

/// A lane made and used with a limit on this process, and so on all that it starts.
fn with_limit(resource: sys::Resource, number: u64) -> String {
    sys::set_limit(resource, number).expect("lowered");
    match Lane::new(&options()) {
        Ok(lane) => {
            let first = in_words(lane.run(&simple()));
            let second = in_words(lane.run(&simple()));
            format!("{first}; {second}")
        }
        Err(error) => format!("no lane: {error}"),
    }
}

/// A lane that was made in good times, used by a client with only `number` descriptors left.
fn client_descriptors(number: u64) -> String {
    let lane = lane();
    let open = std::fs::read_dir("/proc/self/fd").expect("proc").count() as u64;
    let hold: Vec<File> =
        (0..8).map(|_| File::open("/dev/null").expect("enough for now")).collect();
    let before = open + hold.len() as u64 - 1;
    sys::set_limit(sys::Resource::OpenFiles, before + number).expect("lowered");
    let said = (0..3).map(|_| in_words(lane.run(&simple()))).collect::<Vec<_>>();
    drop(hold);
    // With room again, the same lane works: nothing leaked in the attempts.
    let after = in_words(lane.run(&simple()));
    format!("{}; then {after}", said.join("; "))
}

/// A client that may have no more than `number` MiB of address space beyond what it has.
fn client_memory(number: u64) -> String {
    let lane = lane();
    let status = std::fs::read_to_string("/proc/self/status").expect("proc");
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("there");
    let size: u64 = size.trim().trim_end_matches(" kB").parse().expect("a number");
    sys::set_limit(sys::Resource::AddressSpace, size * 1024 + (number << 20)).expect("lowered");
    let first = in_words(lane.run(&simple()));
    let another = match Lane::new(&options()) {
        Ok(lane) => in_words(lane.run(&simple())),
        Err(error) => format!("no lane: {error}"),
    };
    format!("{first}; {another}")
}

/// Everything from too few for a test program to enough for a lane.
#[test]
fn a_lane_with_few_descriptors() {
    let mut worked = 0;
    let mut refused = 0;
    for number in 3..=72 {
        let said = case(&format!("lane-descriptors {number}"));
        worked += u32::from(said == "worked; worked");
        refused += u32::from(said.contains("no lane") || said.contains("failed"));
        assert!(!said.contains("panicked at crates/sandbox/src"), "{number}: {said}");
        assert!(!said.starts_with("silent") || number < 8, "{number}: {said}");
    }
    assert!(worked > 5 && refused > 5, "{worked} worked, {refused} were refused");
}

#[test]
fn a_client_that_runs_out_of_descriptors() {
    for number in 0..=10 {
        let said = case(&format!("client-descriptors {number}"));
        assert!(said.ends_with("then worked"), "{number} left: {said}");
        if number == 10 {
            assert_eq!(said, "worked; worked; worked; then worked");
        }
    }
}

/// The limit counts all processes of the user that the supervisor becomes, on the whole machine, so
/// where it begins to hurt differs; each step is refused with words or works.
#[test]
fn a_user_without_processes_left() {
    for number in [0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 60] {
        let said = case(&format!("lane-processes {number}"));
        let told = said.contains("no lane: ") || said.contains("failed: ");
        assert!(told || said == "worked; worked", "{number}: {said}");
        assert!(!said.contains("panicked"), "{number}: {said}");
    }
}

/// A lane keeps nothing in files of the host.
#[test]
fn no_place_for_temporary_files_is_no_matter() {
    assert_eq!(case("temporary 256"), "worked; worked");
}

/// An allocation that fails ends a Rust process; what it had started must end with it, and where there
/// is enough everything works.
#[test]
fn a_client_that_runs_out_of_memory() {
    let mut worked = 0;
    for number in [0, 1, 2, 4, 8, 16, 64, 256] {
        let said = case(&format!("memory {number}"));
        worked += u32::from(said == "worked; worked");
        let died = said.starts_with("silent") && said.contains("memory allocation");
        assert!(said.contains("worked") || said.contains("lane") || died, "{number}: {said}");
    }
    assert!(worked > 0);
}

/// A file on a full disk: the program sees ENOSPC, as without a sandbox.
#[test]
fn output_to_a_full_disk_is_the_programs_own_error() {
    let full = File::options().write(true).open("/dev/full").expect("a full disk");
    let lane = lane();
    let request = shell("echo more than nothing || exit 9").stdout(to(full.into()));
    let outcome = lane.run(&request).expect("an outcome");
    assert_eq!((outcome.cause, outcome.exit_code), (Cause::Exited, Some(9)), "{outcome:?}");
    // Where the supervisor counts the bytes and moves them, the program sees its pipe closed.
    let full = File::options().write(true).open("/dev/full").expect("a full disk");
    let mut request =
        shell("for i in 1 2 3 4; do echo line; sleep 0.02; done").stdout(to(full.into()));
    request.limits_mut().output = Some(1 << 20);
    request.limits_mut().wall_time = Some(slow(ms(5000)));
    let outcome = lane.run(&request).expect("an outcome");
    assert_ne!(outcome.cause, Cause::WallTimeLimit, "{outcome:?}");
    assert!(lane.run(&simple()).is_ok());
}

/// Files handed out are the run's own memory files or its file system's: a full tmpfs inside is the
/// program's error, and what it could write comes out whole.
#[test]
fn a_full_file_system_inside_is_the_programs_own_error() {
    let lane = lane();
    let request = shell("head -c 200000 /dev/zero > /box/out; echo status $?")
        .view(sandglass_sandbox::View::system().tmpfs("/box", 64 << 10))
        .copy_out("/box/out", 1 << 20);
    let outcome = lane.run(&request).expect("an outcome");
    assert!(said(&outcome).contains("status 1"), "{outcome:?}");
    let mut file =
        outcome.copied_out[0].as_ref().expect("handed out").try_clone().expect("a descriptor");
    file.seek(SeekFrom::Start(0)).expect("a file");
    let mut content = Vec::new();
    file.read_to_end(&mut content).expect("read");
    assert_eq!(content.len(), 64 << 10);
}

/// A file copied in that does not fit is the request's fault, and named.
#[test]
fn copying_into_a_full_file_system_names_the_file() {
    let lane = lane();
    let content = sys::memory_file(c"test", false).expect("a file");
    sys::write_all(std::os::fd::AsFd::as_fd(&content), &vec![7; 200_000]).expect("written");
    let request = simple().view(sandglass_sandbox::View::system().tmpfs("/box", 64 << 10)).copy_in(
        Arc::new(content),
        "/box/in",
        0o644,
    );
    let error = lane.run(&request).expect_err("it does not fit");
    let text = error.to_string();
    assert!(text.contains("/box/in") && text.contains("ENOSPC"), "{text}");
    assert!(lane.run(&simple()).is_ok());
}
