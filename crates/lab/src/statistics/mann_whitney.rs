//! The Mann-Whitney U test: does one sample tend to larger values than the other?

use serde::Serialize;

use super::special::normal_two_sided;

/// How a p-value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// By counting every arrangement; used for small samples without ties.
    Exact,
    /// By the normal approximation with continuity correction and correction for ties.
    Asymptotic,
}

/// Result of the test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MannWhitney {
    /// Pairs in which the first sample's value is larger; a tie counts one half.
    pub u: f64,
    /// Two-sided p-value.
    pub p_value: f64,
    /// Where the p-value came from.
    pub method: Method,
}

/// Above this size of the larger sample the normal approximation is good to three digits.
const EXACT_UP_TO: usize = 25;

/// Compares two independent samples by rank (Mann and Whitney, 1947).
///
/// `None` where the test says nothing: an empty sample, or all values equal.
pub fn mann_whitney_u(first: &[f64], second: &[f64]) -> Option<MannWhitney> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let (rank_sum, tie_term) = rank_sum_of_first(first, second);
    let (n, m) = (first.len() as f64, second.len() as f64);
    let u = rank_sum - n * (n + 1.0) / 2.0;
    if tie_term == 0.0 && first.len().max(second.len()) <= EXACT_UP_TO {
        let p_value = exact_two_sided(first.len(), second.len(), u);
        return Some(MannWhitney { u, p_value, method: Method::Exact });
    }
    let total = n + m;
    let variance = n * m / 12.0 * (total + 1.0 - tie_term / (total * (total - 1.0)));
    if variance <= 0.0 {
        return None;
    }
    let distance = ((u - n * m / 2.0).abs() - 0.5).max(0.0);
    let p_value = normal_two_sided(distance / variance.sqrt());
    Some(MannWhitney { u, p_value, method: Method::Asymptotic })
}

/// Sum of the (mid-)ranks of the first sample, and the sum of t³ - t over groups of t ties.
fn rank_sum_of_first(first: &[f64], second: &[f64]) -> (f64, f64) {
    let mut all: Vec<(f64, bool)> = first
        .iter()
        .map(|value| (*value, true))
        .chain(second.iter().map(|value| (*value, false)))
        .collect();
    all.sort_by(|left, right| left.0.total_cmp(&right.0));
    let (mut rank_sum, mut tie_term, mut before) = (0.0, 0.0, 0);
    for group in all.chunk_by(|left, right| left.0 == right.0) {
        let size = group.len() as f64;
        let rank = before as f64 + (size + 1.0) / 2.0;
        rank_sum += rank * group.iter().filter(|(_, is_first)| *is_first).count() as f64;
        tie_term += size.powi(3) - size;
        before += group.len();
    }
    (rank_sum, tie_term)
}

/// Twice the smaller tail of U's distribution under the hypothesis, at most 1.
fn exact_two_sided(n: usize, m: usize, u: f64) -> f64 {
    // ways[k]: number of arrangements with U = k, as the coefficients of the Gaussian binomial
    // product over i = 1..=n of (1 - q^(m+i)) / (1 - q^i). At most C(50, 25) = 1.3e14: exact.
    let length = n * m + 1;
    let mut ways = vec![0.0_f64; length];
    ways[0] = 1.0;
    for i in 1..=n {
        for k in (m + i..length).rev() {
            ways[k] -= ways[k - m - i];
        }
        for k in i..length {
            ways[k] += ways[k - i];
        }
    }
    let total: f64 = ways.iter().sum();
    let smaller = u.min((n * m) as f64 - u) as usize;
    let tail: f64 = ways[..=smaller].iter().sum();
    (2.0 * tail / total).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::special::assert_close;

    #[test]
    fn exact_agrees_with_scipy() {
        // The example of scipy.stats.mannwhitneyu's documentation: ages of diagnosis.
        let result = mann_whitney_u(&[19.0, 22.0, 16.0, 29.0, 24.0], &[20.0, 11.0, 17.0, 12.0])
            .expect("not empty");
        assert_eq!((result.u, result.method), (17.0, Method::Exact));
        assert_close(result.p_value, 0.111_111_111_111_111_1, 1e-14);

        let first: Vec<f64> = (0..20).map(|step| f64::from(step) * 1.7 + 0.3).collect();
        let second: Vec<f64> = (0..20).map(|step| f64::from(step) * 1.3 + 4.05).collect();
        let result = mann_whitney_u(&first, &second).expect("not empty");
        assert_eq!(result.u, 201.0);
        assert_close(result.p_value, 0.989_331_633_124_252_9, 1e-13);
    }

    #[test]
    fn ties_use_the_corrected_approximation() {
        let first = [17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8];
        let second = [
            21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8, 20.7, 21.7, 21.5, 22.5,
            23.6, 21.5, 22.5, 23.5, 21.5, 21.8,
        ];
        let result = mann_whitney_u(&first, &second).expect("not empty");
        assert_eq!((result.u, result.method), (75.0, Method::Asymptotic));
        assert_close(result.p_value, 0.279_917_936_508_988_55, 1e-11);
    }

    #[test]
    fn large_samples_use_the_approximation() {
        let first: Vec<f64> = (0..40).map(|step| f64::from(step) + 0.25).collect();
        let second: Vec<f64> = (0..30).map(|step| f64::from(step) * 1.5 + 0.6).collect();
        let result = mann_whitney_u(&first, &second).expect("not empty");
        assert_eq!(result.method, Method::Asymptotic);
        // scipy.stats.mannwhitneyu(first, second, method="asymptotic")
        assert_eq!(result.u, 533.0);
        assert_close(result.p_value, 0.429_989_393_547_358_77, 1e-11);
    }

    #[test]
    fn says_nothing_about_equal_or_missing_values() {
        assert_eq!(mann_whitney_u(&[], &[1.0]), None);
        assert_eq!(mann_whitney_u(&[1.0, 1.0], &[1.0]), None);
    }
}
