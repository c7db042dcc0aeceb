//! Checks of the files alone: nothing is run.

use std::collections::BTreeMap;
use std::io::Read;

use sandglass_package::{Format, Group, Package, PackageError, TestCase};
use sha2::{Digest, Sha256};

use super::check::{Check, Finding, Section};

/// Warnings of the reader, names, samples, and inputs that stand twice.
pub(super) fn check(package: &Package) -> Result<Vec<Check>, PackageError> {
    let section = Section::Package;
    let mut checks: Vec<Check> = package
        .warnings
        .iter()
        .map(|warning| Check::new(section, &warning.file, Finding::Warning, &warning.message))
        .collect();
    checks.extend(names(package));
    // A group without points is for contestants to see: group 0 of Sim, the first subtask of CMS.
    let shown = |group: &Group| !group.scored || group.max_score == Some(0.0);
    // Polygon says it of each test.
    let said = |test: &TestCase| package.problem.format == Format::Polygon && test.full_feedback;
    let samples = package
        .tests
        .iter()
        .filter(|test| shown(&package.groups[test.group]) || is_sample(&test.name) || said(test));
    if samples.count() == 0 {
        checks.push(Check::new(
            section,
            "samples",
            Finding::Warning,
            "there is none, so a contestant has no example",
        ));
    }
    checks.push(twins(package)?);
    Ok(checks)
}

fn is_sample(name: &str) -> bool {
    name.starts_with("sample/") || name.ends_with("ocen")
}

/// Names as the format allows them: they become file names on the judge and in archives.
fn names(package: &Package) -> Vec<Check> {
    let allowed = |part: &str| {
        let mut bytes = part.bytes();
        let first = bytes.next().is_some_and(|byte| byte.is_ascii_alphanumeric());
        first && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
    };
    let is_kattis =
        matches!(package.problem.format, Format::Legacy | Format::Draft2023 | Format::V2025_09);
    let wrong: Vec<Check> = package
        .tests
        .iter()
        .filter(|test| is_kattis && !test.name.split('/').all(allowed))
        .map(|test| {
            let detail = "its name may have letters, digits, and inside also _ . -";
            Check::new(Section::Package, &test.name, Finding::Fails, detail)
        })
        .collect();
    if wrong.is_empty() {
        let count = package.tests.len();
        return vec![Check::of(Section::Package, "names of tests", true, format!("{count} tests"))];
    }
    wrong
}

/// Two tests with the same input and arguments test nothing twice as well as once.
fn twins(package: &Package) -> Result<Check, PackageError> {
    let mut seen: BTreeMap<[u8; 32], &str> = BTreeMap::new();
    let mut pairs = Vec::new();
    for test in package.tests.iter().filter(|test| !is_sample(&test.name)) {
        let mut hash = Sha256::new();
        let unreadable = |source| PackageError::Read { file: test.input.clone(), source };
        let mut file = package.file(&test.input)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer).map_err(unreadable)? {
                0 => break,
                length => hash.update(&buffer[..length]),
            }
        }
        for argument in test.arguments.iter().chain(&test.output_validator_arguments) {
            hash.update((argument.len() as u64).to_le_bytes());
            hash.update(argument);
        }
        if let Some(answer) = test.answer.as_deref().filter(|_| package.interactor.is_some()) {
            // What an interactor does may depend on the answer alone.
            let mut text = Vec::new();
            package.file(answer)?.read_to_end(&mut text).map_err(unreadable)?;
            hash.update(text);
        }
        if let Some(twin) = seen.insert(hash.finalize().into(), &test.name) {
            pairs.push(format!("{twin} and {}", test.name));
        }
    }
    let finding = if pairs.is_empty() { Finding::Holds } else { Finding::Warning };
    let detail = if pairs.is_empty() {
        "no two tests are the same".to_owned()
    } else {
        format!("the same: {}", pairs.join(", "))
    };
    Ok(Check::new(Section::Package, "different tests", finding, detail))
}
