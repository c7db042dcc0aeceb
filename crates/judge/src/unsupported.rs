//! What a package may ask for and this judge does not do. It is refused by name: nothing is judged
//! wrongly in silence.

use sandglass_package::{Checker, Kind, Package, PackageError};

/// Refuses a package that would be judged wrongly.
///
/// # Errors
/// [`PackageError::Unsupported`] with the first thing that is not done.
pub fn refuse_unsupported(package: &Package) -> Result<(), PackageError> {
    match feature(package) {
        None => Ok(()),
        Some(feature) => Err(PackageError::Unsupported {
            file: package.problem.name.clone(),
            feature: feature.to_owned(),
        }),
    }
}

fn feature(package: &Package) -> Option<&'static str> {
    let problem = &package.problem;
    let tests = &package.tests;
    let kind = match problem.kind {
        Kind::Batch => None,
        Kind::OutputOnly => Some("a submission of answers"),
        Kind::Interactive => Some("an interactive problem"),
        Kind::Communication { .. } => Some("a communication problem"),
    };
    kind.or_else(|| {
        let features = [
            (problem.passes.is_some(), "a multi-pass problem"),
            (package.checker != Checker::Default, "a checker of the package's own"),
            (package.grader.is_some(), "a grader of the package's own"),
            (package.static_validator.is_some(), "a static validator"),
            (!package.included.is_empty(), "files included in submissions"),
            (
                problem.input_file.is_some() || problem.output_file.is_some(),
                "input or output in files",
            ),
            (tests.iter().any(|test| test.files.is_some()), "input in files"),
            (
                tests.iter().any(|test| test.time_limit.is_some() || test.memory_limit.is_some()),
                "limits of single tests",
            ),
        ];
        features.into_iter().find(|(present, _)| *present).map(|(_, name)| name)
    })
}
