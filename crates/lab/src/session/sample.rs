//! Raw measurements, and where in the session they were taken.

use serde::Serialize;

/// What is measured: one contender in one case, for example `bubblewrap` in `round trip of true`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Condition {
    /// What all contenders of a comparison have in common.
    pub case: String,
    /// Who is measured.
    pub contender: String,
}

impl Condition {
    /// Pairs a case with a contender.
    pub fn new(case: impl Into<String>, contender: impl Into<String>) -> Self {
        Self { case: case.into(), contender: contender.into() }
    }
}

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Observation {
    /// Runs that the figures below cover; 1 except for throughput.
    pub runs: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
    /// CPU time in user mode in nanoseconds, where it was measured.
    pub cpu_user_ns: Option<u64>,
    /// CPU time in the kernel in nanoseconds, where it was measured.
    pub cpu_system_ns: Option<u64>,
}

impl Observation {
    /// One run of which only the wall time is known.
    pub fn wall(wall_ns: u64) -> Self {
        Self { runs: 1, wall_ns, cpu_user_ns: None, cpu_system_ns: None }
    }
}

/// The quantity that a comparison looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Wall time of a run in nanoseconds.
    WallTime,
    /// User and system time of a run together, in nanoseconds.
    CpuTime,
    /// Runs per second.
    Rate,
}

impl Metric {
    /// The value of this quantity, where the observation has it.
    pub fn of(self, observation: &Observation) -> Option<f64> {
        match self {
            Self::WallTime => Some(observation.wall_ns as f64),
            Self::CpuTime => Some((observation.cpu_user_ns? + observation.cpu_system_ns?) as f64),
            Self::Rate => Some(observation.runs as f64 * 1e9 / observation.wall_ns as f64),
        }
    }
}

/// An observation with its place in the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// Index into [`Recording::conditions`].
    pub condition: usize,
    /// Round, from 0, warm-up not counted.
    pub round: usize,
    /// Place within the round, from 0.
    pub position: usize,
    /// The measurement.
    #[serde(flatten)]
    pub observation: Observation,
}

/// Why a condition was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Index into [`Recording::conditions`].
    pub condition: usize,
    /// Round of the failure, warm-up included.
    pub round: usize,
    /// What the contender said.
    pub message: String,
}

/// Everything that a session measured.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Recording {
    /// What was measured, in the order the caller gave.
    pub conditions: Vec<Condition>,
    /// Raw samples in the order in which they were taken.
    pub samples: Vec<Sample>,
    /// Conditions that failed.
    pub failures: Vec<Failure>,
    /// Whether the session was ended before its last round.
    pub interrupted: bool,
}

impl Recording {
    pub(super) fn new(conditions: Vec<Condition>) -> Self {
        Self { conditions, ..Self::default() }
    }

    pub(super) fn record(
        &mut self,
        condition: usize,
        round: usize,
        position: usize,
        observations: Vec<Observation>,
    ) {
        self.samples.extend(observations.into_iter().map(|observation| Sample {
            condition,
            round,
            position,
            observation,
        }));
    }

    /// The message of a condition that failed.
    pub fn failure_of(&self, condition: usize) -> Option<&str> {
        let failure = self.failures.iter().find(|failure| failure.condition == condition)?;
        Some(&failure.message)
    }

    /// The values of one condition, one vector a round; rounds without a sample are empty.
    pub fn by_round(&self, condition: usize, metric: Metric) -> Vec<Vec<f64>> {
        let rounds = self.samples.iter().map(|sample| sample.round + 1).max().unwrap_or(0);
        let mut values = vec![Vec::new(); rounds];
        for sample in self.samples.iter().filter(|sample| sample.condition == condition) {
            values[sample.round].extend(metric.of(&sample.observation));
        }
        values
    }

    /// Adds what another session measured, its conditions behind those already here.
    pub fn append(&mut self, other: Self) {
        let offset = self.conditions.len();
        self.conditions.extend(other.conditions);
        self.samples.extend(other.samples.into_iter().map(|mut sample| {
            sample.condition += offset;
            sample
        }));
        self.failures.extend(other.failures.into_iter().map(|mut failure| {
            failure.condition += offset;
            failure
        }));
        self.interrupted |= other.interrupted;
    }
}
