//! Welch's t-test: do two samples with different variances have the same mean?

use serde::Serialize;

use super::descriptive::{mean, squared_deviations};
use super::special::student_two_sided;

/// Result of Welch's test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Welch {
    /// The statistic; positive when the first mean is the larger one.
    pub t: f64,
    /// Degrees of freedom by Welch and Satterthwaite.
    pub degrees_of_freedom: f64,
    /// Two-sided p-value.
    pub p_value: f64,
}

/// Compares the means of two independent samples (B. L. Welch, Biometrika 34, 1947).
///
/// `None` where the test says nothing: fewer than two values on a side, or no variance at all.
pub fn welch_t_test(first: &[f64], second: &[f64]) -> Option<Welch> {
    if first.len() < 2 || second.len() < 2 {
        return None;
    }
    // The variance of each mean, from the unbiased estimate (divisor N - 1).
    let of_mean = |values: &[f64]| {
        let count = values.len() as f64;
        squared_deviations(values) / (count - 1.0) / count
    };
    let (variance_first, variance_second) = (of_mean(first), of_mean(second));
    let variance = variance_first + variance_second;
    if variance <= 0.0 {
        return None;
    }
    let t = (mean(first) - mean(second)) / variance.sqrt();
    let degrees_of_freedom = variance.powi(2)
        / (variance_first.powi(2) / (first.len() as f64 - 1.0)
            + variance_second.powi(2) / (second.len() as f64 - 1.0));
    let p_value = student_two_sided(t, degrees_of_freedom);
    Some(Welch { t, degrees_of_freedom, p_value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::special::assert_close;

    /// The first two examples of the Wikipedia article on Welch's test (equal, then unequal sizes
    /// and variances); the figures are those of scipy.stats.ttest_ind(equal_var=False).
    #[test]
    fn agrees_with_scipy() {
        let first = [
            27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7,
            21.4,
        ];
        let second = [
            27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5,
            24.4,
        ];
        let equal = welch_t_test(&first, &second).expect("has variance");
        assert_close(equal.t, -2.852_954_870_171_521_5, 1e-12);
        assert_close(equal.degrees_of_freedom, 27.887_303_988_420_12, 1e-12);
        assert_close(equal.p_value, 0.008_071_938_172_194_903, 1e-10);

        let first = [17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8];
        let second = [
            21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8, 20.7, 21.7, 21.5, 22.5,
            23.6, 21.5, 22.5, 23.5, 21.5, 21.8,
        ];
        let unequal = welch_t_test(&first, &second).expect("has variance");
        assert_close(unequal.t, -1.565_433_523_598_503_7, 1e-12);
        assert_close(unequal.degrees_of_freedom, 9.904_741_248_650_831, 1e-12);
        assert_close(unequal.p_value, 0.148_841_696_605_328_17, 1e-10);
    }

    #[test]
    fn says_nothing_without_variance() {
        assert_eq!(welch_t_test(&[1.0, 1.0], &[1.0, 1.0]), None);
        assert_eq!(welch_t_test(&[1.0], &[1.0, 2.0]), None);
    }
}
