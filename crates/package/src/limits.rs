//! `limits` of `problem.yaml`.

use std::time::Duration;

use crate::error::{PackageError, Warning};
use crate::keys::Keys;

/// Bounds that a problem sets for submissions. Where it sets none, the format's typical default.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// CPU time of a test; `None` where it is to be computed from the example submissions.
    pub time: Option<Duration>,
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
}

const MEBIBYTE: u64 = 1 << 20;

/// An hour: longer limits are mistakes, and a judge's clock arithmetic stays far from its edges.
const LONGEST_SECONDS: f64 = 3600.0;

/// A tebibyte in MiB, for the same reason.
const MOST_MEBIBYTES: u64 = 1 << 20;

impl Limits {
    pub(crate) fn read(
        mut keys: Keys,
        warnings: &mut Vec<Warning>,
    ) -> Result<Limits, PackageError> {
        let time = keys.positive("time_limit")?;
        if time.is_some_and(|seconds| seconds > LONGEST_SECONDS) {
            return Err(keys.error("time_limit", format!("it must be at most {LONGEST_SECONDS} s")));
        }
        keys.positive("time_resolution")?;
        let mut multipliers = keys.map("time_multipliers")?;
        multipliers.positive("ac_to_time_limit")?;
        multipliers.positive("time_limit_to_tle")?;
        multipliers.finish(warnings);
        let limits = Limits {
            time: time.map(Duration::from_secs_f64),
            memory: keys.count("memory", MOST_MEBIBYTES)?.unwrap_or(2048) * MEBIBYTE,
            output: keys.count("output", MOST_MEBIBYTES)?.unwrap_or(8) * MEBIBYTE,
            code: keys.count("code", MOST_MEBIBYTES)?.unwrap_or(128) * 1024,
            compilation_time: keys
                .count("compilation_time", LONGEST_SECONDS as u64)?
                .map(Duration::from_secs),
            compilation_memory: keys
                .count("compilation_memory", MOST_MEBIBYTES)?
                .map(|mebibytes| mebibytes * MEBIBYTE),
        };
        keys.accept(&[
            "validation_time",
            "validation_memory",
            "validation_output",
            "validation_passes",
        ]);
        keys.finish(warnings);
        Ok(limits)
    }
}
