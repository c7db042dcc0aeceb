//! `problem.yaml` of `2025-09` and `2023-07-draft`.

use std::time::Duration;

use super::text::{Constants, is_of_name};
use crate::error::{PackageError, Warning};
use crate::keys::Keys;
use crate::limits::{LONGEST_SECONDS, Limits, MOST_MEBIBYTES};
use crate::problem::{Format, InterfaceTask, Kind, Metadata, Problem};
use crate::timing::TimeRule;
use crate::yaml::Value;

/// Name of the file.
pub(super) const FILE: &str = "problem.yaml";

/// Keys for people and archives.
pub(crate) const METADATA: &[&str] =
    &["version", "credits", "source", "license", "rights_owner", "embargo_until", "keywords"];

const LICENSES: &[&str] =
    &["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"];

/// Reads what stands in the file, but for its version.
pub(super) fn read(
    mut keys: Keys,
    format: Format,
    warnings: &mut Vec<Warning>,
) -> Result<Problem, PackageError> {
    let mut problem = Problem::new(format, "");
    read_type(&mut keys, &mut problem)?;
    read_interface(&mut keys, &mut problem, warnings)?;
    problem.set_names(names(&mut keys)?);
    problem.uuid = keys.string("uuid")?;
    if problem.uuid.is_none() {
        warnings.push(keys.warning("key uuid is missing"));
    }
    problem.constants = constants(&mut keys)?;
    problem.limits = read_limits(keys.map("limits")?, &mut problem.passes, warnings)?;
    problem.languages = keys.strings("languages", true)?.filter(|codes| codes != &["all"]);
    problem.allow_file_writing = keys.boolean("allow_file_writing")?.unwrap_or(false);
    problem.metadata = metadata(&mut keys, METADATA);
    let license = problem.metadata.text("license");
    if license.is_some_and(|license| !LICENSES.contains(&license.as_str())) {
        warnings.push(keys.warning(format!("license is none of {}", LICENSES.join(", "))));
    }
    keys.finish(warnings);
    Ok(problem)
}

/// Keeps what nobody judges by.
pub(super) fn metadata(keys: &mut Keys, names: &[&str]) -> Metadata {
    let mut metadata = Metadata::default();
    for name in names {
        if let Some(value) = keys.value(name) {
            metadata.set(name, value);
        }
    }
    metadata
}

fn read_type(keys: &mut Keys, problem: &mut Problem) -> Result<(), PackageError> {
    let types = keys.strings("type", true)?.unwrap_or_else(|| vec!["pass-fail".to_owned()]);
    let has = |name: &str| types.iter().any(|kind| kind == name);
    for (index, kind) in types.iter().enumerate() {
        let known = ["pass-fail", "scoring", "interactive", "multi-pass", "submit-answer"];
        if !known.contains(&kind.as_str()) {
            return Err(keys.error("type", format!("{kind:?} is no type of problem")));
        }
        if types[..index].contains(kind) {
            return Err(keys.error("type", format!("{kind} stands twice")));
        }
    }
    for (one, other) in [
        ("pass-fail", "scoring"),
        ("multi-pass", "submit-answer"),
        ("interactive", "submit-answer"),
    ] {
        if has(one) && has(other) {
            return Err(keys.error("type", format!("{one} and {other} exclude each other")));
        }
    }
    problem.scoring = has("scoring");
    problem.passes = has("multi-pass").then_some(2);
    problem.kind = if has("interactive") {
        Kind::Interactive
    } else if has("submit-answer") {
        Kind::OutputOnly
    } else {
        Kind::Batch
    };
    Ok(())
}

/// `sandglass`: a key of our own, which other tools pass over. `interface` is an interface file of the
/// package, `main` the setter's program, a file or folder.
fn read_interface(
    keys: &mut Keys,
    problem: &mut Problem,
    warnings: &mut Vec<Warning>,
) -> Result<(), PackageError> {
    let mut own = keys.map("sandglass")?;
    let (file, main) = (own.string("interface")?, own.string("main")?);
    let missing = |key| own.error(key, "it is missing, and belongs to the other");
    problem.interface = match (file, main) {
        (None, None) => None,
        (Some(_), None) => return Err(missing("main")),
        (None, Some(_)) => return Err(missing("interface")),
        (Some(file), Some(main)) => Some(InterfaceTask { file, main }),
    };
    if problem.interface.is_some() {
        if problem.kind != Kind::Batch || problem.passes.is_some() {
            let reason = "a task with an interface is pass-fail or scoring, and nothing beside";
            return Err(keys.error("type", reason));
        }
        problem.kind = Kind::Interface;
    }
    own.finish(warnings);
    Ok(())
}

