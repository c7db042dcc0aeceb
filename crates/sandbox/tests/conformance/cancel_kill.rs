//! Cancelling and killing, at every moment, any number of times, without touching the neighbours.

use crate::support::*;
use sandglass_sandbox::Cause;
use std::io::Read;

/// A moment that differs from round to round, 0 to 10 ms.
fn moment(round: u64) -> std::time::Duration {
    std::time::Duration::from_micros(round * 7919 % 10_000)
}

#[test]
fn c1_cancelling_works_at_any_moment() {
    let lane = lane();
    for round in 0..40 {
        let (mut reader, writer) = pipe();
        let request = inside(&["pause"]).stdout(to(writer));
        let run = lane.submit(&request).expect("sent");
        drop(request);
        std::thread::sleep(moment(round));
        run.cancel();
        // The end of the pipe is seen: the program is dead, or never was.
        let mut rest = Vec::new();
        reader.read_to_end(&mut rest).expect("the end of the pipe");
    }
    assert!(lane.run(&inside(&["exit", "0"])).expect("the lane goes on").success());
}

#[test]
fn c2_dropping_a_run_cancels_it() {
    let lane = lane();
    let (mut reader, writer) = pipe();
    let request = inside(&["pause"]).stdout(to(writer));
    let run = lane.submit(&request).expect("sent");
    drop(request);
    wait_here(&mut reader);
    drop(run);
    assert_eq!(reader.read(&mut [0; 1]).expect("the end"), 0);
}

/// `cancel` takes the run away, so a second cancel and waiting for a cancelled run cannot be written;
/// cancelling one that is over already is without effect.
#[test]
fn c2_cancelling_a_run_that_is_over_does_nothing() {
    let lane = lane();
    let run = lane.submit(&inside(&["exit", "0"])).expect("sent");
    eventually(ms(5000), "the run ends", || run.is_done());
    run.cancel();
    assert_eq!(lane.run(&inside(&["exit", "9"])).expect("an outcome").exit_code, Some(9));
}

#[test]
fn c3_requests_work_after_cancelling() {
    let lane = lane();
    for code in 1..10 {
        lane.submit(&inside(&["pause"])).expect("sent").cancel();
        let outcome = lane.run(&inside(&["exit", &code.to_string()])).expect("an outcome");
        assert_eq!(outcome.exit_code, Some(code));
    }
}

#[test]
fn c3_cancelling_does_not_interfere_with_other_requests() {
    let lane = lane();
    let first = lane.submit(&inside(&["exit", "1"])).expect("sent");
    let second = lane.submit(&inside(&["pause"])).expect("sent");
    let third = lane.submit(&inside(&["exit", "3"])).expect("sent");
    let fourth = lane.submit(&inside(&["pause"])).expect("sent");
    fourth.cancel();
    second.cancel();
    assert_eq!(third.wait().expect("an outcome").exit_code, Some(3));
    assert_eq!(first.wait().expect("an outcome").exit_code, Some(1));
}

#[test]
fn c3_killing_after_cancelling_does_nothing() {
    let lane = lane();
    let run = lane.submit(&inside(&["pause"])).expect("sent");
    let killer = run.killer();
    run.cancel();
    killer.kill().expect("sent");
    assert!(lane.run(&inside(&["exit", "0"])).expect("the lane goes on").success());
}

#[test]
fn k1_killing_yields_an_outcome_at_any_moment() {
    let lane = lane();
    for round in 0..40 {
        let run = lane.submit(&inside(&["pause"])).expect("sent");
        std::thread::sleep(moment(round));
        run.kill().expect("sent");
        let outcome = run.wait().expect("an outcome");
        assert_eq!((outcome.cause, outcome.signal), (Cause::Killed, Some(9)), "round {round}");
    }
}

#[test]
fn k2_killing_again_does_nothing() {
    let lane = lane();
    let run = lane.submit(&inside(&["pause"])).expect("sent");
    let killer = run.killer();
    for _ in 0..5 {
        killer.kill().expect("sent");
    }
    assert_eq!(run.wait().expect("an outcome").cause, Cause::Killed);
    killer.kill().expect("sent");
    assert!(lane.run(&inside(&["exit", "0"])).expect("the lane goes on").success());
}

#[test]
fn k3_killing_a_run_that_is_over_does_nothing() {
    let lane = lane();
    let run = lane.submit(&inside(&["exit", "6"])).expect("sent");
    eventually(ms(5000), "the run ends", || run.is_done());
    run.kill().expect("sent");
    let outcome = run.wait().expect("an outcome");
    assert_eq!((outcome.cause, outcome.exit_code), (Cause::Exited, Some(6)));
}

#[test]
fn k4_requests_cancelling_and_killing_work_after_killing() {
    let lane = lane();
    let first = lane.submit(&inside(&["pause"])).expect("sent");
    first.kill().expect("sent");
    assert_eq!(first.wait().expect("an outcome").cause, Cause::Killed);
    lane.submit(&inside(&["pause"])).expect("sent").cancel();
    let second = lane.submit(&inside(&["pause"])).expect("sent");
    second.kill().expect("sent");
    assert_eq!(second.wait().expect("an outcome").cause, Cause::Killed);
    assert_eq!(lane.run(&inside(&["exit", "2"])).expect("an outcome").exit_code, Some(2));
}

#[test]
fn k5_killing_does_not_interfere_with_other_requests() {
    let lane = lane();
    let first = lane.submit(&inside(&["exit", "1"])).expect("sent");
    let second = lane.submit(&inside(&["pause"])).expect("sent");
    let third = lane.submit(&inside(&["exit", "3"])).expect("sent");
    second.kill().expect("sent");
    assert_eq!(third.wait().expect("an outcome").exit_code, Some(3));
    assert_eq!(second.wait().expect("an outcome").cause, Cause::Killed);
    assert_eq!(first.wait().expect("an outcome").exit_code, Some(1));
}

#[test]
fn k1_a_killed_program_leaves_no_process() {
    let lane = lane();
    let (mut reader, writer) = pipe();
    let request = inside(&["tree"]).stdout(to(writer));
    let run = lane.submit(&request).expect("sent");
    drop(request);
    wait_here(&mut reader);
    run.killer().kill().expect("sent");
    assert_eq!(run.wait().expect("an outcome").cause, Cause::Killed);
    assert_eq!(reader.read(&mut [0; 1]).expect("the end"), 0, "a child still holds the pipe");
}
