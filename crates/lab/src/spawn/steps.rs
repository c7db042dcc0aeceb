//! Where the time of one request goes.

use serde::Serialize;

use crate::report::{Align, Table, duration, percent};
use crate::statistics::Summary;

/// The steps of a request in the order in which they happen.
///
/// Steps that overlap (work done ahead, tear-down behind the answer) say so by `on_path`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct StepTimings {
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What happens, in a few words: "mount namespace and mounts".
    pub name: String,
    /// Whether the client waits for it; false for what is built ahead or torn down after.
    pub on_path: bool,
    /// One duration a request in nanoseconds.
    pub samples_ns: Vec<u64>,
}

impl StepTimings {
    /// A table in microseconds; shares are of the steps on the path, by their means, which add up
    /// as medians do not.
    pub fn table(&self, contender: &str) -> Table {
        let mut table = Table::new(
            format!("Steps of a request: {contender}"),
            &[
                ("step", Align::Left),
                ("median", Align::Right),
                ("mean", Align::Right),
                ("std. dev.", Align::Right),
                ("95th", Align::Right),
                ("share", Align::Right),
            ],
        );
        let summaries: Vec<(&Step, Summary)> = self
            .steps
            .iter()
            .filter_map(|step| {
                let values: Vec<f64> = step.samples_ns.iter().map(|value| *value as f64).collect();
                Some((step, Summary::of(&values)?))
            })
            .collect();
        let on_path = summaries.iter().filter(|(step, _)| step.on_path);
        let total: f64 = on_path.map(|(_, summary)| summary.mean).sum();
        for (step, summary) in &summaries {
            table.row(vec![
                step.name.clone(),
                duration(summary.median),
                duration(summary.mean),
                duration(summary.standard_deviation),
                duration(summary.percentile_95),
                if step.on_path { percent(summary.mean, total) } else { "off path".to_owned() },
            ]);
        }
        table.note(format!("sum of the means on the path: {}", duration(total)));
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_the_client_waits_for() {
        let step = |name: &str, on_path, samples_ns: &[u64]| Step {
            name: name.to_owned(),
            on_path,
            samples_ns: samples_ns.to_vec(),
        };
        let timings = StepTimings {
            steps: vec![
                step("wake", true, &[20_000, 40_000]),
                step("run", true, &[90_000]),
                step("tear down", false, &[500_000]),
                step("never measured", true, &[]),
            ],
        };
        let table = timings.table("sandglass");
        let shares: Vec<&str> = table.rows.iter().map(|row| row[5].as_str()).collect();
        assert_eq!(shares, ["25.00 %", "75.00 %", "off path"]);
        assert_eq!(table.notes, ["sum of the means on the path: 120.0 µs"]);
    }
}
