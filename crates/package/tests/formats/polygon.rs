//! Codeforces Polygon packages.

use std::time::Duration;

use sandglass_package::{
    Aggregation, Checker, FinalVerdict, Format, GeneratorCommand, Kind, Protocol, Target,
    TestClass, ValidationKind,
};

use crate::support::{group, package, refusal, tests, warnings};

fn xml(judging: &str, groups: &str, assets: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="5" short-name="a-plus-b" url="https://polygon.example/p">
  <names><name language="russian" value="Сумма"/><name language="english" value="A + B"/></names>
  <statements><statement charset="UTF-8" language="english" path="statements/english/problem.tex"/></statements>
  <judging input-file="" output-file="" run-count="1">
    <testset name="tests">
      <time-limit>1500</time-limit>
      <memory-limit>268435456</memory-limit>
      <test-count>3</test-count>
      <input-path-pattern>tests/%02d</input-path-pattern>
      <answer-path-pattern>tests/%02d.a</answer-path-pattern>
      <tests>{judging}</tests>
      {groups}
    </testset>
  </judging>
  <files>
    <resources>
      <file path="files/olymp.sty"/>
      <file path="files/testlib.h" type="h.g++"/>
      <file for-types="cpp.*" path="files/grader.cpp" type="cpp.g++17">
        <stages><stage name="compile"/></stages><assets><asset name="solution"/></assets>
      </file>
    </resources>
    <executables>
      <executable><source path="files/check.cpp" type="cpp.g++17"/></executable>
      <executable><source path="files/gen.cpp" type="cpp.g++17"/></executable>
    </executables>
  </files>
  <assets>
    <checker name="std::ncmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
    <validators><validator><source path="files/val.cpp" type="cpp.g++17"/>
      <testset><test-count>2</test-count><input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
      <tests><test verdict="valid"/><test verdict="invalid"/></tests></testset>
    </validator></validators>
    <solutions>
      <solution tag="wrong-answer"><source path="solutions/wa.py" type="python.3"/></solution>
      <solution tag="main"><source path="solutions/sol.cpp" type="cpp.g++17"/></solution>
      <solution tag="time-limit-exceeded-or-accepted"><source path="solutions/slow.java" type="java11"/>
        <extra-tags><extra-tag group="2" tag="time-limit-exceeded"/></extra-tags></solution>
    </solutions>
    {assets}
  </assets>
  <tags><tag value="math"/></tags>
</problem>
"#
    )
}

const TESTS: &str = r#"<test method="manual" sample="true"/><test cmd="gen 5 -x" method="generated"/><test method="manual"/>"#;

const FILES: [(&str, &str); 18] = [
    ("tests/01", "1 2\n"),
    ("tests/01.a", "3\n"),
    ("tests/02", ""),
    ("tests/02.a", ""),
    ("tests/03", ""),
    ("tests/03.a", ""),
    ("files/testlib.h", "// testlib"),
    ("files/grader.cpp", "int main();"),
    ("files/check.cpp", "#include \"testlib.h\""),
    ("files/gen.cpp", ""),
    ("files/val.cpp", ""),
    ("files/interactor.cpp", ""),
    ("files/tests/validator-tests/01", ""),
    ("files/tests/validator-tests/02", ""),
    ("solutions/sol.cpp", ""),
    ("solutions/wa.py", ""),
    ("solutions/slow.java", ""),
    ("statements/english/problem.tex", ""),
];

fn with(xml: &str, then: impl FnOnce(&[(&str, &str)])) {
    then(&[&[("problem.xml", xml)], &FILES[..]].concat());
}

