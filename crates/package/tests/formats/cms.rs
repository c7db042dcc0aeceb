//! CMS tasks: the Italian format and that of TPS.

use std::time::Duration;

use sandglass_package::{
    Aggregation, Checker, Format, GeneratorCommand, Kind, LineComparison, Protocol,
};

use crate::support::{group, package, refusal, tests, warnings};

const TASK: &str = "name: sums\ntitle: Big Sums\ntime_limit: 1.5\nmemory_limit: 256\n\
                    infile: ''\noutfile: ''\ntoken_mode: disabled\npublic_testcases: 0\n";
const GEN: &str = "#ST: 0\n#COPY: gen/sample.txt\n#ST: 30\n5 1 # small\n#ST: 70\n100 2\n100 3\n";

fn italian(more: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    let mut files = vec![
        ("task.yaml", TASK),
        ("gen/GEN", GEN),
        ("statement/statement.pdf", ""),
        ("sol/solution.cpp", ""),
        ("sol/slow.py", ""),
    ];
    for (input, output) in [
        ("input/input0.txt", "output/output0.txt"),
        ("input/input1.txt", "output/output1.txt"),
        ("input/input2.txt", "output/output2.txt"),
        ("input/input3.txt", "output/output3.txt"),
    ] {
        files.extend([(input, "1"), (output, "1")]);
    }
    for new in more {
        files.retain(|(path, _)| *path != new.0);
    }
    files.extend_from_slice(more);
    files
}

#[test]
fn a_batch_task_with_subtasks() {
    let package = package(&italian(&[("gen/generator.py", "")]));
    assert_eq!(warnings(&package), [""; 0]);
    let problem = &package.problem;
    assert_eq!((problem.format, problem.kind), (Format::Cms, Kind::Batch));
    assert_eq!((problem.name.as_str(), problem.label.as_deref()), ("Big Sums", Some("sums")));
    assert_eq!(problem.limits.time, Some(Duration::from_millis(1500)));
    assert_eq!((problem.limits.memory, problem.input_file.as_deref()), (256 << 20, None));
    assert_eq!(tests(&package), ["000", "001", "002", "003"]);
    let points: Vec<_> = package.groups[1..]
        .iter()
        .map(|group| (group.name.as_str(), group.max_score.unwrap(), group.tests.len()))
        .collect();
    assert_eq!(points, [("subtask0", 0.0, 1), ("subtask1", 30.0, 1), ("subtask2", 70.0, 2)]);
    assert_eq!(group(&package, "subtask2").aggregation, Aggregation::Min);
    assert_eq!(package.max_score(), Some(100.0));
    assert_eq!(package.checker, Checker::Lines(LineComparison::IgnoreAmount));
    let made: Vec<_> = package.generated_tests.iter().map(|test| test.test.as_str()).collect();
    assert_eq!(made, ["001", "002", "003"]);
    let GeneratorCommand::Program { generator, arguments } = &package.generated_tests[0].command
    else {
        panic!()
    };
    assert_eq!((generator.as_str(), arguments.len()), ("generator.py", 2));
    assert_eq!(package.submissions[0].path, "sol/solution.cpp");
    assert!(package.submissions[0].model && !package.submissions[1].model);
}

#[test]
fn without_subtasks_every_test_counts_the_same() {
    let task = "nome_breve: x\nnome: X\ntimeout: 1\nmemlimit: 64\nn_input: 4\ntotal_value: 60\n";
    let mut files = italian(&[("task.yaml", task)]);
    files.retain(|(path, _)| *path != "gen/GEN");
    let package = package(&files);
    let tests = group(&package, "subtask0");
    assert_eq!((tests.aggregation, tests.max_score), (Aggregation::Sum, Some(60.0)));
    let problem = &package.problem;
    assert_eq!(problem.input_file.as_deref(), Some("input.txt"));
    assert_eq!(problem.output_file.as_deref(), Some("output.txt"));
}

#[test]
fn points_by_product_threshold_and_sum() {
    let check = |yaml: &'static str, expected: Aggregation| {
        let package = package(&italian(&[("task.yaml", yaml)]));
        assert_eq!(package.groups[1].aggregation, expected, "{yaml}");
        package.max_score()
    };
    let product = "name: x\nscore_type: GroupMul\nscore_type_parameters: [[40, 1], [60, 3]]\n";
    assert_eq!(check(product, Aggregation::Product), Some(100.0));
    let threshold = "name: x\nscore_type: GroupThreshold\nscore_type_parameters: [[40, 1, 7.5], [60, 3, 7.5]]\n";
    assert_eq!(check(threshold, Aggregation::Threshold(7.5)), Some(100.0));
    let sum = "name: x\nscore_type: Sum\nscore_type_parameters: 5\n";
    assert_eq!(check(sum, Aggregation::Sum), Some(20.0));
}

