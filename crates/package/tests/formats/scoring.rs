//! ICPC/Kattis `2025-09`: points, programs, and what goes with every type of problem.

use sandglass_package::{Aggregation, Checker, Kind, Mismatch, TimeLimitUse, ValidationKind};

use crate::support::{group, package, refusal, tests, warnings};

const HEAD: &str = "problem_format_version: 2025-09\nname: x\nuuid: y\n";
const TESTS: [(&str, &str); 4] = [
    ("data/secret/a/1.in", "1"),
    ("data/secret/a/1.ans", "1"),
    ("data/secret/b/x/1.in", "1"),
    ("data/secret/b/x/1.ans", "1"),
];

fn with(yaml: &str, files: &[(&str, &str)], then: impl FnOnce(&[(&str, &str)])) {
    let yaml = format!("{HEAD}{yaml}");
    then(&[&[("problem.yaml", yaml.as_str())], &TESTS[..], files].concat());
}

#[test]
fn groups_and_points() {
    let files = [
        ("data/sample/1.in", ""),
        ("data/sample/1.ans", ""),
        ("data/secret/a/test_group.yaml", "max_score: 30\nrequire_pass: sample\n"),
        (
            "data/secret/b/test_group.yaml",
            "max_score: 70\nscore_aggregation: sum\nrequire_pass: [sample, secret/a]\n\
             static_validation_score: 10\nstatic_validator_args: [-x]\nfull_feedback: true\n\
             args: ['{{n}}']\ninput_validator_args: {v.py: [a, b]}\n",
        ),
        ("data/secret/b/x/1.yaml", "hint: h\ndescription: d\nfull_feedback: false\n"),
        ("data/secret/b/x/1.files/help.txt", "x"),
        ("static_validator/check.py", "n = {{n}}"),
        ("output_validator/a.cpp", ""),
        ("output_validator/b.h", ""),
        ("include/default/lib.py", "n = {{n}}"),
        ("include/python3/lib.py", "n = {{n}} + {{m}}"),
        ("data/invalid_input/bad.in", ""),
        ("data/invalid_output/test_group.yaml", "output_validator_args: [x]"),
        ("data/invalid_output/1.in", ""),
        ("data/invalid_output/1.ans", ""),
        ("data/invalid_output/1.out", ""),
    ];
    with("type: scoring\nconstants: {n: 7}\n", &files, |files| {
        let package = package(files);
        assert_eq!(warnings(&package), [""; 0]);
        assert_eq!(tests(&package), ["sample/1", "secret/a/1", "secret/b/x/1"]);
        assert_eq!(package.max_score(), Some(100.0));
        assert!(!group(&package, "sample").scored);
        let first = group(&package, "secret/a");
        assert_eq!((first.max_score, first.aggregation), (Some(30.0), Aggregation::PassFail));
        let second = group(&package, "secret/b");
        assert_eq!((second.max_score, second.aggregation), (Some(70.0), Aggregation::Sum));
        assert_eq!(second.require_pass, ["sample", "secret/a"]);
        assert_eq!(second.static_validation.as_ref().unwrap().max_score, Some(10.0));
        let test = &package.tests[2];
        assert_eq!(package.groups[test.group].name, "secret/b");
        assert_eq!(test.files.as_deref(), Some("data/secret/b/x/1.files"));
        assert_eq!((test.full_feedback, test.arguments.as_slice()), (false, &["7".to_owned()][..]));
        assert_eq!(test.input_validator_arguments.of("v.py"), ["a", "b"]);
        let checker = package.static_validator.as_ref().unwrap();
        assert_eq!(package.program(checker).unwrap().files[0].content, b"n = 7");
        let Checker::Programs(validators) = &package.checker else { panic!() };
        assert_eq!(package.program(&validators[0]).unwrap().names(), ["a.cpp", "b.h"]);
        assert_eq!(package.included_files("python3").unwrap()[0].content, b"n = 7 + {{m}}");
        assert_eq!(package.included_files("cpp").unwrap()[0].content, b"n = 7");
        let kinds: Vec<_> = package.validation_cases.iter().map(|case| case.kind).collect();
        assert_eq!(kinds, [ValidationKind::InvalidInput, ValidationKind::InvalidOutput]);
        let case = &package.validation_cases[1];
        assert_eq!(case.output.as_deref(), Some("data/invalid_output/1.out"));
        assert_eq!(case.test.output_validator_arguments, ["x"]);
    });
}

