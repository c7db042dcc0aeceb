//! How a submission fails what is expected of it.

use std::collections::BTreeSet;
use std::fmt;

use super::{FinalVerdict, TestClass};
/// How a submission fails an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// A test ended as none may.
    NotPermitted {
        /// The test.
        test: String,
        /// How it ended.
        class: TestClass,
    },
    /// No test ended as one must.
    NoneOf {
        /// The classes of which one must appear.
        required: BTreeSet<TestClass>,
    },
    /// No validator said what one must.
    NoMessage {
        /// What must appear.
        message: String,
    },
    /// Points outside of the range.
    Score {
        /// The group; empty for the submission.
        group: String,
        /// Its points.
        score: f64,
        /// The least and the most.
        range: (f64, f64),
    },
    /// The submission has all points, and is to have less.
    FullScore,
    /// The verdict is none of those.
    Verdict {
        /// Those.
        expected: BTreeSet<FinalVerdict>,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::NotPermitted { test, class } => {
                write!(formatter, "{class} on {test} is not permitted")
            }
            Mismatch::NoneOf { required } => {
                let codes: Vec<&str> = required.iter().map(|class| class.code()).collect();
                write!(formatter, "no test ended in {}", codes.join(" or "))
            }
            Mismatch::NoMessage { message } => {
                write!(formatter, "no validator's message contains {message:?}")
            }
            Mismatch::Score { group, score, range: (least, most) } => {
                let of = if group.is_empty() { "the submission" } else { group };
                match least == most {
                    true => write!(formatter, "{of} has {score} points and not {least}"),
                    false => write!(formatter, "{of} has {score} points and not {least} to {most}"),
                }
            }
            Mismatch::FullScore => formatter.write_str("it has all points"),
            Mismatch::Verdict { expected } => {
                let names: Vec<&str> = expected.iter().map(|verdict| verdict.name()).collect();
                write!(formatter, "the verdict is not {}", names.join(" or "))
            }
        }
    }
}
