//! The small language in which the Markdown files write plans and fates.
//!
//! A plan is an indented block: the format, and a line a group. Fates are words: `AC`, `WA`, `TLE`,
//! `MLE`, `OLE`, `RTE`, `JE` (the checker failed), `-` (not run); `AC=12` with 12 points, `AC*0.5`
//! with half of them, `AC@0.9` at nine tenths of the time limit.

use sandglass_judge::Verdict;
use sandglass_judge::score::{
    Aggregation, Cms, CmsRule, CmsSubtask, Fate, Given, Judged, Kattis, KattisGroup, Legacy,
    LegacyGrading, LegacyGroup, MaxScore, PassFail, Scoring, Sim, SimGroup, StaticTest,
};

/// Reads the indented block of a section.
pub(crate) fn plan(block: &[&str]) -> Scoring {
    let (format, groups) = block.split_first().expect("a plan");
    let mut next = 0;
    let lines: Vec<Line<'_>> = groups.iter().map(|line| Line::new(line, &mut next)).collect();
    let words: Vec<&str> = format.split_whitespace().collect();
    match words[..] {
        ["pass-fail"] => Scoring::PassFail(PassFail),
        ["kattis"] => Scoring::Kattis(kattis(&lines)),
        ["legacy", kind] => {
            Scoring::Legacy(Legacy { root: legacy(&lines, ""), scoring: kind == "scoring" })
        }
        ["cms", digits] => {
            let subtasks = lines.iter().map(subtask).collect();
            Scoring::Cms(Cms { subtasks, precision: digits.parse().expect("digits") })
        }
        ["sim"] => {
            let group = |line: &Line<'_>| SimGroup {
                name: line.name.to_owned(),
                points: line.words[0].parse().expect("points"),
                tests: line.tests.clone(),
            };
            Scoring::Sim(Sim { groups: lines.iter().map(group).collect() })
        }
        _ => panic!("no format {format:?}"),
    }
}

/// `NAME WORD... : COUNT`, or `: i j` with the indices themselves.
struct Line<'a> {
    name: &'a str,
    words: Vec<&'a str>,
    tests: Vec<usize>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, next: &mut usize) -> Line<'a> {
        let (left, right) = text.split_once(':').expect("a colon before the tests");
        let mut words = left.split_whitespace();
        let name = words.next().expect("a name");
        let numbers: Vec<usize> =
            right.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let tests = match numbers[..] {
            [] => Vec::new(),
            [count] => {
                let first = *next;
                *next += count;
                (first..*next).collect()
            }
            _ => numbers,
        };
        Line { name, words: words.collect(), tests }
    }

    /// The words behind a key, if it is there.
    fn after(&self, key: &str) -> Option<&[&'a str]> {
        let place = self.words.iter().position(|word| *word == key)?;
        Some(&self.words[place + 1..])
    }

    fn number(&self, key: &str) -> Option<f64> {
        self.after(key).map(|words| words[0].parse().expect("a number"))
    }
}

fn kattis(lines: &[Line<'_>]) -> Kattis {
    let samples = lines.iter().find(|line| line.name == "sample");
    let group = |line: &Line<'_>| {
        let mut tests = line.tests.clone();
        let static_test = line
            .after("static")
            .map(|words| StaticTest { test: tests.remove(0), max_score: words[0].parse().ok() });
        KattisGroup {
            name: line.name.to_owned(),
            aggregation: match line.words[0] {
                "sum" => Aggregation::Sum,
                "min" => Aggregation::Min,
                _ => Aggregation::PassFail,
            },
            max_score: line.words[1].parse().map_or(MaxScore::Unbounded, MaxScore::Bounded),
            require_pass: line
                .after("after")
                .map(|names| names.iter().map(|name| (*name).to_owned()).collect())
                .unwrap_or_default(),
            tests,
            weights: Vec::new(),
            static_test,
            groups: Vec::new(),
        }
    };
    let mut secret = group(lines.iter().find(|line| line.name == "secret").expect("secret"));
    secret.groups =
        lines.iter().filter(|line| line.name.starts_with("secret/")).map(group).collect();
    Kattis { samples: samples.map(|line| line.tests.clone()).unwrap_or_default(), secret }
}

/// The group `name` with those below it.
fn legacy(lines: &[Line<'_>], name: &str) -> LegacyGroup {
    let called = if name.is_empty() { "data" } else { name };
    let line = lines.iter().find(|line| line.name == called).expect("a line for the group");
    let known = |word: &&&str| {
        !matches!(**word, "break" | "accept" | "reject" | "range" | "custom")
            && word.parse::<f64>().is_err()
    };
    let flags: Vec<String> = line.words.iter().filter(known).map(|it| (*it).to_owned()).collect();
    let inside = |line: &&Line<'_>| match line.name.rsplit_once('/') {
        Some((above, _)) => above == name,
        None => name.is_empty() && line.name != "data",
    };
    LegacyGroup {
        name: name.to_owned(),
        grading: if line.after("custom").is_some() {
            LegacyGrading::Custom { flags }
        } else {
            LegacyGrading::from_flags(&flags).expect("flags of the default grader")
        },
        break_on_reject: line.after("break").is_some(),
        accept_score: line.number("accept").unwrap_or(1.0),
        reject_score: line.number("reject").unwrap_or(0.0),
        range: line.after("range").map_or((f64::NEG_INFINITY, f64::INFINITY), |ends| {
            (ends[0].parse().expect("a number"), ends[1].parse().expect("a number"))
        }),
        groups: lines.iter().filter(inside).map(|line| legacy(lines, line.name)).collect(),
        tests: line.tests.clone(),
    }
}

fn subtask(line: &Line<'_>) -> CmsSubtask {
    let number = |index: usize| line.words[index].parse().expect("a number");
    CmsSubtask {
        name: line.name.to_owned(),
        rule: match line.words[0] {
            "Sum" => CmsRule::Sum,
            "GroupMin" => CmsRule::GroupMin,
            "GroupMul" => CmsRule::GroupMul,
            "GroupThreshold" => CmsRule::GroupThreshold(number(2)),
            other => panic!("no rule {other:?}"),
        },
        points: number(1),
        tests: line.tests.clone(),
    }
}

/// Reads the first cell of a row.
pub(crate) fn fates(cell: &str) -> Vec<Fate> {
    cell.split_whitespace().map(fate).collect()
}

fn fate(word: &str) -> Fate {
    let cut = word.find(['=', '*', '@']).unwrap_or(word.len());
    let verdict = match &word[..cut] {
        "-" => return Fate::NotRun,
        "JE" => return Fate::CheckerFailed,
        "AC" => Verdict::Accepted,
        "WA" => Verdict::WrongAnswer,
        "TLE" => Verdict::TimeLimitExceeded,
        "MLE" => Verdict::MemoryLimitExceeded,
        "OLE" => Verdict::OutputLimitExceeded,
        "RTE" => Verdict::RunTimeError,
        other => panic!("no verdict {other:?}"),
    };
    let mut judged = Judged { verdict, given: Given::Nothing, time_used: 0.0 };
    if let Some(kind) = word[cut..].chars().next() {
        let number = word[cut + 1..].parse().expect("a number");
        match kind {
            '=' => judged.given = Given::Score(number),
            '*' => judged.given = Given::Multiplier(number),
            _ => judged.time_used = number,
        }
    }
    Fate::Judged(judged)
}
