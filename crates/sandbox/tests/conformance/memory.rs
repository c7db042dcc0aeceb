//! Peak memory is what was used, not what was asked for.

use crate::support::*;

const BYTES: u64 = 33 << 20;

/// What is charged before the program starts is taken off the peak, and some of it is given back while
/// the program runs; cgroup v1 also counts in batches of 256 KiB for each CPU. So a figure may be short.
const SLACK: u64 = 512 << 10;

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
    assert!(outcome.peak_memory_bytes >= BYTES - SLACK, "{}", outcome.peak_memory_bytes);
    assert!(outcome.peak_memory_bytes < BYTES + (16 << 20), "{}", outcome.peak_memory_bytes);
}

/// The peak of one run must not be seen in the next, which may use the same cgroup.
#[test]
fn m1_the_peak_of_a_run_is_its_own() {
    let lane = lane();
    for _ in 0..4 {
        let large = lane.run(&inside(&["touch", &BYTES.to_string()])).expect("an outcome");
        let small = lane.run(&inside(&["exit", "0"])).expect("an outcome");
        assert!(large.peak_memory_bytes >= BYTES - SLACK, "{}", large.peak_memory_bytes);
        assert!(small.peak_memory_bytes < 8 << 20, "{}", small.peak_memory_bytes);
    }
}
