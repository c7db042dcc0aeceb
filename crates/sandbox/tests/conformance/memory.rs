//! Peak memory is what was used, not what was asked for.

use std::fs;
use std::process::Command;

use sandglass_sandbox::{Cause, View};

use crate::support::*;

const BYTES: u64 = 33 << 20;

#[test]
fn m1_memory_that_is_mapped_and_not_touched_does_not_count() {
    let Some(lane) = cgroup_lane() else { return };
    let outcome = lane.run(&inside(&["map", &BYTES.to_string()])).expect("an outcome");
    assert!(outcome.success());
    assert!(outcome.peak_memory_bytes < 32 << 20, "{}", outcome.peak_memory_bytes);
}

#[test]
fn m1_memory_that_is_touched_counts() {
    let lane = lane();
    let outcome = lane.run(&inside(&["touch", &BYTES.to_string()])).expect("an outcome");
    assert!(outcome.success());
    assert!(outcome.peak_memory_bytes >= BYTES, "{}", outcome.peak_memory_bytes);
    assert!(outcome.peak_memory_bytes < BYTES + (16 << 20), "{}", outcome.peak_memory_bytes);
}

/// The peak of one run must not be seen in the next, which may use the same cgroup.
#[test]
fn m1_the_peak_of_a_run_is_its_own() {
    let lane = lane();
    for _ in 0..4 {
        let large = lane.run(&inside(&["touch", &BYTES.to_string()])).expect("an outcome");
        let small = lane.run(&inside(&["exit", "0"])).expect("an outcome");
        assert!(large.peak_memory_bytes >= BYTES, "{}", large.peak_memory_bytes);
        assert!(small.peak_memory_bytes < 8 << 20, "{}", small.peak_memory_bytes);
    }
}

/// A program that creeps up to its limit is not killed as long as the kernel finds pages of its files to
/// evict, which are needed again at once. That its time runs out so is the memory limit's doing.
#[test]
fn m1_a_program_that_its_memory_limit_keeps_from_running_ends_by_it() {
    let Some(lane) = cgroup_lane() else { return };
    let directory = Scratch::new("creep");
    let file = directory.path("text");
    fs::write(&file, vec![1; 16 << 20]).expect("writable");
    // Whoever reads a page first is charged for it: that must be the program.
    let forgotten = Command::new("dd")
        .arg(format!("of={file}"))
        .args(["oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"])
        .status();
    assert!(forgotten.expect("dd is there").success());
    let program = |mode| {
        let view = View::default().bind(&file, "/text");
        let mut request = inside(&[mode, "/text"]).view(view);
        request.limits_mut().memory = Some(64 << 20);
        request.limits_mut().cpu_time = Some(slow(ms(1000)));
        request.limits_mut().wall_time = Some(slow(ms(8000)));
        lane.run(&request).expect("an outcome")
    };
    let crept = program("creep");
    assert_eq!(crept.cause, Cause::MemoryLimit, "{crept:?}");
    let slow = program("read-for-ever");
    assert_eq!(slow.cause, Cause::CpuTimeLimit, "{slow:?}");
}
