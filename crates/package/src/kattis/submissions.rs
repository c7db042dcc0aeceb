//! `submissions/`: the example submissions and what each must do.

use super::text::{Constants, read_keys};
use crate::error::{PackageError, Warning};
use crate::expectation::Expectation;
use crate::glob;
use crate::keys::Keys;
use crate::submission::ExampleSubmission;
use crate::tree::{EntryKind, Tree, join};
use crate::yaml::Value;

pub(super) const FOLDER: &str = "submissions";
const FILE: &str = "submissions/submissions.yaml";

/// Reads all of them, sorted by folder and name; none where there is no `submissions/`.
pub(super) fn read(
    tree: &Tree,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<ExampleSubmission>, PackageError> {
    if !tree.contains(FOLDER)? {
        return Ok(Vec::new());
    }
    let patterns = read_patterns(tree, warnings)?;
    let mut submissions = Vec::new();
    for folder in tree.list(FOLDER)?.into_iter().filter(|entry| entry.kind == EntryKind::Folder) {
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
    model: bool,
    authors: Option<Value>,
    expectations: Vec<Expectation>,
}

fn describe(name: String, folder: &str, patterns: &[Pattern]) -> ExampleSubmission {
    let mut submission = ExampleSubmission::new(join(FOLDER, &name), name);
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
        submission.model |= pattern.model;
        submission.authors = pattern.authors.clone().or(submission.authors);
        submission.expectations.extend(pattern.expectations.iter().cloned());
    }
    submission
}

fn read_patterns(tree: &Tree, warnings: &mut Vec<Warning>) -> Result<Vec<Pattern>, PackageError> {
    if !tree.contains(FILE)? {
        return Ok(Vec::new());
    }
    let mut top = read_keys(tree, FILE, &Constants::default())?;
    let names = top.names();
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
    let model = keys.boolean("model_solution")?.unwrap_or(false);
    let authors = keys.value("authors");
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
        expectations.extend(Expectation::read(&mut below, Some(&name), None)?);
        below.finish(warnings);
    }
    keys.finish(warnings);
    Ok(Pattern { pattern, language, entry_point, model, authors, expectations })
}
