//! What `test_group.yaml` and a test's `.yaml` say, and what tests inherit.

use std::collections::BTreeMap;

use crate::error::{PackageError, Warning};
use crate::group::{Aggregation, Group, StaticValidation};
use crate::keys::Keys;
use crate::test_case::{TestCase, ValidatorArguments};
use crate::yaml::Value;

/// What a folder hands down to the tests below it.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    arguments: Vec<String>,
    output_validator_arguments: Vec<String>,
    input_validator_arguments: ValidatorArguments,
    output_visualizer_arguments: Vec<String>,
    pub(super) full_feedback: bool,
}

impl Settings {
    /// These settings with what a file says in their place.
    pub(super) fn read(&self, keys: &mut Keys) -> Result<Settings, PackageError> {
        let or = |given: Option<Vec<String>>, above: &Vec<String>| given.unwrap_or(above.clone());
        keys.accept(&["input_visualizer_args"]);
        Ok(Settings {
            arguments: or(keys.strings("args", false)?, &self.arguments),
            output_validator_arguments: or(
                keys.strings("output_validator_args", false)?,
                &self.output_validator_arguments,
            ),
            input_validator_arguments: validator_arguments(keys)?
                .unwrap_or_else(|| self.input_validator_arguments.clone()),
            output_visualizer_arguments: or(
                keys.strings("output_visualizer_args", false)?,
                &self.output_visualizer_arguments,
            ),
            full_feedback: keys.boolean("full_feedback")?.unwrap_or(self.full_feedback),
        })
    }

    /// Puts them into a test.
    pub(super) fn apply(self, test: &mut TestCase) {
        test.arguments = self.arguments;
        test.output_validator_arguments = self.output_validator_arguments;
        test.input_validator_arguments = self.input_validator_arguments;
        test.output_visualizer_arguments = self.output_visualizer_arguments;
        test.full_feedback = self.full_feedback;
    }
}

/// `input_validator_args`: for all validators, or by name.
fn validator_arguments(keys: &mut Keys) -> Result<Option<ValidatorArguments>, PackageError> {
    const KEY: &str = "input_validator_args";
    match keys.value(KEY) {
        Some(Value::Map(entries)) => {
            let mut below = keys.map(KEY)?;
            let mut named = BTreeMap::new();
            for (name, _) in entries {
                let arguments = below.strings(&name, false)?.unwrap_or_default();
                named.insert(name, arguments);
            }
            Ok(Some(ValidatorArguments::Named(named)))
        }
        _ => Ok(keys.strings(KEY, false)?.map(ValidatorArguments::All)),
    }
}

/// Where in the tree of groups a folder stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Sample,
    Secret,
    /// A group of `secret`; the flag says whether `secret` bounds its points.
    Group {
        bounded: bool,
    },
}

/// Reads what `test_group.yaml` says about the points of its group, over the format's defaults.
/// Without the file, `keys` is empty.
pub(super) fn read_group(
    keys: &mut Keys,
    group: &mut Group,
    place: Place,
    scoring: bool,
    warnings: &mut Vec<Warning>,
) -> Result<(), PackageError> {
    group.scored = place != Place::Sample;
    group.static_validation = static_validation(keys)?;
    if place == Place::Sample || !scoring {
        for key in ["max_score", "score_aggregation", "require_pass"] {
            if keys.value(key).is_some() {
                let reason = match place {
                    Place::Sample => "the samples",
                    _ => "a pass-fail problem",
                };
                warnings.push(keys.warning(format!("key {key} has no meaning in {reason}")));
            }
        }
        return Ok(());
    }
    group.aggregation = match keys.string("score_aggregation")?.as_deref() {
        None if place == Place::Secret => Aggregation::Sum,
        None | Some("pass-fail") => Aggregation::PassFail,
        Some("sum") => Aggregation::Sum,
        Some("min") => Aggregation::Min,
        Some(_) => {
            return Err(keys.error("score_aggregation", "it must be pass-fail, sum or min"));
        }
    };
    group.max_score = match keys.value("max_score") {
        None if place == Place::Secret => Some(100.0),
        None => None,
        Some(Value::Text(text)) if text == "unbounded" => None,
        Some(Value::Integer(points)) if points >= 0 => Some(points as f64),
        Some(_) => {
            let reason = "it must be an integer that is not negative, or unbounded";
            return Err(keys.error("max_score", reason));
        }
    };
    group.require_pass = keys.strings("require_pass", true)?.unwrap_or_default();
    if group.max_score.is_none() {
        if group.aggregation == Aggregation::PassFail {
            return Err(keys.error("max_score", "a group that passes or fails must have one"));
        }
        if place == (Place::Group { bounded: true }) {
            return Err(keys.error("max_score", "it must be given, because secret has one"));
        }
    }
    check_static_validation(keys, group)
}

fn static_validation(keys: &mut Keys) -> Result<Option<StaticValidation>, PackageError> {
    const KEY: &str = "static_validation_score";
    let arguments = keys.strings("static_validator_args", false)?;
    let max_score = match keys.value(KEY) {
        None if arguments.is_some() => {
            let reason = format!("it means nothing without {KEY}");
            return Err(keys.error("static_validator_args", reason));
        }
        None => return Ok(None),
        Some(Value::Text(text)) if text == "pass-fail" => None,
        Some(Value::Integer(points)) if points >= 0 => Some(points as f64),
        Some(_) => {
            let reason = "it must be an integer that is not negative, or pass-fail";
            return Err(keys.error(KEY, reason));
        }
    };
    Ok(Some(StaticValidation { max_score, arguments: arguments.unwrap_or_default() }))
}

fn check_static_validation(keys: &Keys, group: &Group) -> Result<(), PackageError> {
    let Some(validation) = &group.static_validation else { return Ok(()) };
    match (validation.max_score, group.aggregation) {
        (Some(_), Aggregation::PassFail) => Err(keys.error(
            "static_validation_score",
            "a group that passes or fails gives no points for it",
        )),
        (None, Aggregation::Sum | Aggregation::Min) => {
            Err(keys
                .error("static_validation_score", "pass-fail needs score_aggregation: pass-fail"))
        }
        _ => Ok(()),
    }
}
