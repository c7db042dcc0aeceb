//! Kinds of problem beside batch and conversation, and ways in which a package brings programs.

use sandglass_judge::{HelperLimits, JudgeError, Options, Party, Submission, Verdict};
use sandglass_package::{Checker, HelperProgram, Kind, LineComparison, Protocol};

use crate::support::{Problem, judge, sources};

const LIMITS: &str =
    "limits: {time_limit: 1, memory: 256, output: 8, validation_time: 5, validation_memory: 256}";

fn program(path: &str, protocol: Protocol) -> HelperProgram {
    HelperProgram {
        name: path.rsplit('/').next().unwrap().to_owned(),
        path: path.to_owned(),
        extra_files: Vec::new(),
        language: None,
        protocol,
    }
}

/// A checker of this protocol, in a package that has it nowhere in particular.
fn checked_by(protocol: Protocol, name: &str, text: &str) -> Problem {
    let path = format!("check/{name}");
    let mut problem = Problem::kattis(LIMITS, &[(&path, text)]);
    problem.package.checker = Checker::Programs(vec![program(&path, protocol)]);
    problem
}

/// Each pass asks for the number doubled, until it is above 20; state is kept in the feedback
/// directory.
const DOUBLING: &str = r#"
import os, sys
feedback = sys.argv[3]
log = feedback + "state/log.txt"
os.makedirs(feedback + "state", exist_ok=True)
numbers = open(log).read().split() if os.path.exists(log) else [open(sys.argv[1]).read().strip()]
assert not os.path.exists(feedback + "nextpass.in")
# The input file is what the submission was given in this pass.
assert open(sys.argv[1]).read().strip() == numbers[-1]
got = sys.stdin.read().strip()
if got != str(2 * int(numbers[-1])):
    open(feedback + "judgemessage.txt", "a").write(f"pass {len(numbers)}: {got}\n")
    sys.exit(43)
numbers.append(got)
open(log, "w").write(" ".join(numbers))
open(feedback + "judgemessage.txt", "a").write(f"pass {len(numbers) - 1} fine\n")
if int(got) <= 20:
    open(feedback + "nextpass.in", "w").write(got)
sys.exit(42)
"#;

fn doubling(passes: u32, name: &str, text: &str) -> Problem {
    let keys = format!(
        "type: [pass-fail, multi-pass]\nlimits: {{time_limit: 1, memory: 256, validation_passes: {passes}, validation_memory: 256}}"
    );
    Problem::kattis(
        &keys,
        &[
            (&format!("output_validator/{name}"), text),
            ("data/secret/1.in", "3\n"),
            ("data/secret/1.ans", ""),
        ],
    )
}

#[test]
fn passes_follow_until_the_validator_has_enough() {
    let problem = doubling(3, "validate.py", DOUBLING);
    let test = problem.test("right.py", "print(2 * int(input()))");
    assert_eq!((test.verdict.unwrap(), test.passes), (Verdict::Accepted, 3), "{test:#?}");
    let message = test.checker.unwrap().message;
    assert_eq!(message, "pass 1 fine\npass 2 fine\npass 3 fine");
    // Right at first, and then not.
    let test = problem.test("wrong.py", "n = int(input()); print(2 * n if n < 5 else 7)");
    assert_eq!((test.verdict.unwrap(), test.passes), (Verdict::WrongAnswer, 2), "{test:#?}");
    assert!(test.checker.unwrap().message.ends_with("pass 2: 7"));
    let test = problem.test("fails.py", "n = int(input()); assert n < 5; print(2 * n)");
    assert_eq!((test.verdict.unwrap(), test.passes), (Verdict::RunTimeError, 2), "{test:#?}");
}

#[test]
fn more_passes_than_there_may_be_are_the_problems_fault() {
    let fault = doubling(2, "validate.py", DOUBLING).fault("right.py", "print(2 * int(input()))");
    assert!(fault.contains("further pass after 2"), "{fault}");
    let rejects = "import sys; open(sys.argv[3] + 'nextpass.in', 'w').close(); sys.exit(43)";
    let fault = doubling(3, "validate.py", rejects).fault("any.py", "print(1)");
    assert!(fault.contains("nextpass.in"), "{fault}");
}

