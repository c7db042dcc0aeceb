//! What judging found out, for people and as JSON.

use std::time::Duration;

use sandglass_package::TestResult;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::limits::TestLimits;
use crate::score::GroupScore;
use crate::verdict::Verdict;

mod calls;
mod compilation;
mod decide;
mod session;
mod test;
mod timing;

pub use calls::CallsReport;
pub use compilation::CompilationReport;
pub use session::{
    Entry, FailedEntry, FailureReport, JudgedEntry, Machine, ProblemSummary, Session,
};
pub use test::TestReport;
pub use timing::Timing;

/// A submission's verdict and how it came about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// Name of the submission.
    pub submission: String,
    /// Code of its language; `None` where it could not be told.
    pub language: Option<String>,
    /// The verdict; `None` where the problem failed on a test that it depends on.
    pub verdict: Option<Verdict>,
    /// Why there is no verdict: what the problem did wrong.
    pub problem_fault: Option<String>,
    /// The test that decided it: the first that was not accepted, where the format takes no other.
    pub deciding_test: Option<String>,
    /// Points, where the problem has any and the submission was run.
    pub score: Option<f64>,
    /// The most points that there are; `None` without points and without a bound.
    pub max_score: Option<f64>,
    /// The groups of tests, each before those inside it; empty where there is only one.
    pub groups: Vec<GroupScore>,
    /// What it might use on each test; `None` where none was run.
    pub limits: Option<TestLimits>,
    /// The compilation.
    pub compilation: CompilationReport,
    /// The tests that were run, in the package's order.
    pub tests: Vec<TestReport>,
    /// Tests that the package has.
    pub tests_in_package: usize,
}

impl Report {
    /// The report on the deciding test; where all were accepted, `None`.
    pub fn deciding(&self) -> Option<&TestReport> {
        let name = self.deciding_test.as_deref()?;
        self.tests.iter().find(|test| test.test == name)
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
                test.verdict?.class().map(|class| TestResult {
                    test: &test.test,
                    class,
                    message: test.checker.as_ref().map_or("", |checker| &checker.message),
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
