//! Holding an input against commands.

use std::collections::{BTreeMap, HashMap};

use regex::bytes::Regex;

use super::expression;
use super::number::{LARGEST_EXPONENT, MOST_DIGITS, float_at, whole_at};
use super::syntax::{Action, Command, Comparison, Node, Notation, Until, Variable};
use super::value::{Key, Value, calculate, compare};
use super::{Answer, GrammarError, Mismatch};

/// Commands and expressions that one input may take, at most.
const MOST_STEPS: u64 = 50_000_000;

/// What variables hold together, at most, in words of 64 bits.
const MOST_VALUES: usize = 10_000_000;

/// Regular expressions that are kept compiled.
const MOST_EXPRESSIONS: usize = 100;

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
    variables: HashMap<String, Array>,
    /// Why the last UNIQUE did not hold.
    twice: Option<String>,
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
        twice: None,
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

/// The values of a variable by their indices; the one of none has no index.
#[derive(Default)]
struct Array {
    values: BTreeMap<Vec<i128>, Value>,
    /// How often each value is there, once somebody asked.
    counts: Option<HashMap<Key, usize>>,
}

impl Array {
    /// Puts a value, and gives the one that was there.
    fn put(&mut self, indices: Vec<i128>, value: Value) -> Option<Value> {
        let key = self.counts.is_some().then(|| value.key());
        let before = self.values.insert(indices, value);
        if let Some(counts) = &mut self.counts {
            if let Some(count) = before.as_ref().and_then(|before| counts.get_mut(&before.key())) {
                *count -= 1;
            }
            *counts.entry(key.expect("made where there are counts")).or_default() += 1;
        }
        before
    }