#[test]
fn a_conversation_may_have_passes_too() {
    let keys = "type: [pass-fail, multi-pass, interactive]\nlimits: {time_limit: 1, memory: 256, validation_passes: 2, validation_memory: 256}";
    let validator = r#"
import os, sys
feedback, number = sys.argv[3], int(open(sys.argv[1]).read())
print(number, flush=True)
sys.stdout.close(); os.close(1)
if sys.stdin.read().strip() != str(number + 1):
    sys.exit(43)
if not os.path.exists(feedback + "second"):
    open(feedback + "second", "w").close()
    open(feedback + "nextpass.in", "w").write("41")
elif number != 41:
    sys.exit(1)
os._exit(42)
"#;
    let problem = Problem::kattis(keys, &[("output_validator/validate.py", validator)]);
    // It reads to the end, so a shell around the validator must not hold the pipe open.
    let right = "import sys; print(sum(map(int, sys.stdin.read().split())) + 1, flush=True)";
    let test = problem.test("right.py", right);
    assert_eq!((test.verdict.unwrap(), test.passes), (Verdict::Accepted, 2), "{test:#?}");
    let wrong = "import sys; n = int(sys.stdin.read()); print(n + 1 if n < 9 else 0, flush=True)";
    assert_eq!(problem.verdict("wrong.py", wrong), Verdict::WrongAnswer);
}

/// A header of the package's own with the name and the exit codes of the real one.
const HEADER: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
enum { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _points = 7 };
inline int readInt(std::ifstream& file) { int value = -1; file >> value; return value; }
[[noreturn]] inline void quit(int code, const char* words) { fprintf(stderr, "%s\n", words); exit(code); }
"#;

#[test]
fn testlib_checkers_are_compiled_with_the_packages_own_header() {
    let checker = r#"
#include "testlib.h"
int main(int, char** argv) {
    std::ifstream in(argv[1]), out(argv[2]), ans(argv[3]);
    int a = readInt(in), b = readInt(out), c = readInt(ans);
    if (b == c) quit(_ok, "ok right");
    if (b == 100) quit(_fail, "the jury is wrong");
    if (b == 50) quit(_points, "points 12.5 half");
    if (b == 40) quit(40, "partially correct (40) of it");
    if (b == -1) quit(_pe, "no number");
    quit(_wa, (std::to_string(a) + " makes no " + std::to_string(b)).c_str());
}"#;
    let mut problem =
        Problem::kattis(LIMITS, &[("check/check.cpp", checker), ("files/testlib.h", HEADER)]);
    let mut program = program("check/check.cpp", Protocol::Testlib);
    program.extra_files = vec![sandglass_package::BesideFile {
        name: "testlib.h".to_owned(),
        path: "files/testlib.h".to_owned(),
    }];
    problem.package.checker = Checker::Programs(vec![program]);
    let said = |number: &str| {
        let test = problem.test("a.py", &format!("print({number})"));
        let checker = test.checker.unwrap();
        (test.verdict.unwrap(), checker.score, checker.multiplier, checker.message)
    };
    let accepted = Verdict::Accepted;
    assert_eq!(said("2"), (accepted, None, None, "ok right".to_owned()));
    assert_eq!(said("50"), (accepted, Some(12.5), None, "points 12.5 half".to_owned()));
    assert_eq!(said("40"), (accepted, None, Some(0.2), "partially correct (40) of it".to_owned()));
    assert_eq!(said("'x'").0, Verdict::WrongAnswer);
    assert_eq!(said("3").3, "1 makes no 3");
    let fault = problem.fault("a.py", "print(100)");
    assert!(fault.contains("the jury is wrong"), "{fault}");
    problem.package.problem.points_in_percent = true;
    let checker = problem.test("a.py", "print(50)").checker.unwrap();
    assert_eq!((checker.score, checker.multiplier), (None, Some(0.125)));
}

