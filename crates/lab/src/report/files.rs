//! Where an experiment puts its results: a table on stdout, CSV and JSON in a directory.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use super::Report;
use crate::LabError;
use crate::session::{Progress, Recording};

/// The sinks of an experiment.
pub struct Output<'a> {
    /// Gets the tables (normally stdout).
    pub table: &'a mut dyn Write,
    /// Gets `EXPERIMENT.csv` and `EXPERIMENT.json`; made if missing. No files when `None`.
    pub directory: Option<PathBuf>,
    /// Gets the progress.
    pub progress: Progress,
}

impl fmt::Debug for Output<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Output").field("directory", &self.directory).finish_non_exhaustive()
    }
}

impl Output<'_> {
    /// Prints the report and writes its files, whole or partial alike. Where one cannot be done, the other
    /// is: what was measured is not to be lost.
    pub fn publish(&mut self, report: &Report) -> Result<(), LabError> {
        let written = self.write_files(report);
        let printed = self.table.write_all(report.to_text().as_bytes());
        written.and(printed.and_then(|()| self.table.flush()).map_err(LabError::Print))
    }

    fn write_files(&self, report: &Report) -> Result<(), LabError> {
        if let Some(directory) = &self.directory {
            let failed = |path: &Path| {
                let path = path.to_owned();
                move |source| LabError::Write { path, source }
            };
            fs::create_dir_all(directory).map_err(failed(directory))?;
            let csv = directory.join(format!("{}.csv", report.experiment));
            replace(&csv, csv_of(&report.recording).as_bytes()).map_err(failed(&csv))?;
            let json = directory.join(format!("{}.json", report.experiment));
            let mut text = serde_json::to_vec_pretty(report)
                .map_err(io::Error::from)
                .map_err(failed(&json))?;
            text.push(b'\n');
            replace(&json, &text).map_err(failed(&json))?;
        }
        Ok(())
    }
}

/// Writes beside the target and renames, so that a reader never sees half a file.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    fs::write(&partial, content)?;
    fs::rename(&partial, path)
}

/// One line a sample; empty cells where a quantity was not measured.
fn csv_of(recording: &Recording) -> String {
    let mut text =
        String::from("case,contender,round,position,runs,wall_ns,cpu_user_ns,cpu_system_ns\n");
    for sample in &recording.samples {
        let condition = &recording.conditions[sample.condition];
        let optional =
            |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
        let observation = &sample.observation;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{}",
            quoted(&condition.case),
            quoted(&condition.contender),
            sample.round,
            sample.position,
            observation.runs,
            observation.wall_ns,
            optional(observation.cpu_user_ns),
            optional(observation.cpu_system_ns),
        );
    }
    text
}

/// A field by RFC 4180: quoted where it holds a comma, a quote or a line break.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Condition, Observation, Sample};

    #[test]
    fn csv_has_a_line_a_sample_and_quotes_what_must_be_quoted() {
        let observation =
            Observation { runs: 1, wall_ns: 9, cpu_user_ns: Some(4), cpu_system_ns: None };
        let recording = Recording {
            conditions: vec![Condition::new("pipe, same", "no \"sandbox\"")],
            samples: vec![Sample { condition: 0, round: 2, position: 1, observation }],
            ..Recording::default()
        };
        let text = csv_of(&recording);
        let line = text.lines().nth(1).expect("one sample");
        assert_eq!(line, "\"pipe, same\",\"no \"\"sandbox\"\"\",2,1,1,9,4,");
    }

    #[test]
    fn replacing_a_file_leaves_no_other_behind() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("spawn.csv");
        fs::write(&path, "old").expect("writable");
        replace(&path, b"new").expect("writable");
        assert_eq!(fs::read(&path).expect("readable"), b"new");
        assert_eq!(fs::read_dir(directory.path()).expect("readable").count(), 1);
    }
}
