//! The page of a session.

use askama::Template;

use super::grid::Grid;
use super::submission::SubmissionView;
use super::text;
use crate::report::{Entry, Report, Session};
use crate::verdict::Verdict;

/// The whole page.
///
/// # Errors
/// A template that cannot be filled: a defect of ours, in words.
pub fn session_page(session: &Session) -> Result<String, String> {
    let judged = session.submissions.iter().filter(|entry| entry.report().is_some()).count();
    let as_expected = |entry: &&Entry| match entry {
        Entry::Judged(entry) => entry.as_expected.unwrap_or(entry.report.full()),
        Entry::Failed(_) => false,
    };
    let hoped = session.submissions.iter().filter(as_expected).count();
    let page = SessionPage {
        session,
        grid: Grid::new(session),
        submissions: submissions(session),
        machine: session.machine.rows(),
        legend: legend(session),
        hoped,
        judged,
    };
    page.render().map_err(|error| error.to_string())
}

/// The part of the page that each submission has.
pub(super) fn submissions(session: &Session) -> Vec<SubmissionView<'_>> {
    let all = session.submissions.iter().enumerate();
    all.map(|(index, entry)| SubmissionView::new(index, entry, session.submissions.len())).collect()
}

/// A mark with the class of its colour, and what it means.
pub(super) type Legend = Vec<((&'static str, &'static str), String)>;

/// The marks that the grid uses.
pub(super) fn legend(session: &Session) -> Legend {
    Verdict::ALL
        .into_iter()
        .map(Some)
        .chain([None])
        .map(|verdict| (text::mark(verdict), text::words(verdict)))
        .filter(|((_, class), _)| uses(session, class))
        .collect()
}

/// All tests in the package's order: reports hold some of them, each in that order.
pub(super) fn all_tests(session: &Session) -> Vec<String> {
    let reports = || session.submissions.iter().filter_map(Entry::report);
    let mut all: Vec<String> = Vec::new();
    for report in reports() {
        let mut place = 0;
        for test in &report.tests {
            match all[place..].iter().position(|known| *known == test.test) {
                Some(further) => place += further + 1,
                None => {
                    all.insert(place, test.test.clone());
                    place += 1;
                }
            }
        }
    }
    all
}

fn uses(session: &Session, class: &str) -> bool {
    let of_report = |report: &Report| {
        text::mark(report.verdict).1 == class
            || report.tests.iter().any(|test| text::mark(test.verdict).1 == class)
    };
    session.submissions.iter().filter_map(Entry::report).any(of_report)
}

#[derive(Template)]
#[template(path = "session.html")]
struct SessionPage<'a> {
    session: &'a Session,
    grid: Grid,
    submissions: Vec<SubmissionView<'a>>,
    machine: Vec<(&'static str, String)>,
    legend: Legend,
    hoped: usize,
    judged: usize,
}
