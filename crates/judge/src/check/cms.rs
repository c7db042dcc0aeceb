//! CMS's comparators and managers: an outcome on standard output, a message on standard error.

use super::{CheckerReport, number, words};
use crate::helper::HelperEnd;

pub(super) fn read(code: i32, end: &HelperEnd) -> Result<CheckerReport, String> {
    if code != 0 {
        return Err(format!("it exited with {code}, and not with 0"));
    }
    let said = words(&end.stdout);
    let line = said.lines().next().unwrap_or_default();
    let Some(outcome) = number(line).filter(|outcome| *outcome >= 0.0) else {
        let line: String = line.chars().take(40).collect();
        return Err(format!("it wrote {line:?}, and no number of at least 0, to standard output"));
    };
    let message = words(&end.stderr);
    let message = match message.lines().next().unwrap_or_default() {
        "translate:success" => "Output is correct",
        "translate:wrong" => "Output isn't correct",
        "translate:partial" => "Output is partially correct",
        other => other,
    };
    Ok(CheckerReport {
        accepted: outcome > 0.0,
        multiplier: Some(outcome),
        message: message.to_owned(),
        ..CheckerReport::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(stdout: &str, stderr: &str) -> HelperEnd {
        HelperEnd { stdout: stdout.into(), stderr: stderr.into(), ..HelperEnd::default() }
    }

    #[test]
    fn an_outcome_and_a_message() {
        let report = read(0, &end("0.5\n", "translate:partial\nmore\n")).unwrap();
        assert_eq!((report.accepted, report.multiplier), (true, Some(0.5)));
        assert_eq!(report.message, "Output is partially correct");
        assert!(!read(0, &end("0", "no")).unwrap().accepted);
        assert_eq!(read(0, &end("1.0", "fine")).unwrap().message, "fine");
    }

    #[test]
    fn faults() {
        assert!(read(1, &end("1.0", "")).is_err());
        for outcome in ["", "yes", "-1", "nan"] {
            assert!(read(0, &end(outcome, "")).is_err(), "{outcome}");
        }
    }
}
