//! Test data of `legacy`: every folder is a group, and `testdata.yaml` says how it is graded.

use std::collections::BTreeMap;

use super::data::{Found, MOST_LEVELS, MOST_TESTS, SECRET, no_secret_tests, samples_alone};
use super::legacy::{Validation, words};
use super::text::{Constants, read_keys, read_text};
use crate::error::{PackageError, Warning};
use crate::grading::{LegacyGrading, OnReject, ScoreMode, VerdictMode};
use crate::group::{self, Aggregation, Group};
use crate::keys::Keys;
use crate::test_case::{TestCase, ValidatorArguments};
use crate::tree::{EntryKind, Tree, join};
use crate::yaml::Value;

/// Name of a folder's settings.
pub(super) const SETTINGS: &str = "testdata.yaml";

/// What a folder hands down. The format's text has a whole file replace that of the folder above;
/// its tools have each key replace, and packages are written against the tools.
#[derive(Clone, Default)]
struct Settings {
    grading: LegacyGrading,
    output_validator: Option<String>,
    output_validator_flags: Vec<String>,
    input_validator_flags: ValidatorArguments,
}

/// Whether the groups of a package say how they are graded, as packages do that were written for the
/// first drafts of the next version, and for tools that still read them.
pub(super) fn is_there(tree: &Tree) -> Result<bool, PackageError> {
    let mut folders = vec!["data".to_owned(), "data/sample".to_owned()];
    if tree.contains("data/secret")? {
        let entries = tree.list("data/secret")?.into_iter();
        let groups = entries.filter(|entry| entry.kind == EntryKind::Folder);
        folders.extend(groups.map(|group| join("data/secret", &group.name)));
        folders.push("data/secret".to_owned());
    }
    for folder in folders {
        if tree.contains(&join(&folder, SETTINGS))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The tests and groups.
pub(super) fn read(
    tree: &Tree,
    scoring: bool,
    validation: &Validation,
    warnings: &mut Vec<Warning>,
) -> Result<(Vec<Group>, Vec<TestCase>), PackageError> {
    if !tree.contains(SECRET)? && (scoring || !tree.contains("data/sample")?) {
        return Err(no_secret_tests());
    }
    let mut reader = Reader {
        tree,
        scoring,
        validation,
        warnings,
        groups: vec![Group::new("", None)],
        tests: Vec::new(),
    };
    let settings = reader.settings(0, "", &Settings::default())?;
    for name in ["sample", "secret"] {
        if tree.contains(&join("data", name))? {
            let group = group::add(&mut reader.groups, 0, name);
            reader.folder(group, &settings, 0)?;
        }
    }
    if !reader.tests.iter().any(|test| test.name.starts_with("secret/")) {
        if scoring || reader.tests.is_empty() {
            return Err(PackageError::Layout {
                file: SECRET.to_owned(),
                reason: "there is no test",
            });
        }
        reader.warnings.push(samples_alone());
    }
    Ok((reader.groups, reader.tests))
}

struct Reader<'a> {
    tree: &'a Tree,
    scoring: bool,
    validation: &'a Validation,
    warnings: &'a mut Vec<Warning>,
    groups: Vec<Group>,
    tests: Vec<TestCase>,
}

impl Reader<'_> {
    fn folder(&mut self, group: usize, above: &Settings, level: usize) -> Result<(), PackageError> {
        let name = self.groups[group].name.clone();
        let folder = join("data", &name);
        if level == MOST_LEVELS {
            let bound = MOST_LEVELS as u64;
            return Err(PackageError::TooLarge { file: folder, bound, unit: "levels" });
        }
        let settings = self.settings(group, &name, above)?;
        let entries = self.tree.list(&folder)?;
        let mut found = Found::default();
        let texts = |name: &str| name.ends_with(".hint") || name.ends_with(".desc");
        for entry in entries.iter().filter(|entry| entry.name != SETTINGS && !texts(&entry.name)) {
            found.see(entry);
        }
        found.report_stray(&folder, self.warnings);
        let mut all: Vec<&str> = found.tests.keys().chain(&found.folders).copied().collect();
        all.sort_unstable();
        all.dedup();
        for entry in all {
            if let Some(files) = found.tests.get(entry) {
                let name = join(&name, entry);
                match (files.input, files.answer) {
                    (true, true) => self.test(group, &name, &settings)?,
                    (true, false) => {
                        let file = format!("data/{name}.ans");
                        return Err(PackageError::Missing {
                            file,
                            reason: "every test has an answer",
                        });
                    }
                    (false, _) => {
                        let message = "there is no .in beside it".to_owned();
                        self.warnings.push(Warning { file: join("data", &name), message });
                    }
                }
            }
            if found.folders.contains(entry) {
                let below = group::add(&mut self.groups, group, join(&name, entry));
                self.folder(below, &settings, level + 1)?;
            }
        }
        Ok(())
    }

    fn test(&mut self, group: usize, name: &str, settings: &Settings) -> Result<(), PackageError> {
        if self.tests.len() == MOST_TESTS {
            let (file, bound) = ("data".to_owned(), MOST_TESTS as u64);
            return Err(PackageError::TooLarge { file, bound, unit: "tests" });
        }
        let file = |ending: &str| format!("data/{name}.{ending}");
        let text = |ending: &str| -> Result<Option<String>, PackageError> {
            if self.tree.contains(&file(ending))? {
                return Ok(Some(read_text(self.tree, &file(ending))?.trim_end().to_owned()));
            }
            Ok(None)
        };
        let arguments = self.validation.arguments(&settings.output_validator_flags);
        let test = TestCase {
            name: name.to_owned(),
            input: file("in"),
            answer: Some(file("ans")),
            output_validator_arguments: arguments,
            output_validator: settings.output_validator.clone(),
            input_validator_arguments: settings.input_validator_flags.clone(),
            group,
            full_feedback: name.starts_with("sample/"),
            hint: text("hint")?,
            description: text("desc")?,
            ..TestCase::default()
        };
        self.groups[group].tests.push(self.tests.len());
        self.tests.push(test);
        Ok(())
    }

    /// Reads a folder's file over what it inherits, and puts the grading into its group.
    fn settings(
        &mut self,
        group: usize,
        name: &str,
        above: &Settings,
    ) -> Result<Settings, PackageError> {
        let file = join(&join("data", name), SETTINGS);
        let mut settings = above.clone();
        // It is about the root's own groups, and nobody inherits it.
        settings.grading.ignore_sample = false;
        settings.grading.grader_flags.retain(|flag| flag != "ignore_sample");
        if self.tree.contains(&file)? {
            let mut keys = read_keys(self.tree, &file, &Constants::default())?;
            settings.read(&mut keys, self.scoring, name.is_empty(), self.warnings)?;
            keys.finish(self.warnings);
        }
        let node = &mut self.groups[group];
        node.full_feedback = name == "sample";
        if self.scoring || settings.grading != LegacyGrading::default() {
            node.aggregation = Aggregation::Legacy;
        }
        node.legacy = Some(settings.grading.clone());
        Ok(settings)
    }
}

