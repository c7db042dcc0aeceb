//! Sim's three lines: `OK` or `WRONG`, a percentage or nothing, a comment.

use super::{CheckerReport, Place, SIM_COMMENT};
use crate::helper::HelperEnd;

/// Where the lines are. Sim gives a checker one file as both streams, and Sip's template writes to
/// standard error, where older checkers wrote to standard output; an interactive one has standard
/// output for the program.
pub(super) fn said(place: Place, end: &HelperEnd) -> &[u8] {
    let aloud = place == Place::AfterOutput && !end.stdout.is_empty();
    if aloud { &end.stdout } else { &end.stderr }
}

pub(super) fn read(code: i32, said: &[u8]) -> Result<CheckerReport, String> {
    if code != 0 {
        return Err(format!("it exited with {code}, and not with 0"));
    }
    let mut lines = said.splitn(3, |&byte| byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let (first, second, comment) = (line(), line(), line());
    let accepted = match first {
        b"OK" => true,
        b"WRONG" => false,
        other => {
            let other = String::from_utf8_lossy(&other[..other.len().min(40)]);
            return Err(format!("its first line is {other:?}, and neither OK nor WRONG"));
        }
    };
    let multiplier = match std::str::from_utf8(second).unwrap_or("?").trim_ascii() {
        "" => None,
        text => match super::number(text).filter(|part| (0.0..=100.0).contains(part)) {
            Some(percent) => Some(percent / 100.0),
            None => {
                let text: String = text.chars().take(40).collect();
                return Err(format!(
                    "its second line is {text:?}, and neither empty nor a number from 0 to 100"
                ));
            }
        },
    };
    Ok(CheckerReport {
        accepted,
        // Nothing is to be had for a wrong answer, whatever the second line says.
        multiplier: if accepted { Some(multiplier.unwrap_or(1.0)) } else { Some(0.0) },
        message: bounded(comment),
        ..CheckerReport::default()
    })
}

/// The comment without space at its end, cut with dots where it is too long.
fn bounded(comment: &[u8]) -> String {
    let text = String::from_utf8_lossy(comment.trim_ascii_end()).into_owned();
    if text.len() <= SIM_COMMENT {
        return text;
    }
    let mut length = SIM_COMMENT - 3;
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    format!("{}...", &text[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(said: &str, expected: Result<(bool, f64, &str), ()>) {
        let read = read(0, said.as_bytes());
        let found = read
            .as_ref()
            .map(|report| (report.accepted, report.multiplier.unwrap(), report.message.as_str()));
        assert_eq!(found.map_err(|_| ()), expected, "{said:?}");
    }

    #[test]
    fn three_lines_of_which_two_may_be_missing() {
        check("OK", Ok((true, 1.0, "")));
        check("OK\n", Ok((true, 1.0, "")));
        check("WRONG\n", Ok((false, 0.0, "")));
        check("OK\n\nwell done\nindeed\n", Ok((true, 1.0, "well done\nindeed")));
        check("OK\n42.5\nhalf\n", Ok((true, 0.425, "half")));
        check("OK\n0\n", Ok((true, 0.0, "")));
        check("WRONG\n100\nno\n", Ok((false, 0.0, "no")));
    }

    #[test]
    fn anything_else_is_a_fault() {
        for said in ["", "ok\n", "OK \n", "OKAY\n", "OK\nx\n", "OK\n101\n", "OK\n-1\n", "OK\nnan\n"]
        {
            check(said, Err(()));
        }
        assert!(read(1, b"OK\n").is_err());
    }

    #[test]
    fn a_long_comment_is_cut_between_characters() {
        let report = read(0, format!("OK\n\n{}", "ż".repeat(200)).as_bytes()).unwrap();
        assert!(report.message.len() <= SIM_COMMENT && report.message.ends_with("ż..."));
        let report = read(0, format!("OK\n\n{}", "x".repeat(256)).as_bytes()).unwrap();
        assert_eq!(report.message, "x".repeat(256));
    }
}
