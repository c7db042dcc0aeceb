//! `data/sample` and `data/secret`: the test cases, in the order in which they are judged.

use std::collections::BTreeMap;

use crate::error::{PackageError, Warning};
use crate::keys::Keys;
use crate::tree::{Kind, Tree, join};
use crate::yaml;

/// Bytes of a YAML file, at most.
const LARGEST_TEXT: u64 = 1 << 20;

/// Folders inside folders of test data, at most.
const MOST_LEVELS: usize = 8;

/// Name of a folder's settings.
const SETTINGS: &str = "test_group.yaml";

/// One test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// Path below `data/` without ending, such as `secret/01-small`.
    pub name: String,
    /// Path of the input in the package.
    pub input: String,
    /// Path of the answer in the package.
    pub answer: String,
    /// Arguments of the submission.
    pub arguments: Vec<String>,
    /// Arguments of the output validator.
    pub output_validator_arguments: Vec<String>,
}

/// What a folder hands down to the tests below it.
#[derive(Clone, Debug, Default)]
struct Settings {
    arguments: Vec<String>,
    output_validator_arguments: Vec<String>,
}

impl Settings {
    fn read(&self, keys: &mut Keys) -> Result<Settings, PackageError> {
        Ok(Settings {
            arguments: keys.strings("args", false)?.unwrap_or_else(|| self.arguments.clone()),
            output_validator_arguments: keys
                .strings("output_validator_args", false)?
                .unwrap_or_else(|| self.output_validator_arguments.clone()),
        })
    }
}

/// All tests: those of `sample` first, then those of `secret`, each in the order of their names.
pub(crate) fn read(
    tree: &Tree,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<TestCase>, PackageError> {
    let mut reader = Reader { tree, warnings, tests: Vec::new() };
    if tree.contains("data/sample")? {
        reader.folder("sample", &Settings::default(), 0)?;
    }
    let samples = reader.tests.len();
    if !tree.contains("data/secret")? {
        return Err(PackageError::Missing {
            file: "data/secret".to_owned(),
            reason: "a problem has secret tests",
        });
    }
    reader.folder("secret", &Settings::default(), 0)?;
    if reader.tests.len() == samples {
        return Err(PackageError::Layout {
            file: "data/secret".to_owned(),
            reason: "there is no test",
        });
    }
    Ok(reader.tests)
}

/// Reads a text of the package.
pub(crate) fn read_text(tree: &Tree, file: &str) -> Result<String, PackageError> {
    let wrong =
        |message: &str| PackageError::Yaml { file: file.to_owned(), message: message.to_owned() };
    String::from_utf8(tree.read(file, LARGEST_TEXT)?).map_err(|_| wrong("it is not UTF-8"))
}

struct Reader<'a> {
    tree: &'a Tree,
    warnings: &'a mut Vec<Warning>,
    tests: Vec<TestCase>,
}

/// Endings that stand beside a test's input without changing how it is judged.
const BESIDE: &[&str] = &[
    "in.statement",
    "in.download",
    "ans.statement",
    "ans.download",
    "out",
    "interaction",
    "png",
    "jpg",
    "jpeg",
    "svg",
];

