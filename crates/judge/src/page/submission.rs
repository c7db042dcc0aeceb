//! A submission's part of a page.

use std::time::Duration;

use super::grid;
use super::plot::{Axis, Bar, bars};
use super::{shown, text};
use crate::checker::{Difference, Excerpt};
use crate::helper::FeedbackImage;
use crate::interactive::Party;
use crate::report::{Entry, FailureReport, JudgedEntry, Report, TestReport};

/// A submission's part of the page.
pub(super) struct SubmissionView<'a> {
    pub(super) anchor: String,
    pub(super) name: &'a str,
    pub(super) verdict: String,
    pub(super) class: &'static str,
    pub(super) score: Option<String>,
    pub(super) language: String,
    pub(super) at: Option<&'a str>,
    pub(super) expected: Option<bool>,
    pub(super) reason: String,
    /// What the problem did wrong, where there is no verdict for it.
    pub(super) fault: Option<&'a str>,
    pub(super) open: bool,
    pub(super) error: Option<&'a FailureReport>,
    pub(super) limits: Vec<(&'static str, String)>,
    pub(super) time_plot: String,
    pub(super) memory_plot: String,
    pub(super) groups: Vec<GroupView>,
    pub(super) tests: Vec<TestView<'a>>,
    pub(super) run: String,
    pub(super) differences: Vec<DifferenceView<'a>>,
    pub(super) images: Vec<ImageView>,
    pub(super) compiler: String,
    pub(super) compiler_line: String,
    pub(super) stderr: Option<(&'a str, String)>,
    pub(super) conversation: Option<Conversation<'a>>,
}

pub(super) struct GroupView {
    pub(super) name: String,
    pub(super) verdict: String,
    pub(super) class: &'static str,
    pub(super) score: String,
    pub(super) percent: f64,
}

pub(super) struct TestView<'a> {
    pub(super) name: &'a str,
    pub(super) verdict: String,
    pub(super) mark: &'static str,
    pub(super) class: &'static str,
    pub(super) cause: String,
    pub(super) cpu: String,
    pub(super) wall: String,
    pub(super) memory: String,
    pub(super) output: String,
    pub(super) words: String,
    pub(super) retried: bool,
}

/// A difference, side by side.
pub(super) struct DifferenceView<'a> {
    pub(super) test: &'a str,
    pub(super) place: String,
    pub(super) expected: Vec<LineView>,
    pub(super) got: Vec<LineView>,
    pub(super) expected_token: String,
    pub(super) got_token: String,
}

pub(super) struct LineView {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) differs: bool,
}

/// An image that a checker drew, as a URL.
pub(super) struct ImageView {
    pub(super) title: String,
    pub(super) url: String,
}

/// Images that a page shows of one submission.
const MOST_IMAGES: usize = 8;

/// The images of the deciding test before those of others.
fn images(report: &Report) -> Vec<ImageView> {
    let deciding = report.deciding().into_iter();
    let others = report.tests.iter();
    let others = others.filter(|test| Some(&test.test) != report.deciding_test.as_ref());
    let of_test = |test: &TestReport| {
        let checker = test.checker.iter();
        let name = test.test.clone();
        let view = move |image: &FeedbackImage| ImageView {
            title: format!("{} on {name}", image.name),
            url: image.data_url(),
        };
        checker.flat_map(|checker| &checker.images).map(view).collect::<Vec<_>>()
    };
    deciding.chain(others).flat_map(of_test).take(MOST_IMAGES).collect()
}

/// Differences that a page shows of one submission.
const MOST_DIFFERENCES: usize = 3;

impl<'a> SubmissionView<'a> {
    pub(super) fn new(index: usize, entry: &'a Entry, of: usize) -> SubmissionView<'a> {
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
            fault: None,
            open: false,
            error: None,
            limits: Vec::new(),
            time_plot: String::new(),
            memory_plot: String::new(),
            groups: Vec::new(),
            tests: Vec::new(),
            run: String::new(),
            differences: Vec::new(),
            images: Vec::new(),
            compiler: String::new(),
            compiler_line: String::new(),
            stderr: None,
            conversation: None,
        }
    }

