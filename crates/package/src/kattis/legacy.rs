//! `problem.yaml` of `legacy` and `legacy-icpc`, and what DOMjudge adds to them.

use std::time::Duration;

use super::problem_yaml::{metadata, names};
use super::text::{Constants, read_text};
use super::{legacy_data, legacy_submissions, programs};
use crate::error::{PackageError, Warning};
use crate::group::Group;
use crate::keys::Keys;
use crate::limits::{LONGEST_SECONDS, Limits, MOST_MEBIBYTES};
use crate::package::Parts;
use crate::problem::{Format, Kind, Objective, Problem};
use crate::program::Checker;
use crate::timing::TimeRule;
use crate::tree::Tree;
use crate::yaml::Value;

/// A file with a number of seconds.
const TIME_LIMIT: &str = ".timelimit";

/// DOMjudge's own settings.
pub(crate) const DOMJUDGE: &str = "domjudge-problem.ini";

/// What `validation` says.
pub(super) struct Validation {
    custom: bool,
    flags: Vec<String>,
}

impl Validation {
    /// That of a problem that has no flags of its own.
    pub(super) fn without_flags(custom: bool) -> Validation {
        Validation { custom, flags: Vec::new() }
    }

    /// The problem's flags, and behind them those of a folder. For the default validator a tolerance
    /// that is set again replaces the one before, as this version has it; `2025-09` knows each once.
    pub(super) fn arguments(&self, of_folder: &[String]) -> Vec<String> {
        let all = self.flags.iter().chain(of_folder);
        if self.custom {
            return all.cloned().collect();
        }
        let (mut arguments, mut relative, mut absolute) = (Vec::new(), None, None);
        let mut all = all.peekable();
        while let Some(flag) = all.next() {
            let (of_relative, of_absolute) = match flag.as_str() {
                "float_tolerance" => (true, true),
                "float_relative_tolerance" => (true, false),
                "float_absolute_tolerance" => (false, true),
                _ => (false, false),
            };
            match all.next_if(|_| of_relative || of_absolute) {
                Some(value) => {
                    relative = if of_relative { Some(value) } else { relative };
                    absolute = if of_absolute { Some(value) } else { absolute };
                }
                None => arguments.push(flag.clone()),
            }
        }
        let tolerances = match (relative, absolute) {
            (Some(relative), Some(absolute)) if relative == absolute => {
                vec![("float_tolerance", relative)]
            }
            _ => [("float_relative_tolerance", relative), ("float_absolute_tolerance", absolute)]
                .into_iter()
                .filter_map(|(name, value)| value.map(|value| (name, value)))
                .collect(),
        };
        for (name, value) in tolerances {
            arguments.extend([name.to_owned(), value.clone()]);
        }
        arguments
    }
}

/// Reads a package, of which `problem.yaml` has been read up to its version.
pub(super) fn read(tree: &Tree, keys: Keys) -> Result<Parts, PackageError> {
    let mut warnings = Vec::new();
    let (mut problem, validation) = read_problem(keys, &mut warnings)?;
    read_domjudge(tree, &mut problem, &mut warnings)?;
    read_time_limit(tree, &mut problem)?;
    if problem.name.is_empty() {
        let name = name_in_statement(tree)?;
        problem.set_names(vec![("en".to_owned(), name.unwrap_or_else(|| "unnamed".to_owned()))]);
    }
    let mut parts = Parts::new(problem.clone());
    (parts.groups, parts.tests) =
        legacy_data::read(tree, problem.scoring, &validation, &mut warnings)?;
    parts.validation_cases = super::validation::read(tree, &Constants::default(), &mut warnings)?;
    for case in &mut parts.validation_cases {
        case.test.output_validator_arguments = validation.arguments(&[]);
    }
    parts.input_validators = programs::each(tree, "input_validators")?;
    parts.input_validators.extend(programs::each(tree, "input_format_validators")?);
    parts.included = programs::included(tree, "include")?;
    parts.generators = programs::generators(tree)?;
    let custom = |group: &Group| group.legacy.as_ref().is_some_and(|grading| grading.custom);
    if parts.groups.iter().any(custom) {
        parts.grader = programs::one(tree, "graders")?;
        if parts.grader.is_none() {
            let file = "graders".to_owned();
            return Err(PackageError::Missing { file, reason: "a group asks for custom grading" });
        }
    }
    read_validators(tree, &problem, &validation, &mut parts, &mut warnings)?;
    parts.submissions = legacy_submissions::read(tree, &problem, &mut warnings)?;
    parts.warnings = warnings;
    Ok(parts)
}

