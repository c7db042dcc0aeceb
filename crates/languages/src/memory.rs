//! Figures that a run-time is told, computed from the memory limit of a run.

use serde::Deserialize;

/// What a figure counts.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    /// 2²⁰ bytes.
    #[default]
    Mebibytes,
    /// 2¹⁰ bytes.
    Kibibytes,
    /// Bytes.
    Bytes,
}

/// A part of the memory limit: `limit × share − minus`, at least `least`, at most `most`, all in MiB,
/// and written in `unit`.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Share {
    #[serde(default = "all")]
    pub(crate) share: f64,
    #[serde(default)]
    minus: u64,
    #[serde(default = "one")]
    pub(crate) least: u64,
    #[serde(default = "no_bound")]
    pub(crate) most: u64,
    #[serde(default)]
    unit: Unit,
}

impl Share {
    /// The figure for a memory limit in MiB.
    pub(crate) fn of(&self, memory_mebibytes: u64) -> u64 {
        // A float becomes the nearest integer of the range, whatever it is.
        let part = (memory_mebibytes as f64 * self.share) as u64;
        let mebibytes = part.saturating_sub(self.minus).min(self.most).max(self.least);
        match self.unit {
            Unit::Mebibytes => mebibytes,
            Unit::Kibibytes => mebibytes.saturating_mul(1 << 10),
            Unit::Bytes => mebibytes.saturating_mul(1 << 20),
        }
    }
}

fn all() -> f64 {
    1.0
}

fn one() -> u64 {
    1
}

fn no_bound() -> u64 {
    u64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, memory: u64, expected: u64) {
        let share: Share = toml::from_str(text).unwrap();
        assert_eq!(share.of(memory), expected, "{text} of {memory}");
    }

    #[test]
    fn a_share_is_computed_and_bounded() {
        check("", 256, 256);
        check("share = 0.5", 256, 128);
        check("minus = 48\nleast = 16", 256, 208);
        check("minus = 48\nleast = 16", 50, 16);
        check("most = 1024", 4096, 1024);
        check("most = 64\nunit = 'kibibytes'", 4096, 65_536);
        check("unit = 'bytes'", 1, 1 << 20);
        check("unit = 'bytes'", u64::MAX, u64::MAX);
    }
}