impl Settings {
    fn read(
        &mut self,
        keys: &mut Keys,
        scoring: bool,
        root: bool,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), PackageError> {
        let grading = &mut self.grading;
        match keys.string("on_reject")?.as_deref() {
            None => {}
            // The names of the format's first versions.
            Some("break" | "first_error") => grading.on_reject = OnReject::Break,
            Some("continue" | "worst_error" | "grade") => grading.on_reject = OnReject::Continue,
            Some(_) => return Err(keys.error("on_reject", "it must be break or continue")),
        }
        match keys.string("grading")?.as_deref() {
            None => {}
            Some("default") => grading.custom = false,
            Some("custom") => grading.custom = true,
            Some(_) => return Err(keys.error("grading", "it must be default or custom")),
        }
        if let Some(flags) = keys.string("grader_flags")? {
            read_flags(words(&flags), grading, root, keys, warnings);
        }
        for (key, place) in [
            ("accept_score", &mut grading.accept_score),
            ("reject_score", &mut grading.reject_score),
        ] {
            if let Some(text) = keys.string(key)? {
                *place = text
                    .parse()
                    .ok()
                    .filter(|score: &f64| score.is_finite())
                    .ok_or_else(|| keys.error(key, "it must be a number"))?;
                if !scoring {
                    warnings.push(keys.warning(format!("key {key} is for scoring problems")));
                }
            }
        }
        if let Some(text) = keys.string("range")? {
            grading.range = range(&text).ok_or_else(|| {
                keys.error("range", "it must be two numbers in order, separated by a space")
            })?;
        }
        self.read_validator_flags(keys)
    }

