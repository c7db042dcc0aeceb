//! What the editor asks, answered from a text. Messages are built as JSON: those that we use are few.

use serde_json::{Value, json};

use super::symbols::{Symbol, SymbolKind, symbols};
use crate::model::Scalar;
use crate::{Diagnostic, LineIndex, Span, check_file, format, parse};

/// Words of the language and what they mean.
const WORDS: &[(&str, &str)] = &[
    ("interface", "functions that one process implements; the first interface is the setter's"),
    ("struct", "values that travel together"),
    ("const", "a whole number with a name"),
    ("void", "no result"),
    ("in", "travels with the call, as without a word"),
    ("out", "travels with the reply"),
    ("inout", "travels with the call and with the reply"),
    ("string", "text: UTF-8 without the character 0"),
];

/// Attributes, what is inserted for them, and what they mean.
const ATTRIBUTES: &[(&str, &str, &str)] = &[
    ("Range", "Range(0, 100)", "every element lies between the bounds, both included"),
    ("Length", "Length(0, 100)", "bytes of each string, from and to"),
    ("Calls", "Calls(100)", "so many calls in a session"),
    ("Allow", "Allow(interface, 100)", "only the interfaces named may call it, each so often"),
    ("NoReturn", "NoReturn", "the process may end inside of it"),
    ("ShmSize", "ShmSize(65536)", "accepted for compatibility; sizes follow from the ranges"),
];

/// A text that the editor has open.
#[derive(Debug)]
pub(super) struct Document {
    text: String,
    lines: LineIndex,
    symbols: Vec<Symbol>,
    diagnostics: Vec<Diagnostic>,
    readable: bool,
}

impl Document {
    pub(super) fn new(text: String) -> Document {
        let parsed = parse(&text);
        let readable = parsed.errors.is_empty();
        let diagnostics = check_file(&text, &parsed.file, parsed.errors).diagnostics;
        let symbols = symbols(&text, &parsed.file);
        Document { lines: LineIndex::new(&text), symbols, diagnostics, readable, text }
    }

    /// The text after these changes, one after the other. A change has a range, or is the whole text.
    pub(super) fn changed(self, changes: &[Value]) -> Document {
        let (mut text, mut lines) = (self.text, self.lines);
        for change in changes {
            let new = change["text"].as_str().unwrap_or_default();
            match change.get("range").filter(|range| range.is_object()) {
                Some(range) => {
                    let start = place(&lines, &text, &range["start"]);
                    let end = place(&lines, &text, &range["end"]).max(start);
                    text.replace_range(start..end, new);
                }
                None => new.clone_into(&mut text),
            }
            lines = LineIndex::new(&text);
        }
        Document::new(text)
    }

    fn range(&self, span: Span) -> Value {
        let place = |offset| {
            let (line, character) = self.lines.utf16(&self.text, offset);
            json!({ "line": line, "character": character })
        };
        json!({ "start": place(span.start), "end": place(span.end) })
    }

    /// The byte that a position stands for.
    fn offset(&self, position: &Value) -> usize {
        place(&self.lines, &self.text, position)
    }

    fn symbol(&self, position: &Value) -> Option<&Symbol> {
        let offset = self.offset(position);
        self.symbols.iter().find(|symbol| symbol.stands_at(offset))
    }

    pub(super) fn diagnostics(&self, uri: &str) -> Value {
        let one = |diagnostic: &Diagnostic| {
            let mut message = diagnostic.message.clone();
            for more in [Some(&diagnostic.label), diagnostic.help.as_ref()].into_iter().flatten() {
                if !more.is_empty() {
                    message.push('\n');
                    message.push_str(more);
                }
            }
            let related: Vec<Value> = diagnostic
                .related
                .iter()
                .map(|(span, what)| json!({ "location": { "uri": uri, "range": self.range(*span) }, "message": what }))
                .collect();
            json!({
                "range": self.range(diagnostic.span), "severity": if diagnostic.is_error() { 1 } else { 2 },
                "code": diagnostic.code.name(), "source": "sandglass", "message": message,
                "relatedInformation": related,
            })
        };
        self.diagnostics.iter().map(one).collect()
    }

    pub(super) fn hover(&self, position: &Value) -> Value {
        let shown = |text: String| json!({ "contents": { "kind": "markdown", "value": text } });
        if let Some(symbol) = self.symbol(position) {
            return shown(
                format!("```idl\n{}\n```\n\n{}", symbol.detail, symbol.documentation)
                    .trim_end()
                    .to_owned(),
            );
        }
        let word = self.word(self.offset(position));
        let known =
            WORDS.iter().find(|(name, _)| *name == word).map(|(_, meaning)| (*meaning).to_owned());
        let attribute = ATTRIBUTES.iter().find(|(name, ..)| *name == word);
        let meaning = known
            .or_else(|| attribute.map(|(_, _, meaning)| (*meaning).to_owned()))
            .or_else(|| Scalar::named(word).map(scalar_meaning));
        meaning.map_or(Value::Null, |meaning| shown(format!("`{word}`: {meaning}")))
    }

    pub(super) fn definition(&self, uri: &str, position: &Value) -> Value {
        let found = self.symbol(position);
        found.map_or(
            Value::Null,
            |symbol| json!({ "uri": uri, "range": self.range(symbol.definition) }),
        )
    }

    pub(super) fn references(&self, uri: &str, position: &Value) -> Value {
        let Some(symbol) = self.symbol(position) else { return Value::Null };
        places(symbol).map(|span| json!({ "uri": uri, "range": self.range(span) })).collect()
    }

    /// What the file declares, one in the other.
    pub(super) fn outline(&self) -> Value {
        self.inside(None)
    }

