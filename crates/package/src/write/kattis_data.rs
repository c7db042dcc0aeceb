//! `data/` of ICPC/Kattis `2025-09`: groups, tests, and what validators are held against.

use super::layout::{Layout, is_kattis};
use super::limits::{number, strings, text};
use super::plan::Conversion;
use crate::error::PackageError;
use crate::group::{Aggregation, Group};
use crate::package::Package;
use crate::problem::Format;
use crate::test_case::{TestCase, ValidationCase, ValidationKind, ValidatorArguments};
use crate::yaml::{self, Value};

/// `test_group.yaml` of sample, secret and the groups in it.
pub(super) fn groups(package: &Package, layout: &Layout, conversion: &mut Conversion<'_>) {
    let scoring = package.problem.scoring;
    let kattis = is_kattis(package) && package.problem.format != Format::Legacy;
    for (index, group) in package.groups.iter().enumerate() {
        let name = layout.groups[index].as_str();
        if name.is_empty() || (!kattis && name == "secret" && !scoring) {
            continue;
        }
        if name.matches('/').count() > 1 {
            conversion.misjudges(format!("{name}: a group in a group"));
            continue;
        }
        let mut entries = Vec::new();
        let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
        if scoring && name != "sample" {
            let (aggregation, default) = aggregation(group, name, conversion);
            if aggregation != default {
                add("score_aggregation", text(aggregation));
            }
            let default = (name == "secret").then_some(100.0);
            let most = max_score(package, group, name, conversion);
            if most != default {
                add("max_score", most.map_or_else(|| text("unbounded"), number));
            }
            let renamed = group.require_pass.iter().map(|required| {
                let at = package.groups.iter().position(|other| other.name == *required);
                at.map_or_else(|| required.clone(), |at| layout.groups[at].clone())
            });
            let required: Vec<String> = renamed.collect();
            if !required.is_empty() {
                add("require_pass", strings(&required));
            }
        }
        if let Some(validation) = &group.static_validation {
            let score = validation.max_score.map_or_else(|| text("pass-fail"), number);
            add("static_validation_score", score);
            if !validation.arguments.is_empty() {
                add("static_validator_args", strings(&validation.arguments));
            }
        }
        if group.full_feedback != (name == "sample") && name != "secret" {
            add("full_feedback", Value::Boolean(group.full_feedback));
        }
        if !entries.is_empty() {
            conversion.text(format!("data/{name}/test_group.yaml"), yaml::write(&entries));
        }
    }
    if scoring && !is_kattis(package) {
        // The formats without a group `secret` have the sum of all groups instead.
        let points = layout.groups.iter().zip(&package.groups);
        let points = points.filter(|(name, _)| name.starts_with("secret/"));
        let most: f64 = points
            .filter_map(|(_, group)| group.max_score)
            .map(|points| points.round().max(0.0))
            .sum();
        if most != 100.0 {
            let entries = [("max_score".to_owned(), number(most))];
            conversion.text("data/secret/test_group.yaml", yaml::write(&entries));
        }
    }
}

fn aggregation(
    group: &Group,
    name: &str,
    conversion: &mut Conversion<'_>,
) -> (&'static str, &'static str) {
    let default = if name == "secret" { "sum" } else { "pass-fail" };
    let aggregation = match group.aggregation {
        Aggregation::PassFail => "pass-fail",
        Aggregation::Sum => "sum",
        Aggregation::Min => "min",
        Aggregation::MinWithTimeDecay => {
            conversion.misjudges("points that fall with the time a submission takes");
            "min"
        }
        Aggregation::Product => {
            conversion.misjudges(format!("{name}: points that are a product"));
            "min"
        }
        Aggregation::Threshold(_) => {
            conversion.misjudges(format!("{name}: points by a threshold"));
            "pass-fail"
        }
        Aggregation::Legacy => {
            conversion.misjudges(format!("{name}: the way that legacy packages grade it"));
            "sum"
        }
    };
    (aggregation, default)
}

fn max_score(
    package: &Package,
    group: &Group,
    name: &str,
    conversion: &mut Conversion<'_>,
) -> Option<f64> {
    if package.problem.format == Format::Legacy {
        return (name == "secret").then_some(100.0);
    }
    let most = group.max_score?;
    if most < 0.0 || most.fract() != 0.0 {
        conversion.misjudges(format!("{name}: {most} points, which must be a whole number"));
    }
    let points: Vec<f64> =
        group.tests.iter().filter_map(|&test| package.tests[test].points).collect();
    if group.aggregation == Aggregation::Sum && points.windows(2).any(|pair| pair[0] != pair[1]) {
        conversion.misjudges(format!("{name}: tests with different points"));
    }
    Some(most.round().max(0.0))
}

