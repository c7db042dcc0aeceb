//! The tree that the parser makes: what is written, before it is known whether it makes sense.

use crate::Span;

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// What it declares, in order.
    pub items: Vec<Item>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `interface`
    Interface(Interface),
    /// `struct`
    Struct(Struct),
    /// `const`
    Constant(Constant),
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// `[Name(argument, …)]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Which.
    pub name: Name,
    /// Its arguments.
    pub arguments: Vec<Expression>,
    /// With its brackets.
    pub span: Span,
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Documentation, without its marks.
    pub documentation: String,
    /// Its type.
    pub value_type: Type,
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Expression,
    /// From its first attribute or word to the `;` that ends it.
    pub span: Span,
}

/// A struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Documentation, without its marks.
    pub documentation: String,
    /// Attributes before it.
    pub attributes: Vec<Attribute>,
    /// Its name.
    pub name: Name,
    /// Its members: parameters without a direction.
    pub members: Vec<Parameter>,
    /// From its first attribute or word to the `;` that ends it.
    pub span: Span,
}

/// An interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Documentation, without its marks.
    pub documentation: String,
    /// Attributes before it.
    pub attributes: Vec<Attribute>,
    /// Its name.
    pub name: Name,
    /// Its functions.
    pub functions: Vec<Function>,
    /// From its first attribute or word to the `;` that ends it.
    pub span: Span,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Documentation, without its marks.
    pub documentation: String,
    /// Attributes before it; a range is about the result.
    pub attributes: Vec<Attribute>,
    /// Its result; `void` is a type here.
    pub result: Type,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// From its first attribute or word to the `;` that ends it.
    pub span: Span,
}

/// A parameter, or a member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Documentation, without its marks.
    pub documentation: String,
    /// Attributes before it.
    pub attributes: Vec<Attribute>,
    /// The word `in`, `out` or `inout`, where it stands.
    pub direction: Option<Name>,
    /// Its type.
    pub value_type: Type,
    /// Its name.
    pub name: Name,
}

/// `base[length][length]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// A type of the language or the name of a struct.
    pub base: Name,
    /// Length of each dimension, the outermost first.
    pub lengths: Vec<Expression>,
    /// From the base to the last bracket.
    pub span: Span,
}

/// A whole number, computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i64, Span),
    /// A constant, parameter or member.
    Name(Name),
    /// `-a`
    Negate(Box<Expression>, Span),
    /// `a + b`, `a - b`, `a * b`
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// Something unreadable, which was reported.
    Missing(Span),
}

/// What joins two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

impl Expression {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Expression::Number(_, span)
            | Expression::Missing(span)
            | Expression::Negate(_, span) => *span,
            Expression::Name(name) => name.span,
            Expression::Binary(_, left, right) => left.span().to(right.span()),
        }
    }

    /// Every name in it.
    pub fn names(&self) -> Vec<&Name> {
        match self {
            Expression::Number(..) | Expression::Missing(_) => Vec::new(),
            Expression::Name(name) => vec![name],
            Expression::Negate(inner, _) => inner.names(),
            Expression::Binary(_, left, right) => {
                let mut names = left.names();
                names.extend(right.names());
                names
            }
        }
    }
}
