//! What judging found out, for people and as JSON.

use std::time::Duration;

use sandglass_package::TestResult;
use sandglass_sandbox::Outcome;
use serde::{Serialize, Serializer};

use crate::checker::Difference;
use crate::limits::TestLimits;
use crate::verdict::Verdict;

/// A submission's verdict and how it came about.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the submission.
    pub submission: String,
    /// Code of its language; `None` where it could not be told.
    pub language: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The test that decided it: the first that was not accepted.
    pub deciding_test: Option<String>,
    /// What it might use on each test; `None` where none was run.
    pub limits: Option<TestLimits>,
    /// The compilation.
    pub compilation: CompilationReport,
    /// The tests that were run, in the package's order.
    pub tests: Vec<TestReport>,
    /// Tests that the package has.
    pub tests_in_package: usize,
}

/// One test of a submission.
#[derive(Clone, Debug, Serialize)]
pub struct TestReport {
    /// Name of the test, such as `secret/01-small`.
    pub test: String,
    /// The verdict on it.
    pub verdict: Verdict,
    /// How the run ended, in the sandbox's words.
    pub cause: String,
    /// Exit code, where the program exited.
    pub exit_code: Option<i32>,
    /// Signal, where one killed it.
    pub signal: Option<i32>,
    /// The system call of a policy violation.
    pub system_call: Option<String>,
    /// CPU time of all processes.
    #[serde(rename = "cpu_time_ns", serialize_with = "nanoseconds")]
    pub cpu_time: Duration,
    /// Time from start to end.
    #[serde(rename = "wall_time_ns", serialize_with = "nanoseconds")]
    pub wall_time: Duration,
    /// Peak memory, bytes.
    pub peak_memory_bytes: u64,
    /// Standard output and error together, bytes.
    pub output_bytes: u64,
    /// Where the output first differs from the answer.
    pub difference: Option<Difference>,
    /// The beginning of what it wrote to standard error.
    pub stderr: String,
    /// What enforced the limits.
    pub backend: String,
    /// Whether a first attempt failed through a fault of ours.
    pub retried: bool,
}

/// A compilation.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CompilationReport {
    /// How the compiler ended, in the sandbox's words; empty where nothing was compiled.
    pub cause: String,
    /// Its exit code, where it exited.
    pub exit_code: Option<i32>,
    /// The signal, where one killed it.
    pub signal: Option<i32>,
    /// CPU time.
    #[serde(rename = "cpu_time_ns", serialize_with = "nanoseconds")]
    pub cpu_time: Duration,
    /// Time from start to end.
    #[serde(rename = "wall_time_ns", serialize_with = "nanoseconds")]
    pub wall_time: Duration,
    /// Peak memory, bytes.
    pub peak_memory_bytes: u64,
    /// What it said, bounded.
    pub messages: String,
}

impl CompilationReport {
    /// Adds lines to the messages.
    pub(crate) fn add(&mut self, text: &str) {
        if !self.messages.is_empty() && !self.messages.ends_with('\n') && !text.is_empty() {
            self.messages.push('\n');
        }
        self.messages.push_str(text);
    }

    /// Adds how the compiler ended, where its own words do not say it.
    pub(crate) fn end_of_compiler(&mut self, outcome: &Outcome) {
        match (outcome.exit_code, outcome.signal) {
            (Some(code), _) if self.messages.is_empty() => {
                self.add(&format!("the compiler exited with {code}"))
            }
            (Some(_), _) => {}
            (None, _) => self.add(&format!("the compiler ended by {}", outcome.cause.name())),
        }
    }
}

impl Report {
    /// The report on the deciding test; where all were accepted, `None`.
    pub fn deciding(&self) -> Option<&TestReport> {
        self.tests.iter().find(|test| test.verdict != Verdict::Accepted)
    }

    /// The most CPU time, wall time and memory of any test.
    pub fn most(&self) -> (Duration, Duration, u64) {
        let cpu = self.tests.iter().map(|test| test.cpu_time).max();
        let wall = self.tests.iter().map(|test| test.wall_time).max();
        let memory = self.tests.iter().map(|test| test.peak_memory_bytes).max();
        (cpu.unwrap_or_default(), wall.unwrap_or_default(), memory.unwrap_or_default())
    }

    /// The tests as expectations of a package ask for them.
    pub fn results(&self) -> Vec<TestResult<'_>> {
        self.tests
            .iter()
            .filter_map(|test| {
                test.verdict.class().map(|class| TestResult {
                    test: &test.test,
                    class,
                    message: "",
                })
            })
            .collect()
    }

    /// Whether every test of the package was run.
    pub fn complete(&self) -> bool {
        self.tests.len() == self.tests_in_package
    }
}

pub(crate) fn nanoseconds<S: Serializer>(
    time: &Duration,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_names_of_the_design() {
        let test = TestReport {
            test: "secret/1".to_owned(),
            verdict: Verdict::TimeLimitExceeded,
            cause: "cpu_time_limit".to_owned(),
            exit_code: None,
            signal: Some(9),
            system_call: None,
            cpu_time: Duration::from_millis(1001),
            wall_time: Duration::from_millis(1002),
            peak_memory_bytes: 4096,
            output_bytes: 0,
            difference: None,
            stderr: String::new(),
            backend: "hybrid".to_owned(),
            retried: false,
        };
        let expected = serde_json::json!({
            "test": "secret/1", "verdict": "time_limit_exceeded", "cause": "cpu_time_limit",
            "exit_code": null, "signal": 9, "system_call": null, "cpu_time_ns": 1_001_000_000_u64,
            "wall_time_ns": 1_002_000_000_u64, "peak_memory_bytes": 4096, "output_bytes": 0,
            "difference": null, "stderr": "", "backend": "hybrid", "retried": false,
        });
        assert_eq!(serde_json::to_value(test).unwrap(), expected);
    }
}
