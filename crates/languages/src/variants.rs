//! A file as the languages that it describes: itself, and its variants.

use std::collections::BTreeMap;

use crate::check;
use crate::command;
use crate::document::{Document, Variant};
use crate::error::LanguageError;
use crate::programs::{Paths, Program};

/// A document that has no variants, values or programs any more.
pub(crate) struct Resolved {
    pub(crate) document: Document,
    /// Code of the language that this is a variant of.
    pub(crate) variant_of: Option<String>,
    /// Its programs, as they were found on this host.
    pub(crate) programs: Vec<Program>,
}

/// The language first, and then each of its variants.
pub(crate) fn expand(file: &str, document: Document) -> Result<Vec<Resolved>, LanguageError> {
    let base = document.clone();
    let mut all = vec![resolve(base.clone(), None)];
    for variant in document.variants {
        check_variant(file, &base, &variant)?;
        let mut changed = base.clone();
        changed.code = variant.code;
        changed.name = variant.name;
        changed.values.extend(variant.values);
        changed.programs.extend(variant.programs);
        all.push(resolve(changed, Some(base.code.clone())));
    }
    for resolved in &all {
        check::check(file, &resolved.document)?;
    }
    Ok(all)
}

/// A variant changes what is there; a new name would be a word that nothing uses.
fn check_variant(file: &str, base: &Document, variant: &Variant) -> Result<(), LanguageError> {
    let known = |name: &&String| {
        !base.values.contains_key(name.as_str()) && !base.programs.contains_key(name.as_str())
    };
    match variant.values.keys().chain(variant.programs.keys()).find(known) {
        None => Ok(()),
        Some(name) => Err(LanguageError::Meaning {
            file: file.to_owned(),
            key: "variants",
            reason: format!("{} changes {name}, which is not there", variant.code),
        }),
    }
}

fn resolve(mut document: Document, variant_of: Option<String>) -> Resolved {
    document.variants.clear();
    let locate = |(name, paths): (&String, &Paths)| paths.locate(name);
    let programs: Vec<Program> = document.programs.iter().map(locate).collect();
    let mut constants: BTreeMap<&str, &str> = BTreeMap::new();
    constants.extend(document.values.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    constants.extend(programs.iter().map(|program| (program.name.as_str(), program.path.as_str())));
    let replace = |text: &mut String| {
        *text = command::replace(text, |name| constants.get(name).map(|&value| value.to_owned()));
    };
    if let Some(compile) = &mut document.compile {
        compile.command.iter_mut().for_each(replace);
        compile.environment.values_mut().for_each(replace);
    }
    document.run.command.iter_mut().for_each(replace);
    document.run.environment.values_mut().for_each(replace);
    document.version.command.iter_mut().for_each(replace);
    Resolved { document, variant_of, programs }
}
