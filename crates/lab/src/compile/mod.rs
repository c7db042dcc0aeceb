//! `sandglass lab compile`: what a sandbox adds to the CPU time of a compiler.
//!
//! One C++ file that takes g++ about 300 ms is compiled again and again, with and without a
//! sandbox, with the command line of the thesis (section 5.1.1) but for `-static`, which needs
//! libraries that not every host has.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::LabError;
use crate::contender::ContenderError;
use crate::environment::Environment;
use crate::published;
use crate::report::{
    Align, Comparison, Output, Report, Table, compare, duration, left_out, p_value, percent, ratio,
};
use crate::runner::{RunRequest, Runner};
use crate::scratch::Scratch;
use crate::session::{self, Condition, Interrupt, Metric, Observation, Plan};

/// The program that is compiled.
const SOURCE: &str = include_str!("program.cpp");

/// Name of the only case.
const CASE: &str = "g++ -std=c++17 -O2";

/// Options of `sandglass lab compile`.
#[derive(Debug, Clone, Serialize)]
pub struct CompileOptions {
    /// The compiler.
    pub compiler: PathBuf,
    /// Compilations that count; the thesis made 10.
    pub rounds: usize,
    /// Rounds before them that do not.
    pub warmup_rounds: usize,
    /// Seed of the order and the bootstrap.
    pub seed: u64,
    /// Raised to end early with what there is.
    #[serde(skip)]
    pub interrupt: Interrupt,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            compiler: PathBuf::from("/usr/bin/g++"),
            rounds: 20,
            warmup_rounds: 2,
            seed: 1,
            interrupt: Interrupt::never(),
        }
    }
}

/// Compiles with every runner, prints the table and writes the files.
///
/// Exactly one runner must be the baseline.
pub fn run_compile(
    options: &CompileOptions,
    runners: &mut [Box<dyn Runner>],
    out: &mut Output<'_>,
) -> Result<Report, LabError> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let environment = Environment::read();
    let identities: Vec<_> = runners.iter().map(|runner| runner.identity()).collect();
    let baseline = crate::only_baseline(&identities)?;
    let scratch = Scratch::in_memory().map_err(LabError::Scratch)?;
    fs::write(scratch.path().join("program.cpp"), SOURCE).map_err(LabError::Scratch)?;

    let conditions =
        identities.iter().map(|identity| Condition::new(CASE, &identity.name)).collect();
    let plan =
        Plan { warmup_rounds: options.warmup_rounds, rounds: options.rounds, seed: options.seed };
    let recording =
        session::run(&plan, conditions, &options.interrupt, &out.progress, |condition| {
            compile(runners[condition].as_mut(), &options.compiler, scratch.path())
                .map(|observation| vec![observation])
                .map_err(|error| error.to_string())
        });
    let comparisons: Vec<Comparison> = [Metric::CpuTime, Metric::WallTime]
        .into_iter()
        .filter_map(|metric| compare(&recording, CASE, metric, &baseline, options.seed))
        .collect();
    let report = Report {
        experiment: "compile".to_owned(),
        started_unix_seconds: started.as_secs(),
        interrupted: recording.interrupted,
        environment,
        settings: serde_json::json!({"options": options}),
        contenders: identities,
        left_out: left_out(&recording),
        tables: comparisons.iter().map(table).collect(),
        comparisons,
        recording,
    };
    out.publish(&report)?;
    match report.left_out.iter().find(|left_out| left_out.contender == baseline) {
        Some(failure) => Err(LabError::Baseline { baseline, message: failure.message.clone() }),
        None => Ok(report),
    }
}

fn compile(
    runner: &mut dyn Runner,
    compiler: &Path,
    directory: &Path,
) -> Result<Observation, ContenderError> {
    let executable = directory.join("executable");
    if let Err(error) = fs::remove_file(&executable)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        return Err(ContenderError::while_doing("removing the last executable")(error));
    }
    let arguments = ["-std=c++17", "-O2", "-o", "executable", "program.cpp"].map(str::to_owned);
    let observation = runner.run(RunRequest {
        program: compiler,
        arguments: &arguments,
        readable: &[],
        writable: Some(directory),
        results: &["executable"],
        stdin: None,
        stdout: None,
        cpu: None,
        many_processes: true,
    })?;
    match executable.exists() {
        true => Ok(observation),
        false => Err(ContenderError::Run("the compiler left no executable".to_owned())),
    }
}

fn table(comparison: &Comparison) -> Table {
    let quantity = match comparison.metric {
        Metric::CpuTime => "CPU time",
        _ => "wall time",
    };
    let mut table = Table::new(
        format!("compile: {quantity} of {}", comparison.case),
        &[
            ("sandbox", Align::Left),
            ("median", Align::Right),
            ("ratio of medians (95 %)", Align::Right),
            ("mean", Align::Right),
            ("std. dev.", Align::Right),
            ("std. err.", Align::Right),
            ("slowdown", Align::Right),
            ("p (Welch)", Align::Right),
            ("runs", Align::Right),
        ],
    );
    for row in &comparison.rows {
        let summary = &row.summary;
        let slowdown = row.ratio_of_means.unwrap_or(1.0) - 1.0;
        table.row(vec![
            row.contender.clone(),
            duration(summary.median),
            row.ratio.as_ref().map_or_else(|| "1".to_owned(), ratio),
            duration(summary.mean),
            percent(summary.standard_deviation, summary.mean),
            percent(summary.standard_error, summary.mean),
            format!("{:+.2} %", slowdown * 100.0),
            row.welch.map_or_else(String::new, |test| p_value(test.p_value)),
            summary.count.to_string(),
        ]);
    }
    table.note(published::COMPILE);
    table
}
