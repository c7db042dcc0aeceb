//! Whole numbers, computed: `a + b * -c`.

use super::cursor::Cursor;
use crate::Span;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{Expression, Operator};
use crate::token::{Token, TokenKind as Kind};

/// Nesting beyond it is refused.
const DEPTH: usize = 64;
/// Operators in one expression beyond it are refused.
const OPERATORS: usize = 64;

pub(super) fn expression(cursor: &mut Cursor<'_>) -> Expression {
    let mut left = product(cursor);
    for _ in 0..OPERATORS {
        let operator = match cursor.peek().kind {
            Kind::Plus => Operator::Add,
            Kind::Minus => Operator::Subtract,
            _ => return left,
        };
        cursor.bump();
        left = Expression::Binary(operator, Box::new(left), Box::new(product(cursor)));
    }
    too_deep(cursor)
}

fn product(cursor: &mut Cursor<'_>) -> Expression {
    let mut left = atom(cursor);
    for _ in 0..OPERATORS {
        if cursor.eat(Kind::Star).is_none() {
            return left;
        }
        left = Expression::Binary(Operator::Multiply, Box::new(left), Box::new(atom(cursor)));
    }
    too_deep(cursor)
}

fn atom(cursor: &mut Cursor<'_>) -> Expression {
    if cursor.depth >= DEPTH {
        return too_deep(cursor);
    }
    cursor.depth += 1;
    let token = cursor.peek();
    let expression = match token.kind {
        Kind::Number => {
            cursor.bump();
            number(cursor, token)
        }
        Kind::Word => match cursor.name("a number") {
            Some(name) => Expression::Name(name),
            None => Expression::Missing(token.span),
        },
        Kind::Minus => {
            cursor.bump();
            let inner = atom(cursor);
            let span = token.span.to(inner.span());
            match inner {
                Expression::Number(value, _) => Expression::Number(value.wrapping_neg(), span),
                inner => Expression::Negate(Box::new(inner), span),
            }
        }
        Kind::ParenthesisOpen => {
            cursor.bump();
            let inner = expression(cursor);
            cursor.expect(Kind::ParenthesisClose, "this parenthesis is not closed");
            inner
        }
        _ => {
            cursor.expected("a number or a name", "");
            Expression::Missing(Span::new(token.span.start, token.span.start))
        }
    };
    cursor.depth -= 1;
    expression
}

fn number(cursor: &mut Cursor<'_>, token: Token) -> Expression {
    let text = token.text(cursor.source);
    let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    match value {
        Ok(value) => Expression::Number(value, token.span),
        Err(_) => {
            cursor.errors.push(
                Diagnostic::error(
                    Code::NumberTooLarge,
                    token.span,
                    format!("{text} is too large a number"),
                )
                .help(format!("numbers go up to {}", i64::MAX)),
            );
            Expression::Missing(token.span)
        }
    }
}

fn too_deep(cursor: &mut Cursor<'_>) -> Expression {
    let span = cursor.peek().span;
    cursor.errors.push(
        Diagnostic::error(Code::TooMany, span, "this expression is nested too deeply")
            .help("name a part of it with `const`"),
    );
    cursor.recover(&[Kind::BracketClose, Kind::ParenthesisClose, Kind::Semicolon, Kind::Comma]);
    Expression::Missing(span)
}
