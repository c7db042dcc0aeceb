//! Attributes: which there are, where they mean something, and what they take.

use super::Checker;
use super::scope::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Attribute;

/// Where an attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Interface,
    Struct,
    /// Of the setter's interface.
    MainFunction,
    /// Of a contestant's.
    Function,
    Parameter,
    Member,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Place::Interface => "an interface",
            Place::Struct => "a struct",
            Place::MainFunction | Place::Function => "a function",
            Place::Parameter => "a parameter",
            Place::Member => "a member",
        }
    }

    fn has_value(self) -> bool {
        !matches!(self, Place::Interface | Place::Struct)
    }
}

/// An attribute: its name, how many arguments it takes, an example, and where it may stand.
struct Known {
    name: &'static str,
    arguments: std::ops::RangeInclusive<usize>,
    example: &'static str,
    places: fn(Place) -> bool,
}

const KNOWN: &[Known] = &[
    Known { name: "Range", arguments: 2..=2, example: "[Range(0, 9)]", places: Place::has_value },
    Known {
        name: "Length",
        arguments: 2..=2,
        example: "[Length(1, 100)]",
        places: Place::has_value,
    },
    Known {
        name: "NoReturn",
        arguments: 0..=0,
        example: "[NoReturn]",
        places: |place| matches!(place, Place::MainFunction | Place::Function),
    },
    Known {
        name: "Calls",
        arguments: 1..=1,
        example: "[Calls(100)]",
        places: |place| matches!(place, Place::MainFunction | Place::Function),
    },
    Known {
        name: "Allow",
        arguments: 1..=2,
        example: "[Allow(encoder, 100)]",
        places: |place| place == Place::MainFunction,
    },
    Known {
        name: "ShmSize",
        arguments: 1..=1,
        example: "[ShmSize(65536)]",
        places: |place| place == Place::Interface,
    },
];

/// Attributes that may stand several times.
const MANY: &[&str] = &["Allow"];

impl Checker {
    /// Those of `attributes` that exist, stand where they may, have the right number of arguments,
    /// and are the first of their kind.
    pub(super) fn attributes<'a>(
        &mut self,
        attributes: &'a [Attribute],
        place: Place,
    ) -> Vec<&'a Attribute> {
        let mut good: Vec<&Attribute> = Vec::new();
        for attribute in attributes {
            let name = &attribute.name.text;
            let Some(known) = KNOWN.iter().find(|known| known.name == name) else {
                let names: Vec<String> = KNOWN.iter().map(|known| known.name.to_owned()).collect();
                let help = match nearest(name, names.iter()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are {}", names.join(", ")),
                };
                self.push(
                    Diagnostic::error(
                        Code::UnknownAttribute,
                        attribute.name.span,
                        format!("there is no attribute `{name}`"),
                    )
                    .help(help),
                );
                continue;
            };
            if !(known.places)(place) {
                let help = match known.name {
                    "Allow" => {
                        "it says which interface may call a function of the setter's interface"
                    }
                    "ShmSize" => "it stands before an interface",
                    "NoReturn" | "Calls" => "it stands before a function",
                    _ => "it stands before a parameter, a member, or a function for its result",
                };
                self.push(
                    Diagnostic::error(
                        Code::MisplacedAttribute,
                        attribute.span,
                        format!("`{name}` means nothing for {}", place.name()),
                    )
                    .help(help),
                );
            } else if !known.arguments.contains(&attribute.arguments.len()) {
                self.push(
                    Diagnostic::error(
                        Code::AttributeArguments,
                        attribute.span,
                        format!("`{name}` with {} arguments", attribute.arguments.len()),
                    )
                    .help(format!("write it like `{}`", known.example)),
                );
            } else if !MANY.contains(&known.name)
                && good.iter().any(|other| other.name.text == *name)
            {
                self.push(
                    Diagnostic::error(
                        Code::RepeatedAttribute,
                        attribute.span,
                        format!("a second `{name}`"),
                    )
                    .label("ignored: the first one holds")
                    .help("remove one of them"),
                );
            } else {
                good.push(attribute);
            }
        }
        good
    }

    /// The first of a kind.
    pub(super) fn find<'a>(attributes: &[&'a Attribute], name: &str) -> Option<&'a Attribute> {
        attributes.iter().copied().find(|attribute| attribute.name.text == name)
    }

    /// An argument that is the same in every call and not negative.
    pub(super) fn count(&mut self, attribute: &Attribute, argument: usize) -> Option<u64> {
        let expression = attribute.arguments.get(argument)?;
        let scope = self.scope.clone();
        let value = scope.evaluate(expression, &mut self.diagnostics)?;
        match u64::try_from(value.least) {
            Ok(value) => Some(value),
            Err(_) => {
                self.push(
                    Diagnostic::error(
                        Code::AttributeArguments,
                        expression.span(),
                        "a count is not negative",
                    )
                    .help("use a number from 0"),
                );
                None
            }
        }
    }
}
