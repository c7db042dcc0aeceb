//! Values and arithmetic. Numbers are exact and of any size up to [`MOST_BITS`].

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;

use super::syntax::{Comparison, Operator};

/// Bits of a number, at most.
const MOST_BITS: u64 = 1 << 16;

/// Characters of a value in a message, at most.
const MOST_SHOWN: usize = 60;

/// A number or a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Integer(BigInt),
    /// Boxed, because it is the rarest and by far the largest.
    Float(Box<BigRational>),
    Text(Vec<u8>),
}

/// What is equal where values are: `1` and `1.0` are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Number(Box<BigRational>),
    Integer(BigInt),
    Text(Vec<u8>),
}

impl Value {
    pub(super) fn float(value: BigRational) -> Value {
        Value::Float(Box::new(value))
    }

    /// As a fraction.
    ///
    /// # Errors
    /// In words, for a text.
    pub(super) fn number(&self) -> Result<BigRational, String> {
        match self {
            Value::Integer(value) => Ok(value.clone().into()),
            Value::Float(value) => Ok((**value).clone()),
            Value::Text(_) => Err("a text stands where a number is needed".to_owned()),
        }
    }

    /// As an integer.
    ///
    /// # Errors
    /// In words, for anything else.
    pub(super) fn integer(&self) -> Result<&BigInt, String> {
        match self {
            Value::Integer(value) => Ok(value),
            Value::Float(_) => {
                Err("a floating-point number stands where an integer is needed".to_owned())
            }
            Value::Text(_) => Err("a text stands where an integer is needed".to_owned()),
        }
    }

