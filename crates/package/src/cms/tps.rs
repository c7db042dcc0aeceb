//! The format of TPS: `problem.json`, `tests/`, `subtasks/`, `graders/`, `checker/`.

use serde_json::Value;

use super::{programs, solutions};
use crate::error::{PackageError, Warning};
use crate::group::{self, Aggregation};
use crate::kattis::text::read_text;
use crate::limits::{LONGEST_SECONDS, MEBIBYTE, MOST_MEBIBYTES, MOST_POINTS};
use crate::package::Parts;
use crate::problem::{Format, Kind, Problem};
use crate::program::{Checker, LineComparison, Protocol};
use crate::test_case::TestCase;
use crate::tree::Tree;

/// Name of the file.
pub(super) const FILE: &str = "problem.json";

/// Tests of all subtasks together, at most: a test stands once for every subtask that has it.
const MOST_TESTS: usize = 100_000;

pub(super) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    let data = read_json(tree, FILE)?;
    let text = |key: &str| data.get(key).and_then(Value::as_str).map(str::to_owned);
    let label = text("code");
    let name = text("name").or_else(|| label.clone());
    let name = name.ok_or_else(|| wrong(FILE, "name", "it is missing"))?;
    let mut problem = Problem::new(Format::Cms, name.clone());
    problem.names = vec![("en".to_owned(), name)];
    problem.label = label;
    problem.scoring = true;
    problem.limits.output = 1 << 30;
    let task_type = text("task_type").or_else(|| text("type"));
    let kind = task_type.unwrap_or_else(|| "Batch".to_owned()).to_ascii_lowercase();
    let parameters = parameters(&data)?;
    let processes = data
        .get("num_processes")
        .or_else(|| parameters.get("task_type_parameters_Communication_num_processes"))
        .and_then(Value::as_u64)
        .unwrap_or(1);
    problem.kind = match kind.as_str() {
        "batch" => Kind::Batch,
        "outputonly" | "output-only" => Kind::OutputOnly,
        "communication" => Kind::Communication {
            processes: u32::try_from(processes)
                .ok()
                .filter(|count| (1..=1024).contains(count))
                .ok_or_else(|| wrong(FILE, "num_processes", "it must be between 1 and 1024"))?,
            stdio: true,
        },
        other => {
            let feature = format!("task type {other}");
            return Err(PackageError::Unsupported { file: FILE.to_owned(), feature });
        }
    };
    if problem.kind != Kind::OutputOnly {
        let time = number(&data, "time_limit")?;
        if !(time > 0.0 && time <= LONGEST_SECONDS) {
            return Err(wrong(FILE, "time_limit", "it must be seconds above 0, within an hour"));
        }
        problem.limits.time = Some(std::time::Duration::from_secs_f64(time));
        let memory = number(&data, "memory_limit")?;
        if !(memory >= 1.0 && memory <= MOST_MEBIBYTES as f64) {
            return Err(wrong(FILE, "memory_limit", "it must be MiB above 0, within a tebibyte"));
        }
        problem.limits.memory = memory as u64 * MEBIBYTE;
    }
    let mut parts = Parts::new(problem);
    read_programs(tree, &mut parts)?;
    read_tests(tree, &mut parts)?;
    solutions::read(tree, &mut parts)?;
    Ok(parts)
}

pub(super) fn wrong(file: &str, key: &str, reason: impl Into<String>) -> PackageError {
    PackageError::Key { file: file.to_owned(), key: key.to_owned(), reason: reason.into() }
}

pub(super) fn read_json(tree: &Tree, file: &str) -> Result<Value, PackageError> {
    serde_json::from_str(&read_text(tree, file)?)
        .map_err(|error| PackageError::Yaml { file: file.to_owned(), message: error.to_string() })
}

/// `task_type_params` is JSON in a string.
fn parameters(data: &Value) -> Result<Value, PackageError> {
    match data.get("task_type_params").and_then(Value::as_str).filter(|text| !text.is_empty()) {
        None => Ok(Value::Null),
        Some(text) => serde_json::from_str(text)
            .map_err(|error| wrong(FILE, "task_type_params", error.to_string())),
    }
}

/// A number, which older files have as a string.
fn number(data: &Value, key: &str) -> Result<f64, PackageError> {
    let value = data.get(key);
    let number = value.and_then(Value::as_f64);
    let text = || value.and_then(Value::as_str).and_then(|text| text.parse().ok());
    number.or_else(text).ok_or_else(|| wrong(FILE, key, "it must be a number"))
}

