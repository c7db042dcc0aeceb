//! Conversations.

use sandglass_judge::Verdict;

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
