//! Rows I1 to I29.

use sandglass_judge::{Party, TestReport, Verdict};
use sandglass_package::Kind::Interactive;

use crate::{Problem, check_fault, problem, said, says};

/// A checker that waits for the end of the program's output and then accepts.
fn patient() -> Problem {
    problem(Interactive, "while read line; do :; done; echo OK >&2")
}

/// A checker that rejects at once.
fn strict() -> Problem {
    problem(Interactive, "printf 'WRONG\\n\\nno\\n' >&2")
}

/// A checker that rejects when it has seen the end of the program's output.
fn strict_at_the_end() -> Problem {
    problem(Interactive, "while read line; do :; done; printf 'WRONG\\n\\nno\\n' >&2")
}

const WORKS: &str = "while :; do :; done";
const GROWS: &str = "text=xxxxxxxxxxxxxxxx; while :; do text=$text$text; done";

#[test]
fn i1_prog_tle() {
    let test = patient().test("slow.sh", WORKS);
    assert_eq!(
        (test.verdict.unwrap(), test.cause.as_str()),
        (Verdict::TimeLimitExceeded, "cpu_time_limit")
    );
}

#[test]
fn i2_prog_mle() {
    assert_eq!(patient().verdict("large.sh", GROWS), Verdict::MemoryLimitExceeded);
}

#[test]
fn i3_prog_rte() {
    let test = patient().test("exits.sh", "exit 7");
    assert_eq!((test.verdict.unwrap(), test.exit_code), (Verdict::RunTimeError, Some(7)));
}

#[test]
fn i4_checker_tle() {
    check_fault(Interactive, 0);
}

#[test]
fn i5_checker_mle() {
    check_fault(Interactive, 1);
}

#[test]
fn i6_checker_rte() {
    check_fault(Interactive, 2);
}

#[test]
fn i7_prog_ok_checker_ok_no_comment() {
    let test = says(Interactive, "OK\\n").test("a.sh", "");
    assert_eq!(said(&test), (Verdict::Accepted, Some(1.0), ""));
}

#[test]
fn i8_prog_ok_checker_wrong_no_comment() {
    let test = says(Interactive, "WRONG\\n").test("a.sh", "");
    assert_eq!(said(&test), (Verdict::WrongAnswer, Some(0.0), ""));
}

#[test]
fn i9_prog_ok_checker_ok_score_and_comment() {
    let test = says(Interactive, "OK\\n42.5\\nnot bad\\nin parts").test("a.sh", "");
    assert_eq!(said(&test), (Verdict::Accepted, Some(0.425), "not bad\nin parts"));
}

#[test]
fn i10_prog_ok_checker_wrong_and_comment() {
    let test = says(Interactive, "WRONG\\n0\\nfar off\\nby far").test("a.sh", "");
    assert_eq!(said(&test), (Verdict::WrongAnswer, Some(0.0), "far off\nby far"));
}

#[test]
fn i11_checker_wrong_first_line() {
    check_fault(Interactive, 3);
}

#[test]
fn i12_checker_wrong_score_line_non_number() {
    check_fault(Interactive, 4);
}

#[test]
fn i13_checker_wrong_score_line_too_big() {
    check_fault(Interactive, 5);
}

#[test]
fn i14_checker_wrong_score_line_too_small() {
    check_fault(Interactive, 6);
}

#[test]
fn i15_checker_too_long_comment() {
    let test = says(Interactive, &format!("OK\\n\\n{}", "x".repeat(257))).test("a.sh", "");
    assert_eq!(said(&test).2, format!("{}...", "x".repeat(253)));
}

#[test]
fn i16_checker_truncated_too_long_comment() {
    let checker = "printf 'OK\\n\\n' >&2; head -c 1000000 /dev/zero | tr '\\0' x >&2";
    let test = problem(Interactive, checker).test("a.sh", "");
    assert_eq!(said(&test), (Verdict::Accepted, Some(1.0), &*format!("{}...", "x".repeat(253))));
}

