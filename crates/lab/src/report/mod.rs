//! What an experiment found: comparisons, tables, and the files that carry the raw data.

mod comparison;
mod files;
mod table;

pub(crate) use comparison::compare;
pub use comparison::{Comparison, Row};
pub use files::Output;
pub use table::{Align, Table};
pub(crate) use table::{duration, p_value, percent, ratio};

use serde::Serialize;

use crate::contender::Identity;
use crate::environment::Environment;
use crate::session::Recording;

/// The result of one experiment; serialised as it is into the JSON file.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Name of the experiment as on the command line; the files are named after it.
    pub experiment: String,
    /// Seconds since 1970 at the start.
    pub started_unix_seconds: u64,
    /// Whether the user ended the experiment early: the figures are of what was measured.
    pub interrupted: bool,
    /// The machine.
    pub environment: Environment,
    /// The options of the experiment.
    pub settings: serde_json::Value,
    /// Who took part, with versions and configurations.
    pub contenders: Vec<Identity>,
    /// Contenders that took no part or were left out, with their messages.
    pub left_out: Vec<LeftOut>,
    /// Figures per case.
    pub comparisons: Vec<Comparison>,
    /// What is printed.
    pub tables: Vec<Table>,
    /// Raw samples.
    pub recording: Recording,
}

/// A contender that failed, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Name of the contender.
    pub contender: String,
    /// The case it failed in.
    pub case: String,
    /// Its own words.
    pub message: String,
}

impl Report {
    /// The text for stdout: tables, then who was left out and why.
    pub fn to_text(&self) -> String {
        let mut text: String = self.tables.iter().map(|table| format!("{table}\n")).collect();
        for left_out in &self.left_out {
            let message = left_out.message.lines().collect::<Vec<_>>().join(" | ");
            text += &format!("left out: {} ({}): {message}\n", left_out.contender, left_out.case);
        }
        if self.interrupted {
            text += "interrupted: the figures cover what was measured until then\n";
        }
        text
    }
}

/// The failures of a session in the report's form.
pub(crate) fn left_out(recording: &Recording) -> Vec<LeftOut> {
    recording
        .failures
        .iter()
        .map(|failure| {
            let condition = &recording.conditions[failure.condition];
            LeftOut {
                contender: condition.contender.clone(),
                case: condition.case.clone(),
                message: failure.message.clone(),
            }
        })
        .collect()
}
