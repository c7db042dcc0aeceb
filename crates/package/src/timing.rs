//! Time limits that a package leaves open: the formats' rules, as functions of measured times.

use std::time::Duration;

/// How a time limit follows from the times of example submissions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeRule {
    /// ICPC/Kattis `2025-09`: the smallest multiple of `resolution` that is at least
    /// `ac_to_time_limit` times the slowest time of the submissions that must not exceed it; and
    /// `time_limit_to_tle` times the limit is at most the fastest of those that must.
    Multipliers {
        /// At least 1.
        ac_to_time_limit: f64,
        /// At least 1.
        time_limit_to_tle: f64,
        /// Seconds, above 0.
        resolution: f64,
    },
    /// ICPC/Kattis `legacy`: the slowest accepted time, times `multiplier`, rounded up to a second;
    /// a submission that must exceed it has to take `safety_margin` times as long.
    Legacy {
        /// At least 1.
        multiplier: f64,
        /// At least 1.
        safety_margin: f64,
    },
    /// Sim: each test's limit is `coefficient * x + minimum * 2 / (x * x + 2)`, where `x` seconds
    /// is the time of the main solution on it; bounded above.
    Sim {
        /// Seconds.
        minimum: f64,
        /// Usually 3.
        coefficient: f64,
        /// Seconds.
        maximum: f64,
    },
}

/// Why no limit satisfies a rule.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TimingError {
    /// A submission that must exceed the limit is not slow enough.
    #[error(
        "a time limit of {limit:?} needs a submission that exceeds it to take {needed:?}, and one takes {found:?}"
    )]
    Margin {
        /// The limit that the accepted submissions ask for, or the package's own.
        limit: Duration,
        /// How long a submission that exceeds it must take at least.
        needed: Duration,
        /// How long it takes.
        found: Duration,
    },
    /// A limit that the package sets is too small for its own accepted submissions.
    #[error(
        "a time limit of {limit:?} is less than the {needed:?} that the accepted submissions ask for"
    )]
    TooSmall {
        /// The package's limit.
        limit: Duration,
        /// What the rule asks for.
        needed: Duration,
    },
}

impl Default for TimeRule {
    fn default() -> TimeRule {
        TimeRule::Multipliers { ac_to_time_limit: 2.0, time_limit_to_tle: 1.5, resolution: 1.0 }
    }
}

impl TimeRule {
    /// The rule of `legacy` where the package says nothing.
    pub const LEGACY: TimeRule = TimeRule::Legacy { multiplier: 5.0, safety_margin: 2.0 };

    /// Sim's rule where nobody says otherwise: 0.3 s, three times, at most 22 s.
    pub const SIM: TimeRule = TimeRule::Sim { minimum: 0.3, coefficient: 3.0, maximum: 22.0 };

    /// The time limit. `slowest` is the slowest time of the submissions that must not exceed it;
    /// `fastest` is the fastest of the times of those that must (each one's slowest test), if any.
    ///
    /// # Errors
    /// [`TimingError::Margin`].
    pub fn limit(
        &self,
        slowest: Duration,
        fastest: Option<Duration>,
    ) -> Result<Duration, TimingError> {
        let slowest = slowest.as_secs_f64();
        let limit = match *self {
            TimeRule::Multipliers { ac_to_time_limit, resolution, .. } => {
                multiple_at_least(slowest * ac_to_time_limit, resolution)
            }
            TimeRule::Legacy { multiplier, .. } => multiple_at_least(slowest * multiplier, 1.0),
            TimeRule::Sim { minimum, coefficient, maximum } => {
                let limit = coefficient * slowest + minimum * 2.0 / (slowest * slowest + 2.0);
                limit.min(maximum)
            }
        };
        let limit = Duration::from_secs_f64(limit);
        self.check_slow(limit, fastest).map(|()| limit)
    }