#[test]
fn types_of_problems() {
    let groups = [
        ("data/secret/a/test_group.yaml", "max_score: 1"),
        ("data/secret/b/test_group.yaml", "max_score: 99"),
    ];
    with("type: [interactive, multi-pass]\nlimits: {validation_passes: 5}\n", &[], |files| {
        let missing = "output_validator: is missing (interactive and multi-pass problems need one)";
        assert_eq!(refusal(files), missing);
        let package = package(&[files, &[("output_validator/talk.py", "")]].concat());
        assert_eq!((package.problem.kind, package.problem.passes), (Kind::Interactive, Some(5)));
        assert_eq!(package.checker, Checker::Interactor);
        assert_eq!(package.interactor.unwrap().name, "talk.py");
    });
    with("type: [submit-answer, scoring]\n", &groups, |files| {
        let package = package(files);
        assert_eq!((package.problem.kind, package.problem.scoring), (Kind::OutputOnly, true));
    });
}

#[test]
fn contradictions_are_refused_by_name() {
    let check = |yaml: &str, files: &[(&str, &str)], expected: &str| {
        with(yaml, files, |files| assert_eq!(refusal(files), expected));
    };
    let (a, b) = ("data/secret/a/test_group.yaml", "data/secret/b/test_group.yaml");
    let points = [(a, "max_score: 30"), (b, "max_score: 70")];
    check(
        "type: scoring\n",
        &[],
        "data/secret/a/test_group.yaml: key max_score: a group that passes or fails must have one",
    );
    check(
        "type: scoring\n",
        &[(a, "score_aggregation: sum")],
        "data/secret/a/test_group.yaml: key max_score: it must be given, because secret has one",
    );
    check(
        "type: scoring\n",
        &[points[0], (b, "max_score: 70\nrequire_pass: [secret/c]")],
        "data/secret/b/test_group.yaml: key require_pass: secret/c: there is no such group",
    );
    check(
        "type: scoring\n",
        &[(a, "max_score: 30\nrequire_pass: [secret/b]"), points[1]],
        "data/secret/a/test_group.yaml: key require_pass: secret/b: a group can depend only on groups before it",
    );
    check(
        "type: scoring\n",
        &[points[0], (b, "max_score: 70\nstatic_validation_score: 5")],
        "data/secret/b/test_group.yaml: key static_validation_score: a group that passes or fails gives no points for it",
    );
    check(
        "",
        &[(a, "static_validation_score: pass-fail")],
        "static_validator: is missing (a group asks for static validation)",
    );
    check(
        "type: scoring\n",
        &[points[0], points[1], ("data/secret/b/x/test_group.yaml", "")],
        "data/secret/b/x/test_group.yaml: there are no groups in groups",
    );
    check(
        "",
        &[("data/valid_output/1.in", ""), ("data/valid_output/1.ans", "")],
        "data/valid_output/1.out: is missing (it is what is judged)",
    );
    with("type: scoring\n", &[points[0], (b, "max_score: 60")], |files| {
        let expected = "data/secret: its groups have 90 points together, and secret has 100";
        assert_eq!(warnings(&package(files)), [expected]);
    });
}

#[test]
fn submissions_may_be_asked_for_points_and_messages() {
    let yaml = "accepted/a.py:\n  model_solution: true\n  score: [10, 20.5]\n  message: too big\n\
                mixed/*:\n  use_for_time_limit: upper\n  secret/a: {score: 3, permitted: [AC]}\n";
    let files = [
        ("submissions/accepted/a.py", ""),
        ("submissions/mixed/b.py", ""),
        ("submissions/submissions.yaml", yaml),
    ];
    with("", &files, |files| {
        let package = package(files);
        assert_eq!(warnings(&package), [""; 0]);
        let [first, second] = &package.submissions[..] else { panic!() };
        assert!(first.model);
        let asked = &first.expectations[1];
        assert_eq!((asked.score, asked.message.as_deref()), (Some((10.0, 20.5)), Some("too big")));
        assert_eq!(second.time_limit_use("secret/b/x/1"), TimeLimitUse::Upper);
        let scores = [("", 3.0), ("secret", 3.0), ("secret/a", 2.0)];
        let found = second.expectations[1].check_scores(&scores, None);
        assert!(matches!(found, Err(Mismatch::Score { .. })), "{found:?}");
    });
}

#[test]
fn the_draft_may_have_the_folder_of_older_drafts() {
    let yaml = "problem_format_version: 2023-07-draft\nname: x\nuuid: y\n";
    let files = [("problem.yaml", yaml), ("output_validators/check.py", "")];
    let package = package(&[&files, &TESTS[..]].concat());
    let Checker::Programs(validators) = &package.checker else { panic!() };
    assert_eq!(validators[0].path, "output_validators/check.py");
}
