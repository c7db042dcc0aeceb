//! seccomp policies: what is no policy is refused, and what a policy forbids does not happen.

use crate::raw::{Raw, run};
use crate::support::*;
use sandglass_sandbox::policy::Program;
use sandglass_sandbox::{Cause, Errno, Policy};
use sandglass_wire::{Command, Reply, RunFailure, Stage};

/// A filter of one instruction: `code`, and `value`.
fn instruction(code: u16, value: u32) -> Vec<u8> {
    let mut bytes = code.to_le_bytes().to_vec();
    bytes.extend([0, 0]);
    bytes.extend(value.to_le_bytes());
    bytes
}

const RETURN: u16 = 0x06;
const ALLOW: u32 = 0x7fff_0000;

/// Runs under `program` as raw bytes, which no compiler of ours checked.
fn under(program: Vec<u8>) -> Result<Option<u64>, RunFailure> {
    let mut raw = Raw::ready();
    raw.send(&Command::Policy { slot: 0, program, listener: false });
    raw.send(&Command::Run(Box::new(run(1, Some(0)))));
    let result = match raw.reply() {
        Some(Reply::Outcome(outcome)) => Ok(outcome.exit_code),
        Some(Reply::Failed(failure)) => Err(failure),
        other => panic!("{other:?}"),
    };
    // Whatever the filter was, the lane goes on.
    raw.send(&Command::Run(Box::new(run(2, None))));
    assert!(matches!(raw.reply(), Some(Reply::Outcome(outcome)) if outcome.exit_code == Some(0)));
    result
}

#[test]
fn s1_a_filter_of_no_instruction_is_refused() {
    assert!(Program::from_bytes(&[]).is_err());
    let failure = under(Vec::new()).expect_err("no filter");
    assert!(failure.stage == Stage::Policy && failure.request_at_fault, "{failure:?}");
}

#[test]
fn s1_a_filter_of_half_an_instruction_is_refused() {
    assert!(Program::from_bytes(&instruction(RETURN, ALLOW)[..5]).is_err());
    let mut bytes = instruction(RETURN, ALLOW);
    bytes.extend([1, 2, 3]);
    let failure = under(bytes).expect_err("no filter");
    assert!(failure.stage == Stage::Policy && failure.request_at_fault, "{failure:?}");
}

#[test]
fn s1_a_filter_that_is_too_long_is_refused() {
    let bytes = instruction(RETURN, ALLOW).repeat(4097);
    assert!(Program::from_bytes(&bytes).is_err());
    let failure = under(bytes).expect_err("no filter");
    assert!(failure.stage == Stage::Policy && failure.request_at_fault, "{failure:?}");
}

#[test]
fn s1_a_filter_of_invalid_instructions_is_refused() {
    let failure = under(instruction(0xffff, 0)).expect_err("no filter");
    assert!(failure.stage == Stage::Policy && failure.request_at_fault, "{failure:?}");
    assert_eq!(failure.errno, Errno::EINVAL.0);
}

#[test]
fn s1_a_filter_that_allows_everything_is_taken() {
    assert_eq!(under(instruction(RETURN, ALLOW)).expect("an outcome"), Some(0));
}

/// The library refuses a policy under which its own launcher could not execute the program.
#[test]
fn s1_a_policy_that_forbids_the_exec_is_refused() {
    let text = r#"
        name = "no-exec"
        description = "everything but execveat"
        [default]
        action = "allow"
        reason = "a test"
        [[rule]]
        action = "EHOSTUNREACH"
        syscalls = ["execve", "execveat"]
        reason = "a test"
    "#;
    let refused = match Policy::from_toml(text) {
        Err(error) => error.to_string(),
        Ok(policy) => {
            let lane = lane();
            let error = lane.run(&inside(&["exit", "0"]).policy(policy)).expect_err("no exec");
            assert!(error.is_request_fault(), "{error:?}");
            error.to_string()
        }
    };
    assert!(!refused.is_empty());
}

/// And where a raw filter does it, the kernel's answer is reported: `EHOSTUNREACH` (113) here.
#[test]
fn s1_a_filter_that_forbids_the_exec_is_reported() {
    const EXECVE: u32 = 59;
    const EXECVEAT: u32 = 322;
    let mut bytes = instruction(0x20, 0); // load the system call's number
    for number in [EXECVE, EXECVEAT] {
        let mut equal = instruction(0x15, number);
        equal[3] = 1; // where it differs, past the answer
        bytes.extend(equal);
        bytes.extend(instruction(RETURN, 0x0005_0000 | 113));
    }
    bytes.extend(instruction(RETURN, ALLOW));
    let failure = under(bytes).expect_err("no exec");
    assert_eq!((failure.stage, failure.errno), (Stage::Execute, 113), "{failure:?}");
}

#[test]
fn s1_a_violation_ends_the_run_and_names_the_call() {
    let lane = lane();
    let outcome = lane.run(&inside(&["unmount", "/"])).expect("an outcome");
    assert_eq!(outcome.cause, Cause::PolicyViolation);
    assert_eq!(outcome.system_call.as_deref(), Some("umount2"));
    assert!(outcome.protections.seccomp);
}