fn read_validators(
    tree: &Tree,
    problem: &Problem,
    validation: &Validation,
    parts: &mut Parts,
    warnings: &mut Vec<Warning>,
) -> Result<(), PackageError> {
    const FOLDER: &str = "output_validators";
    let mut validators = programs::each(tree, FOLDER)?;
    let wrong = |reason| Err(PackageError::Layout { file: FOLDER.to_owned(), reason });
    match (validation.custom, problem.kind, validators.len()) {
        (false, _, 0) => {}
        (false, _, _) => {
            let message = "is not used, because validation is default".to_owned();
            warnings.push(Warning { file: FOLDER.to_owned(), message });
        }
        (true, _, 0) => {
            let file = FOLDER.to_owned();
            return Err(PackageError::Missing { file, reason: "validation is custom" });
        }
        (true, Kind::Interactive, 1) => {
            parts.checker = Checker::Interactor;
            parts.interactor = validators.pop();
        }
        (true, Kind::Interactive, _) => return wrong("only one can talk with a submission"),
        (true, _, _) => parts.checker = Checker::Programs(validators),
    }
    Ok(())
}

fn read_problem(
    mut keys: Keys,
    warnings: &mut Vec<Warning>,
) -> Result<(Problem, Validation), PackageError> {
    let mut problem = Problem::new(Format::Legacy, "");
    problem.scoring = match keys.string("type")?.as_deref() {
        None | Some("pass-fail") => false,
        Some("scoring") => true,
        Some(other) => return Err(keys.error("type", format!("{other:?} is no type of problem"))),
    };
    if keys.value("name").is_some() {
        problem.set_names(names(&mut keys)?);
    }
    problem.uuid = keys.string("uuid")?;
    problem.limits = read_limits(keys.map("limits")?, &mut problem.passes, warnings)?;
    let validation = read_validation(&mut keys, &mut problem)?;
    let mut grading = keys.map("grading")?;
    problem.objective = match grading.string("objective")?.as_deref() {
        None | Some("max") => Objective::Maximize,
        Some("min") => Objective::Minimize,
        Some(_) => return Err(grading.error("objective", "it must be min or max")),
    };
    grading.accept(&["show_test_data_groups"]);
    grading.finish(warnings);
    problem.languages = match keys.value("languages") {
        Some(Value::Text(text)) => Some(words(&text)).filter(|codes| codes != &["all"]),
        _ => keys.strings("languages", false)?,
    };
    problem.metadata = metadata(&mut keys, &["license", "rights_owner"]);
    read_metadata(&mut keys, &mut problem)?;
    keys.finish(warnings);
    Ok((problem, validation))
}

/// Brings the metadata under the names and shapes of `2025-09`.
fn read_metadata(keys: &mut Keys, problem: &mut Problem) -> Result<(), PackageError> {
    let authors = match keys.string("author")? {
        Some(author) => authors(&author),
        None => Vec::new(),
    };
    if !authors.is_empty() {
        let authors = Value::Sequence(authors.into_iter().map(Value::Text).collect());
        problem.metadata.set("credits", Value::Map(vec![("authors".to_owned(), authors)]));
    }
    let url = keys.string("source_url")?;
    if let Some(source) = keys.string("source")? {
        let mut entry = vec![("name".to_owned(), Value::Text(source))];
        entry.extend(url.map(|url| ("url".to_owned(), Value::Text(url))));
        problem.metadata.set("source", Value::Map(entry));
    }
    let keywords = match keys.value("keywords") {
        Some(Value::Sequence(_)) => keys.strings("keywords", false)?.unwrap_or_default(),
        _ => words(&keys.string("keywords")?.unwrap_or_default()),
    };
    if !keywords.is_empty() {
        let keywords = keywords.into_iter().map(Value::Text).collect();
        problem.metadata.set("keywords", Value::Sequence(keywords));
    }
    Ok(())
}

