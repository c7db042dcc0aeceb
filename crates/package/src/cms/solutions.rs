//! `solutions.json` of TPS: what each solution must do, in all and on subtasks that are different.

use std::collections::BTreeMap;

use serde_json::Value;

use super::programs;
use super::tps::{read_json, wrong};
use crate::error::{PackageError, Warning};
use crate::expectation::{Expectation, TestClass};
use crate::package::Parts;
use crate::submission::ExampleSubmission;
use crate::tree::Tree;

/// Name of the file.
const FILE: &str = "solutions.json";

/// The folder of the solutions.
const FOLDER: &str = "solution";

/// Classes that tests may have, and of which one must appear; `None` where a verdict says nothing that
/// a class could.
fn classes(verdict: &str) -> Option<(&'static [TestClass], &'static [TestClass])> {
    use TestClass::{Accepted, RunTimeError, TimeLimitExceeded, WrongAnswer};
    const ALL: &[TestClass] = &[Accepted, WrongAnswer, TimeLimitExceeded, RunTimeError];
    Some(match verdict {
        "correct" | "model_solution" => (&[Accepted], &[Accepted]),
        "incorrect" => (&[Accepted, WrongAnswer], &[WrongAnswer]),
        "time_limit" => (&[Accepted, TimeLimitExceeded], &[TimeLimitExceeded]),
        "memory_limit" | "runtime_error" => (&[Accepted, RunTimeError], &[RunTimeError]),
        "time_limit_and_runtime_error" => {
            (&[Accepted, TimeLimitExceeded, RunTimeError], &[TimeLimitExceeded, RunTimeError])
        }
        "failed" => (ALL, &[WrongAnswer, TimeLimitExceeded, RunTimeError]),
        // Accepted with a part of the points.
        "partially_correct" => (&[Accepted], ALL),
        _ => return None,
    })
}

fn expectation(verdict: &str, tests: Option<String>) -> Option<Expectation> {
    let (permitted, required) = classes(verdict)?;
    Some(Expectation {
        tests,
        permitted: permitted.iter().copied().collect(),
        required: required.iter().copied().collect(),
        partial: verdict == "partially_correct",
        ..Expectation::default()
    })
}

/// Reads the solutions. Where the file is missing, nothing is known of those in the folder.
pub(super) fn read(tree: &Tree, parts: &mut Parts) -> Result<(), PackageError> {
    let names = programs::files(tree, FOLDER)?;
    let says = match tree.contains(FILE)? {
        true => read_json(tree, FILE)?,
        false => Value::Object(serde_json::Map::new()),
    };
    let says = says.as_object().ok_or_else(|| wrong(FILE, "solutions", "it must be an object"))?;
    let subtasks: Vec<String> =
        parts.groups.iter().skip(1).map(|group| group.name.clone()).collect();
    let mut found = Vec::new();
    for name in says.keys().filter(|name| !names.contains(name)) {
        let message = format!("there is no {FOLDER}/{name}");
        parts.warnings.push(Warning { file: FILE.to_owned(), message });
    }
    for name in names {
        let Some(code) = programs::language(&name) else { continue };
        let path = format!("{FOLDER}/{name}");
        let mut submission = ExampleSubmission::new(path.clone(), path);
        submission.language = Some(code.to_owned());
        if let Some(says) = says.get(&name) {
            submission.model = says.get("verdict").is_some_and(|it| it == "model_solution");
            submission.expectations = expectations(&name, says, &subtasks)?;
        }
        found.push(submission);
    }
    found.sort_by_key(|submission| !submission.model);
    parts.submissions = found;
    Ok(())
}

fn expectations(
    name: &str,
    says: &Value,
    subtasks: &[String],
) -> Result<Vec<Expectation>, PackageError> {
    let unknown = |key: &str| wrong(FILE, &format!("{name}.{key}"), "it is no verdict of TPS");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let verdict = says.get("verdict").and_then(text).ok_or_else(|| unknown("verdict"))?;
    let mut except: BTreeMap<String, String> = BTreeMap::new();
    if let Some(entries) = says.get("except").and_then(Value::as_object) {
        for (subtask, verdict) in entries {
            let group = group_called(subtasks, subtask).ok_or_else(|| {
                let key = format!("{name}.except.{subtask}");
                wrong(FILE, &key, "there is no subtask of this name")
            })?;
            except.insert(group.to_owned(), text(verdict).ok_or_else(|| unknown("except"))?);
        }
    }
    let others: Vec<&str> =
        subtasks.iter().map(String::as_str).filter(|name| !except.contains_key(*name)).collect();
    let whole = if except.is_empty() { None } else { Some(format!("{{{}}}", others.join(","))) };
    let mut all = Vec::new();
    if whole.is_none() || !others.is_empty() {
        all.push(expectation(&verdict, whole).ok_or_else(|| unknown("verdict"))?);
    }
    for (group, verdict) in except {
        let of_group = expectation(&verdict, Some(group)).ok_or_else(|| unknown("except"))?;
        // Some points on some subtask is no promise about all points of the submission.
        all.push(Expectation { partial: false, ..of_group });
    }
    Ok(all)
}

/// The group of a subtask: its file may have a number before the name.
fn group_called<'a>(groups: &'a [String], subtask: &str) -> Option<&'a str> {
    let is_it = |group: &&String| {
        let without = group.trim_start_matches(|character: char| character.is_ascii_digit());
        *group == subtask || without.strip_prefix('-') == Some(subtask)
    };
    groups.iter().find(is_it).map(String::as_str)
}
