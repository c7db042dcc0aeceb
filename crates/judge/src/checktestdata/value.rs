//! Values and arithmetic.

use std::cmp::Ordering;

use super::syntax::{Comparison, Operator};

/// A number or a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Integer(i128),
    Float(f64),
    Text(Vec<u8>),
}

const TOO_LARGE: &str = "an integer of more than 127 bits, which is not supported";

impl Value {
    /// As a number of the machine.
    ///
    /// # Errors
    /// In words, for a text.
    pub(super) fn float(&self) -> Result<f64, String> {
        match self {
            Value::Integer(value) => Ok(*value as f64),
            Value::Float(value) => Ok(*value),
            Value::Text(_) => Err("a text stands where a number is needed".to_owned()),
        }
    }

    /// As an integer.
    ///
    /// # Errors
    /// In words, for anything else.
    pub(super) fn integer(&self) -> Result<i128, String> {
        match self {
            Value::Integer(value) => Ok(*value),
            Value::Float(_) => {
                Err("a floating-point number stands where an integer is needed".to_owned())
            }
            Value::Text(_) => Err("a text stands where an integer is needed".to_owned()),
        }
    }

    /// As a text.
    ///
    /// # Errors
    /// In words, for a number.
    pub(super) fn text(&self) -> Result<&[u8], String> {
        match self {
            Value::Text(text) => Ok(text),
            _ => Err("a number stands where a text is needed".to_owned()),
        }
    }

    /// The same with the other sign.
    ///
    /// # Errors
    /// In words.
    pub(super) fn negated(&self) -> Result<Value, String> {
        match self {
            Value::Integer(value) => {
                value.checked_neg().map(Value::Integer).ok_or(TOO_LARGE.to_owned())
            }
            other => Ok(Value::Float(-other.float()?)),
        }
    }

    /// For messages.
    pub(super) fn shown(&self) -> String {
        match self {
            Value::Integer(value) => value.to_string(),
            Value::Float(value) => value.to_string(),
            Value::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        }
    }

    /// A key under which equal values are the same.
    pub(super) fn key(&self) -> Vec<u8> {
        match self {
            Value::Integer(value) => format!("n{value}").into_bytes(),
            // A whole number is the same whatever it was written as.
            Value::Float(value) if value.fract() == 0.0 && value.abs() < 1e38 => {
                format!("n{}", *value as i128).into_bytes()
            }
            Value::Float(value) => format!("n{value}").into_bytes(),
            Value::Text(text) => [b"t", &text[..]].concat(),
        }
    }
}

/// `left operator right`.
///
/// # Errors
/// In words: texts, divisions by 0, and what is too large.
pub(super) fn calculate(operator: Operator, left: &Value, right: &Value) -> Result<Value, String> {
    if let (Value::Integer(left), Value::Integer(right)) = (left, right) {
        return integers(operator, *left, *right).map(Value::Integer);
    }
    let (left, exponent) = (left.float()?, right);
    let right = right.float()?;
    Ok(Value::Float(match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        Operator::Divided if right == 0.0 => return Err("a division by 0".to_owned()),
        Operator::Divided => left / right,
        Operator::Modulo => return Err("% is for integers".to_owned()),
        Operator::Power => match exponent {
            Value::Integer(exponent) => left.powi(i32::try_from(*exponent).map_err(|_| TOO_LARGE)?),
            _ => return Err("an exponent must be an integer".to_owned()),
        },
    }))
}

fn integers(operator: Operator, left: i128, right: i128) -> Result<i128, String> {
    let zero = || "a division by 0".to_owned();
    let result = match operator {
        Operator::Plus => left.checked_add(right),
        Operator::Minus => left.checked_sub(right),
        Operator::Times => left.checked_mul(right),
        Operator::Divided | Operator::Modulo if right == 0 => return Err(zero()),
        Operator::Divided => left.checked_div(right),
        Operator::Modulo => left.checked_rem(right),
        Operator::Power if right < 0 => return Err("an exponent must not be negative".to_owned()),
        Operator::Power => match (left, u32::try_from(right)) {
            (0 | 1, Err(_)) => Some(left),
            (_, Err(_)) => None,
            (_, Ok(exponent)) => left.checked_pow(exponent),
        },
    };
    result.ok_or_else(|| TOO_LARGE.to_owned())
}

/// `left comparison right`.
///
/// # Errors
/// In words: a number and a text.
pub(super) fn compare(comparison: Comparison, left: &Value, right: &Value) -> Result<bool, String> {
    let ordering = match (left, right) {
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::Text(_), _) | (_, Value::Text(_)) => {
            return Err("a number is compared with a text".to_owned());
        }
        (left, right) => left.float()?.partial_cmp(&right.float()?),
    };
    Ok(match comparison {
        Comparison::Less => ordering == Some(Ordering::Less),
        Comparison::Greater => ordering == Some(Ordering::Greater),
        Comparison::AtMost => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
        Comparison::AtLeast => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
        Comparison::Equal => ordering == Some(Ordering::Equal),
        Comparison::Different => ordering != Some(Ordering::Equal),
    })
}
