//! Names: which are free, and which are taken.

use std::collections::HashMap;

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Scalar;
use crate::syntax::Name;

/// Words that no declaration may take, because they stand where a type stands.
fn is_type_word(name: &str) -> bool {
    Scalar::named(name).is_some() || matches!(name, "string" | "void")
}

impl Checker {
    /// Checks names of one scope, each by itself and against the others.
    pub(super) fn names(&mut self, names: &[&Name], scope: &str) {
        let mut seen: HashMap<&str, &Name> = HashMap::new();
        for name in names {
            self.name(name);
            if let Some(first) = seen.insert(&name.text, name) {
                self.push(
                    Diagnostic::error(
                        Code::Duplicate,
                        name.span,
                        format!("`{}` is declared twice in {scope}", name.text),
                    )
                    .label("the second")
                    .related(first.span, "the first")
                    .help("rename one of them; not every target language can tell them apart"),
                );
            }
        }
    }

    fn name(&mut self, name: &Name) {
        let text = &name.text;
        if text.starts_with('_') || text.ends_with('_') || text.contains("__") {
            self.push(
                Diagnostic::error(
                    Code::ReservedName,
                    name.span,
                    format!("`{text}` has an underscore at an edge, or two in a row"),
                )
                .help(
                    "such names are kept for what is generated; use one underscore between letters",
                ),
            );
        } else if is_type_word(text) || text == "interface" {
            self.push(
                Diagnostic::error(
                    Code::ReservedName,
                    name.span,
                    format!("`{text}` is a word of the language"),
                )
                .help("choose another name"),
            );
        }
    }
}
