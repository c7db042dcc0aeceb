//! What people write out of habit from other languages, and how it is written here.

use super::cursor::Cursor;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Scalar;
use crate::syntax::Name;
use crate::token::TokenKind as Kind;

const ARRAY: &str = "an array is `int[n] a`, its length `n` a parameter before it";

/// Where a type is of several words, as in `long long` and `vector<int>`: reports it, and gives the last.
pub(super) fn one_word(cursor: &mut Cursor<'_>, first: Name) -> Option<Name> {
    let mut last = first.clone();
    // A word of a type that is the last one is a name: libinteractive has fewer of them.
    while cursor.peek().kind == Kind::Word
        && is_type(cursor.peek().text(cursor.source))
        && matches!(cursor.nth(1).kind, Kind::Word | Kind::BracketOpen)
    {
        last = cursor.name("a type")?;
    }
    if last.span != first.span {
        let help = match &first.text[..] {
            "long" => "`long` has 64 bits",
            "unsigned" => "types without a sign are `ubyte`, `ushort`, `uint` and `ulong`",
            "signed" | "const" => "leave the first out",
            _ => ARRAY,
        };
        cursor.errors.push(
            Diagnostic::error(Code::Expected, first.span.to(last.span), "a type is one word")
                .label(format!("`{}` and more", first.text))
                .help(help),
        );
    }
    Some(last)
}

/// What helps where `token` stands instead of a length.
pub(super) fn no_length(token: Kind) -> Option<&'static str> {
    (token == Kind::BracketClose).then_some(ARRAY)
}

/// What helps where `token` stands instead of a name.
pub(super) fn no_name(token: Kind) -> &'static str {
    match token {
        Kind::Star => {
            "there are no pointers: an array is `int[n] a`, and what comes back `out int x`"
        }
        _ => "",
    }
}

/// What helps where `token` stands behind a parameter.
pub(super) fn behind_name(token: Kind) -> &'static str {
    match token {
        Kind::BracketOpen => "the length stands behind the type: `int[n] a`",
        Kind::Equals => "a parameter has no value by itself",
        _ => "",
    }
}

/// What helps with a character that means nothing.
pub(crate) fn character(first: char) -> &'static str {
    match first {
        '\u{feff}' => "save the file without a byte order mark",
        '#' => "comments start with `//`",
        '<' | '>' => ARRAY,
        '&' => "what comes back is `out int x`, and what goes both ways `inout int x`",
        _ => "remove it",
    }
}

fn is_type(word: &str) -> bool {
    word == "string" || Scalar::named(word).is_some()
}
