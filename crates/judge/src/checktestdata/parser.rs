//! From the text of a grammar to its commands.

use super::GrammarError;
use super::syntax::{Action, Command, Comparison, Node, Notation, Operator, Until, Variable};

/// Commands, parentheses and operators inside each other, at most.
const MOST_DEPTH: usize = 100;

/// The commands of a grammar.
///
/// # Errors
/// [`GrammarError`] at the first place that is wrong.
pub(super) fn parse(text: &[u8]) -> Result<Vec<Command>, GrammarError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let commands = parser.commands(&[])?;
    match parser.peek() {
        None => Ok(commands),
        Some(_) => Err(parser.error("there must be a command")),
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, GrammarError>;

impl Parser<'_> {
    fn line(&self) -> usize {
        let before = &self.text[..self.at.min(self.text.len())];
        before.iter().filter(|&&byte| byte == b'\n').count() + 1
    }

    fn error(&self, reason: impl Into<String>) -> GrammarError {
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
                let name = if self.takes(",") { Some(self.variable()?) } else { None };
                Action::Integer { least, most, name }
            }
            "FLOAT" | "FLOATP" => self.float(name == "FLOATP")?,
            "STRING" => Action::Text(self.node()?),
            "REGEX" => {
                let regex = self.node()?;
                let name = if self.takes(",") { Some(self.variable()?) } else { None };
                Action::Regex(regex, name)
            }
            "ASSERT" => Action::Assert(self.node()?),
            "SET" => {
                let mut all = Vec::new();
                loop {
                    let variable = self.variable()?;
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
            let counter = self.variable()?;
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
            let base = parser.primary()?;
            if parser.takes("^") {
                // From the right: the exponent takes all further ones.
                let exponent = parser.signed()?;
                return Ok(Node::Sum(Operator::Power, Box::new((base, exponent))));
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
            Some(b'"') => self.string().map(Node::Text),
            Some(byte) if byte.is_ascii_digit() => self.number(),
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
            "UNIQUE" => Node::Unique(self.names()?),
            _ => {
                let value = self.node()?;
                self.needs(",")?;
                Node::InArray(Box::new(value), self.name()?)
            }
        };
        self.needs(")")?;
        Ok(node)
    }

    fn number(&mut self) -> Parsed<Node> {
        let start = self.at;
        let digits = |parser: &mut Self| {
            let from = parser.at;
            while parser.text.get(parser.at).is_some_and(u8::is_ascii_digit) {
                parser.at += 1;
            }
            parser.at > from
        };
        digits(self);
        let mut whole = true;
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            whole = false;
            if !digits(self) {
                return Err(self.error("there must be digits after a decimal point"));
            }
        }
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) {
            let before = self.at;
            self.at += 1;
            if matches!(self.text.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if digits(self) {
                whole = false;
            } else {
                self.at = before;
            }
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        let wrong = |_| self.error(format!("{text} is no number of at most 127 bits"));
        if whole {
            text.parse().map(Node::Integer).map_err(wrong)
        } else {
            text.parse().map(Node::Float).map_err(|_| self.error("there must be a number"))
        }
    }

    fn string(&mut self) -> Parsed<Vec<u8>> {
        let start = self.line();
        let open = |line| GrammarError { line, reason: "the text is not closed".to_owned() };
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let byte = *self.text.get(self.at).ok_or_else(|| open(start))?;
            self.at += 1;
            match byte {
                b'"' => return Ok(text),
                b'\\' => {
                    let escaped = *self.text.get(self.at).ok_or_else(|| open(start))?;
                    self.at += 1;
                    match escaped {
                        b'n' => text.push(b'\n'),
                        b't' => text.push(b'\t'),
                        b'r' => text.push(b'\r'),
                        b'b' => text.push(8),
                        b'"' | b'\\' => text.push(escaped),
                        b'\n' => {}
                        b'0'..=b'7' => {
                            let mut code = u32::from(escaped - b'0');
                            for _ in 0..2 {
                                match self.text.get(self.at) {
                                    Some(digit @ b'0'..=b'7') => {
                                        code = code * 8 + u32::from(digit - b'0');
                                        self.at += 1;
                                    }
                                    _ => break,
                                }
                            }
                            text.push((code & 0xff) as u8);
                        }
                        other => text.extend([b'\\', other]),
                    }
                }
                other => text.push(other),
            }
        }
    }
}
