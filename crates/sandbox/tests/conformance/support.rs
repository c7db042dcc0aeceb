//! What the tests share: lanes, the tracee, and looking at processes.

use sandglass_sandbox::{
    Backend, BackendChoice, Lane, LaneOptions, Outcome, Output, Request, View,
};
use std::fs::{self, File};
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A lane on the best backend that the host gives.
pub(crate) fn lane() -> Lane {
    Lane::new(&options()).expect("this host gives a lane")
}

/// The options of [`lane`].
pub(crate) fn options() -> LaneOptions {
    LaneOptions { backend: BackendChoice::AllowWeaker, ..LaneOptions::default() }
}

/// A lane that has cgroups. `None` where the host gives none, after checking that the lane says so; in
/// CI that is a failure, never a silent skip.
pub(crate) fn cgroup_lane() -> Option<Lane> {
    let lane = lane();
    if lane.facts().backend != Backend::Rlimit {
        return Some(lane);
    }
    assert!(std::env::var_os("CI").is_none(), "CI must give cgroups, and gives rlimit alone");
    assert!(!lane.facts().weaknesses.is_empty(), "a weaker backend must list what is weaker");
    None
}

/// `time` on a machine that may be emulated.
pub(crate) fn slow(time: Duration) -> Duration {
    let factor = std::env::var("SANDGLASS_SLOW").ok().and_then(|text| text.parse().ok());
    time * factor.unwrap_or(1)
}

/// Milliseconds.
pub(crate) fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// The C program of these tests, compiled once, open for executing.
pub(crate) fn tracee() -> Arc<OwnedFd> {
    static PROGRAM: OnceLock<Arc<OwnedFd>> = OnceLock::new();
    let compile = || {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/tracee.c");
        let directory = Scratch::new("tracee");
        let program = directory.path("tracee");
        let status = Command::new("cc")
            .args(["-static", "-O1", "-pthread", "-o", &program, source])
            .status()
            .expect("a C compiler is installed");
        assert!(status.success(), "compiling {source} failed");
        // The file stays for as long as it is open; the directory goes now.
        Arc::new(File::open(&program).expect("it was just made").into())
    };
    Arc::clone(PROGRAM.get_or_init(compile))
}

/// A request that runs the tracee in `mode`, in an empty view, capturing what it says.
pub(crate) fn inside(arguments: &[&str]) -> Request {
    Request::from_descriptor(tracee(), "tracee")
        .arguments(arguments)
        .view(View::default())
        .stdout(Output::Capture { limit: 1 << 20 })
}

/// A request that runs a shell command in the system's view.
pub(crate) fn shell(command: &str) -> Request {
    Request::new("/bin/sh")
        .arguments(["-c", command])
        .environment("PATH", "/usr/bin:/bin")
        .stdout(Output::Capture { limit: 1 << 20 })
        .stderr(Output::Capture { limit: 1 << 20 })
}

/// What a run said.
pub(crate) fn said(outcome: &Outcome) -> String {
    String::from_utf8(outcome.stdout_bytes().expect("captured")).expect("text")
}

/// Runs `request`, which must succeed, and returns what it said.
pub(crate) fn say(lane: &Lane, request: &Request) -> String {
    let outcome = lane.run(request).expect("an outcome");
    assert!(outcome.success(), "{outcome:?}\n{}", said(&outcome));
    said(&outcome)
}

/// The words after `key` on its line.
pub(crate) fn value<'a>(text: &'a str, key: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
        .unwrap_or_else(|| panic!("no {key} in {text:?}"))
}

/// A pipe, whose ends the program does not inherit by chance: reading end, writing end.
pub(crate) fn pipe() -> (File, OwnedFd) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    (OwnedFd::from(reader).into(), writer.into())
}

/// An output that leads to `descriptor`.
pub(crate) fn to(descriptor: OwnedFd) -> Output {
    Output::Descriptor(Arc::new(descriptor))
}

/// Waits until a program that says `here` has said it.
pub(crate) fn wait_here(reader: &mut File) {
    let mut word = [0; 5];
    reader.read_exact(&mut word).expect("the program started");
    assert_eq!(&word, b"here\n");
}

/// Waits until `condition` holds, at most `limit`.
pub(crate) fn eventually(limit: Duration, what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < slow(limit), "not within {limit:?}: {what}");
        std::thread::sleep(ms(5));
    }
}

/// Whether process `process` lives (a zombie does not).
pub(crate) fn alive(process: u32) -> bool {
    status_field(process, "State:").is_some_and(|state| !state.starts_with(['Z', 'X']))
}

/// A field of `/proc/PROCESS/status`.
pub(crate) fn status_field(process: u32, name: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    Some(text.lines().find_map(|line| line.strip_prefix(name))?.trim().to_owned())
}

/// The guardian of a lane: its supervisor's parent.
pub(crate) fn guardian(lane: &Lane) -> u32 {
    let parent = status_field(lane.facts().supervisor, "PPid:").expect("it lives");
    parent.parse().expect("a number")
}

/// All living descendants of `process`, itself not included.
pub(crate) fn descendants(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        next += 1;
        let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
        for task in tasks {
            let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            found.extend(text.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
        }
    }
    found.into_iter().skip(1).filter(|&process| alive(process)).collect()
}

/// Directories of all cgroup hierarchies that belong to the lane of `guardian`.
pub(crate) fn cgroups(guardian: u32) -> Vec<String> {
    let name = format!("sandglass-{guardian}");
    let mut found = Vec::new();
    let mut open = vec![(std::path::PathBuf::from("/sys/fs/cgroup"), 0)];
    while let Some((directory, depth)) = open.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            if entry.file_name().to_string_lossy() == name {
                found.push(entry.path().display().to_string());
            } else if depth < 6 {
                open.push((entry.path(), depth + 1));
            }
        }
    }
    found
}

/// A directory that is removed with the value, and that every user can enter.
pub(crate) struct Scratch(std::path::PathBuf);

impl Scratch {
    /// Makes one.
    pub(crate) fn new(name: &str) -> Scratch {
        use std::os::unix::fs::PermissionsExt;
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir()
            .join(format!("sandglass-conformance-{}-{number}-{name}", std::process::id()));
        fs::create_dir(&path).expect("a directory for the test");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("its mode");
        Scratch(path)
    }

    /// A path in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
