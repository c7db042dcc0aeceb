//! Conversations.

use sandglass_judge::{Options, Verdict};

use crate::support::Problem;

const KEYS: &str = "type: [pass-fail, interactive]\nlimits: {time_limit: 1, memory: 256, validation_time: 2, validation_memory: 256}";

/// Adds one to each of three numbers.
const GUESS: &str = r#"
import sys
for number in (1, 5, 9):
    print(number, flush=True)
    line = sys.stdin.readline()
    if line != f"{number + 1}\n":
        open(sys.argv[3] + "judgemessage.txt", "w").write(f"asked {number}, got {line!r}")
        sys.exit(43)
print(0, flush=True)
sys.exit(42)
"#;

fn guess() -> Problem {
    Problem::kattis(KEYS, &[("output_validator/validate.py", GUESS)])
}

#[test]
fn a_conversation_is_judged() {
    let problem = guess();
    let right = "import sys\nwhile (n := int(input())): print(n + 1, flush=True)";
    let test = problem.test("right.py", right);
    assert_eq!(test.verdict.unwrap(), Verdict::Accepted, "{test:#?}");
    let test = problem.test("wrong.py", "while (n := int(input())): print(n + 2, flush=True)");
    assert_eq!(test.verdict.unwrap(), Verdict::WrongAnswer, "{test:#?}");
    assert_eq!(test.checker.unwrap().message, "asked 1, got '3\\n'");
    let test = problem.test("exits.py", "print(int(input()) + 1, flush=True); raise SystemExit(3)");
    assert_eq!(
        (test.verdict.unwrap(), test.exit_code),
        (Verdict::RunTimeError, Some(3)),
        "{test:#?}"
    );
    let test = problem.test("waits.py", "input(); input()");
    assert_eq!(test.verdict.unwrap(), Verdict::TimeLimitExceeded, "{test:#?}");
    assert!(test.interaction.unwrap().blocked.is_some());
}

#[test]
fn a_checker_that_goes_on_without_the_submission_has_its_own_time() {
    let keys = "type: [pass-fail, interactive]\nlimits: {time_limit: 1, validation_time: 1}";
    let checker =
        |after: &str| format!("import sys, time\nsys.stdin.read()\n{after}\nsys.exit(42)");
    let slow = checker("time.sleep(0.5)");
    let problem = Problem::kattis(keys, &[("output_validator/check.py", &slow)]);
    assert_eq!(problem.verdict("a.py", "print(1)"), Verdict::Accepted);
    let endless = checker("time.sleep(1000)");
    let problem = Problem::kattis(keys, &[("output_validator/check.py", &endless)]);
    let fault = problem.fault("a.py", "print(1)");
    assert!(fault.contains("did not end in time after the submission had ended"), "{fault}");
}

/// Listens to the end, and likes everything.
const LISTENS: &str = "\
import sys
print(1, flush=True)
while sys.stdin.buffer.read(1 << 16):
    pass
sys.exit(42)
";

#[test]
fn who_writes_too_much_in_a_conversation_is_stopped() {
    let keys = KEYS.replace("limits: {", "limits: {output: 1, ");
    let problem = Problem::kattis(&keys, &[("output_validator/validate.py", LISTENS)]);
    let endless = problem.test("endless.sh", "exec yes");
    assert_eq!(
        (endless.verdict.unwrap(), endless.cause.as_str()),
        (Verdict::OutputLimitExceeded, "output_limit"),
        "{endless:#?}"
    );
    assert!(endless.output_bytes > 1 << 20, "{endless:#?}");
    let little = problem.test("little.sh", "head -c 100000 /dev/zero");
    assert_eq!(little.verdict.unwrap(), Verdict::Accepted, "{little:#?}");
    // Through a relay every byte is counted.
    let options = Options { all_tests: true, transcript: true, ..Options::default() };
    for (bytes, verdict) in
        [((1 << 20) + 1, Verdict::OutputLimitExceeded), (1 << 20, Verdict::Accepted)]
    {
        let script = format!("head -c {bytes} /dev/zero");
        let report = problem.judge_with(&options, &[("some.sh", &script)]).unwrap();
        assert_eq!(report.verdict.unwrap(), verdict, "{bytes}: {:#?}", report.tests[0]);
    }
}
