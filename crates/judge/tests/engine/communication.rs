//! Several processes of a submission and a manager.

use sandglass_judge::Verdict;
use sandglass_package::{Checker, HelperProgram, Kind, Protocol};

use crate::support::Problem;

const LIMITS: &str =
    "limits: {time_limit: 1, memory: 256, validation_time: 2, validation_memory: 256}";

/// Asks each process for its number added to one of the manager's, and gives half for wrong manners.
const MANAGER: &str = r#"
import sys
first = int(open("input.txt").read())
assert first == int(sys.stdin.read())
open("output.txt", "w").write("asked")
pipes = sys.argv[1:]
readers, writers = [], []
for index in range(0, len(pipes), 2):
    readers.append(open(pipes[index]))
    writers.append(open(pipes[index + 1], "w"))
right = 0
for index, (reader, writer) in enumerate(zip(readers, writers)):
    try:
        print(first, flush=True, file=writer)
    except BrokenPipeError:
        continue
    answer = reader.readline()
    right += answer == f"{first + index}\n"
print(right / len(readers))
sys.stdout.flush()
print("translate:success" if right == len(readers) else f"{right} right", file=sys.stderr)
# What could not be written is not to be written again at the end.
sys.stderr.flush()
import os
os._exit(0)
"#;

fn problem(processes: u32, stdio: bool) -> Problem {
    let mut problem = managed_by(MANAGER, LIMITS);
    problem.package.problem.kind = Kind::Communication { processes, stdio };
    problem
}

/// Reads its pipes' names and its number from the arguments.
fn by_pipes(body: &str) -> String {
    // In this order, as the manager opens them the other way round: each waits for the other.
    format!(
        "import sys\nto, back = sys.argv[1:3]\nme = int(sys.argv[3]) if len(sys.argv) > 3 else 0\n\
         out = open(back, 'w')\ninp = open(to)\n{body}\n"
    )
}

#[test]
fn processes_talk_through_named_pipes() {
    let right = by_pipes("print(int(inp.readline()) + me, file=out, flush=True)");
    for processes in [1, 2, 3] {
        let test = problem(processes, false).test("right.py", &right);
        assert_eq!(test.verdict.unwrap(), Verdict::Accepted, "{test:#?}");
        assert_eq!(test.checker.unwrap().multiplier, Some(1.0));
    }
    let half = by_pipes("print(int(inp.readline()), file=out, flush=True)");
    let test = problem(2, false).test("half.py", &half);
    let checker = test.checker.unwrap();
    assert_eq!((checker.multiplier, checker.message.as_str()), (Some(0.5), "1 right"));
}

#[test]
fn processes_talk_through_their_streams() {
    let right = "import sys; print(int(input()) + int(sys.argv[1]), flush=True)";
    let test = problem(2, true).test("right.py", right);
    assert_eq!(
        (test.verdict.unwrap(), test.checker.unwrap().multiplier),
        (Verdict::Accepted, Some(1.0))
    );
    // Says nothing and ends: the manager sees the end, and goes on.
    let test = problem(2, true).test("silent.py", "");
    assert_eq!(
        (test.verdict.unwrap(), test.checker.unwrap().multiplier),
        (Verdict::WrongAnswer, Some(0.0))
    );
}

#[test]
fn a_process_that_fails_decides() {
    for stdio in [false, true] {
        // It has not even opened its pipes, and the manager waits in an open.
        let fails = "import sys; sys.exit(3 if sys.argv[-1] == '1' else 0)";
        let test = problem(2, stdio).test("fails.py", fails);
        assert_eq!(
            (test.verdict.unwrap(), test.exit_code),
            (Verdict::RunTimeError, Some(3)),
            "{test:#?}"
        );
        let test = problem(2, stdio).test("endless.sh", "while :; do :; done");
        assert_eq!(test.verdict.unwrap(), Verdict::TimeLimitExceeded, "{test:#?}");
        let test = problem(1, stdio).test("asleep.py", "import time; time.sleep(60)");
        assert_eq!(
            (test.verdict.unwrap(), test.cause.as_str()),
            (Verdict::TimeLimitExceeded, "wall_time_limit"),
            "{test:#?}"
        );
    }
}

#[test]
fn a_manager_that_fails_is_the_problems_fault() {
    let problem = managed_by("raise SystemExit(1)", LIMITS);
    let fault = problem.fault("right.py", "input()\n");
    assert!(fault.contains("exited with 1"), "{fault}");
}

#[test]
fn processes_that_write_too_much_are_stopped() {
    let keys = LIMITS.replace("limits: {", "limits: {output: 1, ");
    assert_ne!(keys, LIMITS);
    let listens = "import sys\nreader, writer = open(sys.argv[1]), open(sys.argv[2], 'w')\n\
                   while reader.read(1 << 16):\n    pass\nprint(1.0)\n";
    let problem = managed_by(listens, &keys);
    let test = problem.test("endless.sh", "exec yes");
    assert_eq!(
        (test.verdict.unwrap(), test.cause.as_str()),
        (Verdict::OutputLimitExceeded, "output_limit"),
        "{test:#?}"
    );
    let test = problem.test("little.sh", "head -c 100000 /dev/zero | tr '\\0' x");
    assert_eq!(test.verdict.unwrap(), Verdict::Accepted, "{test:#?}");
}

/// A problem whose manager is this program, with these limits.
fn managed_by(manager: &str, limits: &str) -> Problem {
    let mut problem = Problem::kattis(limits, &[("check/manager.py", manager)]);
    problem.package.problem.kind = Kind::Communication { processes: 1, stdio: true };
    problem.package.checker = Checker::Interactor;
    problem.package.interactor = Some(HelperProgram {
        name: "manager.py".to_owned(),
        path: "check/manager.py".to_owned(),
        extra_files: Vec::new(),
        language: None,
        protocol: Protocol::Cms,
    });
    problem
}

const SHORT: &str =
    "limits: {time_limit: 0.2, memory: 256, validation_time: 1, validation_memory: 256}";

/// Opens its pipes, and does something in between hearing and telling.
fn manager(before: &str, after: &str) -> String {
    format!(
        "import sys, time\nreader, writer = open(sys.argv[1]), open(sys.argv[2], 'w')\n{before}\n\
         print(1, file=writer, flush=True)\nreader.read()\n{after}\nprint(1.0)\n"
    )
}

#[test]
fn a_manager_that_sleeps_is_the_problems_fault() {
    let asks = "input(); print(1)";
    let fault = managed_by(&manager("time.sleep(60)", ""), SHORT).fault("waits.py", asks);
    assert!(fault.contains("the submission waited for it, and it slept"), "{fault}");
    let started = std::time::Instant::now();
    let fault = managed_by(&manager("", "time.sleep(60)"), SHORT).fault("right.py", asks);
    assert!(fault.contains("did not end in time after the submission had ended"), "{fault}");
    assert!(started.elapsed() < std::time::Duration::from_secs(20), "{:?}", started.elapsed());
    // One that takes its time within its limits is no fault, whoever waits for it.
    let slow = manager("time.sleep(0.1)", "time.sleep(0.5)");
    assert_eq!(managed_by(&slow, SHORT).verdict("right.py", asks), Verdict::Accepted);
}
