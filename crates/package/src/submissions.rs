//! `submissions/`: the example submissions and what each must do.

use crate::error::{PackageError, Warning};
use crate::expectation::Expectation;
use crate::keys::Keys;
use crate::tree::{Kind, Tree, join};
use crate::yaml::{self, Value};
use crate::{data, glob};

const FOLDER: &str = "submissions";
const FILE: &str = "submissions/submissions.yaml";

/// An example submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleSubmission {
    /// Folder and name, such as `accepted/short.py`.
    pub name: String,
    /// Code of its language, where the package says it.
    pub language: Option<String>,
    /// Entry point, where the package says it.
    pub entry_point: Option<String>,
    /// What it must do. All must hold.
    pub expectations: Vec<Expectation>,
}

impl ExampleSubmission {
    /// Path in the package.
    pub fn path(&self) -> String {
        join(FOLDER, &self.name)
    }

    /// The folder that it lies in.
    pub fn folder(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }
}

/// Reads all of them, sorted by folder and name; none where there is no `submissions/`.
pub(crate) fn read(
    tree: &Tree,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<ExampleSubmission>, PackageError> {
    if !tree.contains(FOLDER)? {
        return Ok(Vec::new());
    }
    let patterns = read_patterns(tree, warnings)?;
    let mut submissions = Vec::new();
    for folder in tree.list(FOLDER)?.into_iter().filter(|entry| entry.kind == Kind::Folder) {
        for entry in tree.list(&join(FOLDER, &folder.name))? {
            let name = join(&folder.name, &entry.name);
            submissions.push(describe(name, &folder.name, &patterns));
        }
    }
    for pattern in &patterns {
        if !submissions.iter().any(|submission| glob::matches(&pattern.pattern, &submission.name)) {
            let message = format!("no submission matches {}", pattern.pattern);
            warnings.push(Warning { file: FILE.to_owned(), message });
        }
    }
    Ok(submissions)
}

/// One top-level entry of `submissions.yaml`.
struct Pattern {
    pattern: String,
    language: Option<String>,
    entry_point: Option<String>,
    expectations: Vec<Expectation>,
}

fn describe(name: String, folder: &str, patterns: &[Pattern]) -> ExampleSubmission {
    let mut submission =
        ExampleSubmission { name, language: None, entry_point: None, expectations: Vec::new() };
    // An entry that names exactly the folder replaces the folder's default; any other adds to it.
    if !patterns.iter().any(|pattern| pattern.pattern == folder && !pattern.expectations.is_empty())
    {
        submission.expectations.extend(Expectation::of_folder(folder));
    }
    for pattern in
        patterns.iter().filter(|pattern| glob::matches(&pattern.pattern, &submission.name))
    {
        submission.language = pattern.language.clone().or(submission.language);
        submission.entry_point = pattern.entry_point.clone().or(submission.entry_point);
        submission.expectations.extend(pattern.expectations.iter().cloned());
    }
    submission
}

fn read_patterns(tree: &Tree, warnings: &mut Vec<Warning>) -> Result<Vec<Pattern>, PackageError> {
    if !tree.contains(FILE)? {
        return Ok(Vec::new());
    }
    let text = data::read_text(tree, FILE)?;
    let document = yaml::parse(&text)
        .map_err(|message| PackageError::Yaml { file: FILE.to_owned(), message })?;
    let names: Vec<String> = match &document {
        Value::Map(entries) => entries.iter().map(|(name, _)| name.clone()).collect(),
        _ => Vec::new(),
    };
    let mut top = Keys::of_document(FILE, document)?;
    let mut patterns = Vec::new();
    for name in names {
        patterns.push(read_pattern(name.clone(), top.map(&name)?, warnings)?);
    }
    Ok(patterns)
}

fn read_pattern(
    pattern: String,
    mut keys: Keys,
    warnings: &mut Vec<Warning>,
) -> Result<Pattern, PackageError> {
    let base = Expectation::of_folder(&pattern);
    let language = keys.string("language")?;
    let entry_point = keys.string("entrypoint")?;
    keys.accept(&["authors", "model_solution", "use_for_time_limit"]);
    let mut expectations: Vec<Expectation> =
        Expectation::read(&mut keys, None, base.as_ref())?.into_iter().collect();
    // What is left are names or patterns of tests and groups, each with requirements of its own.
    for name in keys.unread() {
        if !(name.starts_with("sample")
            || name.starts_with("secret")
            || name.contains('*')
            || name.contains('{'))
        {
            continue;
        }
        let mut below = keys.map(&name)?;
        below.accept(&["use_for_time_limit"]);
        expectations.extend(Expectation::read(&mut below, Some(&name), None)?);
        below.finish(warnings);
    }
    keys.finish(warnings);
    Ok(Pattern { pattern, language, entry_point, expectations })
}