#[test]
fn graders_checkers_and_managers() {
    let graders = [
        ("check/checker.cpp", ""),
        ("check/checker", "\u{7f}ELF"),
        ("check/testlib.h", ""),
        ("sol/grader.cpp", "int main();"),
        ("sol/grader.py", ""),
        ("sol/sums.h", ""),
        ("sol/template.cpp", ""),
    ];
    let batch = package(&italian(&graders));
    let Checker::Programs(checkers) = &batch.checker else { panic!() };
    assert_eq!(
        (checkers[0].path.as_str(), checkers[0].protocol),
        ("check/checker.cpp", Protocol::Cms)
    );
    assert_eq!(batch.program(&checkers[0]).unwrap().names(), ["checker.cpp", "testlib.h"]);
    let names = |language: &str| -> Vec<String> {
        let files = batch.included_files(language).unwrap();
        files.into_iter().map(|file| file.name).collect()
    };
    assert_eq!(names("cpp"), ["grader.cpp", "sums.h"]);
    assert_eq!(names("python3"), ["grader.py", "sums.h"]);
    assert_eq!(batch.submissions.len(), 2);
    let talk = [("cor/manager.cpp", ""), ("sol/stub.cpp", ""), ("sol/sums.h", "")];
    let task = "name: x\nnum_processes: 2\nuser_io: std_io\n";
    let communication = package(&italian(&[&talk[..], &[("task.yaml", task)]].concat()));
    let kind = Kind::Communication { processes: 2, stdio: true };
    assert_eq!((communication.problem.kind, &communication.checker), (kind, &Checker::Interactor));
    assert_eq!(communication.interactor.as_ref().unwrap().path, "cor/manager.cpp");
    assert_eq!(communication.included_files("cpp").unwrap().len(), 2);
    let only = package(&italian(&[
        ("cor/correttore", "#!/bin/sh"),
        ("task.yaml", "name: x\noutput_only: true\n"),
    ]));
    assert_eq!(only.problem.kind, Kind::OutputOnly);
    assert_eq!(only.tests[2].output_name.as_deref(), Some("output_002.txt"));
    let Checker::Programs(checkers) = &only.checker else { panic!() };
    assert_eq!(checkers[0].language.as_deref(), Some("executable"));
    assert_eq!(only.program(&checkers[0]).unwrap().names(), ["run"]);
}

#[test]
fn wrong_italian_tasks_are_refused() {
    let check = |yaml: &'static str, expected: &str| {
        assert_eq!(refusal(&italian(&[("task.yaml", yaml)])), expected);
    };
    check("time_limit: 1", "task.yaml: key title: it is missing");
    check("name: x\nn_input: 9", "task.yaml: key n_input: gen/GEN has 4 tests");
    check("name: x\nuser_io: radio", "task.yaml: key user_io: it must be fifo_io or std_io");
    check("name: x\nscore_type: Best", "task.yaml: key score_type: \"Best\" is not known");
    check(
        "name: x\nscore_type: GroupMin\nscore_type_parameters: [[100, 3]]",
        "task.yaml: key score_type_parameters: the subtasks have 3 tests, and there are 4",
    );
    check(
        "name: x\nscore_type: GroupMin\nscore_type_parameters: [[100, {}]]",
        "task.yaml: key score_type_parameters: each must be points, a number of tests or a regular \
         expression of their names, and perhaps a threshold",
    );
    check(
        "name: x\nscore_type: GroupMin\nscore_type_parameters: [[40, 4], [60, '.*']]",
        "task.yaml: key score_type_parameters: numbers of tests and regular expressions do not mix",
    );
    check(
        "name: x\nscore_type: GroupMin\nscore_type_parameters: [[40, '9']]",
        "task.yaml: key score_type_parameters: no test has a name that \"9\" matches",
    );
    let broken = "name: x\nscore_type: GroupMin\nscore_type_parameters: [[40, '(']]";
    assert!(refusal(&italian(&[("task.yaml", broken)])).contains("is no regular expression"));
}

#[test]
fn subtasks_by_the_names_of_their_tests() {
    let yaml = "name: x\nscore_type: GroupMin\nscore_type_parameters: [[0, '000'], [40, '00[12]'], [60, '003$|001']]\n";
    let shared = package(&italian(&[("task.yaml", yaml)]));
    assert_eq!(
        tests(&shared),
        ["subtask0/000", "subtask1/001", "subtask1/002", "subtask2/001", "subtask2/003"]
    );
    assert_eq!(shared.tests[3].input, "input/input1.txt");
    assert_eq!((shared.max_score(), shared.warnings.len()), (Some(100.0), 0));
    let yaml =
        "name: x\nscore_type: GroupMul\nscore_type_parameters: [[40, '00[01]'], [60, '002']]\n";
    let apart = package(&italian(&[("task.yaml", yaml)]));
    assert_eq!(tests(&apart), ["000", "001", "002"]);
    assert_eq!(group(&apart, "subtask1").aggregation, Aggregation::Product);
    assert_eq!(warnings(&apart), ["task.yaml: 1 tests are in no subtask"]);
}