#[test]
fn a_pass_fail_problem() {
    with(&xml(TESTS, "", ""), |files| {
        let package = package(files);
        assert_eq!(warnings(&package), [""; 0]);
        let problem = &package.problem;
        assert_eq!((problem.format, problem.scoring), (Format::Polygon, false));
        assert_eq!((problem.name.as_str(), problem.names.len()), ("A + B", 2));
        assert_eq!(problem.label.as_deref(), Some("a-plus-b"));
        assert_eq!(problem.limits.time, Some(Duration::from_millis(1500)));
        assert_eq!(problem.limits.memory, 256 << 20);
        assert_eq!(tests(&package), ["tests/01", "tests/02", "tests/03"]);
        assert_eq!(package.tests[0].answer.as_deref(), Some("tests/01.a"));
        assert!(package.tests[0].full_feedback && !package.tests[1].full_feedback);
        let Checker::Programs(checkers) = &package.checker else { panic!() };
        let checker = &checkers[0];
        assert_eq!((checker.name.as_str(), checker.protocol), ("check", Protocol::Testlib));
        assert_eq!(checker.language.as_deref(), Some("cpp"));
        assert_eq!(package.program(checker).unwrap().names(), ["check.cpp", "testlib.h"]);
        assert_eq!(package.input_validators[0].path, "files/val.cpp");
        let case = &package.validation_cases[..];
        let kinds: Vec<_> = case.iter().map(|case| case.kind).collect();
        assert_eq!(kinds, [ValidationKind::ValidInput, ValidationKind::InvalidInput]);
        assert_eq!(case[1].test.input, "files/tests/validator-tests/02");
        assert_eq!(package.generators.len(), 1);
        let command = &package.generated_tests[0].command;
        let arguments = vec!["5".to_owned(), "-x".to_owned()];
        let generator = "gen".to_owned();
        assert_eq!(*command, GeneratorCommand::Program { generator, arguments });
        assert_eq!(package.included_files("cpp").unwrap()[0].name, "grader.cpp");
        assert!(package.included_files("python3").unwrap().is_empty());
    });
}

#[test]
fn solutions_and_their_tags() {
    with(&xml(TESTS, "", ""), |files| {
        let package = package(files);
        let found: Vec<_> = package
            .submissions
            .iter()
            .map(|solution| (solution.name.as_str(), solution.language.as_deref(), solution.model))
            .collect();
        assert_eq!(
            found,
            [
                ("accepted/sol.cpp", Some("cpp"), true),
                ("wrong_answer/wa.py", Some("python3"), false),
                ("mixed/slow.java", Some("java"), false),
            ]
        );
        let slow = &package.submissions[2].expectations;
        let verdicts = slow[0].verdicts.clone().unwrap();
        assert!(verdicts.contains(&FinalVerdict::Class(TestClass::Accepted)));
        assert!(slow[1].concerns("2/03") && !slow[1].concerns("1/02"));
        assert_eq!(slow[1].required, [TestClass::TimeLimitExceeded].into());
    });
}

#[test]
fn groups_points_and_dependencies() {
    let tests_of = r#"<test method="manual" sample="true" group="0" points="0"/><test method="manual" group="1" points="40"/><test method="manual" group="2" points="60"/>"#;
    let groups = r#"<groups><group name="0" points-policy="each-test" feedback-policy="complete"/>
        <group name="1" points-policy="each-test"><dependencies><dependency group="0"/></dependencies></group>
        <group name="2" points-policy="complete-group"/></groups>"#;
    with(&xml(tests_of, groups, ""), |files| {
        let package = package(files);
        assert!(package.problem.scoring);
        assert_eq!(package.max_score(), Some(100.0));
        let first = group(&package, "1");
        assert_eq!((first.aggregation, first.max_score), (Aggregation::Sum, Some(40.0)));
        assert_eq!(first.require_pass, ["0"]);
        assert_eq!(group(&package, "2").aggregation, Aggregation::PassFail);
        assert_eq!(package.tests[1].points, Some(40.0));
        assert!(group(&package, "0").full_feedback);
    });
}

