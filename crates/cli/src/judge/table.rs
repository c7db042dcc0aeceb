//! Verdicts as text: a line a submission, or all about one.

use std::time::Duration;

use sandglass_judge::{JudgedEntry, Party, Report, TestReport, Verdict};

/// What stands where a verdict would, if the problem failed.
pub(super) const NO_VERDICT: &str = "problem's fault";

/// The lines of a table of submissions. Names are padded to the same width; there is a column for
/// points where the problem has any.
pub(super) struct Table {
    width: usize,
    scoring: bool,
}

impl Table {
    pub(super) fn new(width: usize, scoring: bool) -> Table {
        Table { width: width.max(10), scoring }
    }

    pub(super) fn head(&self) -> String {
        let head = ["submission", "verdict", "cause", "CPU", "wall", "memory"].map(str::to_owned);
        let points = if self.scoring { format!("{:>11}  ", "points") } else { String::new() };
        format!("{}  {points}{:27}  as expected", columns(self.width, &head), "deciding test")
    }

    /// Figures are those of the deciding test, or the largest of all where all were accepted.
    pub(super) fn line(&self, entry: &JudgedEntry) -> String {
        let report = &entry.report;
        let deciding = report.deciding();
        let (cpu, wall, memory) = deciding.map_or_else(
            || report.most(),
            |test| (test.cpu_time, test.wall_time, test.peak_memory_bytes),
        );
        let cells = [
            report.submission.clone(),
            verdict(report.verdict),
            deciding.map_or_else(|| cause_without_test(report), cause),
            time(cpu),
            time(wall),
            size(memory),
        ];
        let expected = match (entry.as_expected, &entry.not_as_expected_because) {
            (_, Some(reason)) => format!("NO: {reason}"),
            (Some(true), None) => "yes".to_owned(),
            _ => "-".to_owned(),
        };
        let expected = match &report.problem_fault {
            Some(fault) => printable(fault).replace('\n', " "),
            None => expected,
        };
        let points = match points(report) {
            Some(points) if self.scoring => format!("{points:>11}  "),
            None if self.scoring => format!("{:>11}  ", "-"),
            _ => String::new(),
        };
        let test = report.deciding_test.as_deref().unwrap_or("-");
        format!("{}  {points}{test:27}  {expected}", columns(self.width, &cells))
    }
}

/// All about one submission: its tests, its groups, what the compiler said, and the verdict.
pub(super) fn one(entry: &JudgedEntry) -> String {
    let report = &entry.report;
    let mut lines = Vec::new();
    let width = report.tests.iter().map(|test| test.test.len()).max().unwrap_or(0).max(4);
    if !report.tests.is_empty() {
        let head = ["test", "verdict", "cause", "CPU", "wall", "memory"].map(str::to_owned);
        lines.push(columns(width, &head));
    }
    for test in &report.tests {
        let cells = [
            test.test.clone(),
            verdict(test.verdict),
            cause(test),
            time(test.cpu_time),
            time(test.wall_time),
            size(test.peak_memory_bytes),
        ];
        lines.push(columns(width, &cells));
        let findings = test.findings();
        let found = findings.iter().flat_map(|words| words.lines());
        lines.extend(found.map(|line| format!("{:width$}  {}", "", printable(line))));
    }
    lines.extend(report.groups.iter().filter_map(|group| {
        let score = amount(group.score?, group.max_score);
        let verdict = group.verdict.map_or("not run".to_owned(), |verdict| verdict.to_string());
        Some(format!("group {:width$}  {verdict:21}  {score:>11} points", group.group))
    }));
    if let Some(test) = report.deciding().or(report.tests.first()) {
        lines.extend(transcript(test));
    }
    if !report.compilation.messages.is_empty() {
        let before = if report.compilation.cached { ", when it compiled this before" } else { "" };
        lines.push(format!("compiler{before}:\n{}", printable(&report.compilation.messages)));
    }
    if let Some(test) = report.deciding().filter(|test| !test.stderr.is_empty()) {
        lines.push(format!("standard error of {}:\n{}", test.test, printable(&test.stderr)));
    }
    let at = report.deciding_test.as_ref().map_or(String::new(), |test| format!(" at {test}"));
    let run = format!("{} of {} tests run", report.tests.len(), report.tests_in_package);
    let points = points(report).map_or(String::new(), |points| format!(", {points} points"));
    lines.push(format!("{}: {}{at}{points} ({run})", report.submission, verdict(report.verdict)));
    if let Some(fault) = &report.problem_fault {
        lines.push(format!("the package is at fault: {}", printable(fault)));
    } else if let Some(reason) = &entry.not_as_expected_because {
        lines.push(format!("not as expected: {reason}"));
    }
    lines.join("\n")
}

