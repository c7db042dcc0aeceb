//! The tables: each case, and what must be reached beside what was.

use super::build::Tongue;
use crate::reactive::Affinity;
use crate::report::{Align, Comparison, Row, Table, duration, p_value, ratio};
use crate::session::{Metric, Recording};
use crate::statistics::{Ratio, ratio_of_medians};

/// The case of the compiler of interfaces.
pub(super) const COMPILER: &str = "task generate, start to finish";

/// A language, a place and a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) tongue: Tongue,
    pub(super) affinity: Affinity,
    pub(super) bytes: usize,
}

impl Case {
    pub(super) fn name(&self) -> String {
        format!("{}, {}, affinity {}", self.tongue.name(), size(self.bytes), self.affinity.name())
    }

    /// Calls a measurement: some hundredths of a second over the slowest transport.
    pub(super) fn calls(&self) -> usize {
        let same = self.affinity == Affinity::Same;
        match (self.bytes > 4096, same) {
            (false, true) => 8000,
            (false, false) => 2000,
            (true, true) => 1500,
            (true, false) => 500,
        }
    }

    /// Calls before those that count, where so many count: caches and page tables warm up. A Java program
    /// is compiled while it runs, its last time after some 5000 calls.
    pub(super) fn first(&self, calls: usize) -> usize {
        let compiled = if self.tongue == Tongue::Java { 4 * self.calls().max(1500) } else { 0 };
        calls / 4 + 10 + compiled * calls / self.calls()
    }
}

fn size(bytes: usize) -> String {
    if bytes >= 1024 { format!("{} KiB", bytes / 1024) } else { format!("{bytes} B") }
}

/// The table of a case.
pub(super) fn of(case: &Case, comparisons: &[Comparison], calls: usize) -> Option<Table> {
    let find =
        |metric| comparisons.iter().find(|one| one.case == case.name() && one.metric == metric);
    let (wall, cpu) = (find(Metric::WallTime)?, find(Metric::CpuTime)?);
    let mut table = Table::new(
        format!("rpc: {}, {calls} calls", case.name()),
        &[
            ("transport", Align::Left),
            ("round trip", Align::Right),
            ("of bare named pipes (95 %)", Align::Right),
            ("least", Align::Right),
            ("95th", Align::Right),
            ("p (rank)", Align::Right),
            ("child's CPU a call", Align::Right),
            ("of bare named pipes (95 %)", Align::Right),
        ],
    );
    let shown = |row: &Row| row.ratio.as_ref().map_or_else(|| "1".to_owned(), ratio);
    let a_call = |value: f64| duration(value / calls as f64);
    for row in &wall.rows {
        let Some(cpu) = cpu.row(&row.contender) else { continue };
        table.row(vec![
            row.contender.clone(),
            a_call(row.summary.median),
            shown(row),
            a_call(row.summary.minimum),
            a_call(row.summary.percentile_95),
            row.mann_whitney.map_or_else(String::new, |test| p_value(test.p_value)),
            a_call(cpu.summary.median),
            shown(cpu),
        ]);
    }
    Some(table)
}

