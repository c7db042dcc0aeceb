//! From the text of a grammar to its commands.

use std::collections::HashSet;

use super::GrammarError;
use super::syntax::{Action, Command, Comparison, Node, Notation, Operator, Until, Variable};
use super::value::Value;

/// Commands, parentheses and operators inside each other, at most.
const MOST_DEPTH: usize = 100;

/// The commands of a grammar.
///
/// # Errors
/// [`GrammarError`] at the first place that is wrong.
pub(super) fn parse(text: &[u8]) -> Result<Vec<Command>, GrammarError> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
        line: 1,
        counted: 0,
        assigned: HashSet::new(),
        asked: Vec::new(),
    };
    let commands = parser.commands(&[])?;
    if parser.peek().is_some() {
        return Err(parser.error("there must be a command"));
    }
    // A slip of the pen would make UNIQUE always and INARRAY never hold.
    match parser.asked.iter().find(|(name, _)| !parser.assigned.contains(name)) {
        Some((name, line)) => {
            Err(GrammarError { line: *line, reason: format!("{name} never gets a value") })
        }
        None => Ok(commands),
    }
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    depth: usize,
    /// The line of the byte `counted`, which is never behind by more than a token.
    line: usize,
    counted: usize,
    /// Variables that something gives a value.
    assigned: HashSet<String>,
    /// Variables that are asked about as a whole, and where.
    asked: Vec<(String, usize)>,
}

pub(super) type Parsed<T> = Result<T, GrammarError>;

