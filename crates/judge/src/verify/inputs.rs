//! Input validators on all inputs, and generators.

use std::io::Read;

use sandglass_package::{
    Format, GeneratorCommand, HelperProgram, Package, PackageError, TestCase, ValidationKind,
};

use super::check::{Check, Finding, Section};
use crate::error::JudgeError;
use crate::helper::Helper;
use crate::judge::Judge;
use crate::make::Generators;

/// Every validator on every input: those of tests must be accepted by all, invalid ones rejected by
/// some.
pub(super) fn validators(
    judge: &Judge,
    package: &Package,
    thorough: bool,
) -> Result<Vec<Check>, JudgeError> {
    let section = Section::Inputs;
    if package.input_validators.is_empty() {
        let detail = "there is none: nobody knows whether the inputs keep what the statement says";
        return Ok(vec![Check::new(section, "input validators", Finding::Warning, detail)]);
    }
    let mut ready: Vec<(&HelperProgram, Helper)> = Vec::new();
    let mut checks = Vec::new();
    for program in &package.input_validators {
        match judge.helper(package, "input validator", program) {
            Ok(helper) => ready.push((program, helper)),
            Err(JudgeError::Helper(fault)) => {
                checks.push(Check::new(section, &program.name, Finding::Fails, fault.to_string()));
            }
            Err(error) => return Err(error),
        }
    }
    for (program, helper) in &ready {
        let mut rejected = 0;
        for test in &package.tests {
            if let Some(words) = refusal(judge, package, program, helper, test)? {
                rejected += 1;
                let detail = format!("{} rejects it{words}", program.name);
                checks.push(Check::new(section, &test.input, Finding::Fails, detail));
            }
        }
        let count = package.tests.len();
        let detail = format!("accepts {} of {count} inputs", count - rejected);
        checks.push(Check::of(section, &program.name, rejected == 0, detail));
    }
    let mut cases = 0;
    for case in &package.validation_cases {
        let valid = match case.kind {
            ValidationKind::ValidInput => true,
            ValidationKind::InvalidInput => false,
            ValidationKind::InvalidOutput | ValidationKind::ValidOutput => continue,
        };
        cases += usize::from(!valid);
        let mut by = Vec::new();
        for (program, helper) in &ready {
            if refusal(judge, package, program, helper, &case.test)?.is_some() {
                by.push(program.name.as_str());
            }
        }
        let detail = match &by[..] {
            [] if valid => "every validator accepts it".to_owned(),
            [] => "every validator accepts this invalid input".to_owned(),
            by if valid => format!("rejected by {}, and valid", by.join(", ")),
            by => format!("rejected by {}", by.join(", ")),
        };
        checks.push(Check::of(section, &case.test.name, by.is_empty() == valid, detail));
    }
    if cases == 0 {
        let detail = "there is none, so nothing shows that the validators reject anything";
        // Other formats have no place for them.
        let has_place =
            matches!(package.problem.format, Format::Legacy | Format::Draft2023 | Format::V2025_09);
        let finding = if thorough && has_place { Finding::Fails } else { Finding::Warning };
        checks.push(Check::new(section, "invalid inputs", finding, detail));
    }
    Ok(checks)
}

/// Why a validator does not take an input, as a text that follows a sentence; `None` where it does.
fn refusal(
    judge: &Judge,
    package: &Package,
    program: &HelperProgram,
    helper: &Helper,
    test: &TestCase,
) -> Result<Option<String>, JudgeError> {
    let mut arguments = test.input_validator_arguments.of(&program.name).to_vec();
    arguments.extend(test.arguments.iter().cloned());
    let input = package.file(&test.input)?;
    match judge.validate_input(package, helper, program.protocol, input, &arguments) {
        Ok(validation) if validation.valid => Ok(None),
        Ok(validation) if validation.words.is_empty() => Ok(Some(String::new())),
        Ok(validation) => Ok(Some(format!(": {}", first_line(&validation.words)))),
        Err(JudgeError::Helper(fault)) => Ok(Some(format!(": {fault}"))),
        Err(error) => Err(error),
    }
}

/// The end of what a program said: an exception stands there.
pub(super) fn first_line(words: &str) -> String {
    words.trim().lines().last().unwrap_or_default().chars().take(200).collect()
}

/// Every test that a package says how to make: twice the same, and the one that is there.
pub(super) fn generators(judge: &Judge, package: &Package) -> Result<Vec<Check>, JudgeError> {
    let section = Section::Generators;
    // Where nothing says that a test is made by it, a file may be there for another tool.
    let unusable =
        if package.generated_tests.is_empty() { Finding::Warning } else { Finding::Fails };
    let mut checks = Vec::new();
    for program in &package.generators {
        match judge.helper(package, "generator", program) {
            Ok(_) => checks.push(Check::of(section, &program.name, true, "it compiles")),
            Err(JudgeError::Helper(fault)) => {
                checks.push(Check::new(section, &program.name, unusable, fault.to_string()));
            }
            Err(error) => return Err(error),
        }
    }
    let mut ready = Generators::new(judge, package);
    for made in &package.generated_tests {
        let generator = match &made.command {
            GeneratorCommand::Program { generator, .. } => generator,
            GeneratorCommand::Shell(line) => line,
        };
        let mut make = || ready.make(made);
        let (holds, detail) = match (make(), make()) {
            (Err(JudgeError::Helper(fault)), _) | (_, Err(JudgeError::Helper(fault))) => {
                (false, fault.to_string())
            }
            (Err(error), _) | (_, Err(error)) => return Err(error),
            (Ok(first), Ok(second)) if first != second => {
                (false, format!("{generator} makes another input each time"))
            }
            (Ok(first), Ok(_)) => match package.tests.iter().find(|test| test.name == made.test) {
                None => (true, format!("{generator} makes it, and it is not in the package")),
                Some(test) if bytes(package, &test.input)? == first => {
                    (true, format!("{generator} makes exactly what is in the package"))
                }
                Some(_) => (false, format!("{generator} makes another input than the package has")),
            },
        };
        checks.push(Check::of(section, &made.test, holds, detail));
    }
    Ok(checks)
}

fn bytes(package: &Package, file: &str) -> Result<Vec<u8>, PackageError> {
    let mut bytes = Vec::new();
    let unreadable = |source| PackageError::Read { file: file.to_owned(), source };
    package.file(file)?.read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}
