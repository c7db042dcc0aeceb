//! Times of a test that was run more than once.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::nanoseconds;

/// Times of a test that was run again, because its time was too near to the limit to be told from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Timing {
    /// CPU times of all runs, the first one first. One that a limit cut off is as long as that limit.
    #[serde(rename = "times_ns", serialize_with = "all_nanoseconds")]
    #[schemars(with = "Vec<u64>")]
    pub times: Vec<Duration>,
    /// The time that decided.
    #[serde(rename = "median_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub median: Duration,
    /// From the shortest to the longest that was not cut off; `None` where there are no two.
    #[serde(rename = "noise_ns", serialize_with = "some_nanoseconds")]
    #[schemars(with = "Option<u64>")]
    pub noise: Option<Duration>,
    /// The limit.
    #[serde(rename = "limit_ns", serialize_with = "nanoseconds")]
    #[schemars(with = "u64")]
    pub limit: Duration,
}

fn whole(time: &Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn all_nanoseconds<S: Serializer>(times: &[Duration], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(times.iter().map(whole))
}

fn some_nanoseconds<S: Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    time.as_ref().map(whole).serialize(serializer)
}
