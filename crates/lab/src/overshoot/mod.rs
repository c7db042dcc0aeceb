//! `sandglass lab overshoot`: how far past its limit a program gets.
//!
//! Programs that never end by themselves run into limits of CPU and of wall time. For every run three
//! quantities are kept: CPU time and wall time as the sandbox reports them, and the client's own
//! clock from the request to the answer. What counts is the quantity that was limited, less the limit.

mod limiter;
mod options;
mod tables;

pub use limiter::{Limiter, SandglassLimiter, Stopped, limiters};
pub use options::{Case, Limit, OvershootOptions, Shape};

use std::time::{SystemTime, UNIX_EPOCH};

use crate::LabError;
use crate::contender::Role;
use crate::environment::Environment;
use crate::helper::HelperCommand;
use crate::report::{Output, Report, left_out};
use crate::scratch::Scratch;
use crate::session::{self, Condition, Observation, Plan, Recording, Sample};

/// What [`run_overshoot`] found.
#[derive(Debug)]
pub struct Overshoot {
    /// Tables and raw data.
    pub report: Report,
    /// Cases of ours in which fewer than 95 of 100 runs kept within [`OvershootOptions::must`].
    pub missed: Vec<String>,
}

/// The three quantities of a run, as the names of their conditions end.
const QUANTITIES: [&str; 3] = ["CPU time", "wall time", "client's clock"];

/// Lets every limiter stop every program that it offers a limit for, prints the tables and writes the
/// files. One that fails is reported and left out.
pub fn run_overshoot(
    options: &OvershootOptions,
    helper: &HelperCommand,
    limiters: &mut [Box<dyn Limiter>],
    out: &mut Output<'_>,
) -> Result<Overshoot, LabError> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let environment = Environment::read();
    let scratch = Scratch::new(None).map_err(LabError::Scratch)?;
    let program =
        scratch.copy_executable(&helper.executable, "burner").map_err(LabError::Scratch)?;
    let mut pairs = Vec::new();
    for (index, limiter) in limiters.iter().enumerate() {
        let offered = options.cases.iter().filter(|case| limiter.offers(**case));
        pairs.extend(offered.map(|case| (index, *case)));
    }
    let names: Vec<String> = limiters.iter().map(|limiter| limiter.identity().name).collect();
    let conditions =
        pairs.iter().map(|(index, case)| Condition::new(case.name(), &names[*index])).collect();
    let plan =
        Plan { warmup_rounds: options.warmup_rounds, rounds: options.rounds, seed: options.seed };
    let mut stopped: Vec<Vec<Stopped>> = vec![Vec::new(); pairs.len()];
    let measured =
        session::run(&plan, conditions, &options.interrupt, &out.progress, |condition| {
            let (index, case) = pairs[condition];
            let run = limiters[index].stop(&program, case).map_err(|error| error.to_string())?;
            stopped[condition].push(run);
            Ok(vec![Observation::wall(run.client.as_nanos() as u64)])
        });
    let identities: Vec<_> = limiters.iter().map(|limiter| limiter.identity()).collect();
    let subject = |index: usize| identities[index].role == Role::Subject;

    let mut tables = Vec::new();
    let mut missed = Vec::new();
    for case in &options.cases {
        let rows: Vec<_> = pairs
            .iter()
            .enumerate()
            .filter(|(condition, (_, of))| of == case && measured.failure_of(*condition).is_none())
            .map(|(condition, (index, _))| {
                // Warm-up rounds are the first of those that were kept here.
                let runs = &stopped[condition];
                (*index, &runs[options.warmup_rounds.min(runs.len())..])
            })
            .filter(|(_, runs)| !runs.is_empty())
            .collect();
        for (index, runs) in &rows {
            if subject(*index) && !tables::kept(*case, runs, options.must) {
                missed.push(case.name());
            }
        }
        let rows: Vec<_> =
            rows.iter().map(|(index, runs)| (identities[*index].name.as_str(), *runs)).collect();
        tables.push(tables::of(*case, &rows, options.must));
    }
    // A case of ours that could not be measured has not been kept either.
    missed.extend(measured.failures.iter().filter_map(|failure| {
        let (index, case) = pairs[failure.condition];
        subject(index).then(|| case.name())
    }));
    let failed = left_out(&measured);
    let report = Report {
        experiment: "overshoot".to_owned(),
        started_unix_seconds: started.as_secs(),
        interrupted: measured.interrupted,
        environment,
        settings: serde_json::json!({"options": options, "missed": missed}),
        contenders: identities,
        left_out: failed,
        comparisons: Vec::new(),
        tables,
        recording: by_quantity(&measured, &stopped, options.warmup_rounds),
    };
    out.publish(&report)?;
    Ok(Overshoot { report, missed })
}

/// The raw data with a condition for each quantity of each condition, so that the files carry all.
fn by_quantity(measured: &Recording, stopped: &[Vec<Stopped>], warmup_rounds: usize) -> Recording {
    let mut all = Recording { interrupted: measured.interrupted, ..Recording::default() };
    for condition in &measured.conditions {
        for quantity in QUANTITIES {
            let case = format!("{}: {quantity}", condition.case);
            all.conditions.push(Condition::new(case, &condition.contender));
        }
    }
    let mut next = vec![warmup_rounds; stopped.len()];
    for sample in &measured.samples {
        let run = &stopped[sample.condition][next[sample.condition]];
        next[sample.condition] += 1;
        for (place, time) in [run.cpu, run.wall, run.client].into_iter().enumerate() {
            all.samples.push(Sample {
                condition: sample.condition * QUANTITIES.len() + place,
                observation: Observation::wall(time.as_nanos() as u64),
                ..*sample
            });
        }
    }
    all.failures.extend(measured.failures.iter().map(|failure| session::Failure {
        condition: failure.condition * QUANTITIES.len(),
        ..failure.clone()
    }));
    all
}