    /// What belongs to something, as the protocol's document symbols.
    fn inside(&self, scope: Option<Span>) -> Value {
        let one = |symbol: &Symbol| {
            let kind = match symbol.kind {
                SymbolKind::Interface => 11,
                SymbolKind::Function => 12,
                SymbolKind::Struct => 23,
                SymbolKind::Member => 8,
                SymbolKind::Parameter => 13,
                SymbolKind::Constant => 14,
            };
            json!({
                "name": symbol.name, "kind": kind, "detail": symbol.detail,
                "range": self.range(symbol.extent), "selectionRange": self.range(symbol.definition),
                "children": self.inside(Some(symbol.extent)),
            })
        };
        self.symbols.iter().filter(|symbol| symbol.scope == scope).map(one).collect()
    }

    /// The name that would be renamed here, or nothing.
    pub(super) fn renamed(&self, position: &Value) -> Value {
        let offset = self.offset(position);
        let Some(symbol) = self.symbol(position) else { return Value::Null };
        let found = places(symbol).find(|span| span.touches(offset));
        found.map_or(
            Value::Null,
            |span| json!({ "range": self.range(span), "placeholder": symbol.name }),
        )
    }

    /// Why a name cannot be the new one, or the edits.
    pub(super) fn rename(&self, uri: &str, position: &Value, new: &str) -> Result<Value, String> {
        let plain = new.starts_with(|first: char| first.is_ascii_alphabetic())
            && new.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
            && !new.ends_with('_')
            && !new.contains("__");
        if !plain || Scalar::named(new).is_some() || ["string", "void", "interface"].contains(&new)
        {
            return Err(format!("{new} cannot be a name"));
        }
        let symbol = self.symbol(position).ok_or("there is no name here")?;
        if self.symbols.iter().any(|other| other.name == new && clash(symbol, other)) {
            return Err(format!("there is {new} already"));
        }
        let edits: Vec<Value> = places(symbol)
            .map(|span| json!({ "range": self.range(span), "newText": new }))
            .collect();
        Ok(json!({ "changes": { uri: edits } }))
    }

    pub(super) fn completion(&self, position: &Value) -> Value {
        let offset = self.offset(position);
        let before = self.text[..offset]
            .trim_end_matches(|one: char| one.is_ascii_alphanumeric() || one == '_');
        let mut items = Vec::new();
        // Where a bracket begins something, an attribute follows; behind a type, a length.
        let opened = before.trim_end().strip_suffix('[').map(str::trim_end);
        if opened
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(['(', ',', ';', '{', '}', ']']))
        {
            for (name, text, meaning) in ATTRIBUTES {
                items.push(
                    json!({ "label": name, "kind": 10, "detail": meaning, "insertText": text }),
                );
            }
            return items.into();
        }
        for symbol in &self.symbols {
            let near = symbol.scope.is_some_and(|scope| scope.touches(offset));
            let kind = match symbol.kind {
                SymbolKind::Struct => 22,
                SymbolKind::Constant => 21,
                SymbolKind::Interface => 8,
                SymbolKind::Parameter | SymbolKind::Member if near => 6,
                _ => continue,
            };
            items.push(json!({ "label": symbol.name, "kind": kind, "detail": symbol.detail }));
        }
        for scalar in Scalar::ALL {
            items.push(
                json!({ "label": scalar.word(), "kind": 14, "detail": scalar_meaning(*scalar) }),
            );
        }
        for (word, meaning) in WORDS {
            items.push(json!({ "label": word, "kind": 14, "detail": meaning }));
        }
        items.into()
    }

    pub(super) fn formatting(&self) -> Value {
        if !self.readable {
            return Value::Null;
        }
        let formatted = format(&self.text, &parse(&self.text));
        if formatted == self.text {
            return json!([]);
        }
        json!([{ "range": self.range(Span::new(0, self.text.len())), "newText": formatted }])
    }

    /// The word around a byte.
    fn word(&self, offset: usize) -> &str {
        let part = |one: char| one.is_ascii_alphanumeric() || one == '_';
        let start = self.text[..offset].rfind(|one| !part(one)).map_or(0, |at| at + 1);
        // The byte after a character that is no part of a word may lie inside of that character.
        let start = (start..=offset).find(|at| self.text.is_char_boundary(*at)).unwrap_or(offset);
        let end =
            self.text[offset..].find(|one| !part(one)).map_or(self.text.len(), |at| offset + at);
        &self.text[start..end]
    }
}

/// Whether two names may not be the same: they belong to one thing, or one would be taken for the
/// other in a length or bound.
fn clash(one: &Symbol, other: &Symbol) -> bool {
    let hides = |inner: &Symbol, outer: &Symbol| {
        inner.is_value()
            && outer.kind == SymbolKind::Constant
            && inner
                .scope
                .is_some_and(|scope| outer.references.iter().any(|used| scope.touches(used.start)))
    };
    one.scope == other.scope || hides(one, other) || hides(other, one)
}

/// The byte that a position stands for.
fn place(lines: &LineIndex, text: &str, position: &Value) -> usize {
    let number =
        |key: &str| position[key].as_u64().map_or(0, |one| u32::try_from(one).unwrap_or(u32::MAX));
    lines.offset(text, number("line"), number("character"))
}

fn places(symbol: &Symbol) -> impl Iterator<Item = Span> {
    std::iter::once(symbol.definition).chain(symbol.references.iter().copied())
}

fn scalar_meaning(scalar: Scalar) -> String {
    match scalar.limits() {
        Some((low, high)) => format!("from {low} to {high}"),
        None => format!("IEEE 754, {} bits", scalar.bytes() * 8),
    }
}
