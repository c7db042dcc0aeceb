//! Rows B1 to B22.

use sandglass_judge::Verdict;
use sandglass_package::Kind::Batch;

use crate::{Problem, check_fault, problem, said, says, says_aloud};

fn accepting() -> Problem {
    says(Batch, "OK\\n")
}

#[test]
fn b1_prog_tle() {
    let test = accepting().test("slow.sh", "while :; do :; done");
    assert_eq!(
        (test.verdict.unwrap(), test.cause.as_str()),
        (Verdict::TimeLimitExceeded, "cpu_time_limit")
    );
    assert!(test.checker.is_none());
}

#[test]
fn b2_prog_mle() {
    let test =
        accepting().test("large.sh", "text=xxxxxxxxxxxxxxxx; while :; do text=$text$text; done");
    assert_eq!(
        (test.verdict.unwrap(), test.cause.as_str()),
        (Verdict::MemoryLimitExceeded, "memory_limit")
    );
}

#[test]
fn b3_prog_output_size_limit_exceeded() {
    let test = accepting().test("wordy.sh", "head -c 1048577 /dev/zero");
    assert_eq!(
        (test.verdict.unwrap(), test.cause.as_str()),
        (Verdict::OutputLimitExceeded, "output_limit")
    );
    assert_eq!(accepting().verdict("terse.sh", "head -c 1048576 /dev/zero"), Verdict::Accepted);
}

#[test]
fn b4_prog_rte() {
    let test = accepting().test("exits.sh", "exit 7");
    assert_eq!((test.verdict.unwrap(), test.exit_code), (Verdict::RunTimeError, Some(7)));
    let test = accepting().test("killed.sh", "kill -SEGV $$");
    assert_eq!((test.verdict.unwrap(), test.signal), (Verdict::RunTimeError, Some(11)));
}

#[test]
fn b5_checker_tle() {
    check_fault(Batch, 0);
}

#[test]
fn b6_checker_mle() {
    check_fault(Batch, 1);
}

#[test]
fn b7_checker_rte() {
    check_fault(Batch, 2);
}

#[test]
fn b8_prog_ok_checker_ok_no_comment() {
    assert_eq!(said(&accepting().test("a.sh", "")), (Verdict::Accepted, Some(1.0), ""));
    let test = says_aloud("OK").test("a.sh", "");
    assert_eq!(said(&test), (Verdict::Accepted, Some(1.0), ""));
}

#[test]
fn b9_prog_ok_checker_wrong_no_comment() {
    for problem in [says(Batch, "WRONG\\n"), says_aloud("WRONG\\n")] {
        let test = problem.test("a.sh", "");
        assert_eq!(said(&test), (Verdict::WrongAnswer, Some(0.0), ""));
    }
}

#[test]
fn b10_prog_ok_checker_ok_score_and_comment() {
    let words = "OK\\n42.5\\nnot bad\\nin parts\\n";
    for problem in [says(Batch, words), says_aloud(words)] {
        let test = problem.test("a.sh", "");
        assert_eq!(said(&test), (Verdict::Accepted, Some(0.425), "not bad\nin parts"));
    }
}

#[test]
fn b11_prog_ok_checker_wrong_and_comment() {
    for words in ["WRONG\\n\\nfar off\\nby far", "WRONG\\n0\\nfar off\\nby far"] {
        for problem in [says(Batch, words), says_aloud(words)] {
            let test = problem.test("a.sh", "");
            assert_eq!(said(&test), (Verdict::WrongAnswer, Some(0.0), "far off\nby far"));
        }
    }
}

#[test]
fn b12_checker_wrong_first_line() {
    check_fault(Batch, 3);
}

#[test]
fn b13_checker_wrong_score_line_non_number() {
    check_fault(Batch, 4);
}

#[test]
fn b14_checker_wrong_score_line_too_big() {
    check_fault(Batch, 5);
}

#[test]
fn b15_checker_wrong_score_line_too_small() {
    check_fault(Batch, 6);
}

