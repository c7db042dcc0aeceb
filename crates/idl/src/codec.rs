//! Values on the wire and as JSON, by the model: for whoever looks at a conversation from outside. The
//! wire format is in `docs/idl/protocol.md`; programs have generated code for it.
//!
//! Numbers, truth values and texts are themselves; a character is a text of length 1, by its byte; a text
//! that is not UTF-8 is `{"bytes": "c3a9…"}`; a `float` that is no number is `"NaN"`, `"inf"`, `"-inf"`;
//! arrays are arrays, and structs objects.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value as Json};

use crate::model::{Base, Direction, Expression, Function, Model, Scalar, Value};
use crate::syntax::Operator;

/// Whole numbers that lengths are computed with, by the names of parameters.
pub type Known = BTreeMap<String, i64>;

/// Named values, in order; the result is called `result`.
pub type Named = Vec<(String, Json)>;

/// Why bytes are no values of a function, or values no bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// There are too few bytes.
    #[error("it ends in {0}")]
    Short(String),
    /// There are too many.
    #[error("{0} bytes follow the last value")]
    Long(usize),
    /// A length is below 0 or cannot be computed.
    #[error("the length of {0} is wrong")]
    Length(String),
    /// A value is not of the parameter's type.
    #[error("{0} is not of its type")]
    Type(String),
}

/// Name of a function's result.
pub const RESULT: &str = "result";

/// The values of a call: its `in` and `inout` parameters. `known` gets what later lengths need.
///
/// # Errors
/// [`CodecError`].
pub fn decode_call(
    model: &Model,
    function: &Function,
    bytes: &[u8],
    known: &mut Known,
) -> Result<Named, CodecError> {
    decode(model, &sent(function), bytes, known)
}

/// The values of a reply: `inout` and `out` parameters, and the result; `known` is from the call.
///
/// # Errors
/// [`CodecError`].
pub fn decode_reply(
    model: &Model,
    function: &Function,
    bytes: &[u8],
    known: &mut Known,
) -> Result<Named, CodecError> {
    decode(model, &returned(function), bytes, known)
}

/// The bytes of a call.
///
/// # Errors
/// [`CodecError`].
pub fn encode_call(
    model: &Model,
    function: &Function,
    values: &Map<String, Json>,
    known: &mut Known,
) -> Result<Vec<u8>, CodecError> {
    encode(model, &sent(function), values, known)
}

/// The bytes of a reply.
///
/// # Errors
/// [`CodecError`].
pub fn encode_reply(
    model: &Model,
    function: &Function,
    values: &Map<String, Json>,
    known: &mut Known,
) -> Result<Vec<u8>, CodecError> {
    encode(model, &returned(function), values, known)
}

fn sent(function: &Function) -> Vec<(&str, &Value)> {
    let parameters = function.parameters.iter();
    parameters
        .filter(|one| one.direction != Direction::Out)
        .map(|one| (one.name.as_str(), &one.value))
        .collect()
}

fn returned(function: &Function) -> Vec<(&str, &Value)> {
    let parameters = function.parameters.iter();
    parameters
        .filter(|one| one.direction != Direction::In)
        .map(|one| (one.name.as_str(), &one.value))
        .chain(function.result.as_ref().map(|value| (RESULT, value)))
        .collect()
}

fn decode(
    model: &Model,
    fields: &[(&str, &Value)],
    bytes: &[u8],
    known: &mut Known,
) -> Result<Named, CodecError> {
    let mut reader = Reader { model, left: bytes };
    let mut named = Named::new();
    for (name, value) in fields {
        let json = reader.value(name, value, known)?;
        note(known, name, &json);
        named.push(((*name).to_owned(), json));
    }
    if reader.left.is_empty() { Ok(named) } else { Err(CodecError::Long(reader.left.len())) }
}

fn encode(
    model: &Model,
    fields: &[(&str, &Value)],
    values: &Map<String, Json>,
    known: &mut Known,
) -> Result<Vec<u8>, CodecError> {
    let mut writer = Writer { model, bytes: Vec::new() };
    for (name, value) in fields {
        let json = values.get(*name).ok_or_else(|| CodecError::Type((*name).to_owned()))?;
        writer.value(name, value, json, known)?;
        note(known, name, json);
    }
    Ok(writer.bytes)
}

/// Keeps a whole number, for lengths.
fn note(known: &mut Known, name: &str, json: &Json) {
    if let Some(number) = json.as_i64() {
        known.insert(name.to_owned(), number);
    }
}

