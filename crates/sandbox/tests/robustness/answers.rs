//! What a host may lack is asked of the host, and its answer is told.

use crate::support::*;
use sandglass_sandbox::{Backend, BackendChoice, Cause, Lane, LaneOptions, Weakness};

/// The path of instruction counting, on an event that every machine has: page faults in user mode.
#[test]
fn a_software_counter_counts_what_the_run_does() {
    let lane = lane();
    let count = |pages: usize| {
        let bytes = (pages * 4096).to_string();
        let outcome =
            lane.run(&inside(&["touch", &bytes]).software_counter(true)).expect("an outcome");
        assert!(outcome.success(), "{outcome:?}");
        let missing = outcome.weaknesses.contains(&Weakness::NoInstructionCounter);
        assert_eq!(outcome.instructions.is_none(), missing, "{outcome:?}");
        outcome.instructions
    };
    let level = std::fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    let level: i32 = level.expect("a kernel with counters").trim().parse().expect("a number");
    match (count(10), count(2010)) {
        (Some(few), Some(many)) => {
            assert!(few > 0 && many >= few + 1990, "{few} and {many} page faults");
        }
        // Debian's kernels know a level 3, which forbids it to ordinary users.
        (None, None) => assert!(level > 2, "the kernel allows it at level {level}"),
        other => panic!("{other:?}"),
    }
    let plain = lane.run(&inside(&["exit", "0"])).expect("an outcome");
    assert_eq!(plain.instructions, None, "counted unasked");
}

/// The kernel is asked for a cookie; where it gives none, the outcome says so.
#[test]
fn core_scheduling_is_what_the_kernel_says() {
    // A thread of its own, for it would keep the cookie.
    let gives = std::thread::spawn(|| sandglass_sys::make_core_scheduling_cookie().is_ok());
    let gives = gives.join().expect("it ends");
    let lane = lane();
    for _ in 0..2 {
        let outcome = lane.run(&inside(&["exit", "0"]).core_scheduling(true)).expect("an outcome");
        assert!(outcome.success());
        let missing = outcome.weaknesses.contains(&Weakness::NoCoreScheduling);
        assert_eq!(missing, !gives, "{:?}", outcome.weaknesses);
        let outcome = lane.run(&inside(&["exit", "0"])).expect("an outcome");
        assert!(!outcome.weaknesses.contains(&Weakness::NoCoreScheduling));
    }
}

fn weak_lane() -> Lane {
    let backend = BackendChoice::Only(Backend::Rlimit);
    Lane::new(&LaneOptions { backend, ..LaneOptions::default() }).expect("a lane without cgroups")
}

/// Without a cgroup nobody adds up the CPU time of a tree; children that burn are busy all the same.
#[test]
fn children_that_burn_are_not_idle_without_a_cgroup() {
    let lane = weak_lane();
    let burn = "j=0; while [ $j -lt 40000 ]; do j=$((j+1)); done";
    for script in [
        // One child after the other, each longer than a look; then many, each shorter than a tick.
        format!("for i in 1 2 3 4 5 6 7 8 9 10; do ({burn}); done"),
        "i=0; while [ $i -lt 400 ]; do /bin/true; i=$((i+1)); done".to_owned(),
        format!("({burn}; {burn}; {burn}; {burn}; {burn}; {burn}) & wait"),
    ] {
        let mut request = shell(&script);
        request.limits_mut().idle_time = Some(slow(ms(100)));
        let outcome = lane.run(&request).expect("an outcome");
        assert!(outcome.success(), "{script}: {outcome:?}");
        assert!(outcome.wall_time > slow(ms(150)), "too short to tell: {outcome:?}");
    }
}

#[test]
fn a_tree_that_sleeps_is_idle_without_a_cgroup() {
    let mut request = shell("(sleep 5) & (sleep 5) & wait");
    request.limits_mut().idle_time = Some(slow(ms(100)));
    let outcome = weak_lane().run(&request).expect("an outcome");
    assert_eq!(outcome.cause, Cause::IdleLimit, "{outcome:?}");
    assert!(outcome.wall_time < slow(ms(2000)), "{outcome:?}");
}

/// The same on a cgroup, where there is one.
#[test]
fn children_that_burn_are_not_idle() {
    let lane = lane();
    let mut request =
        shell("for i in 1 2 3 4 5 6; do (j=0; while [ $j -lt 40000 ]; do j=$((j+1)); done); done");
    request.limits_mut().idle_time = Some(slow(ms(60)));
    let outcome = lane.run(&request).expect("an outcome");
    assert!(outcome.success(), "{outcome:?}");
}

/// Children count for the limit of CPU time too, as far as sampling can tell.
#[test]
fn children_that_burn_reach_the_limit_of_cpu_time_without_a_cgroup() {
    let lane = weak_lane();
    let mut request = shell("while :; do (j=0; while [ $j -lt 5000 ]; do j=$((j+1)); done); done");
    request.limits_mut().cpu_time = Some(ms(200));
    request.limits_mut().wall_time = Some(slow(ms(8000)));
    let outcome = lane.run(&request).expect("an outcome");
    assert_eq!(outcome.cause, Cause::CpuTimeLimit, "{outcome:?}");
    assert!(outcome.cpu_time() >= ms(190) && outcome.cpu_time() < slow(ms(600)), "{outcome:?}");
}
