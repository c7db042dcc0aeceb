//! Example submissions for the ICPC/Kattis formats.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{Layout, is_kattis};
use super::plan::{Content, Conversion, safe_name};
use crate::error::PackageError;
use crate::expectation::{Expectation, FinalVerdict, TestClass, TimeLimitUse};
use crate::package::Package;
use crate::problem::Format;
use crate::submission::ExampleSubmission;
use crate::tree::join;
use crate::yaml::{self, Value};

/// Copies all submissions; gives each one's new name, such as `accepted/a.py`.
pub(super) fn copy(
    package: &Package,
    conversion: &mut Conversion<'_>,
) -> Result<Vec<String>, PackageError> {
    let mut names = Vec::new();
    for submission in &package.submissions {
        let name = new_name(package, submission, &names);
        let path = join("submissions", &name);
        let sources = conversion.submission(submission)?;
        match &sources.files[..] {
            [file] if submission.path.ends_with(&format!("/{}", file.name)) => {
                let (content, executable) = (file.content.clone(), false);
                conversion.files.insert(path, Content::Bytes { content, executable });
            }
            _ => conversion.sources(&path, sources),
        }
        names.push(name);
    }
    Ok(names)
}

fn new_name(package: &Package, submission: &ExampleSubmission, taken: &[String]) -> String {
    let folder = if is_kattis(package) || package.problem.format == Format::Polygon {
        submission.folder().to_owned()
    } else if submission.model {
        "accepted".to_owned()
    } else {
        match submission.folder() {
            known @ ("accepted" | "rejected" | "wrong_answer") => known.to_owned(),
            _ => "mixed".to_owned(),
        }
    };
    let base = safe_name(submission.path.rsplit('/').next().unwrap_or("submission"));
    let mut name = join(&safe_name(&folder), &base);
    let mut number = 2;
    while taken.contains(&name) {
        name = join(&safe_name(&folder), &format!("{number}-{base}"));
        number += 1;
    }
    name
}

/// Writes `submissions.yaml` for what the folders' names do not say. Names in patterns are those of
/// the new layout.
pub(super) fn describe(
    package: &Package,
    conversion: &mut Conversion<'_>,
    names: &[String],
    layout: &Layout,
) {
    let renamed: BTreeMap<&str, &str> = package
        .groups
        .iter()
        .zip(&layout.groups)
        .map(|(group, name)| (group.name.as_str(), name.as_str()))
        .collect();
    let mut document = Vec::new();
    for (submission, name) in package.submissions.iter().zip(names) {
        let folder = name.split('/').next().unwrap_or_default();
        let of_folder = Expectation::of_folder(folder);
        let mut entry = Vec::new();
        let text = |text: &String| Value::Text(text.clone());
        entry.extend(submission.language.as_ref().map(|code| ("language".to_owned(), text(code))));
        let entry_point = submission.entry_point.as_ref();
        entry.extend(entry_point.map(|point| ("entrypoint".to_owned(), text(point))));
        entry.extend(submission.authors.clone().map(|authors| ("authors".to_owned(), authors)));
        if submission.model {
            entry.push(("model_solution".to_owned(), Value::Boolean(true)));
        }
        for expectation in &submission.expectations {
            let expectation = by_tests(expectation, name, conversion);
            if expectation.tests.is_none() && Some(&expectation) == of_folder.as_ref() {
                continue;
            }
            let asked = requirements(&expectation);
            match &expectation.tests {
                None => entry.extend(asked),
                Some(tests) => {
                    let tests = renamed.get(tests.as_str()).copied().unwrap_or(tests);
                    entry.push((tests.to_owned(), Value::Map(asked)));
                }
            }
        }
        if !entry.is_empty() {
            document.push((name.clone(), Value::Map(entry)));
        }
    }
    if !document.is_empty() {
        conversion.text("submissions/submissions.yaml", yaml::write(&document));
    }
}

/// A requirement on the verdict as one on tests, which is all that `2025-09` has.
fn by_tests(expectation: &Expectation, name: &str, conversion: &mut Conversion<'_>) -> Expectation {
    let mut result = expectation.clone();
    if result.partial {
        conversion.loses(format!("{name}: that it must not get all points"));
        result.partial = false;
    }
    let Some(verdicts) = result.verdicts.take() else { return result };
    let mut classes = BTreeSet::new();
    for verdict in &verdicts {
        match verdict {
            FinalVerdict::Class(class) => _ = classes.insert(*class),
            FinalVerdict::CompileError => {
                conversion.loses(format!("{name}: that it must not compile"));
            }
            FinalVerdict::MemoryLimitExceeded | FinalVerdict::OutputLimitExceeded => {
                conversion.loses(format!("{name}: which limit it must exceed"));
                classes.insert(TestClass::RunTimeError);
            }
        }
    }
    if classes.is_empty() {
        return result;
    }
    let folder = name.split('/').next().unwrap_or_default();
    result.permitted = classes.clone();
    result.permitted.insert(TestClass::Accepted);
    if classes.contains(&TestClass::Accepted) {
        result.required = result.permitted.clone();
        if classes.len() == 1 {
            result.required = Expectation::default().required;
        }
    } else {
        result.required = classes;
    }
    // Where the folder already says as much, nothing need be added.
    if let Some(of_folder) = Expectation::of_folder(folder)
        && (&of_folder.permitted, &of_folder.required) == (&result.permitted, &result.required)
        && of_folder.time_limit_use() == result.time_limit_use()
    {
        result.use_for_time_limit = None;
    }
    result
}

fn requirements(expectation: &Expectation) -> Vec<(String, Value)> {
    let all = Expectation::default();
    let codes = |classes: &BTreeSet<TestClass>| {
        Value::Sequence(classes.iter().map(|class| Value::Text(class.code().to_owned())).collect())
    };
    let mut entries = Vec::new();
    let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
    if expectation.permitted != all.permitted {
        add("permitted", codes(&expectation.permitted));
    }
    if expectation.required != all.required {
        add("required", codes(&expectation.required));
    }
    match expectation.score {
        Some((least, most)) if least == most => add("score", Value::Float(least)),
        Some((least, most)) => {
            add("score", Value::Sequence(vec![Value::Float(least), Value::Float(most)]));
        }
        None => {}
    }
    if let Some(message) = &expectation.message {
        add("message", Value::Text(message.clone()));
    }
    match expectation.use_for_time_limit {
        Some(TimeLimitUse::None) => add("use_for_time_limit", Value::Boolean(false)),
        Some(TimeLimitUse::Lower) => add("use_for_time_limit", Value::Text("lower".to_owned())),
        Some(TimeLimitUse::Upper) => add("use_for_time_limit", Value::Text("upper".to_owned())),
        None => {}
    }
    entries
}
