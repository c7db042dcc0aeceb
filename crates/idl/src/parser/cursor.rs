//! A walk over the tokens that passes comments by and keeps documentation.

use crate::Span;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Name;
use crate::token::{Token, TokenKind};

pub(super) struct Cursor<'a> {
    pub(super) source: &'a str,
    /// Without comments; the last is the end.
    tokens: Vec<Token>,
    /// Documentation before each of `tokens`.
    documentation: Vec<String>,
    at: usize,
    pub(super) errors: Vec<Diagnostic>,
    /// Nesting of expressions, which is bounded so that no file overflows our stack.
    pub(super) depth: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(source: &'a str, all: &[Token]) -> Cursor<'a> {
        let mut tokens = Vec::new();
        let mut documentation = Vec::new();
        let mut lines: Vec<String> = Vec::new();
        for token in all {
            if token.kind.is_comment() {
                match documentation_of(token.text(source)) {
                    Some(text) => lines.push(text),
                    None => lines.clear(),
                }
            } else if token.kind != TokenKind::Unknown {
                tokens.push(*token);
                documentation.push(std::mem::take(&mut lines).join("\n"));
            }
        }
        Cursor { source, tokens, documentation, at: 0, errors: Vec::new(), depth: 0 }
    }

    pub(super) fn peek(&self) -> Token {
        self.nth(0)
    }

    pub(super) fn nth(&self, ahead: usize) -> Token {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    /// From a byte to the end of the token before the next one.
    pub(super) fn since(&self, start: usize) -> Span {
        let last = self.at.checked_sub(1).map_or(start, |at| self.tokens[at].span.end);
        Span::new(start, last)
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.peek().kind == kind
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.at(TokenKind::Word) && self.peek().text(self.source) == word
    }

    /// The documentation that stands right before the next token.
    pub(super) fn documentation(&mut self) -> String {
        std::mem::take(&mut self.documentation[self.at])
    }

    pub(super) fn bump(&mut self) -> Token {
        let token = self.peek();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        self.at(kind).then(|| self.bump())
    }

    /// The next token, which must be of this kind; `why` says what it is for.
    pub(super) fn expect(&mut self, kind: TokenKind, why: &str) -> Option<Token> {
        let token = self.eat(kind);
        if token.is_none() {
            self.expected(kind.name(), why);
        }
        token
    }

    pub(super) fn name(&mut self, what: &str) -> Option<Name> {
        match self.eat(TokenKind::Word) {
            Some(token) => {
                Some(Name { text: token.text(self.source).to_owned(), span: token.span })
            }
            None => {
                self.expected(what, "");
                None
            }
        }
    }

    /// Reports that something else was expected: at the token itself, or, where something is missing
    /// at the end of a line, right after the token before it, where a person would put it.
    pub(super) fn expected(&mut self, what: &str, why: &str) {
        let found = self.peek();
        let before = self.at.checked_sub(1).map(|at| self.tokens[at].span.end);
        let place = match before {
            Some(end)
                if self.source[end..found.span.start].contains('\n')
                    || found.kind == TokenKind::End =>
            {
                Span::new(end, end)
            }
            _ => found.span,
        };
        let shown = match found.kind {
            TokenKind::Word | TokenKind::Number => format!("`{}`", found.text(self.source)),
            kind => kind.name().to_owned(),
        };
        let mut error =
            Diagnostic::error(Code::Expected, place, format!("expected {what}, found {shown}"))
                .label(format!("expected {what}"));
        if !why.is_empty() {
            error = error.help(why);
        }
        if self.errors.last().is_none_or(|last| last.span != place) {
            self.errors.push(error);
        }
    }

    /// Skips tokens until one of these (or a brace that closes, or the end) comes next.
    pub(super) fn recover(&mut self, stops: &[TokenKind]) {
        let mut open = 0_usize;
        loop {
            let kind = self.peek().kind;
            if kind == TokenKind::End || (open == 0 && stops.contains(&kind)) {
                return;
            }
            match kind {
                TokenKind::BraceOpen => open += 1,
                TokenKind::BraceClose if open == 0 => return,
                TokenKind::BraceClose => open -= 1,
                _ => {}
            }
            self.bump();
        }
    }
}

/// The text of a comment that is documentation: `///` and `/**`.
fn documentation_of(comment: &str) -> Option<String> {
    if let Some(text) = comment.strip_prefix("///") {
        return (!text.starts_with('/'))
            .then(|| text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned());
    }
    let text = comment.strip_prefix("/**").filter(|text| text.len() > 1)?;
    let text = text.strip_suffix("*/").unwrap_or(text);
    let lines: Vec<&str> = text
        .lines()
        .map(|line| {
            let line = line.trim();
            let line = line.strip_prefix('*').unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line).trim_end()
        })
        .collect();
    let first = lines.iter().position(|line| !line.is_empty())?;
    let last = lines.iter().rposition(|line| !line.is_empty())?;
    Some(lines[first..=last].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::documentation_of;

    #[test]
    fn documentation_loses_its_marks() {
        assert_eq!(documentation_of("/// a b").as_deref(), Some("a b"));
        assert_eq!(documentation_of("/** a\n  * b\n  */").as_deref(), Some("a\nb"));
        assert_eq!(documentation_of("// a"), None);
        assert_eq!(documentation_of("//// a"), None);
        assert_eq!(documentation_of("/**/"), None);
        assert_eq!(documentation_of("/* a */"), None);
    }
}
