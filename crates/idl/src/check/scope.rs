//! What an expression may refer to, and between which bounds its value lies.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::model;
use crate::syntax::{Expression, Operator};
use crate::{Span, syntax};

/// Something that an expression may name.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// A constant and its value.
    Constant(i64),
    /// A parameter or member whose value is there: its least and greatest, and whether a range says
    /// so.
    Value { least: i128, greatest: i128, ranged: bool },
    /// One whose value cannot be counted with, and why.
    Unusable(&'static str),
    /// One whose value is not there yet, and why.
    Later(&'static str),
}

/// Names and what they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) names: HashMap<String, (Known, Span)>,
}

/// An expression that makes sense.
pub(super) struct Evaluated {
    pub(super) expression: model::Expression,
    pub(super) least: i128,
    pub(super) greatest: i128,
    /// A name in it that has no range, if any.
    pub(super) unranged: Option<syntax::Name>,
}

impl Scope {
    /// What an expression means here; `None` where it makes no sense, which was reported.
    pub(super) fn evaluate(
        &self,
        expression: &Expression,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<Evaluated> {
        let evaluated = self.value(expression, errors)?;
        let fits = |value: i128| i64::try_from(value).is_ok();
        if fits(evaluated.least) && fits(evaluated.greatest) {
            return Some(evaluated);
        }
        errors.push(
            Diagnostic::error(
                Code::Overflow,
                expression.span(),
                "this can leave 64 bits with a sign",
            )
            .label(format!("from {} to {}", evaluated.least, evaluated.greatest))
            .help("give the parameters in it narrower ranges"),
        );
        None
    }

    fn value(&self, expression: &Expression, errors: &mut Vec<Diagnostic>) -> Option<Evaluated> {
        match expression {
            Expression::Missing(_) => None,
            Expression::Number(value, _) => Some(number(*value)),
            Expression::Name(name) => self.name(name, errors),
            Expression::Negate(inner, _) => {
                let inner = self.value(inner, errors)?;
                Some(Evaluated {
                    expression: model::Expression::Negate { inner: Box::new(inner.expression) },
                    least: -inner.greatest,
                    greatest: -inner.least,
                    unranged: inner.unranged,
                })
            }
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.value(left, errors), self.value(right, errors));
                let (left, right) = (left?, right?);
                let [least, greatest] = extremes(*operator, &left, &right).or_else(|| {
                    let message = "this can leave every number that we can count with";
                    errors.push(
                        Diagnostic::error(Code::Overflow, expression.span(), message)
                            .help("give the parameters in it narrower ranges"),
                    );
                    None
                })?;
                Some(Evaluated {
                    expression: model::Expression::Binary {
                        operator: *operator,
                        left: Box::new(left.expression),
                        right: Box::new(right.expression),
                    },
                    least,
                    greatest,
                    unranged: left.unranged.or(right.unranged),
                })
            }
        }
    }

    /// The names that can be counted with here.
    fn usable(&self) -> impl Iterator<Item = &String> {
        let counts = |known: &Known| matches!(known, Known::Constant(_) | Known::Value { .. });
        self.names.iter().filter(move |(_, (known, _))| counts(known)).map(|(name, _)| name)
    }

    fn name(&self, name: &syntax::Name, errors: &mut Vec<Diagnostic>) -> Option<Evaluated> {
        let unusable = |code, why: &str, declared: Span| {
            Some(
                Diagnostic::error(
                    code,
                    name.span,
                    format!("`{}` cannot be counted with here", name.text),
                )
                .label(why)
                .related(declared, "declared here")
                .help(match code {
                    Code::NotYetKnown => "pass it before this one",
                    _ => "use a whole number that travels in the same direction",
                }),
            )
        };
        let error = match self.names.get(&name.text) {
            Some((Known::Constant(value), _)) => return Some(number(*value)),
            Some((Known::Value { least, greatest, ranged }, _)) => {
                return Some(Evaluated {
                    expression: model::Expression::Name { name: name.text.clone() },
                    least: *least,
                    greatest: *greatest,
                    unranged: (!ranged).then(|| name.clone()),
                });
            }
            Some((Known::Unusable(why), span)) => unusable(Code::NotAnInteger, why, *span),
            Some((Known::Later(why), span)) => unusable(Code::NotYetKnown, why, *span),
            None => Some(
                Diagnostic::error(
                    Code::UnknownName,
                    name.span,
                    format!("`{}` is not known here", name.text),
                )
                .label("neither a constant nor an earlier parameter")
                .help(match nearest(&name.text, self.usable()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "pass it as a parameter before this one, or declare it with `const`"
                        .to_owned(),
                }),
            ),
        };
        errors.extend(error);
        None
    }
}

fn number(value: i64) -> Evaluated {
    let wide = i128::from(value);
    Evaluated {
        expression: model::Expression::Number { value },
        least: wide,
        greatest: wide,
        unranged: None,
    }
}

fn extremes(operator: Operator, left: &Evaluated, right: &Evaluated) -> Option<[i128; 2]> {
    let combine = |a: i128, b: i128| match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
    };
    let corners = [
        combine(left.least, right.least)?,
        combine(left.least, right.greatest)?,
        combine(left.greatest, right.least)?,
        combine(left.greatest, right.greatest)?,
    ];
    Some([*corners.iter().min()?, *corners.iter().max()?])
}

/// The known name that a wrong one most likely stands for.
pub(super) fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a String>) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    known
        .map(|name| (distance(&lower, &name.to_lowercase()), name.as_str()))
        .filter(|(distance, name)| *distance <= 2 && *distance < name.len().max(wrong.len()))
        .min()
        .map(|(_, name)| name)
}

/// Edits between two words, of the first 40 bytes.
fn distance(left: &str, right: &str) -> usize {
    let (left, right) =
        (&left.as_bytes()[..left.len().min(40)], &right.as_bytes()[..right.len().min(40)]);
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, a) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (to, b) in right.iter().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[to + 1];
            row[to + 1] = change.min(diagonal + 1).min(row[to] + 1);
        }
    }
    row[right.len()]
}
