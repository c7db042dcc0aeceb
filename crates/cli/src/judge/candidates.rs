//! What is judged: example submissions of the package, or files of the host.

use std::path::{Path, PathBuf};

use sandglass_package::{ExampleSubmission, Package, PackageError, Sources};

use super::Arguments;

/// Something to judge, and what the package expects of it.
pub(super) struct Candidate<'a> {
    pub(super) sources: Sources,
    pub(super) example: Option<&'a ExampleSubmission>,
}

pub(super) fn candidates<'a>(
    arguments: &Arguments,
    package: &'a Package,
) -> Result<Vec<Candidate<'a>>, PackageError> {
    if arguments.submission.is_empty() {
        let all = package.submissions.iter();
        return all
            .map(|example| {
                Ok(Candidate { sources: package.sources(example)?, example: Some(example) })
            })
            .collect();
    }
    let candidate = |path: &PathBuf| match example_at(arguments, package, path) {
        Some(example) => {
            Ok(Candidate { sources: package.sources(example)?, example: Some(example) })
        }
        None => Ok(Candidate {
            sources: Sources::read_host(path, package.problem.limits.code)?,
            example: None,
        }),
    };
    arguments.submission.iter().map(candidate).collect()
}

/// The example submission that a path of the host is, if it is one.
fn example_at<'a>(
    arguments: &Arguments,
    package: &'a Package,
    path: &Path,
) -> Option<&'a ExampleSubmission> {
    let folder = arguments.package.join("submissions").canonicalize().ok()?;
    let path = path.canonicalize().ok()?;
    let name = path.strip_prefix(folder).ok()?.to_str()?;
    package.submissions.iter().find(|example| example.name == name)
}
