//! The syntax of Simfile and Sipfile: `name: value`, where a value is a text, a quoted text or an
//! array `[a, b]`, whose entries a comma or a line's end divides. `#` starts a comment. Where a name
//! stands twice, the last counts.

use std::ops::Range;

use crate::error::{PackageError, Warning};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Array(Vec<String>),
}

/// A file with its variables.
#[derive(Debug)]
pub(super) struct ConfigFile {
    file: &'static str,
    entries: Vec<(String, Value)>,
    /// Where each of the entries stands in the text, name and value.
    places: Vec<Range<usize>>,
    read: Vec<String>,
}

impl ConfigFile {
    /// A file that is not there.
    pub(super) fn empty(file: &'static str) -> ConfigFile {
        ConfigFile { file, entries: Vec::new(), places: Vec::new(), read: Vec::new() }
    }

    /// Reads a whole file.
    pub(super) fn parse(file: &'static str, text: &str) -> Result<ConfigFile, PackageError> {
        let mut parser = Parser { text, at: 0, places: Vec::new() };
        let mut entries: Vec<(String, Value)> = Vec::new();
        let parsed = parser.file(&mut entries);
        parsed.map_err(|reason| {
            let line = text[..parser.at].matches('\n').count() + 1;
            PackageError::Syntax { file: file.to_owned(), line, reason }
        })?;
        Ok(ConfigFile { file, entries, places: parser.places, read: Vec::new() })
    }

    /// Where the definition of a variable that counts stands in the text.
    pub(super) fn place(&self, name: &str) -> Option<Range<usize>> {
        let index = self.entries.iter().rposition(|(entry, _)| entry == name)?;
        self.places.get(index).cloned()
    }

    /// An error about a variable.
    pub(super) fn error(&self, name: &str, reason: impl Into<String>) -> PackageError {
        PackageError::Key {
            file: self.file.to_owned(),
            key: name.to_owned(),
            reason: reason.into(),
        }
    }

    pub(super) fn warning(&self, message: impl Into<String>) -> Warning {
        Warning { file: self.file.to_owned(), message: message.into() }
    }

    fn get(&mut self, name: &str) -> Option<&Value> {
        self.read.push(name.to_owned());
        self.entries.iter().rev().find(|(entry, _)| entry == name).map(|(_, value)| value)
    }