/// What was said, where it was asked for: `<` is what the submission read, `>` what it wrote. Calls of a
/// task with interfaces are lines as in a transcript of `task run`.
fn transcript(test: &TestReport) -> Vec<String> {
    if let Some(calls) = test.calls.as_ref().filter(|calls| !calls.transcript.is_empty()) {
        let mut lines = vec![format!("calls on {}:", test.test)];
        lines.extend(calls.transcript.iter().map(|entry| printable(&entry.to_string())));
        lines.extend(calls.transcript_cut.then(|| "… and more".to_owned()));
        return lines;
    }
    let Some(talk) = test.interaction.as_ref().filter(|talk| !talk.transcript.is_empty()) else {
        return Vec::new();
    };
    let mut lines = vec![format!("conversation on {}:", test.test)];
    for message in &talk.transcript {
        let side = if message.from == Party::Submission { '>' } else { '<' };
        let at = message.at.as_secs_f64() * 1e3;
        let text = printable(&message.text);
        lines.extend(text.lines().map(|line| format!("{at:>10.2} ms {side} {line}")));
    }
    if talk.transcript_cut {
        lines.push("… and more".to_owned());
    }
    lines
}

/// A verdict, or that there is none.
fn verdict(verdict: Option<Verdict>) -> String {
    verdict.map_or(NO_VERDICT, Verdict::name).to_owned()
}

fn points(report: &Report) -> Option<String> {
    report.score.map(|score| amount(score, report.max_score))
}

fn amount(score: f64, most: Option<f64>) -> String {
    let number = |number: f64| {
        let text = format!("{number:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let most = most.map_or(String::new(), |most| format!("/{}", number(most)));
    format!("{}{most}", number(score))
}

fn cause_without_test(report: &Report) -> String {
    if report.verdict == Some(Verdict::CompileError) {
        report.compilation.cause.clone()
    } else {
        "exited 0".to_owned()
    }
}

/// How a run ended, with the figure that says more.
fn cause(test: &TestReport) -> String {
    match (test.cause.as_str(), test.exit_code, test.signal, &test.system_call) {
        ("exited", Some(code), _, _) => format!("exited {code}"),
        ("signaled", _, Some(signal), _) => format!("signal {signal}"),
        ("policy_violation", _, _, Some(call)) => format!("policy: {call}"),
        (cause, _, _, _) => cause.to_owned(),
    }
}

/// Name, verdict and cause to the left, figures to the right.
fn columns(width: usize, cells: &[String; 6]) -> String {
    let [name, verdict, cause, cpu, wall, memory] = cells;
    format!("{name:width$}  {verdict:21}  {cause:16}  {cpu:>8}  {wall:>8}  {memory:>10}")
}

/// Text of a stranger's program without what a terminal would obey.
fn printable(text: &str) -> String {
    let shown = |character: char| {
        if character.is_control() && !"\n\t".contains(character) { '\u{fffd}' } else { character }
    };
    text.trim_end().chars().map(shown).collect()
}

fn time(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{:.1} ms", time.as_secs_f64() * 1e3)
    } else {
        format!("{:.3} s", time.as_secs_f64())
    }
}

fn size(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

#[cfg(test)]
mod tests {
    #[test]
    fn points_have_no_needless_digits() {
        for (score, most, text) in
            [(100.0, Some(100.0), "100/100"), (33.3333, Some(50.5), "33.33/50.5"), (7.0, None, "7")]
        {
            assert_eq!(super::amount(score, most), text);
        }
    }
}
