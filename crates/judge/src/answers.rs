//! Submissions that are outputs: nothing is run but checkers.

use sandglass_package::{Package, Sources, TestCase};

use crate::error::JudgeError;
use crate::lanes::Station;
use crate::programs::Programs;
use crate::report::TestReport;
use crate::scratch::SharedFile;
use crate::test_run::Checking;
use crate::verdict::Verdict;

/// The output that a submission has for a test: the file that the package names, else the one that is
/// called as the test, else its only file where there is only one test.
fn output_of<'a>(package: &Package, sources: &'a Sources, test: &TestCase) -> Option<&'a [u8]> {
    let base = test.name.rsplit('/').next().unwrap_or(&test.name);
    let usual = ["out", "ans", "txt"].map(|ending| format!("{base}.{ending}"));
    let names = test.output_name.iter().chain(&usual);
    // A folder that somebody packed may have a folder around everything.
    let called = |file: &str, name: &str| file == name || file.ends_with(&format!("/{name}"));
    for name in names {
        let found = sources.files.iter().find(|file| called(&file.name, name));
        if let Some(file) = found {
            return Some(&file.content);
        }
    }
    match &sources.files[..] {
        [only] if package.tests.len() == 1 => Some(&only.content),
        _ => None,
    }
}

/// Judges the output for one test.
///
/// # Errors
/// The problem's faults and ours.
pub(crate) fn judge_answer(
    package: &Package,
    programs: &Programs,
    station: &mut Station,
    sources: &Sources,
    test: &TestCase,
) -> Result<TestReport, JudgeError> {
    let Some(output) = output_of(package, sources, test) else {
        let mut report = TestReport::new(&test.name, Verdict::WrongAnswer);
        report.cause = "no_output".to_owned();
        return Ok(report);
    };
    let output =
        SharedFile::copy(output).map_err(|error| JudgeError::system("keep an output", error))?;
    let checking = Checking { package, programs };
    let (checked, retried) =
        station.try_twice(|station| checking.output(station, test, &output))?;
    let verdict = if checked.accepted { Verdict::Accepted } else { Verdict::WrongAnswer };
    let mut report = TestReport::new(&test.name, verdict);
    report.cause = "not_run".to_owned();
    report.output_bytes = output.length();
    report.difference = checked.difference;
    report.checker = checked.checker;
    report.retried = retried;
    Ok(report)
}
