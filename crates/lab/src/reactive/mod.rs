//! `sandglass lab reactive`: Merry's experiment (2010) on the user's machine.
//!
//! A solution answers 200,000 queries and flushes after each. In the mode *pipe* a dummy grader
//! sits at the other end of two pipes, in the mode *file* (Merry's "batch") the queries come from
//! a file and the answers go to one, with half as many system calls. Each mode runs with and
//! without a sandbox and with three affinities: none, both processes on the same CPU, and each on
//! one of its own. The time that counts is the solution's CPU time, user and system together; the
//! grader is never in the sandbox. Files lie in memory and the order is drawn anew each round.

mod exchange;
mod tables;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::LabError;
use crate::environment::Environment;
use crate::helper::{HelperCommand, allowed_cpus, write_queries};
use crate::report::{LeftOut, Output, Report, compare, left_out};
use crate::runner::Runner;
use crate::scratch::Scratch;
use crate::session::{self, Condition, Interrupt, Metric, Plan};
use exchange::Stage;

/// Options of `sandglass lab reactive`.
#[derive(Debug, Clone, Serialize)]
pub struct ReactiveOptions {
    /// Queries a run; Merry's test case had 200,000.
    pub queries: usize,
    /// Runs of each condition; Merry made 100.
    pub rounds: usize,
    /// Rounds before them that do not count.
    pub warmup_rounds: usize,
    /// Where the queries go through.
    pub modes: Vec<Mode>,
    /// Where the processes may run.
    pub affinities: Vec<Affinity>,
    /// Seed of the queries, the order and the bootstrap.
    pub seed: u64,
    /// Raised to end early with what there is.
    #[serde(skip)]
    pub interrupt: Interrupt,
}

impl Default for ReactiveOptions {
    fn default() -> Self {
        Self {
            queries: 200_000,
            rounds: 10,
            warmup_rounds: 1,
            modes: vec![Mode::Pipe, Mode::File],
            affinities: vec![Affinity::None, Affinity::Same, Affinity::Separate],
            seed: 1,
            interrupt: Interrupt::never(),
        }
    }
}

/// How queries and answers travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Two pipes, with a grader at the other end.
    Pipe,
    /// Two files.
    File,
}

/// Which CPUs the solution and the grader may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Affinity {
    /// All.
    None,
    /// Both the same one.
    Same,
    /// Each its own.
    Separate,
}

impl Mode {
    fn name(self) -> &'static str {
        match self {
            Self::Pipe => "pipe",
            Self::File => "file",
        }
    }
}

impl Affinity {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Same => "same",
            Self::Separate => "separate",
        }
    }

    /// CPU of the solution and CPU of the grader; `None` where the host has too few.
    pub(crate) fn cpus(self, allowed: &[usize]) -> Option<(Option<usize>, Option<usize>)> {
        match (self, allowed) {
            (Self::None, _) => Some((None, None)),
            (Self::Same, [first, ..]) => Some((Some(*first), Some(*first))),
            (Self::Separate, [first, second, ..]) => Some((Some(*first), Some(*second))),
            _ => None,
        }
    }
}

/// Runs the experiment with every runner, prints the tables and writes the files.
///
/// Exactly one runner must be the baseline. `helper` provides the solution and the grader.
pub fn run_reactive(
    options: &ReactiveOptions,
    helper: &HelperCommand,
    runners: &mut [Box<dyn Runner>],
    out: &mut Output<'_>,
) -> Result<Report, LabError> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let environment = Environment::read();
    let identities: Vec<_> = runners.iter().map(|runner| runner.identity()).collect();
    let baseline = crate::only_baseline(&identities)?;
    let stage = Stage::set(options, helper)?;
    let allowed = allowed_cpus().map_err(LabError::Scratch)?;

    let (mut conditions, mut trials, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for &mode in &options.modes {
        for &affinity in &options.affinities {
            let case = tables::case(mode, affinity);
            let Some(cpus) = affinity.cpus(&allowed) else {
                let message = format!("needs more than the {} CPU of this host", allowed.len());
                failed.push(LeftOut { contender: "all".to_owned(), case, message });
                continue;
            };
            for (runner, identity) in identities.iter().enumerate() {
                conditions.push(Condition::new(case.clone(), identity.name.clone()));
                trials.push((runner, mode, cpus));
            }
        }
    }
    let plan =
        Plan { warmup_rounds: options.warmup_rounds, rounds: options.rounds, seed: options.seed };
    let recording =
        session::run(&plan, conditions, &options.interrupt, &out.progress, |condition| {
            let (runner, mode, (solution, grader)) = trials[condition];
            let observed = match mode {
                Mode::Pipe => stage.over_pipes(runners[runner].as_mut(), solution, grader),
                Mode::File => stage.over_files(runners[runner].as_mut(), solution),
            };
            observed.map(|one| vec![one]).map_err(|error| error.to_string())
        });

    failed.extend(left_out(&recording));
    let mut comparisons = Vec::new();
    for &mode in &options.modes {
        for &affinity in &options.affinities {
            let case = tables::case(mode, affinity);
            for metric in [Metric::CpuTime, Metric::WallTime] {
                comparisons.extend(compare(&recording, &case, metric, &baseline, options.seed));
            }
        }
    }
    let report = Report {
        experiment: "reactive".to_owned(),
        started_unix_seconds: started.as_secs(),
        interrupted: recording.interrupted,
        environment,
        settings: serde_json::json!({"options": options}),
        contenders: identities,
        left_out: failed,
        tables: vec![tables::of(&comparisons, options)],
        comparisons,
        recording,
    };
    out.publish(&report)?;
    match report.left_out.iter().find(|left_out| left_out.contender == baseline) {
        Some(failure) => Err(LabError::Baseline { baseline, message: failure.message.clone() }),
        None => Ok(report),
    }
}

impl Stage {
    fn set(options: &ReactiveOptions, helper: &HelperCommand) -> Result<Self, LabError> {
        let programs = Scratch::new(None).map_err(LabError::Scratch)?;
        let data = Scratch::in_memory().map_err(LabError::Scratch)?;
        // The helper may lie where a sandbox cannot see it, below somebody's home directory.
        let executable: PathBuf = programs
            .copy_executable(&helper.executable, "lab-helper")
            .map_err(LabError::Scratch)?;
        let queries = data.path().join("queries");
        write_queries(&queries, options.queries, options.seed).map_err(LabError::Scratch)?;
        let with = |mode: &str| {
            let mut arguments = helper.arguments.clone();
            arguments.push(mode.to_owned());
            arguments
        };
        Ok(Self {
            grader_arguments: with("grader"),
            solution_arguments: with("solution"),
            readable: vec![programs.path().to_owned()],
            _programs: programs,
            data,
            executable,
            queries,
            count: options.queries,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn affinity_needs_as_many_cpus_as_it_names() {
        let cpus = |affinity: Affinity, allowed: &[usize]| affinity.cpus(allowed);
        assert_eq!(cpus(Affinity::None, &[3]), Some((None, None)));
        assert_eq!(cpus(Affinity::Same, &[3, 5]), Some((Some(3), Some(3))));
        assert_eq!(cpus(Affinity::Separate, &[3, 5]), Some((Some(3), Some(5))));
        assert_eq!(cpus(Affinity::Separate, &[3]), None);
    }
}