#[test]
fn b16_checker_too_long_comment() {
    let test = says(Batch, &format!("OK\\n\\n{}", "x".repeat(256))).test("a.sh", "");
    assert_eq!(said(&test).2, "x".repeat(256));
    let test = says(Batch, &format!("OK\\n\\n{}", "x".repeat(257))).test("a.sh", "");
    assert_eq!(said(&test).2, format!("{}...", "x".repeat(253)));
}

#[test]
fn b17_checker_truncated_too_long_comment() {
    let checker = "printf 'OK\\n\\n'; head -c 1000000 /dev/zero | tr '\\0' x";
    let test = problem(Batch, checker).test("a.sh", "");
    assert_eq!(said(&test), (Verdict::Accepted, Some(1.0), &*format!("{}...", "x".repeat(253))));
}

/// Accepts the input with one added.
const ADDED: &str = "read in < $1; read ans < $2; read out < $3; [ $out = $ans ] && echo OK || printf 'WRONG\\n\\n%s' \"$in $ans $out\"";

#[test]
fn b18_io_simple() {
    let problem = problem(Batch, ADDED);
    assert_eq!(problem.verdict("right.sh", "read number; echo $((number + 1))"), Verdict::Accepted);
    let test = problem.test("wrong.sh", "read number; echo $((number + 2))");
    assert_eq!(said(&test), (Verdict::WrongAnswer, Some(0.0), "1 2 3"));
}

#[test]
fn b19_io_is_not_seekable() {
    let seeks = "
import errno, os
for stream in (0, 1):
    try:
        os.lseek(stream, 0, os.SEEK_SET)
        raise SystemExit(1)
    except OSError as error:
        assert error.errno == errno.ESPIPE
";
    assert_eq!(accepting().verdict("seeks.py", seeks), Verdict::Accepted);
}

/// A problem whose input is larger than a pipe.
fn large_input() -> Problem {
    let input = format!("1\n{}", "filler\n".repeat(100_000));
    let mut problem = Problem::kattis(
        crate::LIMITS,
        &[("data/secret/1.in", &input), ("data/secret/1.ans", "2\n"), ("check/checker.sh", ADDED)],
    );
    problem.package.checker = crate::problem(Batch, ADDED).package.checker;
    problem
}

#[test]
fn b20_io_closes_partially_read_stdin_before_writing_to_stdout() {
    let test =
        large_input().test("closes.sh", "read number; exec <&-; sleep 0.05; echo $((number + 1))");
    assert_eq!(test.verdict.unwrap(), Verdict::Accepted, "{test:#?}");
}

#[test]
fn b21_io_closes_stdout_and_reads_stdin_afterwards() {
    let script = "read number; echo $((number + 1)); exec >&-; \
        lines=0; while read line; do lines=$((lines + 1)); done; [ $lines = 100000 ]";
    let mut problem = large_input();
    problem.package.problem.limits.time = Some(std::time::Duration::from_secs(10));
    let test = problem.test("closes.sh", script);
    assert_eq!(test.verdict.unwrap(), Verdict::Accepted, "{test:#?}");
}

#[test]
fn b22_problematic_writev() {
    let writes = "
import os
parts = [bytes([65 + index]) * 100_000 for index in range(9)]
total = b''.join(parts)
written = os.writev(1, parts)
while written < len(total):
    written += os.write(1, total[written:])
";
    let checker = "sum=$(cksum < $3); [ $(stat -c %s $3) = 900000 ] && \
        [ \"$sum\" = \"$(for c in A B C D E F G H I; do head -c 100000 /dev/zero | tr '\\0' $c; done | cksum)\" ] \
        && echo OK || echo WRONG";
    let test = problem(Batch, checker).test("writes.py", writes);
    assert_eq!(test.verdict.unwrap(), Verdict::Accepted, "{test:#?}");
    assert_eq!(test.output_bytes, 900_000);
}