fn length(name: &str, value: &Value, dimension: usize, known: &Known) -> Result<usize, CodecError> {
    let number = compute(&value.lengths[dimension].expression, known);
    number
        .and_then(|number| usize::try_from(number).ok())
        .ok_or_else(|| CodecError::Length(name.to_owned()))
}

fn compute(expression: &Expression, known: &Known) -> Option<i64> {
    match expression {
        Expression::Number { value } => Some(*value),
        Expression::Name { name } => known.get(name).copied(),
        Expression::Negate { inner } => compute(inner, known)?.checked_neg(),
        Expression::Binary { operator, left, right } => {
            let (left, right) = (compute(left, known)?, compute(right, known)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left.checked_mul(right),
            }
        }
    }
}

struct Reader<'a> {
    model: &'a Model,
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, name: &str, count: usize) -> Result<&'a [u8], CodecError> {
        let taken = self.left.split_at_checked(count);
        let (taken, left) = taken.ok_or_else(|| CodecError::Short(name.to_owned()))?;
        self.left = left;
        Ok(taken)
    }

    fn value(&mut self, name: &str, value: &Value, known: &Known) -> Result<Json, CodecError> {
        self.array(name, value, 0, known)
    }

    fn array(
        &mut self,
        name: &str,
        value: &Value,
        dimension: usize,
        known: &Known,
    ) -> Result<Json, CodecError> {
        if dimension == value.lengths.len() {
            return self.element(name, value.base);
        }
        let length = length(name, value, dimension, known)?;
        // No more than there can be: an element may be empty only where it is an array or a struct.
        let mut elements = Vec::with_capacity(length.min(self.left.len()));
        for _ in 0..length {
            if self.left.is_empty() && elements.len() > MOST_EMPTY {
                return Err(CodecError::Short(name.to_owned()));
            }
            elements.push(self.array(name, value, dimension + 1, known)?);
        }
        Ok(Json::Array(elements))
    }

    fn element(&mut self, name: &str, base: Base) -> Result<Json, CodecError> {
        match base {
            Base::Scalar(scalar) => {
                let bytes = self.take(name, scalar.bytes() as usize)?;
                Ok(scalar_to_json(scalar, bytes))
            }
            Base::String => {
                let count = self.take(name, 4)?;
                let count = count.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
                let text = self.take(name, count)?;
                Ok(match std::str::from_utf8(text) {
                    Ok(text) => Json::from(text),
                    Err(_) => {
                        Json::Object(Map::from_iter([("bytes".to_owned(), hex(text).into())]))
                    }
                })
            }
            Base::Struct(place) => {
                let mut known = Known::new();
                let mut object = Map::new();
                for member in &self.model.structs[place].members {
                    let json = self.value(&member.name, &member.value, &known)?;
                    note(&mut known, &member.name, &json);
                    object.insert(member.name.clone(), json);
                }
                Ok(Json::Object(object))
            }
        }
    }
}

/// Elements without bytes that are read; more say nothing.
const MOST_EMPTY: usize = 1 << 16;

fn scalar_to_json(scalar: Scalar, bytes: &[u8]) -> Json {
    let mut eight = [0; 8];
    eight[..bytes.len()].copy_from_slice(bytes);
    let number = u64::from_le_bytes(eight);
    match scalar {
        Scalar::Bool => Json::Bool(number != 0),
        Scalar::Char => Json::from(char::from(bytes[0]).to_string()),
        Scalar::Ubyte | Scalar::Ushort | Scalar::Uint | Scalar::Ulong => Json::from(number),
        Scalar::Short => Json::from(number as i16),
        Scalar::Int => Json::from(number as i32),
        Scalar::Long => Json::from(number as i64),
        Scalar::Float => float(f64::from(f32::from_bits(number as u32))),
        Scalar::Double => float(f64::from_bits(number)),
    }
}

fn float(value: f64) -> Json {
    Number::from_f64(value).map_or_else(|| Json::from(value.to_string()), Json::Number)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

struct Writer<'a> {
    model: &'a Model,
    bytes: Vec<u8>,
}

