//! Output validators of the ICPC/Kattis format, after the submission has ended.

use sandglass_judge::Verdict;

use crate::support::Problem;

const LIMITS: &str = "limits: {time_limit: 1, memory: 256, validation_time: 2, validation_memory: 256, validation_output: 1}";

fn validated(keys: &str, name: &str, text: &str) -> Problem {
    Problem::kattis(keys, &[(&format!("output_validator/{name}"), text)])
}

fn python(text: &str) -> Problem {
    validated(LIMITS, "validate.py", text)
}

/// Prints the number after its input.
const RIGHT: (&str, &str) = ("right.py", "print(int(input()) + 1)");

#[test]
fn a_validator_reads_all_it_is_promised() {
    let problem = validated(
        LIMITS,
        "validate.cpp",
        r#"
        #include <fstream>
        #include <iostream>
        #include <string>
        int main(int argc, char** argv) {
            std::ifstream input(argv[1]), answer(argv[2]);
            std::string feedback = argv[3], in, ans, got;
            input >> in; answer >> ans; std::cin >> got;
            std::ofstream(feedback + "judgemessage.txt") << "in " << in << " ans " << ans << " got " << got << " argc " << argc;
            std::ofstream(feedback + "teammessage.txt") << "look again";
            return got == ans ? 42 : 43;
        }"#,
    );
    let right = problem.test(RIGHT.0, RIGHT.1);
    assert_eq!(right.verdict.unwrap(), Verdict::Accepted, "{right:#?}");
    let checker = right.checker.unwrap();
    assert_eq!(checker.message, "in 1 ans 2 got 2 argc 4");
    assert_eq!(checker.team_message, "look again");
    let wrong = problem.test("wrong.py", "print(7)");
    assert_eq!(wrong.verdict.unwrap(), Verdict::WrongAnswer);
    assert_eq!(wrong.checker.unwrap().message, "in 1 ans 2 got 7 argc 4");
    // Of a program that fails nobody asks the validator.
    let failed = problem.test("fails.py", "print(2); raise SystemExit(1)");
    assert_eq!((failed.verdict.unwrap(), failed.checker.is_none()), (Verdict::RunTimeError, true));
}

#[test]
fn any_other_end_is_the_problems_fault() {
    for (text, words) in [
        ("raise SystemExit(0)", "exited with 0"),
        ("import sys; print('oh dear', file=sys.stderr); sys.exit(1)", "oh dear"),
        // Which clock runs out first depends on how busy the machine is.
        ("while True: pass", "time limit"),
        ("import time; time.sleep(60)", "wall time limit"),
        ("x = bytearray(1 << 30)", "memory"),
        ("import os; os.kill(os.getpid(), 11)", "SIGSEGV"),
        ("print('x' * (2 << 20)); raise SystemExit(42)", "wrote more"),
        (
            "import sys; open(sys.argv[3] + 'score.txt', 'w').write('much'); sys.exit(42)",
            "score.txt",
        ),
        ("syntax error", "does not compile"),
    ] {
        let fault = python(text).fault(RIGHT.0, RIGHT.1);
        assert!(fault.contains(words), "{text}: {fault}");
        assert!(fault.starts_with("checker validate.py"), "{fault}");
    }
}

/// Breaks on the test whose answer is `break`, and accepts what is right on the others.
const BREAKS: &str = "\
import sys
answer = open(sys.argv[2]).read().strip()
if answer == 'break':
    sys.exit(1)
sys.exit(42 if sys.stdin.read().strip() == answer else 43)
";

fn with_answers(keys: &str, answers: &[&str]) -> Problem {
    let names: Vec<(String, String)> = (1..=answers.len())
        .map(|test| (format!("data/secret/{test}.in"), format!("data/secret/{test}.ans")))
        .collect();
    let mut files = vec![("output_validator/check.py", BREAKS)];
    for (answer, (input, output)) in answers.iter().zip(&names) {
        files.extend([(input.as_str(), "1\n"), (output.as_str(), *answer)]);
    }
    Problem::kattis(keys, &files)
}

#[test]
fn a_checker_that_breaks_on_one_test_leaves_the_others_their_verdicts() {
    let problem = with_answers("limits: {time_limit: 4}", &["2", "break", "2"]);
    let report = problem.judge("right.sh", "echo 2").unwrap();
    let verdicts: Vec<_> = report.tests.iter().map(|test| test.verdict).collect();
    assert_eq!(verdicts, [Some(Verdict::Accepted), None, Some(Verdict::Accepted)], "{report:#?}");
    assert_eq!((report.verdict, report.deciding_test.as_deref()), (None, Some("secret/2")));
    assert_eq!(report.problem_fault, report.tests[1].problem_fault);
    let fault = report.problem_fault.unwrap();
    assert!(fault.contains("secret/2") && fault.contains("exited with 1"), "{fault}");

    // A failure before it decides, as it would have without it.
    let problem = with_answers("limits: {time_limit: 4}", &["3", "break", "2"]);
    let report = problem.judge("wrong.sh", "echo 2").unwrap();
    assert_eq!((report.verdict, report.tests.len()), (Some(Verdict::WrongAnswer), 3));
    assert_eq!(report.tests[1].verdict, None);
}

#[test]
fn points_that_depend_on_a_broken_checker_are_not_given() {
    let keys = "type: scoring\nlimits: {time_limit: 4}";
    let problem = with_answers(keys, &["2", "break"]);
    let report = problem.judge("right.sh", "echo 2").unwrap();
    assert_eq!((report.verdict, report.score, report.tests.len()), (None, None, 2), "{report:#?}");
}
