//! Output validators of the ICPC/Kattis format: exit codes and feedback files.
//!
//! Source: problem package format 2025-09, "Output Validator".

use super::{CheckerReport, number, words};
use crate::helper::HelperEnd;

const ACCEPT: i32 = 42;
const REJECT: i32 = 43;

pub(super) fn read(code: i32, end: &HelperEnd) -> Result<CheckerReport, String> {
    let accepted = match code {
        ACCEPT => true,
        REJECT => false,
        code => {
            return Err(format!("it exited with {code}, and not with 42 (accept) or 43 (reject)"));
        }
    };
    if !accepted && end.next_input.is_some() {
        return Err("it wrote nextpass.in, and did not accept".to_owned());
    }
    let of = |name: &str, text: &Option<String>| match text {
        None => Ok(None),
        Some(text) => number(text)
            .map(Some)
            .ok_or_else(|| format!("{name} is not a number: {:?}", start(text))),
    };
    let score = of("score.txt", &end.score)?;
    let multiplier = of("score_multiplier.txt", &end.score_multiplier)?;
    if score.is_some() && multiplier.is_some() {
        return Err("it wrote both score.txt and score_multiplier.txt".to_owned());
    }
    if let Some(wrong) = multiplier.filter(|part| !(0.0..=1.0).contains(part)) {
        return Err(format!("score_multiplier.txt is {wrong}, and not between 0 and 1"));
    }
    let message = match end.judge_message.trim() {
        "" => words(&end.stderr),
        message => message.to_owned(),
    };
    Ok(CheckerReport {
        accepted,
        score,
        multiplier,
        message,
        team_message: end.team_message.trim().to_owned(),
        ..CheckerReport::default()
    })
}

/// The beginning of a text, for messages.
fn start(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(score: Option<&str>, multiplier: Option<&str>) -> HelperEnd {
        HelperEnd {
            score: score.map(str::to_owned),
            score_multiplier: multiplier.map(str::to_owned),
            judge_message: " for the jury\n".to_owned(),
            ..HelperEnd::default()
        }
    }

    #[test]
    fn only_42_and_43_are_answers() {
        assert!(read(42, &end(None, None)).unwrap().accepted);
        assert!(!read(43, &end(None, None)).unwrap().accepted);
        for code in [0, 1, 41, 44, 134] {
            assert!(read(code, &end(None, None)).unwrap_err().contains(&code.to_string()));
        }
    }

    #[test]
    fn scores_are_read_and_contradictions_are_faults() {
        assert_eq!(read(42, &end(Some("12.5\n"), None)).unwrap().score, Some(12.5));
        assert_eq!(read(42, &end(None, Some("0.25"))).unwrap().multiplier, Some(0.25));
        assert_eq!(read(42, &end(None, None)).unwrap().message, "for the jury");
        for (score, multiplier) in [
            (Some("much"), None),
            (Some(""), None),
            (Some("inf"), None),
            (Some("1 2"), None),
            (Some("1"), Some("1")),
            (None, Some("1.5")),
            (None, Some("-0.1")),
        ] {
            assert!(read(42, &end(score, multiplier)).is_err(), "{score:?} {multiplier:?}");
        }
    }
}
