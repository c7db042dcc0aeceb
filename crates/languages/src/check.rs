//! What the shape of a language's file cannot say.

use crate::command::{self, NAMES};
use crate::document::{Compile, Document, Run};
use crate::error::LanguageError;

/// The key, and what is wrong with it.
type Wrong = (&'static str, String);

/// Finds contradictions.
pub(crate) fn check(file: &str, document: &Document) -> Result<(), LanguageError> {
    language(document)
        .and_then(|()| names(document))
        .and_then(|()| document.compile.as_ref().map_or(Ok(()), compile))
        .and_then(|()| run(document, &document.run))
        .map_err(|(key, reason)| LanguageError::Meaning { file: file.to_owned(), key, reason })
}

fn wrong(key: &'static str, reason: impl Into<String>) -> Result<(), Wrong> {
    Err((key, reason.into()))
}

fn language(document: &Document) -> Result<(), Wrong> {
    if !is_code(&document.code) {
        return wrong("code", "it must be letters, digits, and any of + - . _");
    }
    if document.extensions.is_empty() {
        return wrong("extensions", "no source could ever be of this language");
    }
    if !is_absolute(&document.version.command) {
        return wrong("version.command", "the program must be an absolute path");
    }
    if let Some(mount) = document
        .mounts
        .iter()
        .find(|mount| !mount.source.starts_with('/') || !mount.target.starts_with('/'))
    {
        return wrong("mounts", format!("{} must be an absolute path", mount.source));
    }
    Ok(())
}

/// A code is printed, compared and made part of messages; nothing else than this is needed.
pub(crate) fn is_code(code: &str) -> bool {
    !code.is_empty()
        && code.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-._".contains(letter))
}

/// Names of values, programs and figures: each once, and none that has a meaning already.
fn names(document: &Document) -> Result<(), Wrong> {
    let declared = [
        ("values", document.values.keys().collect::<Vec<_>>()),
        ("programs", document.programs.keys().collect()),
        ("memory", document.memory.keys().collect()),
    ];
    let mut seen: Vec<&str> = NAMES.to_vec();
    for (key, names) in declared {
        for name in names {
            if !command::is_name(name) {
                return wrong(key, format!("{name:?} must be small letters and underscores"));
            }
            if seen.contains(&name.as_str()) {
                return wrong(key, format!("{name} has a meaning already"));
            }
            seen.push(name);
        }
    }
    for (name, paths) in &document.programs {
        if !is_absolute(&paths.paths) {
            return wrong("programs", format!("{name} needs absolute paths"));
        }
    }
    for (name, share) in &document.memory {
        if !(share.share.is_finite() && share.share > 0.0) || share.least > share.most {
            return wrong("memory", format!("{name} is not a share of anything"));
        }
    }
    for (key, command) in [
        ("compile.command", document.compile.as_ref().map_or(&[][..], |step| &step.command)),
        ("run.command", &document.run.command),
        ("version.command", &document.version.command),
    ] {
        if let Some(unknown) = command.iter().find(|argument| {
            let name = argument.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            name.is_some_and(|name| command::is_name(name) && !seen.contains(&name))
        }) {
            return wrong(key, format!("nothing is called {unknown}"));
        }
    }
    Ok(())
}

fn compile(compile: &Compile) -> Result<(), Wrong> {
    if !is_absolute(&compile.command) {
        return wrong("compile.command", "the program must be an absolute path");
    }
    let product = compile.product.as_deref().unwrap_or("product");
    if product.is_empty() || product.contains('/') || product.starts_with('.') {
        return wrong("compile.product", "it must be the plain name of a file");
    }
    if compile.product.is_none() && command::uses(&compile.command, "product") {
        return wrong("compile.command", "it uses {product}, and compile.product is missing");
    }
    Ok(())
}

fn run(document: &Document, run: &Run) -> Result<(), Wrong> {
    let product = document.compile.as_ref().is_some_and(|compile| compile.product.is_some());
    if run.executable && !product {
        return wrong("run.executable", "there is no compile.product to execute");
    }
    if run.executable && !run.command.is_empty() {
        return wrong("run.command", "a product that is executed itself has no command");
    }
    if !run.executable && !is_absolute(&run.command) {
        return wrong("run.command", "the program must be an absolute path");
    }
    if !product && command::uses(&run.command, "product") {
        return wrong("run.command", "it uses {product}, and compile.product is missing");
    }
    if run.processes == 0 {
        return wrong("run.processes", "a program is at least one process");
    }
    if !(run.time_multiplier.is_finite() && run.time_multiplier > 0.0) {
        return wrong("run.time_multiplier", "it must be a number above 0");
    }
    if run.out_of_memory.exit_code == Some(0) {
        return wrong("run.out_of_memory", "a program that exits with 0 did not run out of memory");
    }
    Ok(())
}

fn is_absolute(command: &[String]) -> bool {
    command.first().is_some_and(|program| program.starts_with('/'))
}
