//! ICPC/Kattis `legacy`, with DOMjudge's additions.

use std::time::Duration;

use sandglass_package::{
    Aggregation, Checker, FinalVerdict, Format, Kind, OnReject, Protocol, ScoreMode, TestClass,
    TimeLimitUse, TimeRule, VerdictMode,
};

use crate::support::{group, package, refusal, tests, warnings};

const TESTS: [(&str, &str); 4] = [
    ("data/sample/1.in", "1"),
    ("data/sample/1.ans", "1"),
    ("data/secret/1.in", "1"),
    ("data/secret/1.ans", "1"),
];

fn with(files: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    [&TESTS[..], files].concat()
}

/// Problems of the first drafts of `2025-09` have their groups graded as in `legacy`; the tools of the
/// format still read them so.
#[test]
fn groups_of_the_first_drafts_are_those_of_legacy() {
    let package = package(&[
        ("problem.yaml", "problem_format_version: 2023-07-draft\ntype: scoring\nname: Odd\n"),
        ("data/sample/1.in", ""),
        ("data/sample/1.ans", ""),
        ("data/secret/testdata.yaml", "on_reject: continue\nrange: 0 2\n"),
        (
            "data/secret/one/testdata.yaml",
            "on_reject: break\naccept_score: 1\nrange: 0 1\ngrader_flags: min\n\
             input_validator_flags: few=1\noutput_validator_flags: case_sensitive\n",
        ),
        ("data/secret/one/1.in", ""),
        ("data/secret/one/1.ans", ""),
        ("submissions/accepted/a.py", ""),
    ]);
    assert_eq!((package.problem.format, package.problem.scoring), (Format::Draft2023, true));
    assert_eq!(tests(&package), ["sample/1", "secret/one/1"]);
    let one = group(&package, "secret/one");
    assert_eq!(one.aggregation, Aggregation::Legacy);
    let grading = one.legacy.as_ref().expect("a grading");
    assert_eq!((grading.score_mode, grading.on_reject), (ScoreMode::Min, OnReject::Break));
    assert_eq!(grading.range, (0.0, 1.0));
    let test = &package.tests[1];
    assert_eq!(test.output_validator_arguments, ["case_sensitive"]);
    assert_eq!(test.input_validator_arguments.of("any"), ["few=1"]);
    assert!(warnings(&package).iter().any(|warning| warning.contains("as in legacy")));
}

#[test]
fn a_contest_problem_as_domjudge_has_it() {
    let package = package(&with(&[
        (
            "problem.yaml",
            "name: Boat Parts\nauthor: A. Uthor, B. Writer and C. Third\nsource: NCPC 2012\n\
             source_url: https://ncpc.example\nlicense: cc by-sa\nrights_owner: NCPC\n\
             keywords: easy sets\nvalidation: custom\nvalidator_flags: float_tolerance 1e-6\n\
             limits:\n  memory: 512\n  time_multiplier: 4\n",
        ),
        ("domjudge-problem.ini", "short-name = boat\ntimelimit='1.5'\ncolor=#ff0000\nodd=1\n"),
        ("input_format_validators/check.py", ""),
        ("input_validators/grammar.ctd", ""),
        ("output_validators/compare.cc", ""),
        ("data/secret/1.hint", "think\n"),
        ("data/secret/1.desc", "the smallest\n"),
        ("submissions/accepted/a.py", ""),
        ("submissions/mixed/b.py", "# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\n"),
        ("submissions/mixed/c.c", "/* @EXPECTED_RESULTS@: COMPILER-ERROR */\n"),
        ("submissions/time_limit_exceeded/d.py", ""),
        ("submissions/wrong_answer/e.py", ""),
    ]));
    let problem = &package.problem;
    assert_eq!((problem.format, problem.kind), (Format::Legacy, Kind::Batch));
    assert_eq!((problem.name.as_str(), problem.label.as_deref()), ("Boat Parts", Some("boat")));
    assert_eq!(problem.limits.time, Some(Duration::from_millis(1500)));
    assert_eq!(problem.limits.memory, 512 << 20);
    let rule = TimeRule::Legacy { multiplier: 4.0, safety_margin: 2.0 };
    assert_eq!(problem.limits.time_rule, rule);
    assert_eq!(
        problem.metadata.names().collect::<Vec<_>>(),
        ["license", "rights_owner", "credits", "source", "keywords"]
    );
    assert_eq!(tests(&package), ["sample/1", "secret/1"]);
    let test = &package.tests[1];
    assert_eq!(test.output_validator_arguments, ["float_tolerance", "1e-6"]);
    assert_eq!(test.hint.as_deref(), Some("think"));
    assert_eq!(test.description.as_deref(), Some("the smallest"));
    let Checker::Programs(validators) = &package.checker else { panic!("{:?}", package.checker) };
    assert_eq!(validators[0].protocol, Protocol::Kattis);
    let validators: Vec<_> = package
        .input_validators
        .iter()
        .map(|program| (program.path.as_str(), program.language.as_deref()))
        .collect();
    assert_eq!(
        validators,
        [
            ("input_validators/grammar.ctd", Some("checktestdata")),
            ("input_format_validators/check.py", None)
        ]
    );
    let expected: Vec<_> = package
        .submissions
        .iter()
        .map(|submission| {
            let verdicts = submission.expectations[0].verdicts.clone().unwrap();
            (submission.name.as_str(), verdicts.into_iter().collect::<Vec<_>>())
        })
        .collect();
    use FinalVerdict::{Class, CompileError};
    use TestClass::{Accepted, RunTimeError, TimeLimitExceeded, WrongAnswer};
    assert_eq!(
        expected,
        [
            ("accepted/a.py", vec![Class(Accepted)]),
            ("mixed/b.py", vec![Class(TimeLimitExceeded), Class(RunTimeError)]),
            ("mixed/c.c", vec![CompileError]),
            ("time_limit_exceeded/d.py", vec![Class(TimeLimitExceeded)]),
            ("wrong_answer/e.py", vec![Class(WrongAnswer)]),
        ]
    );
    let uses: Vec<_> = package
        .submissions
        .iter()
        .map(|submission| submission.time_limit_use("secret/1"))
        .collect();
    use TimeLimitUse::{Lower, Upper};
    let unused = TimeLimitUse::None;
    assert_eq!(uses, [Lower, unused, unused, Upper, unused]);
    assert_eq!(warnings(&package), ["domjudge-problem.ini: unknown key odd"]);
}

