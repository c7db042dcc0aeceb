//! Judges every example submission of `problems/different` in real sandboxes.
//!
//! Needs of the host: what the sandbox needs, `g++` and `python3` under `/usr/bin`. Where they are
//! missing these tests fail.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sandglass_judge::{
    Event, Judge, JudgeError, Options, Report, Submission, Verdict, check_expected, open_lanes,
};
use sandglass_languages::Languages;
use sandglass_package::{ExampleSubmission, Package, SourceFile, Sources};
use sandglass_sandbox::{BackendChoice, LaneOptions};

fn problem() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/different")
}

fn judge(lanes: usize) -> Judge {
    Judge::new(open_lanes(weaker_too, lanes).unwrap(), Languages::builtin().unwrap())
}

fn package() -> Package {
    let package = Package::open(&problem()).unwrap();
    assert_eq!(package.warnings, []);
    package
}

fn run(
    judge: &Judge,
    package: &Package,
    sources: &Sources,
    options: Options,
) -> Result<Report, JudgeError> {
    let submission = Submission { sources, language: None, entry_point: None };
    judge.judge(package, &submission, &options, &mut |_| {})
}

fn source(name: &str, content: &str) -> Sources {
    let file = SourceFile { name: name.to_owned(), content: content.as_bytes().to_vec() };
    Sources { name: name.to_owned(), files: vec![file] }
}

fn example<'a>(package: &'a Package, name: &str) -> &'a ExampleSubmission {
    package.submissions.iter().find(|example| example.name == name).unwrap()
}