impl Reader<'_> {
    fn keys(&self, file: &str) -> Result<Keys, PackageError> {
        let document = yaml::parse(&read_text(self.tree, file)?)
            .map_err(|message| PackageError::Yaml { file: file.to_owned(), message })?;
        Keys::of_document(file, document)
    }

    fn folder(&mut self, name: &str, above: &Settings, level: usize) -> Result<(), PackageError> {
        let folder = format!("data/{name}");
        if level == MOST_LEVELS {
            let bound = MOST_LEVELS as u64;
            return Err(PackageError::TooLarge { file: folder, bound, unit: "levels" });
        }
        let entries = self.tree.list(&folder)?;
        let files = entries
            .iter()
            .filter(|entry| entry.kind == Kind::File)
            .map(|entry| entry.name.as_str());
        let mut settings = above.clone();
        let mut tests: BTreeMap<&str, Files> = BTreeMap::new();
        for file in files {
            if file == SETTINGS {
                settings = self.group_settings(&join(&folder, SETTINGS), above)?;
            } else if let Some((test, ending)) = split(file) {
                tests.entry(test).or_default().see(ending);
            } else if !stands_beside(file) {
                let message = "belongs to no test".to_owned();
                self.warnings.push(Warning { file: join(&folder, file), message });
            }
        }
        if let Some(files) = entries
            .iter()
            .find(|entry| entry.kind == Kind::Folder && entry.name.ends_with(".files"))
        {
            let feature = "input in files".to_owned();
            return Err(PackageError::Unsupported { file: join(&folder, &files.name), feature });
        }
        let below: Vec<&str> = entries
            .iter()
            .filter(|entry| entry.kind == Kind::Folder)
            .map(|entry| entry.name.as_str())
            .collect();
        check_mixture(name, &folder, &tests, &below)?;
        // One order for both, by name, so that a test and a folder beside it keep their places.
        let mut all: Vec<&str> = tests.keys().copied().chain(below.iter().copied()).collect();
        all.sort_unstable();
        for entry in all {
            match tests.get(entry) {
                Some(files) => self.test(&join(name, entry), *files, &settings)?,
                None => self.folder(&join(name, entry), &settings, level + 1)?,
            }
        }
        Ok(())
    }

    fn group_settings(&mut self, file: &str, above: &Settings) -> Result<Settings, PackageError> {
        let mut keys = self.keys(file)?;
        let settings = above.read(&mut keys)?;
        if keys.value("static_validation_score").is_some() {
            let feature = "a static validator".to_owned();
            return Err(PackageError::Unsupported { file: file.to_owned(), feature });
        }
        // Scores and dependencies between groups decide nothing in a pass-fail problem.
        keys.accept(&[
            "max_score",
            "score_aggregation",
            "require_pass",
            "full_feedback",
            "input_validator_args",
            "static_validator_args",
            "input_visualizer_args",
            "output_visualizer_args",
        ]);
        keys.finish(self.warnings);
        Ok(settings)
    }

    fn test(&mut self, name: &str, files: Files, above: &Settings) -> Result<(), PackageError> {
        let file = |ending: &str| format!("data/{name}.{ending}");
        if !files.input {
            let reason = "there is no .in beside it";
            return Err(PackageError::Layout {
                file: file(if files.answer { "ans" } else { "yaml" }),
                reason,
            });
        }
        if !files.answer {
            return Err(PackageError::Missing {
                file: file("ans"),
                reason: "every test has an answer",
            });
        }
        let mut settings = above.clone();
        if files.settings {
            let mut keys = self.keys(&file("yaml"))?;
            settings = above.read(&mut keys)?;
            keys.accept(&[
                "input_validator_args",
                "input_visualizer_args",
                "output_visualizer_args",
                "full_feedback",
                "hint",
                "description",
            ]);
            keys.finish(self.warnings);
        }
        self.tests.push(TestCase {
            name: name.to_owned(),
            input: file("in"),
            answer: file("ans"),
            arguments: settings.arguments,
            output_validator_arguments: settings.output_validator_arguments,
        });
        Ok(())
    }
}

/// Which of the files that matter a test has.
#[derive(Clone, Copy, Debug, Default)]
struct Files {
    input: bool,
    answer: bool,
    settings: bool,
}

impl Files {
    fn see(&mut self, ending: &str) {
        match ending {
            "in" => self.input = true,
            "ans" => self.answer = true,
            _ => self.settings = true,
        }
    }
}

/// Test and ending of a file that makes or configures a test; `None` for any other.
fn split(file: &str) -> Option<(&str, &str)> {
    if stands_beside(file) {
        return None;
    }
    file.rsplit_once('.').filter(|(_, ending)| matches!(*ending, "in" | "ans" | "yaml"))
}

fn stands_beside(file: &str) -> bool {
    BESIDE.iter().any(|ending| file.ends_with(&format!(".{ending}")))
}

fn check_mixture(
    name: &str,
    folder: &str,
    tests: &BTreeMap<&str, Files>,
    below: &[&str],
) -> Result<(), PackageError> {
    let wrong = |reason| Err(PackageError::Layout { file: folder.to_owned(), reason });
    if name == "sample" && !below.is_empty() {
        return wrong("samples have no groups");
    }
    if name == "secret" && !below.is_empty() && !tests.is_empty() {
        return wrong("there are both tests and groups");
    }
    if below.iter().any(|name| tests.contains_key(name)) {
        return wrong("a test and a folder have the same name");
    }
    Ok(())
}