#[test]
fn a_testlib_interactor_may_leave_the_word_to_a_checker() {
    let interactor = r#"
import sys
print(open(sys.argv[1]).read().strip(), flush=True)
open(sys.argv[2], "w").write(sys.stdin.readline())
"#;
    let checker = "import sys; sys.exit(open(sys.argv[2]).read() != open(sys.argv[3]).read())";
    let mut problem =
        Problem::kattis(LIMITS, &[("a/interactor.py", interactor), ("a/check.py", checker)]);
    problem.package.problem.kind = Kind::Interactive;
    problem.package.interactor = Some(program("a/interactor.py", Protocol::Testlib));
    problem.package.checker = Checker::Programs(vec![program("a/check.py", Protocol::Testlib)]);
    let right = "print(int(input()) + 1, flush=True)";
    assert_eq!(problem.verdict("right.py", right), Verdict::Accepted);
    let wrong = "print(int(input()) + 2, flush=True)";
    assert_eq!(problem.verdict("wrong.py", wrong), Verdict::WrongAnswer);
}

#[test]
fn cms_comparators() {
    let comparator = "read out < $3; read ans < $2; \
        case $out in $ans) echo 1.0; echo translate:success >&2;; 7) echo 0.5; echo half >&2;; \
        8) echo nothing;; *) echo 0; echo translate:wrong >&2;; esac";
    let problem = checked_by(Protocol::Cms, "compare.sh", comparator);
    let said = |number: u32| {
        let test = problem.test("a.sh", &format!("echo {number}"));
        (test.verdict.unwrap(), test.checker.unwrap().multiplier.unwrap())
    };
    assert_eq!(said(2), (Verdict::Accepted, 1.0));
    assert_eq!(said(7), (Verdict::Accepted, 0.5));
    assert_eq!(said(3), (Verdict::WrongAnswer, 0.0));
    assert!(problem.fault("a.sh", "echo 8").contains("standard output"));
}

#[test]
fn lines_are_compared_where_a_format_wants_it() {
    let mut problem = Problem::kattis(LIMITS, &[]);
    problem.package.checker = Checker::Lines(LineComparison::IgnoreTrailing);
    assert_eq!(problem.verdict("a.sh", "printf '2  \\n\\n'"), Verdict::Accepted);
    let test = problem.test("a.sh", "printf ' 2\\n'");
    assert_eq!((test.verdict.unwrap(), test.difference.unwrap().column), (Verdict::WrongAnswer, 1));
    problem.package.checker = Checker::Lines(LineComparison::IgnoreAmount);
    assert_eq!(problem.verdict("a.sh", "printf ' 2\\n'"), Verdict::Accepted);
}

#[test]
fn all_checkers_must_accept() {
    let mut problem = Problem::kattis(
        LIMITS,
        &[
            ("check/a.sh", "exit $((42 + ($(cat) > 5)))"),
            ("check/b.sh", "exit $((42 + ($(cat) < 2)))"),
        ],
    );
    let programs = ["check/a.sh", "check/b.sh"].map(|path| program(path, Protocol::Kattis));
    problem.package.checker = Checker::Programs(programs.to_vec());
    for (number, verdict) in
        [(3, Verdict::Accepted), (6, Verdict::WrongAnswer), (1, Verdict::WrongAnswer)]
    {
        assert_eq!(problem.verdict("a.sh", &format!("echo {number}")), verdict, "{number}");
    }
}

#[test]
fn a_folder_with_scripts_is_a_program() {
    let problem = Problem::kattis(
        LIMITS,
        &[
            (
                "output_validator/build",
                "#!/bin/sh\ngcc -O2 -o check check.c && mkdir data && echo 2 > data/right\n",
            ),
            ("output_validator/run", "#!/bin/sh\nexec ./check \"$@\"\n"),
            (
                "output_validator/check.c",
                "#include <stdio.h>\nint main(void) { int a, b; FILE *f = fopen(\"data/right\", \"r\"); \
                 return f && fscanf(f, \"%d\", &a) == 1 && scanf(\"%d\", &b) == 1 && a == b ? 42 : 43; }\n",
            ),
        ],
    );
    assert_eq!(problem.verdict("a.sh", "echo 2"), Verdict::Accepted);
    assert_eq!(problem.verdict("a.sh", "echo 3"), Verdict::WrongAnswer);
    let broken = Problem::kattis(
        LIMITS,
        &[
            ("output_validator/build", "#!/bin/sh\necho no compiler here >&2; exit 3\n"),
            ("output_validator/run", "#!/bin/sh\n"),
        ],
    );
    let fault = broken.fault("a.sh", "echo 2");
    assert!(fault.contains("build") && fault.contains("no compiler here"), "{fault}");
}

