//! Limits, by the times of the model solution.

use std::time::Duration;

use sandglass_package::{NewLimits, Package, TimeRule};
use schemars::JsonSchema;
use serde::Serialize;

use super::{fault, model};
use crate::error::JudgeError;
use crate::judge::Judge;
use crate::report::nanoseconds;
use crate::verdict::Verdict;

/// A test, the time of the model solution on it, and the limit that follows.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MeasuredTest {
    /// The test.
    pub test: String,
    /// CPU time of the model solution.
    #[serde(rename = "cpu_time_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub cpu_time: Duration,
    /// The limit that the format's rule makes of it.
    #[serde(rename = "limit_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub limit: Duration,
}

/// Limits of Sim are whole numbers of this.
const RESOLUTION: Duration = Duration::from_millis(10);

impl Judge {
    /// The limits that follow from the example submissions by the format's rule: one a test in Sim, from
    /// the model solution's time on it, and one for all tests elsewhere.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where a submission fails that must not, [`JudgeError::NoTimeLimit`] where
    /// none says anything, and failures of ours.
    pub fn measure_limits(
        &self,
        package: &Package,
    ) -> Result<(NewLimits, Vec<MeasuredTest>), JudgeError> {
        let rule = package.problem.limits.time_rule;
        if !matches!(rule, TimeRule::Sim { .. }) {
            return Ok((NewLimits::Whole(self.time_limit(package)?), Vec::new()));
        }
        let example = model(package)?;
        let report = self.judge_with_room(package, example)?;
        let label = format!("model solution {}", example.name);
        if let Some(broken) = &report.problem_fault {
            return Err(fault(&label, None, broken.clone()));
        }
        if report.verdict != Some(Verdict::Accepted) || !report.complete() {
            let verdict = report.verdict.map_or("no verdict", Verdict::name).replace('_', " ");
            let test = report.deciding_test.as_deref();
            return Err(fault(&label, test, format!("{verdict}, so its times say nothing")));
        }
        let tests: Vec<MeasuredTest> = report
            .tests
            .iter()
            .map(|test| {
                let limit = rule
                    .limit(test.cpu_time, None)
                    .map_err(|error| fault(&label, Some(&test.test), error.to_string()))?;
                let steps = limit.as_nanos().div_ceil(RESOLUTION.as_nanos());
                let limit = RESOLUTION * u32::try_from(steps).unwrap_or(u32::MAX);
                Ok(MeasuredTest { test: test.test.clone(), cpu_time: test.cpu_time, limit })
            })
            .collect::<Result<_, JudgeError>>()?;
        let limits = tests.iter().map(|test| test.limit).collect();
        Ok((NewLimits::Tests(limits), tests))
    }
}
