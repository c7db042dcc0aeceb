//! The report on programs that call each other.

use std::time::Duration;

use sandglass_channel::{Cause, Statistics};
use schemars::JsonSchema;
use serde::Serialize;

use crate::calls::Recorded;

/// How the programs of a task with interfaces called each other.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CallsReport {
    /// Main's verdict, or who was at fault in which call.
    #[serde(flatten)]
    pub cause: Cause,
    /// The same in words.
    pub words: String,
    /// Where nothing happened any more: for how long, until it was found.
    #[serde(rename = "silent_for_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "Option<u64>")]
    pub silent_for: Option<Duration>,
    /// Calls and bytes between Main and each program.
    pub sessions: Vec<Statistics>,
    /// Every call and answer with its values, where a transcript was asked for; bounded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<Recorded>,
    /// Whether the transcript goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub transcript_cut: bool,
}

impl CallsReport {
    /// Whether a program of the submission is at fault.
    pub fn at_fault(&self) -> bool {
        matches!(self.cause, Cause::Peer { .. })
    }
}

fn nanoseconds<S: serde::Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => super::nanoseconds(time, serializer),
        None => serializer.serialize_none(),
    }
}
