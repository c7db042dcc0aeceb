//! The report on one test.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::{CallsReport, Timing, nanoseconds};
use crate::check::CheckerReport;
use crate::checker::Difference;
use crate::interactive::Interaction;
use crate::verdict::Verdict;

/// One test of a submission.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestReport {
    /// Name of the test, such as `secret/01-small`.
    pub test: String,
    /// The verdict on it; `None` where the problem failed, and nobody knows.
    pub verdict: Option<Verdict>,
    /// How the problem failed on this test: a checker that broke, a file that cannot be read. Never the
    /// submission's fault.
    pub problem_fault: Option<String>,
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
    #[schemars(with = "u64")]
    pub cpu_time: Duration,
    /// Time from start to end.
    #[serde(rename = "wall_time_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
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
    /// CPU time as a part of the test's limit: 1 is all of it.
    pub time_used: f64,
    /// Times that the submission was run for this test, one after the other, on inputs of the checker's
    /// making after the first.
    pub passes: u32,
    /// The times of all runs, where the test was run again because its time was within its noise of the
    /// limit. The other figures are those of the run that decided.
    pub timing: Option<Timing>,
    /// What the package's own checker found, where it has one.
    pub checker: Option<CheckerReport>,
    /// How the submission talked with the package's interactor, where there is one.
    pub interaction: Option<Interaction>,
    /// How the programs of a task with interfaces called each other.
    pub calls: Option<CallsReport>,
}

impl TestReport {
    /// A report with a verdict and nothing else.
    pub fn new(test: &str, verdict: Verdict) -> TestReport {
        TestReport {
            test: test.to_owned(),
            verdict: Some(verdict),
            problem_fault: None,
            cause: String::new(),
            exit_code: None,
            signal: None,
            system_call: None,
            cpu_time: Duration::ZERO,
            wall_time: Duration::ZERO,
            peak_memory_bytes: 0,
            output_bytes: 0,
            difference: None,
            stderr: String::new(),
            backend: String::new(),
            retried: false,
            time_used: 0.0,
            passes: 0,
            timing: None,
            checker: None,
            interaction: None,
            calls: None,
        }
    }
}

impl TestReport {
    /// A report on a test that could not be judged, because the problem failed.
    pub(crate) fn of_fault(test: &str, fault: String) -> TestReport {
        TestReport {
            verdict: None,
            problem_fault: Some(fault),
            ..TestReport::new(test, Verdict::Accepted)
        }
    }

    /// What was found, in words, the most telling first: the problem's fault, the difference, the checker's words, why a
    /// conversation stood still, and how often a time near the limit was measured.
    pub fn findings(&self) -> Vec<String> {
        let difference = self.difference.as_ref().map(ToString::to_string);
        let checker = self.checker.as_ref().map(|checker| checker.message.trim().to_owned());
        let blocked = self.interaction.as_ref().and_then(|talk| talk.blocked_words.clone());
        let calls = self.calls.as_ref().filter(|calls| calls.at_fault()).map(|it| it.words.clone());
        let measured = self.timing.as_ref().map(|timing| {
            let (count, median, limit) = (timing.times.len(), timing.median, timing.limit);
            format!(
                "measured {count} times, being near the limit of {limit:.3?}: {median:.3?} decided"
            )
        });
        let fault = self.problem_fault.clone();
        let all = [fault, difference, calls, checker, blocked, measured].into_iter().flatten();
        all.filter(|words| !words.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_names_of_the_design() {
        let test = TestReport {
            test: "secret/1".to_owned(),
            verdict: Some(Verdict::TimeLimitExceeded),
            problem_fault: None,
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
            ..TestReport::new("", Verdict::Accepted)
        };
        let expected = serde_json::json!({
            "test": "secret/1", "verdict": "time_limit_exceeded", "problem_fault": null,
            "cause": "cpu_time_limit",
            "exit_code": null, "signal": 9, "system_call": null, "cpu_time_ns": 1_001_000_000_u64,
            "wall_time_ns": 1_002_000_000_u64, "peak_memory_bytes": 4096, "output_bytes": 0,
            "difference": null, "stderr": "", "backend": "hybrid", "retried": false,
            "time_used": 0.0, "passes": 0, "timing": null, "checker": null, "interaction": null,
            "calls": null,
        });
        assert_eq!(serde_json::to_value(test).unwrap(), expected);
    }
}
