//! The report on a compilation.

use std::time::Duration;

use sandglass_sandbox::Outcome;
use schemars::JsonSchema;
use serde::Serialize;

use super::nanoseconds;

/// A compilation.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct CompilationReport {
    /// How the compiler ended, in the sandbox's words; empty where nothing was compiled, and
    /// `unknown_language` where nobody knows how to compile it.
    pub cause: String,
    /// Its exit code, where it exited.
    pub exit_code: Option<i32>,
    /// The signal, where one killed it.
    pub signal: Option<i32>,
    /// Whether it was known from before: then the figures and words are those of that time.
    pub cached: bool,
    /// CPU time.
    #[serde(rename = "cpu_time_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub cpu_time: Duration,
    /// Time from start to end.
    #[serde(rename = "wall_time_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub wall_time: Duration,
    /// Peak memory, bytes.
    pub peak_memory_bytes: u64,
    /// What it said, bounded.
    pub messages: String,
}

/// The cause where nobody knows how to compile a submission.
const UNKNOWN_LANGUAGE: &str = "unknown_language";

impl CompilationReport {
    /// That of a submission in a language that nobody has described, or that its files do not tell.
    pub(crate) fn unknown_language(reason: String) -> CompilationReport {
        CompilationReport {
            cause: UNKNOWN_LANGUAGE.to_owned(),
            messages: reason,
            ..CompilationReport::default()
        }
    }

    /// Whether it is that: the submission was not tried, and nothing is known against it.
    pub fn language_is_unknown(&self) -> bool {
        self.cause == UNKNOWN_LANGUAGE
    }

    /// Adds lines to the messages.
    pub(crate) fn add(&mut self, text: &str) {
        if !self.messages.is_empty() && !self.messages.ends_with('\n') && !text.is_empty() {
            self.messages.push('\n');
        }
        self.messages.push_str(text);
    }

    /// Adds another compilation of the same submission: its figures, its words where they are new, and
    /// its end, since the last one decides.
    pub(crate) fn join(&mut self, other: &CompilationReport) {
        let messages = std::mem::take(&mut self.messages);
        let (cpu_time, wall_time) =
            (self.cpu_time + other.cpu_time, self.wall_time + other.wall_time);
        let peak = self.peak_memory_bytes.max(other.peak_memory_bytes);
        *self = CompilationReport {
            cpu_time,
            wall_time,
            peak_memory_bytes: peak,
            messages,
            ..other.clone()
        };
        if !self.messages.contains(&other.messages) {
            self.add(&other.messages);
        }
    }

    /// Adds how the compiler ended, where its own words do not say it.
    pub(crate) fn end_of_compiler(&mut self, outcome: &Outcome) {
        match (outcome.exit_code, outcome.signal) {
            (Some(code), _) if self.messages.is_empty() => {
                self.add(&format!("the compiler exited with {code}"))
            }
            (Some(_), _) => {}
            (None, _) => self.add(&format!("the compiler ended by {}", outcome.cause.name())),
        }
    }
}
