//! The page of a verification.

use std::fmt::Write as _;

use askama::Template;

use super::grid::Grid;
use super::plot::escape;
use super::session::{Legend, legend, submissions};
use super::submission::SubmissionView;
use super::text;
use crate::report::Session;
use crate::verify::{Finding, Section, TimeMargins, Timed, Verification};

/// The whole page.
///
/// # Errors
/// A template that cannot be filled: a defect of ours, in words.
pub fn verify_page(verification: &Verification) -> Result<String, String> {
    let session = &verification.session;
    let all = &verification.checks;
    let page = VerifyPage {
        session,
        grid: Grid::new(session),
        submissions: submissions(session),
        machine: session.machine.rows(),
        legend: legend(session),
        failures: verification.failures,
        warnings: verification.warnings,
        holds: all.iter().filter(|check| check.finding == Finding::Holds).count(),
        checks: all.len(),
        sections: Section::ALL
            .into_iter()
            .map(|section| SectionView::new(section, verification))
            .filter(|section| !section.checks.is_empty())
            .collect(),
    };
    page.render().map_err(|error| error.to_string())
}

#[derive(Template)]
#[template(path = "verify.html")]
struct VerifyPage<'a> {
    session: &'a Session,
    grid: Grid,
    submissions: Vec<SubmissionView<'a>>,
    machine: Vec<(&'static str, String)>,
    legend: Legend,
    failures: usize,
    warnings: usize,
    holds: usize,
    checks: usize,
    sections: Vec<SectionView<'a>>,
}

struct SectionView<'a> {
    title: &'static str,
    count: String,
    checks: Vec<CheckView<'a>>,
    /// Checks that hold and are not listed.
    more: usize,
    scale: String,
}

struct CheckView<'a> {
    subject: &'a str,
    detail: &'a str,
    mark: &'static str,
    class: &'static str,
}

/// Checks of a section that are listed where they hold.
const LISTED: usize = 14;

impl<'a> SectionView<'a> {
    fn new(section: Section, verification: &'a Verification) -> SectionView<'a> {
        let mut all: Vec<_> =
            verification.checks.iter().filter(|check| check.section == section).collect();
        // What does not hold comes first; the order among equals stays.
        all.sort_by_key(|check| match check.finding {
            Finding::Fails => 0,
            Finding::Warning => 1,
            Finding::Holds => 2,
        });
        let wrong = all.iter().filter(|check| check.finding != Finding::Holds).count();
        let holds = all.len() - wrong;
        let listed = all.len().min(wrong + LISTED);
        let view = |check: &&'a crate::verify::Check| {
            let (mark, class) = match check.finding {
                Finding::Holds => ("✓", "ac"),
                Finding::Warning => ("!", "warn"),
                Finding::Fails => ("✗", "fail"),
            };
            CheckView { subject: &check.subject, detail: &check.detail, mark, class }
        };
        SectionView {
            title: section.title(),
            count: format!("{holds} of {} hold", all.len()),
            checks: all[..listed].iter().map(view).collect(),
            more: all.len() - listed,
            scale: verification
                .time_margins
                .as_ref()
                .filter(|_| section == Section::Limits)
                .map(scale)
                .unwrap_or_default(),
        }
    }
}

const WIDTH: f64 = 560.0;
const LEFT: f64 = 20.0;

/// The time limit between the slowest that must keep it and the fastest that must not, on a
/// logarithmic line.
fn scale(margins: &TimeMargins) -> String {
    let limit = margins.time_limit.as_secs_f64();
    let seconds = |timed: &Option<Timed>| timed.as_ref().map(|it| it.cpu_time.as_secs_f64());
    let least = seconds(&margins.slowest).unwrap_or(limit).clamp(limit / 1e4, limit) / 1.6;
    let most = seconds(&margins.fastest).unwrap_or(limit).max(limit) * 1.6;
    let x = |value: f64| {
        let part = (value.max(least) / least).ln() / (most / least).ln();
        LEFT + part.clamp(0.0, 1.0) * (WIDTH - 2.0 * LEFT)
    };
    let mut svg = format!("<svg class=\"plot scale\" viewBox=\"0 0 {WIDTH} 92\" role=\"img\">");
    let right = WIDTH - LEFT;
    // Writing into a string cannot fail.
    let _ = write!(svg, "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"46\" y2=\"46\"/>");
    let mut point = |timed: &Option<Timed>, class: &str, y: f64, what: &str| {
        let Some(timed) = timed else { return };
        let at = x(timed.cpu_time.as_secs_f64());
        let anchor = if at < WIDTH / 2.0 { ("start", -6.0) } else { ("end", 6.0) };
        let more = if timed.stopped { "≥ " } else { "" };
        let _ = write!(
            svg,
            "<circle class=\"{class}\" cx=\"{at:.1}\" cy=\"46\" r=\"6\"/>\
             <text x=\"{:.1}\" y=\"{y}\" text-anchor=\"{}\">{what} {more}{}: {}</text>",
            at + anchor.1,
            anchor.0,
            text::time(timed.cpu_time),
            escape(&timed.submission)
        );
    };
    point(&margins.slowest, "keep", 30.0, "slowest that must keep it");
    point(&margins.fastest, "exceed", 70.0, "fastest that must exceed it");
    let at = x(limit);
    let _ = write!(
        svg,
        "<line class=\"stop\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"16\" y2=\"58\"/>\
         <text class=\"strong\" x=\"{at:.1}\" y=\"11\" text-anchor=\"middle\">limit {}</text></svg>",
        text::time(margins.time_limit)
    );
    svg
}
