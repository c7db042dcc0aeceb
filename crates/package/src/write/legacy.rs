//! ICPC/Kattis `legacy`.

use std::collections::BTreeSet;

use super::layout::{self, Layout, is_kattis};
use super::plan::Conversion;
use super::programs::{self, Role};
use super::submissions;
use crate::error::PackageError;
use crate::expectation::{Expectation, FinalVerdict, TestClass};
use crate::grading::{LegacyGrading, OnReject};
use crate::group::{Aggregation, Group};
use crate::limits::Limits;
use crate::package::Package;
use crate::problem::{Format, Kind, Objective};
use crate::program::{Checker, Protocol};
use crate::test_case::ValidatorArguments;
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

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
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
    let (limits, defaults) = (&package.problem.limits, Limits::default());
    let mut entries = Vec::new();
    let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
    let number = |value: f64| {
        if value.fract() == 0.0 { Value::Integer(value as i64) } else { Value::Float(value) }
    };
    let (multiplier, margin) = match limits.time_rule {
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
    let memory = package.tests.iter().filter_map(|test| test.memory_limit).max();
    if memory.is_some() {
        conversion.misjudges("memory limits of single tests; the largest is kept for all");
    }
    for (name, bytes, default, unit) in [
        ("memory", memory.unwrap_or(0).max(limits.memory), defaults.memory, 1 << 20),
        ("output", limits.output, defaults.output, 1 << 20),
        ("code", limits.code, defaults.code, 1 << 10),
        ("compilation_memory", limits.compilation_memory.unwrap_or(0), 0, 1 << 20),
        ("validation_memory", limits.validation_memory, defaults.validation_memory, 1 << 20),
        ("validation_output", limits.validation_output, defaults.validation_output, 1 << 20),
    ] {
        if bytes != default {
            add(name, Value::Integer(bytes.div_ceil(unit) as i64));
        }
    }
    let compilation = limits.compilation_time.unwrap_or_default();
    for (name, time, default) in [
        ("compilation_time", compilation, std::time::Duration::ZERO),
        ("validation_time", limits.validation_time, defaults.validation_time),
    ] {
        if time != default {
            add(name, number(time.as_secs_f64()));
        }
    }
    if let Some(passes) = package.problem.passes.filter(|&passes| passes != 2) {
        add("validation_passes", Value::Integer(passes.into()));
    }
    entries
}

/// The time limit and the short name, in the files that tools read beside `problem.yaml`.
fn limits_beside(package: &Package, conversion: &mut Conversion<'_>) {
    let of_tests: Vec<_> = package.tests.iter().map(|test| test.time_limit).collect();
    let longest = of_tests.iter().flatten().max().copied();
    if of_tests.iter().any(|limit| limit.is_some() && *limit != longest) {
        conversion.misjudges("time limits of single tests; the longest is kept for all");
    }
    if let Some(time) = longest.max(package.problem.limits.time) {
        conversion.text(".timelimit", format!("{}\n", time.as_secs_f64()));
    }
    if let Some(label) = &package.problem.label {
        conversion.text(crate::kattis::legacy::DOMJUDGE, format!("short-name = {label}\n"));
    }
}

/// Arguments of the output validator that all tests share.
fn shared_arguments(package: &Package) -> Option<Vec<String>> {
    let mut all = package.tests.iter().map(|test| &test.output_validator_arguments);
    let first = all.next()?;
    all.all(|arguments| arguments == first).then(|| first.clone())
}

fn words(arguments: &[String], conversion: &mut Conversion<'_>) -> String {
    if arguments.iter().any(|word| word.is_empty() || word.contains(char::is_whitespace)) {
        conversion.misjudges("arguments of validators with spaces in them");
    }
    arguments.join(" ")
}

/// A `testdata.yaml` for every group, because what a group does not say it inherits.
fn write_groups(package: &Package, layout: &Layout, conversion: &mut Conversion<'_>) {
    let graded = package.problem.scoring
        || package.groups.iter().any(|group| {
            group.legacy.as_ref().is_some_and(|grading| *grading != LegacyGrading::default())
        });
    let shared = shared_arguments(package).is_some();
    let mut written = BTreeSet::new();
    for (index, group) in package.groups.iter().enumerate() {
        let name = &layout.groups[index];
        let mut entries = Vec::new();
        if graded {
            let grading = match &group.legacy {
                Some(grading) => grading.clone(),
                None => grading(package, group, conversion),
            };
            write_grading(&grading, package.problem.scoring, &mut entries);
        }
        let tests: Vec<_> = group.tests.iter().map(|&test| &package.tests[test]).collect();
        if let Some(first) = tests.first() {
            let flags = &first.output_validator_arguments;
            if tests.iter().any(|test| test.output_validator_arguments != *flags) {
                conversion.misjudges("arguments of the output validator for single tests");
            } else if let Some(validator) = &first.output_validator {
                let flags = if shared { String::new() } else { words(flags, conversion) };
                let map = [("name", text(validator)), ("flags", text(flags))];
                let map = map.into_iter().map(|(key, value)| (key.to_owned(), value));
                entries.push(("output_validator_flags".to_owned(), Value::Map(map.collect())));
            } else if !shared {
                let flags = text(words(flags, conversion));
                entries.push(("output_validator_flags".to_owned(), flags));
            }
            let input = &first.input_validator_arguments;
            if tests.iter().any(|test| test.input_validator_arguments != *input) {
                conversion.loses("arguments of input validators for single tests");
            }
            entries.extend(input_flags(input, conversion));
        }
        if !group.require_pass.is_empty() {
            conversion.misjudges("groups that are judged only if others pass");
        }
        if group.static_validation.is_some() {
            conversion.misjudges("static validation");
        }
        if !entries.is_empty() && written.insert(name.clone()) {
            let path = crate::tree::join(&crate::tree::join("data", name), "testdata.yaml");
            conversion.text(path, yaml::write(&entries));
        }
    }
}