    /// Holds a limit that the package sets itself against the times.
    ///
    /// # Errors
    /// [`TimingError::TooSmall`], [`TimingError::Margin`].
    pub fn check(
        &self,
        limit: Duration,
        slowest: Duration,
        fastest: Option<Duration>,
    ) -> Result<(), TimingError> {
        let factor = match *self {
            TimeRule::Multipliers { ac_to_time_limit, .. } => ac_to_time_limit,
            // A limit of its own replaces the multiplier in these formats.
            TimeRule::Legacy { .. } | TimeRule::Sim { .. } => 1.0,
        };
        let needed = slowest.mul_f64(factor);
        if needed > limit {
            return Err(TimingError::TooSmall { limit, needed });
        }
        self.check_slow(limit, fastest)
    }

    /// How many times the limit a submission that must exceed it has to take.
    pub fn margin(&self) -> f64 {
        match *self {
            TimeRule::Multipliers { time_limit_to_tle, .. } => time_limit_to_tle,
            TimeRule::Legacy { safety_margin, .. } => safety_margin,
            TimeRule::Sim { .. } => 1.0,
        }
    }

    fn check_slow(&self, limit: Duration, fastest: Option<Duration>) -> Result<(), TimingError> {
        let needed = limit.mul_f64(self.margin());
        match fastest {
            Some(found) if found < needed => Err(TimingError::Margin { limit, needed, found }),
            _ => Ok(()),
        }
    }
}

/// The smallest positive integer multiple of `step` that is at least `value`. What is a multiple but
/// for the rounding of binary fractions (`0.3 / 0.1`) counts as one.
fn multiple_at_least(value: f64, step: f64) -> f64 {
    let quotient = value / step;
    let nearest = quotient.round();
    let count = if (quotient - nearest).abs() < 1e-9 * nearest.max(1.0) {
        nearest
    } else {
        quotient.ceil()
    };
    count.max(1.0) * step
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(value: f64) -> Duration {
        Duration::from_secs_f64(value)
    }

    #[track_caller]
    fn check(rule: TimeRule, slowest: f64, fastest: Option<f64>, expected: Result<f64, &str>) {
        let found = rule.limit(seconds(slowest), fastest.map(seconds));
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                assert!((found.as_secs_f64() - expected).abs() < 1e-6, "{found:?}");
            }
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected),
            (found, expected) => panic!("{found:?} and not {expected:?}"),
        }
    }

    #[test]
    fn multipliers() {
        let rule = TimeRule::default();
        check(rule, 0.4, None, Ok(1.0));
        check(rule, 0.5, Some(1.5), Ok(1.0));
        check(rule, 0.51, None, Ok(2.0));
        check(
            rule,
            0.51,
            Some(2.9),
            Err(
                "a time limit of 2s needs a submission that exceeds it to take 3s, and one takes 2.9s",
            ),
        );
        let fine = TimeRule::Multipliers {
            ac_to_time_limit: 3.0,
            time_limit_to_tle: 1.0,
            resolution: 0.1,
        };
        check(fine, 0.1, None, Ok(0.3));
        check(fine, 0.0, None, Ok(0.1));
    }

    #[test]
    fn legacy() {
        check(TimeRule::LEGACY, 0.1, None, Ok(1.0));
        check(TimeRule::LEGACY, 0.7, Some(8.0), Ok(4.0));
        check(
            TimeRule::LEGACY,
            0.7,
            Some(7.0),
            Err(
                "a time limit of 4s needs a submission that exceeds it to take 8s, and one takes 7s",
            ),
        );
    }

    #[test]
    fn sim() {
        check(TimeRule::SIM, 0.0, None, Ok(0.3));
        check(TimeRule::SIM, 1.0, None, Ok(3.2));
        check(TimeRule::SIM, 100.0, None, Ok(22.0));
    }

    #[test]
    fn a_limit_of_the_package_is_held_against_the_times() {
        let rule = TimeRule::default();
        assert_eq!(rule.check(seconds(2.0), seconds(1.0), Some(seconds(3.0))), Ok(()));
        assert!(matches!(
            rule.check(seconds(1.9), seconds(1.0), None),
            Err(TimingError::TooSmall { .. })
        ));
        assert!(matches!(
            rule.check(seconds(2.0), seconds(0.1), Some(seconds(2.9))),
            Err(TimingError::Margin { .. })
        ));
        assert_eq!(TimeRule::LEGACY.check(seconds(1.0), seconds(0.9), None), Ok(()));
    }
}
