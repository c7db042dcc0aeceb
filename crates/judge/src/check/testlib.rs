//! Checkers and interactors written with `testlib.h`: exit codes, and a message on standard error.
//!
//! Source of the codes: `testlib.h`, `TResult` and the `*_EXIT_CODE` constants as they are without a
//! judge's macros (Codeforces): the package's own header is compiled as it is. There a part `_pc(n)`
//! exits with `n` itself, which may be any of the other codes: only its message tells it from them.

use super::{CheckerReport, number, words};
use crate::helper::HelperEnd;

/// The part that is all: `_pc` goes from 0 to 200.
const WHOLE_PART: i32 = 200;

pub(super) fn read(code: i32, end: &HelperEnd) -> Result<CheckerReport, String> {
    let message = words(&end.stderr);
    // No points at all is a rejection, which has none.
    let told = |accepted: bool, score: Option<f64>, multiplier: Option<f64>| {
        Ok(CheckerReport {
            accepted,
            score: score.filter(|_| accepted),
            multiplier: multiplier.filter(|_| accepted),
            message: message.clone(),
            ..CheckerReport::default()
        })
    };
    if let Some(part) = part(code, &end.stderr) {
        return told(part > 0.0, None, Some(part));
    }
    match code {
        0 => told(true, None, None),
        // Wrong answer, presentation error, dirt at the end, unexpected end of file: all of them are
        // said of the output.
        1 | 2 | 4 | 8 => told(false, None, None),
        3 => Err("it exited with 3 (fail)".to_owned()),
        7 => match points(&message) {
            Some(points) => told(points > 0.0, Some(points), None),
            None => Err("it exited with 7 (points) and said no points".to_owned()),
        },
        code => Err(format!("it exited with {code}, which testlib does not know")),
    }
}

/// Whether a code and what was said with it accept, as [`read`] has it.
pub(super) fn accepts(code: i32, stderr: &[u8]) -> bool {
    part(code, stderr).map_or(matches!(code, 0 | 7), |part| part > 0.0)
}

/// The part of the points, where code and message say the same one. What a checker quotes from an
/// output can hold the words and not the code.
fn part(code: i32, stderr: &[u8]) -> Option<f64> {
    let said = |line: &str| {
        let (number, _) = line.strip_prefix("partially correct (")?.split_once(')')?;
        number.parse::<i32>().ok()
    };
    let same = words(stderr).lines().any(|line| said(line) == Some(code));
    (same && (0..=WHOLE_PART).contains(&code)).then(|| f64::from(code) / f64::from(WHOLE_PART))
}

/// The number after the word `points`, or at the beginning.
fn points(message: &str) -> Option<f64> {
    let mut words = message.split_whitespace();
    let first = words.next()?;
    if first == "points" { number(words.next()?) } else { number(first) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(stderr: &str) -> HelperEnd {
        HelperEnd { stderr: stderr.into(), ..HelperEnd::default() }
    }

    #[test]
    fn exit_codes() {
        for (code, accepted) in [(0, true), (1, false), (2, false), (4, false), (8, false)] {
            let report = read(code, &end("wrong answer 1st\n")).unwrap();
            assert_eq!((report.accepted, report.message.as_str()), (accepted, "wrong answer 1st"));
        }
        for code in [3, 5, 6, 9, 16, 56, 255] {
            assert!(read(code, &end("FAIL")).is_err(), "{code}");
        }
    }

    #[test]
    fn points_and_parts() {
        let report = read(7, &end("points 12.5 nice")).unwrap();
        assert_eq!((report.accepted, report.score), (true, Some(12.5)));
        let report = read(7, &end("points 0")).unwrap();
        assert_eq!((report.accepted, report.score), (false, None));
        assert!(read(7, &end("points many")).is_err());
    }

    #[test]
    fn parts_are_told_from_codes_by_their_words() {
        let read = |code: i32, words: &str| {
            read(code, &end(words)).map(|report| (report.accepted, report.multiplier))
        };
        for (code, part) in [(200, 1.0), (40, 0.2), (1, 0.005), (3, 0.015), (7, 0.035)] {
            let words = format!("partially correct ({code}) so far");
            assert_eq!(read(code, &words), Ok((true, Some(part))));
            assert!(accepts(code, words.as_bytes()));
        }
        assert_eq!(read(0, "partially correct (0)"), Ok((false, None)));
        assert!(!accepts(0, b"partially correct (0)"));
        // The code has the word where both differ, and words inside of a line say nothing.
        assert_eq!(read(1, "partially correct (200)"), Ok((false, None)));
        assert_eq!(read(1, "wrong answer 'partially correct (1)'"), Ok((false, None)));
        assert_eq!(read(0, "log\npartially correct (0)"), Ok((false, None)));
        for (code, words) in [(40, ""), (40, "ok"), (201, "partially correct (201)"), (3, "FAIL")] {
            assert!(read(code, words).is_err(), "{code} {words}");
        }
    }
}
