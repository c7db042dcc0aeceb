//! Runs the Markdown files.

use std::fmt::Write as _;

use sandglass_judge::Verdict;
use sandglass_judge::score::{Grade, ScoreError, Scored, Scoring};

use crate::read;

/// A grader of the package for the tests: accepted with the greatest score, or the error of a
/// grader that broke.
fn grader(flags: &[String], grades: &[Grade]) -> Result<Grade, String> {
    if flags.iter().any(|flag| flag == "broken") {
        return Err("it exited with 1".to_owned());
    }
    let score = grades.iter().map(|grade| grade.score).fold(0.0, f64::max);
    Ok(Grade { verdict: Some(Verdict::Accepted), score })
}

fn text(result: &Result<Scored, ScoreError>) -> [String; 3] {
    let number = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number}"));
    match result {
        Err(error) => [format!("error: {error}"), String::new(), String::new()],
        Ok(scored) => {
            let at = scored.deciding.map_or(String::new(), |test| format!(" at {test}"));
            let mut groups = String::new();
            for group in scored.groups.iter().filter(|group| group.score.is_some()) {
                let separator = if groups.is_empty() { "" } else { ", " };
                let (name, score) = (&group.group, number(group.score));
                write!(groups, "{separator}{name} {score}").unwrap();
            }
            let score = format!("{}/{}", number(scored.score), number(scored.max_score));
            let score = if scored.score.is_none() { "-".to_owned() } else { score };
            [format!("{}{at}", scored.verdict), score, groups]
        }
    }
}

/// Every row of every section; all that differ are named before the test fails.
#[track_caller]
fn check(file: &str, content: &str, sections: usize) {
    let (mut title, mut block, mut plan): (&str, Vec<&str>, Option<Scoring>) =
        ("", Vec::new(), None);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (number, line) in content.lines().enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            (title, plan) = (heading, None);
            block.clear();
            seen += 1;
        } else if let Some(line) = line.strip_prefix("    ") {
            block.push(line);
        } else if line.starts_with('|') && !line.starts_with("|-") && !line.starts_with("| fates") {
            let plan = plan.get_or_insert_with(|| read::plan(&block));
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let found = text(&plan.score(&read::fates(cells[0]), &mut grader));
            for (index, found) in found.iter().enumerate() {
                let expected = cells.get(index + 1).copied().unwrap_or_default();
                // An empty cell asks for nothing, except that an error has the one cell.
                if expected != found && !(expected.is_empty() && index > 0) {
                    let place = format!("{file}:{} ({title})", number + 1);
                    wrong.push(format!("{place}: expected {expected:?}, found {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, sections, "a section was lost or came without being counted");
}

#[test]
fn kattis() {
    check("kattis.md", include_str!("kattis.md"), 11);
}

#[test]
fn legacy() {
    check("legacy.md", include_str!("legacy.md"), 8);
}

#[test]
fn cms() {
    check("cms.md", include_str!("cms.md"), 5);
}

#[test]
fn sim() {
    check("sim.md", include_str!("sim.md"), 5);
}

#[test]
fn pass_fail() {
    check("pass_fail.md", include_str!("pass_fail.md"), 1);
}
