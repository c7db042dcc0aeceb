//! What the formats of ICPC/Kattis have in common about limits, and the values that their files hold.

use std::time::Duration;

use super::plan::Conversion;
use crate::limits::Limits;
use crate::package::Package;
use crate::yaml::Value;

pub(super) fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

/// A number without a point where it is whole.
pub(super) fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::Integer(value as i64)
    } else {
        Value::Float(value)
    }
}

pub(super) fn strings(values: &[String]) -> Value {
    Value::Sequence(values.iter().map(|value| text(value.clone())).collect())
}

/// The time limit for all tests: the longest, where single tests have their own.
pub(super) fn longest_time(package: &Package, conversion: &mut Conversion<'_>) -> Option<Duration> {
    let of_tests: Vec<_> = package.tests.iter().map(|test| test.time_limit).collect();
    let longest = of_tests.iter().flatten().max().copied();
    if of_tests.iter().any(|limit| limit.is_some() && *limit != longest) {
        conversion.misjudges("time limits of single tests; the longest is kept for all");
    }
    longest.max(package.problem.limits.time)
}

/// Sizes, times and passes that are not what the format has by default. `seconds` writes a time.
pub(super) fn other_limits(
    package: &Package,
    conversion: &mut Conversion<'_>,
    seconds: fn(f64) -> Value,
) -> Vec<(String, Value)> {
    let (limits, defaults) = (&package.problem.limits, Limits::default());
    let mut entries = Vec::new();
    let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
    let memory = package.tests.iter().filter_map(|test| test.memory_limit).max();
    if memory.is_some() {
        conversion.misjudges("memory limits of single tests; the largest is kept for all");
    }
    for (name, bytes, default, unit) in [
        ("memory", memory.unwrap_or(0).max(limits.memory), defaults.memory, 1 << 20),
        ("output", limits.output, defaults.output, 1 << 20),
        ("code", limits.code, defaults.code, 1 << 10),
        ("compilation_memory", limits.compilation_memory.unwrap_or(0), 0, 1 << 20),
        ("validation_memory", limits.validation_memory, defaults.validation_memory, 1 << 20),
        ("validation_output", limits.validation_output, defaults.validation_output, 1 << 20),
    ] {
        if bytes != default {
            add(name, Value::Integer(bytes.div_ceil(unit) as i64));
        }
    }
    let compilation = limits.compilation_time.unwrap_or_default();
    for (name, time, default) in [
        ("compilation_time", compilation, Duration::ZERO),
        ("validation_time", limits.validation_time, defaults.validation_time),
    ] {
        if time != default {
            add(name, seconds(time.as_secs_f64()));
        }
    }
    if let Some(passes) = package.problem.passes.filter(|&passes| passes != 2) {
        add("validation_passes", Value::Integer(passes.into()));
    }
    entries
}
