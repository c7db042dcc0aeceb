//! Checkers that are programs: how each protocol calls them, and how what they say is understood.
//!
//! A protocol is read from a run that came to an end ([`HelperEnd`]). What it cannot be read from is
//! the checker's fault, and so the problem's; the words of the fault say what was expected.

mod cms;
mod kattis;
mod sim;
mod testlib;

use sandglass_package::{Problem, Protocol};
use sandglass_sandbox::{Cause, Outcome};
use schemars::JsonSchema;
use serde::Serialize;

use crate::helper::{FeedbackImage, HelperEnd};

/// What a checker found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct CheckerReport {
    /// Whether it accepts. A part of the points is accepted too.
    pub accepted: bool,
    /// Points in the problem's own unit, where it gave any.
    pub score: Option<f64>,
    /// A part of the test's points between 0 and 1, where it gave one.
    pub multiplier: Option<f64>,
    /// What it said, for the jury.
    pub message: String,
    /// What it said for the contestant.
    pub team_message: String,
    /// Images that it drew, where they were asked for.
    pub images: Vec<FeedbackImage>,
    /// Its CPU time in all passes.
    #[serde(rename = "cpu_time_ns", serialize_with = "crate::report::nanoseconds")]
    #[schemars(with = "u64")]
    pub cpu_time: std::time::Duration,
    /// Its peak memory, bytes.
    pub peak_memory_bytes: u64,
}

impl CheckerReport {
    /// The same, in the problem's own unit.
    pub(crate) fn for_problem(mut self, problem: &Problem) -> CheckerReport {
        if problem.points_in_percent
            && let Some(percent) = self.score.take()
        {
            self.multiplier = Some(percent / 100.0);
        }
        self
    }
}

/// How a checker is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// After the submission, on its output.
    AfterOutput,
    /// Beside the submission, in conversation with it.
    Interactive,
}

/// The paths of a test's files inside.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    pub(crate) input: String,
    pub(crate) answer: Option<String>,
    pub(crate) output: String,
}

/// Bytes of a comment that are kept (Sim).
pub(crate) const SIM_COMMENT: usize = 256;

/// Bytes of other words that are kept.
const WORDS: usize = 16 << 10;

/// The arguments that a protocol wants.
pub(crate) fn arguments(
    protocol: Protocol,
    place: Place,
    paths: &Paths,
    own: &[String],
) -> Vec<String> {
    let Paths { input, answer, output } = paths;
    let answer_or_null = || answer.clone().unwrap_or_else(|| "/dev/null".to_owned());
    let (input, output) = (input.clone(), output.clone());
    let mut arguments = match (protocol, place) {
        (Protocol::Kattis, _) => {
            vec![input, answer_or_null(), crate::helper::FEEDBACK.to_owned()]
        }
        (Protocol::Testlib, Place::AfterOutput) => vec![input, output, answer_or_null()],
        (Protocol::Testlib, Place::Interactive) => {
            [Some(input), Some(output), answer.clone()].into_iter().flatten().collect()
        }
        (Protocol::Sim | Protocol::Cms, Place::AfterOutput) => {
            vec![input, answer_or_null(), output]
        }
        (Protocol::Sim | Protocol::Cms | Protocol::Plain, Place::Interactive) => vec![input],
        (Protocol::Plain, Place::AfterOutput) => vec![input, answer_or_null(), output],
    };
    arguments.extend(own.iter().cloned());
    arguments
}

/// Reads what a checker found; `Err` says in words why it cannot be read.
pub(crate) fn read(
    protocol: Protocol,
    place: Place,
    end: &HelperEnd,
) -> Result<CheckerReport, String> {
    let Some(code) = end.exit_code else { return Err(end.reason.clone()) };
    let mut report = match protocol {
        Protocol::Kattis => kattis::read(code, end)?,
        Protocol::Testlib => testlib::read(code, end)?,
        Protocol::Sim => sim::read(code, sim::said(place, end))?,
        Protocol::Cms => cms::read(code, end)?,
        Protocol::Plain => match code {
            0 => CheckerReport { accepted: true, ..CheckerReport::default() },
            _ => CheckerReport { message: words(&end.stderr), ..CheckerReport::default() },
        },
    };
    report.images = end.images.clone();
    report.cpu_time = end.cpu_time;
    report.peak_memory_bytes = end.peak_memory_bytes;
    Ok(report)
}

/// Whether a run accepts, from its end and its standard error alone: what is to be known at once, while
/// the other program still runs. [`read`] has the last word.
pub(crate) fn accepts_at_first_sight(protocol: Protocol, outcome: &Outcome, stderr: &[u8]) -> bool {
    if outcome.cause != Cause::Exited {
        return false;
    }
    match (protocol, outcome.exit_code) {
        (Protocol::Kattis, code) => code == Some(42),
        (Protocol::Testlib, Some(code)) => testlib::accepts(code, stderr),
        (Protocol::Sim, code) => code == Some(0) && stderr.starts_with(b"OK"),
        (_, code) => code == Some(0),
    }
}

/// Words of a program as text, bounded, without space at the ends.
fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(WORDS)]).trim().to_owned()
}

/// A finite number, as a whole text.
fn number(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| number.is_finite())
}
