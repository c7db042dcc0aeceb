//! What a grammar is made of.

use super::value::Value;

/// A command, and the line on which it stands.
#[derive(Clone, Debug)]
pub(super) struct Command {
    pub(super) line: usize,
    pub(super) action: Action,
}

/// What a command does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Space,
    Newline,
    End,
    Integer {
        least: Node,
        most: Node,
        name: Option<Variable>,
    },
    Float {
        least: Node,
        most: Node,
        decimals: Option<(Node, Node)>,
        name: Option<Variable>,
        notation: Notation,
    },
    Text(Node),
    Regex(Node, Option<Variable>),
    /// And what the grammar says, for people.
    Assert(Node, String),
    Set(Vec<(Variable, Node)>),
    Unset(Vec<String>),
    Repeat {
        counter: Option<Variable>,
        until: Until,
        separator: Option<Box<Command>>,
        body: Vec<Command>,
    },
    If {
        condition: Node,
        then: Vec<Command>,
        otherwise: Vec<Command>,
    },
}

/// How long to repeat.
#[derive(Clone, Debug)]
pub(super) enum Until {
    /// So many times.
    Count(Node),
    /// As long as this holds.
    While(Node),
}

/// How a floating-point number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    Any,
    Fixed,
    Scientific,
}

/// A variable, or one of an array.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) indices: Vec<Node>,
}

/// An expression or a condition; which of the two shows when it is evaluated.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Literal(Value),
    Variable(Variable),
    /// `STRLEN`.
    Length(Box<Node>),
    Negated(Box<Node>),
    Sum(Operator, Box<(Node, Node)>),
    Comparison(Comparison, Box<(Node, Node)>),
    Not(Box<Node>),
    And(Box<(Node, Node)>),
    Or(Box<(Node, Node)>),
    Match(Box<Node>),
    AtEnd,
    Unique(Vec<String>),
    InArray(Box<Node>, String),
}

/// An operator on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Divided,
    Modulo,
    Power,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    Greater,
    AtMost,
    AtLeast,
    Equal,
    Different,
}