/// What a figure is made of.
#[derive(Debug, Clone, Copy)]
enum Figure {
    /// Wall time of a contender over that of another, of the same case or another one.
    Over(Metric, &'static str, Case, &'static str, Case),
    /// Wall time a call, microseconds.
    Microseconds(&'static str, Case),
    /// The compiler, milliseconds.
    Compiler,
}

/// What must be reached, with libinteractive's own figure.
#[derive(Debug)]
struct Must {
    what: &'static str,
    libinteractive: &'static str,
    figure: Figure,
    most: f64,
}

/// All that must be reached.
#[derive(Debug)]
pub(super) struct Musts(&'static [Must]);

const fn at(tongue: Tongue, bytes: usize, affinity: Affinity) -> Case {
    Case { tongue, affinity, bytes }
}

const SAME: Case = at(Tongue::C, 4, Affinity::Same);
const LONG: Case = at(Tongue::C, 64 << 10, Affinity::Same);
const SEPARATE: Case = at(Tongue::C, 4, Affinity::Separate);
const PYTHON: Case = at(Tongue::Python, 4, Affinity::Same);
const JAVA: Case = at(Tongue::Java, 64 << 10, Affinity::Same);
const PIPES: &str = "bare named-pipes";

/// What must be reached. libinteractive's 64 KiB took 6.5 times its 4 B.
pub(super) const MUSTS: Musts = Musts(&[
    Must {
        what: "round trip 4 B, one CPU, of named pipes",
        libinteractive: "1.0",
        figure: Figure::Over(Metric::WallTime, "memory-yield", SAME, PIPES, SAME),
        most: 0.70,
    },
    Must {
        what: "round trip 64 KiB, one CPU, of 6.5 × named pipes with 4 B",
        libinteractive: "1.0",
        figure: Figure::Over(Metric::WallTime, "memory-yield", LONG, PIPES, SAME),
        most: 0.20 * 6.5,
    },
    Must {
        what: "round trip 4 B, two CPUs, of named pipes",
        libinteractive: "1.0",
        figure: Figure::Over(Metric::WallTime, "memory-spin", SEPARATE, PIPES, SEPARATE),
        most: 0.02,
    },
    Must {
        what: "child's CPU a call, 4 B, one CPU, of named pipes",
        libinteractive: "1.0",
        figure: Figure::Over(Metric::CpuTime, "memory-yield", SAME, PIPES, SAME),
        most: 0.70,
    },
    Must {
        what: "generated code, 4 B, one CPU, of its bare transport (memory)",
        libinteractive: "1.0",
        figure: Figure::Over(Metric::WallTime, "memory-yield", SAME, "bare memory-yield", SAME),
        most: 1.05,
    },
    Must {
        what: "generated code, 4 B, one CPU, of its bare transport (named pipes)",
        libinteractive: "1.0",
        figure: Figure::Over(Metric::WallTime, "named-pipes", SAME, PIPES, SAME),
        most: 1.05,
    },
    Must {
        what: "Java child, 64 KiB, one CPU, fastest transport, µs",
        libinteractive: "196",
        figure: Figure::Microseconds("", JAVA),
        most: 40.0,
    },
    Must {
        what: "Python child, 4 B, one CPU, of its named pipes",
        libinteractive: "1.0",
        figure: Figure::Over(Metric::WallTime, "memory-yield", PYTHON, "named-pipes", PYTHON),
        most: 6.0 / 7.4,
    },
    Must {
        what: "compiler of interfaces, start to finish, ms",
        libinteractive: "320",
        figure: Figure::Compiler,
        most: 10.0,
    },
]);

impl Musts {
    /// Each must beside what was reached in this run.
    pub(super) fn table(
        &self,
        recording: &Recording,
        comparisons: &[Comparison],
        seed: u64,
        calls: &dyn Fn(&Case) -> usize,
    ) -> Table {
        let mut table = Table::new(
            "rpc: what must be reached",
            &[
                ("measure", Align::Left),
                ("libinteractive", Align::Right),
                ("must", Align::Right),
                ("reached (95 %)", Align::Right),
                ("", Align::Left),
            ],
        );
        let median = |case: &str, contender: &str| {
            let of_case = comparisons
                .iter()
                .find(|one| one.case == case && one.metric == Metric::WallTime)?;
            let rows = of_case.rows.iter();
            let fits = |row: &&Row| {
                row.contender == contender
                    || (contender.is_empty() && !row.contender.starts_with("bare"))
            };
            rows.filter(fits).map(|row| row.summary.median).min_by(f64::total_cmp)
        };
        for must in self.0 {
            let (value, shown) = match must.figure {
                Figure::Over(metric, contender, case, other, of) => {
                    let Some(mut found) =
                        over(recording, metric, (contender, &case), (other, &of), seed)
                    else {
                        continue;
                    };
                    // Different cases have different numbers of calls.
                    let scale = calls(&of) as f64 / calls(&case) as f64;
                    found.value *= scale;
                    found.interval.low *= scale;
                    found.interval.high *= scale;
                    (found.value, ratio(&found))
                }
                Figure::Microseconds(contender, case) => {
                    let Some(found) = median(&case.name(), contender) else { continue };
                    let value = found / 1e3 / calls(&case) as f64;
                    (value, format!("{value:.1}"))
                }
                Figure::Compiler => {
                    let Some(found) = median(COMPILER, "task generate") else { continue };
                    (found / 1e6, format!("{:.1}", found / 1e6))
                }
            };
            let word = if value <= must.most { "reached" } else { "missed" };
            table.row(vec![
                must.what.to_owned(),
                must.libinteractive.to_owned(),
                format!("{:.2}", must.most),
                shown,
                word.to_owned(),
            ]);
        }
        table.note(
            "ratios are of medians in this run; libinteractive's figures were taken elsewhere",
        );
        table
    }
}

/// Median over median of two conditions, which may be of different cases.
fn over(
    recording: &Recording,
    metric: Metric,
    (contender, case): (&str, &Case),
    (other, of): (&str, &Case),
    seed: u64,
) -> Option<Ratio> {
    let find = |contender: &str, case: &Case| {
        let name = case.name();
        let mut all = recording.conditions.iter();
        let index = all.position(|one| one.case == name && one.contender == contender)?;
        recording.failure_of(index).is_none().then(|| recording.by_round(index, metric))
    };
    ratio_of_medians(&find(contender, case)?, &find(other, of)?, 0.95, 2_000, seed)
}
