//! What a package may ask for and this judge does not do. It is refused by name: nothing is judged
//! wrongly in silence.

use sandglass_package::{Package, PackageError};

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
    let features = [
        (package.grader.is_some(), "a grader of the package's own"),
        (package.static_validator.is_some(), "a static validator"),
    ];
    features.into_iter().find(|(present, _)| *present).map(|(_, name)| name)
}
