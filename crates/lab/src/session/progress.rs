//! Progress on stderr, so that stdout carries data alone: a bar where it is a terminal, else a line now
//! and then.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::sample::Condition;

/// How often there is a line.
const EVERY: Duration = Duration::from_secs(10);

/// Shows how far a session is.
#[derive(Clone)]
pub struct Progress(Shown);

#[derive(Clone)]
enum Shown {
    Bar(ProgressBar),
    Lines(Arc<Mutex<Lines>>),
    Nothing,
}

impl Progress {
    /// On stderr.
    pub fn stderr() -> Self {
        if !std::io::stderr().is_terminal() {
            return Self::lines(Box::new(std::io::stderr()), EVERY);
        }
        let bar = ProgressBar::no_length();
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed} + {eta}  {msg}");
        // The template is a constant; were it wrong, indicatif's own look would do as well.
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(Shown::Bar(bar))
    }

    /// Lines, at most one in this time.
    pub fn lines(to: Box<dyn Write + Send>, every: Duration) -> Self {
        let now = Instant::now();
        let lines = Lines { to, every, steps: 0, done: 0, began: now, said: now };
        Self(Shown::Lines(Arc::new(Mutex::new(lines))))
    }

    /// No output at all.
    pub fn hidden() -> Self {
        Self(Shown::Nothing)
    }

    /// Something is done before a session that may take seconds.
    pub fn prepare(&self, what: &str) {
        match &self.0 {
            Shown::Bar(bar) => bar.set_message(what.to_owned()),
            Shown::Lines(lines) => locked(lines).say(what),
            Shown::Nothing => {}
        }
    }

    /// A session of `steps` measurements starts.
    pub fn begin(&self, steps: usize) {
        match &self.0 {
            Shown::Bar(bar) => {
                bar.reset();
                bar.set_length(steps as u64);
            }
            Shown::Lines(lines) => locked(lines).begin(steps),
            Shown::Nothing => {}
        }
    }

    /// The measurement of `condition` starts.
    pub fn step(&self, condition: &Condition) {
        match &self.0 {
            Shown::Bar(bar) => {
                bar.set_message(format!("{}: {}", condition.case, condition.contender));
                bar.inc(1);
            }
            Shown::Lines(lines) => locked(lines).step(condition),
            Shown::Nothing => {}
        }
    }

    /// The session is over; a bar is cleared.
    pub fn end(&self) {
        if let Shown::Bar(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

struct Lines {
    to: Box<dyn Write + Send>,
    every: Duration,
    steps: usize,
    /// Measurements that have started.
    done: usize,
    began: Instant,
    said: Instant,
}

fn locked(lines: &Mutex<Lines>) -> std::sync::MutexGuard<'_, Lines> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lines {
    fn say(&mut self, line: &str) {
        // Nobody is left to be told that stderr is closed.
        let _ = writeln!(self.to, "{line}");
        self.said = Instant::now();
    }

    fn begin(&mut self, steps: usize) {
        self.steps = steps;
        self.done = 0;
        self.began = Instant::now();
        self.say(&format!("{steps} measurements"));
    }

    fn step(&mut self, condition: &Condition) {
        // Those before this one are measured.
        let measured = self.done;
        self.done += 1;
        if measured == 0 || self.said.elapsed() < self.every {
            return;
        }
        let passed = self.began.elapsed();
        let rest = self.steps.saturating_sub(measured) as f64 / measured as f64;
        let line = format!(
            "{measured} of {} measured in {} s, about {:.0} s to go; now {}: {}",
            self.steps,
            passed.as_secs(),
            passed.as_secs_f64() * rest,
            condition.case,
            condition.contender
        );
        self.say(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written, to be read while it is.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn lines(every: Duration) -> Vec<String> {
        let kept = Kept::default();
        let progress = Progress::lines(Box::new(kept.clone()), every);
        progress.prepare("compiling the program in C");
        progress.begin(4);
        for contender in ["a", "b", "a", "b"] {
            progress.step(&Condition::new("case", contender));
        }
        progress.end();
        let text = String::from_utf8(kept.0.lock().expect("no panic").clone()).expect("text");
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn without_a_terminal_there_is_a_line_now_and_then() {
        let all = lines(Duration::ZERO);
        assert_eq!(all[..2], ["compiling the program in C", "4 measurements"]);
        let now: Vec<&str> = all[2..].iter().filter_map(|line| line.rsplit("; ").next()).collect();
        assert_eq!(now, ["now case: b", "now case: a", "now case: b"]);
        assert!(all[3].starts_with("2 of 4 measured in 0 s, about 0 s to go"), "{}", all[3]);
    }

    #[test]
    fn a_line_that_is_not_due_is_not_written() {
        assert_eq!(lines(Duration::from_secs(3600)).len(), 2);
    }
}
