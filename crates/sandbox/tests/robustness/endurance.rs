//! One lane for a very long time: nothing grows.

use crate::support::*;
use sandglass_sandbox::Lane;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

const ALONE: &str = "SANDGLASS_ROBUSTNESS_ALONE";

/// Runs with `SANDGLASS_LONG=1`; otherwise as many as fit into [`SHORT`], and at least a few hundred.
const LONG: usize = 10_000;

/// How long the test takes otherwise.
const SHORT: Duration = Duration::from_secs(8);

/// What may be more afterwards by chance: a cell more or less stands, an allocator's page more, somebody
/// else mounts something. What each run left would be hundreds.
const SLACK: [(&str, u64); 8] = [
    ("descriptors of the client", 6),
    ("descriptors of the supervisor", 6),
    ("cgroups", 0),
    ("mounts of the client", 16),
    ("mounts of the supervisor", 16),
    ("processes", 2),
    ("resident KiB of the client", 512),
    ("resident KiB of the supervisor", 256),
];

fn lines(file: &str) -> u64 {
    std::fs::read_to_string(file).map_or(0, |text| text.lines().count() as u64)
}

fn descriptors(process: u32) -> u64 {
    std::fs::read_dir(format!("/proc/{process}/fd")).map_or(0, |entries| entries.count() as u64)
}

fn resident(process: u32) -> u64 {
    let text = status_field(process, "VmRSS:").unwrap_or_default();
    text.trim_end_matches(" kB").trim().parse().unwrap_or(0)
}

fn directories(guardian: u32) -> u64 {
    let mut open = cgroups(guardian);
    let mut count = 0;
    while let Some(directory) = open.pop() {
        count += 1;
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path().display().to_string());
            }
        }
    }
    count
}

fn figures(lane: &Lane) -> [u64; 8] {
    // The cell that is built ahead stands, and the last one is gone.
    std::thread::sleep(slow(ms(150)));
    let (client, supervisor) = (std::process::id(), lane.facts().supervisor);
    let guardian = guardian(lane);
    [
        descriptors(client),
        descriptors(supervisor),
        directories(guardian),
        lines("/proc/self/mountinfo"),
        lines(&format!("/proc/{supervisor}/mountinfo")),
        descendants(guardian).len() as u64,
        resident(client),
        resident(supervisor),
    ]
}

/// Runs of every end: most succeed; some are cancelled, fail to start, or run into a limit.
fn one(lane: &Lane, round: usize) {
    match round % 20 {
        3 => lane.submit(&inside(&["pause"])).expect("sent").cancel(),
        6 => assert!(lane.run(&inside(&["none"]).directory("/none")).is_err()),
        9 => {
            let mut request = inside(&["spin", "5000"]);
            request.limits_mut().cpu_time = Some(ms(1));
            assert!(!lane.run(&request).expect("an outcome").success());
        }
        12 => {
            let mut request = inside(&["tree"]);
            request.limits_mut().wall_time = Some(ms(1));
            assert!(!lane.run(&request).expect("an outcome").success());
        }
        15 => assert_eq!(lane.run(&inside(&["signal", "6"])).expect("an outcome").signal, Some(6)),
        _ => assert!(lane.run(&inside(&["exit", "0"])).expect("an outcome").success()),
    }
}

/// Lanes of other tests come and go in this process, so it counts in a process of its own.
#[test]
fn one_lane_runs_thousands_and_nothing_grows() {
    if std::env::var_os(ALONE).is_none() {
        let output = Process::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "endurance::one_lane_runs_thousands_and_nothing_grows"])
            .args(["--test-threads=1", "--nocapture"])
            .env(ALONE, "1")
            .stdout(Stdio::piped())
            .output()
            .expect("started");
        print!("{}", String::from_utf8_lossy(&output.stdout));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    let long = std::env::var_os("SANDGLASS_LONG").is_some();
    let lane = lane();
    // Whatever is made once is made in these.
    for round in 0..200 {
        one(&lane, round);
    }
    let before = figures(&lane);
    let start = Instant::now();
    let mut rounds = 0;
    while if long { rounds < LONG } else { rounds < 300 || start.elapsed() < SHORT } {
        one(&lane, rounds);
        rounds += 1;
    }
    let time = start.elapsed();
    let after = figures(&lane);
    println!("{rounds} runs in {time:.1?}");
    for (index, (what, slack)) in SLACK.into_iter().enumerate() {
        println!("{what}: {} before, {} after", before[index], after[index]);
        assert!(after[index] <= before[index] + slack, "{what} grow: {before:?} to {after:?}");
    }
}
