//! Interfaces and functions.

use super::attributes::Place;
use super::scope::{Known, Scope};
use super::values::known;
use super::{Checker, MANY};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Direction, Function, Interface, Parameter, Permission, Value};
use crate::syntax::{self, Attribute, Expression};

impl Checker {
    pub(super) fn interface(&mut self, interface: &syntax::Interface, main: bool) -> Interface {
        let good = self.attributes(&interface.attributes, Place::Interface);
        let shared_memory =
            Self::find(&good, "ShmSize").and_then(|attribute| self.count(attribute, 0));
        let names: Vec<&syntax::Name> =
            interface.functions.iter().map(|function| &function.name).collect();
        self.names(&names, "this interface");
        if let Some(function) = interface.functions.get(MANY) {
            self.push(
                Diagnostic::error(
                    Code::TooMany,
                    function.name.span,
                    format!("more than {MANY} functions"),
                )
                .help("leave some out"),
            );
        }
        Interface {
            name: interface.name.text.clone(),
            documentation: interface.documentation.clone(),
            functions: interface
                .functions
                .iter()
                .map(|function| self.function(function, main))
                .collect(),
            shared_memory,
        }
    }

    fn function(&mut self, function: &syntax::Function, main: bool) -> Function {
        let place = if main { Place::MainFunction } else { Place::Function };
        let good = self.attributes(&function.attributes, place);
        let names: Vec<&syntax::Name> = function.parameters.iter().map(|one| &one.name).collect();
        self.names(&names, "this function");
        let mut scopes = Scopes::new(&self.scope, function);
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let direction = match parameter.direction.as_ref().map(|word| word.text.as_str()) {
                Some("out") => Direction::Out,
                Some("inout") => Direction::InOut,
                _ => Direction::In,
            };
            let good = self.attributes(&parameter.attributes, Place::Parameter);
            let scope = if direction == Direction::Out { &scopes.reply } else { &scopes.call };
            let value = self.value(&parameter.value_type, &good, scope);
            scopes.add(parameter, direction, value.as_ref());
            if let Some(value) = value {
                parameters.push(Parameter {
                    name: parameter.name.text.clone(),
                    documentation: parameter.documentation.clone(),
                    direction,
                    value,
                });
            }
        }
        let result = self.result(function, &good, &scopes.reply);
        Function {
            name: function.name.text.clone(),
            documentation: function.documentation.clone(),
            parameters,
            result,
            // Main may end inside of anything that it was asked to do.
            no_return: main || Self::find(&good, "NoReturn").is_some(),
            calls: Self::find(&good, "Calls").and_then(|attribute| self.count(attribute, 0)),
            allowed: self.allowed(&good),
        }
    }

    fn result(
        &mut self,
        function: &syntax::Function,
        good: &[&Attribute],
        scope: &Scope,
    ) -> Option<Value> {
        if function.result.base.text != "void" || !function.result.lengths.is_empty() {
            return self.value(&function.result, good, scope);
        }
        for name in ["Range", "Length"] {
            if let Some(attribute) = Self::find(good, name) {
                self.push(
                    Diagnostic::error(
                        Code::MisplacedAttribute,
                        attribute.span,
                        format!("`{name}` before a function is about its result, and it has none"),
                    )
                    .help("put it before a parameter"),
                );
            }
        }
        None
    }

    fn allowed(&mut self, good: &[&Attribute]) -> Option<Vec<Permission>> {
        let mut allowed = Vec::new();
        let attributes: Vec<&&Attribute> =
            good.iter().filter(|attribute| attribute.name.text == "Allow").collect();
        for attribute in &attributes {
            let calls = if attribute.arguments.len() > 1 { self.count(attribute, 1) } else { None };
            let first = &attribute.arguments[0];
            let place = match first {
                Expression::Name(name) => {
                    self.interface_names.iter().skip(1).position(|known| *known == name.text)
                }
                _ => None,
            };
            match place {
                Some(place) => allowed.push(Permission { interface: place + 1, calls }),
                None => {
                    let children = self.interface_names.get(1..).unwrap_or_default().join(", ");
                    self.push(
                        Diagnostic::error(
                            Code::UnknownInterface,
                            first.span(),
                            "this is no interface of contestants",
                        )
                        .help(format!("use one of: {children}")),
                    );
                }
            }
        }
        (!attributes.is_empty()).then_some(allowed)
    }
}

/// What is known to a value that travels with the call, and to one that travels with the reply.
struct Scopes {
    call: Scope,
    reply: Scope,
}

impl Scopes {
    fn new(constants: &Scope, function: &syntax::Function) -> Scopes {
        let mut call = constants.clone();
        for parameter in &function.parameters {
            let later = Known::Later("it comes after this one");
            call.names.insert(parameter.name.text.clone(), (later, parameter.name.span));
        }
        Scopes { reply: call.clone(), call }
    }

    fn add(&mut self, parameter: &syntax::Parameter, direction: Direction, value: Option<&Value>) {
        let meaning = value.map_or(Known::Unusable("its declaration makes no sense"), known);
        let (call, reply) = match direction {
            Direction::In => (meaning.clone(), meaning),
            Direction::Out => (Known::Later("it is known only when the function returns"), meaning),
            // Before or after? Neither would be obvious.
            Direction::InOut => {
                let changes = Known::Unusable("it changes during the call");
                (changes.clone(), changes)
            }
        };
        self.call.names.insert(parameter.name.text.clone(), (call, parameter.name.span));
        self.reply.names.insert(parameter.name.text.clone(), (reply, parameter.name.span));
    }
}
