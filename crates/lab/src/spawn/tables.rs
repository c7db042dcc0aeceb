//! The tables of the experiment.

use crate::contender::{Identity, Program, Role};
use crate::published::{NAMESPACE_COSTS, ROUND_TRIPS};
use crate::report::{Align, Comparison, Row, Table, compare, duration, p_value, percent, ratio};
use crate::session::{Metric, Recording};

const ROUND_TRIP: &str = "round trip";
const THROUGHPUT: &str = "throughput";

pub(super) fn round_trip_case(program: &Program) -> String {
    format!("{ROUND_TRIP} of {}", program.name)
}

pub(super) fn throughput_case(program: &Program, clients: usize) -> String {
    format!("{THROUGHPUT} of {}, {clients} clients", program.name)
}

pub(super) fn is_throughput(case: &str) -> bool {
    case.starts_with(THROUGHPUT)
}

/// A table a case; variants of our sandbox have the breakdown to themselves.
pub(super) fn of_comparisons(comparisons: &[Comparison], identities: &[Identity]) -> Vec<Table> {
    let is_variant = |name: &str| {
        let of_name = identities.iter().find(|identity| identity.name == name);
        of_name.is_some_and(|identity| matches!(identity.role, Role::Variant { .. }))
    };
    comparisons
        .iter()
        .map(|comparison| {
            let rows: Vec<&Row> =
                comparison.rows.iter().filter(|row| !is_variant(&row.contender)).collect();
            match comparison.metric {
                Metric::Rate => rate_table(comparison, &rows),
                _ => time_table(comparison, &rows),
            }
        })
        .collect()
}

fn time_table(comparison: &Comparison, rows: &[&Row]) -> Table {
    let mut table = Table::new(
        format!("{}: wall time of a request", comparison.case),
        &[
            ("contender", Align::Left),
            ("median", Align::Right),
            ("ratio of medians (95 %)", Align::Right),
            ("mean", Align::Right),
            ("std. dev.", Align::Right),
            ("std. err.", Align::Right),
            ("99th", Align::Right),
            ("ratio of means", Align::Right),
            ("p (rank)", Align::Right),
            ("runs", Align::Right),
        ],
    );
    for row in rows {
        let summary = &row.summary;
        table.row(vec![
            row.contender.clone(),
            duration(summary.median),
            row.ratio.as_ref().map_or_else(|| "1".to_owned(), ratio),
            duration(summary.mean),
            percent(summary.standard_deviation, summary.mean),
            percent(summary.standard_error, summary.mean),
            duration(summary.percentile_99),
            row.ratio_of_means.map_or_else(|| "1".to_owned(), |ratio| format!("{ratio:.2}×")),
            row.mann_whitney.map_or_else(String::new, |test| p_value(test.p_value)),
            summary.count.to_string(),
        ]);
    }
    table.note(format!("ratios are to {}", comparison.baseline));
    if comparison.case == format!("{ROUND_TRIP} of true") {
        let published: Vec<String> = ROUND_TRIPS
            .iter()
            .map(|row| format!("{} {} ms ({}×)", row.sandbox, row.mean_ms, row.slowdown))
            .collect();
        table.note(format!("published means (thesis, Table 5.1): {}", published.join(", ")));
    }
    table
}

fn rate_table(comparison: &Comparison, rows: &[&Row]) -> Table {
    let mut table = Table::new(
        format!("{}: runs per second", comparison.case),
        &[
            ("contender", Align::Left),
            ("median", Align::Right),
            ("ratio of medians (95 %)", Align::Right),
            ("mean", Align::Right),
            ("std. dev.", Align::Right),
            ("measurements", Align::Right),
        ],
    );
    for row in rows {
        let summary = &row.summary;
        table.row(vec![
            row.contender.clone(),
            format!("{:.1}", summary.median),
            row.ratio.as_ref().map_or_else(|| "1".to_owned(), ratio),
            format!("{:.1}", summary.mean),
            percent(summary.standard_deviation, summary.mean),
            summary.count.to_string(),
        ]);
    }
    table.note(format!("ratios are to {}", comparison.baseline));
    table
}