#[test]
fn i17_io_simple() {
    let checker = "
read in < $1
for number in $in 5 9; do
    echo $number; read answer
    [ \"$answer\" = $((number + 1)) ] || { printf 'WRONG\\n\\n%s' \"$number $answer\" >&2; exit; }
done
echo OK >&2";
    let problem = problem(Interactive, checker);
    let right = "while read number; do echo $((number + 1)); done";
    assert_eq!(problem.verdict("right.sh", right), Verdict::Accepted);
    let wrong = "while read number; do echo $((number * 2)); done";
    assert_eq!(said(&problem.test("wrong.sh", wrong)), (Verdict::WrongAnswer, Some(0.0), "5 10"));
}

#[test]
fn i18_io_is_not_seekable() {
    let seeks = "
import errno, os
for stream in (0, 1):
    try:
        os.lseek(stream, 0, os.SEEK_SET)
        raise SystemExit(1)
    except OSError as error:
        assert error.errno == errno.ESPIPE
";
    assert_eq!(patient().verdict("seeks.py", seeks), Verdict::Accepted);
}

#[test]
fn i19_problematic_writev() {
    let writes = "
import os
parts = [bytes([65 + index]) * 100_000 for index in range(9)]
total = b''.join(parts)
written = os.writev(1, parts)
while written < len(total):
    written += os.write(1, total[written:])
";
    let checker = "\
        [ \"$(cksum)\" = \"$(for c in A B C D E F G H I; do head -c 100000 /dev/zero | tr '\\0' $c; done | cksum)\" ] \
        && echo OK >&2 || echo WRONG >&2";
    assert_eq!(problem(Interactive, checker).verdict("writes.py", writes), Verdict::Accepted);
}

/// Waits until the checker's end is seen, and then does something.
fn after(what: &str) -> String {
    format!("while read line; do :; done; {what}")
}

#[track_caller]
fn check_rejected(test: &TestReport) {
    assert_eq!(said(test), (Verdict::WrongAnswer, Some(0.0), "no"), "{test:#?}");
    assert_eq!(test.interaction.as_ref().unwrap().ended_first, Some(Party::Checker));
}

#[test]
fn i20_prog_tle_after_checker_decides_wrong() {
    check_rejected(&strict().test("slow.sh", &after(WORKS)));
}

#[test]
fn i21_prog_mle_after_checker_decides_wrong() {
    check_rejected(&strict().test("large.sh", &after(GROWS)));
}

#[test]
fn i22_prog_rte_after_checker_decides_wrong() {
    check_rejected(&strict().test("exits.sh", &after("exit 1")));
}

#[track_caller]
fn check_first(test: &TestReport, verdict: Verdict) {
    assert_eq!(test.verdict.unwrap(), verdict, "{test:#?}");
    assert_eq!(test.interaction.as_ref().unwrap().ended_first, Some(Party::Submission));
}

#[test]
fn i23_prog_tle_before_checker_decides_wrong() {
    check_first(&strict_at_the_end().test("slow.sh", WORKS), Verdict::TimeLimitExceeded);
}

#[test]
fn i24_prog_mle_before_checker_decides_wrong() {
    check_first(&strict_at_the_end().test("large.sh", GROWS), Verdict::MemoryLimitExceeded);
}

#[test]
fn i25_prog_rte_before_checker_decides_wrong() {
    check_first(&strict_at_the_end().test("exits.sh", "exit 1"), Verdict::RunTimeError);
}

#[test]
fn i26_prog_waits_on_read_after_checker_decides_wrong() {
    // The checker has decided and keeps its end open for a while: whoever waits for it has lost.
    let checker = "printf 'WRONG\\n\\nno\\n' >&2; sleep 0.1";
    check_rejected(&problem(Interactive, checker).test("waits.sh", "read line; read line"));
}

#[test]
fn i27_prog_write_after_checker_decides_wrong() {
    check_rejected(&strict().test("writes.sh", &after("echo still here; echo and here")));
    check_rejected(&strict().test("yes.sh", &after("exec yes")));
}

#[test]
fn i28_prog_write_after_checker_decides_ok() {
    let test =
        says(Interactive, "OK\\n").test("writes.sh", &after("echo still here; echo and here"));
    assert_eq!(said(&test), (Verdict::Accepted, Some(1.0), ""), "{test:#?}");
    // One that never stops is stopped by its pipe, and has still been accepted.
    let test = says(Interactive, "OK\\n").test("yes.sh", &after("exec yes"));
    assert_eq!(said(&test), (Verdict::Accepted, Some(1.0), ""), "{test:#?}");
}

#[test]
fn i29_checker_write_after_prog_exits() {
    let checker = "while read line; do :; done; sleep 0.05; echo more; echo OK >&2";
    let fault = problem(Interactive, checker).fault("leaves.sh", "exit 0");
    assert!(fault.contains("SIGPIPE"), "{fault}");
}