impl Writer<'_> {
    fn value(
        &mut self,
        name: &str,
        value: &Value,
        json: &Json,
        known: &Known,
    ) -> Result<(), CodecError> {
        self.array(name, value, 0, json, known)
    }

    fn array(
        &mut self,
        name: &str,
        value: &Value,
        dimension: usize,
        json: &Json,
        known: &Known,
    ) -> Result<(), CodecError> {
        if dimension == value.lengths.len() {
            return self.element(value.base, json).ok_or_else(|| CodecError::Type(name.to_owned()));
        }
        let elements = json.as_array().ok_or_else(|| CodecError::Type(name.to_owned()))?;
        if elements.len() != length(name, value, dimension, known)? {
            return Err(CodecError::Length(name.to_owned()));
        }
        for element in elements {
            self.array(name, value, dimension + 1, element, known)?;
        }
        Ok(())
    }

    fn element(&mut self, base: Base, json: &Json) -> Option<()> {
        match base {
            Base::Scalar(scalar) => {
                let bytes = scalar_from_json(scalar, json)?;
                self.bytes.extend_from_slice(&bytes[..scalar.bytes() as usize]);
            }
            Base::String => {
                let text = match json {
                    Json::String(text) => text.clone().into_bytes(),
                    Json::Object(object) => unhex(object.get("bytes")?.as_str()?)?,
                    _ => return None,
                };
                self.bytes.extend_from_slice(&u32::try_from(text.len()).ok()?.to_le_bytes());
                self.bytes.extend(text);
            }
            Base::Struct(place) => {
                let object = json.as_object()?;
                let mut known = Known::new();
                let model = self.model;
                for member in &model.structs[place].members {
                    let json = object.get(&member.name)?;
                    self.value(&member.name, &member.value, json, &known).ok()?;
                    note(&mut known, &member.name, json);
                }
            }
        }
        Some(())
    }
}

fn scalar_from_json(scalar: Scalar, json: &Json) -> Option<[u8; 8]> {
    let number = || match json {
        Json::String(text) => text.parse::<f64>().ok(),
        other => other.as_f64(),
    };
    let bits = match scalar {
        Scalar::Bool => u64::from(json.as_bool()?),
        Scalar::Char => u64::from(u8::try_from(json.as_str()?.chars().next()?).ok()?),
        Scalar::Float => u64::from((number()? as f32).to_bits()),
        Scalar::Double => number()?.to_bits(),
        Scalar::Ulong => json.as_u64()?,
        _ => {
            let (low, high) = scalar.limits()?;
            let value = json.as_i64()?;
            (low <= i128::from(value) && i128::from(value) <= high).then_some(value as u64)?
        }
    };
    Some(bits.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const IDL: &str = "
        struct Point { [Range(0, 9)] ubyte n; double[n] at; string name; };
        interface Main { };
        interface child {
            long[n] f([Range(0, 9)] int n, char c, bool[2][n] flags, ulong big, float odd, Point p, inout short s, out Point[2] q);
        };";

    fn model() -> Model {
        crate::check(IDL).model.expect("it is right")
    }

    #[test]
    fn what_is_encoded_is_decoded_as_it_was() {
        let model = model();
        let function = &model.children()[0].functions[0];
        let point = json!({"n": 2, "at": [0.1, -1e300], "name": "caf\u{e9}"});
        let odd = json!({"n": 0, "at": [], "name": {"bytes": "fffe00"}});
        let call = json!({
            "n": 1, "c": "\u{ff}", "flags": [[true], [false]], "big": u64::MAX, "odd": "NaN",
            "p": point, "s": -7,
        });
        let reply = json!({"s": 32767, "q": [point, odd], "result": [i64::MIN]});
        let (mut there, mut back) = (Known::new(), Known::new());
        for (values, is_call) in [(&call, true), (&reply, false)] {
            let values = values.as_object().expect("an object");
            let (bytes, named) = if is_call {
                let bytes = encode_call(&model, function, values, &mut there).expect("bytes");
                let named = decode_call(&model, function, &bytes, &mut back).expect("values");
                (bytes, named)
            } else {
                let bytes = encode_reply(&model, function, values, &mut there).expect("bytes");
                let named = decode_reply(&model, function, &bytes, &mut back).expect("values");
                (bytes, named)
            };
            assert_eq!(&Map::from_iter(named), values, "{bytes:?}");
        }
        assert_eq!(back.get("n"), Some(&1));
    }

    #[test]
    fn bytes_that_are_no_values_are_refused() {
        let model = model();
        let function = &model.children()[0].functions[0];
        let decode = |bytes: &[u8]| decode_call(&model, function, bytes, &mut Known::new());
        assert_eq!(decode(&[1, 0]), Err(CodecError::Short("n".to_owned())));
        let negative = [&[0xff; 4][..], b"c"].concat();
        assert_eq!(decode(&negative), Err(CodecError::Length("flags".to_owned())));
        let huge = [&9_i32.to_le_bytes()[..], b"c"].concat();
        assert_eq!(decode(&huge), Err(CodecError::Short("flags".to_owned())));
    }
}
