//! The contenders of one case against the baseline of that case.

use serde::Serialize;

use crate::session::{Metric, Recording};
use crate::statistics::{
    MannWhitney, Ratio, Summary, Welch, mann_whitney_u, ratio_of_medians, welch_t_test,
};

/// Resamples of the bootstrap; the ends of a 95 % interval are its 50th values from outside.
const RESAMPLES: usize = 2_000;

/// One quantity in one case.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// The case.
    pub case: String,
    /// The quantity.
    pub metric: Metric,
    /// Name of the contender that the others are compared with.
    pub baseline: String,
    /// One row a contender that has samples, the baseline's first.
    pub rows: Vec<Row>,
}

/// One contender in a comparison.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// Name of the contender.
    pub contender: String,
    /// Its figures.
    pub summary: Summary,
    /// Its median over the baseline's with an interval at 95 %; absent for the baseline itself.
    pub ratio: Option<Ratio>,
    /// Its mean over the baseline's, as the seeds print slowdowns; absent for the baseline.
    pub ratio_of_means: Option<f64>,
    /// Test of equal means; absent for the baseline and where it says nothing.
    pub welch: Option<Welch>,
    /// Test of equal ranks; absent for the baseline and where it says nothing.
    pub mann_whitney: Option<MannWhitney>,
}

impl Comparison {
    /// The row of a contender.
    pub fn row(&self, contender: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.contender == contender)
    }
}

/// Compares all contenders of `case` with `baseline`; `None` when the baseline has no sample.
///
/// Contenders that failed in this case are left out, whatever they measured before.
pub(crate) fn compare(
    recording: &Recording,
    case: &str,
    metric: Metric,
    baseline: &str,
    seed: u64,
) -> Option<Comparison> {
    let of_case: Vec<usize> = (0..recording.conditions.len())
        .filter(|&index| recording.conditions[index].case == case)
        .filter(|&index| recording.failure_of(index).is_none())
        .collect();
    let reference =
        of_case.iter().copied().find(|&index| recording.conditions[index].contender == baseline)?;
    let reference_rounds = recording.by_round(reference, metric);
    let reference_values = reference_rounds.concat();
    let reference_summary = Summary::of(&reference_values)?;

    let mut rows = vec![Row {
        contender: baseline.to_owned(),
        summary: reference_summary.clone(),
        ratio: None,
        ratio_of_means: None,
        welch: None,
        mann_whitney: None,
    }];
    for index in of_case.into_iter().filter(|&index| index != reference) {
        let rounds = recording.by_round(index, metric);
        let values = rounds.concat();
        let Some(summary) = Summary::of(&values) else {
            continue;
        };
        rows.push(Row {
            contender: recording.conditions[index].contender.clone(),
            ratio: ratio_of_medians(&rounds, &reference_rounds, 0.95, RESAMPLES, seed),
            ratio_of_means: Some(summary.mean / reference_summary.mean),
            welch: welch_t_test(&values, &reference_values),
            mann_whitney: mann_whitney_u(&values, &reference_values),
            summary,
        });
    }
    Some(Comparison { case: case.to_owned(), metric, baseline: baseline.to_owned(), rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Condition, Failure, Observation, Sample};

    fn recording() -> Recording {
        let names = ["slow", "direct", "broken", "elsewhere"];
        let mut recording = Recording::default();
        for (condition, name) in names.iter().enumerate() {
            let case = if *name == "elsewhere" { "other" } else { "case" };
            recording.conditions.push(Condition::new(case, *name));
            for round in 0..8 {
                let wall_ns = (condition as u64 * 3 + 1) * 100 + round as u64;
                let wall_ns = if *name == "direct" { 100 + round as u64 } else { wall_ns * 3 };
                let observation = Observation::wall(wall_ns);
                recording.samples.push(Sample {
                    condition,
                    round,
                    position: condition,
                    observation,
                });
            }
        }
        recording.failures.push(Failure { condition: 2, round: 7, message: "gone".to_owned() });
        recording
    }

    #[test]
    fn compares_within_the_case_and_leaves_failures_out() {
        let comparison = compare(&recording(), "case", Metric::WallTime, "direct", 1)
            .expect("the baseline was measured");
        let names: Vec<&str> = comparison.rows.iter().map(|row| row.contender.as_str()).collect();
        assert_eq!(names, ["direct", "slow"]);
        let slow = comparison.row("slow").expect("is there");
        let ratio = slow.ratio.expect("has rounds");
        assert!((ratio.value - 3.0).abs() < 1e-9, "{ratio:?}");
        assert!((slow.ratio_of_means.expect("not the baseline") - 3.0).abs() < 1e-9);
        assert!(slow.welch.expect("has variance").p_value < 1e-6);
        assert!(slow.mann_whitney.expect("not empty").p_value < 1e-3);
        assert!(comparison.row("direct").expect("is there").ratio.is_none());
    }

    #[test]
    fn nothing_to_say_without_the_baseline_or_the_metric() {
        assert!(compare(&recording(), "other", Metric::WallTime, "direct", 1).is_none());
        // No CPU time was measured.
        assert!(compare(&recording(), "case", Metric::CpuTime, "direct", 1).is_none());
    }
}