#[test]
fn an_interactive_problem_has_an_interactor_and_a_checker() {
    let interactor =
        r#"<interactor><source path="files/interactor.cpp" type="cpp.g++17"/></interactor>"#;
    with(&xml(TESTS, "", interactor), |files| {
        let package = package(files);
        assert_eq!(package.problem.kind, Kind::Interactive);
        assert!(matches!(package.checker, Checker::Programs(_)));
        assert_eq!(package.interactor.unwrap().protocol, Protocol::Testlib);
    });
}

#[test]
fn commands_have_quotes_and_generators_may_write_files() {
    let tests_of = r#"<test method="manual"/><test cmd="gen '-n' &quot;two words&quot; a'b 'c &quot;&quot;" method="generated"/>
        <test cmd="gen 7" from-file="12" method="generated"/>"#;
    with(&xml(tests_of, "", ""), |files| {
        let package = package(files);
        let made = &package.generated_tests;
        let GeneratorCommand::Program { generator, arguments } = &made[0].command else { panic!() };
        assert_eq!((generator.as_str(), made[0].file.as_deref()), ("gen", None));
        assert_eq!(arguments, &["-n", "two words", "ab c", ""]);
        assert_eq!(made[1].file.as_deref(), Some("12"));
        assert_eq!(package.generators.len(), 1);
    });
    let refused = |old: &str, new: &str, expected: &str| {
        with(&xml(&tests_of.replace(old, new), "", ""), |files| {
            assert_eq!(refusal(files), expected);
        });
    };
    refused("gen 7", "gen '7", "problem.xml: the command \"gen '7\" leaves a quote open");
    refused("\"12\"", "\"../12\"", "problem.xml: from-file must be the name of a file");
}

#[test]
fn programs_that_ask_for_the_group_are_told() {
    let tests_of = r#"<test method="manual" group="a"/><test method="manual" group="b"/><test method="manual"/>"#;
    let asking = |path: &str, source: &'static str, assets: &str| {
        let mut files = FILES.to_vec();
        files.iter_mut().find(|file| file.0 == path).unwrap().1 = source;
        let text = xml(tests_of, "", assets);
        files.push(("problem.xml", &text));
        let package = package(&files);
        let of = |test: usize| package.tests[test].input_validator_arguments.of("val").join(" ");
        let checker = |test: usize| package.tests[test].output_validator_arguments.join(" ");
        [of(0), of(1), of(2), checker(0), checker(2)]
    };
    let told = ["--testset tests --group a", "--testset tests --group b", "--testset tests"];
    assert_eq!(
        asking("files/val.cpp", "validator.group() == \"a\"", ""),
        [told[0], told[1], told[2], "", ""]
    );
    assert_eq!(asking("files/check.cpp", "checker.testset()", ""), ["", "", "", told[0], told[2]]);
    // The arguments would be the interactor's too, which takes files alone.
    let interactor =
        r#"<interactor><source path="files/interactor.cpp" type="cpp.g++17"/></interactor>"#;
    assert_eq!(asking("files/check.cpp", "checker.group()", interactor), [""; 5]);
    assert_eq!(asking("files/check.cpp", "", ""), [""; 5]);
}

#[test]
fn tests_of_the_checker_are_read() {
    let whole = xml(TESTS, "", "").replace(
        r#"type="cpp.g++17"/></checker>"#,
        r#"type="cpp.g++17"/><testset><input-path-pattern>tests/%02d</input-path-pattern>
        <output-path-pattern>out/%02d</output-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
        <tests><test verdict="ok"/><test verdict="presentation-error"/><test verdict="crashed"/><test verdict="ok"/></tests>
        </testset></checker>"#,
    );
    let mut files = FILES.to_vec();
    files.extend([("problem.xml", whole.as_str()), ("out/01", "3\n"), ("out/02", "")]);
    let package = package(&files);
    let cases: Vec<_> =
        package.validation_cases.iter().map(|case| (case.kind, case.output.as_deref())).collect();
    assert_eq!(
        cases[..2],
        [
            (ValidationKind::ValidOutput, Some("out/01")),
            (ValidationKind::InvalidOutput, Some("out/02"))
        ]
    );
    assert_eq!(
        warnings(&package),
        [
            "problem.xml: test 3 of the checker is not checked: crashed",
            "problem.xml: test 4 of the checker lacks a file"
        ]
    );
}

