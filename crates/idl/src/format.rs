//! The formatter: one layout for everybody. It moves tokens and comments, and changes none, so the
//! meaning stays; formatting what is formatted changes nothing.

use crate::parser::Parse;
use crate::token::{Token, TokenKind as Kind};

/// One step to the right.
const INDENT: &str = "    ";

/// The text in its one layout. The text must have been read without errors of syntax.
pub fn format(source: &str, parse: &Parse) -> String {
    let mut writer = Writer { source, out: String::new(), depth: 0, last: None };
    for (at, token) in parse.tokens.iter().enumerate() {
        if token.kind == Kind::End {
            break;
        }
        writer.token(*token, parse.tokens.get(at + 1).copied());
    }
    if !writer.out.is_empty() {
        writer.out.push('\n');
    }
    writer.out
}

struct Writer<'a> {
    source: &'a str,
    out: String,
    depth: usize,
    last: Option<Token>,
}

impl Writer<'_> {
    fn token(&mut self, token: Token, next: Option<Token>) {
        if token.kind == Kind::BraceClose {
            self.depth = self.depth.saturating_sub(1);
        }
        match self.last {
            None => {}
            Some(last) => self.gap(last, token),
        }
        let text = token.text(self.source);
        if token.kind == Kind::BlockComment {
            self.block_comment(text);
        } else {
            self.out.push_str(text.trim_end());
        }
        if token.kind == Kind::BraceOpen {
            self.depth += 1;
        }
        self.last = Some(token);
        let _ = next;
    }

    /// What stands between two tokens.
    fn gap(&mut self, last: Token, token: Token) {
        let between = &self.source[last.span.end..token.span.start];
        let newlines = between.matches('\n').count();
        if breaks(last, token, newlines) {
            let empty =
                newlines > 1 && last.kind != Kind::BraceOpen && token.kind != Kind::BraceClose;
            self.out.push('\n');
            // Declarations are set apart even where they were not.
            if empty {
                self.out.push('\n');
            }
            for _ in 0..self.depth {
                self.out.push_str(INDENT);
            }
            // A parameter that a comment pushed onto a line of its own goes one further in.
            if self.depth > 0 && continues(last, token) {
                self.out.push_str(INDENT);
            }
        } else if spaces(last.kind, token.kind, self.before_unary(last)) {
            self.out.push(' ');
        }
    }

    /// Whether `last`, a minus, is a sign and not an operator.
    fn before_unary(&self, last: Token) -> bool {
        if last.kind != Kind::Minus {
            return false;
        }
        let before = self.out.trim_end().strip_suffix('-').unwrap_or_default().trim_end();
        !before
            .ends_with(|end: char| end.is_alphanumeric() || end == '_' || end == ')' || end == '/')
    }

    /// A comment over several lines keeps its text; lines that begin with a star are put in a row.
    fn block_comment(&mut self, text: &str) {
        for (at, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            if at == 0 {
                self.out.push_str(line.trim_end());
                continue;
            }
            self.out.push('\n');
            if trimmed.starts_with('*') {
                self.out.push_str(&INDENT.repeat(self.depth));
                self.out.push(' ');
                self.out.push_str(trimmed);
            } else {
                self.out.push_str(line.trim_end());
            }
        }
    }
}

/// Whether a new line begins between two tokens.
fn breaks(last: Token, token: Token, newlines: usize) -> bool {
    match (last.kind, token.kind) {
        (Kind::LineComment, _) => true,
        // A comment behind something on its line stays there.
        (_, Kind::LineComment | Kind::BlockComment) => newlines > 0,
        (Kind::BraceOpen, next) => next != Kind::BraceClose,
        (Kind::Semicolon, _) => true,
        (_, Kind::BraceClose) => true,
        (Kind::BlockComment, _) => newlines > 0,
        _ => false,
    }
}

/// Whether the second token goes on with what the first began.
fn continues(last: Token, token: Token) -> bool {
    !matches!(last.kind, Kind::Semicolon | Kind::BraceOpen | Kind::LineComment | Kind::BlockComment)
        && token.kind != Kind::BraceClose
}

fn spaces(last: Kind, next: Kind, after_sign: bool) -> bool {
    match (last, next) {
        (Kind::BraceOpen, Kind::BraceClose) => false,
        (Kind::LineComment | Kind::BlockComment, _)
        | (_, Kind::LineComment | Kind::BlockComment) => true,
        (_, Kind::Comma | Kind::Semicolon | Kind::ParenthesisClose | Kind::BracketClose) => false,
        (Kind::ParenthesisOpen | Kind::BracketOpen, _) => false,
        (Kind::Word, Kind::ParenthesisOpen | Kind::BracketOpen) => false,
        (Kind::BracketClose, Kind::BracketOpen) => false,
        (Kind::Minus, _) => !after_sign,
        _ => true,
    }
}
