//! Whether an example submission did what its package says.

use sandglass_package::{ExampleSubmission, Expectation, FinalVerdict};

use crate::report::Report;
use crate::verdict::Verdict;

/// Characters of a compiler's first line that are shown.
const MOST_SAID: usize = 200;

/// Holds a report against what the package expects of an example submission. `None` where it
/// expects nothing.
///
/// The format's own expectations decide (folders, `submissions.yaml`). It has one class, RTE, for
/// several of our verdicts; a folder named after one of those asks for exactly that one.
pub fn check_expected(report: &Report, example: &ExampleSubmission) -> Option<Result<(), String>> {
    let exact = Verdict::of_folder(example.folder()).filter(|verdict| {
        !matches!(
            verdict,
            Verdict::Accepted
                | Verdict::WrongAnswer
                | Verdict::TimeLimitExceeded
                | Verdict::RunTimeError
        )
    });
    if exact.is_none() && example.expectations.is_empty() {
        return None;
    }
    let Some(verdict) = report.verdict else {
        let fault = report.problem_fault.as_deref().unwrap_or("nobody knows");
        return Some(Err(format!("no verdict, because the problem failed: {fault}")));
    };
    if let Some(expected) = exact
        && verdict != expected
    {
        return Some(Err(format!("{verdict} and not {expected}")));
    }
    if verdict == Verdict::CompileError {
        let must_not_compile = |expectation: &Expectation| {
            expectation
                .verdicts
                .as_ref()
                .is_some_and(|verdicts| verdicts.contains(&FinalVerdict::CompileError))
        };
        let compiles = exact != Some(Verdict::CompileError)
            && !example.expectations.iter().any(must_not_compile);
        return Some(if compiles { Err(no_program(report)) } else { Ok(()) });
    }
    let class = verdict.class();
    let held = example
        .expectations
        .iter()
        .try_for_each(|expected| expected.check_verdict(class, verdict.name()));
    if let Err(mismatch) = held {
        return Some(Err(mismatch.to_string()));
    }
    let scores = report.scores();
    let points = example
        .expectations
        .iter()
        .try_for_each(|expected| expected.check_scores(&scores, report.max_score));
    if let Err(mismatch) = points {
        return Some(Err(mismatch.to_string()));
    }
    let results = report.results();
    let held = example
        .expectations
        .iter()
        .try_for_each(|expected| expected.check(&results, report.complete()));
    Some(held.map_err(|mismatch| mismatch.to_string()))
}

/// Why there is no program, in one line.
fn no_program(report: &Report) -> String {
    let said = report.compilation.messages.lines().map(str::trim).find(|line| !line.is_empty());
    match (said, &report.language) {
        // Nobody asked a compiler: the submission is not of any language that is known.
        (Some(said), None) => said.to_owned(),
        (Some(said), Some(_)) => {
            let first: String = said.chars().take(MOST_SAID).collect();
            format!("it does not compile: {first}")
        }
        (None, _) => "it does not compile".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{CompilationReport, TestReport};
    use std::collections::BTreeSet;

    fn report(verdicts: &[Verdict]) -> Report {
        let test = |(index, &verdict): (usize, &Verdict)| {
            TestReport::new(&format!("secret/{index}"), verdict)
        };
        let failed = verdicts.iter().copied().find(|&verdict| verdict != Verdict::Accepted);
        let compiled = if verdicts.is_empty() { Verdict::CompileError } else { Verdict::Accepted };
        Report {
            submission: String::new(),
            language: None,
            verdict: Some(failed.unwrap_or(compiled)),
            problem_fault: None,
            deciding_test: None,
            score: None,
            max_score: None,
            groups: Vec::new(),
            limits: None,
            compilation: CompilationReport::default(),
            tests: verdicts.iter().enumerate().map(test).collect(),
            tests_in_package: 2,
        }
    }

    #[track_caller]
    fn check(
        folder: &str,
        classes: &[sandglass_package::TestClass],
        verdicts: &[Verdict],
        expected: Option<Result<(), &str>>,
    ) {
        let classes: BTreeSet<_> = classes.iter().copied().collect();
        let expectation = Expectation {
            permitted: classes.clone(),
            required: classes.clone(),
            ..Expectation::default()
        };
        let path = format!("{folder}/x.py");
        let mut example = ExampleSubmission::new(&path, &path);
        if !classes.is_empty() {
            example.expectations.push(expectation);
        }
        let found = check_expected(&report(verdicts), &example);
        assert_eq!(found, expected.map(|result| result.map_err(str::to_owned)));
    }

    #[test]
    fn a_submission_without_a_program_says_why() {
        let mut example = ExampleSubmission::new("accepted/x.lisp", "accepted/x.lisp");
        let accepted = BTreeSet::from([sandglass_package::TestClass::Accepted]);
        example.expectations.push(Expectation { permitted: accepted, ..Expectation::default() });
        let mut report = report(&[]);
        report.compilation.messages = "\nno language has x.lisp\nmore\n".to_owned();
        let found = |report: &Report| check_expected(report, &example).unwrap().unwrap_err();
        assert_eq!(found(&report), "no language has x.lisp");
        report.language = Some("cpp".to_owned());
        assert_eq!(found(&report), "it does not compile: no language has x.lisp");
    }

    #[test]
    fn folders_of_the_format_and_of_ours() {
        use Verdict::{Accepted, MemoryLimitExceeded, RunTimeError, WrongAnswer};
        use sandglass_package::TestClass as Class;
        check("accepted", &[Class::Accepted], &[Accepted, Accepted], Some(Ok(())));
        check("accepted", &[Class::Accepted], &[], Some(Err("it does not compile")));
        check("compile_error", &[], &[], Some(Ok(())));
        check(
            "compile_error",
            &[],
            &[Accepted, Accepted],
            Some(Err("accepted and not compile_error")),
        );
        check("run_time_error", &[Class::RunTimeError], &[MemoryLimitExceeded], Some(Ok(())));
        check(
            "memory_limit_exceeded",
            &[Class::RunTimeError],
            &[MemoryLimitExceeded],
            Some(Ok(())),
        );
        check(
            "memory_limit_exceeded",
            &[Class::RunTimeError],
            &[RunTimeError],
            Some(Err("run_time_error and not memory_limit_exceeded")),
        );
        check(
            "wrong_answer",
            &[Class::WrongAnswer],
            &[RunTimeError],
            Some(Err("RTE on secret/0 is not permitted")),
        );
        check("notes", &[], &[WrongAnswer], None);
    }
}