#[test]
fn solutions_of_tps_say_what_they_must_do() {
    let solutions = r#"{
        "best.cpp": {"verdict": "model_solution"},
        "greedy.py": {"verdict": "incorrect", "except": {"samples": "correct", "full": "time_limit"}},
        "lost.cpp": {"verdict": "failed"}
    }"#;
    let mut files = vec![
        ("problem.json", r#"{"name": "x", "time_limit": 2, "memory_limit": 128}"#),
        ("tests/0-01.in", ""),
        ("tests/0-01.out", ""),
        ("subtasks/0-samples.json", r#"{"score": 0, "testcases": ["0-01"]}"#),
        ("subtasks/1-part.json", r#"{"score": 40, "testcases": ["0-01"]}"#),
        ("subtasks/2-full.json", r#"{"score": 60, "testcases": ["0-01"]}"#),
        ("solutions.json", solutions),
        ("solution/best.cpp", ""),
        ("solution/greedy.py", ""),
        ("solution/unknown.cpp", ""),
        ("solution/Makefile", ""),
    ];
    let tps = package(&files);
    assert_eq!(warnings(&tps), ["solutions.json: there is no solution/lost.cpp"]);
    let [best, greedy, unknown] = &tps.submissions[..] else { panic!("{:?}", tps.submissions) };
    assert!(best.model && best.name == "solution/best.cpp");
    assert!(!greedy.model && unknown.expectations.is_empty());
    let codes = |index: usize| {
        let expectation: &sandglass_package::Expectation = &greedy.expectations[index];
        let permitted: Vec<&str> = expectation.permitted.iter().map(|class| class.code()).collect();
        (expectation.tests.clone().unwrap(), permitted.join(" "))
    };
    assert_eq!(codes(0), ("{1-part}".to_owned(), "AC WA".to_owned()));
    assert_eq!(codes(1), ("0-samples".to_owned(), "AC".to_owned()));
    assert_eq!(codes(2), ("2-full".to_owned(), "AC TLE".to_owned()));
    files[6].1 = r#"{"best.cpp": {"verdict": "splendid"}}"#;
    assert_eq!(refusal(&files), "solutions.json: key best.cpp.verdict: it is no verdict of TPS");
    files[6].1 = r#"{"best.cpp": {"verdict": "correct", "except": {"none": "correct"}}}"#;
    assert_eq!(
        refusal(&files),
        "solutions.json: key best.cpp.except.none: there is no subtask of this name"
    );
}

#[test]
fn a_task_of_tps() {
    let json = r#"{"code": "sums", "name": "Sums", "task_type": "Batch", "time_limit": 2, "memory_limit": "128"}"#;
    let mut files = vec![
        ("problem.json", json),
        ("checker/checker.cpp", ""),
        ("graders/grader.cpp", ""),
        ("graders/manager.cpp", ""),
        ("tests/0-01.in", ""),
        ("tests/0-01.out", ""),
        ("tests/1-01.in", ""),
        ("tests/1-01.out", ""),
        ("subtasks/0-samples.json", r#"{"score": 0, "testcases": ["0-01"]}"#),
        ("subtasks/1-full.json", r#"{"score": 100, "testcases": ["0-01", "1-01"]}"#),
    ];
    let batch = package(&files);
    assert_eq!(tests(&batch), ["0-samples/0-01", "1-full/0-01", "1-full/1-01"]);
    assert_eq!(batch.max_score(), Some(100.0));
    assert_eq!(batch.problem.limits.memory, 128 << 20);
    assert_eq!(batch.included_files("cpp").unwrap()[0].name, "grader.cpp");
    files[0].1 = r#"{"name": "x", "task_type": "communication", "time_limit": 2, "memory_limit": 1, "num_processes": 3}"#;
    let talk = package(&files);
    assert_eq!(talk.problem.kind, Kind::Communication { processes: 3, stdio: true });
    assert_eq!(talk.included_files("cpp").unwrap()[0].name, "stub.cpp");
    files[0].1 = r#"{"name": "x", "task_type": "TwoSteps"}"#;
    assert_eq!(refusal(&files), "problem.json: task type twosteps is not supported");
    files[0].1 = json;
    files[9].1 = r#"{"score": 100, "testcases": ["9-01"]}"#;
    assert_eq!(refusal(&files), "subtasks/1-full.json: key testcases: there is no such test");
    files[0].1 = "{";
    assert!(refusal(&files).starts_with("problem.json: EOF"));
}
