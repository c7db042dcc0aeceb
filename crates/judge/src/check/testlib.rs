//! Checkers and interactors written with `testlib.h`: exit codes, and a message on standard error.
//!
//! Source of the codes: `testlib.h`, `TResult` and the `*_EXIT_CODE` constants as they are without a
//! judge's macros (Codeforces): the package's own header is compiled as it is.

use super::{CheckerReport, number, words};
use crate::helper::HelperEnd;

pub(super) fn read(code: i32, end: &HelperEnd) -> Result<CheckerReport, String> {
    let message = words(&end.stderr);
    let told = |accepted, score, multiplier| {
        Ok(CheckerReport {
            accepted,
            score,
            multiplier,
            message: message.clone(),
            ..CheckerReport::default()
        })
    };
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
        // A part in percent, above the base for it.
        16..=116 => {
            let part = f64::from(code - 16) / 100.0;
            told(part > 0.0, None, Some(part))
        }
        code => Err(format!("it exited with {code}, which testlib does not know")),
    }
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
        for code in [3, 5, 6, 9, 117, 255] {
            assert!(read(code, &end("FAIL")).is_err(), "{code}");
        }
    }

    #[test]
    fn points_and_parts() {
        let report = read(7, &end("points 12.5 nice")).unwrap();
        assert_eq!((report.accepted, report.score), (true, Some(12.5)));
        assert!(!read(7, &end("points 0")).unwrap().accepted);
        assert!(read(7, &end("points many")).is_err());
        let report = read(16 + 40, &end("partially correct (40)")).unwrap();
        assert_eq!((report.accepted, report.multiplier), (true, Some(0.4)));
        assert!(!read(16, &end("")).unwrap().accepted);
    }
}
