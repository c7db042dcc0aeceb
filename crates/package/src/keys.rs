//! Reading the keys of a map one by one, so that every message names file and key and what nobody
//! asked for is reported at the end.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::error::{PackageError, Warning};
use crate::limits::{LONGEST_SECONDS, MEBIBYTE, MOST_MEBIBYTES};
use crate::yaml::Value;

/// A map whose keys are being read.
pub(crate) struct Keys {
    file: String,
    above: String,
    entries: Vec<(String, Value)>,
    read: BTreeSet<String>,
}

impl Keys {
    /// The top of a document. An empty document is an empty map.
    pub(crate) fn of_document(file: &str, document: Value) -> Result<Keys, PackageError> {
        let entries = match document {
            Value::Map(entries) => entries,
            Value::Null => Vec::new(),
            other => {
                let message = format!("it must be a map, and is {}", other.kind());
                return Err(PackageError::Yaml { file: file.to_owned(), message });
            }
        };
        Ok(Keys { file: file.to_owned(), above: String::new(), entries, read: BTreeSet::new() })
    }

    /// The keys of a file that is not there.
    pub(crate) fn empty(file: &str) -> Keys {
        let (file, above) = (file.to_owned(), String::new());
        Keys { file, above, entries: Vec::new(), read: BTreeSet::new() }
    }

    /// Names of all keys, in the order of the file.
    pub(crate) fn names(&self) -> Vec<String> {
        self.entries.iter().map(|(name, _)| name.clone()).collect()
    }

    /// A warning about this file.
    pub(crate) fn warning(&self, message: impl Into<String>) -> Warning {
        Warning { file: self.file.clone(), message: message.into() }
    }

    /// An error about one of the keys.
    pub(crate) fn error(&self, key: &str, reason: impl Into<String>) -> PackageError {
        PackageError::Key { file: self.file.clone(), key: self.full(key), reason: reason.into() }
    }

    fn full(&self, key: &str) -> String {
        if self.above.is_empty() { key.to_owned() } else { format!("{}.{key}", self.above) }
    }

    fn expected(&self, key: &str, what: &str, found: &Value) -> PackageError {
        self.error(key, format!("it must be {what}, and is {}", found.kind()))
    }

    /// The value of a key, or `None` where it is not there or empty.
    pub(crate) fn value(&mut self, key: &str) -> Option<Value> {
        self.read.insert(key.to_owned());
        let found = self.entries.iter().find(|(name, _)| name == key).map(|(_, value)| value);
        found.filter(|value| **value != Value::Null).cloned()
    }

    /// Marks keys as known without reading them: those for people and archives, not for a judge.
    pub(crate) fn accept(&mut self, keys: &[&str]) {
        self.read.extend(keys.iter().map(|&key| key.to_owned()));
    }

    pub(crate) fn string(&mut self, key: &str) -> Result<Option<String>, PackageError> {
        match self.value(key) {
            None => Ok(None),
            Some(value) => {
                value.text().map(Some).ok_or_else(|| self.expected(key, "a string", &value))
            }
        }
    }

    pub(crate) fn boolean(&mut self, key: &str) -> Result<Option<bool>, PackageError> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::Boolean(value)) => Ok(Some(value)),
            Some(value) => Err(self.expected(key, "true or false", &value)),
        }
    }

    /// A finite number.
    pub(crate) fn number(&mut self, key: &str) -> Result<Option<f64>, PackageError> {
        let value = match self.value(key) {
            None => return Ok(None),
            Some(Value::Integer(value)) => value as f64,
            Some(Value::Float(value)) => value,
            Some(value) => return Err(self.expected(key, "a number", &value)),
        };
        if value.is_finite() {
            Ok(Some(value))
        } else {
            Err(self.error(key, "it must be a finite number"))
        }
    }

    /// A number that is finite and above 0.
    pub(crate) fn positive(&mut self, key: &str) -> Result<Option<f64>, PackageError> {
        match self.number(key)? {
            Some(value) if value <= 0.0 => Err(self.error(key, "it must be above 0")),
            value => Ok(value),
        }
    }

    /// A number that is finite and at least `least`.
    pub(crate) fn at_least(&mut self, key: &str, least: f64) -> Result<Option<f64>, PackageError> {
        match self.number(key)? {
            Some(value) if value < least => {
                Err(self.error(key, format!("it must be at least {least}")))
            }
            value => Ok(value),
        }
    }

    /// Seconds above 0 and within an hour.
    pub(crate) fn seconds(&mut self, key: &str) -> Result<Option<Duration>, PackageError> {
        match self.positive(key)? {
            Some(seconds) if seconds > LONGEST_SECONDS => {
                Err(self.error(key, format!("it must be at most {LONGEST_SECONDS} s")))
            }
            seconds => Ok(seconds.map(Duration::from_secs_f64)),
        }
    }

    /// Whole MiB, as bytes.
    pub(crate) fn mebibytes(&mut self, key: &str) -> Result<Option<u64>, PackageError> {
        Ok(self.count(key, MOST_MEBIBYTES)?.map(|mebibytes| mebibytes * MEBIBYTE))
    }

    /// An integer between 1 and `most`.
    pub(crate) fn count(&mut self, key: &str, most: u64) -> Result<Option<u64>, PackageError> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::Integer(value)) => match u64::try_from(value) {
                Ok(value) if (1..=most).contains(&value) => Ok(Some(value)),
                _ => Err(self.error(key, format!("it must be between 1 and {most}"))),
            },
            Some(value) => Err(self.expected(key, "an integer", &value)),
        }
    }

    /// A sequence of strings; one string alone counts as a sequence of one where `alone`.
    pub(crate) fn strings(
        &mut self,
        key: &str,
        alone: bool,
    ) -> Result<Option<Vec<String>>, PackageError> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        match &value {
            Value::Sequence(items) => {
                let texts = items.iter().map(|item| {
                    item.text().ok_or_else(|| self.expected(key, "a sequence of strings", item))
                });
                texts.collect::<Result<_, _>>().map(Some)
            }
            scalar if alone => match scalar.text() {
                Some(text) => Ok(Some(vec![text])),
                None => Err(self.expected(key, "a string or a sequence of strings", scalar)),
            },
            other => Err(self.expected(key, "a sequence of strings", other)),
        }
    }

    /// A map below this one; an absent one is empty.
    pub(crate) fn map(&mut self, key: &str) -> Result<Keys, PackageError> {
        let entries = match self.value(key) {
            None => Vec::new(),
            Some(Value::Map(entries)) => entries,
            Some(value) => return Err(self.expected(key, "a map", &value)),
        };
        Ok(Keys { file: self.file.clone(), above: self.full(key), entries, read: BTreeSet::new() })
    }

    /// Names of the keys that nobody has asked for.
    pub(crate) fn unread(&self) -> Vec<String> {
        let names = self.entries.iter().map(|(name, _)| name);
        names.filter(|name| !self.read.contains(*name)).cloned().collect()
    }

    /// Reports what nobody has asked for.
    pub(crate) fn finish(self, warnings: &mut Vec<Warning>) {
        for name in self.unread() {
            let message = format!("unknown key {}", self.full(&name));
            warnings.push(Warning { file: self.file.clone(), message });
        }
    }
}
