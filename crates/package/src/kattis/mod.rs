//! The ICPC/Kattis package format: `2025-09`, its draft `2023-07-draft`, and `legacy`.

mod data;
pub(crate) mod legacy;
mod legacy_data;
mod legacy_submissions;
mod problem_yaml;
pub(crate) use problem_yaml::METADATA;
mod programs;
mod settings;
mod submissions;
pub(crate) mod text;
pub(crate) mod validation;

use problem_yaml::FILE;

use crate::error::{PackageError, Warning};
use crate::keys::Keys;
use crate::package::Parts;
use crate::problem::{Format, Kind};
use crate::program::Checker;
use crate::tree::Tree;
use legacy::Validation;
use text::Constants;

/// Whether a tree is a package of this format.
pub(crate) fn is_one(tree: &Tree) -> Result<bool, PackageError> {
    tree.contains(FILE)
}

/// Reads a package of any version.
pub(crate) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    let mut keys = text::read_keys(tree, FILE, &Constants::default())?;
    match keys.string("problem_format_version")?.as_deref() {
        Some("2025-09") => read_versioned(tree, keys, Format::V2025_09),
        Some("2023-07-draft" | "2023-07" | "2025-09-draft") => {
            read_versioned(tree, keys, Format::Draft2023)
        }
        None | Some("legacy" | "legacy-icpc") => legacy::read(tree, keys),
        Some(found) => {
            let feature = format!("format version {found}");
            Err(PackageError::Unsupported { file: FILE.to_owned(), feature })
        }
    }
}

fn read_versioned(tree: &Tree, keys: Keys, format: Format) -> Result<Parts, PackageError> {
    let mut warnings = Vec::new();
    let problem = problem_yaml::read(keys, format, &mut warnings)?;
    let constants = &problem.constants;
    let mut parts = Parts::new(problem.clone());
    parts.validation_cases = validation::read(tree, constants, &mut warnings)?;
    parts.input_validators = programs::each(tree, "input_validators")?;
    parts.static_validator = programs::one(tree, "static_validator")?;
    parts.output_visualizer = programs::one(tree, "output_visualizer")?;
    parts.included = programs::included(tree, "include")?;
    parts.generators = programs::generators(tree)?;
    let mut validator = programs::one(tree, "output_validator")?;
    if validator.is_none() && format == Format::Draft2023 {
        // Packages in the wild were written for drafts in which the folder had its older name.
        validator = programs::one(tree, "output_validators")?;
    }
    (parts.groups, parts.tests) = if format == Format::Draft2023 && legacy_data::is_there(tree)? {
        let message =
            format!("{} is of an older draft, and read as in legacy", legacy_data::SETTINGS);
        warnings.push(Warning { file: "data".to_owned(), message });
        let validation = Validation::without_flags(validator.is_some());
        legacy_data::read(tree, problem.scoring, &validation, &mut warnings)?
    } else {
        data::read(tree, constants, problem.scoring, &mut warnings)?
    };
    misnamed(tree, format, &mut warnings)?;
    let needs_one = problem.kind == Kind::Interactive || problem.passes.is_some();
    (parts.checker, parts.interactor) = match (validator, problem.kind) {
        (None, _) if needs_one => {
            return Err(PackageError::Missing {
                file: "output_validator".to_owned(),
                reason: "interactive and multi-pass problems need one",
            });
        }
        (None, _) => (Checker::Default, None),
        (Some(validator), Kind::Interactive) => (Checker::Interactor, Some(validator)),
        (Some(validator), _) => (Checker::Programs(vec![validator]), None),
    };
    let asked = parts.groups.iter().find(|group| group.static_validation.is_some());
    if let (Some(_), None) = (asked, &parts.static_validator) {
        return Err(PackageError::Missing {
            file: "static_validator".to_owned(),
            reason: "a group asks for static validation",
        });
    }
    if parts.static_validator.is_some() && problem.kind == Kind::OutputOnly {
        let reason = "submissions of answers have nothing to validate statically";
        return Err(PackageError::Layout { file: "static_validator".to_owned(), reason });
    }
    parts.submissions = submissions::read(tree, &mut warnings)?;
    parts.warnings = warnings;
    Ok(parts)
}

/// Folders as other versions of the format, or habit, call them: nothing in them has any effect.
fn misnamed(tree: &Tree, format: Format, warnings: &mut Vec<Warning>) -> Result<(), PackageError> {
    const NAMES: [(&str, &str); 5] = [
        ("output_validators", "output_validator"),
        ("input_validator", "input_validators"),
        ("input_format_validators", "input_validators"),
        ("static_validators", "static_validator"),
        ("submission", "submissions"),
    ];
    for (found, name) in NAMES {
        let is_read = format == Format::Draft2023 && found == "output_validators";
        if !is_read && tree.contains(found)? {
            let message = format!("is not looked at; this version of the format calls it {name}");
            warnings.push(Warning { file: found.to_owned(), message });
        }
    }
    Ok(())
}
