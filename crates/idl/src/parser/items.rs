//! Declarations, functions, parameters and types.

use super::cursor::Cursor;
use super::expressions::expression;
use super::foreign;
use crate::Span;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{
    Attribute, Constant, File, Function, Interface, Item, Parameter, Struct, Type,
};
use crate::token::TokenKind as Kind;

pub(super) fn file(cursor: &mut Cursor<'_>) -> File {
    let mut file = File::default();
    while !cursor.at(Kind::End) {
        file.items.extend(item(cursor));
    }
    file
}

fn item(cursor: &mut Cursor<'_>) -> Option<Item> {
    let documentation = cursor.documentation();
    let start = cursor.peek().span.start;
    let attributes = attributes(cursor);
    if cursor.at_word("interface") {
        return interface(cursor, documentation, start, attributes).map(Item::Interface);
    }
    if cursor.at_word("struct") {
        return structure(cursor, documentation, start, attributes).map(Item::Struct);
    }
    if cursor.at_word("const") {
        for attribute in &attributes {
            cursor.errors.push(
                Diagnostic::error(
                    Code::MisplacedAttribute,
                    attribute.span,
                    "a constant takes no attributes",
                )
                .help("remove it"),
            );
        }
        return constant(cursor, documentation, start).map(Item::Constant);
    }
    let found = cursor.peek();
    let message = "expected `interface`, `struct` or `const`".to_owned();
    let mut error = Diagnostic::error(Code::ExpectedItem, found.span, message)
        .label("no declaration begins like this");
    error = match found.kind {
        Kind::BraceClose => error.help("one `}` too many stands here"),
        Kind::Semicolon => error.help("remove it"),
        _ => error.help("functions stand inside of an interface: `interface Main { … };`"),
    };
    cursor.errors.push(error);
    // Up to something that may begin a declaration.
    cursor.bump();
    while !cursor.at(Kind::End)
        && !["interface", "struct", "const"].iter().any(|word| cursor.at_word(word))
    {
        cursor.bump();
    }
    None
}

fn interface(
    cursor: &mut Cursor<'_>,
    documentation: String,
    start: usize,
    attributes: Vec<Attribute>,
) -> Option<Interface> {
    cursor.bump();
    let Some(name) = cursor.name("the name of the interface") else {
        skip_body(cursor);
        return None;
    };
    let functions = body(cursor, "the functions of the interface stand in braces", function);
    Some(Interface { documentation, attributes, name, functions, span: cursor.since(start) })
}

fn structure(
    cursor: &mut Cursor<'_>,
    documentation: String,
    start: usize,
    attributes: Vec<Attribute>,
) -> Option<Struct> {
    cursor.bump();
    let Some(name) = cursor.name("the name of the struct") else {
        skip_body(cursor);
        return None;
    };
    let members = body(cursor, "the members of the struct stand in braces", |cursor| {
        let member = parameter(cursor);
        end_of_line(cursor, "a member ends with `;`");
        member
    });
    Some(Struct { documentation, attributes, name, members, span: cursor.since(start) })
}

/// `{ … };`
fn body<T>(
    cursor: &mut Cursor<'_>,
    why: &str,
    mut one: impl FnMut(&mut Cursor<'_>) -> Option<T>,
) -> Vec<T> {
    let mut all = Vec::new();
    if cursor.expect(Kind::BraceOpen, why).is_none() {
        cursor.recover(&[Kind::BraceOpen, Kind::Semicolon]);
        if cursor.eat(Kind::BraceOpen).is_none() {
            cursor.eat(Kind::Semicolon);
            return all;
        }
    }
    while !cursor.at(Kind::BraceClose) && !cursor.at(Kind::End) {
        let before = cursor.peek();
        all.extend(one(cursor));
        if cursor.peek() == before {
            // Nothing was read: pass it, or this would never end.
            cursor.bump();
        }
    }
    cursor.expect(Kind::BraceClose, "the braces opened above are not closed");
    if cursor.eat(Kind::Semicolon).is_none() {
        cursor.expected("`;`", "a `;` stands after the closing brace of every declaration");
    }
    all
}

fn skip_body(cursor: &mut Cursor<'_>) {
    cursor.recover(&[Kind::BraceOpen, Kind::Semicolon]);
    if cursor.eat(Kind::BraceOpen).is_some() {
        cursor.recover(&[]);
        cursor.eat(Kind::BraceClose);
    }
    cursor.eat(Kind::Semicolon);
}

fn constant(cursor: &mut Cursor<'_>, documentation: String, start: usize) -> Option<Constant> {
    cursor.bump();
    let constant = (|| {
        let value_type = value_type(cursor)?;
        let name = cursor.name("the name of the constant")?;
        cursor.expect(Kind::Equals, "a constant has a value: `const int N = 10;`")?;
        let value = expression(cursor);
        Some(Constant { documentation, value_type, name, value, span: Span::default() })
    })();
    end_of_line(cursor, "a constant ends with `;`");
    constant.map(|constant| Constant { span: cursor.since(start), ..constant })
}

fn function(cursor: &mut Cursor<'_>) -> Option<Function> {
    let documentation = cursor.documentation();
    let start = cursor.peek().span.start;
    let attributes = attributes(cursor);
    let function = (|| {
        let result = value_type(cursor)?;
        let name = cursor.name("the name of the function")?;
        cursor.expect(
            Kind::ParenthesisOpen,
            "the parameters stand in parentheses, even if there are none",
        )?;
        let parameters = parameters(cursor);
        let span = Span::default();
        Some(Function { documentation, attributes, result, name, parameters, span })
    })();
    end_of_line(cursor, "a function ends with `;`");
    function.map(|function| Function { span: cursor.since(start), ..function })
}

fn parameters(cursor: &mut Cursor<'_>) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    if cursor.eat(Kind::ParenthesisClose).is_some() {
        return parameters;
    }
    loop {
        match parameter(cursor) {
            Some(parameter) => parameters.push(parameter),
            None => cursor.recover(&[Kind::Comma, Kind::ParenthesisClose, Kind::Semicolon]),
        }
        if cursor.eat(Kind::Comma).is_some() {
            continue;
        }
        if cursor.eat(Kind::ParenthesisClose).is_some() {
            return parameters;
        }
        cursor.expected("`,` or `)`", foreign::behind_name(cursor.peek().kind));
        cursor.recover(&[Kind::Comma, Kind::ParenthesisClose, Kind::Semicolon]);
        if cursor.eat(Kind::Comma).is_none() {
            cursor.eat(Kind::ParenthesisClose);
            return parameters;
        }
    }
}

