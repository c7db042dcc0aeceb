//! `problem.yaml`.

use crate::error::{PackageError, Warning};
use crate::keys::Keys;
use crate::limits::Limits;
use crate::yaml::Value;

/// Name of the file.
pub(crate) const FILE: &str = "problem.yaml";

/// What a problem says about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The name in English, or in the first language it has.
    pub name: String,
    /// Identity across versions and names.
    pub uuid: Option<String>,
    /// Bounds for submissions.
    pub limits: Limits,
    /// Codes of the languages that may be used; `None` is all.
    pub languages: Option<Vec<String>>,
    /// Whether submissions may write files in their working directory.
    pub allow_file_writing: bool,
}

impl Problem {
    pub(crate) fn read(
        document: Value,
        warnings: &mut Vec<Warning>,
    ) -> Result<Problem, PackageError> {
        let mut keys = Keys::of_document(FILE, document)?;
        check_version(&mut keys)?;
        check_type(&mut keys)?;
        let name = name(&mut keys)?;
        let uuid = keys.string("uuid")?;
        if uuid.is_none() {
            warnings
                .push(Warning { file: FILE.to_owned(), message: "key uuid is missing".to_owned() });
        }
        if keys.value("constants").is_some() {
            let message = "constants are not put into example submissions".to_owned();
            warnings.push(Warning { file: FILE.to_owned(), message });
        }
        let limits = Limits::read(keys.map("limits")?, warnings)?;
        let languages = keys.strings("languages", true)?.filter(|codes| codes != &["all"]);
        let allow_file_writing = keys.boolean("allow_file_writing")?.unwrap_or(false);
        keys.accept(&[
            "version",
            "credits",
            "source",
            "license",
            "rights_owner",
            "embargo_until",
            "keywords",
        ]);
        keys.finish(warnings);
        Ok(Problem { name, uuid, limits, languages, allow_file_writing })
    }
}

fn check_version(keys: &mut Keys) -> Result<(), PackageError> {
    match keys.string("problem_format_version")?.as_deref() {
        Some("2025-09" | "2023-07-draft") => Ok(()),
        found => {
            let version = found.unwrap_or("legacy");
            Err(PackageError::Unsupported {
                file: FILE.to_owned(),
                feature: format!("format version {version}"),
            })
        }
    }
}

fn check_type(keys: &mut Keys) -> Result<(), PackageError> {
    for kind in keys.strings("type", true)?.unwrap_or_default() {
        match kind.as_str() {
            "pass-fail" => {}
            "scoring" | "interactive" | "multi-pass" | "submit-answer" => {
                let feature = format!("problem type {kind}");
                return Err(PackageError::Unsupported { file: FILE.to_owned(), feature });
            }
            other => return Err(keys.error("type", format!("{other:?} is no type of problem"))),
        }
    }
    Ok(())
}

fn name(keys: &mut Keys) -> Result<String, PackageError> {
    match keys.value("name") {
        Some(Value::Map(names)) => {
            let english = names.iter().find(|(language, _)| language == "en");
            let chosen = english.or(names.first()).and_then(|(_, name)| name.text());
            chosen.ok_or_else(|| keys.error("name", "it must map languages to strings"))
        }
        Some(value) => value
            .text()
            .ok_or_else(|| keys.error("name", "it must be a string or a map of strings")),
        None => Err(keys.error("name", "it is missing")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;
    use std::time::Duration;

    fn read(text: &str) -> (Result<Problem, String>, Vec<String>) {
        let mut warnings = Vec::new();
        let document = yaml::parse(&format!("problem_format_version: 2025-09\n{text}")).unwrap();
        let problem = Problem::read(document, &mut warnings).map_err(|error| error.to_string());
        (problem, warnings.iter().map(Warning::to_string).collect())
    }

    #[test]
    fn a_full_file() {
        let (problem, warnings) = read(
            "name: {sv: Hej, en: Hello}\nuuid: 0\ntype: [pass-fail]\nlanguages: [cpp, python3]\nlicense: cc0\n\
             limits: {time_limit: 1.5, memory: 64, output: 1, code: 10, time_multipliers: {ac_to_time_limit: 3}}\n",
        );
        let problem = problem.unwrap();
        assert_eq!(warnings, [""; 0]);
        assert_eq!(problem.name, "Hello");
        assert_eq!(problem.limits.time, Some(Duration::from_millis(1500)));
        assert_eq!(
            (problem.limits.memory, problem.limits.output, problem.limits.code),
            (64 << 20, 1 << 20, 10 << 10)
        );
        assert_eq!(
            problem.languages.as_deref(),
            Some(&["cpp".to_owned(), "python3".to_owned()][..])
        );
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
        assert_eq!(read(text).0.unwrap_err(), expected);
    }

    #[test]
    fn errors_name_file_and_key() {
        refused("uuid: x", "problem.yaml: key name: it is missing");
        refused(
            "name: x\nlimits: {time_limit: -1}",
            "problem.yaml: key limits.time_limit: it must be above 0",
        );
        refused(
            "name: x\nlimits: {time_limit: 9999}",
            "problem.yaml: key limits.time_limit: it must be at most 3600 s",
        );
        refused(
            "name: x\nlimits: {memory: lots}",
            "problem.yaml: key limits.memory: it must be an integer, and is a string",
        );
        refused(
            "name: x\nlimits: {memory: 99999999999}",
            "problem.yaml: key limits.memory: it must be between 1 and 1048576",
        );
        refused(
            "name: x\nlimits: 3",
            "problem.yaml: key limits: it must be a map, and is an integer",
        );
        refused("name: x\ntype: funny", "problem.yaml: key type: \"funny\" is no type of problem");
        refused(
            "name: x\ntype: interactive",
            "problem.yaml: problem type interactive is not supported",
        );
    }
}
