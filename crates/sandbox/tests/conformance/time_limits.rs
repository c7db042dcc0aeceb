//! Wall and CPU time: limits and figures.

use crate::support::*;
use sandglass_sandbox::{Cause, Request};
use std::time::Duration;

#[test]
fn t1_wall_time_limit_kills() {
    let lane = lane();
    for limit in [Duration::ZERO, ms(10)] {
        let mut request = inside(&["pause"]);
        request.limits_mut().wall_time = Some(limit);
        let outcome = lane.run(&request).expect("an outcome");
        assert_eq!(outcome.cause, Cause::WallTimeLimit, "{limit:?}");
        assert_eq!(outcome.signal, Some(9));
        assert!(outcome.wall_time >= limit, "{:?} of {limit:?}", outcome.wall_time);
        assert!(outcome.wall_time < slow(limit + ms(500)), "{:?}", outcome.wall_time);
    }
}

/// A negative limit cannot be written: a `Duration` has no sign. The longest one is no accident either.
#[test]
fn t1_a_program_that_ends_in_time_is_not_killed() {
    let lane = lane();
    for limit in [slow(Duration::from_secs(1)), Duration::MAX] {
        let mut request = Request::new("/bin/true");
        request.limits_mut().wall_time = Some(limit);
        assert!(lane.run(&request).expect("an outcome").success(), "{limit:?}");
    }
}

fn cpu_limit(mode: &str, processes: Option<u64>) {
    let lane = lane();
    for limit in [Duration::ZERO, ms(20)] {
        let mut request = inside(&[mode, "20000"]);
        request.limits_mut().cpu_time = Some(limit);
        request.limits_mut().processes = processes;
        let outcome = lane.run(&request).expect("an outcome");
        assert_eq!(outcome.cause, Cause::CpuTimeLimit, "{limit:?}: {outcome:?}");
        assert!(outcome.cpu_time() >= limit, "{:?} of {limit:?}", outcome.cpu_time());
        let weak = !outcome.weaknesses.is_empty();
        let slack = if weak { ms(2500) } else { ms(300) };
        assert!(outcome.cpu_time() < slow(limit + slack), "{outcome:?}");
    }
}

#[test]
fn t2_cpu_time_limit_without_a_process_limit() {
    cpu_limit("spin", None);
}

#[test]
fn t2_cpu_time_limit_of_a_single_process() {
    cpu_limit("spin", Some(1));
}

#[test]
fn t2_cpu_time_limit_counts_all_threads() {
    cpu_limit("spin-threads", None);
}

#[test]
fn t2_a_program_below_its_cpu_time_limit_is_not_killed() {
    let lane = lane();
    let mut request = inside(&["spin", "5"]);
    request.limits_mut().cpu_time = Some(slow(Duration::from_secs(2)));
    assert!(lane.run(&request).expect("an outcome").success());
}

#[test]
fn t3_cpu_time_is_accounted_and_no_more_than_wall_time() {
    let lane = lane();
    let outcome = lane.run(&inside(&["spin", "55"])).expect("an outcome");
    assert!(outcome.success());
    assert!(outcome.cpu_time() >= ms(55), "{:?}", outcome.cpu_time());
    assert_eq!(outcome.cpu_time(), outcome.cpu_user + outcome.cpu_system);
    // Both are read from different clocks of the kernel, whose grain differs by microseconds.
    assert!(outcome.cpu_time() <= outcome.wall_time + ms(2), "{outcome:?}");
}

#[test]
fn t3_a_program_that_sleeps_uses_wall_time_alone() {
    let lane = lane();
    let outcome = lane.run(&Request::new("/bin/sleep").argument("0.1")).expect("an outcome");
    assert!(outcome.success());
    assert!(outcome.wall_time >= ms(100), "{:?}", outcome.wall_time);
    assert!(outcome.cpu_time() < slow(ms(80)), "{:?}", outcome.cpu_time());
}

/// On a CPU with three others a program has a fourth of it, and reaches a wall limit that it would keep
/// alone; unless what it waited is left out.
#[test]
fn waits_for_a_cpu_can_be_left_out_of_the_wall_time_limit() {
    let status = std::fs::read_to_string("/proc/self/status").expect("our own status");
    let cpus = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let first = cpus.expect("a list").trim().split([',', '-']).next().expect("a CPU");
    let cpu = [first.parse().expect("a number")];
    let others: Vec<_> = (0..3).map(|_| lane()).collect();
    let endless = inside(&["spin", "600000"]).cpus(&cpu);
    let others: Vec<_> =
        others.iter().map(|lane| lane.submit(&endless).expect("a neighbour")).collect();
    let lane = lane();
    let work = slow(ms(300)).as_millis().to_string();
    let run = |leave_out, mode: [&str; 2], limit| {
        let mut request = inside(&mode).cpus(&cpu).leave_out_waits(leave_out);
        request.limits_mut().wall_time = Some(limit);
        lane.run(&request).expect("an outcome")
    };
    let crowded = run(false, ["spin", &work], slow(ms(500)));
    let excused = run(true, ["spin", &work], slow(ms(500)));
    let asleep = run(true, ["pause", ""], ms(50));
    for other in others {
        other.kill().expect("it lives");
        other.wait().expect("an outcome");
    }
    assert_eq!(crowded.cause, Cause::WallTimeLimit, "{crowded:?}");
    assert!(excused.success(), "{excused:?}");
    assert!(excused.wall_time > slow(ms(500)), "{excused:?}");
    assert_eq!(asleep.cause, Cause::WallTimeLimit, "{asleep:?}");
}
