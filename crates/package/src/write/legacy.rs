//! ICPC/Kattis `legacy`.

use super::layout;
use super::legacy_data::{shared_arguments, words, write_groups, write_tests};
use super::limits::{longest_time, number, other_limits, text};
use super::plan::Conversion;
use super::programs::{self, Role};
use super::submissions;
use crate::error::PackageError;
use crate::expectation::{Expectation, FinalVerdict, TestClass};
use crate::package::Package;
use crate::problem::{Format, Kind, Objective};
use crate::program::{Checker, Protocol};
use crate::timing::TimeRule;
use crate::yaml::{self, Value};

pub(super) fn convert(package: &Package) -> Result<Conversion<'_>, PackageError> {
    let mut conversion = Conversion::new(package, false);
    let layout = layout::place(package, &mut conversion);
    let problem = problem_yaml(package, &mut conversion);
    conversion.text("problem.yaml", yaml::write(&problem));
    limits_beside(package, &mut conversion);
    write_groups(package, &layout, &mut conversion);
    write_tests(package, &layout, &mut conversion)?;
    write_programs(package, &mut conversion)?;
    let names = submissions::copy(package, &mut conversion)?;
    lose_expectations(package, &names, &mut conversion);
    documents(package, &mut conversion)?;
    Ok(conversion)
}

fn problem_yaml(package: &Package, conversion: &mut Conversion<'_>) -> Vec<(String, Value)> {
    let problem = &package.problem;
    let mut document = Vec::new();
    let mut add = |name: &str, value: Value| document.push((name.to_owned(), value));
    add("name", text(&problem.name));
    if problem.names.len() > 1 {
        conversion.loses("names in more than one language");
    }
    if problem.scoring {
        add("type", text("scoring"));
    }
    if let Some(uuid) = &problem.uuid {
        add("uuid", text(uuid));
    }
    write_metadata(package, conversion, &mut add);
    let limits = limits(package, conversion);
    if !limits.is_empty() {
        add("limits", Value::Map(limits));
    }
    let custom = !matches!(package.checker, Checker::Default | Checker::Lines(_));
    if custom {
        let mut validation = vec!["custom"];
        if problem.kind == Kind::Interactive {
            validation.push("interactive");
        }
        if problem.passes.is_some() {
            conversion.loses("several passes, but for an extension that DOMjudge reads");
            validation.push("multi-pass");
        }
        add("validation", text(validation.join(" ")));
    }
    if let Some(flags) = shared_arguments(package).filter(|flags| !flags.is_empty()) {
        add("validator_flags", text(words(&flags, conversion)));
    }
    if problem.objective == Objective::Minimize {
        add("grading", Value::Map(vec![("objective".to_owned(), text("min"))]));
    }
    if let Some(languages) = &problem.languages {
        conversion.loses("which languages may be used, but for an extension that some tools read");
        add("languages", text(languages.join(" ")));
    }
    match problem.kind {
        Kind::OutputOnly => conversion.misjudges("that submissions are answers, and not programs"),
        Kind::Communication { .. } => {
            conversion.misjudges("several processes of a submission that talk with a manager");
        }
        Kind::Interface => {
            conversion.misjudges("an interface through which submissions and Main call each other");
        }
        Kind::Batch | Kind::Interactive => {}
    }
    if problem.input_file.is_some() || problem.output_file.is_some() {
        conversion.misjudges("that submissions read and write files, and not stdin and stdout");
    }
    if problem.allow_file_writing {
        conversion.misjudges("that submissions may write files");
    }
    if !problem.constants.is_empty() {
        conversion.loses("the names of constants; their values are put in");
    }
    if !package.generated_tests.is_empty() {
        conversion.loses("how tests are generated");
    }
    document
}

fn write_metadata(
    package: &Package,
    conversion: &mut Conversion<'_>,
    add: &mut dyn FnMut(&str, Value),
) {
    let metadata = &package.problem.metadata;
    for (name, value) in &metadata.entries {
        match (name.as_str(), value) {
            ("license" | "rights_owner", value) => add(name, value.clone()),
            ("credits", value) => {
                let authors = authors(value, conversion);
                if !authors.is_empty() {
                    add("author", text(authors.join(", ")));
                }
            }
            ("source", Value::Map(entries)) => {
                for (key, value) in entries {
                    let key = if key == "name" { "source" } else { "source_url" };
                    add(key, value.clone());
                }
            }
            ("source", Value::Text(source)) => add("source", text(source)),
            ("keywords", Value::Sequence(words)) => {
                let words: Vec<String> = words
                    .iter()
                    .filter_map(Value::text)
                    .map(|word| word.replace(' ', "-"))
                    .collect();
                add("keywords", text(words.join(" ")));
            }
            ("statement" | "default_time_limit" | "base_seed", _) => {}
            (name, _) => conversion.loses(format!("key {name}")),
        }
    }
}