/// `name`: one for English, or a map from languages.
pub(super) fn names(keys: &mut Keys) -> Result<Vec<(String, String)>, PackageError> {
    match keys.value("name") {
        Some(Value::Map(names)) => {
            let texts = names.into_iter().map(|(language, name)| match name.text() {
                Some(name) => Ok((language, name)),
                None => Err(keys.error("name", "it must map languages to strings")),
            });
            let texts = texts.collect::<Result<Vec<_>, _>>()?;
            if texts.is_empty() {
                return Err(keys.error("name", "it is empty"));
            }
            Ok(texts)
        }
        Some(value) => match value.text() {
            Some(name) => Ok(vec![("en".to_owned(), name)]),
            None => Err(keys.error("name", "it must be a string or a map of strings")),
        },
        None => Err(keys.error("name", "it is missing")),
    }
}

fn constants(keys: &mut Keys) -> Result<Constants, PackageError> {
    let mut below = keys.map("constants")?;
    let mut constants = Constants::new();
    for name in below.names() {
        if !name.bytes().all(is_of_name)
            || name.bytes().next().is_none_or(|byte| byte.is_ascii_digit())
        {
            return Err(keys.error("constants", format!("{name:?} is no name of a constant")));
        }
        match below.value(&name) {
            // BAPCtools writes one value in several ways: `{{name.way}}`, and `{{name}}` is its `value`.
            Some(Value::Map(_)) => {
                let mut ways = below.map(&name)?;
                for way in ways.names() {
                    if let Some(value) = ways.string(&way)? {
                        if way == "value" {
                            constants.insert(name.clone(), value.clone());
                        }
                        constants.insert(format!("{name}.{way}"), value);
                    }
                }
            }
            _ => {
                if let Some(value) = below.string(&name)? {
                    constants.insert(name, value);
                }
            }
        }
    }
    Ok(constants)
}

fn read_limits(
    mut keys: Keys,
    passes: &mut Option<u32>,
    warnings: &mut Vec<Warning>,
) -> Result<Limits, PackageError> {
    let defaults = Limits::default();
    let resolution = keys.positive("time_resolution")?.unwrap_or(1.0);
    let mut multipliers = keys.map("time_multipliers")?;
    let time_rule = TimeRule::Multipliers {
        ac_to_time_limit: multipliers.at_least("ac_to_time_limit", 1.0)?.unwrap_or(2.0),
        time_limit_to_tle: multipliers.at_least("time_limit_to_tle", 1.0)?.unwrap_or(1.5),
        resolution,
    };
    multipliers.finish(warnings);
    let limits = Limits {
        time: keys.seconds("time_limit")?,
        time_rule,
        memory: keys.mebibytes("memory")?.unwrap_or(defaults.memory),
        output: keys.mebibytes("output")?.unwrap_or(defaults.output),
        code: keys
            .count("code", MOST_MEBIBYTES)?
            .map_or(defaults.code, |kibibytes| kibibytes * 1024),
        compilation_time: whole_seconds(&mut keys, "compilation_time")?,
        compilation_memory: keys.mebibytes("compilation_memory")?,
        validation_time: whole_seconds(&mut keys, "validation_time")?
            .unwrap_or(defaults.validation_time),
        validation_memory: keys
            .mebibytes("validation_memory")?
            .unwrap_or(defaults.validation_memory),
        validation_output: keys
            .mebibytes("validation_output")?
            .unwrap_or(defaults.validation_output),
    };
    if let Some(count) = keys.count("validation_passes", 1_000_000)? {
        match passes {
            Some(_) if count < 2 => {
                return Err(keys.error("validation_passes", "it must be at least 2"));
            }
            Some(passes) => *passes = count as u32,
            None => {
                let message = "key limits.validation_passes has no meaning without type multi-pass";
                warnings.push(keys.warning(message));
            }
        }
    }
    keys.finish(warnings);
    Ok(limits)
}