#[test]
fn a_setters_grader_is_compiled_with_the_submission() {
    let grader = "#include <stdio.h>\nint answer(int);\nint main(void) { int n; \
        if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d\\n\", answer(n)); }\n";
    let problem = Problem::kattis(LIMITS, &[("include/c/grader.c", grader)]);
    assert_eq!(problem.verdict("a.c", "int answer(int n) { return n + 1; }\n"), Verdict::Accepted);
    assert_eq!(problem.verdict("a.c", "int answer(int n) { return n; }\n"), Verdict::WrongAnswer);
    let report = problem.judge("a.c", "int other(int n) { return n; }\n").unwrap();
    assert_eq!(report.verdict.unwrap(), Verdict::CompileError);
}

#[test]
fn files_of_a_test_lie_in_the_work_directory() {
    let problem = Problem::kattis(
        LIMITS,
        &[
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", "hello\n"),
            ("data/secret/1.files/words.txt", "hello\n"),
        ],
    );
    assert_eq!(problem.verdict("a.sh", "cat words.txt"), Verdict::Accepted);
}

#[test]
fn input_and_output_may_be_files() {
    let mut problem = Problem::kattis(LIMITS, &[]);
    problem.package.problem.input_file = Some("number.in".to_owned());
    problem.package.problem.output_file = Some("number.out".to_owned());
    let right = "read n < number.in; echo $((n + 1)) > number.out; echo noise";
    assert_eq!(problem.verdict("right.sh", right), Verdict::Accepted);
    assert_eq!(problem.verdict("nothing.sh", "echo 2"), Verdict::WrongAnswer);
    assert_eq!(
        problem.verdict("stdin.sh", "read n && exit 1; echo 2 > number.out"),
        Verdict::Accepted
    );
}

#[test]
fn a_submission_may_be_the_outputs_themselves() {
    let mut problem = Problem::kattis(
        LIMITS,
        &[
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", "one\n"),
            ("data/secret/2.in", ""),
            ("data/secret/2.ans", "two\n"),
        ],
    );
    problem.package.problem.kind = Kind::OutputOnly;
    let all = Options { all_tests: true, ..Options::default() };
    let verdicts = |files: &[(&str, &str)]| -> Vec<Verdict> {
        let report = problem.judge_with(&all, files).unwrap();
        report.tests.iter().map(|test| test.verdict.unwrap()).collect()
    };
    let (right, wrong) = (Verdict::Accepted, Verdict::WrongAnswer);
    assert_eq!(verdicts(&[("1.out", "one\n"), ("2.out", "two")]), [right, right]);
    assert_eq!(verdicts(&[("a/1.out", "one\n"), ("a/2.out", "three")]), [right, wrong]);
    assert_eq!(verdicts(&[("2.ans", "two")]), [wrong, right]);
}

#[test]
fn outputs_of_a_gibibyte_go_to_a_checker_and_not_into_memory() {
    let keys = "limits: {time_limit: 60, memory: 256, output: 1100, validation_time: 60, validation_memory: 64}";
    let problem = Problem::kattis(
        keys,
        &[("output_validator/count.sh", "[ $(wc -c) = 1073741824 ] && exit 42 || exit 43")],
    );
    let before = resident();
    let test = problem.test("wordy.sh", "head -c 1073741824 /dev/zero");
    assert_eq!(test.verdict.unwrap(), Verdict::Accepted, "{test:#?}");
    assert_eq!(test.output_bytes, 1 << 30);
    let grown = resident().saturating_sub(before);
    assert!(grown < 64 << 20, "the judge has grown by {grown} bytes");
}