    fn contains(&mut self, value: &Value) -> bool {
        let counts = self.counts.get_or_insert_with(|| {
            let mut counts = HashMap::new();
            for value in self.values.values() {
                *counts.entry(value.key()).or_default() += 1;
            }
            counts
        });
        counts.get(&value.key()).is_some_and(|&count| count > 0)
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
            Action::Assert(condition, text) => self.assert(condition, text),
            Action::Set(all) => all.iter().try_for_each(|(variable, node)| {
                let value = self.value(node)?;
                self.assign(variable, value)
            }),
            Action::Unset(names) => {
                for name in names {
                    if let Some(array) = self.variables.remove(name) {
                        self.values -= array.values.values().map(Value::words).sum::<usize>();
                    }
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

    fn assert(&mut self, condition: &Node, text: &str) -> Done<()> {
        self.twice = None;
        if self.holds(condition)? {
            return Ok(());
        }
        let why = match (self.twice.take(), condition) {
            (Some(why), _) => format!(": {why}"),
            (None, Node::Comparison(_, sides)) => {
                let (left, right) = (self.value(&sides.0)?, self.value(&sides.1)?);
                format!(": left of it stands {}, right of it {}", left.shown(), right.shown())
            }
            _ => String::new(),
        };
        expected(format!("{text} must hold here{why}"))
    }

    fn integer(&mut self, least: &Node, most: &Node, name: Option<&Variable>) -> Done<()> {
        let (least, most) = (self.value(least)?, self.value(most)?);
        let (low, high) = (least.integer()?, most.integer()?);
        let whole = whole_at(self.rest()).or_else(expected)?;
        self.steps += whole.length as u64 / 8;
        // One that is too long to be read is beyond all bounds.
        let Some(value) = whole.value.filter(|value| (low..=high).contains(&value)) else {
            let (least, most) = (least.shown(), most.shown());
            return expected(format!("an integer between {least} and {most} must be here"));
        };
        self.at += whole.length;
        name.map_or(Ok(()), |name| self.assign(name, Value::Integer(value)))
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
            Some((least, most)) => Some((self.value(least)?.index()?, self.value(most)?.index()?)),
            None => None,
        };
        let found = float_at(self.rest(), notation != Notation::Fixed).or_else(expected)?;
        self.steps += found.length as u64 / 8;
        if notation == Notation::Scientific && !found.exponent {
            return expected("a number with an exponent must be here");
        }
        if let Some((fewest, most)) = decimals {
            if found.exponent && !found.normal {
                return expected("one digit that is not 0 must be before the point");
            }
            if !(fewest..=most).contains(&(found.decimals as i128)) {
                return expected(format!(
                    "a number with {fewest} to {most} digits after its point must be here"
                ));
            }
        }
        let Some(value) = found.value else {
            return expected(format!(
                "a number with an exponent of at most {LARGEST_EXPONENT} and of at most {} digits \
                 must be here",
                MOST_DIGITS / 2
            ));
        };
        let value = Value::float(value);
        if !compare(Comparison::AtMost, &least, &value)?
            || !compare(Comparison::AtMost, &value, &most)?
        {
            let (least, most) = (least.shown(), most.shown());
            return expected(format!("a number between {least} and {most} must be here"));
        }
        self.at += found.length;
        name.map_or(Ok(()), |name| self.assign(name, value))
    }

    fn regex(&mut self, node: &Node, name: Option<&Variable>) -> Done<()> {
        let value = self.value(node)?;
        let pattern = value.text()?;
        if !self.expressions.contains_key(pattern) {
            if self.expressions.len() == MOST_EXPRESSIONS {
                self.expressions.clear();
            }
            // As much as the longest takes; one a line of the input is allowed.
            self.steps += 100 + pattern.len() as u64;
            let regex = expression::compile(pattern).map_err(|reason| {
                format!("{} is no regular expression: {reason}", value.shown())
            })?;
            self.expressions.insert(pattern.to_vec(), regex);
        }
        let Some(found) = self.expressions[pattern].find(self.rest()).map(|found| found.len())
        else {
            return expected(format!("something must be here to match {}", value.shown()));
        };
        self.steps += found as u64 / 8;
        let text = name.map(|_| Value::Text(self.rest()[..found].to_vec()));
        self.at += found;
        match (name, text) {
            (Some(name), Some(text)) => self.assign(name, text),
            _ => Ok(()),
        }
    }

    fn repeat(
        &mut self,
        line: usize,
        counter: Option<&Variable>,
        until: &Until,
        separator: Option<&Command>,
        body: &[Command],
    ) -> Done<()> {
        // The counter has a value before the condition is asked, and after the end it says how often.
        if let Some(counter) = counter {
            self.assign(counter, Value::Integer(0.into()))?;
        }
        let count = match until {
            Until::Count(node) => {
                let count = self.value(node)?.index()?;
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
            self.all(body)?;
            round = round.checked_add(1).ok_or_else(|| "it repeats without end".to_owned())?;
            self.line = line;
            if let Some(counter) = counter {
                self.assign(counter, Value::Integer(round.into()))?;
            }
        }
    }

    fn indices(&mut self, variable: &Variable) -> Done<Vec<i128>> {
        variable.indices.iter().map(|index| Ok(self.value(index)?.index()?)).collect()
    }

    fn assign(&mut self, variable: &Variable, value: Value) -> Done<()> {
        let indices = self.indices(variable)?;
        self.values += value.words();
        if !self.variables.contains_key(&variable.name) {
            self.variables.insert(variable.name.clone(), Array::default());
        }
        let array = self.variables.get_mut(&variable.name);
        if let Some(before) = array.and_then(|array| array.put(indices, value)) {
            self.values -= before.words();
        }
        if self.values > MOST_VALUES {
            return Err(Stop::Grammar(format!(
                "its variables hold more than {} MiB",
                MOST_VALUES >> 17
            )));
        }
        Ok(())
    }

    fn value(&mut self, node: &Node) -> Done<Value> {
        self.step()?;
        Ok(match node {
            Node::Literal(value) => value.clone(),
            Node::Variable(variable) => {
                let indices = self.indices(variable)?;
                let value =
                    self.variables.get(&variable.name).and_then(|it| it.values.get(&indices));
                value.cloned().ok_or_else(|| format!("{} has no value here", variable.name))?
            }
            Node::Length(text) => Value::Integer(self.value(text)?.text()?.len().into()),
            Node::Negated(inner) => self.value(inner)?.negated()?,
            Node::Sum(operator, sides) => {
                let (left, right) = (self.value(&sides.0)?, self.value(&sides.1)?);
                self.steps += (left.words() * right.words()) as u64 / 16;
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
                let value = self.value(value)?;
                let array = self.variables.get_mut(name);
                array.is_some_and(|array| array.contains(&value))
            }
            _ => return Err("a value stands where a condition is needed".to_owned().into()),
        })
    }

    fn unique(&mut self, names: &[String]) -> Done<bool> {
        let empty = Array::default();
        let arrays: Vec<&BTreeMap<Vec<i128>, Value>> =
            names.iter().map(|name| &self.variables.get(name).unwrap_or(&empty).values).collect();
        let first = arrays[0];
        if !arrays.iter().all(|array| array.keys().eq(first.keys())) {
            return expected(format!("{} must have the same indices here", names.join(", ")));
        }
        self.steps += (first.len() * names.len()) as u64;
        let mut seen: HashMap<Vec<Key>, &[i128]> = HashMap::new();
        for index in first.keys() {
            let tuple: Vec<Key> = arrays.iter().map(|array| array[index].key()).collect();
            if let Some(other) = seen.insert(tuple, index) {
                let shown: Vec<String> = arrays.iter().map(|it| it[index].shown()).collect();
                let (values, names) = (shown.join(", "), names.join(", "));
                self.twice =
                    Some(format!("{names} has {values} at {other:?} and again at {index:?}"));
                return Ok(false);
            }
        }
        Ok(true)
    }
}