    fn read_validator_flags(&mut self, keys: &mut Keys) -> Result<(), PackageError> {
        const OUTPUT: &str = "output_validator_flags";
        if let Some(Value::Map(_)) = keys.value(OUTPUT) {
            let mut below = keys.map(OUTPUT)?;
            self.output_validator = below.string("name")?;
            self.output_validator_flags = words(&below.string("flags")?.unwrap_or_default());
        } else if let Some(flags) = keys.string(OUTPUT)? {
            self.output_validator_flags = words(&flags);
        }
        const INPUT: &str = "input_validator_flags";
        if let Some(Value::Map(entries)) = keys.value(INPUT) {
            let mut below = keys.map(INPUT)?;
            let mut named = BTreeMap::new();
            if let Some(name) = below.string("name")? {
                named.insert(name, words(&below.string("flags")?.unwrap_or_default()));
            } else {
                for (name, _) in entries {
                    let flags = below.string(&name)?.unwrap_or_default();
                    named.insert(name, words(&flags));
                }
            }
            self.input_validator_flags = ValidatorArguments::Named(named);
        } else if let Some(flags) = keys.string(INPUT)? {
            self.input_validator_flags = ValidatorArguments::All(words(&flags));
        }
        Ok(())
    }
}

/// Of modes that exclude each other, the last counts. A grader of the package's own gets all words.
fn read_flags(
    flags: Vec<String>,
    grading: &mut LegacyGrading,
    root: bool,
    keys: &Keys,
    warnings: &mut Vec<Warning>,
) {
    (grading.verdict_mode, grading.score_mode) = (VerdictMode::WorstError, ScoreMode::Sum);
    grading.accept_if_any_accepted = false;
    for flag in &flags {
        match flag.as_str() {
            "worst_error" => grading.verdict_mode = VerdictMode::WorstError,
            "first_error" => grading.verdict_mode = VerdictMode::FirstError,
            "always_accept" => grading.verdict_mode = VerdictMode::AlwaysAccept,
            "sum" => grading.score_mode = ScoreMode::Sum,
            "avg" => grading.score_mode = ScoreMode::Average,
            "min" => grading.score_mode = ScoreMode::Min,
            "max" => grading.score_mode = ScoreMode::Max,
            "ignore_sample" if root => grading.ignore_sample = true,
            "ignore_sample" => {
                let message = "ignore_sample has a meaning only in data/testdata.yaml";
                warnings.push(keys.warning(message));
            }
            "accept_if_any_accepted" => grading.accept_if_any_accepted = true,
            _ if grading.custom => {}
            other => {
                warnings.push(keys.warning(format!("the default grader does not know {other}")));
            }
        }
    }
    grading.grader_flags = flags;
}

/// `A B`, where `inf`, `+inf` and `-inf` are allowed.
fn range(text: &str) -> Option<(f64, f64)> {
    let ends: Vec<f64> = text.split_whitespace().filter_map(|end| end.parse().ok()).collect();
    match ends[..] {
        [least, most] if least <= most && text.split_whitespace().count() == 2 => {
            Some((least, most))
        }
        _ => None,
    }
}