/// Names of the authors; everything else about people is lost.
fn authors(credits: &Value, conversion: &mut Conversion<'_>) -> Vec<String> {
    let person = |value: &Value| match value {
        Value::Map(entries) => {
            entries.iter().find(|(key, _)| key == "name").and_then(|(_, name)| name.text())
        }
        other => other.text(),
    };
    let people = |value: &Value| match value {
        Value::Sequence(people) => people.iter().filter_map(person).collect(),
        one => person(one).into_iter().collect::<Vec<String>>(),
    };
    match credits {
        Value::Map(entries) => {
            if entries.iter().any(|(key, _)| key != "authors") {
                conversion.loses("credits other than the authors");
            }
            let authors = entries.iter().find(|(key, _)| key == "authors");
            authors.map(|(_, authors)| people(authors)).unwrap_or_default()
        }
        other => people(other),
    }
}

fn limits(package: &Package, conversion: &mut Conversion<'_>) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
    let (multiplier, margin) = match package.problem.limits.time_rule {
        TimeRule::Legacy { multiplier, safety_margin } => (multiplier, safety_margin),
        TimeRule::Multipliers { ac_to_time_limit, time_limit_to_tle, resolution } => {
            if resolution != 1.0 {
                conversion.loses("the resolution of the time limit");
            }
            (ac_to_time_limit, time_limit_to_tle)
        }
        TimeRule::Sim { .. } => (5.0, 2.0),
    };
    for (name, value, default) in
        [("time_multiplier", multiplier, 5.0), ("time_safety_margin", margin, 2.0)]
    {
        if value != default {
            add(name, number(value));
        }
    }
    entries.extend(other_limits(package, conversion, number));
    entries
}

/// The time limit and the short name, in the files that tools read beside `problem.yaml`.
fn limits_beside(package: &Package, conversion: &mut Conversion<'_>) {
    if let Some(time) = longest_time(package, conversion) {
        conversion.text(".timelimit", format!("{}\n", time.as_secs_f64()));
    }
    if let Some(label) = &package.problem.label {
        conversion.text(crate::kattis::legacy::DOMJUDGE, format!("short-name = {label}\n"));
    }
}

fn write_programs(package: &Package, conversion: &mut Conversion<'_>) -> Result<(), PackageError> {
    const VALIDATORS: &str = "output_validators";
    match (&package.interactor, &package.checker) {
        (Some(interactor), _) if interactor.protocol == Protocol::Testlib => {
            programs::put_interactor_and_checker(package, conversion, interactor, VALIDATORS)?;
        }
        (Some(interactor), _) => {
            programs::put(conversion, interactor, Role::Interactor, VALIDATORS)?;
        }
        (None, Checker::Programs(checkers)) => {
            for checker in checkers {
                programs::put(conversion, checker, Role::Checker, VALIDATORS)?;
            }
        }
        (None, Checker::Lines(_)) => {
            conversion.misjudges("outputs are compared word by word, and not line by line");
        }
        (None, Checker::Default | Checker::Interactor) => {}
    }
    for validator in &package.input_validators {
        programs::put(conversion, validator, Role::InputValidator, "input_validators")?;
    }
    if let Some(grader) = &package.grader {
        programs::put(conversion, grader, Role::Checker, "graders")?;
    }
    if package.output_visualizer.is_some() {
        conversion.loses("the output visualizer");
    }
    for included in &package.included {
        let Some(language) = &included.language else {
            conversion.misjudges("files that are included in every language");
            continue;
        };
        for file in &included.files {
            conversion.copy_text(format!("include/{language}/{}", file.name), &file.path)?;
        }
    }
    Ok(())
}

/// `legacy` knows what its folders say, and nothing else.
fn lose_expectations(package: &Package, names: &[String], conversion: &mut Conversion<'_>) {
    if package.problem.format == Format::Legacy {
        return;
    }
    for (submission, name) in package.submissions.iter().zip(names) {
        let folder = name.split('/').next().unwrap_or_default();
        let of_folder = Expectation::of_folder(folder);
        let class = match folder {
            "accepted" => Some(TestClass::Accepted),
            "wrong_answer" => Some(TestClass::WrongAnswer),
            "time_limit_exceeded" => Some(TestClass::TimeLimitExceeded),
            "run_time_error" => Some(TestClass::RunTimeError),
            _ => None,
        };
        let said = |expectation: &Expectation| {
            let verdict = class.map(|class| [FinalVerdict::Class(class)].into());
            Some(expectation) == of_folder.as_ref() && class.is_some()
                || verdict.is_some() && expectation.verdicts == verdict
        };
        if !submission.expectations.iter().all(said) {
            conversion.loses(format!("{name}: what it must do, beyond its folder"));
        }
    }
}

fn documents(package: &Package, conversion: &mut Conversion<'_>) -> Result<(), PackageError> {
    if package.problem.format == Format::Legacy {
        conversion.copy_folder("problem_statement", "problem_statement")?;
        conversion.copy_folder("attachments", "attachments")?;
        conversion.copy_folder("generators", "generators")?;
        return Ok(());
    }
    super::kattis::documents(package, conversion)?;
    let moved: Vec<String> =
        conversion.files.keys().filter(|path| path.starts_with("statement/")).cloned().collect();
    for path in moved {
        if path.ends_with(".md") {
            conversion.loses(format!("{path}: statements in Markdown, which is not read"));
        }
        if let Some(content) = conversion.files.remove(&path) {
            conversion.files.insert(format!("problem_{path}"), content);
        }
    }
    Ok(())
}