fn input_flags(
    arguments: &ValidatorArguments,
    conversion: &mut Conversion<'_>,
) -> Option<(String, Value)> {
    let value = match arguments {
        ValidatorArguments::All(flags) if flags.is_empty() => return None,
        ValidatorArguments::All(flags) => text(words(flags, conversion)),
        ValidatorArguments::Named(named) => {
            let (name, flags) = named.first_key_value()?;
            if named.len() > 1 {
                conversion.loses("arguments for more than one input validator");
            }
            let map = [("name", text(name)), ("flags", text(words(flags, conversion)))];
            Value::Map(map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        }
    };
    Some(("input_validator_flags".to_owned(), value))
}

/// What comes nearest to the grading of the other formats.
fn grading(package: &Package, group: &Group, conversion: &mut Conversion<'_>) -> LegacyGrading {
    let mut grading = LegacyGrading { on_reject: OnReject::Continue, ..LegacyGrading::default() };
    let most = group.max_score;
    let flags: &[&str] = if group.parent.is_none() {
        &["ignore_sample"]
    } else if !group.scored {
        &[]
    } else {
        match group.aggregation {
            Aggregation::PassFail => {
                // One accepted test's points are those of the group; the smallest of them counts.
                grading.accept_score = most.unwrap_or(0.0);
                &["min", "always_accept"]
            }
            Aggregation::Sum => {
                let tests = group.tests.len().max(1) as f64;
                let first = group.tests.first().and_then(|&test| package.tests[test].points);
                grading.accept_score = first.or(most.map(|most| most / tests)).unwrap_or(1.0);
                if group.tests.iter().any(|&test| package.tests[test].points != first) {
                    conversion.misjudges("tests with different points in one group");
                }
                &["sum", "always_accept"]
            }
            Aggregation::Min | Aggregation::MinWithTimeDecay => {
                if group.aggregation == Aggregation::MinWithTimeDecay {
                    conversion.misjudges("points that fall with the time a submission takes");
                }
                grading.accept_score = most.unwrap_or(1.0);
                &["min", "always_accept"]
            }
            Aggregation::Product | Aggregation::Threshold(_) | Aggregation::Legacy => {
                conversion.misjudges("points that are a product, or come by a threshold");
                grading.accept_score = most.unwrap_or(1.0);
                &["min", "always_accept"]
            }
        }
    };
    if package.problem.scoring && !matches!(package.checker, Checker::Default | Checker::Lines(_)) {
        conversion.loses("parts of points, unless the validator writes them as points itself");
    }
    grading.grader_flags = flags.iter().map(|&flag| flag.to_owned()).collect();
    grading
}

fn write_grading(grading: &LegacyGrading, scoring: bool, entries: &mut Vec<(String, Value)>) {
    let mut add = |name: &str, value: String| entries.push((name.to_owned(), text(value)));
    let on_reject = if grading.on_reject == OnReject::Break { "break" } else { "continue" };
    add("on_reject", on_reject.to_owned());
    add("grading", if grading.custom { "custom" } else { "default" }.to_owned());
    add("grader_flags", grading.grader_flags.join(" "));
    if scoring {
        add("accept_score", grading.accept_score.to_string());
        add("reject_score", grading.reject_score.to_string());
        add("range", format!("{} {}", grading.range.0, grading.range.1));
    }
}

fn write_tests(
    package: &Package,
    layout: &Layout,
    conversion: &mut Conversion<'_>,
) -> Result<(), PackageError> {
    for (test, name) in package.tests.iter().zip(&layout.tests) {
        conversion.copy(format!("data/{name}.in"), &test.input);
        match &test.answer {
            Some(answer) => conversion.copy(format!("data/{name}.ans"), answer),
            None => conversion.text(format!("data/{name}.ans"), ""),
        }
        for (ending, words) in [("hint", &test.hint), ("desc", &test.description)] {
            if let Some(words) = words {
                conversion.text(format!("data/{name}.{ending}"), format!("{words}\n"));
            }
        }
        let interaction =
            test.input.strip_suffix(".in").map(|beside| format!("{beside}.interaction"));
        if let Some(from) = interaction
            && conversion.tree.contains(&from)?
        {
            conversion.copy(format!("data/{name}.interaction"), from);
        }
        if !test.arguments.is_empty() || test.files.is_some() {
            conversion.misjudges("arguments and files that tests have beside their input");
        }
    }
    for case in &package.validation_cases {
        let base = format!("data/{}", case.test.name);
        if is_kattis(package) {
            conversion.copy(format!("{base}.in"), &case.test.input);
            if let Some(answer) = &case.test.answer {
                conversion.copy(format!("{base}.ans"), answer);
            }
            if let Some(output) = &case.output {
                conversion.copy(format!("{base}.out"), output);
            }
        } else {
            conversion.loses("inputs that validators are to reject");
        }
    }
    Ok(())
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
