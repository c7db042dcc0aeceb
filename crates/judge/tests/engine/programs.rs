//! Programs of a package beside checkers: static validators, and graders of `legacy`.

use sandglass_judge::Verdict;

use crate::support::Problem;

const LIMITS: &str = "limits: {time_limit: 4, memory: 256}";

/// Rejects sources that use a loop; is called as a submission may be, too.
const NO_LOOPS: &str = "\
import os, sys
language, entry_point, feedback = sys.argv[1:4]
text = ''
for folder, _, names in os.walk('.'):
    for name in sorted(names):
        text += open(os.path.join(folder, name)).read()
message = ' '.join([language, entry_point, *sys.argv[4:], *sorted(os.listdir('.'))])
open(feedback + 'judgemessage.txt', 'w').write(message)
if len(text) < 40 and 'score' in sys.argv:
    open(feedback + 'score.txt', 'w').write('10')
if 'broken' in text:
    sys.exit(1)
sys.exit(43 if 'while' in text else 42)
";

#[test]
fn a_static_validator_sees_the_sources_and_decides_with_the_tests() {
    let problem = Problem::kattis(
        LIMITS,
        &[
            ("static_validator/main.py", NO_LOOPS),
            (
                "data/secret/test_group.yaml",
                "static_validation_score: pass-fail\nstatic_validator_args: [without, loops]\n",
            ),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", "2\n"),
        ],
    );
    // It has the validator's own name, and there is a file in a folder.
    let files = [("main.py", "print(int(input()) + 1)"), ("lib/validate.py", "")];
    let report = problem.judge_with(&Default::default(), &files).unwrap();
    assert_eq!((report.verdict, report.tests.len()), (Some(Verdict::Accepted), 2), "{report:#?}");
    assert!(report.complete());
    let checker = report.tests[1].checker.as_ref().unwrap();
    assert_eq!(report.tests[1].test, "secret (static)");
    assert_eq!(checker.message, "python3 main.py without loops lib main.py");

    let report =
        problem.judge("a.py", "while True:\n    print(int(input()) + 1)\n    break").unwrap();
    assert_eq!(report.verdict, Some(Verdict::WrongAnswer));
    assert_eq!(report.deciding_test.as_deref(), Some("secret (static)"));
    assert_eq!(report.tests[0].verdict, Some(Verdict::Accepted));

    let report = problem.judge("a.py", "print(int(input()) + 1) # broken").unwrap();
    assert_eq!(report.verdict, None);
    assert!(report.problem_fault.unwrap().contains("static validator main.py"));
}

#[test]
fn a_static_validator_gives_points() {
    let problem = Problem::kattis(
        &format!("type: scoring\n{LIMITS}"),
        &[
            (
                "static_validator/run",
                "#!/bin/sh\nset -e\nexec python3 \"$(dirname \"$0\")/v.py\" \"$@\"\n",
            ),
            ("static_validator/v.py", NO_LOOPS),
            (
                "data/secret/test_group.yaml",
                "max_score: 100\nscore_aggregation: sum\nstatic_validation_score: 20\nstatic_validator_args: [score]\n",
            ),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", "2\n"),
        ],
    );
    let report = problem.judge("a.py", "print(int(input()) + 1)").unwrap();
    assert_eq!(
        (report.verdict, report.score),
        (Some(Verdict::Accepted), Some(90.0)),
        "{report:#?}"
    );
    let long = "print(int(input()) + 1) # and many words beside it";
    assert_eq!(problem.judge("a.py", long).unwrap().score, Some(100.0));
    let wrong = problem.judge("a.py", "print(1) # while, and more words than few").unwrap();
    assert_eq!((wrong.verdict, wrong.score), (Some(Verdict::WrongAnswer), Some(0.0)));
}

/// Twice the points, and accepted where any part was; its flags may ask for something else.
const GRADER: &str = "\
import sys
parts = [line.split() for line in sys.stdin]
if 'break' in sys.argv:
    print('nonsense')
    sys.exit(0)
points = 2 * sum(float(score) for _, score in parts)
accepted = any(verdict == 'AC' for verdict, _ in parts)
print('AC' if accepted else parts[0][0], points)
";

fn graded(flags: &str) -> Problem {
    let files: Vec<(String, String)> = [
        ("problem.yaml", "name: test\nlicense: unknown\ntype: scoring\nlimits: {memory: 256}\n"),
        ("domjudge-problem.ini", "timelimit=4\n"),
        ("graders/grade.py", GRADER),
        (
            "data/secret/testdata.yaml",
            &format!("grading: custom\ngrader_flags: {flags}\naccept_score: 5\nrange: 0 100\n"),
        ),
        ("data/testdata.yaml", "range: 0 100\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "2\n"),
        ("data/secret/2.in", "2\n"),
        ("data/secret/2.ans", "9\n"),
        ("submissions/accepted/a.py", "print(2)\n"),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
    .into();
    Problem::of_files(&files)
}

#[test]
fn a_grader_of_the_package_grades() {
    let problem = graded("twice");
    let some = problem.judge("some.py", "print(2)").unwrap();
    assert_eq!((some.verdict, some.score), (Some(Verdict::Accepted), Some(10.0)), "{some:#?}");
    let none = problem.judge("none.py", "x = bytearray(1 << 30)").unwrap();
    assert_eq!(none.verdict, Some(Verdict::MemoryLimitExceeded), "{none:#?}");
    let fault = graded("break").fault("some.py", "print(2)");
    assert!(fault.contains("grader grade.py") && fault.contains("nonsense"), "{fault}");
}