    fn judged(anchor: String, judged: &'a JudgedEntry, of: usize) -> SubmissionView<'a> {
        let report = &judged.report;
        let shown_tests = shown::tests(report);
        let (time_plot, memory_plot) = plots(report, &shown_tests);
        let compilation = &report.compilation;
        let compiler_line = if compilation.cause.is_empty() {
            String::new()
        } else {
            let (cpu, memory) =
                (text::time(compilation.cpu_time), text::size(compilation.peak_memory_bytes));
            let before = if compilation.cached { ", known from before" } else { "" };
            format!("{cpu} CPU, {memory}{before}")
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
            fault: report.problem_fault.as_deref(),
            open: of == 1 || report.verdict.is_none() || judged.as_expected == Some(false),
            error: None,
            limits: limits(report),
            time_plot,
            memory_plot,
            groups: groups(report),
            tests: shown_tests.iter().copied().map(TestView::new).collect(),
            run: shown::words(report),
            differences: report
                .tests
                .iter()
                .filter_map(|test| Some((test, test.difference.as_ref()?)))
                .take(MOST_DIFFERENCES)
                .map(|(test, difference)| DifferenceView::new(&test.test, difference))
                .collect(),
            images: images(report),
            compiler: text::printable(&compilation.messages),
            compiler_line,
            stderr: report
                .deciding()
                .filter(|test| !test.stderr.trim().is_empty())
                .map(|test| (test.test.as_str(), text::printable(&test.stderr))),
            conversation: report.deciding().or(report.tests.first()).and_then(Conversation::new),
        }
    }
}

/// What a submission and an interactor said, or the programs of a task with interfaces.
pub(super) struct Conversation<'a> {
    pub(super) test: &'a str,
    pub(super) lines: Vec<(String, &'static str, String)>,
    pub(super) cut: bool,
}

/// Lines of a conversation that a page shows.
const MOST_LINES: usize = 200;

impl<'a> Conversation<'a> {
    fn new(test: &'a TestReport) -> Option<Conversation<'a>> {
        if let Some(calls) = test.calls.as_ref().filter(|calls| !calls.transcript.is_empty()) {
            let shown = calls.transcript.iter().take(MOST_LINES).map(|recorded| {
                let side =
                    if recorded.entry.from == recorded.entry.peer { "said" } else { "heard" };
                let at = text::moment(Duration::from_nanos(recorded.entry.at_ns));
                (at, side, text::printable(&recorded.words()))
            });
            let cut = calls.transcript_cut || calls.transcript.len() > MOST_LINES;
            return Some(Conversation { test: &test.test, lines: shown.collect(), cut });
        }
        let talk = test.interaction.as_ref().filter(|talk| !talk.transcript.is_empty())?;
        let mut lines = Vec::new();
        for message in &talk.transcript {
            let side = if message.from == Party::Submission { "said" } else { "heard" };
            let at = text::moment(message.at);
            let text = text::printable(&message.text);
            lines.extend(text.lines().map(|line| (at.clone(), side, line.to_owned())));
        }
        let cut = talk.transcript_cut || lines.len() > MOST_LINES;
        lines.truncate(MOST_LINES);
        Some(Conversation { test: &test.test, lines, cut })
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
                Some(verdict) => text::words(Some(verdict)),
                None => "not run".to_owned(),
            },
            class: group.verdict.map_or("skip", |verdict| text::mark(Some(verdict)).1),
            score: group.score.map_or("–".to_owned(), |it| grid::score_text(it, group.max_score)),
            percent: match (group.score, group.max_score) {
                (Some(score), Some(most)) if most > 0.0 => (score / most * 100.0).clamp(0.0, 100.0),
                _ => 0.0,
            },
        }
    };
    report.groups.iter().map(view).collect()
}

fn plots(report: &Report, tests: &[&TestReport]) -> (String, String) {
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
    let times: Vec<Bar> = tests
        .iter()
        .map(|test| {
            let title =
                format!("CPU {}, wall {}", text::time(test.cpu_time), text::time(test.wall_time));
            bar(test, test.cpu_time.as_secs_f64(), Some(test.wall_time.as_secs_f64()), title)
        })
        .collect();
    let memory: Vec<Bar> = tests
        .iter()
        .map(|test| {
            let size = test.peak_memory_bytes;
            bar(test, size as f64, None, text::size(size))
        })
        .collect();
    let seconds = |value: f64| {
        if value == 0.0 { "0".to_owned() } else { text::time(Duration::from_secs_f64(value)) }
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
            words: text::printable(&test.findings().join("; ")),
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
