//! The lexer: a text becomes tokens, comments among them; it never fails.

use logos::Logos;

use crate::Span;
use crate::diagnostic::{Code, Diagnostic};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\n\f]+")]
pub enum TokenKind {
    /// A name or a word of the language: which of the two, the parser decides by place, so that no
    /// word of ours takes a name away from anybody.
    #[regex(r"[\p{XID_Start}_][\p{XID_Continue}]*")]
    Word,
    /// A whole number, decimal or `0x` and hexadecimal.
    #[regex(r"0[xX][0-9a-fA-F]+|[0-9]+", priority = 4)]
    Number,
    /// `{`
    #[token("{")]
    BraceOpen,
    /// `}`
    #[token("}")]
    BraceClose,
    /// `(`
    #[token("(")]
    ParenthesisOpen,
    /// `)`
    #[token(")")]
    ParenthesisClose,
    /// `[`
    #[token("[")]
    BracketOpen,
    /// `]`
    #[token("]")]
    BracketClose,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `=`
    #[token("=")]
    Equals,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`
    #[token("*")]
    Star,
    /// A comment to the end of the line; with three slashes it is documentation.
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    /// A comment between `/*` and `*/`; with `/**` it is documentation. They do not nest.
    #[token("/*", block_comment)]
    BlockComment,
    /// Characters that mean nothing here.
    Unknown,
    /// The end of the text.
    End,
}

fn block_comment(lexer: &mut logos::Lexer<'_, TokenKind>) {
    let rest = lexer.remainder();
    lexer.bump(rest.find("*/").map_or(rest.len(), |at| at + 2));
}

impl TokenKind {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            TokenKind::Word => "a name",
            TokenKind::Number => "a number",
            TokenKind::BraceOpen => "`{`",
            TokenKind::BraceClose => "`}`",
            TokenKind::ParenthesisOpen => "`(`",
            TokenKind::ParenthesisClose => "`)`",
            TokenKind::BracketOpen => "`[`",
            TokenKind::BracketClose => "`]`",
            TokenKind::Comma => "`,`",
            TokenKind::Semicolon => "`;`",
            TokenKind::Equals => "`=`",
            TokenKind::Plus => "`+`",
            TokenKind::Minus => "`-`",
            TokenKind::Star => "`*`",
            TokenKind::LineComment | TokenKind::BlockComment => "a comment",
            TokenKind::Unknown => "an illegal character",
            TokenKind::End => "the end of the file",
        }
    }

    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        matches!(self, TokenKind::LineComment | TokenKind::BlockComment)
    }
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

impl Token {
    /// Its characters.
    pub fn text(self, source: &str) -> &str {
        &source[self.span.start..self.span.end]
    }
}

/// All tokens of a text, with [`TokenKind::End`] as the last, and what is wrong with them.
pub fn tokens(source: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut tokens: Vec<Token> = Vec::new();
    let mut errors = Vec::new();
    for (kind, range) in TokenKind::lexer(source).spanned() {
        let span = Span::new(range.start, range.end);
        let kind = kind.unwrap_or(TokenKind::Unknown);
        match tokens.last_mut() {
            Some(last)
                if kind == TokenKind::Unknown
                    && last.kind == kind
                    && last.span.end == span.start =>
            {
                last.span.end = span.end;
            }
            _ => tokens.push(Token { kind, span }),
        }
    }
    for token in &tokens {
        errors.extend(fault(token, source));
    }
    let end = Span::new(source.len(), source.len());
    tokens.push(Token { kind: TokenKind::End, span: end });
    (tokens, errors)
}

fn fault(token: &Token, source: &str) -> Option<Diagnostic> {
    let text = token.text(source);
    match token.kind {
        TokenKind::Unknown => {
            let first = text.chars().next().unwrap_or('?');
            let diagnostic = Diagnostic::error(
                Code::IllegalCharacter,
                token.span,
                match first {
                    ' '..='~' => format!("`{first}` means nothing in this language"),
                    _ => format!("`{}` means nothing in this language", first.escape_default()),
                },
            );
            Some(diagnostic.help(crate::parser::foreign::character(first)))
        }
        TokenKind::BlockComment if text.len() < 4 || !text.ends_with("*/") => Some(
            Diagnostic::error(
                Code::UnclosedComment,
                Span::new(token.span.start, token.span.start + 2),
                "this comment never ends",
            )
            .label("opened here")
            .help("close it with `*/`"),
        ),
        TokenKind::Word if !text.is_ascii() => Some(
            Diagnostic::error(
                Code::NameNotAscii,
                token.span,
                format!("`{text}` has letters beyond a to z"),
            )
            .help("compilers of some target languages refuse them; use plain letters"),
        ),
        _ => None,
    }
}
