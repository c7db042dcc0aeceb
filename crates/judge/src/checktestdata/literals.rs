//! Numbers and texts in a grammar.

use super::number;
use super::parser::{Parsed, Parser};
use super::value::Value;

impl Parser<'_> {
    pub(super) fn number(&mut self) -> Parsed<Value> {
        let start = self.at;
        self.digits();
        let mut whole = true;
        if self.text.get(self.at) == Some(&b'.') {
            // Digits after the point may be left out.
            self.at += 1;
            self.digits();
            whole = false;
        }
        let end = self.at;
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.text.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if self.digits() {
                whole = false;
            } else {
                self.at = end;
            }
        }
        let text = self.text;
        let mantissa = &text[start..end];
        if !whole {
            let exponent = if self.at > end { &text[end + 1..self.at] } else { &b"0"[..] };
            return match number::float(mantissa, exponent) {
                Some(value) => Ok(Value::float(value)),
                None => Err(self.error("the number has too many digits, or too large an exponent")),
            };
        }
        if mantissa.len() > 1 && mantissa[0] == b'0' {
            return Err(self.error("an integer has no leading zeros"));
        }
        if mantissa.len() > number::MOST_DIGITS {
            return Err(self.error("the number has too many digits"));
        }
        Ok(Value::Integer(number::integer(mantissa)))
    }

    fn digits(&mut self) -> bool {
        let from = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        self.at > from
    }

    pub(super) fn string(&mut self) -> Parsed<Vec<u8>> {
        let mut open = self.error("the text is not closed");
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let Some(byte) = self.take() else { return Err(open) };
            match byte {
                b'"' => return Ok(text),
                b'\\' => match self.take() {
                    None => return Err(open),
                    Some(b'n') => text.push(b'\n'),
                    Some(b't') => text.push(b'\t'),
                    Some(b'r') => text.push(b'\r'),
                    Some(b'b') => text.push(8),
                    Some(escaped @ (b'"' | b'\\')) => text.push(escaped),
                    Some(b'\n') => {}
                    Some(digit @ b'0'..=b'7') => {
                        let mut code = u32::from(digit - b'0');
                        for _ in 0..2 {
                            let Some(digit @ b'0'..=b'7') = self.text.get(self.at) else { break };
                            code = code * 8 + u32::from(digit - b'0');
                            self.at += 1;
                        }
                        let Ok(code) = u8::try_from(code) else {
                            open.reason = format!("\\{code:o} is more than a byte");
                            return Err(open);
                        };
                        text.push(code);
                    }
                    Some(other) => text.extend([b'\\', other]),
                },
                other => text.push(other),
            }
        }
    }

    fn take(&mut self) -> Option<u8> {
        let byte = self.text.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }
}
