//! The parser: recursive descent over the tokens. It never fails: it returns a tree of what could be
//! read and a list of what could not, and goes on at the next declaration, member or parameter.

mod cursor;
mod expressions;
pub(crate) mod foreign;
mod items;

use crate::diagnostic::Diagnostic;
use crate::syntax::File;
use crate::token::{Token, tokens};

/// What came of reading a text.
#[derive(Clone, Debug)]
pub struct Parse {
    /// What could be read.
    pub file: File,
    /// All tokens, comments among them.
    pub tokens: Vec<Token>,
    /// What could not be read, in the order of the text.
    pub errors: Vec<Diagnostic>,
}

/// Reads a text.
pub fn parse(source: &str) -> Parse {
    let (tokens, mut errors) = tokens(source);
    let mut cursor = cursor::Cursor::new(source, &tokens);
    let file = items::file(&mut cursor);
    errors.append(&mut cursor.errors);
    errors.sort_by_key(|error| error.span.start);
    // An illegal character is also something that was not expected: once is enough.
    errors.dedup_by_key(|error| error.span);
    Parse { file, tokens, errors }
}
