//! Holding an input against commands.

use std::collections::{BTreeMap, HashMap, HashSet};

use regex::bytes::{Regex, RegexBuilder};

use super::syntax::{Action, Command, Node, Notation, Until, Variable};
use super::value::{Value, calculate, compare};
use super::{Answer, GrammarError, Mismatch};

/// Commands and expressions that one input may take, at most.
const MOST_STEPS: u64 = 50_000_000;

/// Values that variables hold together, at most.
const MOST_VALUES: usize = 20_000_000;

/// Bytes of a compiled regular expression.
const LARGEST_REGEX: usize = 10 << 20;

/// Why a check ends early.
enum Stop {
    /// The input is not as it should be.
    Mismatch(String),
    /// The grammar cannot go on.
    Grammar(String),
}

impl From<String> for Stop {
    fn from(reason: String) -> Stop {
        Stop::Grammar(reason)
    }
}

type Done<T> = Result<T, Stop>;

struct Check<'a> {
    input: &'a [u8],
    at: usize,
    /// Line of the grammar.
    line: usize,
    steps: u64,
    values: usize,
    variables: HashMap<String, BTreeMap<Vec<i128>, Value>>,
    expressions: HashMap<Vec<u8>, Regex>,
}

/// Checks an input.
pub(super) fn check(commands: &[Command], input: &[u8]) -> Result<Answer, GrammarError> {
    let mut check = Check {
        input,
        at: 0,
        line: 1,
        steps: 0,
        values: 0,
        variables: HashMap::new(),
        expressions: HashMap::new(),
    };
    match check.all(commands).and_then(|()| check.end()) {
        Ok(()) => Ok(Answer::Valid),
        Err(Stop::Mismatch(expected)) => {
            let before = &input[..check.at];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let column = check.at - start + 1;
            Ok(Answer::Invalid(Mismatch { line, column, expected, grammar_line: check.line }))
        }
        Err(Stop::Grammar(reason)) => Err(GrammarError { line: check.line, reason }),
    }
}

fn expected<T>(what: impl Into<String>) -> Done<T> {
    Err(Stop::Mismatch(what.into()))
}