fn parameter(cursor: &mut Cursor<'_>) -> Option<Parameter> {
    let documentation = cursor.documentation();
    let attributes = attributes(cursor);
    // `out` is a direction only where a type and more follow: it may also be the name of either.
    let directed = ["in", "out", "inout"].iter().any(|word| cursor.at_word(word))
        && cursor.nth(1).kind == Kind::Word
        && matches!(cursor.nth(2).kind, Kind::Word | Kind::BracketOpen);
    let direction = if directed { cursor.name("a direction") } else { None };
    let value_type = value_type(cursor)?;
    if !cursor.at(Kind::Word) {
        cursor.expected("a name", foreign::no_name(cursor.peek().kind));
        return None;
    }
    let name = cursor.name("a name")?;
    Some(Parameter { documentation, attributes, direction, value_type, name })
}

fn value_type(cursor: &mut Cursor<'_>) -> Option<Type> {
    let base = cursor.name("a type")?;
    let base = foreign::one_word(cursor, base)?;
    let mut lengths = Vec::new();
    let mut span = base.span;
    while cursor.eat(Kind::BracketOpen).is_some() {
        if let Some(help) = foreign::no_length(cursor.peek().kind) {
            cursor.expected("a length", help);
            cursor.bump();
            continue;
        }
        lengths.push(expression(cursor));
        match cursor
            .expect(Kind::BracketClose, "the length of an array stands in brackets: `int[n]`")
        {
            Some(close) => span = span.to(close.span),
            None => break,
        }
    }
    Some(Type { base, lengths, span })
}

fn attributes(cursor: &mut Cursor<'_>) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    while let Some(open) = cursor.eat(Kind::BracketOpen) {
        let Some(name) = cursor.name("the name of an attribute") else {
            cursor.recover(&[Kind::BracketClose, Kind::Semicolon, Kind::BraceOpen]);
            cursor.eat(Kind::BracketClose);
            continue;
        };
        let mut arguments = Vec::new();
        if cursor.eat(Kind::ParenthesisOpen).is_some()
            && cursor.eat(Kind::ParenthesisClose).is_none()
        {
            loop {
                arguments.push(expression(cursor));
                if cursor.eat(Kind::Comma).is_none() {
                    break;
                }
            }
            cursor.expect(Kind::ParenthesisClose, "");
        }
        let close =
            cursor.expect(Kind::BracketClose, "an attribute stands in brackets: `[Range(0, 9)]`");
        if close.is_none() {
            cursor.recover(&[Kind::BracketClose, Kind::Semicolon, Kind::BraceOpen]);
            cursor.eat(Kind::BracketClose);
        }
        let span = open.span.to(close.map_or(name.span, |close| close.span));
        attributes.push(Attribute { name, arguments, span });
    }
    attributes
}

/// The `;` that ends something, or the way to it.
fn end_of_line(cursor: &mut Cursor<'_>, why: &str) {
    if cursor.eat(Kind::Semicolon).is_some() {
        return;
    }
    cursor.expected("`;`", why);
    // What stands on the next line is the next thing, and not to be skipped.
    let next = cursor.peek();
    let same_line = cursor.errors.last().is_some_and(|error| error.span.end > error.span.start);
    if next.kind != Kind::BraceClose && same_line {
        cursor.recover(&[Kind::Semicolon]);
        cursor.eat(Kind::Semicolon);
    }
}
