//! Requests are answered, each by its own outcome, and bad ones by an error that says why.

use crate::raw::{Raw, run};
use crate::support::*;
use sandglass_sandbox::{Cause, Errno, Error, Request, Stage};
use sandglass_wire::{Command, Executable, Output as WireOutput, Reply};
use std::fs::File;
use std::os::fd::AsFd;
use std::sync::Arc;

#[test]
fn r1_exit_code_is_correct() {
    let lane = lane();
    for (program, code) in [("/bin/true", 0), ("/bin/false", 1)] {
        let outcome = lane.run(&Request::new(program)).expect("an outcome");
        assert_eq!((outcome.cause, outcome.exit_code), (Cause::Exited, Some(code)), "{program}");
        assert_eq!(outcome.success(), code == 0);
    }
    for code in [0, 7, 255] {
        let outcome = lane.run(&inside(&["exit", &code.to_string()])).expect("an outcome");
        assert_eq!(outcome.exit_code, Some(code));
    }
}

#[test]
fn r2_an_invalid_request_does_not_disturb_its_neighbours() {
    let lane = lane();
    let first = lane.submit(&inside(&["exit", "3"])).expect("sent");
    let second = lane.submit(&Request::new("/no/such/program")).expect("sent");
    let third = lane.submit(&inside(&["exit", "4"])).expect("sent");
    assert_eq!(first.wait().expect("an outcome").exit_code, Some(3));
    assert!(second.wait().expect_err("there is no such program").is_request_fault());
    assert_eq!(third.wait().expect("an outcome").exit_code, Some(4));
}

/// The tracee answers 42 plus the number of its arguments. (Linux makes none into one empty one.)
#[test]
fn r3_a_program_of_a_descriptor_runs_with_no_arguments() {
    let mut raw = Raw::ready();
    let mut bare = run(5, None);
    bare.executable = Executable::Descriptor;
    bare.arguments.clear();
    raw.send_bytes(&Command::Run(Box::new(bare)).encode(), &[tracee().as_fd()]);
    match raw.reply() {
        Some(Reply::Outcome(outcome)) => assert_eq!(outcome.exit_code, Some(43), "{outcome:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn r4_results_are_awaited_in_any_order() {
    let lane = lane();
    let mut runs: Vec<_> = (0..6)
        .map(|code| Some(lane.submit(&inside(&["exit", &code.to_string()])).expect("sent")))
        .collect();
    for index in [3, 0, 5, 1, 4, 2] {
        let run = runs[index].take().expect("awaited once");
        assert_eq!(run.wait().expect("an outcome").exit_code, Some(index as i32));
    }
}

#[test]
fn e1_an_empty_path_is_refused_with_a_message() {
    let lane = lane();
    let error = lane.run(&Request::new("")).expect_err("no path");
    assert!(error.is_request_fault() && error.to_string().contains("empty"), "{error}");
}

#[test]
fn e1_a_program_that_does_not_exist_is_refused_with_a_message_and_a_hint() {
    let lane = lane();
    let error = lane.run(&Request::new("/nonexistent")).expect_err("no program");
    match &error {
        Error::Request { stage: Stage::Execute, errno: Errno::ENOENT, subject } => {
            assert_eq!(subject, "/nonexistent");
        }
        other => panic!("{other:?}"),
    }
    assert!(error.hint().is_some());
}

#[test]
fn e2_a_descriptor_that_is_no_program_is_refused() {
    let lane = lane();
    let null: Arc<_> = Arc::new(File::open("/dev/null").expect("it exists").into());
    let error = lane.run(&Request::from_descriptor(null, "null")).expect_err("no program");
    assert!(error.is_request_fault(), "{error:?}");
    match error {
        Error::Request { stage: Stage::Execute | Stage::Landlock, errno, .. } => {
            assert!(matches!(errno, Errno::EACCES | Errno::EINVAL), "{errno}");
        }
        other => panic!("{other:?}"),
    }
    assert!(lane.run(&inside(&["exit", "0"])).expect("the lane goes on").success());
}

/// The library takes descriptors that are owned, so a number that is not open cannot be named to it;
/// on the wire a message with too few of them is refused, and the conversation goes on.
fn too_few_descriptors(change: impl FnOnce(&mut sandglass_wire::Run)) {
    let mut raw = Raw::ready();
    let mut request = run(1, None);
    change(&mut request);
    raw.send(&Command::Run(Box::new(request)));
    match raw.reply() {
        Some(Reply::Failed(failure)) => {
            assert!(failure.request_at_fault);
            let words = String::from_utf8(failure.subject).expect("text");
            assert!(words.contains("descriptors"), "{words}");
        }
        other => panic!("{other:?}"),
    }
    raw.send(&Command::Run(Box::new(run(2, None))));
    assert!(matches!(raw.reply(), Some(Reply::Outcome(outcome)) if outcome.exit_code == Some(0)));
}

#[test]
fn e2_an_executable_that_did_not_come_is_refused() {
    too_few_descriptors(|run| run.executable = Executable::Descriptor);
}

#[test]
fn e3_a_standard_input_that_did_not_come_is_refused() {
    too_few_descriptors(|run| run.stdin = true);
}

#[test]
fn e3_a_standard_output_that_did_not_come_is_refused() {
    too_few_descriptors(|run| run.stdout = WireOutput::Descriptor);
}

#[test]
fn e3_a_standard_error_that_did_not_come_is_refused() {
    too_few_descriptors(|run| run.stderr = WireOutput::Descriptor);
}
