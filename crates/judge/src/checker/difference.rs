//! Where an output first differs from the answer.

use std::fmt;

use serde::Serialize;

use super::context::Context;

/// Bytes of a token that are shown.
pub(crate) const EXCERPT: usize = 64;

/// The first difference between an output and the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Difference {
    /// Line of the output, from 1.
    pub line: u64,
    /// Byte in that line, from 1: the start of the token, or the white space that differs.
    pub column: u64,
    /// What the answer has there, shortened; `None` where the answer has ended.
    pub expected: Option<String>,
    /// What the output has there, shortened; `None` where the output has ended.
    pub got: Option<String>,
    /// The lines around it.
    pub context: Option<Box<Context>>,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |side: &Option<String>| {
            side.as_ref().map_or("end of file".to_owned(), |text| format!("{text:?}"))
        };
        write!(
            formatter,
            "line {}, column {}: expected {}, got {}",
            self.line,
            self.column,
            show(&self.expected),
            show(&self.got)
        )
    }
}

/// Bytes as a person can read them: shortened, and without what a terminal would obey.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(EXCERPT)];
    let mut text: String = String::from_utf8_lossy(shown)
        .chars()
        .map(|character| {
            if character.is_control() && !character.is_ascii_whitespace() {
                '\u{fffd}'
            } else {
                character
            }
        })
        .collect();
    if bytes.len() > EXCERPT {
        text.push('…');
    }
    text
}
