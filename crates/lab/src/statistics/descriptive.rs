//! Mean, deviation, error and percentiles of one sample.

use serde::Serialize;

use super::interval::{Interval, median_interval};

/// What a table prints about one sample; every field has the unit of the sample.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Number of measurements.
    pub count: usize,
    /// Arithmetic mean.
    pub mean: f64,
    /// Population standard deviation: the sum of squares is divided by `count`, as in the thesis.
    pub standard_deviation: f64,
    /// Standard error on the mean: the deviation divided by the square root of `count`.
    pub standard_error: f64,
    /// Smallest measurement.
    pub minimum: f64,
    /// 25th percentile.
    pub lower_quartile: f64,
    /// 50th percentile.
    pub median: f64,
    /// 75th percentile.
    pub upper_quartile: f64,
    /// 95th percentile.
    pub percentile_95: f64,
    /// 99th percentile.
    pub percentile_99: f64,
    /// Largest measurement.
    pub maximum: f64,
    /// Distribution-free interval of the median at 95 % or more; absent for fewer than six values.
    pub median_interval: Option<Interval>,
}

impl Summary {
    /// Summarises a sample in any order; `None` for an empty one.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            count: sorted.len(),
            mean: mean(&sorted),
            standard_deviation: standard_deviation(&sorted),
            standard_error: standard_error(&sorted),
            minimum: sorted[0],
            lower_quartile: percentile_of_sorted(&sorted, 25.0),
            median: percentile_of_sorted(&sorted, 50.0),
            upper_quartile: percentile_of_sorted(&sorted, 75.0),
            percentile_95: percentile_of_sorted(&sorted, 95.0),
            percentile_99: percentile_of_sorted(&sorted, 99.0),
            maximum: sorted[sorted.len() - 1],
            median_interval: median_interval(&sorted, 0.95),
        })
    }
}

/// Arithmetic mean; NaN for an empty sample.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Population standard deviation (divisor N), in two passes so that large offsets do not cancel.
pub fn standard_deviation(values: &[f64]) -> f64 {
    (squared_deviations(values) / values.len() as f64).sqrt()
}

/// Standard error on the mean as the thesis defines it: population deviation over √N.
pub fn standard_error(values: &[f64]) -> f64 {
    standard_deviation(values) / (values.len() as f64).sqrt()
}

/// Sum of the squared distances from the mean.
pub(super) fn squared_deviations(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

/// The middle of the sample; `None` when it is empty.
pub fn median(values: &[f64]) -> Option<f64> {
    percentile(values, 50.0)
}

/// The percentile `percent` (0 to 100) with linear interpolation between the two nearest order
/// statistics (Hyndman and Fan's type 7, the default of NumPy and R); `None` for an empty sample.
pub fn percentile(values: &[f64], percent: f64) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some(percentile_of_sorted(&sorted, percent))
}

fn percentile_of_sorted(sorted: &[f64], percent: f64) -> f64 {
    let position = (percent / 100.0).clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let below = position.floor() as usize;
    let above = position.ceil() as usize;
    sorted[below] + (sorted[above] - sorted[below]) * (position - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::special::assert_close;

    const SAMPLE: [f64; 10] = [3.1, 4.1, 5.9, 2.6, 5.3, 5.8, 9.7, 9.3, 2.3, 8.4];

    #[test]
    fn agrees_with_numpy() {
        // numpy: mean, std (ddof=0), std/sqrt(n), percentile(…, 25/50/75/95/99).
        let summary = Summary::of(&SAMPLE).expect("not empty");
        assert_close(summary.mean, 5.65, 1e-14);
        assert_close(summary.standard_deviation, 2.586_986_664_055_306, 1e-14);
        assert_close(summary.standard_error, 0.818_077_013_489_561_3, 1e-14);
        assert_close(summary.lower_quartile, 3.35, 1e-14);
        assert_close(summary.median, 5.55, 1e-14);
        assert_close(summary.upper_quartile, 7.775, 1e-14);
        assert_close(summary.percentile_95, 9.52, 1e-14);
        assert_close(summary.percentile_99, 9.664, 1e-14);
        assert_eq!((summary.minimum, summary.maximum, summary.count), (2.3, 9.7, 10));
    }

    #[test]
    fn small_samples_are_not_special() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[4.0]), Some(4.0));
        assert_eq!(median(&[4.0, 1.0]), Some(2.5));
        let single = Summary::of(&[4.0]).expect("not empty");
        assert_eq!((single.standard_deviation, single.median_interval), (0.0, None));
    }

    #[test]
    fn a_large_offset_does_not_cancel_the_deviation() {
        let shifted: Vec<f64> = SAMPLE.iter().map(|value| value + 1e9).collect();
        assert_close(standard_deviation(&shifted), standard_deviation(&SAMPLE), 1e-6);
    }
}
