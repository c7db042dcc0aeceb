//! Example submissions of `legacy`: folders, and DOMjudge's tag in the sources.

use super::submissions::FOLDER;
use crate::error::{PackageError, Warning};
use crate::expectation::{Expectation, FinalVerdict, TestClass, TimeLimitUse};
use crate::problem::Problem;
use crate::sources::Sources;
use crate::submission::ExampleSubmission;
use crate::tree::{EntryKind, Tree, join};

/// The tag, in a comment of a source, before a list of results.
const TAG: &str = "@EXPECTED_RESULTS@:";

/// Reads all of them, sorted by folder and name.
pub(super) fn read(
    tree: &Tree,
    problem: &Problem,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<ExampleSubmission>, PackageError> {
    if !tree.contains(FOLDER)? {
        return Ok(Vec::new());
    }
    let mut submissions = Vec::new();
    for folder in tree.list(FOLDER)?.into_iter().filter(|entry| entry.kind == EntryKind::Folder) {
        for entry in tree.list(&join(FOLDER, &folder.name))? {
            let name = join(&folder.name, &entry.name);
            let mut submission = ExampleSubmission::new(join(FOLDER, &name), name);
            let expectation = match tagged(tree, &submission, problem, warnings)? {
                Some(verdicts) => Some(of_verdicts(verdicts)),
                None => of_folder(&folder.name),
            };
            submission.expectations.extend(expectation);
            submissions.push(submission);
        }
    }
    Ok(submissions)
}

fn of_folder(folder: &str) -> Option<Expectation> {
    let class = match folder {
        "accepted" | "partially_accepted" => TestClass::Accepted,
        "wrong_answer" => TestClass::WrongAnswer,
        "time_limit_exceeded" => TestClass::TimeLimitExceeded,
        "run_time_error" => TestClass::RunTimeError,
        _ => return None,
    };
    let mut expectation = of_verdicts(vec![FinalVerdict::Class(class)]);
    if folder == "partially_accepted" {
        expectation.partial = true;
        expectation.use_for_time_limit = Some(TimeLimitUse::None);
    }
    Some(expectation)
}

/// In `legacy`, accepted submissions alone set the time limit.
fn of_verdicts(verdicts: Vec<FinalVerdict>) -> Expectation {
    let counts = match verdicts[..] {
        [FinalVerdict::Class(TestClass::Accepted)] => TimeLimitUse::Lower,
        [FinalVerdict::Class(TestClass::TimeLimitExceeded)] => TimeLimitUse::Upper,
        _ => TimeLimitUse::None,
    };
    let mut expectation = Expectation::of_verdicts(verdicts);
    expectation.use_for_time_limit = Some(counts);
    expectation
}

/// What a tag in one of the submission's files says.
fn tagged(
    tree: &Tree,
    submission: &ExampleSubmission,
    problem: &Problem,
    warnings: &mut Vec<Warning>,
) -> Result<Option<Vec<FinalVerdict>>, PackageError> {
    let sources = match Sources::read(tree, &submission.path, &submission.name, problem.limits.code)
    {
        Ok(sources) => sources,
        // One that is too large, or empty, is an error when it is judged.
        Err(PackageError::TooLarge { .. } | PackageError::Missing { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    for file in &sources.files {
        let text = String::from_utf8_lossy(&file.content);
        let Some((_, rest)) = text.split_once(TAG) else { continue };
        let list = rest.lines().next().unwrap_or_default();
        let mut verdicts = Vec::new();
        for result in list.split(',').map(result_name).filter(|result| !result.is_empty()) {
            match verdict(&result) {
                Some(verdict) => verdicts.push(verdict),
                None => {
                    let (file, message) =
                        (submission.path.clone(), format!("{result:?} is no expected result"));
                    warnings.push(Warning { file, message });
                }
            }
        }
        if !verdicts.is_empty() {
            return Ok(Some(verdicts));
        }
    }
    Ok(None)
}

/// A result without what closes the comment around it.
fn result_name(text: &str) -> String {
    let letters = |character: char| character.is_ascii_alphabetic() || "-_ ".contains(character);
    let name: String = text.trim().chars().take_while(|&character| letters(character)).collect();
    name.trim().to_ascii_uppercase().replace(['-', ' '], "_")
}

fn verdict(name: &str) -> Option<FinalVerdict> {
    Some(match name {
        "CORRECT" | "ACCEPTED" | "AC" => FinalVerdict::Class(TestClass::Accepted),
        // A submission without output is wrong.
        "WRONG_ANSWER" | "WA" | "NO_OUTPUT" | "NO" => FinalVerdict::Class(TestClass::WrongAnswer),
        "TIMELIMIT" | "TIME_LIMIT_EXCEEDED" | "TLE" => {
            FinalVerdict::Class(TestClass::TimeLimitExceeded)
        }
        "RUN_ERROR" | "RUNTIME_ERROR" | "RUN_TIME_ERROR" | "RTE" => {
            FinalVerdict::Class(TestClass::RunTimeError)
        }
        "COMPILER_ERROR" | "COMPILE_ERROR" | "CE" => FinalVerdict::CompileError,
        "OUTPUT_LIMIT" | "OUTPUT_LIMIT_EXCEEDED" | "OLE" => FinalVerdict::OutputLimitExceeded,
        "MEMORY_LIMIT" | "MEMORY_LIMIT_EXCEEDED" | "MLE" => FinalVerdict::MemoryLimitExceeded,
        _ => return None,
    })
}
