//! The top of `problem.xml`.

use std::time::Duration;

use roxmltree::Node;

use super::{FILE, programs, solutions, tests, wrong};
use crate::error::{PackageError, Warning};
use crate::limits::{LONGEST_SECONDS, MEBIBYTE, MOST_MEBIBYTES};
use crate::package::Parts;
use crate::problem::{Format, Problem};
use crate::tree::Tree;
use crate::yaml::Value;

/// The first child of this name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// All children of this name, below the child `list`.
pub(super) fn listed<'a, 'i>(
    node: Node<'a, 'i>,
    list: &str,
    name: &'static str,
) -> Vec<Node<'a, 'i>> {
    let children = child(node, list).map(|list| list.children());
    children.into_iter().flatten().filter(|child| child.has_tag_name(name)).collect()
}

/// The trimmed text of a child.
pub(super) fn text<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    child(node, name)?.text().map(str::trim).filter(|text| !text.is_empty())
}

pub(super) fn read(tree: &Tree, root: Node<'_, '_>) -> Result<Parts, PackageError> {
    if !root.has_tag_name("problem") {
        return Err(wrong("its root is no problem"));
    }
    let mut problem = Problem::new(Format::Polygon, "");
    problem.label = root.attribute("short-name").map(str::to_owned);
    let names = listed(root, "names", "name").into_iter().filter_map(|name| {
        let (language, value) = (name.attribute("language")?, name.attribute("value")?);
        Some((natural_language(language), value.to_owned()))
    });
    problem.set_names(names.collect());
    if problem.name.is_empty() {
        let name = problem.label.clone().ok_or_else(|| wrong("the problem has no name"))?;
        problem.set_names(vec![("en".to_owned(), name)]);
    }
    let keywords: Vec<Value> = listed(root, "tags", "tag")
        .iter()
        .filter_map(|tag| tag.attribute("value"))
        .map(|tag| Value::Text(tag.to_owned()))
        .collect();
    if !keywords.is_empty() {
        problem.metadata.set("keywords", Value::Sequence(keywords));
    }
    let judging = child(root, "judging").ok_or_else(|| wrong("there is no judging"))?;
    let file = |name| judging.attribute(name).map(str::to_owned).filter(|name| !name.is_empty());
    problem.input_file = file("input-file");
    problem.output_file = file("output-file");
    if judging.attribute("run-count").is_some_and(|count| count != "1") {
        let feature = "a solution that is run several times".to_owned();
        return Err(PackageError::Unsupported { file: FILE.to_owned(), feature });
    }
    let percent = judging.attribute("treat-points-from-checker-as-percent");
    problem.points_in_percent = percent == Some("true");
    let testset = testset(judging)?;
    let limits = &mut problem.limits;
    let milliseconds: f64 = number(testset, "time-limit")?;
    if !(milliseconds > 0.0 && milliseconds <= LONGEST_SECONDS * 1000.0) {
        return Err(wrong("time-limit must be milliseconds above 0, within an hour"));
    }
    limits.time = Some(Duration::from_secs_f64(milliseconds / 1000.0));
    limits.memory = number(testset, "memory-limit")?;
    if !(1..=MOST_MEBIBYTES * MEBIBYTE).contains(&limits.memory) {
        return Err(wrong("memory-limit must be bytes above 0, within a tebibyte"));
    }
    // Polygon bounds a solution's source at 64 KiB and its output not at all.
    limits.output = 256 * MEBIBYTE;
    let mut parts = Parts::new(problem);
    tests::read(tree, testset, &mut parts)?;
    programs::read(tree, root, testset, &mut parts)?;
    solutions::read(tree, root, &mut parts)?;
    Ok(parts)
}

/// The test set that counts: `tests`, or the only one.
fn testset<'a, 'i>(judging: Node<'a, 'i>) -> Result<Node<'a, 'i>, PackageError> {
    let sets: Vec<Node<'a, 'i>> =
        judging.children().filter(|child| child.has_tag_name("testset")).collect();
    let main = sets.iter().find(|set| set.attribute("name") == Some("tests"));
    match (main, &sets[..]) {
        (Some(set), _) => Ok(*set),
        (None, [set]) => Ok(*set),
        _ => Err(wrong("there is no testset with the name tests")),
    }
}

pub(super) fn number<T: std::str::FromStr>(
    node: Node<'_, '_>,
    name: &str,
) -> Result<T, PackageError> {
    let found = text(node, name).and_then(|text| text.parse().ok());
    found.ok_or_else(|| wrong(format!("{name} must be a number")))
}

/// Code of a natural language.
fn natural_language(name: &str) -> String {
    let code = match name {
        "english" => "en",
        "russian" => "ru",
        "ukrainian" => "uk",
        "polish" => "pl",
        "german" => "de",
        "french" => "fr",
        "spanish" => "es",
        "italian" => "it",
        "portuguese" => "pt",
        "chinese" => "zh",
        "japanese" => "ja",
        "korean" => "ko",
        "kazakh" => "kk",
        "uzbek" => "uz",
        "azerbaijani" => "az",
        "armenian" => "hy",
        "georgian" => "ka",
        "romanian" => "ro",
        "turkish" => "tr",
        "vietnamese" => "vi",
        "arabic" => "ar",
        "persian" | "farsi" => "fa",
        "hungarian" => "hu",
        "czech" => "cs",
        "bulgarian" => "bg",
        other => other,
    };
    code.to_owned()
}

/// A warning about the file.
pub(super) fn warning(message: impl Into<String>) -> Warning {
    Warning { file: FILE.to_owned(), message: message.into() }
}