/// The most memory that this process has had, bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
fn a_transcript_keeps_what_was_said_and_when() {
    let keys = "type: [pass-fail, interactive]\nlimits: {time_limit: 1, memory: 256, validation_memory: 256}";
    let validator = "read in < $1; echo $in; read answer; [ $answer = 2 ] && exit 42 || exit 43";
    let problem = Problem::kattis(keys, &[("output_validator/validate.sh", validator)]);
    let options = Options { transcript: true, ..Options::default() };
    let report = problem.judge_with(&options, &[("a.sh", "read n; echo $((n + 1))")]).unwrap();
    assert_eq!(report.verdict.unwrap(), Verdict::Accepted, "{report:#?}");
    let interaction = report.tests[0].interaction.as_ref().unwrap();
    let said: Vec<(Party, &str)> =
        interaction.transcript.iter().map(|message| (message.from, &*message.text)).collect();
    assert_eq!(said, [(Party::Checker, "1\n"), (Party::Submission, "2\n")]);
    assert!(interaction.transcript[0].at <= interaction.transcript[1].at);
    // The order decides with a relay too.
    let failed = problem.judge_with(&options, &[("a.sh", "read n; exit 3")]).unwrap();
    assert_eq!(failed.verdict.unwrap(), Verdict::RunTimeError);
    let waits = problem.judge_with(&options, &[("a.sh", "read n; read n")]).unwrap();
    assert_eq!(waits.verdict.unwrap(), Verdict::TimeLimitExceeded);
    assert!(waits.tests[0].interaction.as_ref().unwrap().blocked.is_some());
}

#[test]
fn validators_and_generators_are_asked() {
    let problem = Problem::kattis(
        LIMITS,
        &[
            (
                "check/valid.py",
                "import sys; n = int(input()); sys.exit(42 if n > 0 else print('not above 0'))",
            ),
            ("check/make.sh", "echo a file > left; echo $1 $SIP_TEST_SEED; exit $2"),
        ],
    );
    let judge = judge();
    let package = &problem.package;
    let validator = program("check/valid.py", Protocol::Kattis);
    let validator = judge.helper(package, "input validator", &validator).unwrap();
    let ask = |text: &str| {
        let file = std::io::Write::write_all;
        let mut input = tempfile::tempfile().unwrap();
        file(&mut input, text.as_bytes()).unwrap();
        std::io::Seek::rewind(&mut input).unwrap();
        judge.validate_input(package, &validator, Protocol::Kattis, input, &[]).unwrap()
    };
    assert!(ask("5\n").valid);
    let answer = ask("0\n");
    assert_eq!((answer.valid, answer.words.as_str()), (false, "not above 0"));
    let generator = program("check/make.sh", Protocol::Plain);
    let generator = judge.helper(package, "generator", &generator).unwrap();
    let make = |code: &str| {
        let arguments = ["hello".to_owned(), code.to_owned()];
        let environment = [("SIP_TEST_SEED".to_owned(), "17".to_owned())];
        judge.generate(&generator, HelperLimits::default(), &arguments, &environment, None)
    };
    assert_eq!(make("0").unwrap(), b"hello 17\n");
    assert!(matches!(make("1"), Err(JudgeError::Helper(_))));
    let file = |name| judge.generate(&generator, HelperLimits::default(), &[], &[], Some(name));
    assert_eq!(file("left").unwrap(), b"a file\n");
    let missing = file("right").unwrap_err().to_string();
    assert!(missing.contains("it wrote no file right"), "{missing}");
}

#[test]
fn a_submission_that_is_not_one_is_no_fault_of_the_problem() {
    let problem = checked_by(Protocol::Sim, "check.sh", "echo OK");
    let sources = sources(&[("a.c", "int main(")]);
    let submission = Submission { sources: &sources, language: None, entry_point: None };
    let report =
        judge().judge(&problem.package, &submission, &Options::default(), &mut |_| {}).unwrap();
    assert_eq!(report.verdict.unwrap(), Verdict::CompileError);
}