/// Table 5.2 of the thesis: each subject that has variants, against them.
pub(super) fn breakdown(recording: &Recording, identities: &[Identity], seed: u64) -> Vec<Table> {
    let mut tables = Vec::new();
    for subject in identities.iter().filter(|identity| identity.role == Role::Subject) {
        let change_of = |name: &str| {
            identities.iter().find(|identity| identity.name == name).and_then(|identity| {
                match &identity.role {
                    Role::Variant { of, change } if *of == subject.name => Some(change.clone()),
                    _ => None,
                }
            })
        };
        let mut cases: Vec<&str> =
            recording.conditions.iter().map(|condition| condition.case.as_str()).collect();
        cases.retain(|case| case.starts_with(ROUND_TRIP));
        cases.sort_unstable();
        cases.dedup();
        for case in cases {
            let compared = compare(recording, case, Metric::WallTime, &subject.name, seed);
            let Some(comparison) = compared else { continue };
            let variants: Vec<(&Row, String)> = comparison
                .rows
                .iter()
                .filter_map(|row| Some((row, change_of(&row.contender)?)))
                .collect();
            if !variants.is_empty() {
                tables.push(breakdown_table(case, &comparison.rows[0], &variants));
            }
        }
    }
    tables
}

fn breakdown_table(case: &str, subject: &Row, variants: &[(&Row, String)]) -> Table {
    let mut table = Table::new(
        format!("{case}: {} with one thing made for each request", subject.contender),
        &[
            ("benchmark", Align::Left),
            ("median", Align::Right),
            ("mean", Align::Right),
            ("std. dev.", Align::Right),
            ("std. err.", Align::Right),
            ("slowdown", Align::Right),
            ("p (Welch)", Align::Right),
            ("published", Align::Right),
        ],
    );
    let lines = [(subject, "Baseline".to_owned())].into_iter().chain(variants.iter().cloned());
    for (row, benchmark) in lines {
        let summary = &row.summary;
        let published = NAMESPACE_COSTS.iter().find(|cost| cost.benchmark == benchmark);
        table.row(vec![
            benchmark.clone(),
            duration(summary.median),
            duration(summary.mean),
            percent(summary.standard_deviation, summary.mean),
            percent(summary.standard_error, summary.mean),
            format!("{:+.2} %", (summary.mean / subject.summary.mean - 1.0) * 100.0),
            row.welch.map_or_else(String::new, |test| p_value(test.p_value)),
            published.map_or_else(String::new, |cost| format!("{:+.2} %", cost.slowdown_percent)),
        ]);
    }
    table.note("published: Table 5.2 of the thesis, slowdown of the mean");
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Condition, Observation, Sample};

    fn identity(name: &str, role: Role) -> Identity {
        Identity { name: name.to_owned(), role, version: None, configuration: String::new() }
    }

    #[test]
    fn variants_stand_in_the_breakdown_and_nowhere_else() {
        let change = "New network namespace for each request".to_owned();
        let identities = [
            identity("posix_spawn", Role::Baseline),
            identity("sandglass", Role::Subject),
            identity("net", Role::Variant { of: "sandglass".to_owned(), change }),
            identity("other", Role::Variant { of: "else".to_owned(), change: String::new() }),
        ];
        let mut recording = Recording::default();
        for (condition, identity) in identities.iter().enumerate() {
            recording.conditions.push(Condition::new("round trip of true", &identity.name));
            for round in 0..6 {
                let wall_ns = [700_000, 1_000_000, 1_250_000, 9_000_000][condition] + round;
                let observation = Observation::wall(wall_ns);
                let round = round as usize;
                recording.samples.push(Sample { condition, round, position: 0, observation });
            }
        }
        let comparison =
            compare(&recording, "round trip of true", Metric::WallTime, "posix_spawn", 1)
                .expect("has samples");
        let tables = of_comparisons(&[comparison], &identities);
        let names: Vec<&str> = tables[0].rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(names, ["posix_spawn", "sandglass"]);

        let tables = breakdown(&recording, &identities, 1);
        assert_eq!(tables.len(), 1);
        let cells: Vec<(&str, &str, &str)> = tables[0]
            .rows
            .iter()
            .map(|row| (row[0].as_str(), row[5].as_str(), row[7].as_str()))
            .collect();
        assert_eq!(
            cells,
            [
                ("Baseline", "+0.00 %", "+0.00 %"),
                ("New network namespace for each request", "+25.00 %", "+26.49 %"),
            ]
        );
    }
}
