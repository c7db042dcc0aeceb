//! How the points of an Italian task come about: `score_type`, and which tests each subtask has.

use std::collections::BTreeSet;

use regex::RegexBuilder;

use super::gen_file::GenFile;
use crate::error::PackageError;
use crate::group::Aggregation;
use crate::keys::Keys;
use crate::limits::MOST_POINTS;
use crate::yaml::Value;

/// The key with the subtasks.
const KEY: &str = "score_type_parameters";

/// Tests that a subtask may have.
const MOST_TESTS: usize = 100_000;

/// Bytes of a compiled regular expression.
const LARGEST_REGEX: usize = 1 << 20;

/// How points come about.
pub(super) struct Scoring {
    pub(super) aggregation: Aggregation,
    /// Where the task has none, one with all tests.
    pub(super) subtasks: Vec<Subtask>,
}

/// A subtask: its points, and its tests by their numbers.
pub(super) struct Subtask {
    pub(super) points: f64,
    pub(super) tests: Vec<usize>,
}

impl Scoring {
    /// Whether some test is in more than one subtask.
    pub(super) fn shares_tests(&self) -> bool {
        self.subtasks.iter().map(|subtask| subtask.tests.len()).sum::<usize>() > self.used()
    }

    /// Tests that are in any.
    pub(super) fn used(&self) -> usize {
        let all: BTreeSet<usize> =
            self.subtasks.iter().flat_map(|subtask| subtask.tests.iter().copied()).collect();
        all.len()
    }
}

/// What one entry says of its tests.
enum Tests {
    /// So many of those that follow the last entry's.
    Next(usize),
    /// Those whose code name a regular expression matches from its start.
    Named(String),
}

/// Subtasks of `gen/GEN`; newer tasks may say how their points count, and which tests they have.
pub(super) fn read(
    keys: &mut Keys,
    gen_file: Option<&GenFile>,
    count: usize,
) -> Result<Scoring, PackageError> {
    let mut total = keys.at_least("total_value", 0.0)?.unwrap_or(100.0);
    let of_file = gen_file.map_or(&[][..], |file| &file.subtasks);
    let mut entries: Vec<(f64, Tests)> =
        of_file.iter().map(|subtask| (subtask.points, Tests::Next(subtask.tests))).collect();
    let kind = keys.string("score_type")?;
    let mut threshold = None;
    match (kind.as_deref(), keys.value(KEY)) {
        (_, None) => {}
        (Some("Sum"), Some(value)) => {
            let each = value.number().filter(|points| (0.0..=MOST_POINTS).contains(points));
            let each = each.ok_or_else(|| keys.error(KEY, "it must be the points of a test"))?;
            total = each * count as f64;
        }
        (Some(_), Some(Value::Sequence(given))) => {
            entries.clear();
            for entry in &given {
                let (points, tests, limit) = parameters(entry).ok_or_else(|| {
                    let reason = "each must be points, a number of tests or a regular expression \
                                  of their names, and perhaps a threshold";
                    keys.error(KEY, reason)
                })?;
                entries.push((points, tests));
                threshold = limit.or(threshold);
            }
        }
        (_, Some(_)) => return Err(keys.error(KEY, "it does not fit score_type")),
    }
    let aggregation = match kind.as_deref() {
        None | Some("GroupMin") => Aggregation::Min,
        Some("GroupMul") => Aggregation::Product,
        Some("GroupThreshold") => Aggregation::Threshold(
            threshold.ok_or_else(|| keys.error(KEY, "GroupThreshold needs a threshold"))?,
        ),
        Some("Sum") => {
            entries.clear();
            Aggregation::Sum
        }
        Some(other) => return Err(keys.error("score_type", format!("{other:?} is not known"))),
    };
    if entries.is_empty() {
        let whole = Subtask { points: total, tests: (0..count).collect() };
        return Ok(Scoring { aggregation: Aggregation::Sum, subtasks: vec![whole] });
    }
    Ok(Scoring { aggregation, subtasks: subtasks(keys, &entries, count)? })
}

/// `[points, tests]` or `[points, tests, threshold]`.
fn parameters(entry: &Value) -> Option<(f64, Tests, Option<f64>)> {
    let Value::Sequence(parts) = entry else { return None };
    let points = parts.first()?.number().filter(|points| (0.0..=MOST_POINTS).contains(points))?;
    let tests = match parts.get(1)? {
        Value::Integer(tests) => {
            Tests::Next(usize::try_from(*tests).ok().filter(|&tests| tests <= MOST_TESTS)?)
        }
        Value::Text(expression) => Tests::Named(expression.clone()),
        _ => return None,
    };
    Some((points, tests, parts.get(2).and_then(Value::number)))
}

/// All entries are of one kind, as in CMS.
fn subtasks(
    keys: &Keys,
    entries: &[(f64, Tests)],
    count: usize,
) -> Result<Vec<Subtask>, PackageError> {
    let (mut subtasks, mut next, mut named) = (Vec::new(), 0, 0);
    for (points, tests) in entries {
        let tests = match tests {
            Tests::Next(tests) => {
                next += tests;
                (next - tests..next).collect()
            }
            Tests::Named(expression) => {
                named += 1;
                matching(expression, count).map_err(|reason| keys.error(KEY, reason))?
            }
        };
        subtasks.push(Subtask { points: *points, tests });
    }
    if named > 0 && named < entries.len() {
        return Err(keys.error(KEY, "numbers of tests and regular expressions do not mix"));
    }
    if named == 0 && next != count {
        let reason = format!("the subtasks have {next} tests, and there are {count}");
        return Err(keys.error(KEY, reason));
    }
    Ok(subtasks)
}

/// The tests whose code names an expression matches from their start.
fn matching(expression: &str, count: usize) -> Result<Vec<usize>, String> {
    let regex = RegexBuilder::new(&format!("^(?:{expression})"))
        .size_limit(LARGEST_REGEX)
        .build()
        .map_err(|error| format!("{expression:?} is no regular expression: {error}"))?;
    let tests: Vec<usize> =
        (0..count).filter(|number| regex.is_match(&format!("{number:03}"))).collect();
    match tests.is_empty() {
        true => Err(format!("no test has a name that {expression:?} matches")),
        false => Ok(tests),
    }
}