    /// As an integer that counts or names something.
    ///
    /// # Errors
    /// In words, for anything else, and beyond 127 bits.
    pub(super) fn index(&self) -> Result<i128, String> {
        let value = self.integer()?;
        i128::try_from(value).map_err(|_| format!("{} is too large here", self.shown()))
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
    pub(super) fn negated(self) -> Result<Value, String> {
        match self {
            Value::Integer(value) => Ok(Value::Integer(-value)),
            Value::Float(value) => Ok(Value::float(-*value)),
            Value::Text(_) => Err("a text stands where a number is needed".to_owned()),
        }
    }

    /// For messages.
    pub(super) fn shown(&self) -> String {
        let text = match self {
            Value::Integer(value) => value.to_string(),
            Value::Float(value) => shown_fraction(value),
            Value::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        };
        if text.chars().count() <= MOST_SHOWN {
            return text;
        }
        text.chars().take(MOST_SHOWN).chain("…".chars()).collect()
    }

    /// What is equal where this is.
    pub(super) fn key(&self) -> Key {
        match self {
            Value::Integer(value) => Key::Integer(value.clone()),
            Value::Float(value) if value.is_integer() => Key::Integer(value.to_integer()),
            Value::Float(value) => Key::Number(value.clone()),
            Value::Text(text) => Key::Text(text.clone()),
        }
    }

    /// How much it takes, in words of 64 bits.
    pub(super) fn words(&self) -> usize {
        let bits = match self {
            Value::Integer(value) => value.bits(),
            Value::Float(value) => value.numer().bits() + value.denom().bits(),
            Value::Text(text) => text.len() as u64 * 8,
        };
        bits as usize / 64 + 1
    }

    /// Whether it is no larger than numbers are to be.
    fn bounded(self) -> Result<Value, String> {
        match &self {
            Value::Text(_) => Ok(self),
            _ if self.words() as u64 * 64 <= MOST_BITS => Ok(self),
            _ => Err(too_large()),
        }
    }
}

fn too_large() -> String {
    format!("a number of more than {MOST_BITS} bits, which is not supported")
}

/// A fraction as digits where it ends within a few, and else as a fraction.
fn shown_fraction(value: &BigRational) -> String {
    for decimals in 0..=18_usize {
        let scaled = value * BigInt::from(10).pow(decimals as u32);
        if !scaled.is_integer() {
            continue;
        }
        let digits = scaled.to_integer();
        let sign = if digits.sign() == Sign::Minus { "-" } else { "" };
        let digits = format!("{:0>width$}", digits.magnitude().to_string(), width = decimals + 1);
        let (whole, rest) = digits.split_at(digits.len() - decimals);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{whole}{point}{rest}");
    }
    value.to_string()
}

/// `left operator right`.
///
/// # Errors
/// In words: texts, divisions by 0, and what is too large.
pub(super) fn calculate(operator: Operator, left: &Value, right: &Value) -> Result<Value, String> {
    let zero = || "a division by 0".to_owned();
    let nothing = BigInt::ZERO;
    if operator == Operator::Power {
        return power(left, right.integer()?);
    }
    let value = if let (Value::Integer(left), Value::Integer(right)) = (left, right) {
        Value::Integer(match operator {
            Operator::Plus => left + right,
            Operator::Minus => left - right,
            Operator::Times => left * right,
            _ if *right == nothing => return Err(zero()),
            Operator::Divided => left / right,
            _ => left % right,
        })
    } else {
        let (left, right) = (left.number()?, right.number()?);
        Value::float(match operator {
            Operator::Plus => left + right,
            Operator::Minus => left - right,
            Operator::Times => left * right,
            Operator::Divided if *right.numer() == nothing => return Err(zero()),
            Operator::Divided => left / right,
            _ => return Err("% is for integers".to_owned()),
        })
    };
    value.bounded()
}

fn power(base: &Value, exponent: &BigInt) -> Result<Value, String> {
    if exponent.sign() == Sign::Minus {
        return Err("an exponent must not be negative".to_owned());
    }
    let bits = match base {
        Value::Integer(base) if base.bits() <= 1 => 1,
        Value::Text(_) => return Err("a text stands where a number is needed".to_owned()),
        other => other.words() as u64 * 64,
    };
    let small = u32::try_from(exponent).ok();
    if bits <= 1 {
        // 0, 1 and -1: only whether the exponent is 0, or odd, matters.
        let Value::Integer(base) = base else { return Err(too_large()) };
        let exponent = match small {
            Some(exponent) => exponent.min(2 + exponent % 2),
            None => 2 + u32::from(exponent.bit(0)),
        };
        return Ok(Value::Integer(base.pow(exponent)));
    }
    // The words are rounded up: a power that is just within the bound may still be made.
    let Some(exponent) = small.filter(|&exponent| u64::from(exponent) <= MOST_BITS) else {
        return Err(too_large());
    };
    let exact = match base {
        Value::Integer(base) => base.bits(),
        Value::Float(base) => base.numer().bits().max(base.denom().bits()),
        Value::Text(_) => 0,
    };
    if exact.saturating_mul(exponent.into()) > 2 * MOST_BITS {
        return Err(too_large());
    }
    match base {
        Value::Integer(base) => Value::Integer(base.pow(exponent)),
        other => Value::float(other.number()?.pow(exponent as i32)),
    }
    .bounded()
}

/// `left comparison right`.
///
/// # Errors
/// In words: a number and a text.
pub(super) fn compare(comparison: Comparison, left: &Value, right: &Value) -> Result<bool, String> {
    let ordering = match (left, right) {
        (Value::Text(left), Value::Text(right)) => left.cmp(right),
        (Value::Integer(left), Value::Integer(right)) => left.cmp(right),
        (Value::Text(_), _) | (_, Value::Text(_)) => {
            return Err("a number is compared with a text".to_owned());
        }
        (left, right) => left.number()?.cmp(&right.number()?),
    };
    Ok(match comparison {
        Comparison::Less => ordering == Ordering::Less,
        Comparison::Greater => ordering == Ordering::Greater,
        Comparison::AtMost => ordering != Ordering::Greater,
        Comparison::AtLeast => ordering != Ordering::Less,
        Comparison::Equal => ordering == Ordering::Equal,
        Comparison::Different => ordering != Ordering::Equal,
    })
}
