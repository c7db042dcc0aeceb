//! The page of a session.

use askama::Template;

use super::grid::{self, Grid};
use super::plot::{Axis, Bar, bars};
use super::text;
use crate::checker::{Difference, Excerpt};
use crate::report::{Entry, FailureReport, JudgedEntry, Report, Session, TestReport};
use crate::verdict::Verdict;

/// The whole page.
///
/// # Errors
/// A template that cannot be filled: a defect of ours, in words.
pub fn session_page(session: &Session) -> Result<String, String> {
    let tests = all_tests(session);
    let judged = session.submissions.iter().filter(|entry| entry.report().is_some()).count();
    let as_expected = |entry: &&Entry| match entry {
        Entry::Judged(entry) => entry.as_expected.unwrap_or(entry.report.full()),
        Entry::Failed(_) => false,
    };
    let hoped = session.submissions.iter().filter(as_expected).count();
    let page = SessionPage {
        session,
        grid: Grid::new(session, &tests),
        submissions: session
            .submissions
            .iter()
            .enumerate()
            .map(|(index, entry)| SubmissionView::new(index, entry, session.submissions.len()))
            .collect(),
        machine: session.machine.rows(),
        legend: Verdict::ALL
            .into_iter()
            .map(|verdict| (text::mark(verdict), text::words(verdict)))
            .filter(|((_, class), _)| uses(session, class))
            .collect(),
        hoped,
        judged,
    };
    page.render().map_err(|error| error.to_string())
}

/// Tests in the package's order: reports hold some of them, each in that order.
fn all_tests(session: &Session) -> Vec<String> {
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
    legend: Vec<((&'static str, &'static str), String)>,
    hoped: usize,
    judged: usize,
}

/// A submission's part of the page.
struct SubmissionView<'a> {
    anchor: String,
    name: &'a str,
    verdict: String,
    class: &'static str,
    score: Option<String>,
    language: String,
    at: Option<&'a str>,
    expected: Option<bool>,
    reason: String,
    open: bool,
    error: Option<&'a FailureReport>,
    limits: Vec<(&'static str, String)>,
    time_plot: String,
    memory_plot: String,
    groups: Vec<GroupView>,
    tests: Vec<TestView<'a>>,
    run: String,
    differences: Vec<DifferenceView<'a>>,
    compiler: String,
    compiler_line: String,
    stderr: Option<(&'a str, String)>,
}

struct GroupView {
    name: String,
    verdict: String,
    class: &'static str,
    score: String,
    percent: f64,
}

struct TestView<'a> {
    name: &'a str,
    verdict: String,
    mark: &'static str,
    class: &'static str,
    cause: String,
    cpu: String,
    wall: String,
    memory: String,
    output: String,
    words: String,
    retried: bool,
}

/// A difference, side by side.
struct DifferenceView<'a> {
    test: &'a str,
    place: String,
    expected: Vec<LineView>,
    got: Vec<LineView>,
    expected_token: String,
    got_token: String,
}

struct LineView {
    number: u64,
    text: String,
    differs: bool,
}

/// Differences that a page shows of one submission.
const MOST_DIFFERENCES: usize = 3;

impl<'a> SubmissionView<'a> {
    fn new(index: usize, entry: &'a Entry, of: usize) -> SubmissionView<'a> {
        let anchor = format!("submission-{}", index + 1);
        match entry {
            Entry::Judged(judged) => SubmissionView::judged(anchor, judged, of),
            Entry::Failed(failed) => SubmissionView {
                anchor,
                name: &failed.submission,
                verdict: "no verdict".to_owned(),
                class: "je",
                open: true,
                error: Some(&failed.error),
                ..SubmissionView::empty()
            },
        }
    }

    fn empty() -> SubmissionView<'a> {
        SubmissionView {
            anchor: String::new(),
            name: "",
            verdict: String::new(),
            class: "",
            score: None,
            language: String::new(),
            at: None,
            expected: None,
            reason: String::new(),
            open: false,
            error: None,
            limits: Vec::new(),
            time_plot: String::new(),
            memory_plot: String::new(),
            groups: Vec::new(),
            tests: Vec::new(),
            run: String::new(),
            differences: Vec::new(),
            compiler: String::new(),
            compiler_line: String::new(),
            stderr: None,
        }
    }

