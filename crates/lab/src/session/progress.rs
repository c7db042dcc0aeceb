//! Progress on stderr, so that stdout carries data alone.

use indicatif::{ProgressBar, ProgressStyle};

use super::sample::Condition;

/// Shows how far a session is; draws nothing where stderr is no terminal.
#[derive(Debug, Clone)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar on stderr.
    pub fn stderr() -> Self {
        let bar = ProgressBar::no_length();
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed} + {eta}  {msg}");
        // The template is a constant; were it wrong, indicatif's own look would do as well.
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar }
    }

    /// No output at all.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden() }
    }

    /// A session of `steps` measurements starts.
    pub fn begin(&self, steps: usize) {
        self.bar.reset();
        self.bar.set_length(steps as u64);
    }

    /// The measurement of `condition` starts.
    pub fn step(&self, condition: &Condition) {
        self.bar.set_message(format!("{}: {}", condition.case, condition.contender));
        self.bar.inc(1);
    }

    /// The session is over; the line is cleared.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
