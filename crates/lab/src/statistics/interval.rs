//! Confidence intervals that assume no distribution: run times are skewed and have outliers.

use serde::Serialize;

use super::descriptive::median;
use super::special::ln_gamma;
use crate::random::Random;

/// A confidence interval, in the unit of the sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A ratio of two medians and how sure we are of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ratio {
    /// Median of the numerator over the median of the denominator.
    pub value: f64,
    /// Bootstrap percentile interval.
    pub interval: Interval,
}

/// Distribution-free interval of the median from order statistics.
///
/// The number of values below the median is binomial(n, ½), so the k-th smallest and k-th largest
/// values enclose it with a known probability (Conover, "Practical Nonparametric Statistics",
/// 3.2). The interval is the narrowest symmetric one that covers at least `confidence` (0 to 1);
/// `None` where even the whole sample does not, or the sample is empty.
pub fn median_interval(values: &[f64], confidence: f64) -> Option<Interval> {
    let count = values.len();
    let tail = (1.0 - confidence) / 2.0;
    let ln_probability = |successes: usize| {
        let (n, k) = (count as f64, successes as f64);
        ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0) - n * std::f64::consts::LN_2
    };
    let mut below = 0.0;
    let mut rank = 0;
    while rank < count {
        below += ln_probability(rank).exp();
        if below > tail {
            break;
        }
        rank += 1;
    }
    if rank == 0 {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some(Interval { low: sorted[rank - 1], high: sorted[count - rank] })
}

/// The ratio of two medians with a bootstrap percentile interval.
///
/// Both sides are given round by round. A resample draws whole rounds, the same ones for both
/// sides: measurements of one round share the state of the machine, so they are neither
/// independent of each other nor of the other side's, and a drift of the machine cancels out
/// (a block bootstrap of pairs; Davison and Hinkley, "Bootstrap Methods", 3.8). Rounds in which a
/// side has no measurement are left out. `None` when no round is left, or a median is 0.
pub fn ratio_of_medians(
    numerator: &[Vec<f64>],
    denominator: &[Vec<f64>],
    confidence: f64,
    resamples: usize,
    seed: u64,
) -> Option<Ratio> {
    let rounds: Vec<(&[f64], &[f64])> = numerator
        .iter()
        .zip(denominator)
        .filter(|(above, below)| !above.is_empty() && !below.is_empty())
        .map(|(above, below)| (above.as_slice(), below.as_slice()))
        .collect();
    let mut random = Random::new(seed);
    let value = ratio_of_rounds(&rounds)?;
    let mut drawn = rounds.clone();
    let mut ratios = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        drawn.fill_with(|| rounds[random.below(rounds.len())]);
        ratios.extend(ratio_of_rounds(&drawn));
    }
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (share * ratios.len().saturating_sub(1) as f64).round() as usize;
        ratios.get(index).copied().unwrap_or(value)
    };
    let tail = (1.0 - confidence) / 2.0;
    Some(Ratio { value, interval: Interval { low: at(tail), high: at(1.0 - tail) } })
}

fn ratio_of_rounds(rounds: &[(&[f64], &[f64])]) -> Option<f64> {
    let above: Vec<f64> = rounds.iter().flat_map(|(above, _)| *above).copied().collect();
    let below: Vec<f64> = rounds.iter().flat_map(|(_, below)| *below).copied().collect();
    let ratio = median(&above)? / median(&below)?;
    ratio.is_finite().then_some(ratio)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_interval_agrees_with_scipy() {
        // scipy.stats.quantile_test(1..=n, q=median, p=0.5).confidence_interval(0.95)
        for (count, low, high) in [
            (6, 1.0, 6.0),
            (10, 2.0, 9.0),
            (15, 4.0, 12.0),
            (20, 6.0, 15.0),
            (100, 40.0, 61.0),
            (1000, 469.0, 532.0),
        ] {
            let values: Vec<f64> = (1..=count).rev().map(f64::from).collect();
            assert_eq!(median_interval(&values, 0.95), Some(Interval { low, high }), "{count}");
        }
        assert_eq!(median_interval(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.95), None);
        assert_eq!(median_interval(&[], 0.95), None);
    }

    /// Rounds whose machine is 1 to 3 times slower than the first, the same for both sides.
    fn drifting(scale: f64, rounds: usize) -> Vec<Vec<f64>> {
        let mut noise = Random::new(scale.to_bits());
        (0..rounds)
            .map(|round| {
                let drift = 1.0 + 2.0 * round as f64 / rounds as f64;
                (0..5).map(|_| scale * drift * (1.0 + noise.below(100) as f64 / 1e4)).collect()
            })
            .collect()
    }

    #[test]
    fn drift_of_the_machine_cancels_out() {
        let ratio = ratio_of_medians(&drifting(3.0, 40), &drifting(1.5, 40), 0.95, 1000, 1)
            .expect("has rounds");
        assert!((ratio.value - 2.0).abs() < 0.05, "{ratio:?}");
        assert!(ratio.interval.low <= ratio.value && ratio.value <= ratio.interval.high);
        // Each side alone is uncertain by tens of percent; drawn in pairs they are not.
        assert!(ratio.interval.high - ratio.interval.low < 0.1, "{ratio:?}");
    }

    #[test]
    fn interval_covers_the_true_ratio_as_often_as_it_says() {
        let mut random = Random::new(99);
        let mut covered = 0;
        for seed in 0..200 {
            let mut side = |scale: f64| -> Vec<Vec<f64>> {
                let mut draw = || scale * (1.0 + random.below(1_000_000) as f64 / 1e6);
                (0..40).map(|_| vec![draw(), draw()]).collect()
            };
            let (above, below) = (side(3.0), side(2.0));
            let ratio = ratio_of_medians(&above, &below, 0.95, 300, seed).expect("has rounds");
            covered += usize::from(ratio.interval.low <= 1.5 && 1.5 <= ratio.interval.high);
        }
        assert!((180..=199).contains(&covered), "covered {covered} of 200");
    }

    #[test]
    fn rounds_without_a_partner_are_left_out() {
        let above = [vec![4.0], vec![], vec![9.0]];
        let below = [vec![2.0], vec![7.0], vec![]];
        let ratio = ratio_of_medians(&above, &below, 0.95, 10, 1).expect("one round is whole");
        assert_eq!(ratio.value, 2.0);
        assert_eq!(ratio_of_medians(&[vec![]], &[vec![1.0]], 0.95, 10, 1), None);
        assert_eq!(ratio_of_medians(&[vec![1.0]], &[vec![0.0]], 0.95, 10, 1), None);
    }
}