fn read_programs(tree: &Tree, parts: &mut Parts) -> Result<(), PackageError> {
    parts.checker = match programs::find(tree, &[("checker", "checker")])? {
        Some(checker) => Checker::Programs(vec![checker]),
        None => Checker::Lines(LineComparison::IgnoreAmount),
    };
    let communication = matches!(parts.problem.kind, Kind::Communication { .. });
    for folder in ["graders", "grader"] {
        if communication && parts.interactor.is_none() {
            parts.interactor = programs::find(tree, &[(folder, "manager")])?;
        }
        let name = if communication { "stub" } else { "grader" };
        for stem in ["grader", "stub"] {
            parts.included.extend(programs::included(tree, folder, stem, name)?);
        }
    }
    if communication {
        if parts.interactor.is_none() {
            let file = "graders/manager".to_owned();
            return Err(PackageError::Missing { file, reason: "communication tasks have one" });
        }
        parts.checker = Checker::Interactor;
    }
    if let Some(mut validator) = programs::find(tree, &[("validator", "validator")])? {
        validator.protocol = Protocol::Testlib;
        parts.input_validators.push(validator);
    }
    Ok(())
}

fn read_tests(tree: &Tree, parts: &mut Parts) -> Result<(), PackageError> {
    let names: Vec<String> = programs::files(tree, "tests")?
        .iter()
        .filter_map(|name| name.strip_suffix(".in").map(str::to_owned))
        .collect();
    if names.is_empty() {
        let file = "tests".to_owned();
        return Err(PackageError::Layout { file, reason: "there is no test" });
    }
    parts.groups[0].aggregation = Aggregation::Sum;
    let mut subtasks = Vec::new();
    for file in programs::files(tree, "subtasks")? {
        if let Some(name) = file.strip_suffix(".json") {
            subtasks.push((name.to_owned(), read_json(tree, &format!("subtasks/{file}"))?));
        }
    }
    if subtasks.is_empty() {
        let group = group::add(&mut parts.groups, 0, "tests");
        parts.groups[group].aggregation = Aggregation::Sum;
        parts.groups[group].max_score = Some(100.0);
        return names.iter().try_for_each(|name| add_test(tree, parts, group, name, name.clone()));
    }
    let mut used = std::collections::BTreeSet::new();
    for (name, subtask) in subtasks {
        let file = format!("subtasks/{name}.json");
        let points = subtask.get("score").and_then(Value::as_f64);
        let points = points.filter(|points| (0.0..=MOST_POINTS).contains(points));
        let points = points.ok_or_else(|| wrong(&file, "score", "it must be points"))?;
        let group = group::add(&mut parts.groups, 0, name.clone());
        parts.groups[group].aggregation = Aggregation::Min;
        parts.groups[group].max_score = Some(points);
        let tests = subtask.get("testcases").and_then(Value::as_array);
        for test in tests.ok_or_else(|| wrong(&file, "testcases", "it must be an array"))? {
            let test = test.as_str().filter(|test| names.iter().any(|name| name == test));
            let test = test.ok_or_else(|| wrong(&file, "testcases", "there is no such test"))?;
            used.insert(test.to_owned());
            add_test(tree, parts, group, test, format!("{name}/{test}"))?;
        }
    }
    let unused = names.iter().filter(|name| !used.contains(*name)).count();
    if unused > 0 {
        let message = format!("{unused} tests are in no subtask");
        parts.warnings.push(Warning { file: "subtasks".to_owned(), message });
    }
    Ok(())
}

fn add_test(
    tree: &Tree,
    parts: &mut Parts,
    group: usize,
    test: &str,
    name: String,
) -> Result<(), PackageError> {
    if parts.tests.len() == MOST_TESTS {
        let (file, bound) = ("subtasks".to_owned(), MOST_TESTS as u64);
        return Err(PackageError::TooLarge { file, bound, unit: "tests" });
    }
    let answer = format!("tests/{test}.out");
    if !tree.contains(&answer)? {
        return Err(PackageError::Missing { file: answer, reason: "every test has an output" });
    }
    parts.groups[group].tests.push(parts.tests.len());
    parts.tests.push(TestCase {
        name,
        input: format!("tests/{test}.in"),
        answer: Some(answer),
        group,
        output_name: Some(format!("output_{test}.txt")),
        ..TestCase::default()
    });
    Ok(())
}
