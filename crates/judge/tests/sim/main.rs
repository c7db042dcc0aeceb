//! Every judge-level test of the reference (Sim), in our terms; `rows.txt` lists them, and a test's name
//! begins with its row.
//!
//! Needs of the host: what the sandbox needs, `bash` and `python3` under `/usr/bin`. Where they are
//! missing these tests fail.

mod batch;
mod interactive;
#[path = "../engine/support.rs"]
#[allow(dead_code)]
mod support;

use sandglass_judge::{TestReport, Verdict};
use sandglass_package::{Checker, HelperProgram, Kind, Protocol};
use support::Problem;

const LIMITS: &str = "limits: {time_limit: 0.5, memory: 64, output: 1, validation_time: 1, validation_memory: 64, validation_output: 2}";

/// A problem with this checker of the three-line protocol, in Bash.
fn problem(kind: Kind, checker: &str) -> Problem {
    let mut problem = Problem::kattis(LIMITS, &[("check/checker.sh", checker)]);
    let program = HelperProgram {
        name: "checker.sh".to_owned(),
        path: "check/checker.sh".to_owned(),
        extra_files: Vec::new(),
        language: None,
        protocol: Protocol::Sim,
    };
    problem.package.problem.kind = kind;
    if kind == Kind::Interactive {
        problem.package.checker = Checker::Interactor;
        problem.package.interactor = Some(program);
    } else {
        problem.package.checker = Checker::Programs(vec![program]);
    }
    problem
}

/// The verdict, and what the checker said.
#[track_caller]
fn said(test: &TestReport) -> (Verdict, Option<f64>, &str) {
    let checker = test.checker.as_ref().unwrap_or_else(|| panic!("no checker: {test:#?}"));
    (test.verdict.unwrap(), checker.multiplier, &checker.message)
}

/// What both kinds of checker may do wrong, given the descriptor that they speak on. Each with words of
/// the fault.
const FAULTS: [(&str, &str); 7] = [
    // Which clock runs out first depends on how busy the machine is.
    ("while :; do :; done", "time limit"),
    ("text=xxxxxxxxxxxxxxxx; while :; do text=$text$text; done", "memory limit"),
    ("exit 1", "exited with 1"),
    ("echo YES >&$OUT", "first line"),
    ("printf 'OK\\nmuch\\n' >&$OUT", "second line"),
    ("printf 'OK\\n101\\n' >&$OUT", "second line"),
    ("printf 'OK\\n-1\\n' >&$OUT", "second line"),
];

#[track_caller]
fn check_fault(kind: Kind, index: usize) {
    let (script, words) = FAULTS[index];
    let outputs: &[u32] = if kind == Kind::Interactive { &[2] } else { &[1, 2] };
    for out in outputs {
        let problem = problem(kind, &format!("OUT={out}\n{script}"));
        let fault = problem.fault("well.sh", "exit 0");
        assert!(fault.contains(words), "{fault}");
    }
}

/// A script that says something where Sip's template does.
fn says(kind: Kind, text: &str) -> Problem {
    problem(kind, &format!("printf '{text}' >&2"))
}

/// A script that says something where checkers that talk with nobody may say it too.
fn says_aloud(text: &str) -> Problem {
    problem(Kind::Batch, &format!("printf '{text}'; echo a note >&2"))
}
