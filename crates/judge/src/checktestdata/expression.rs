//! Regular expressions of Checktestdata, in the words of the engine that runs them.
//!
//! Source: "Checktestdata Regex specification" of the DOMjudge team: sets, groups, `|` (the first that
//! matches), greedy repetition, and `.` for every byte. A backslash escapes what is special and is itself
//! elsewhere. `[:digit:]` and its like, which older versions knew, are read too.

use std::fmt::Write as _;

use regex::bytes::{Regex, RegexBuilder};

/// Bytes of a compiled regular expression.
const LARGEST: usize = 10 << 20;

/// What a backslash makes ordinary.
const SPECIAL: &[u8] = b"(){}[]*+?|\\^.-$";

/// Compiles an expression that matches at the front of a text.
///
/// # Errors
/// In words.
pub(super) fn compile(pattern: &[u8]) -> Result<Regex, String> {
    let translated = Translation { pattern, at: 0, result: String::new() }.all()?;
    RegexBuilder::new(&format!("\\A(?:{translated})"))
        .unicode(false)
        .dot_matches_new_line(true)
        .size_limit(LARGEST)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => "it is too large".to_owned(),
            // The engine shows its own pattern, of which nobody knows anything.
            _ => "parentheses, sets and repetitions must be whole".to_owned(),
        })
}

struct Translation<'a> {
    pattern: &'a [u8],
    at: usize,
    result: String,
}

impl Translation<'_> {
    fn all(mut self) -> Result<String, String> {
        // Whether there is something to repeat, and whether it is repeated already.
        let (mut repeatable, mut repeated) = (false, false);
        while let Some(byte) = self.next() {
            let repetition = matches!(byte, b'*' | b'+' | b'?' | b'{');
            if repetition && repeated {
                return Err("a repetition is repeated: put it in parentheses".to_owned());
            }
            if repetition && !repeatable {
                return Err("there is nothing to repeat".to_owned());
            }
            match byte {
                b'*' | b'+' | b'?' | b'|' | b')' | b'.' => self.result.push(byte.into()),
                b'(' => self.result.push_str("(?:"),
                b'{' => self.bounds()?,
                b'[' => self.set()?,
                b'^' if !repeatable => self.result.push('^'),
                b'\\' => {
                    let literal = self.escaped();
                    self.literal(literal);
                }
                other => self.literal(other),
            }
            repeated = repetition;
            repeatable = !matches!(byte, b'(' | b'|') && (byte != b'^' || repeatable);
        }
        Ok(self.result)
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.pattern.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    /// After a backslash: what is meant.
    fn escaped(&mut self) -> u8 {
        match self.peek() {
            Some(byte) if SPECIAL.contains(&byte) => {
                self.at += 1;
                byte
            }
            _ => b'\\',
        }
    }

    fn literal(&mut self, byte: u8) {
        if byte.is_ascii_alphanumeric() {
            self.result.push(byte.into());
        } else {
            // A String takes every text.
            let _: Result<(), _> = write!(self.result, "\\x{byte:02x}");
        }
    }

    /// After `{`: `m`, `m,`, `,n`, `m,n` or `,`, and `}`. What is left out is 0 and no bound.
    fn bounds(&mut self) -> Result<(), String> {
        let rest = &self.pattern[self.at..];
        let wrong = || "what stands in {} must be m, m,n, m, or ,n or ,".to_owned();
        let end = rest.iter().position(|&byte| byte == b'}').ok_or_else(wrong)?;
        let inside = std::str::from_utf8(&rest[..end]).map_err(|_| wrong())?;
        let (least, most) = match inside.split_once(',') {
            Some((least, most)) => (if least.is_empty() { "0" } else { least }, Some(most)),
            None => (inside, None),
        };
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if least.is_empty() || !digits(least) || !most.is_none_or(digits) {
            return Err(wrong());
        }
        self.result.push('{');
        self.result.push_str(least);
        if let Some(most) = most {
            self.result.push(',');
            self.result.push_str(most);
        }
        self.result.push('}');
        self.at += end + 1;
        Ok(())
    }

    /// After `[`.
    fn set(&mut self) -> Result<(), String> {
        let open = || "a set is not closed".to_owned();
        self.result.push('[');
        if self.peek() == Some(b'^') {
            self.at += 1;
            self.result.push('^');
        }
        let mut empty = true;
        loop {
            let byte = self.next().ok_or_else(open)?;
            if byte == b']' {
                break;
            }
            empty = false;
            if byte == b'[' && self.peek() == Some(b':') {
                let rest = &self.pattern[self.at + 1..];
                let end = rest.windows(2).position(|two| two == b":]").ok_or_else(open)?;
                let name = String::from_utf8_lossy(&rest[..end]);
                self.result.push_str(&format!("[:{name}:]"));
                self.at += end + 3;
                continue;
            }
            let first = if byte == b'\\' { self.escaped() } else { byte };
            self.literal(first);
            let is_range = self.peek() == Some(b'-')
                && self.pattern.get(self.at + 1).is_some_and(|&byte| byte != b']');
            if is_range {
                self.at += 1;
                let byte = self.next().ok_or_else(open)?;
                let last = if byte == b'\\' { self.escaped() } else { byte };
                if last < first {
                    return Err("a range of a set goes down".to_owned());
                }
                self.result.push('-');
                self.literal(last);
            }
        }
        if empty {
            return Err("a set is empty".to_owned());
        }
        self.result.push(']');
        Ok(())
    }
}
