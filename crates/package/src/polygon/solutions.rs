//! Solutions and what their tags ask for.

use roxmltree::Node;

use super::problem_xml::{child, listed, warning};
use super::{language, wrong};
use crate::error::PackageError;
use crate::expectation::{Expectation, FinalVerdict, TestClass};
use crate::package::Parts;
use crate::submission::ExampleSubmission;
use crate::tree::Tree;

pub(super) fn read(tree: &Tree, root: Node<'_, '_>, parts: &mut Parts) -> Result<(), PackageError> {
    let solutions = child(root, "assets").map(|assets| listed(assets, "solutions", "solution"));
    for node in solutions.unwrap_or_default() {
        let source = child(node, "source").ok_or_else(|| wrong("a solution has no source"))?;
        let path = source.attribute("path").ok_or_else(|| wrong("a source has no path"))?;
        if !tree.contains(path)? {
            parts.warnings.push(warning(format!("there is no solution {path}")));
            continue;
        }
        let tag = node.attribute("tag").unwrap_or_default();
        let base = path.rsplit('/').next().unwrap_or(path);
        let mut submission = ExampleSubmission::new(path, format!("{}/{base}", folder(tag)));
        submission.model = tag == "main";
        submission.language = source.attribute("type").and_then(language).map(str::to_owned);
        match verdicts(tag) {
            Some(verdicts) => submission.expectations.push(Expectation::of_verdicts(verdicts)),
            None if tag == "do-not-run" => {}
            None => parts.warnings.push(warning(format!("{path}: unknown tag {tag:?}"))),
        }
        for extra in listed(node, "extra-tags", "extra-tag") {
            submission.expectations.extend(of_group(extra));
        }
        let place = if submission.model { 0 } else { parts.submissions.len() };
        parts.submissions.insert(place, submission);
    }
    Ok(())
}

/// A tag for one group. `rejected` and the rest ask for a failure, and permit accepted tests.
fn of_group(extra: Node<'_, '_>) -> Option<Expectation> {
    let (group, tag) = (extra.attribute("group")?, extra.attribute("tag")?);
    let classes = verdicts(tag)?.into_iter().map(|verdict| match verdict {
        FinalVerdict::Class(class) => class,
        _ => TestClass::RunTimeError,
    });
    let required: std::collections::BTreeSet<TestClass> = classes.collect();
    let mut permitted = required.clone();
    permitted.insert(TestClass::Accepted);
    let tests = Some(group.to_owned());
    Some(Expectation { tests, permitted, required, ..Expectation::default() })
}

/// The folder that ours and Kattis' packages keep such submissions in.
fn folder(tag: &str) -> &str {
    match tag {
        "main" | "accepted" => "accepted",
        "wrong-answer" | "presentation-error" => "wrong_answer",
        "time-limit-exceeded" => "time_limit_exceeded",
        "memory-limit-exceeded" => "memory_limit_exceeded",
        "failed" => "run_time_error",
        "rejected" => "rejected",
        _ => "mixed",
    }
}

fn verdicts(tag: &str) -> Option<Vec<FinalVerdict>> {
    let class = FinalVerdict::Class;
    let (accepted, wrong) = (class(TestClass::Accepted), class(TestClass::WrongAnswer));
    let (slow, crashed) = (class(TestClass::TimeLimitExceeded), class(TestClass::RunTimeError));
    Some(match tag {
        "main" | "accepted" => vec![accepted],
        "rejected" => vec![wrong, slow, crashed],
        "wrong-answer" | "presentation-error" => vec![wrong],
        "time-limit-exceeded" => vec![slow],
        "time-limit-exceeded-or-accepted" => vec![slow, accepted],
        "time-limit-exceeded-or-memory-limit-exceeded" => {
            vec![slow, FinalVerdict::MemoryLimitExceeded]
        }
        "memory-limit-exceeded" => vec![FinalVerdict::MemoryLimitExceeded],
        "failed" => vec![crashed],
        _ => return None,
    })
}
