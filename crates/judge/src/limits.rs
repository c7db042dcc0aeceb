//! Limits of one test of one submission.

use std::time::Duration;

use sandglass_languages::Language;
use sandglass_package::{Package, TestCase};
use sandglass_sandbox::Limits;
use serde::Serialize;

use crate::error::JudgeError;

/// What a submission may use on one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct TestLimits {
    /// CPU time of all its processes, nanoseconds in JSON.
    #[serde(rename = "cpu_time_ns", serialize_with = "crate::report::nanoseconds")]
    #[schemars(with = "u64")]
    pub cpu_time: Duration,
    /// Time from start to end, nanoseconds in JSON.
    #[serde(rename = "wall_time_ns", serialize_with = "crate::report::nanoseconds")]
    #[schemars(with = "u64")]
    pub wall_time: Duration,
    /// Memory, bytes.
    #[serde(rename = "memory_bytes")]
    pub memory: u64,
    /// Standard output and error together, bytes.
    #[serde(rename = "output_bytes")]
    pub output: u64,
    /// Processes and threads at a time.
    pub processes: u64,
}

/// Open files of a process: enough for every run-time, too few to fill a table of the kernel's.
const OPEN_FILES: u64 = 256;

impl TestLimits {
    /// The package's limits, with the language's factor on time. `time_limit` is used where the
    /// package leaves it open, or in its place where the caller insists.
    ///
    /// # Errors
    /// [`JudgeError::NoTimeLimit`].
    pub fn new(
        package: &Package,
        language: &Language,
        time_limit: Option<Duration>,
    ) -> Result<TestLimits, JudgeError> {
        let limits = &package.problem.limits;
        let time = time_limit.or(limits.time).ok_or(JudgeError::NoTimeLimit)?;
        let cpu_time = time.mul_f64(language.run.time_multiplier);
        Ok(TestLimits {
            cpu_time,
            wall_time: wall_time(cpu_time),
            memory: limits.memory,
            output: limits.output,
            processes: language.run.processes,
        })
    }

    /// Those of one test: its own time and memory, where it has some.
    pub(crate) fn of_test(&self, test: &TestCase, language: &Language) -> TestLimits {
        let mut limits = *self;
        if let Some(time) = test.time_limit {
            limits.cpu_time = time.mul_f64(language.run.time_multiplier);
            limits.wall_time = wall_time(limits.cpu_time);
        }
        limits.memory = test.memory_limit.unwrap_or(limits.memory);
        limits
    }

    /// As the sandbox takes them. The output limit is not among them: output goes to our pipes, and
    /// the judge counts it there. Files are bounded by the same figure, and the stack only by memory.
    pub(crate) fn for_sandbox(&self) -> Limits {
        Limits {
            cpu_time: Some(self.cpu_time),
            wall_time: Some(self.wall_time),
            memory: Some(self.memory),
            processes: Some(self.processes),
            file_size: Some(self.output),
            open_files: Some(OPEN_FILES),
            stack: Some(self.memory),
            ..Limits::default()
        }
    }
}

/// The longest time limit of a test, where every test has one of its own (Sim).
pub(crate) fn longest_of_tests(package: &Package) -> Option<Duration> {
    let own: Option<Vec<Duration>> = package.tests.iter().map(|test| test.time_limit).collect();
    own?.into_iter().max()
}

/// The wall limit that goes with a CPU limit: room for a busy machine, not for sleeping.
pub(crate) fn wall_time(cpu_time: Duration) -> Duration {
    cpu_time.mul_f64(1.5) + Duration::from_millis(500)
}

/// How many times its length a wall limit can become that leaves out waits for a CPU.
pub(crate) const MOST_PUT_OFF: u32 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wall_time_is_half_as_much_again_and_half_a_second() {
        assert_eq!(wall_time(Duration::from_secs(2)), Duration::from_millis(3500));
    }
}