#[test]
fn a_file_of_its_own_holds_the_time_limit() {
    let files = [("problem.yaml", "name: x"), (".timelimit", "3\n")];
    let package = package(&with(&files));
    assert_eq!(package.problem.limits.time, Some(Duration::from_secs(3)));
    assert_eq!(package.problem.limits.time_rule, TimeRule::LEGACY);
    assert_eq!(
        refusal(&with(&[("problem.yaml", "name: x"), (".timelimit", "-3")])),
        ".timelimit: it must hold a number of seconds above 0, within an hour"
    );
}

#[test]
fn the_statement_names_a_problem_that_has_no_name() {
    let package = package(&with(&[
        ("problem.yaml", "source: x"),
        ("problem_statement/problem.en.tex", "\\problemname{Bits of Fun}\nText\n"),
    ]));
    assert_eq!(package.problem.name, "Bits of Fun");
}

#[test]
fn groups_are_graded_as_their_files_say() {
    let package = package(&with(&[
        ("problem.yaml", "name: x\ntype: scoring\ngrading: {objective: min}\n"),
        ("data/testdata.yaml", "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n"),
        ("data/secret/testdata.yaml", "grader_flags: always_accept\n"),
        (
            "data/secret/g1/testdata.yaml",
            "on_reject: break\naccept_score: 25\nrange: -inf +inf\ngrader_flags: first_error min\n\
             output_validator_flags: case_sensitive\n\
             input_validator_flags: {name: check.py, flags: --small}\n",
        ),
        ("data/secret/g1/a.in", ""),
        ("data/secret/g1/a.ans", ""),
        ("data/secret/g1/deep/b.in", ""),
        ("data/secret/g1/deep/b.ans", ""),
    ]));
    assert_eq!(tests(&package), ["sample/1", "secret/1", "secret/g1/a", "secret/g1/deep/b"]);
    let root = package.groups[0].legacy.as_ref().unwrap();
    assert_eq!((root.on_reject, root.ignore_sample), (OnReject::Continue, true));
    assert_eq!(root.range, (0.0, 100.0));
    let secret = group(&package, "secret").legacy.as_ref().unwrap();
    assert_eq!(secret.verdict_mode, VerdictMode::AlwaysAccept);
    assert_eq!((secret.on_reject, secret.ignore_sample), (OnReject::Continue, false));
    let first = group(&package, "secret/g1");
    assert_eq!(first.aggregation, Aggregation::Legacy);
    let grading = first.legacy.as_ref().unwrap();
    assert_eq!((grading.accept_score, grading.on_reject), (25.0, OnReject::Break));
    assert_eq!(grading.range, (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(
        (grading.verdict_mode, grading.score_mode),
        (VerdictMode::FirstError, ScoreMode::Min)
    );
    let deep = group(&package, "secret/g1/deep");
    assert_eq!(deep.legacy.as_ref().unwrap().accept_score, 25.0);
    let test = &package.tests[3];
    assert_eq!(package.groups[test.group].name, "secret/g1/deep");
    assert_eq!(test.output_validator_arguments, ["case_sensitive"]);
    assert_eq!(test.input_validator_arguments.of("check.py"), ["--small"]);
    assert_eq!(test.input_validator_arguments.of("other.py"), [""; 0]);
}

#[test]
fn interactive_problems_and_multi_pass_by_domjudge() {
    let package = package(&with(&[
        (
            "problem.yaml",
            "name: x\ntype: scoring\nvalidation: custom interactive score multi-pass\n\
             limits: {validation_passes: 3}\n",
        ),
        ("output_validators/talk/main.py", ""),
        ("output_validators/talk/help.py", ""),
        ("include/cpp/lib.h", "int x;"),
        ("graders/grade.py", ""),
        ("data/secret/testdata.yaml", "grading: custom\ngrader_flags: own flags\n"),
        ("data/sample/2.interaction", "<1\n>2\n"),
        ("submissions/partially_accepted/x.py", ""),
    ]));
    assert_eq!((package.problem.kind, package.problem.passes), (Kind::Interactive, Some(3)));
    assert_eq!(package.checker, Checker::Interactor);
    assert_eq!(package.interactor.as_ref().unwrap().path, "output_validators/talk");
    let program = package.program(package.interactor.as_ref().unwrap()).unwrap();
    assert_eq!(program.names(), ["help.py", "main.py"]);
    assert_eq!(package.included_files("cpp").unwrap()[0].content, b"int x;");
    assert!(package.included_files("python3").unwrap().is_empty());
    assert_eq!(package.grader.as_ref().unwrap().path, "graders/grade.py");
    assert!(package.submissions[0].expectations[0].partial);
    assert_eq!(warnings(&package), [""; 0]);
}

#[test]
fn contradictions_are_refused_by_name() {
    let check = |yaml: &'static str, expected: &str| {
        assert_eq!(refusal(&with(&[("problem.yaml", yaml)])), expected);
    };
    check("validation: custom", "output_validators: is missing (validation is custom)");
    check(
        "validation: default interactive",
        "problem.yaml: key validation: interactive needs custom",
    );
    check(
        "validation: custom score",
        "problem.yaml: key validation: score needs a problem of type scoring",
    );
    check("validation: best", "problem.yaml: key validation: it must begin with default or custom");
    check("type: odd", "problem.yaml: key type: \"odd\" is no type of problem");
    check("problem_format_version: 1999", "problem.yaml: format version 1999 is not supported");
    let two = with(&[
        ("problem.yaml", "validation: custom interactive"),
        ("output_validators/a.py", ""),
        ("output_validators/b.py", ""),
    ]);
    assert_eq!(refusal(&two), "output_validators: only one can talk with a submission");
    let missing = with(&[("problem.yaml", "name: x"), ("data/testdata.yaml", "grading: custom")]);
    assert_eq!(refusal(&missing), "graders: is missing (a group asks for custom grading)");
    let unknown = with(&[("problem.yaml", "name: x\ncolour: red")]);
    assert_eq!(warnings(&package(&unknown)), ["problem.yaml: unknown key colour"]);
}

#[test]
fn a_tolerance_that_is_set_again_replaces_the_one_before() {
    let arguments = |problem: &'static str, folder: &'static str| {
        let files = [
            ("problem.yaml", problem),
            ("data/testdata.yaml", folder),
            ("output_validators/check.cc", ""),
        ];
        package(&with(&files)).tests[1].output_validator_arguments.join(" ")
    };
    const PROBLEM: &str = "name: x\nvalidator_flags: float_tolerance 1e-4 case_sensitive\n";
    assert_eq!(
        arguments(PROBLEM, "output_validator_flags: float_tolerance 1e-6\n"),
        "case_sensitive float_tolerance 1e-6"
    );
    assert_eq!(
        arguments(PROBLEM, "output_validator_flags: float_absolute_tolerance 0.5\n"),
        "case_sensitive float_relative_tolerance 1e-4 float_absolute_tolerance 0.5"
    );
    // What a validator of the package is told is its own matter.
    assert_eq!(
        arguments(
            "name: x\nvalidation: custom\nvalidator_flags: float_tolerance 1 a\n",
            "output_validator_flags: float_tolerance 2\n"
        ),
        "float_tolerance 1 a float_tolerance 2"
    );
}

#[test]
fn a_test_that_is_left_out_for_its_name_is_told() {
    let package = package(&with(&[
        ("problem.yaml", "name: x\n"),
        ("data/secret/big case.in", "1"),
        ("data/secret/big case.ans", "1"),
        ("data/secret/täst.in", "1"),
        ("data/secret/.hidden.in", "1"),
        ("data/secret/1.in~", "1"),
        ("submissions/accepted/my solution.py", ""),
    ]));
    assert_eq!(tests(&package), ["sample/1", "secret/1"]);
    let told = warnings(&package).join("\n");
    for name in ["big case.in:", "big case.ans:", "täst.in:", "accepted/my solution.py:"] {
        assert!(told.contains(name), "{name}: {told}");
    }
    assert!(
        told.contains("rename it") && !told.contains("hidden") && !told.contains('~'),
        "{told}"
    );
}