    fn judged(anchor: String, judged: &'a JudgedEntry, of: usize) -> SubmissionView<'a> {
        let report = &judged.report;
        let (time_plot, memory_plot) = plots(report);
        let compilation = &report.compilation;
        let compiler_line = if compilation.cause.is_empty() {
            String::new()
        } else {
            let (cpu, memory) =
                (text::time(compilation.cpu_time), text::size(compilation.peak_memory_bytes));
            format!("{cpu} CPU, {memory}")
        };
        SubmissionView {
            anchor,
            name: &report.submission,
            verdict: text::words(report.verdict),
            class: grid::verdict_class(report),
            score: report.score.map(|score| grid::score_text(score, report.max_score)),
            language: report.language.clone().unwrap_or_default(),
            at: report.deciding_test.as_deref(),
            expected: judged.as_expected,
            reason: judged.not_as_expected_because.clone().unwrap_or_default(),
            open: of == 1 || judged.as_expected == Some(false),
            error: None,
            limits: limits(report),
            time_plot,
            memory_plot,
            groups: groups(report),
            tests: report.tests.iter().map(TestView::new).collect(),
            run: match report.tests.len() {
                run if run == report.tests_in_package => format!("all {run} tests"),
                run => format!("{run} of {} tests; the rest was settled", report.tests_in_package),
            },
            differences: report
                .tests
                .iter()
                .filter_map(|test| Some((test, test.difference.as_ref()?)))
                .take(MOST_DIFFERENCES)
                .map(|(test, difference)| DifferenceView::new(&test.test, difference))
                .collect(),
            compiler: text::printable(&compilation.messages),
            compiler_line,
            stderr: report
                .deciding()
                .filter(|test| !test.stderr.trim().is_empty())
                .map(|test| (test.test.as_str(), text::printable(&test.stderr))),
        }
    }
}

fn limits(report: &Report) -> Vec<(&'static str, String)> {
    report.limits.map_or_else(Vec::new, |limits| {
        vec![
            ("CPU", text::time(limits.cpu_time)),
            ("wall", text::time(limits.wall_time)),
            ("memory", text::size(limits.memory)),
            ("output", text::size(limits.output)),
        ]
    })
}

fn groups(report: &Report) -> Vec<GroupView> {
    let view = |group: &crate::score::GroupScore| {
        let waited = group.waited_for.join(", ");
        GroupView {
            name: group.group.clone(),
            verdict: match group.verdict {
                _ if !waited.is_empty() => format!("not counted: {waited} not passed"),
                Some(verdict) => text::words(verdict),
                None => "not run".to_owned(),
            },
            class: group.verdict.map_or("skip", |verdict| text::mark(verdict).1),
            score: group.score.map_or("–".to_owned(), |it| grid::score_text(it, group.max_score)),
            percent: match (group.score, group.max_score) {
                (Some(score), Some(most)) if most > 0.0 => (score / most * 100.0).clamp(0.0, 100.0),
                _ => 0.0,
            },
        }
    };
    report.groups.iter().map(view).collect()
}

fn plots(report: &Report) -> (String, String) {
    let Some(limits) = report.limits.filter(|_| !report.tests.is_empty()) else {
        return (String::new(), String::new());
    };
    let bar = |test: &TestReport, value: f64, behind: Option<f64>, title: String| Bar {
        name: test.test.clone(),
        value,
        behind,
        class: text::mark(test.verdict).1,
        title,
    };
    let times: Vec<Bar> = report
        .tests
        .iter()
        .map(|test| {
            let title =
                format!("CPU {}, wall {}", text::time(test.cpu_time), text::time(test.wall_time));
            bar(test, test.cpu_time.as_secs_f64(), Some(test.wall_time.as_secs_f64()), title)
        })
        .collect();
    let memory: Vec<Bar> = report
        .tests
        .iter()
        .map(|test| {
            let size = test.peak_memory_bytes;
            bar(test, size as f64, None, text::size(size))
        })
        .collect();
    let seconds = |value: f64| {
        if value == 0.0 {
            "0".to_owned()
        } else {
            text::time(std::time::Duration::from_secs_f64(value))
        }
    };
    let bytes = |value: f64| if value == 0.0 { "0".to_owned() } else { text::size(value as u64) };
    let time = Axis {
        limit: limits.cpu_time.as_secs_f64(),
        limit_label: format!("CPU time limit {}", text::time(limits.cpu_time)),
        behind_limit: Some((
            limits.wall_time.as_secs_f64(),
            format!("wall time limit {}", text::time(limits.wall_time)),
        )),
        label: &seconds,
    };
    let space = Axis {
        limit: limits.memory as f64,
        limit_label: format!("memory limit {}", text::size(limits.memory)),
        behind_limit: None,
        label: &bytes,
    };
    (bars(&times, &time), bars(&memory, &space))
}

impl<'a> TestView<'a> {
    fn new(test: &'a TestReport) -> TestView<'a> {
        let (mark, class) = text::mark(test.verdict);
        TestView {
            name: &test.test,
            verdict: text::words(test.verdict),
            mark,
            class,
            cause: text::cause(test),
            cpu: text::time(test.cpu_time),
            wall: text::time(test.wall_time),
            memory: text::size(test.peak_memory_bytes),
            output: text::size(test.output_bytes),
            words: test.difference.as_ref().map(ToString::to_string).unwrap_or_default(),
            retried: test.retried,
        }
    }
}

impl<'a> DifferenceView<'a> {
    fn new(test: &'a str, difference: &Difference) -> DifferenceView<'a> {
        let token = |side: &Option<String>| {
            side.as_ref().map_or("end of file".to_owned(), |text| format!("{text:?}"))
        };
        let lines = |excerpt: Option<&Excerpt>| {
            let line = |(number, text): (u64, &String)| LineView {
                number,
                text: text.clone(),
                differs: excerpt.is_some_and(|excerpt| excerpt.line == number),
            };
            excerpt.map_or_else(Vec::new, |it| (it.first_line..).zip(&it.lines).map(line).collect())
        };
        let context = difference.context.as_deref();
        DifferenceView {
            test,
            place: format!("line {}, column {}", difference.line, difference.column),
            expected: lines(context.map(|context| &context.expected)),
            got: lines(context.map(|context| &context.got)),
            expected_token: token(&difference.expected),
            got_token: token(&difference.got),
        }
    }
}