#[test]
fn every_example_submission_gets_the_verdict_of_its_folder() {
    let (judge, package) = (judge(1), package());
    let mut wrong = Vec::new();
    for example in &package.submissions {
        let report =
            run(&judge, &package, &package.sources(example).unwrap(), Options::default()).unwrap();
        if check_expected(&report, example) != Some(Ok(())) {
            wrong.push(format!("{}: {:#?}", example.name, report));
        }
        let folder = Verdict::of_folder(example.folder()).unwrap();
        if report.verdict.unwrap() != folder {
            wrong.push(format!(
                "{}: {} and not {folder}: {:#?}",
                example.name,
                report.verdict.unwrap(),
                report.deciding()
            ));
        }
    }
    assert!(package.submissions.len() >= 14);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn verdicts_carry_their_evidence() {
    let (judge, package) = (judge(1), package());
    let report = |name: &str| {
        let sources = package.sources(example(&package, name)).unwrap();
        run(&judge, &package, &sources, Options::default()).unwrap()
    };

    let wrong = report("wrong_answer/overflow.cpp");
    let difference = wrong.deciding().unwrap().difference.clone().unwrap();
    assert_eq!(wrong.deciding_test.as_deref(), Some("secret/12-largest-random"));
    assert_eq!((difference.line, difference.column), (1, 1));
    assert_eq!(difference.expected.as_deref(), Some("3199811123"));
    assert_eq!(difference.got.as_deref(), Some("-1095156173"));

    let slow = report("time_limit_exceeded/pairs.cpp");
    let test = slow.deciding().unwrap();
    assert_eq!(test.cause, "cpu_time_limit");
    assert!(test.cpu_time >= Duration::from_secs(2), "{test:?}");
    assert!(test.cpu_time < Duration::from_millis(2300), "{test:?}");

    let asleep = report("time_limit_exceeded/sleeps.py");
    let test = asleep.deciding().unwrap();
    assert_eq!(test.cause, "wall_time_limit");
    assert!(
        test.wall_time >= Duration::from_millis(3500) && test.cpu_time < Duration::from_secs(1),
        "{test:?}"
    );

    let large = report("memory_limit_exceeded/all_words.cpp");
    assert_eq!(large.deciding().unwrap().cause, "memory_limit");

    let endless = report("output_limit_exceeded/endless.cpp");
    let test = endless.deciding().unwrap();
    assert_eq!((test.cause.as_str(), test.signal), ("output_limit", None));
    assert!(test.output_bytes > 8 << 20, "{test:?}");
    assert!(test.wall_time < Duration::from_secs(2), "{test:?}");

    let crash = report("run_time_error/small_array.cpp");
    let test = crash.deciding().unwrap();
    assert_eq!((test.cause.as_str(), test.signal), ("signaled", Some(6)));
    assert!(test.stderr.contains("out_of_range") || test.stderr.contains("array::at"), "{test:?}");

    for (attack, last) in
        [("attacks_host/attack.cpp", "ptrace"), ("attacks_host/attack.py", "unshare")]
    {
        let attack = report(attack);
        let test = attack.deciding().unwrap();
        assert_eq!(test.cause, "policy_violation");
        // It came as far as its last attempt, and it prints what it succeeded in before.
        assert_eq!((test.system_call.as_deref(), test.output_bytes), (Some(last), 0), "{test:?}");
    }
}

#[test]
fn two_lanes_give_what_one_gives_and_in_the_same_order() {
    let (judge, package) = (judge(2), package());
    let sources = package.sources(example(&package, "accepted/automaton.py")).unwrap();
    let submission = Submission { sources: &sources, language: Some("python3"), entry_point: None };
    let mut seen = Vec::new();
    let report = judge
        .judge(&package, &submission, &Options::default(), &mut |event| {
            if let Event::Test(test) = event {
                seen.push(test.test.clone());
            }
        })
        .unwrap();
    let names: Vec<String> = package.tests.iter().map(|test| test.name.clone()).collect();
    assert_eq!(report.verdict.unwrap(), Verdict::Accepted, "{report:#?}");
    assert_eq!(seen, names);
}

#[test]
fn all_tests_go_on_after_a_failure() {
    let (judge, package) = (judge(2), package());
    let sources = package.sources(example(&package, "wrong_answer/overflow.cpp")).unwrap();
    let options = Options { all_tests: true, ..Options::default() };
    let report = run(&judge, &package, &sources, options).unwrap();
    assert_eq!(report.tests.len(), package.tests.len());
    assert_eq!(
        report.tests.iter().filter(|test| test.verdict.unwrap() == Verdict::WrongAnswer).count(),
        1
    );
    assert_eq!(report.tests.last().unwrap().verdict.unwrap(), Verdict::Accepted);
}

/// A few lines in five languages, right on both samples: they copy the first letter of the input to
/// standard error and decide by it. (`tests/languages` has every language.)
const FIVE_LANGUAGES: &[(&str, &str)] = &[
    (
        "a.c",
        "#include <stdio.h>\nint main(void) { int c = getchar(); putc(c, stderr); puts(c == 'b' ? \"15\" : \"4\"); }\n",
    ),
    (
        "a.cc",
        "#include <iostream>\nint main() { char c; std::cin >> c; std::cerr << c; std::cout << (c == 'b' ? 15 : 4); }\n",
    ),
    (
        "a.py",
        "import sys\nc = input()[0]\nprint(c, end='', file=sys.stderr)\nprint(15 if c == 'b' else 4)\n",
    ),
    (
        "a.sh",
        "read -r -n1 c\nprintf %s \"$c\" >&2\nif [ \"$c\" = b ]; then echo 15; else echo 3 | tr 3 4; fi\n",
    ),
    ("a.pl", "my $c = substr <STDIN>, 0, 1;\nprint STDERR $c;\nprint $c eq 'b' ? 15 : 4;\n"),
];

#[test]
fn the_name_of_a_file_tells_its_language() {
    let (judge, package) = (judge(1), package());
    for (name, content) in FIVE_LANGUAGES {
        let report = run(&judge, &package, &source(name, content), Options::default()).unwrap();
        let samples: Vec<(Verdict, &str)> = report
            .tests
            .iter()
            .take(2)
            .map(|test| (test.verdict.unwrap(), test.stderr.as_str()))
            .collect();
        assert_eq!(samples, [(Verdict::Accepted, "b"), (Verdict::Accepted, "a")], "{report:#?}");
    }
}

#[test]
fn a_mistake_of_syntax_is_a_compile_error_in_every_language() {
    let (judge, package) = (judge(1), package());
    for (name, _) in FIVE_LANGUAGES {
        let report = run(&judge, &package, &source(name, "if (\n"), Options::default()).unwrap();
        assert_eq!(report.verdict.unwrap(), Verdict::CompileError, "{report:#?}");
        assert!(report.compilation.messages.contains("rror"), "{report:#?}");
    }
}

#[test]
fn what_does_not_compile_says_why() {
    let (judge, package) = (judge(1), package());
    let report = |sources: &Sources| run(&judge, &package, sources, Options::default()).unwrap();

    let cpp = report(&source("a.cpp", "int main() { return missing; }\n"));
    assert_eq!(cpp.verdict.unwrap(), Verdict::CompileError);
    assert!(cpp.compilation.messages.contains("'missing' was not declared"), "{cpp:?}");
    assert!(cpp.tests.is_empty());

    let python = report(&source("a.py", "print('a'\n"));
    assert_eq!(python.verdict.unwrap(), Verdict::CompileError);
    assert!(python.compilation.messages.contains("SyntaxError"), "{python:?}");

    let unknown = report(&source("a.xyz", ""));
    assert_eq!(unknown.verdict.unwrap(), Verdict::CompileError);
    assert!(unknown.compilation.messages.contains("a.xyz"), "{unknown:?}");
}

#[test]
fn a_compiler_is_bounded_and_sees_nothing_of_the_host() {
    let (judge, package) = (judge(1), package());
    let report =
        |content: &str| run(&judge, &package, &source("a.c", content), Options::default()).unwrap();

    let secret = report("#include \"/etc/passwd\"\nint main() { return 0; }\n");
    assert!(secret.compilation.messages.contains("No such file"), "{secret:?}");

    // Endless messages end at the bound, and the messages that are kept are the first.
    let flood = report(&format!("int main() {{ {} }}\n", "missing; ".repeat(12_000)));
    assert_eq!(flood.verdict.unwrap(), Verdict::CompileError);
    assert!(
        flood.compilation.messages.len() <= (64 << 10) + 100,
        "{}",
        flood.compilation.messages.len()
    );

    // A gigabyte of zeroes in the product.
    let large = report("char data[1u << 30] = {1}; int main() { return 0; }\n");
    assert_eq!(large.verdict.unwrap(), Verdict::CompileError, "{large:?}");
}

#[test]
fn a_second_submission_of_the_same_files_is_not_compiled_again() {
    let (judge, package) = (judge(1), package());
    let sources = package.sources(example(&package, "wrong_answer/positions.cpp")).unwrap();
    let first = run(&judge, &package, &sources, Options::default()).unwrap();
    let mut renamed = sources;
    renamed.name = "another".to_owned();
    let second = run(&judge, &package, &renamed, Options::default()).unwrap();
    assert_eq!((first.compilation.cached, second.compilation.cached), (false, true));
    // To the nanosecond: it is the same compilation.
    assert_eq!(first.compilation.wall_time, second.compilation.wall_time);
    assert_eq!(second.submission, "another");
}

#[test]
fn input_that_is_not_read_and_pipes_that_cannot_be_sought() {
    let (judge, package) = (judge(1), package());
    let report = |content: &str| {
        run(&judge, &package, &source("a.py", content), Options::default()).unwrap()
    };

    // The right answer for the first sample, without reading.
    let unread = report("print(15)\n");
    assert_eq!(unread.tests[0].verdict.unwrap(), Verdict::Accepted, "{unread:#?}");

    // Closes its input half read, and only then answers.
    let closed = report("import os\nos.read(0, 1)\nos.close(0)\nprint(15)\n");
    assert_eq!(closed.tests[0].verdict.unwrap(), Verdict::Accepted, "{closed:#?}");

    // Closes its output, and then reads.
    let deaf = report(
        "import os\nos.write(1, b'15')\nos.close(1)\nos.close(2)\nwhile os.read(0, 100): pass\n",
    );
    assert_eq!(deaf.tests[0].verdict.unwrap(), Verdict::Accepted, "{deaf:#?}");

    let seeking = report(
        "import os\nfor fd in 0, 1, 2:\n    try:\n        os.lseek(fd, 0, 0)\n        print('sought', fd)\n    except OSError:\n        pass\nprint(15)\n",
    );
    assert_eq!(seeking.tests[0].verdict.unwrap(), Verdict::Accepted, "{seeking:#?}");
}

#[test]
fn a_broken_package_is_the_problems_fault_and_no_verdict() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    std::fs::create_dir_all(root.join("data/secret")).unwrap();
    std::fs::write(
        root.join("problem.yaml"),
        "problem_format_version: 2025-09\nname: x\nuuid: y\nlimits: {time_limit: 1}\n",
    )
    .unwrap();
    for name in ["1.in", "1.ans"] {
        std::fs::write(root.join("data/secret").join(name), "").unwrap();
    }
    std::fs::write(root.join("data/secret/1.yaml"), "output_validator_args: [float_tolerance]\n")
        .unwrap();
    let (judge, package) = (judge(1), Package::open(root).unwrap());
    let quiet = source("a.py", "pass\n");
    let fault =
        || run(&judge, &package, &quiet, Options::default()).unwrap().problem_fault.unwrap();
    assert!(fault().contains("secret/1"), "{}", fault());

    // Test data that vanishes between reading the package and judging.
    std::fs::remove_file(root.join("data/secret/1.yaml")).unwrap();
    let package = Package::open(root).unwrap();
    assert_eq!(
        run(&judge, &package, &quiet, Options::default()).unwrap().verdict.unwrap(),
        Verdict::Accepted
    );
    std::fs::remove_file(root.join("data/secret/1.ans")).unwrap();
    let report = run(&judge, &package, &quiet, Options::default()).unwrap();
    assert_eq!((report.verdict, report.tests.len()), (None, 1));
    assert!(report.problem_fault.unwrap().contains("data/secret/1.ans"));
}

/// An ordinary user may have no cgroup on this host. Where the suite must have one (in CI), the
/// conformance tests of the sandbox see to it.
fn weaker_too() -> LaneOptions {
    LaneOptions { backend: BackendChoice::AllowWeaker, ..LaneOptions::default() }
}
