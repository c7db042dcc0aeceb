//! The checker: a tree becomes a model, or a list of everything that is wrong with it.

mod attributes;
mod functions;
mod names;
mod scope;
mod values;

use std::collections::HashMap;

use crate::Span;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Constant, Interface, Model, Scalar, Struct};
use crate::parser::parse;
use crate::syntax::{self, File, Item};
use scope::{Known, Scope};

/// The most interfaces, and the most functions of one.
const MANY: usize = 4096;

/// What came of checking a text.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What it means; `None` where it has errors.
    pub model: Option<Model>,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and checks a text.
pub fn check(source: &str) -> Checked {
    let parse = parse(source);
    check_file(source, &parse.file, parse.errors)
}

/// Checks a tree; `diagnostics` are those of reading it.
pub fn check_file(source: &str, file: &File, diagnostics: Vec<Diagnostic>) -> Checked {
    let mut checker = Checker {
        diagnostics,
        scope: Scope::default(),
        structs: Vec::new(),
        struct_names: HashMap::new(),
        constants: Vec::new(),
        interface_names: Vec::new(),
    };
    let interfaces = checker.file(source, file);
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, !diagnostic.is_error()));
    let model = diagnostics.iter().all(|diagnostic| !diagnostic.is_error()).then_some(Model {
        constants: checker.constants,
        structs: checker.structs,
        interfaces,
    });
    Checked { model, diagnostics }
}

struct Checker {
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Constants.
    scope: Scope,
    structs: Vec<Struct>,
    /// Place of each struct; `None` for one that is wrong, and was reported.
    struct_names: HashMap<String, Option<usize>>,
    constants: Vec<Constant>,
    interface_names: Vec<String>,
}

impl Checker {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn file(&mut self, source: &str, file: &File) -> Vec<Interface> {
        let all: Vec<&syntax::Name> = file.items.iter().map(item_name).collect();
        self.names(&all, "this file");
        for item in &file.items {
            if let Item::Struct(one) = item {
                self.struct_name(&one.name);
            }
        }
        let interfaces: Vec<&syntax::Interface> = file
            .items
            .iter()
            .filter_map(|item| if let Item::Interface(one) = item { Some(one) } else { None })
            .collect();
        self.interface_names = interfaces.iter().map(|one| one.name.text.clone()).collect();
        for item in &file.items {
            match item {
                Item::Constant(constant) => self.constant(constant),
                Item::Struct(one) => self.structure(one),
                Item::Interface(_) => {}
            }
        }
        let checked = interfaces
            .iter()
            .enumerate()
            .map(|(place, interface)| self.interface(interface, place == 0))
            .collect();
        let end = Span::new(source.trim_end().len(), source.trim_end().len());
        match &interfaces[..] {
            [] if self.diagnostics.is_empty() => self.push(
                Diagnostic::error(Code::NoInterface, end, "there is no interface in this file")
                    .help("declare what the setter offers and what contestants write: `interface Main { … }; interface solution { … };`"),
            ),
            [only] => self.push(
                Diagnostic::error(Code::NoChild, only.name.span, "there is nobody for it to talk to")
                    .label("the only interface")
                    .help("the first interface is the setter's; add one that contestants implement"),
            ),
            many if many.len() > MANY => self.push(
                Diagnostic::error(Code::TooMany, many[MANY].name.span, format!("more than {MANY} interfaces"))
                    .help("leave some out"),
            ),
            _ => {}
        }
        checked
    }

    fn constant(&mut self, constant: &syntax::Constant) {
        let value_type = &constant.value_type;
        let scalar = Scalar::named(&value_type.base.text).filter(|scalar| scalar.is_integer());
        let Some(scalar) = scalar.filter(|_| value_type.lengths.is_empty()) else {
            self.push(
                Diagnostic::error(
                    Code::ConstantType,
                    value_type.span,
                    "a constant is a whole number",
                )
                .help("use one of the types ubyte, short, ushort, int, uint, long, ulong"),
            );
            self.scope.names.insert(
                constant.name.text.clone(),
                (Known::Unusable("it is no whole number"), constant.name.span),
            );
            return;
        };
        let value = self.scope.evaluate(&constant.value, &mut self.diagnostics);
        let Some(value) = value.and_then(|value| i64::try_from(value.least).ok()) else {
            self.scope.names.insert(
                constant.name.text.clone(),
                (Known::Unusable("its value makes no sense"), constant.name.span),
            );
            return;
        };
        let (low, high) = scalar.limits().unwrap_or_default();
        if !(low..=high).contains(&i128::from(value)) {
            self.push(
                Diagnostic::error(
                    Code::ConstantOutOfType,
                    constant.value.span(),
                    format!("{value} is no {}", scalar.word()),
                )
                .label(format!("{} goes from {low} to {high}", scalar.word()))
                .help("choose a wider type"),
            );
        }
        self.scope
            .names
            .insert(constant.name.text.clone(), (Known::Constant(value), constant.name.span));
        self.constants.push(Constant {
            name: constant.name.text.clone(),
            documentation: constant.documentation.clone(),
            scalar,
            value,
        });
    }
}

fn item_name(item: &Item) -> &syntax::Name {
    match item {
        Item::Interface(one) => &one.name,
        Item::Struct(one) => &one.name,
        Item::Constant(one) => &one.name,
    }
}