/// Names separated by commas or `and`.
fn authors(text: &str) -> Vec<String> {
    let names = text.split(',').flat_map(|part| part.split(" and "));
    names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn read_validation(keys: &mut Keys, problem: &mut Problem) -> Result<Validation, PackageError> {
    const KEY: &str = "validation";
    let flags = words(&keys.string("validator_flags")?.unwrap_or_default());
    let text = keys.string(KEY)?.unwrap_or_else(|| "default".to_owned());
    let mut parts = text.split_whitespace();
    let custom = match parts.next() {
        None | Some("default") => false,
        Some("custom") => true,
        Some(_) => return Err(keys.error(KEY, "it must begin with default or custom")),
    };
    for part in parts {
        match part {
            _ if !custom => return Err(keys.error(KEY, format!("{part} needs custom"))),
            "interactive" => problem.kind = Kind::Interactive,
            // That the validator gives points shows when it does.
            "score" if problem.scoring => {}
            "score" => return Err(keys.error(KEY, "score needs a problem of type scoring")),
            // DOMjudge's extension.
            "multi-pass" => problem.passes = Some(problem.passes.unwrap_or(2)),
            other => return Err(keys.error(KEY, format!("{other:?} means nothing"))),
        }
    }
    if !text.split_whitespace().any(|part| part == "multi-pass") {
        problem.passes = None;
    }
    Ok(Validation { custom, flags })
}

fn read_limits(
    mut keys: Keys,
    passes: &mut Option<u32>,
    warnings: &mut Vec<Warning>,
) -> Result<Limits, PackageError> {
    let defaults = Limits::default();
    let limits = Limits {
        time: keys.seconds("time_limit")?,
        time_rule: TimeRule::Legacy {
            multiplier: keys.at_least("time_multiplier", 1.0)?.unwrap_or(5.0),
            safety_margin: keys.at_least("time_safety_margin", 1.0)?.unwrap_or(2.0),
        },
        memory: keys.mebibytes("memory")?.unwrap_or(defaults.memory),
        output: keys.mebibytes("output")?.unwrap_or(defaults.output),
        code: keys
            .count("code", MOST_MEBIBYTES)?
            .map_or(defaults.code, |kibibytes| kibibytes * 1024),
        compilation_time: keys.seconds("compilation_time")?,
        compilation_memory: keys.mebibytes("compilation_memory")?,
        validation_time: keys.seconds("validation_time")?.unwrap_or(defaults.validation_time),
        validation_memory: keys
            .mebibytes("validation_memory")?
            .unwrap_or(defaults.validation_memory),
        validation_output: keys
            .mebibytes("validation_output")?
            .unwrap_or(defaults.validation_output),
    };
    *passes = keys.count("validation_passes", 1_000_000)?.map(|count| count as u32);
    keys.finish(warnings);
    Ok(limits)
}

fn read_time_limit(tree: &Tree, problem: &mut Problem) -> Result<(), PackageError> {
    if tree.contains(TIME_LIMIT)? {
        let text = read_text(tree, TIME_LIMIT)?;
        let limit = seconds(text.trim()).ok_or_else(|| PackageError::Layout {
            file: TIME_LIMIT.to_owned(),
            reason: "it must hold a number of seconds above 0, within an hour",
        })?;
        problem.limits.time = Some(limit);
    }
    Ok(())
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (seconds > 0.0 && seconds <= LONGEST_SECONDS).then(|| Duration::from_secs_f64(seconds))
}

/// Lines `key = value`, the value in quotes or not.
fn read_domjudge(
    tree: &Tree,
    problem: &mut Problem,
    warnings: &mut Vec<Warning>,
) -> Result<(), PackageError> {
    if !tree.contains(DOMJUDGE)? {
        return Ok(());
    }
    for line in read_text(tree, DOMJUDGE)?.lines() {
        let line = line.trim();
        let Some((key, value)) = line.split_once('=') else {
            if !line.is_empty() && !line.starts_with([';', '#', '[']) {
                let message = format!("no key and value: {line}");
                warnings.push(Warning { file: DOMJUDGE.to_owned(), message });
            }
            continue;
        };
        let value = value.trim();
        let quoted = ['\'', '"'].into_iter().find_map(|quote| {
            value.strip_prefix(quote).and_then(|value| value.strip_suffix(quote))
        });
        let value = quoted.unwrap_or(value);
        match key.trim() {
            "timelimit" => {
                let limit = seconds(value).ok_or_else(|| PackageError::Key {
                    file: DOMJUDGE.to_owned(),
                    key: "timelimit".to_owned(),
                    reason: "it must be a number of seconds above 0, within an hour".to_owned(),
                })?;
                problem.limits.time = Some(limit);
            }
            "short-name" | "probid" => problem.label = Some(value.to_owned()),
            "name" if problem.name.is_empty() => {
                problem.set_names(vec![("en".to_owned(), value.to_owned())]);
            }
            "name" | "color" | "externalid" | "allow_submit" | "points" => {}
            key => {
                let message = format!("unknown key {key}");
                warnings.push(Warning { file: DOMJUDGE.to_owned(), message });
            }
        }
    }
    Ok(())
}

/// The argument of `\problemname` in an English statement.
fn name_in_statement(tree: &Tree) -> Result<Option<String>, PackageError> {
    for file in ["problem_statement/problem.en.tex", "problem_statement/problem.tex"] {
        if tree.contains(file)? {
            let text = read_text(tree, file)?;
            let name = text.split_once("\\problemname{").and_then(|(_, rest)| rest.split_once('}'));
            if let Some((name, _)) = name {
                return Ok(Some(name.trim().to_owned()));
            }
        }
    }
    Ok(None)
}

pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
