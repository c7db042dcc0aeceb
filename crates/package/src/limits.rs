//! Bounds that a problem sets.

use std::time::Duration;

use crate::timing::TimeRule;

/// Bounds that a problem sets for submissions and validators. Where it sets none, the typical
/// default of the ICPC/Kattis format.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// CPU time of a test; `None` where it is to be computed from the example submissions.
    pub time: Option<Duration>,
    /// How the time limit is computed, and checked, from the times of example submissions.
    pub time_rule: TimeRule,
    /// Memory, bytes.
    pub memory: u64,
    /// Bytes of standard output and error together.
    pub output: u64,
    /// Bytes of all sources of a submission together.
    pub code: u64,
    /// CPU time of a compilation, where the problem sets it.
    pub compilation_time: Option<Duration>,
    /// Memory of a compilation, bytes, where the problem sets it.
    pub compilation_memory: Option<u64>,
    /// CPU time of a validator.
    pub validation_time: Duration,
    /// Memory of a validator, bytes.
    pub validation_memory: u64,
    /// Bytes that a validator may write.
    pub validation_output: u64,
}

pub(crate) const MEBIBYTE: u64 = 1 << 20;

/// An hour: longer limits are mistakes, and a judge's clock arithmetic stays far from its edges.
pub(crate) const LONGEST_SECONDS: f64 = 3600.0;

/// A tebibyte in MiB, for the same reason.
pub(crate) const MOST_MEBIBYTES: u64 = 1 << 20;

/// Points beyond any contest's; sums of them stay exact.
pub(crate) const MOST_POINTS: f64 = 1e9;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            time_rule: TimeRule::default(),
            memory: 2048 * MEBIBYTE,
            output: 8 * MEBIBYTE,
            code: 128 * 1024,
            compilation_time: None,
            compilation_memory: None,
            validation_time: Duration::from_secs(60),
            validation_memory: 2048 * MEBIBYTE,
            validation_output: 8 * MEBIBYTE,
        }
    }
}
