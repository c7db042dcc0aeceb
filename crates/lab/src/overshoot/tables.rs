//! The tables of the experiment.

use std::time::Duration;

use super::limiter::Stopped;
use super::options::{Case, Limit};
use crate::report::{Align, Table, percent};
use crate::statistics::Summary;

/// The part of the runs that must keep the bound.
const PART: f64 = 0.95;

/// How far past the limit the limited quantity came, nanoseconds.
fn overshoots(case: Case, runs: &[Stopped]) -> Vec<f64> {
    let limited = |run: &Stopped| match case.limit {
        Limit::Cpu(_) => run.cpu,
        Limit::Wall(_) => run.wall,
    };
    runs.iter().map(|run| past(limited(run), case.time())).collect()
}

/// `time` less `limit` in nanoseconds, negative where it ended before.
fn past(time: Duration, limit: Duration) -> f64 {
    time.as_nanos() as f64 - limit.as_nanos() as f64
}

/// The part of the runs whose limited quantity is at most `must` past the limit.
fn part_within(case: Case, runs: &[Stopped], must: Duration) -> f64 {
    let overshoots = overshoots(case, runs);
    let within =
        overshoots.iter().filter(|overshoot| **overshoot <= must.as_nanos() as f64).count();
    within as f64 / overshoots.len().max(1) as f64
}

/// Whether enough of the runs kept the bound.
pub(super) fn kept(case: Case, runs: &[Stopped], must: Duration) -> bool {
    part_within(case, runs, must) >= PART
}

/// The table of one case.
pub(super) fn of(case: Case, rows: &[(&str, &[Stopped])], must: Duration) -> Table {
    let quantity = match case.limit {
        Limit::Cpu(_) => "CPU",
        Limit::Wall(_) => "wall",
    };
    let within = format!("within {} ms", must.as_millis());
    let mut table = Table::new(
        format!("overshoot: {}", case.name()),
        &[
            ("sandbox", Align::Left),
            (&format!("{quantity} median"), Align::Right),
            ("95 %", Align::Right),
            ("max", Align::Right),
            (&within, Align::Right),
            ("client median", Align::Right),
            ("95 %", Align::Right),
            ("max", Align::Right),
            ("runs", Align::Right),
        ],
    );
    for (name, runs) in rows {
        let client: Vec<f64> = runs.iter().map(|run| past(run.client, case.time())).collect();
        let (Some(limited), client) = (Summary::of(&overshoots(case, runs)), Summary::of(&client))
        else {
            continue;
        };
        // Of a limit of CPU time the client's clock says nothing where several CPUs burn at a time.
        let client = client.filter(|_| matches!(case.limit, Limit::Wall(_)));
        let figure = |of: fn(&Summary) -> f64| {
            client.as_ref().map_or_else(|| "-".to_owned(), |summary| milliseconds(of(summary)))
        };
        table.row(vec![
            (*name).to_owned(),
            milliseconds(limited.median),
            milliseconds(limited.percentile_95),
            milliseconds(limited.maximum),
            percent(part_within(case, runs, must), 1.0),
            figure(|summary| summary.median),
            figure(|summary| summary.percentile_95),
            figure(|summary| summary.maximum),
            limited.count.to_string(),
        ]);
    }
    table.note(format!("time past the limit; of ours 95 % must be within {} ms", must.as_millis()));
    table
}

fn milliseconds(nanoseconds: f64) -> String {
    format!("{:.3} ms", nanoseconds / 1e6)
}

#[cfg(test)]
mod tests {
    use super::super::options::Shape;
    use super::*;

    fn run(cpu: u64, wall: u64, client: u64) -> Stopped {
        let time = Duration::from_micros;
        Stopped { cpu: time(cpu), wall: time(wall), client: time(client) }
    }

    #[test]
    fn the_limited_quantity_counts_and_one_run_in_twenty_may_miss() {
        let must = Duration::from_millis(2);
        let cpu = Case { limit: Limit::Cpu(Duration::from_millis(300)), shape: Shape::Process };
        let wall = Case { limit: Limit::Wall(Duration::from_millis(50)), shape: Shape::Sleep };
        let mut runs = vec![run(301_000, 51_500, 53_000); 19];
        runs.push(run(330_000, 90_000, 91_000));
        assert!(kept(cpu, &runs, must) && kept(wall, &runs, must));
        runs.push(run(302_001, 52_001, 53_000));
        assert!(!kept(cpu, &runs, must) && !kept(wall, &runs, must));
        let table = of(cpu, &[("ours", &runs[..20])], must);
        // The percentile is interpolated: a twentieth of the way from the 19th value to the 20th.
        assert_eq!(table.rows[0][1..6], ["1.000 ms", "2.450 ms", "30.000 ms", "95.00 %", "-"]);
        let table = of(wall, &[("ours", &runs[..20])], must);
        assert_eq!(table.rows[0][5], "3.000 ms");
    }

    #[test]
    fn ending_before_the_limit_is_negative() {
        assert_eq!(past(Duration::from_millis(49), Duration::from_millis(50)), -1e6);
    }
}
