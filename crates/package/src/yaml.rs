//! YAML as a small tree. The only place that knows the YAML crate.
//!
//! A tree, and not types derived from the files, because unknown keys are reported and not refused,
//! and because a message must name the file and the whole key. The crate's own budgets bound
//! nesting, aliases and the number of nodes against hostile files.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// One node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    Sequence(Vec<Value>),
    /// In the order of the file; the crate refuses a key that stands twice.
    Map(Vec<(String, Value)>),
}

/// Reads one document.
///
/// # Errors
/// The place and the reason, as one line.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    serde_saphyr::from_str(text).map_err(|error| {
        let message = error.to_string();
        message.lines().next().unwrap_or("not YAML").trim().to_owned()
    })
}

impl Value {
    /// What kind of node it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Boolean(_) => "a truth value",
            Value::Integer(_) => "an integer",
            Value::Float(_) => "a number",
            Value::Text(_) => "a string",
            Value::Sequence(_) => "a sequence",
            Value::Map(_) => "a map",
        }
    }

    /// A finite number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Value::Integer(value) => Some(*value as f64),
            Value::Float(value) => Some(*value).filter(|value| value.is_finite()),
            _ => None,
        }
    }

    /// A scalar as text: what a setter means who writes `[float_tolerance, 1e-6]` without quotes.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Value::Boolean(value) => Some(value.to_string()),
            Value::Integer(value) => Some(value.to_string()),
            Value::Float(value) => Some(value.to_string()),
            Value::Text(value) => Some(value.clone()),
            Value::Null | Value::Sequence(_) | Value::Map(_) => None,
        }
    }
}

/// Writes a map as one document in block style.
pub(crate) fn write(entries: &[(String, Value)]) -> String {
    let mut text = String::new();
    write_map(entries, 0, &mut text);
    text
}

fn write_map(entries: &[(String, Value)], indent: usize, text: &mut String) {
    for (name, value) in entries {
        text.push_str(&" ".repeat(indent));
        text.push_str(&scalar(name));
        text.push(':');
        write_value(value, indent, text);
    }
}

fn write_value(value: &Value, indent: usize, text: &mut String) {
    match value {
        Value::Map(entries) if !entries.is_empty() => {
            text.push('\n');
            write_map(entries, indent + 2, text);
        }
        Value::Sequence(items) if items.iter().any(|item| matches!(item, Value::Map(_))) => {
            text.push('\n');
            for item in items {
                text.push_str(&" ".repeat(indent));
                text.push('-');
                match item {
                    Value::Map(entries) if !entries.is_empty() => {
                        let mut below = String::new();
                        write_map(entries, indent + 2, &mut below);
                        text.push(' ');
                        text.push_str(below.trim_start());
                    }
                    other => write_value(other, indent + 2, text),
                }
            }
        }
        other => {
            text.push(' ');
            text.push_str(&flow(other));
            text.push('\n');
        }
    }
}

/// A value on one line.
fn flow(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        // With a point, so that it is read as a float again.
        Value::Float(value) => format!("{value:?}"),
        Value::Text(value) => scalar(value),
        Value::Sequence(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(name, value)| format!("{}: {}", scalar(name), flow(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// A text: plain where nothing else could be meant, otherwise in double quotes.
fn scalar(value: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_./ -".contains(character);
    let begins = value.starts_with(|character: char| character.is_ascii_alphabetic());
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan"];
    let special = words.contains(&value.to_ascii_lowercase().as_str());
    if begins && !special && !value.ends_with(' ') && value.chars().all(plain) {
        return value.to_owned();
    }
    let mut quoted = String::from("\"");
    for character in value.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            other
                if other.is_control() || matches!(other, '\u{2028}' | '\u{2029}' | '\u{feff}') =>
            {
                quoted.push_str(&format!("\\u{:04x}", u32::from(other)));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Nodes)
    }
}

struct Nodes;

impl<'de> Visitor<'de> for Nodes {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a YAML node")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        // Above the largest signed integer no key has a meaning; as a float it fails its check.
        Ok(i64::try_from(value).map_or(Value::Float(value as f64), Value::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = access.next_element()? {
            values.push(value);
        }
        Ok(Value::Sequence(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_kind_of_node() {
        let text =
            "a: 1\nb: 2.5\nc: yes it is\nd: [x, true]\ne:\nf: {g: -3}\nh: \"7\"\n'7': 1e-6\n";
        let expected = vec![
            ("a".into(), Value::Integer(1)),
            ("b".into(), Value::Float(2.5)),
            ("c".into(), Value::Text("yes it is".into())),
            ("d".into(), Value::Sequence(vec![Value::Text("x".into()), Value::Boolean(true)])),
            ("e".into(), Value::Null),
            ("f".into(), Value::Map(vec![("g".into(), Value::Integer(-3))])),
            ("h".into(), Value::Text("7".into())),
            ("7".into(), Value::Float(1e-6)),
        ];
        assert_eq!(parse(text).unwrap(), Value::Map(expected));
    }

    #[test]
    fn a_version_stays_text() {
        assert_eq!(parse("2025-09").unwrap(), Value::Text("2025-09".into()));
    }

    #[test]
    fn a_key_that_stands_twice_is_an_error_with_its_place() {
        let error = parse("a: 1\nb: 2\na: 3\n").unwrap_err();
        assert!(error.contains('3') && error.contains("dup"), "{error}");
    }

    #[test]
    fn an_alias_bomb_is_refused() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for level in 1..10 {
            let below = format!("*a{}", level - 1);
            let list = [below.as_str(); 9].join(", ");
            text.push_str(&format!("a{level}: &a{level} [{list}]\n"));
        }
        assert!(parse(&text).is_err());
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(parse(&"[".repeat(100_000)).is_err());
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let text = prop_oneof!["[a-z0-9 .:#'\"\\\\-]{0,12}", "\\PC{0,8}", "[ -~\n\t]{0,10}"];
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::Boolean),
            any::<i64>().prop_map(Value::Integer),
            (-1e9..1e9_f64).prop_map(Value::Float),
            text.prop_map(Value::Text),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let map = proptest::collection::btree_map("[a-z][a-z0-9: ]{0,8}", inner.clone(), 1..5);
            prop_oneof![
                proptest::collection::vec(inner, 1..5).prop_map(Value::Sequence),
                map.prop_map(|map| Value::Map(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(value in any_value()) {
            let entries = vec![("a".to_owned(), value), ("b".to_owned(), Value::Integer(1))];
            let text = write(&entries);
            prop_assert_eq!(parse(&text), Ok(Value::Map(entries)), "{}", text);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[ -~\n]{0,80}|\\PC{0,40}") {
            let _: Result<Value, String> = parse(&text);
        }
    }
}
