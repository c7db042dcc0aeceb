//! What the names of a file stand for, and where each is used.

use std::collections::HashMap;

use crate::Span;
use crate::syntax::{Attribute, Expression, File, Function, Item, Name, Parameter, Type};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// An interface.
    Interface,
    /// A function.
    Function,
    /// A struct.
    Struct,
    /// A member of a struct.
    Member,
    /// A parameter.
    Parameter,
    /// A constant.
    Constant,
}

/// A name that the file declares.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// It.
    pub name: String,
    /// What it stands for.
    pub kind: SymbolKind,
    /// Where it is declared.
    pub definition: Span,
    /// Where else it stands.
    pub references: Vec<Span>,
    /// Its documentation.
    pub documentation: String,
    /// Its declaration, shortened.
    pub detail: String,
    /// What it belongs to: the function of a parameter, the struct of a member, the interface of a
    /// function. `None` is the file.
    pub scope: Option<Span>,
    /// All of its declaration.
    pub extent: Span,
}

impl Symbol {
    /// Whether it stands for a value in lengths and bounds.
    pub fn is_value(&self) -> bool {
        matches!(self.kind, SymbolKind::Constant | SymbolKind::Parameter | SymbolKind::Member)
    }

    /// Whether it stands at this byte.
    pub fn stands_at(&self, offset: usize) -> bool {
        self.definition.touches(offset) || self.references.iter().any(|span| span.touches(offset))
    }
}

/// All names that a file declares, with their uses.
pub fn symbols(source: &str, file: &File) -> Vec<Symbol> {
    let mut index = Index { source, symbols: Vec::new(), global: HashMap::new() };
    for item in &file.items {
        index.declare(item);
    }
    for item in &file.items {
        index.uses(item);
    }
    index.symbols
}

struct Index<'a> {
    source: &'a str,
    symbols: Vec<Symbol>,
    /// Place of what is known everywhere; functions are not, as nothing names them.
    global: HashMap<String, usize>,
}

impl Index<'_> {
    fn add(
        &mut self,
        name: &Name,
        kind: SymbolKind,
        documentation: &str,
        detail: String,
        scope: Option<Span>,
        extent: Span,
    ) -> usize {
        self.symbols.push(Symbol {
            name: name.text.clone(),
            kind,
            definition: name.span,
            references: Vec::new(),
            documentation: documentation.to_owned(),
            detail,
            scope,
            extent,
        });
        self.symbols.len() - 1
    }

    fn text(&self, from: Span, to: Span) -> String {
        self.source[from.start..to.end].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn declare(&mut self, item: &Item) {
        let (name, place) = match item {
            Item::Interface(one) => {
                let detail = format!("interface {}", one.name.text);
                (
                    &one.name,
                    self.add(
                        &one.name,
                        SymbolKind::Interface,
                        &one.documentation,
                        detail,
                        None,
                        one.span,
                    ),
                )
            }
            Item::Struct(one) => {
                let detail = format!("struct {}", one.name.text);
                (
                    &one.name,
                    self.add(
                        &one.name,
                        SymbolKind::Struct,
                        &one.documentation,
                        detail,
                        None,
                        one.span,
                    ),
                )
            }
            Item::Constant(one) => {
                let value = self.text(one.value_type.span, one.value.span());
                let detail = format!("const {value}");
                (
                    &one.name,
                    self.add(
                        &one.name,
                        SymbolKind::Constant,
                        &one.documentation,
                        detail,
                        None,
                        one.span,
                    ),
                )
            }
        };
        self.global.entry(name.text.clone()).or_insert(place);
    }

    fn uses(&mut self, item: &Item) {
        let none = HashMap::new();
        match item {
            Item::Constant(one) => self.expression(&one.value, &none),
            Item::Struct(one) => {
                self.attributes(&one.attributes, &none);
                self.parameters(&one.members, SymbolKind::Member, one.span);
            }
            Item::Interface(one) => {
                self.attributes(&one.attributes, &none);
                for function in &one.functions {
                    self.function(function, one.span);
                }
            }
        }
    }

    fn function(&mut self, function: &Function, interface: Span) {
        let last = function.parameters.last().map_or(function.name.span, |one| one.name.span);
        let detail = format!("{})", self.text(function.result.span, last).trim_end_matches(')'));
        let detail =
            if function.parameters.is_empty() { detail.replace(')', "()") } else { detail };
        let (kind, documentation) = (SymbolKind::Function, &function.documentation);
        self.add(&function.name, kind, documentation, detail, Some(interface), function.span);
        let local = self.parameters(&function.parameters, SymbolKind::Parameter, function.span);
        self.attributes(&function.attributes, &local);
        self.value_type(&function.result, &local);
    }

    /// Declares parameters or members, and looks at what their types and attributes name.
    fn parameters(
        &mut self,
        parameters: &[Parameter],
        kind: SymbolKind,
        scope: Span,
    ) -> HashMap<String, usize> {
        let mut local = HashMap::new();
        for one in parameters {
            let direction = one.direction.as_ref().map(|word| word.span);
            let first = one
                .attributes
                .first()
                .map(|attribute| attribute.span)
                .or(direction)
                .unwrap_or(one.value_type.span);
            let detail = self.text(first, one.name.span);
            let extent = first.to(one.name.span);
            let documentation = &one.documentation;
            let place = self.add(&one.name, kind, documentation, detail, Some(scope), extent);
            local.entry(one.name.text.clone()).or_insert(place);
        }
        for one in parameters {
            self.attributes(&one.attributes, &local);
            self.value_type(&one.value_type, &local);
        }
        local
    }

    fn attributes(&mut self, attributes: &[Attribute], local: &HashMap<String, usize>) {
        for argument in attributes.iter().flat_map(|attribute| &attribute.arguments) {
            self.expression(argument, local);
        }
    }

    fn value_type(&mut self, value_type: &Type, local: &HashMap<String, usize>) {
        if let Some(&place) = self.global.get(&value_type.base.text)
            && self.symbols[place].kind == SymbolKind::Struct
        {
            self.symbols[place].references.push(value_type.base.span);
        }
        for length in &value_type.lengths {
            self.expression(length, local);
        }
    }

    fn expression(&mut self, expression: &Expression, local: &HashMap<String, usize>) {
        for name in expression.names() {
            if let Some(&place) = local.get(&name.text).or_else(|| self.global.get(&name.text)) {
                self.symbols[place].references.push(name.span);
            }
        }
    }
}
