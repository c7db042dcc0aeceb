//! The TOML form of a policy, and how its entries become conditions.

use serde::Deserialize;
use toml::Spanned;

use super::EntryProblem;
use super::action::Action;
use super::arguments::{Width, argument};
use super::condition::{Condition, Test};
use super::vocabulary::Vocabulary;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PolicyDocument {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) extends: Option<String>,
    pub(crate) default: Option<Spanned<DefaultDocument>>,
    #[serde(default)]
    pub(crate) rule: Vec<Spanned<RuleDocument>>,
}

/// What happens to a call that no rule names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DefaultDocument {
    action: String,
    reason: Option<String>,
}

/// One entry.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleDocument {
    action: String,
    #[serde(default)]
    pub(crate) syscalls: Vec<String>,
    #[serde(default)]
    when: Vec<ConditionDocument>,
    reason: Option<String>,
}

/// One test of an argument.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionDocument {
    argument: ArgumentDocument,
    width: Option<i64>,
    mask: Option<Vec<Value>>,
    is: Option<Vec<Value>>,
    is_not: Option<Vec<Value>>,
    any_bit: Option<Vec<Value>>,
    no_bit: Option<Vec<Value>>,
    at_least: Option<Value>,
    at_most: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ArgumentDocument {
    Position(i64),
    Name(String),
}

/// A number, a name, or a number too large for TOML as text (`"0xffffffffffffffff"`).
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Name(String),
}

/// Takes a reason that is more than blanks.
fn reason(text: &Option<String>) -> Result<String, EntryProblem> {
    match text.as_deref().map(str::trim) {
        None | Some("") => Err(EntryProblem::MissingReason),
        Some(words) => Ok(words.to_owned()),
    }
}

fn action(name: &str) -> Result<Action, EntryProblem> {
    Action::from_name(name).ok_or_else(|| EntryProblem::UnknownAction(name.to_owned()))
}

impl DefaultDocument {
    /// Action and reason.
    pub(crate) fn read(&self) -> Result<(Action, String), EntryProblem> {
        match action(&self.action)? {
            Action::Allow => Err(EntryProblem::DefaultAllows),
            action => Ok((action, reason(&self.reason)?)),
        }
    }
}

impl RuleDocument {
    /// Action and reason.
    pub(crate) fn read(&self) -> Result<(Action, String), EntryProblem> {
        Ok((action(&self.action)?, reason(&self.reason)?))
    }

    /// The conditions, for one of the system calls of the entry.
    pub(crate) fn conditions(&self, syscall: &str) -> Result<Vec<Condition>, EntryProblem> {
        self.when.iter().map(|condition| condition.read(syscall)).collect()
    }
}

impl ConditionDocument {
    fn read(&self, syscall: &str) -> Result<Condition, EntryProblem> {
        let (name, index, width, vocabulary) = self.place(syscall)?;
        let number = |value: &Value| value.read(width, vocabulary);
        let numbers = |values: &[Value]| values.iter().map(number).collect::<Result<Vec<_>, _>>();
        let union =
            |values: &[Value]| Ok(numbers(values)?.into_iter().fold(0, |all, bit| all | bit));
        let mask = match &self.mask {
            Some(values) => union(values)?,
            None => width.mask(),
        };
        let one_of = |values: &[Value]| Ok(Test::OneOf { mask, values: numbers(values)? });

        let tests = [
            self.is.as_ref().map(|values| (one_of(values), false, "is", list(values))),
            self.is_not.as_ref().map(|values| (one_of(values), true, "is not", list(values))),
            self.any_bit
                .as_ref()
                .map(|bits| (union(bits).map(Test::AnyBit), false, "has", list(bits))),
            self.no_bit
                .as_ref()
                .map(|bits| (union(bits).map(Test::AnyBit), true, "lacks", list(bits))),
            self.at_least.as_ref().map(|least| {
                (number(least).map(Test::AtLeast), false, "is at least", least.words())
            }),
            // Not to be greater is not to be at least one more; u64::MAX wraps to a test that
            // always holds and is refused below.
            self.at_most.as_ref().map(|most| {
                let above = number(most).map(|most| Test::AtLeast(most.wrapping_add(1)));
                (above, true, "is at most", most.words())
            }),
        ];
        let mut tests = tests.into_iter().flatten();
        let (Some((test, negated, verb, values)), None) = (tests.next(), tests.next()) else {
            return Err(EntryProblem::NotOneTest);
        };
        let test = test?;
        let whole_test = matches!(test, Test::OneOf { .. });
        if !can_go_both_ways(&test, width) || (self.mask.is_some() && !whole_test) {
            return Err(EntryProblem::EmptyTest(name));
        }
        let masked = self.mask.as_ref().map_or(String::new(), |mask| format!(" & {}", list(mask)));
        let words = format!("{name}{masked} {verb} {values}");
        Ok(Condition { argument: index, width, test, negated, words })
    }

    /// Name, position, width and vocabulary of the tested argument.
    fn place(&self, syscall: &str) -> Result<(String, usize, Width, Vocabulary), EntryProblem> {
        match &self.argument {
            ArgumentDocument::Name(name) => match argument(syscall, name) {
                Some(known) if self.width.is_none() => {
                    Ok((name.clone(), known.index, known.width, known.vocabulary))
                }
                _ => Err(EntryProblem::UnknownArgument {
                    syscall: syscall.to_owned(),
                    argument: name.clone(),
                }),
            },
            ArgumentDocument::Position(position) => {
                let width = match self.width {
                    Some(32) => Width::Low,
                    Some(64) => Width::Whole,
                    _ => return Err(EntryProblem::BadPosition(*position)),
                };
                if !(0..6).contains(position) {
                    return Err(EntryProblem::BadPosition(*position));
                }
                let name = format!("argument {position}");
                Ok((name, *position as usize, width, Vocabulary::None))
            }
        }
    }
}

/// Whether some argument passes the test and some other fails it.
fn can_go_both_ways(test: &Test, width: Width) -> bool {
    match test {
        Test::OneOf { mask, values } => {
            *mask != 0 && !values.is_empty() && values.iter().all(|value| value & !mask == 0)
        }
        Test::AnyBit(bits) => *bits != 0,
        Test::AtLeast(least) => *least != 0 && *least <= width.mask(),
    }
}

impl Value {
    fn read(&self, width: Width, vocabulary: Vocabulary) -> Result<u64, EntryProblem> {
        let value = match self {
            Self::Number(number) => u64::try_from(*number)
                .map_err(|_| EntryProblem::UnknownValue(number.to_string()))?,
            Self::Name(name) => match name.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => vocabulary.value(name),
            }
            .ok_or_else(|| EntryProblem::UnknownValue(name.clone()))?,
        };
        if value & !width.mask() == 0 { Ok(value) } else { Err(EntryProblem::ValueTooWide(value)) }
    }

    fn words(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => name.clone(),
        }
    }
}

fn list(values: &[Value]) -> String {
    values.iter().map(Value::words).collect::<Vec<_>>().join("|")
}
