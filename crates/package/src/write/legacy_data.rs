//! `data/` of ICPC/Kattis `legacy`: tests, and how groups are graded.

use std::collections::BTreeSet;

use super::layout::{Layout, is_kattis};
use super::limits::text;
use super::plan::Conversion;
use crate::error::PackageError;
use crate::grading::{LegacyGrading, OnReject};
use crate::group::{Aggregation, Group};
use crate::package::Package;
use crate::program::Checker;
use crate::test_case::ValidatorArguments;
use crate::yaml::{self, Value};

/// Arguments of the output validator that all tests share.
pub(super) fn shared_arguments(package: &Package) -> Option<Vec<String>> {
    let mut all = package.tests.iter().map(|test| &test.output_validator_arguments);
    let first = all.next()?;
    all.all(|arguments| arguments == first).then(|| first.clone())
}

pub(super) fn words(arguments: &[String], conversion: &mut Conversion<'_>) -> String {
    if arguments.iter().any(|word| word.is_empty() || word.contains(char::is_whitespace)) {
        conversion.misjudges("arguments of validators with spaces in them");
    }
    arguments.join(" ")
}

/// A `testdata.yaml` for every group, because what a group does not say it inherits.
pub(super) fn write_groups(package: &Package, layout: &Layout, conversion: &mut Conversion<'_>) {
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

pub(super) fn write_tests(
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
            conversion.loses("inputs and outputs that validators are to accept or reject");
        }
    }
    Ok(())
}
