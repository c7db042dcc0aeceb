//! Tables for a terminal, and the way figures are written in them.

use std::fmt;

use serde::Serialize;

use crate::statistics::Ratio;

/// Where the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// Words.
    Left,
    /// Figures.
    Right,
}

/// A titled table with notes below; `Display` lays it out in plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Table {
    /// One line above.
    pub title: String,
    /// Heads of the columns and how they are aligned.
    pub columns: Vec<(String, Align)>,
    /// Cells, as many a row as there are columns.
    pub rows: Vec<Vec<String>>,
    /// Lines below.
    pub notes: Vec<String>,
}

impl Table {
    /// An empty table.
    pub fn new(title: impl Into<String>, columns: &[(&str, Align)]) -> Self {
        Self {
            title: title.into(),
            columns: columns.iter().map(|(head, align)| ((*head).to_owned(), *align)).collect(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a row; it must have a cell for each column.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.columns.len(), "a row has one cell a column");
        self.rows.push(cells);
    }

    /// Adds a line below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width_of = |index: usize, (head, _): &(String, Align)| {
            let cells = self.rows.iter().map(|row| row[index].chars().count());
            cells.chain([head.chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(index, column)| width_of(index, column))
            .collect();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells =
                cells.zip(&self.columns).zip(&widths).map(
                    |((cell, (_, align)), width)| match align {
                        Align::Left => format!("{cell:<width$}"),
                        Align::Right => format!("{cell:>width$}"),
                    },
                );
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        writeln!(formatter, "{}", self.title)?;
        writeln!(formatter, "{}", line(&mut self.columns.iter().map(|(head, _)| head)))?;
        let rule = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        writeln!(formatter, "{}", "─".repeat(rule))?;
        for row in &self.rows {
            writeln!(formatter, "{}", line(&mut row.iter()))?;
        }
        for note in &self.notes {
            writeln!(formatter, "  {note}")?;
        }
        Ok(())
    }
}

/// Nanoseconds as microseconds, milliseconds or seconds, with three or four digits that count.
pub(crate) fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        below if below < 10e6 => (below / 1e3, "µs"),
        below if below < 10e9 => (below / 1e6, "ms"),
        above => (above / 1e9, "s"),
    };
    let decimals = match value {
        below if below < 10.0 => 2,
        below if below < 1000.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// A part of a whole in percent.
pub(crate) fn percent(part: f64, whole: f64) -> String {
    format!("{:.2} %", 100.0 * part / whole)
}

/// A ratio with its interval: `1.23× (1.20–1.27)`.
pub(crate) fn ratio(ratio: &Ratio) -> String {
    let decimals = if ratio.value < 0.1 { 4 } else { 2 };
    let (value, low, high) = (ratio.value, ratio.interval.low, ratio.interval.high);
    format!("{value:.decimals$}× ({low:.decimals$}–{high:.decimals$})")
}

/// A p-value as a person reads it.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Interval;

    #[test]
    fn columns_line_up_by_character() {
        let mut table = Table::new("Title", &[("name", Align::Left), ("time", Align::Right)]);
        table.row(vec!["a".to_owned(), "1.00 µs".to_owned()]);
        table.row(vec!["longer".to_owned(), "10.0 ms".to_owned()]);
        table.note("a note");
        let expected = "Title\n\
                        name       time\n\
                        ───────────────\n\
                        a       1.00 µs\n\
                        longer  10.0 ms\n  a note\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn figures_have_a_unit_and_no_false_precision() {
        for (nanoseconds, expected) in [
            (512.0, "0.51 µs"),
            (754_321.0, "754.3 µs"),
            (4_284_000.0, "4284 µs"),
            (36_677_000.0, "36.7 ms"),
            (2_105_000_000.0, "2105 ms"),
            (12_340_000_000.0, "12.3 s"),
        ] {
            assert_eq!(duration(nanoseconds), expected);
        }
        assert_eq!(percent(0.0501, 3.5696), "1.40 %");
        let shown = Ratio { value: 0.0151, interval: Interval { low: 0.01, high: 0.02 } };
        assert_eq!(ratio(&shown), "0.0151× (0.0100–0.0200)");
        assert_eq!((p_value(0.0421), p_value(1e-9)), ("0.0421".into(), "< 0.0001".into()));
    }
}
