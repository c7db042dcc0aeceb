//! What happens, while it happens, on standard error: a bar on a terminal, lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sandglass_judge::{Event, Verdict};

use super::table::NO_VERDICT;
use crate::print::say;

/// Lines for a log come at most this often.
const BETWEEN_LINES: Duration = Duration::from_secs(2);

/// The progress of one submission.
pub(crate) struct Progress<'a> {
    submission: &'a str,
    tests: usize,
    done: usize,
    rejected: usize,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Progress<'_> {
    pub(crate) fn new(submission: &str, tests: usize) -> Progress<'_> {
        let bar = std::io::stderr().is_terminal().then(|| bar(submission, tests));
        Progress { submission, tests, done: 0, rejected: 0, bar, last_line: Instant::now() }
    }

    pub(crate) fn show(&mut self, event: &Event<'_>) {
        let text = match event {
            Event::Compiling(language) => format!("compiling {}", language.name),
            Event::Compiled(_) => "compiled".to_owned(),
            Event::Test(test) => {
                self.done += 1;
                self.rejected += usize::from(test.verdict != Some(Verdict::Accepted));
                format!("{}: {}", test.test, test.verdict.map_or(NO_VERDICT, Verdict::name))
            }
        };
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.done as u64);
                bar.set_message(text);
            }
            // A log is read later: it needs to show that something happens, and not each test.
            None if self.last_line.elapsed() >= BETWEEN_LINES => {
                self.last_line = Instant::now();
                let (done, tests, rejected) = (self.done, self.tests, self.rejected);
                let name = self.submission;
                say!("sandglass: {name}: {done}/{tests} tests, {rejected} rejected; {text}");
            }
            None => {}
        }
    }

    /// Takes the bar away, before the result is printed.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(submission: &str, tests: usize) -> ProgressBar {
    let bar = ProgressBar::new(tests as u64);
    // The template is ours: it is right or a test fails.
    if let Ok(style) = ProgressStyle::with_template(
        "{prefix:.bold} {bar:24.green/dim} {pos}/{len} {elapsed:>4} {msg}",
    ) {
        bar.set_style(style.progress_chars("━━─"));
    }
    bar.set_prefix(submission.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_template_of_the_bar_is_right() {
        super::ProgressStyle::with_template(
            "{prefix:.bold} {bar:24.green/dim} {pos}/{len} {elapsed:>4} {msg}",
        )
        .expect("a template");
    }
}