fn whole_seconds(keys: &mut Keys, key: &str) -> Result<Option<Duration>, PackageError> {
    Ok(keys.count(key, LONGEST_SECONDS as u64)?.map(Duration::from_secs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn read(text: &str) -> (Result<Problem, String>, Vec<String>) {
        let mut warnings = Vec::new();
        let keys = Keys::of_document(FILE, yaml::parse(text).unwrap()).unwrap();
        let problem = super::read(keys, Format::V2025_09, &mut warnings);
        let warnings = warnings.iter().map(Warning::to_string).collect();
        (problem.map_err(|error| error.to_string()), warnings)
    }

    #[test]
    fn a_full_file() {
        let (problem, warnings) = read(
            "name: {sv: Hej, en: Hello}\nuuid: 0\ntype: [scoring, interactive, multi-pass]\n\
             languages: [cpp, python3]\nlicense: cc0\ncredits: {authors: [A, {name: B}]}\n\
             constants: {max_n: {value: 100, text: 10^2}, eps: 1e-6, word: abc}\nallow_file_writing: true\n\
             limits: {time_limit: 1.5, memory: 64, output: 1, code: 10, validation_passes: 7, \
             validation_time: 3, time_resolution: 0.5, time_multipliers: {ac_to_time_limit: 3}}\n",
        );
        let problem = problem.unwrap();
        assert_eq!(warnings, [""; 0]);
        assert_eq!((problem.name.as_str(), problem.names.len()), ("Hello", 2));
        assert_eq!((problem.kind, problem.scoring), (Kind::Interactive, true));
        assert_eq!(problem.passes, Some(7));
        let constant = |name: &str| problem.constants.get(name).map(String::as_str);
        let ways = ["max_n", "max_n.value", "max_n.text", "eps"].map(constant);
        assert_eq!(ways, [Some("100"), Some("100"), Some("10^2"), Some("0.000001")]);
        let limits = &problem.limits;
        assert_eq!(limits.time, Some(Duration::from_millis(1500)));
        assert_eq!((limits.memory, limits.output, limits.code), (64 << 20, 1 << 20, 10 << 10));
        assert_eq!(limits.validation_time, Duration::from_secs(3));
        let rule = TimeRule::Multipliers {
            ac_to_time_limit: 3.0,
            time_limit_to_tle: 1.5,
            resolution: 0.5,
        };
        assert_eq!(limits.time_rule, rule);
        assert_eq!(problem.languages.as_deref().map(<[String]>::len), Some(2));
        assert_eq!(problem.constants["max_n"], "100");
        assert_eq!(problem.metadata.names().collect::<Vec<_>>(), ["credits", "license"]);
        assert!(problem.allow_file_writing);
    }

    #[test]
    fn an_interface_task() {
        let text = "name: x\nuuid: y\ntype: scoring\n\
             sandglass: {interface: task/cave.idl, main: task/Main.cpp}\n";
        let (problem, warnings) = read(text);
        let problem = problem.unwrap();
        assert_eq!((problem.kind, problem.scoring, warnings.len()), (Kind::Interface, true, 0));
        let task = problem.interface.unwrap();
        assert_eq!((&*task.file, &*task.main), ("task/cave.idl", "task/Main.cpp"));
    }

    #[test]
    fn unknown_keys_are_warnings_that_name_file_and_key() {
        let (problem, warnings) = read("name: x\nuuid: y\ncolour: red\nlimits: {time: 1}\n");
        problem.unwrap();
        assert_eq!(
            warnings,
            ["problem.yaml: unknown key limits.time", "problem.yaml: unknown key colour"]
        );
    }

    #[track_caller]
    fn refused(text: &str, expected: &str) {
        assert_eq!(read(text).0.unwrap_err(), format!("problem.yaml: key {expected}"));
    }

    #[test]
    fn errors_name_file_and_key() {
        refused("uuid: x", "name: it is missing");
        refused("name: x\nlimits: {time_limit: -1}", "limits.time_limit: it must be above 0");
        refused(
            "name: x\nlimits: {time_limit: 9999}",
            "limits.time_limit: it must be at most 3600 s",
        );
        refused(
            "name: x\nlimits: {memory: lots}",
            "limits.memory: it must be an integer, and is a string",
        );
        refused(
            "name: x\nlimits: {memory: 99999999999}",
            "limits.memory: it must be between 1 and 1048576",
        );
        refused("name: x\nlimits: 3", "limits: it must be a map, and is an integer");
        refused("name: x\ntype: funny", "type: \"funny\" is no type of problem");
        refused(
            "name: x\ntype: [scoring, pass-fail]",
            "type: pass-fail and scoring exclude each other",
        );
        refused("name: x\ntype: [scoring, scoring]", "type: scoring stands twice");
        refused(
            "name: x\nlimits: {time_multipliers: {ac_to_time_limit: 0.5}}",
            "limits.time_multipliers.ac_to_time_limit: it must be at least 1",
        );
        refused(
            "name: x\nsandglass: {interface: a.idl}",
            "sandglass.main: it is missing, and belongs to the other",
        );
        refused(
            "name: x\ntype: interactive\nsandglass: {interface: a.idl, main: Main.c}",
            "type: a task with an interface is pass-fail or scoring, and nothing beside",
        );
        refused("name: x\nconstants: {0a: 1}", "constants: \"0a\" is no name of a constant");
        refused(
            "name: x\ntype: multi-pass\nlimits: {validation_passes: 1}",
            "limits.validation_passes: it must be at least 2",
        );
    }
}