/// What a test in this place has if its own file says nothing.
pub(super) fn defaults_of(package: &Package, group: &Group, name: &str) -> bool {
    let kattis = is_kattis(package);
    let sample = name.starts_with("sample/");
    if kattis && package.problem.format != Format::Legacy { group.full_feedback } else { sample }
}

pub(super) fn write_test(
    conversion: &mut Conversion<'_>,
    test: &TestCase,
    name: &str,
    full_feedback: bool,
) -> Result<(), PackageError> {
    conversion.copy(format!("data/{name}.in"), &test.input);
    match &test.answer {
        Some(answer) => conversion.copy(format!("data/{name}.ans"), answer),
        // The format wants the file; who needs none does not look at it.
        None => conversion.text(format!("data/{name}.ans"), ""),
    }
    if let Some(files) = &test.files {
        conversion.copy_folder(&format!("data/{name}.files"), files)?;
    }
    let beside = test.input.strip_suffix(".in").unwrap_or(&test.input).to_owned();
    for ending in [
        "out",
        "interaction",
        "in.statement",
        "ans.statement",
        "in.download",
        "ans.download",
        "png",
        "jpg",
        "jpeg",
        "svg",
    ] {
        let from = format!("{beside}.{ending}");
        if test.answer.as_ref() != Some(&from) && conversion.tree.contains(&from)? {
            conversion.copy(format!("data/{name}.{ending}"), from);
        }
    }
    let mut entries = arguments(test);
    if test.full_feedback != full_feedback {
        entries.push(("full_feedback".to_owned(), Value::Boolean(test.full_feedback)));
    }
    if let Some(hint) = &test.hint {
        entries.push(("hint".to_owned(), text(hint)));
    }
    if let Some(description) = &test.description {
        entries.push(("description".to_owned(), text(description)));
    }
    if test.output_validator.is_some() {
        conversion.misjudges(format!("{name}: that only one of the output validators judges it"));
    }
    if !entries.is_empty() {
        conversion.text(format!("data/{name}.yaml"), yaml::write(&entries));
    }
    Ok(())
}

fn arguments(test: &TestCase) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    for (name, arguments) in [
        ("args", &test.arguments),
        ("output_validator_args", &test.output_validator_arguments),
        ("output_visualizer_args", &test.output_visualizer_arguments),
    ] {
        if !arguments.is_empty() {
            entries.push((name.to_owned(), strings(arguments)));
        }
    }
    match &test.input_validator_arguments {
        ValidatorArguments::All(arguments) if arguments.is_empty() => {}
        ValidatorArguments::All(arguments) => {
            entries.push(("input_validator_args".to_owned(), strings(arguments)));
        }
        ValidatorArguments::Named(named) => {
            let named = named.iter().map(|(name, arguments)| (name.clone(), strings(arguments)));
            entries.push(("input_validator_args".to_owned(), Value::Map(named.collect())));
        }
    }
    entries
}

pub(super) fn write_case(
    conversion: &mut Conversion<'_>,
    case: &ValidationCase,
) -> Result<(), PackageError> {
    let folder = match case.kind {
        ValidationKind::ValidInput => {
            conversion.loses("inputs that validators are to accept and that are no tests");
            return Ok(());
        }
        ValidationKind::InvalidInput => "invalid_input",
        ValidationKind::InvalidOutput => "invalid_output",
        ValidationKind::ValidOutput => "valid_output",
    };
    let base = case.test.name.strip_prefix(&format!("{folder}/")).unwrap_or(&case.test.name);
    let base: Vec<String> = base.split('/').map(super::plan::safe_name).collect();
    let name = format!("{folder}/{}", base.join("/"));
    conversion.copy(format!("data/{name}.in"), &case.test.input);
    if let Some(answer) = &case.test.answer {
        conversion.copy(format!("data/{name}.ans"), answer);
    }
    if let Some(output) = &case.output {
        conversion.copy(format!("data/{name}.out"), output);
    }
    if let Some(files) = &case.test.files {
        conversion.copy_folder(&format!("data/{name}.files"), files)?;
    }
    let mut entries = arguments(&case.test);
    entries
        .extend(case.test.description.iter().map(|words| ("description".to_owned(), text(words))));
    if !entries.is_empty() {
        conversion.text(format!("data/{name}.yaml"), yaml::write(&entries));
    }
    Ok(())
}
