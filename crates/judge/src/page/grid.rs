//! The grid of verdicts: a row a submission, a column a test.

use std::collections::HashMap;

use super::session::all_tests;
use super::{shown, text};
use crate::report::{Entry, Report, Session, TestReport};
use crate::verdict::Verdict;

/// Columns that share a heading.
pub(super) struct Heading {
    pub(super) name: String,
    /// The last part of the name, which is all that fits.
    pub(super) short: String,
    pub(super) columns: usize,
}

/// A row.
pub(super) struct Row {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) verdict: String,
    pub(super) class: &'static str,
    pub(super) score: Option<String>,
    /// `yes`, `no`, or nothing where nothing was expected.
    pub(super) expected: Option<bool>,
    pub(super) reason: String,
    pub(super) cells: Vec<Cell>,
    pub(super) cpu: Option<Gauge>,
    pub(super) memory: Option<Gauge>,
}

/// A test of a submission.
pub(super) struct Cell {
    pub(super) mark: &'static str,
    pub(super) class: &'static str,
    pub(super) title: String,
    /// Whether a group ends here.
    pub(super) last: bool,
}

/// A figure against its limit.
pub(super) struct Gauge {
    pub(super) text: String,
    pub(super) percent: f64,
    pub(super) class: &'static str,
}

/// The grid of a session, over the tests that any submission ran.
pub(super) struct Grid {
    pub(super) headings: Vec<Heading>,
    pub(super) rows: Vec<Row>,
    pub(super) scoring: bool,
    pub(super) expecting: bool,
    /// Tests that have no column.
    pub(super) left_out: usize,
}

impl Grid {
    pub(super) fn new(session: &Session) -> Grid {
        let (tests, left_out) = shown::columns(session, all_tests(session));
        let tests = &tests[..];
        let headings = headings(tests);
        let mut ends = Vec::new();
        let mut column = 0;
        for heading in &headings {
            column += heading.columns;
            ends.push(column - 1);
        }
        let rows: Vec<Row> = session
            .submissions
            .iter()
            .enumerate()
            .map(|(index, entry)| row(index, entry, tests, &ends))
            .collect();
        Grid {
            scoring: rows.iter().any(|row| row.score.is_some()),
            expecting: rows.iter().any(|row| row.expected.is_some()),
            headings,
            rows,
            left_out,
        }
    }
}

impl Grid {
    /// Columns of tests.
    pub(super) fn columns(&self) -> usize {
        self.headings.iter().map(|heading| heading.columns).sum()
    }
}

/// Groups of tests that stand beside each other, by the folder in their names.
fn headings(tests: &[String]) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    for test in tests {
        let name = test.rsplit_once('/').map_or("tests", |(folder, _)| folder);
        match headings.last_mut() {
            Some(heading) if heading.name == name => heading.columns += 1,
            _ => headings.push(Heading {
                name: name.to_owned(),
                short: name.rsplit('/').next().unwrap_or(name).to_owned(),
                columns: 1,
            }),
        }
    }
    headings
}

fn row(index: usize, entry: &Entry, tests: &[String], ends: &[usize]) -> Row {
    let anchor = format!("submission-{}", index + 1);
    let name = entry.name().to_owned();
    match entry {
        Entry::Failed(failed) => Row {
            anchor,
            name,
            verdict: "no verdict".to_owned(),
            class: "je",
            score: None,
            expected: None,
            reason: failed.error.message.clone(),
            cells: Vec::new(),
            cpu: None,
            memory: None,
        },
        Entry::Judged(judged) => {
            let report = &judged.report;
            let by_name: HashMap<&str, &TestReport> =
                report.tests.iter().map(|test| (test.test.as_str(), test)).collect();
            let cell = |(column, test): (usize, &String)| {
                let last = ends.contains(&column);
                cell(test, by_name.get(test.as_str()).copied(), last)
            };
            let (cpu, _, memory) = report.most();
            let limits = report.limits;
            let run = !report.tests.is_empty();
            Row {
                anchor,
                name,
                verdict: text::words(report.verdict),
                class: verdict_class(report),
                score: report.score.map(|score| score_text(score, report.max_score)),
                expected: judged.as_expected,
                reason: judged.not_as_expected_because.clone().unwrap_or_default(),
                cells: tests.iter().enumerate().map(cell).collect(),
                cpu: limits.filter(|_| run).map(|limits| {
                    let part = cpu.as_secs_f64() / limits.cpu_time.as_secs_f64();
                    gauge(text::time(cpu), part)
                }),
                memory: limits
                    .filter(|_| run)
                    .map(|limits| gauge(text::size(memory), memory as f64 / limits.memory as f64)),
            }
        }
    }
}

/// Accepted with less than all points has a colour of its own.
pub(super) fn verdict_class(report: &Report) -> &'static str {
    if report.verdict == Some(Verdict::Accepted) && !report.full() {
        "part"
    } else {
        text::mark(report.verdict).1
    }
}

pub(super) fn score_text(score: f64, most: Option<f64>) -> String {
    match most {
        Some(most) => format!("{} / {}", text::points(score), text::points(most)),
        None => text::points(score),
    }
}

fn cell(name: &str, test: Option<&TestReport>, last: bool) -> Cell {
    let Some(test) = test else {
        return Cell { mark: "", class: "skip", title: format!("{name}: not run"), last };
    };
    let (mark, class) = text::mark(test.verdict);
    let title = format!(
        "{name}: {}, {}, CPU {}, memory {}",
        text::words(test.verdict),
        text::cause(test),
        text::time(test.cpu_time),
        text::size(test.peak_memory_bytes)
    );
    Cell { mark, class, title, last }
}

fn gauge(text: String, part: f64) -> Gauge {
    let class = match part {
        part if part >= 1.0 => "over",
        part if part >= 2.0 / 3.0 => "near",
        _ => "far",
    };
    Gauge { text, percent: (part * 100.0).clamp(0.5, 100.0), class }
}
