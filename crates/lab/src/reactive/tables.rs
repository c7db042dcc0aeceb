//! The table of the experiment: Merry's Figures 1 to 3 in numbers.

use super::{Affinity, Mode, ReactiveOptions};
use crate::published;
use crate::report::{Align, Comparison, Table, duration, p_value, percent, ratio};
use crate::session::Metric;

pub(super) fn case(mode: Mode, affinity: Affinity) -> String {
    format!("{}, affinity {}", mode.name(), affinity.name())
}

pub(super) fn of(comparisons: &[Comparison], options: &ReactiveOptions) -> Table {
    let mut table = Table::new(
        format!("reactive: CPU time of a solution that answers {} queries", options.queries),
        &[
            ("mode", Align::Left),
            ("affinity", Align::Left),
            ("sandbox", Align::Left),
            ("CPU mean", Align::Right),
            ("std. dev.", Align::Right),
            ("std. err.", Align::Right),
            ("CPU median", Align::Right),
            ("ratio of medians (95 %)", Align::Right),
            ("p (Welch)", Align::Right),
            ("p (rank)", Align::Right),
            ("wall mean", Align::Right),
            ("wall/query", Align::Right),
            ("runs", Align::Right),
        ],
    );
    for &mode in &options.modes {
        for &affinity in &options.affinities {
            let case = case(mode, affinity);
            let of = |metric| {
                comparisons
                    .iter()
                    .find(|comparison| comparison.case == case && comparison.metric == metric)
            };
            let (Some(cpu), Some(wall)) = (of(Metric::CpuTime), of(Metric::WallTime)) else {
                continue;
            };
            for row in &cpu.rows {
                let Some(wall) = wall.row(&row.contender) else {
                    continue;
                };
                let summary = &row.summary;
                table.row(vec![
                    mode.name().to_owned(),
                    affinity.name().to_owned(),
                    row.contender.clone(),
                    duration(summary.mean),
                    percent(summary.standard_deviation, summary.mean),
                    percent(summary.standard_error, summary.mean),
                    duration(summary.median),
                    row.ratio.as_ref().map_or_else(|| "1".to_owned(), ratio),
                    row.welch.map_or_else(String::new, |test| p_value(test.p_value)),
                    row.mann_whitney.map_or_else(String::new, |test| p_value(test.p_value)),
                    duration(wall.summary.mean),
                    duration(wall.summary.mean / options.queries.max(1) as f64),
                    summary.count.to_string(),
                ]);
            }
        }
    }
    table.note("CPU time is user and system of the solution alone; p compares with no sandbox");
    table.note(published::REACTIVE);
    table
}
