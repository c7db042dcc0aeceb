//! Which tests a page shows: all of them, up to a number that a browser still likes.

use std::collections::HashSet;

use crate::report::{Entry, Report, Session, TestReport};
use crate::verdict::Verdict;

/// Tests that a page shows, at most: of a submission, and as columns.
pub(super) const MOST: usize = 1000;

/// The tests of a report that a page shows, in their order. Where there are too many, those are kept
/// that decide, that are not accepted, and that take longest.
pub(super) fn tests(report: &Report) -> Vec<&TestReport> {
    if report.tests.len() <= MOST {
        return report.tests.iter().collect();
    }
    let mut chosen: Vec<(usize, &TestReport)> = report.tests.iter().enumerate().collect();
    chosen.sort_by_key(|(index, test)| {
        let decides = report.deciding_test.as_ref() == Some(&test.test);
        let fails = test.verdict != Some(Verdict::Accepted);
        (!decides, !fails, std::cmp::Reverse(test.cpu_time), *index)
    });
    chosen.truncate(MOST);
    chosen.sort_by_key(|(index, _)| *index);
    chosen.into_iter().map(|(_, test)| test).collect()
}

/// What a page says of the tests of a report.
pub(super) fn words(report: &Report) -> String {
    let run = match report.tests.len() {
        run if run == report.tests_in_package => format!("all {run} tests"),
        run => format!("{run} of {} tests; the rest was settled", report.tests_in_package),
    };
    if report.tests.len() <= MOST {
        return run;
    }
    format!("{run}; shown are {MOST} that decide, fail or take longest")
}

/// Of the tests of a session those that have a column, and how many have none. Submissions have equal
/// shares.
pub(super) fn columns(session: &Session, all: Vec<String>) -> (Vec<String>, usize) {
    if all.len() <= MOST {
        return (all, 0);
    }
    let reports: Vec<&Report> = session.submissions.iter().filter_map(Entry::report).collect();
    let share = (MOST / reports.len().max(1)).max(1);
    let mut chosen: HashSet<&str> = HashSet::new();
    for report in &reports {
        let shown = tests(report);
        let rejected = shown.iter().filter(|test| test.verdict != Some(Verdict::Accepted));
        let others = shown.iter().filter(|test| test.verdict == Some(Verdict::Accepted));
        chosen.extend(rejected.chain(others).take(share).map(|test| test.test.as_str()));
    }
    let before = all.len();
    let kept: Vec<String> =
        all.iter().filter(|name| chosen.contains(name.as_str())).take(MOST).cloned().collect();
    let left_out = before - kept.len();
    (kept, left_out)
}

#[cfg(test)]
mod tests_of_many {
    use super::*;
    use crate::report::CompilationReport;

    fn named(index: usize) -> String {
        format!("secret/{index:05}")
    }

    fn report(tests: usize) -> Report {
        let test = |index| TestReport::new(&named(index), Verdict::Accepted);
        Report {
            submission: String::new(),
            language: None,
            verdict: Some(Verdict::Accepted),
            problem_fault: None,
            deciding_test: None,
            score: None,
            max_score: None,
            groups: Vec::new(),
            limits: None,
            compilation: CompilationReport::default(),
            tests: (0..tests).map(test).collect(),
            tests_in_package: tests,
        }
    }

    #[test]
    fn of_many_tests_those_are_shown_that_say_something() {
        let few = report(7);
        assert_eq!((tests(&few).len(), words(&few).as_str()), (7, "all 7 tests"));
        let mut report = report(5000);
        report.tests[4321].verdict = Some(Verdict::WrongAnswer);
        report.tests[17].cpu_time = std::time::Duration::from_secs(1);
        let shown: Vec<&str> = tests(&report).iter().map(|test| test.test.as_str()).collect();
        assert_eq!(shown.len(), MOST);
        assert!(shown.contains(&named(4321).as_str()) && shown.contains(&named(17).as_str()));
        assert!(shown.is_sorted());
        assert!(words(&report).contains("shown are 1000"));
    }
}