impl Check<'_> {
    fn rest(&self) -> &[u8] {
        &self.input[self.at..]
    }

    fn step(&mut self) -> Done<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Stop::Grammar(format!("it takes more than {MOST_STEPS} steps")));
        }
        Ok(())
    }

    fn all(&mut self, commands: &[Command]) -> Done<()> {
        commands.iter().try_for_each(|command| self.command(command))
    }

    fn command(&mut self, command: &Command) -> Done<()> {
        self.line = command.line;
        self.step()?;
        match &command.action {
            Action::Space => self.literal(b" ", "a space"),
            Action::Newline => self.literal(b"\n", "a line's end"),
            Action::End => self.end(),
            Action::Integer { least, most, name } => self.integer(least, most, name.as_ref()),
            Action::Float { least, most, decimals, name, notation } => {
                self.float((least, most), decimals.as_ref(), name.as_ref(), *notation)
            }
            Action::Text(text) => {
                let value = self.value(text)?;
                let text = value.text()?.to_vec();
                self.literal(&text, &value.shown())
            }
            Action::Regex(regex, name) => self.regex(regex, name.as_ref()),
            Action::Assert(condition) => match self.holds(condition)? {
                true => Ok(()),
                false => expected("what must be so is not so"),
            },
            Action::Set(all) => all.iter().try_for_each(|(variable, node)| {
                let value = self.value(node)?;
                self.assign(variable, value)
            }),
            Action::Unset(names) => {
                for name in names {
                    self.values -= self.variables.remove(name).map_or(0, |values| values.len());
                }
                Ok(())
            }
            Action::If { condition, then, otherwise } => {
                let branch = if self.holds(condition)? { then } else { otherwise };
                self.all(branch)
            }
            Action::Repeat { counter, until, separator, body } => {
                self.repeat(command.line, counter.as_ref(), until, separator.as_deref(), body)
            }
        }
    }

    fn end(&mut self) -> Done<()> {
        if self.rest().is_empty() { Ok(()) } else { expected("the end of the input must be here") }
    }

    fn literal(&mut self, text: &[u8], shown: &str) -> Done<()> {
        if !self.rest().starts_with(text) {
            return expected(format!("{shown} must be here"));
        }
        self.at += text.len();
        Ok(())
    }

    fn integer(&mut self, least: &Node, most: &Node, name: Option<&Variable>) -> Done<()> {
        let (least, most) = (self.value(least)?, self.value(most)?);
        let rest = self.rest();
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = match rest.get(sign) {
            Some(b'0') if sign == 0 => 1,
            Some(b'1'..=b'9') => sign + digits,
            _ => return expected("an integer must be here"),
        };
        let text = String::from_utf8_lossy(&rest[..length]).into_owned();
        // One that does not fit is beyond bounds that do.
        let value = text.parse().ok().map(Value::Integer);
        let within = match &value {
            Some(value) => {
                compare(super::syntax::Comparison::AtMost, &least, value)?
                    && compare(super::syntax::Comparison::AtMost, value, &most)?
            }
            None => false,
        };
        let Some(value) = value.filter(|_| within) else {
            let (least, most) = (least.shown(), most.shown());
            return expected(format!("an integer between {least} and {most} must be here"));
        };
        self.at += length;
        name.map_or(Ok(()), |name| self.assign(name, value))
    }

    fn float(
        &mut self,
        (least, most): (&Node, &Node),
        decimals: Option<&(Node, Node)>,
        name: Option<&Variable>,
        notation: Notation,
    ) -> Done<()> {
        let (least, most) = (self.value(least)?, self.value(most)?);
        let decimals = match decimals {
            Some((least, most)) => {
                Some((self.value(least)?.integer()?, self.value(most)?.integer()?))
            }
            None => None,
        };
        let Some(found) = Float::at(self.rest(), notation) else {
            return expected("a number must be here");
        };
        if notation == Notation::Scientific && !found.exponent {
            return expected("a number with an exponent must be here");
        }
        if let Some((fewest, most)) = decimals
            && !(fewest..=most).contains(&(found.decimals as i128))
        {
            return expected(format!(
                "a number with {fewest} to {most} digits after its point must be here"
            ));
        }
        let value = Value::Float(found.value);
        let (low, high) = (least.float()?, most.float()?);
        if !(low..=high).contains(&found.value) {
            return expected(format!("a number between {low} and {high} must be here"));
        }
        self.at += found.length;
        name.map_or(Ok(()), |name| self.assign(name, value))
    }

    fn regex(&mut self, node: &Node, name: Option<&Variable>) -> Done<()> {
        let pattern = self.value(node)?.text()?.to_vec();
        if !self.expressions.contains_key(&pattern) {
            let text = String::from_utf8_lossy(&pattern);
            let regex = RegexBuilder::new(&format!("\\A(?:{text})"))
                .unicode(false)
                .size_limit(LARGEST_REGEX)
                .build()
                .map_err(|error| format!("{text:?} is no regular expression: {error}"))?;
            self.expressions.insert(pattern.clone(), regex);
        }
        let found =
            self.expressions[&pattern].find(self.rest()).map(|found| found.as_bytes().to_vec());
        let Some(found) = found else {
            let text = String::from_utf8_lossy(&pattern);
            return expected(format!("something must be here to match {text:?}"));
        };
        self.at += found.len();
        name.map_or(Ok(()), |name| self.assign(name, Value::Text(found)))
    }

    fn repeat(
        &mut self,
        line: usize,
        counter: Option<&Variable>,
        until: &Until,
        separator: Option<&Command>,
        body: &[Command],
    ) -> Done<()> {
        let count = match until {
            Until::Count(node) => {
                let count = self.value(node)?.integer()?;
                Some(u32::try_from(count).map_err(|_| format!("it cannot repeat {count} times"))?)
            }
            Until::While(_) => None,
        };
        let mut round: u32 = 0;
        loop {
            self.line = line;
            self.step()?;
            let goes_on = match (until, count) {
                (Until::While(condition), _) => self.holds(condition)?,
                (Until::Count(_), count) => count.is_some_and(|count| round < count),
            };
            if !goes_on {
                return Ok(());
            }
            if let Some(separator) = separator.filter(|_| round > 0) {
                self.command(separator)?;
            }
            if let Some(counter) = counter {
                self.assign(counter, Value::Integer(round.into()))?;
            }
            self.all(body)?;
            round = round.checked_add(1).ok_or_else(|| "it repeats without end".to_owned())?;
        }
    }

    fn indices(&mut self, variable: &Variable) -> Done<Vec<i128>> {
        variable.indices.iter().map(|index| Ok(self.value(index)?.integer()?)).collect()
    }

    fn assign(&mut self, variable: &Variable, value: Value) -> Done<()> {
        let indices = self.indices(variable)?;
        let values = self.variables.entry(variable.name.clone()).or_default();
        if values.insert(indices, value).is_none() {
            self.values += 1;
        }
        if self.values > MOST_VALUES {
            return Err(Stop::Grammar(format!("it keeps more than {MOST_VALUES} values")));
        }
        Ok(())
    }

    fn value(&mut self, node: &Node) -> Done<Value> {
        self.step()?;
        Ok(match node {
            Node::Integer(value) => Value::Integer(*value),
            Node::Float(value) => Value::Float(*value),
            Node::Text(text) => Value::Text(text.clone()),
            Node::Variable(variable) => {
                let indices = self.indices(variable)?;
                let value = self.variables.get(&variable.name).and_then(|it| it.get(&indices));
                value.cloned().ok_or_else(|| format!("{} has no value here", variable.name))?
            }
            Node::Length(text) => Value::Integer(self.value(text)?.text()?.len() as i128),
            Node::Negated(inner) => self.value(inner)?.negated()?,
            Node::Sum(operator, sides) => {
                let (left, right) = (self.value(&sides.0)?, self.value(&sides.1)?);
                calculate(*operator, &left, &right)?
            }
            _ => {
                return Err("a condition stands where a number or a text is needed"
                    .to_owned()
                    .into());
            }
        })
    }

    fn holds(&mut self, node: &Node) -> Done<bool> {
        self.step()?;
        Ok(match node {
            Node::Not(inner) => !self.holds(inner)?,
            Node::And(sides) => self.holds(&sides.0)? && self.holds(&sides.1)?,
            Node::Or(sides) => self.holds(&sides.0)? || self.holds(&sides.1)?,
            Node::Comparison(comparison, sides) => {
                let (left, right) = (self.value(&sides.0)?, self.value(&sides.1)?);
                compare(*comparison, &left, &right)?
            }
            Node::Match(text) => {
                let value = self.value(text)?;
                let text = value.text()?;
                self.rest().first().is_some_and(|next| text.contains(next))
            }
            Node::AtEnd => self.rest().is_empty(),
            Node::Unique(names) => self.unique(names)?,
            Node::InArray(value, name) => {
                let key = self.value(value)?.key();
                let values = self.variables.get(name);
                values.is_some_and(|values| values.values().any(|other| other.key() == key))
            }
            _ => return Err("a value stands where a condition is needed".to_owned().into()),
        })
    }

    fn unique(&mut self, names: &[String]) -> Done<bool> {
        let empty = BTreeMap::new();
        let arrays: Vec<&BTreeMap<Vec<i128>, Value>> =
            names.iter().map(|name| self.variables.get(name).unwrap_or(&empty)).collect();
        let first = arrays[0];
        if !arrays.iter().all(|array| array.keys().eq(first.keys())) {
            return Err(format!("{} do not have the same indices", names.join(", ")).into());
        }
        let mut seen = HashSet::new();
        let unique = first.keys().all(|index| {
            let tuple: Vec<Vec<u8>> = arrays.iter().map(|array| array[index].key()).collect();
            seen.insert(tuple)
        });
        self.steps += (first.len() * names.len()) as u64;
        Ok(unique)
    }
}

/// A floating-point number at the front of a text.
struct Float {
    value: f64,
    length: usize,
    decimals: usize,
    exponent: bool,
}

impl Float {
    /// `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`, without an exponent where the notation is fixed.
    fn at(text: &[u8], notation: Notation) -> Option<Float> {
        let digits = |from: usize| {
            text.get(from..)
                .map_or(0, |rest| rest.iter().take_while(|byte| byte.is_ascii_digit()).count())
        };
        let sign = usize::from(text.first() == Some(&b'-'));
        let whole = digits(sign);
        if whole == 0 {
            return None;
        }
        let mut length = sign + whole;
        let mut decimals = 0;
        if text.get(length) == Some(&b'.') {
            decimals = digits(length + 1);
            length += if decimals > 0 { decimals + 1 } else { 0 };
        }
        let mut exponent = false;
        if notation != Notation::Fixed && matches!(text.get(length), Some(b'e' | b'E')) {
            let signed = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
            let count = digits(length + 1 + signed);
            if count > 0 {
                exponent = true;
                length += 1 + signed + count;
            }
        }
        let value = std::str::from_utf8(&text[..length]).ok()?.parse().ok()?;
        Some(Float { value, length, decimals, exponent })
    }
}
