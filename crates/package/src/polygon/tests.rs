//! Tests and groups of a test set.

use roxmltree::Node;

use super::problem_xml::{listed, number, text, warning};
use super::wrong;
use crate::error::PackageError;
use crate::group::{self, Aggregation};
use crate::package::Parts;
use crate::program::{GeneratedTest, GeneratorCommand};
use crate::test_case::TestCase;
use crate::tree::Tree;

/// Tests of a package, at most.
const MOST_TESTS: usize = 100_000;

/// A path with the number of a test in it, such as `tests/%02d.a`.
pub(super) struct Pattern {
    before: String,
    width: usize,
    after: String,
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Option<Pattern> {
        let (before, rest) = text.split_once('%')?;
        let (width, after) = rest.split_once('d')?;
        let width: usize = match width {
            "" => 0,
            digits => digits.strip_prefix('0').unwrap_or(digits).parse().ok()?,
        };
        let plain = width <= 9 && !after.contains('%');
        plain.then(|| Pattern { before: before.to_owned(), width, after: after.to_owned() })
    }

    pub(super) fn path(&self, number: usize) -> String {
        format!("{}{number:0width$}{}", self.before, self.after, width = self.width)
    }
}

/// Reads the tests in their order, which is the order of judging.
pub(super) fn read(
    tree: &Tree,
    testset: Node<'_, '_>,
    parts: &mut Parts,
) -> Result<(), PackageError> {
    let pattern = |name: &str, or: &str| {
        let pattern = Pattern::parse(text(testset, name).unwrap_or(or));
        pattern.ok_or_else(|| wrong(format!("{name} must have a number such as %02d in it")))
    };
    let inputs = pattern("input-path-pattern", "tests/%02d")?;
    let answers = pattern("answer-path-pattern", "tests/%02d.a")?;
    let nodes = listed(testset, "tests", "test");
    // Packages that other programs write may leave the count out.
    let count = match text(testset, "test-count") {
        Some(_) => number(testset, "test-count")?,
        None => nodes.len(),
    };
    if count > MOST_TESTS {
        let bound = MOST_TESTS as u64;
        let file = super::FILE.to_owned();
        return Err(PackageError::TooLarge { file, bound, unit: "tests" });
    }
    if nodes.len() != count {
        return Err(wrong(format!("test-count is {count}, and there are {} tests", nodes.len())));
    }
    if count == 0 {
        return Err(wrong("there is no test"));
    }
    let points = |node: &Node<'_, '_>| -> Result<Option<f64>, PackageError> {
        match node.attribute("points").map(str::parse::<f64>) {
            None => Ok(None),
            Some(Ok(points)) if points.is_finite() => Ok(Some(points)),
            Some(_) => Err(wrong("points must be a number")),
        }
    };
    let groups = listed(testset, "groups", "group");
    for node in nodes.iter().chain(&groups) {
        parts.problem.scoring |= points(node)?.is_some_and(|points| points != 0.0);
    }
    let mut missing = 0;
    for (index, node) in nodes.iter().enumerate() {
        let group = group_of(parts, node.attribute("group").unwrap_or("tests"));
        let width = count.to_string().len().max(2);
        let name = format!("{}/{:0width$}", parts.groups[group].name, index + 1);
        let (input, answer) = (inputs.path(index + 1), answers.path(index + 1));
        missing += usize::from(!tree.contains(&input)?);
        if let Some(command) = node.attribute("cmd") {
            let unbalanced = || wrong(format!("the command {command:?} leaves a quote open"));
            let mut words = words(command).ok_or_else(unbalanced)?.into_iter();
            let generator = words.next().unwrap_or_default();
            let command = GeneratorCommand::Program { generator, arguments: words.collect() };
            let file = node.attribute("from-file").filter(|file| !file.is_empty());
            if file.is_some_and(|file| file.contains('/') || matches!(file, "." | "..")) {
                return Err(wrong("from-file must be the name of a file"));
            }
            let file = file.map(str::to_owned);
            parts.generated_tests.push(GeneratedTest {
                test: name.clone(),
                command,
                seed: None,
                file,
            });
        }
        let test = TestCase {
            name,
            input,
            answer: Some(answer),
            group,
            points: points(node)?.filter(|_| parts.problem.scoring),
            full_feedback: node.attribute("sample") == Some("true"),
            description: node.attribute("description").map(str::to_owned),
            ..TestCase::default()
        };
        parts.groups[group].tests.push(parts.tests.len());
        parts.tests.push(test);
    }
    if missing > 0 {
        parts.warnings.push(warning(format!("{missing} of {count} tests are not generated yet")));
    }
    describe_groups(parts, &groups, points)
}

/// The words of a command. Quotes of both kinds keep words together; `None` where one is left open.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open = None;
    for character in command.chars() {
        match open {
            Some(quote) if character == quote => open = None,
            None if matches!(character, '"' | '\'') => {
                open = Some(character);
                word.get_or_insert_default();
            }
            None if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    open.is_none().then_some(words)
}

fn group_of(parts: &mut Parts, name: &str) -> usize {
    let found = parts.groups.iter().position(|group| group.parent.is_some() && group.name == name);
    found.unwrap_or_else(|| group::add(&mut parts.groups, 0, name))
}

fn describe_groups(
    parts: &mut Parts,
    nodes: &[Node<'_, '_>],
    points: impl Fn(&Node<'_, '_>) -> Result<Option<f64>, PackageError>,
) -> Result<(), PackageError> {
    if !parts.problem.scoring {
        return Ok(());
    }
    parts.groups[0].aggregation = Aggregation::Sum;
    for index in 1..parts.groups.len() {
        let of_tests: f64 =
            parts.groups[index].tests.iter().filter_map(|&test| parts.tests[test].points).sum();
        let node =
            nodes.iter().find(|node| node.attribute("name") == Some(&parts.groups[index].name));
        let own = node.map(&points).transpose()?.flatten().filter(|points| *points != 0.0);
        let policy = node.and_then(|node| node.attribute("points-policy"));
        let complete = policy.is_some_and(|policy| policy.eq_ignore_ascii_case("complete-group"));
        let feedback = node.and_then(|node| node.attribute("feedback-policy"));
        let group = &mut parts.groups[index];
        group.max_score = Some(own.unwrap_or(of_tests));
        group.aggregation = if complete { Aggregation::PassFail } else { Aggregation::Sum };
        group.full_feedback = feedback == Some("complete");
        for dependency in node.iter().flat_map(|node| listed(**node, "dependencies", "dependency"))
        {
            group.require_pass.extend(dependency.attribute("group").map(str::to_owned));
        }
    }
    for group in &parts.groups {
        for required in &group.require_pass {
            if !parts.groups.iter().any(|other| other.name == *required) {
                return Err(wrong(format!(
                    "group {} depends on {required}, which is none",
                    group.name
                )));
            }
        }
    }
    Ok(())
}
