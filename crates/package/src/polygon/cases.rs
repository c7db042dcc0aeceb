//! Tests of the checker and of validators: files that they are to accept or reject.

use roxmltree::Node;

use super::problem_xml::{child, listed, text, warning};
use super::programs::set_and_group;
use super::tests::Pattern;
use crate::error::PackageError;
use crate::package::Parts;
use crate::test_case::{TestCase, ValidationCase, ValidationKind, ValidatorArguments};
use crate::tree::Tree;

/// Outputs that the checker must accept or reject.
pub(super) fn of_checker(
    tree: &Tree,
    checker: Node<'_, '_>,
    parts: &mut Parts,
) -> Result<(), PackageError> {
    let Some(set) = child(checker, "testset") else { return Ok(()) };
    let pattern = |name| text(set, name).and_then(Pattern::parse);
    let (Some(inputs), Some(outputs), Some(answers)) = (
        pattern("input-path-pattern"),
        pattern("output-path-pattern"),
        pattern("answer-path-pattern"),
    ) else {
        return Ok(());
    };
    for (index, test) in listed(set, "tests", "test").into_iter().enumerate() {
        let number = index + 1;
        let kind = match test.attribute("verdict").map(str::to_ascii_lowercase).as_deref() {
            Some("ok") => ValidationKind::ValidOutput,
            Some("wrong-answer" | "presentation-error") => ValidationKind::InvalidOutput,
            verdict => {
                let verdict = verdict.unwrap_or("nothing");
                let message = format!("test {number} of the checker is not checked: {verdict}");
                parts.warnings.push(warning(message));
                continue;
            }
        };
        let [input, output, answer] = [&inputs, &outputs, &answers].map(|it| it.path(number));
        if !(tree.contains(&input)? && tree.contains(&output)? && tree.contains(&answer)?) {
            parts.warnings.push(warning(format!("test {number} of the checker lacks a file")));
            continue;
        }
        let test =
            TestCase { name: input.clone(), input, answer: Some(answer), ..TestCase::default() };
        parts.validation_cases.push(ValidationCase { kind, test, output: Some(output) });
    }
    Ok(())
}

/// Inputs that a validator must accept or reject; it is told of set and group under the name
/// `asking`.
pub(super) fn of_validator(
    tree: &Tree,
    validator: Node<'_, '_>,
    asking: Option<&String>,
    parts: &mut Parts,
) -> Result<(), PackageError> {
    let Some(set) = child(validator, "testset") else { return Ok(()) };
    let Some(pattern) = text(set, "input-path-pattern").and_then(Pattern::parse) else {
        return Ok(());
    };
    for (index, node) in listed(set, "tests", "test").into_iter().enumerate() {
        let input = pattern.path(index + 1);
        let kind = match node.attribute("verdict").map(str::to_ascii_lowercase).as_deref() {
            Some("valid") => ValidationKind::ValidInput,
            Some("invalid") => ValidationKind::InvalidInput,
            _ => continue,
        };
        if !tree.contains(&input)? {
            let message = format!("test {} of the validator lacks its file", index + 1);
            parts.warnings.push(warning(message));
            continue;
        }
        let mut test = TestCase { name: input.clone(), input, ..TestCase::default() };
        if let Some(name) = asking {
            let arguments = set_and_group(node.attribute("testset"), node);
            test.input_validator_arguments =
                ValidatorArguments::Named([(name.clone(), arguments)].into());
        }
        parts.validation_cases.push(ValidationCase { kind, test, output: None });
    }
    Ok(())
}
