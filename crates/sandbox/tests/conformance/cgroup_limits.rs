//! Limits that cgroups enforce.

use crate::support::*;
use sandglass_sandbox::{Backend, Cause, Lane};

#[test]
fn g1_without_limits_a_program_forks_and_allocates() {
    let lane = lane();
    assert_eq!(say(&lane, &inside(&["fork"])), "fork ok\n");
    assert_eq!(say(&lane, &inside(&["touch", "8388608"])), "mmap ok\n");
}

#[test]
fn g1_a_process_limit_of_zero_is_an_error() {
    let lane = lane();
    let mut request = inside(&["exit", "0"]);
    request.limits_mut().processes = Some(0);
    assert!(lane.run(&request).expect_err("nothing can run").is_request_fault());
}

#[test]
fn g1_a_process_limit_of_one_runs_the_program_and_lets_it_not_fork() {
    let Some(lane) = cgroup_lane() else { return };
    for _ in 0..3 {
        let mut request = inside(&["fork"]);
        request.limits_mut().processes = Some(1);
        let outcome = lane.run(&request).expect("an outcome");
        assert_eq!(said(&outcome), "fork EAGAIN\n");
        assert!(outcome.refused_processes >= 1, "{outcome:?}");
        // And the limit is not that of the next run.
        assert_eq!(say(&lane, &inside(&["fork"])), "fork ok\n");
    }
}

#[test]
fn g1_a_memory_limit_of_zero_runs_nothing() {
    let Some(lane) = cgroup_lane() else { return };
    let mut request = inside(&["touch", "1048576"]);
    request.limits_mut().memory = Some(0);
    match lane.run(&request) {
        Ok(outcome) => assert_eq!(outcome.cause, Cause::MemoryLimit, "{outcome:?}"),
        Err(error) => assert!(error.is_request_fault(), "{error:?}"),
    }
    assert_eq!(say(&lane, &inside(&["touch", "8388608"])), "mmap ok\n");
}

#[test]
fn g1_a_memory_limit_holds() {
    let Some(lane) = cgroup_lane() else { return };
    let mut request = inside(&["exit", "0"]);
    request.limits_mut().memory = Some(2 << 20);
    assert!(lane.run(&request).expect("an outcome").success(), "2 MiB are enough to exit");
    for bytes in [3 << 20, 64 << 20] {
        let mut request = inside(&["touch", &bytes.to_string()]);
        request.limits_mut().memory = Some(2 << 20);
        let outcome = lane.run(&request).expect("an outcome");
        assert_eq!(outcome.cause, Cause::MemoryLimit, "{outcome:?}");
        assert!(outcome.oom_kills >= 1, "{outcome:?}");
    }
    assert_eq!(say(&lane, &inside(&["touch", "8388608"])), "mmap ok\n");
}

#[test]
fn g1_process_and_memory_limits_hold_together() {
    let Some(lane) = cgroup_lane() else { return };
    let limited = |arguments: &[&str]| {
        let mut request = inside(arguments);
        request.limits_mut().processes = Some(1);
        request.limits_mut().memory = Some(2 << 20);
        lane.run(&request).expect("an outcome")
    };
    assert_eq!(limited(&["touch", "33554432"]).cause, Cause::MemoryLimit);
    assert_eq!(said(&limited(&["fork"])), "fork EAGAIN\n");
}

/// The bounds on CPU bandwidth in the cgroups of a lane.
fn bandwidths(lane: &Lane) -> Vec<String> {
    let slots = cgroups(guardian(lane))
        .into_iter()
        .flat_map(|top| ["a", "b"].map(|slot| format!("{top}/{slot}")));
    let files =
        slots.flat_map(|slot| ["cpu.max", "cpu.cfs_quota_us"].map(|file| format!("{slot}/{file}")));
    let read = files.filter_map(|file| std::fs::read_to_string(file).ok());
    read.filter(|text| !text.starts_with("max") && !text.starts_with("-1")).collect()
}

#[test]
fn g1_cpu_bandwidth_slows() {
    let Some(lane) = cgroup_lane() else { return };
    // A tenth of a CPU in periods of 100 ms: 25 ms of CPU take the first 10 ms, then two more periods.
    let mut request = inside(&["spin", "25"]);
    request.limits_mut().cpu_bandwidth = Some(0.1);
    let outcome = lane.run(&request).expect("an outcome");
    assert!(outcome.success());
    assert!(outcome.weaknesses.is_empty(), "{:?}", outcome.weaknesses);
    assert!(outcome.wall_time >= ms(105), "{:?}", outcome.wall_time);
    assert!(!bandwidths(&lane).is_empty(), "the slot of that run has one");
    // Both slots are come by, and what they are left with says more than how long a run takes on a machine
    // with other work.
    for _ in 0..2 {
        assert!(lane.run(&inside(&["spin", "1"])).expect("an outcome").success());
    }
    assert_eq!(bandwidths(&lane), Vec::<String>::new(), "later runs have it, too");
}

/// What the sandbox's own processes use is not charged to the program.
#[test]
fn n2_the_program_is_accounted_apart_from_process_1() {
    let Some(lane) = cgroup_lane() else { return };
    let (mut reader, writer) = pipe();
    let request = inside(&["pause"]).stdout(to(writer));
    let run = lane.submit(&request).expect("sent");
    drop(request);
    wait_here(&mut reader);
    let program = *descendants(lane.facts().supervisor).last().expect("it runs");
    let init: u32 = status_field(program, "PPid:").expect("alive").parse().expect("a number");
    let place = |process: u32| {
        let text = std::fs::read_to_string(format!("/proc/{process}/cgroup")).expect("alive");
        text.lines().find_map(|line| line.strip_prefix("0::")).expect("a v2 tree").to_owned()
    };
    assert_ne!(place(program), place(init));
    assert!(place(program).contains("sandglass-"), "{}", place(program));
    run.kill().expect("sent");
    let outcome = run.wait().expect("an outcome");
    assert!(outcome.peak_processes.is_none_or(|peak| peak == 1), "{outcome:?}");
    assert_ne!(outcome.backend, Backend::Rlimit);
}
