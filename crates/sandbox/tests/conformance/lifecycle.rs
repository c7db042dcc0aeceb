//! A lane begins and ends cleanly, whatever was asked of it.

use crate::support::*;
use std::time::{Duration, Instant};

/// Nothing of a lane may be left after this.
fn gone(guardian: u32, processes: &[u32]) {
    // A process leaves its cgroup a moment before it is a zombie, so the last may still be on its way.
    for &process in processes {
        eventually(ms(200), &format!("process {process} is dead"), || !alive(process));
    }
    assert!(!alive(guardian), "the guardian outlived its lane");
    assert_eq!(cgroups(guardian), Vec::<String>::new(), "cgroups outlived their lane");
}

#[test]
fn l1_lane_ends_cleanly_after_no_request() {
    let lane = lane();
    let guardian = guardian(&lane);
    let processes = descendants(guardian);
    assert!(!processes.is_empty());
    drop(lane);
    gone(guardian, &processes);
}

#[test]
fn l1_lane_ends_cleanly_after_an_unawaited_request() {
    let lane = lane();
    let guardian = guardian(&lane);
    std::mem::forget(lane.submit(&inside(&["exit", "0"])).expect("sent"));
    let processes = descendants(guardian);
    drop(lane);
    gone(guardian, &processes);
}

#[test]
fn l1_lane_ends_cleanly_after_an_awaited_request() {
    let lane = lane();
    let guardian = guardian(&lane);
    assert!(lane.run(&inside(&["exit", "0"])).expect("an outcome").success());
    // The next cell is being built ahead, or stands ready.
    let processes = descendants(guardian);
    drop(lane);
    gone(guardian, &processes);
}

#[test]
fn l2_lane_ends_without_waiting_for_a_running_request() {
    let lane = lane();
    let guardian = guardian(&lane);
    let (mut reader, writer) = pipe();
    let running = lane.submit(&inside(&["tree"]).stdout(to(writer))).expect("sent");
    wait_here(&mut reader);
    let processes = descendants(guardian);
    assert!(processes.len() >= 6, "supervisor, init, program and its three: {processes:?}");
    std::mem::forget(running);
    let start = Instant::now();
    drop(lane);
    assert!(start.elapsed() < slow(Duration::from_secs(10)));
    gone(guardian, &processes);
}