    /// A text; an empty one counts as none.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, PackageError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text.clone()).filter(|text| !text.is_empty())),
            Some(Value::Array(_)) => Err(self.error(name, "it must be one value, and is an array")),
        }
    }

    /// An array, entry by entry.
    pub(super) fn array(&mut self, name: &str) -> Result<Option<Vec<String>>, PackageError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Array(entries)) => Ok(Some(entries.clone())),
            Some(Value::Text(_)) => Err(self.error(name, "it must be an array")),
        }
    }

    /// `true` or `false`; absent is false.
    pub(super) fn boolean(&mut self, name: &str) -> Result<bool, PackageError> {
        match self.text(name)?.map(|text| text.to_ascii_lowercase()).as_deref() {
            None | Some("false" | "0" | "off" | "no") => Ok(false),
            Some("true" | "1" | "on" | "yes") => Ok(true),
            Some(_) => Err(self.error(name, "it must be true or false")),
        }
    }

    /// Reports variables that nobody has asked for.
    pub(super) fn finish(self, warnings: &mut Vec<Warning>) {
        for (name, _) in &self.entries {
            if !self.read.contains(name) {
                warnings.push(self.warning(format!("unknown key {name}")));
            }
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    places: Vec<Range<usize>>,
}

/// What divides the values around it.
fn ends(in_array: bool) -> &'static [u8] {
    if in_array { b"\n#,]" } else { b"\n#" }
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skipped) {
            self.at += 1;
        }
    }

    /// White space, line ends and comments.
    fn skip_empty(&mut self) {
        loop {
            self.skip(|byte| byte.is_ascii_whitespace());
            if self.peek() != Some(b'#') {
                return;
            }
            self.skip(|byte| byte != b'\n');
        }
    }

    fn file(&mut self, entries: &mut Vec<(String, Value)>) -> Result<(), &'static str> {
        loop {
            self.skip_empty();
            if self.peek().is_none() {
                return Ok(());
            }
            let start = self.at;
            self.skip(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
            let name = self.text[start..self.at].to_owned();
            if name.is_empty() {
                return Err("there must be a name");
            }
            self.skip(|byte| byte == b' ' || byte == b'\t');
            if !matches!(self.peek(), Some(b':' | b'=')) {
                return Err("there must be : or = after a name");
            }
            self.at += 1;
            self.skip(|byte| byte == b' ' || byte == b'\t');
            let value = match self.peek() {
                Some(b'[') => Value::Array(self.array()?),
                _ => Value::Text(self.value(false)?),
            };
            entries.push((name, value));
            self.places.push(start..self.at);
            self.skip(|byte| byte == b' ' || byte == b'\t' || byte == b'\r');
            if !matches!(self.peek(), None | Some(b'\n' | b'#')) {
                return Err("there must be nothing after a value");
            }
        }
    }

    fn array(&mut self) -> Result<Vec<String>, &'static str> {
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.skip_empty();
            match self.peek() {
                None => return Err("the array is not closed"),
                Some(b']') => {
                    self.at += 1;
                    return Ok(values);
                }
                Some(b',') => self.at += 1,
                Some(_) => {
                    values.push(self.value(true)?);
                    self.skip(|byte| byte == b' ' || byte == b'\t' || byte == b'\r');
                    if self.peek().is_some_and(|byte| !ends(true).contains(&byte)) {
                        return Err("there must be a comma or a line's end between entries");
                    }
                }
            }
        }
    }

    fn value(&mut self, in_array: bool) -> Result<String, &'static str> {
        match self.peek() {
            Some(b'\'') => self.single_quoted(),
            Some(b'"') => self.double_quoted(),
            _ => {
                let start = self.at;
                self.skip(|byte| !ends(in_array).contains(&byte));
                Ok(self.text[start..self.at].trim().to_owned())
            }
        }
    }

    /// Two apostrophes stand for one.
    fn single_quoted(&mut self) -> Result<String, &'static str> {
        let mut value = String::new();
        self.at += 1;
        loop {
            let Some(end) = self.rest().find(['\'', '\n']) else { return Err(OPEN) };
            value.push_str(&self.rest()[..end]);
            self.at += end;
            if self.peek() == Some(b'\n') {
                return Err(OPEN);
            }
            self.at += 1;
            if self.peek() != Some(b'\'') {
                return Ok(value);
            }
            value.push('\'');
            self.at += 1;
        }
    }

    fn double_quoted(&mut self) -> Result<String, &'static str> {
        let mut value = Vec::new();
        self.at += 1;
        loop {
            match self.peek() {
                None | Some(b'\n') => return Err(OPEN),
                Some(b'"') => {
                    self.at += 1;
                    return String::from_utf8(value).map_err(|_| "the text is not UTF-8");
                }
                Some(b'\\') => {
                    self.at += 1;
                    value.push(self.escape()?);
                }
                Some(byte) => {
                    value.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    /// What stands after a backslash.
    fn escape(&mut self) -> Result<u8, &'static str> {
        const WRONG: &str = "there is no such escape sequence";
        let byte = match self.peek().ok_or(WRONG)? {
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            plain @ (b'\\' | b'"' | b'\'' | b'?') => plain,
            b'x' => {
                let digits = self.text.get(self.at + 1..self.at + 3).ok_or(WRONG)?;
                self.at += 2;
                u8::from_str_radix(digits, 16).map_err(|_| WRONG)?
            }
            _ => return Err(WRONG),
        };
        self.at += 1;
        Ok(byte)
    }
}

const OPEN: &str = "the text is not closed";

/// A value as it is written: plain where it stays what it is, otherwise in double quotes.
pub(crate) fn escape(value: &str) -> String {
    let plain = !value.is_empty()
        && value.trim() == value
        && !value.starts_with(['[', '\'', '"'])
        && !value.contains(|character: char| character.is_control() || "#,]".contains(character));
    if plain {
        return value.to_owned();
    }
    let mut quoted = String::from("\"");
    for character in value.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            control if control.is_ascii_control() => {
                quoted.push_str(&format!("\\x{:02x}", control as u32));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Vec<(String, Value)>, String> {
        ConfigFile::parse("Simfile", text)
            .map(|file| file.entries)
            .map_err(|error| error.to_string())
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(parse(&format!("a: {text}")).unwrap()[0].1, Value::Text(expected.to_owned()));
    }

    #[track_caller]
    fn check_array(text: &str, expected: &[&str]) {
        let expected = expected.iter().map(|&entry| entry.to_owned()).collect();
        assert_eq!(parse(&format!("a = {text}")).unwrap()[0].1, Value::Array(expected));
    }

    #[test]
    fn values() {
        check("127.7.7.7:8080", "127.7.7.7:8080");
        check("100 # a comment", "100");
        check("bar#a comment", "bar");
        check("", "");
        check("' test test '", " test test ");
        check("'This''s awesome'", "This's awesome");
        check(r##""\n'Foo'\tx # no comment\x41" # but this""##, "\n'Foo'\tx # no commentA");
        check("a, b", "a, b");
    }

    #[test]
    fn arrays() {
        check_array("[an, inline, array]", &["an", "inline", "array"]);
        check_array("[1,2,,3,\n\t4\n\t,5\n\t,\n]", &["1", "2", "3", "4", "5"]);
        check_array(
            "[\n 1 # one\n # none\n\n '2', \"3\"\n4 5 6 # six\n]",
            &["1", "2", "3", "4 5 6"],
        );
        check_array("[]", &[]);
    }

    #[test]
    fn the_last_definition_counts_and_names_may_have_dots() {
        let mut file = ConfigFile::parse("Simfile", "a.b-c_d: 1\na.b-c_d = 2\nx: y\n").unwrap();
        assert_eq!(file.text("a.b-c_d").unwrap().as_deref(), Some("2"));
        let mut warnings = Vec::new();
        file.finish(&mut warnings);
        assert_eq!(warnings[0].to_string(), "Simfile: unknown key x");
    }

    #[test]
    fn errors_have_their_line() {
        let check = |text: &str, expected: &str| assert_eq!(parse(text).unwrap_err(), expected);
        check("a: 1\n: 2", "Simfile, line 2: there must be a name");
        check("a 1", "Simfile, line 1: there must be : or = after a name");
        check("a: [1\n2", "Simfile, line 2: the array is not closed");
        check("a: 'b\n'", "Simfile, line 1: the text is not closed");
        check("a: \"\\q\"", "Simfile, line 1: there is no such escape sequence");
        check("a: 'b' c", "Simfile, line 1: there must be nothing after a value");
        check(
            "a: ['b' c]",
            "Simfile, line 1: there must be a comma or a line's end between entries",
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[a-c:=\\[\\],#'\"\\\\nx0é \n\t]{0,60}") {
            let _: Result<_, String> = parse(&text);
        }

        #[test]
        fn what_is_written_is_read_again(value in "\\PC{0,20}|[ -~\n\t]{0,20}") {
            let alone = parse(&format!("a: {}\n", escape(&value))).unwrap();
            prop_assert_eq!(&alone[0].1, &Value::Text(value.clone()));
            let array = parse(&format!("a: [\n\t{}\n]\n", escape(&value))).unwrap();
            prop_assert_eq!(&array[0].1, &Value::Array(vec![value]));
        }
    }
}
