//! The times of many runs of the same request.

use std::collections::BTreeMap;
use std::time::Duration;

use sandglass_lab::statistics::Summary;
use sandglass_lab::{Align, Table};

use super::report::{Finished, ending, time};

/// What each run took, in nanoseconds, and how often each ending came.
#[derive(Debug, Default)]
pub(super) struct Times {
    round_trip: Vec<f64>,
    wall: Vec<f64>,
    cpu: Vec<f64>,
    endings: BTreeMap<String, usize>,
}

impl Times {
    pub(super) fn add(&mut self, finished: &Finished) {
        let nanoseconds = |time: Duration| time.as_nanos() as f64;
        self.round_trip.push(nanoseconds(finished.round_trip));
        self.wall.push(nanoseconds(finished.outcome.wall_time));
        self.cpu.push(nanoseconds(finished.outcome.cpu_time()));
        *self.endings.entry(ending(&finished.outcome)).or_default() += 1;
    }

    /// A table for a person.
    pub(super) fn summary(&self) -> String {
        let columns = ["minimum", "median", "mean", "maximum"].map(|name| (name, Align::Right));
        let runs = self.wall.len();
        let title = format!("sandglass: {runs} run{}", if runs == 1 { "" } else { "s" });
        let mut table = Table::new(title, &[&[("", Align::Left)], &columns[..]].concat());
        let rows =
            [("round trip", &self.round_trip), ("wall time", &self.wall), ("CPU time", &self.cpu)];
        for (name, values) in rows {
            if let Some(summary) = Summary::of(values) {
                let of = |value: f64| time(Duration::from_nanos(value as u64));
                let figures = [summary.minimum, summary.median, summary.mean, summary.maximum];
                table.row([name.to_owned()].into_iter().chain(figures.map(of)).collect());
            }
        }
        for (ending, count) in &self.endings {
            table.note(format!("{count} × {ending}"));
        }
        table.to_string()
    }
}
