//! Names: which are free, and which are taken.

use std::collections::HashMap;

use super::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Scalar;
use crate::syntax::Name;

/// Words that libinteractive does not have, so that its files may use them as names.
const ADDED: &[&str] = &["ubyte", "ushort", "uint", "ulong"];

/// Words that stand where a type stands, and may not be the names of other things.
fn is_type_word(name: &str) -> bool {
    let scalar = Scalar::named(name).is_some() && !ADDED.contains(&name);
    scalar || matches!(name, "string" | "void")
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
            self.is_a_word(name);
        }
    }

    /// A struct is a type, so it may take the name of none.
    pub(super) fn struct_name(&mut self, name: &Name) {
        if ADDED.contains(&&*name.text) {
            self.is_a_word(name);
        }
    }

    fn is_a_word(&mut self, name: &Name) {
        let message = format!("`{}` is a word of the language", name.text);
        let error = Diagnostic::error(Code::ReservedName, name.span, message);
        self.push(error.help("choose another name"));
    }
}
