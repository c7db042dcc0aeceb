//! Outputs that whoever decides must accept, and others that must be rejected.

use sandglass_package::{Package, ValidationKind};

use super::check::{Check, Finding, Section};
use super::inputs::first_line;
use crate::error::JudgeError;
use crate::judge::Judge;

/// `valid_output` and `invalid_output`.
pub(super) fn check(judge: &Judge, package: &Package) -> Result<Vec<Check>, JudgeError> {
    let mut checks = Vec::new();
    for case in &package.validation_cases {
        let (Some(output), kind) = (&case.output, case.kind) else { continue };
        if matches!(kind, ValidationKind::InvalidInput | ValidationKind::ValidInput) {
            continue;
        }
        let wanted = kind == ValidationKind::ValidOutput;
        let file = package.file(output)?;
        let (holds, detail) = match judge.check_output(package, &case.test, file) {
            Ok(checked) => {
                let said = checked
                    .difference
                    .map(|difference| difference.to_string())
                    .or(checked.checker.map(|checker| first_line(&checker.message)))
                    .filter(|said| !said.is_empty())
                    .map_or(String::new(), |said| format!(": {said}"));
                let verb = if checked.accepted { "accepted" } else { "rejected" };
                (checked.accepted == wanted, format!("{verb}{said}"))
            }
            Err(JudgeError::Helper(fault)) => (false, fault.to_string()),
            Err(error) => return Err(error),
        };
        let finding = if holds { Finding::Holds } else { Finding::Fails };
        checks.push(Check::new(Section::Outputs, &case.test.name, finding, detail));
    }
    Ok(checks)
}