impl Parser<'_> {
    /// The line of here; counted from where it was asked for last.
    pub(super) fn line(&mut self) -> usize {
        let at = self.at.min(self.text.len());
        let (from, to) = (self.counted.min(at), self.counted.max(at));
        let lines = self.text[from..to].iter().filter(|&&byte| byte == b'\n').count();
        self.line = if at < self.counted { self.line - lines } else { self.line + lines };
        self.counted = at;
        self.line
    }

    pub(super) fn error(&mut self, reason: impl Into<String>) -> GrammarError {
        GrammarError { line: self.line(), reason: reason.into() }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MOST_DEPTH {
            return Err(self.error(format!("it is more than {MOST_DEPTH} levels deep")));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// The next byte that means something.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.get(self.at) {
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(b'#') => {
                    while self.text.get(self.at).is_some_and(|&byte| byte != b'\n') {
                        self.at += 1;
                    }
                }
                other => return other.copied(),
            }
        }
    }

    fn takes(&mut self, symbol: &str) -> bool {
        self.peek();
        let found = self.text[self.at..].starts_with(symbol.as_bytes());
        self.at += if found { symbol.len() } else { 0 };
        found
    }

    fn needs(&mut self, symbol: &str) -> Parsed<()> {
        if self.takes(symbol) { Ok(()) } else { Err(self.error(format!("there must be {symbol}"))) }
    }

    /// A word of bytes of a kind; empty where there is none.
    fn word(&mut self, belongs: impl Fn(u8) -> bool) -> String {
        self.peek();
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        self.at += length;
        String::from_utf8_lossy(&rest[..length]).into_owned()
    }

    fn capitals(&mut self) -> String {
        self.word(|byte| byte.is_ascii_uppercase())
    }

    /// Commands up to one of these words, which is left where it is.
    fn commands(&mut self, ends: &[&str]) -> Parsed<Vec<Command>> {
        let mut commands = Vec::new();
        while self.peek().is_some() {
            let start = self.at;
            let name = self.capitals();
            self.at = start;
            if ends.contains(&name.as_str()) {
                break;
            }
            commands.push(self.command()?);
        }
        Ok(commands)
    }

    fn command(&mut self) -> Parsed<Command> {
        self.peek();
        let line = self.line();
        let start = self.at;
        let name = self.capitals();
        let action = match name.as_str() {
            "SPACE" => Action::Space,
            "NEWLINE" => Action::Newline,
            "EOF" => Action::End,
            "INT" | "FLOAT" | "FLOATP" | "STRING" | "REGEX" | "ASSERT" | "SET" | "UNSET"
            | "REP" | "REPI" | "WHILE" | "WHILEI" | "IF" => {
                self.deeper(|parser| parser.with_arguments(&name))?
            }
            _ => {
                self.at = start;
                let what = if name.is_empty() {
                    "a command must stand here".to_owned()
                } else {
                    format!("there is no command {name}")
                };
                return Err(self.error(what));
            }
        };
        Ok(Command { line, action })
    }

    fn with_arguments(&mut self, name: &str) -> Parsed<Action> {
        self.needs("(")?;
        let action = match name {
            "INT" => {
                let (least, most) = self.bounds()?;
                let name = if self.takes(",") { Some(self.target()?) } else { None };
                Action::Integer { least, most, name }
            }
            "FLOAT" | "FLOATP" => self.float(name == "FLOATP")?,
            "STRING" => Action::Text(self.node()?),
            "REGEX" => {
                let regex = self.node()?;
                let name = if self.takes(",") { Some(self.target()?) } else { None };
                Action::Regex(regex, name)
            }
            "ASSERT" => {
                let start = self.at;
                let condition = self.node()?;
                let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
                let words: Vec<&str> = text.split_whitespace().collect();
                Action::Assert(condition, words.join(" "))
            }
            "SET" => {
                let mut all = Vec::new();
                loop {
                    let variable = self.target()?;
                    self.needs("=")?;
                    all.push((variable, self.node()?));
                    if !self.takes(",") {
                        break Action::Set(all);
                    }
                }
            }
            "UNSET" => Action::Unset(self.names()?),
            "IF" => return self.condition(),
            _ => return self.repetition(name),
        };
        self.needs(")")?;
        Ok(action)
    }

    fn bounds(&mut self) -> Parsed<(Node, Node)> {
        let least = self.node()?;
        self.needs(",")?;
        Ok((least, self.node()?))
    }

    fn float(&mut self, with_decimals: bool) -> Parsed<Action> {
        let (least, most) = self.bounds()?;
        let decimals = if with_decimals {
            self.needs(",")?;
            Some(self.bounds()?)
        } else {
            None
        };
        let (mut name, mut notation) = (None, Notation::Any);
        if self.takes(",") {
            name = Some(self.variable()?);
            if self.takes(",") {
                notation = match self.capitals().as_str() {
                    "FIXED" => Notation::Fixed,
                    "SCIENTIFIC" => Notation::Scientific,
                    _ => return Err(self.error("there must be FIXED or SCIENTIFIC")),
                };
            }
        }
        Ok(Action::Float { least, most, decimals, name, notation })
    }

    fn condition(&mut self) -> Parsed<Action> {
        let condition = self.node()?;
        self.needs(")")?;
        let then = self.commands(&["ELSE", "END"])?;
        let otherwise = if self.takes("ELSE") { self.commands(&["END"])? } else { Vec::new() };
        self.needs("END")?;
        Ok(Action::If { condition, then, otherwise })
    }

    fn repetition(&mut self, name: &str) -> Parsed<Action> {
        let counter = if name.ends_with('I') {
            let counter = self.target()?;
            self.needs(",")?;
            Some(counter)
        } else {
            None
        };
        let node = self.node()?;
        let until = if name.starts_with("REP") { Until::Count(node) } else { Until::While(node) };
        let separator = if self.takes(",") { Some(Box::new(self.command()?)) } else { None };
        self.needs(")")?;
        let body = self.commands(&["END"])?;
        self.needs("END")?;
        Ok(Action::Repeat { counter, until, separator, body })
    }

    fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Some(first) if first.is_ascii_lowercase() => {
                Ok(self.word(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
            }
            _ => Err(self.error("there must be the name of a variable")),
        }
    }

    fn names(&mut self) -> Parsed<Vec<String>> {
        let mut names = vec![self.name()?];
        while self.takes(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn variable(&mut self) -> Parsed<Variable> {
        let name = self.name()?;
        let mut indices = Vec::new();
        if self.takes("[") {
            indices.push(self.node()?);
            while self.takes(",") {
                indices.push(self.node()?);
            }
            self.needs("]")?;
        }
        Ok(Variable { name, indices })
    }

    /// A variable that gets a value.
    fn target(&mut self) -> Parsed<Variable> {
        let variable = self.variable()?;
        self.assigned.insert(variable.name.clone());
        Ok(variable)
    }

    /// The name of a variable that is asked about as a whole.
    fn asked(&mut self) -> Parsed<String> {
        let name = self.name()?;
        let line = self.line();
        self.asked.push((name.clone(), line));
        Ok(name)
    }

    /// An expression or a condition: `||` binds least, then `&&`, `!`, comparisons, sums, products,
    /// signs and powers.
    fn node(&mut self) -> Parsed<Node> {
        self.deeper(|parser| {
            let mut left = parser.conjunction()?;
            while parser.takes("||") {
                left = Node::Or(Box::new((left, parser.conjunction()?)));
            }
            Ok(left)
        })
    }

    fn conjunction(&mut self) -> Parsed<Node> {
        let mut left = self.negation()?;
        while self.takes("&&") {
            left = Node::And(Box::new((left, self.negation()?)));
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Node> {
        if self.peek() == Some(b'!') && self.text.get(self.at + 1) != Some(&b'=') {
            self.at += 1;
            return self.deeper(|parser| Ok(Node::Not(Box::new(parser.negation()?))));
        }
        let left = self.sum()?;
        let comparisons = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("==", Comparison::Equal),
            ("!=", Comparison::Different),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        for (symbol, comparison) in comparisons {
            if self.takes(symbol) {
                return Ok(Node::Comparison(comparison, Box::new((left, self.sum()?))));
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Parsed<Node> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some(b'+') => Operator::Plus,
                Some(b'-') => Operator::Minus,
                _ => return Ok(left),
            };
            self.at += 1;
            left = Node::Sum(operator, Box::new((left, self.product()?)));
        }
    }

    fn product(&mut self) -> Parsed<Node> {
        let mut left = self.signed()?;
        loop {
            let operator = match self.peek() {
                Some(b'*') => Operator::Times,
                Some(b'/') => Operator::Divided,
                Some(b'%') => Operator::Modulo,
                _ => return Ok(left),
            };
            self.at += 1;
            left = Node::Sum(operator, Box::new((left, self.signed()?)));
        }
    }

    fn signed(&mut self) -> Parsed<Node> {
        self.deeper(|parser| {
            if parser.takes("-") {
                return Ok(Node::Negated(Box::new(parser.signed()?)));
            }
            let mut base = parser.primary()?;
            // From the left, as DOMjudge's program has it: 2^3^2 is 64.
            while parser.takes("^") {
                let exponent = if parser.takes("-") {
                    Node::Negated(Box::new(parser.primary()?))
                } else {
                    parser.primary()?
                };
                base = Node::Sum(Operator::Power, Box::new((base, exponent)));
            }
            Ok(base)
        })
    }

    fn primary(&mut self) -> Parsed<Node> {
        match self.peek() {
            Some(b'(') => {
                self.at += 1;
                let inside = self.node()?;
                self.needs(")")?;
                Ok(inside)
            }
            Some(b'"') => self.string().map(|text| Node::Literal(Value::Text(text))),
            Some(byte) if byte.is_ascii_digit() => self.number().map(Node::Literal),
            Some(byte) if byte.is_ascii_lowercase() => self.variable().map(Node::Variable),
            Some(byte) if byte.is_ascii_uppercase() => self.function(),
            _ => Err(self.error("there must be a value")),
        }
    }

    fn function(&mut self) -> Parsed<Node> {
        let name = self.capitals();
        if name == "ISEOF" {
            return Ok(Node::AtEnd);
        }
        if !["MATCH", "STRLEN", "UNIQUE", "INARRAY"].contains(&name.as_str()) {
            return Err(self.error(format!("there is no function {name}")));
        }
        self.needs("(")?;
        let node = match name.as_str() {
            "MATCH" => Node::Match(Box::new(self.node()?)),
            "STRLEN" => Node::Length(Box::new(self.node()?)),
            "UNIQUE" => {
                let mut names = vec![self.asked()?];
                while self.takes(",") {
                    names.push(self.asked()?);
                }
                Node::Unique(names)
            }
            _ => {
                let value = self.node()?;
                self.needs(",")?;
                Node::InArray(Box::new(value), self.asked()?)
            }
        };
        self.needs(")")?;
        Ok(node)
    }
}