#[test]
fn points_of_checkers_may_be_percent_and_a_scorer_is_not_asked() {
    let judging = r#"run-count="1" treat-points-from-checker-as-percent="true""#;
    let whole = xml(TESTS, "", "<scorer><source path=\"files/gen.cpp\"/></scorer>");
    with(&whole.replace("run-count=\"1\"", judging), |files| {
        let package = package(files);
        assert!(package.problem.points_in_percent);
        let scorer = "problem.xml: the scorer is not asked: points are sums of tests and groups";
        assert_eq!(warnings(&package), [scorer]);
    });
    with(&xml(TESTS, "", ""), |files| assert!(!package(files).problem.points_in_percent));
}

#[test]
fn names_of_programs_may_have_dots_and_counts_may_be_left_out() {
    let whole = xml(TESTS, "", "")
        .replace("files/check.cpp", "files/check.1.3.cpp")
        .replace("<test-count>3</test-count>", "");
    let mut files = FILES.to_vec();
    files.extend([("problem.xml", whole.as_str()), ("files/check.1.3.cpp", "")]);
    let package = package(&files);
    let Checker::Programs(checkers) = &package.checker else { panic!() };
    assert_eq!((checkers[0].name.as_str(), package.tests.len()), ("check.1.3", 3));
}

#[test]
fn a_written_generator_has_its_headers() {
    with(&xml(TESTS, "", ""), |files| {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("kattis");
        package(files).convert(Target::V2025_09).unwrap().write(&place).unwrap();
        let written = sandglass_package::Package::open(&place).unwrap();
        let [generator] = &written.generators[..] else { panic!("{:?}", written.generators) };
        assert_eq!(written.program(generator).unwrap().names(), ["gen.cpp", "testlib.h"]);
    });
}

#[test]
fn what_is_missing_or_hostile_is_said() {
    let check = |text: &str, expected: &str| {
        with(text, |files| assert_eq!(refusal(files), expected));
    };
    let whole = xml(TESTS, "", "");
    check(
        &whole.replace("files/check.cpp", "files/no.cpp"),
        "files/no.cpp: is missing (problem.xml names it)",
    );
    check(&whole.replace("files/check.cpp", "../no.cpp"), "../no.cpp: leads out of the package");
    check(
        &whole.replace("count>3", "count>4"),
        "problem.xml: test-count is 4, and there are 3 tests",
    );
    check(
        &whole.replace("run-count=\"1\"", "run-count=\"2\""),
        "problem.xml: a solution that is run several times is not supported",
    );
    check(
        &whole.replace("1500", "-1"),
        "problem.xml: time-limit must be milliseconds above 0, within an hour",
    );
    check(
        &whole.replace("1500", "NaN"),
        "problem.xml: time-limit must be milliseconds above 0, within an hour",
    );
    check(
        &whole.replace("tests/%02d<", "tests/%s<"),
        "problem.xml: input-path-pattern must have a number such as %02d in it",
    );
    let bomb =
        r#"<!DOCTYPE problem [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><problem>&b;</problem>"#;
    with(bomb, |files| assert!(refusal(files).starts_with("problem.xml: ")));
    let deep = format!("<problem>{}", "<a>".repeat(200_000));
    with(&deep, |files| assert!(refusal(files).starts_with("problem.xml: ")));
    let mut files = FILES.to_vec();
    files.retain(|(path, _)| !path.starts_with("tests/02"));
    files.push(("problem.xml", &whole));
    assert_eq!(warnings(&package(&files)), ["problem.xml: 1 of 3 tests are not generated yet"]);
}
