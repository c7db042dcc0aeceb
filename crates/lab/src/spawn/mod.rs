//! `sandglass lab spawn`: what it costs to run a program that does nothing.
//!
//! Three measurements in one session each: the round trip of a request (Table 5.1 of the thesis),
//! sustained runs per second with several clients, and, where the contender can tell, the steps
//! within a request. Variants of our sandbox that make a namespace for each request give the
//! breakdown of Table 5.2.

mod memory;
mod options;
mod program;
mod steps;
mod tables;

pub use memory::ProcessMemory;
pub(crate) use memory::{children_of, parent_of};
pub use options::SpawnOptions;
pub use program::{dynamic_true, static_true};
pub use steps::{Step, StepTimings};

use std::time::{SystemTime, UNIX_EPOCH};

use crate::LabError;
use crate::contender::{Contender, ContenderError, Program, Role, RoundTrips};
use crate::environment::Environment;
use crate::report::{Comparison, LeftOut, Output, Report, compare, left_out};
use crate::session::{self, Condition, Metric, Plan, Recording};

/// Measures all contenders on all programs, prints the tables and writes the files.
///
/// Exactly one contender must have [`Role::Baseline`]; if it fails, so does the experiment. Any
/// other that fails is reported and left out.
pub fn run_spawn(
    options: &SpawnOptions,
    programs: &[Program],
    contenders: &mut [Box<dyn Contender>],
    out: &mut Output<'_>,
) -> Result<Report, LabError> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let environment = Environment::read();
    let identities: Vec<_> = contenders.iter().map(|contender| contender.identity()).collect();
    let baseline = crate::only_baseline(&identities)?;
    let (able, unable) = prepare(contenders, programs, &baseline)?;

    let mut recording = round_trips(options, programs, contenders, &able, out);
    if !recording.interrupted {
        recording.append(throughput(options, programs, contenders, &able, out));
    }
    let mut failed = unable;
    failed.extend(left_out(&recording));
    let (mut steps, mut idle) = (Vec::new(), Vec::new());
    if !recording.interrupted {
        steps = step_timings(options, programs, contenders, &able, &mut failed);
        idle = idle_memory(programs, contenders, &able, &mut failed);
    }
    // Asked again after the runs: some contenders learn from the host how they could be set up.
    let identities: Vec<_> = contenders.iter().map(|contender| contender.identity()).collect();
    for (contender, identity) in contenders.iter_mut().zip(&identities) {
        if let Err(error) = contender.finish() {
            failed.push(left_out_of(&identity.name, "cleaning up", &error));
        }
    }

    let comparisons = comparisons(&recording, &baseline, options.seed);
    let mut tables = tables::of_comparisons(&comparisons, &identities);
    tables.extend(tables::breakdown(&recording, &identities, options.seed));
    tables.extend(steps.iter().map(|(name, timings)| timings.table(name)));
    tables.extend(idle.iter().map(|(name, processes)| memory::table(name, processes)));
    let report = Report {
        experiment: "spawn".to_owned(),
        started_unix_seconds: started.as_secs(),
        interrupted: recording.interrupted,
        environment,
        settings: serde_json::json!({
            "options": options, "programs": programs, "steps": steps, "idle_memory": idle,
        }),
        contenders: identities,
        left_out: failed,
        comparisons,
        tables,
        recording,
    };
    out.publish(&report)?;
    // Only now: what was measured before the baseline failed is on the disk.
    match report.left_out.iter().find(|left_out| left_out.contender == baseline) {
        Some(failure) => Err(LabError::Baseline { baseline, message: failure.message.clone() }),
        None => Ok(report),
    }
}

fn left_out_of(contender: &str, case: &str, error: &ContenderError) -> LeftOut {
    LeftOut { contender: contender.to_owned(), case: case.to_owned(), message: error.to_string() }
}

/// Contender and program by index.
type Pair = (usize, usize);

/// Runs each program once with each contender: the pairs that work, and the messages of the rest.
fn prepare(
    contenders: &mut [Box<dyn Contender>],
    programs: &[Program],
    baseline: &str,
) -> Result<(Vec<Pair>, Vec<LeftOut>), LabError> {
    let (mut able, mut unable) = (Vec::new(), Vec::new());
    for (index, contender) in contenders.iter_mut().enumerate() {
        let name = contender.identity().name;
        for (which, program) in programs.iter().enumerate() {
            match contender.prepare(program) {
                Ok(()) => able.push((index, which)),
                Err(error) if name == baseline => {
                    let message = error.to_string();
                    return Err(LabError::Baseline { baseline: name, message });
                }
                Err(error) => {
                    unable.push(left_out_of(&name, &tables::round_trip_case(program), &error));
                }
            }
        }
    }
    Ok((able, unable))
}

fn conditions(
    contenders: &[Box<dyn Contender>],
    pairs: &[Pair],
    case_of: impl Fn(usize) -> String,
) -> Vec<Condition> {
    let condition = |&(contender, program): &Pair| {
        Condition::new(case_of(program), contenders[contender].identity().name)
    };
    pairs.iter().map(condition).collect()
}

fn round_trips(
    options: &SpawnOptions,
    programs: &[Program],
    contenders: &mut [Box<dyn Contender>],
    able: &[Pair],
    out: &Output<'_>,
) -> Recording {
    let plan =
        Plan { warmup_rounds: options.warmup_rounds, rounds: options.rounds, seed: options.seed };
    let conditions =
        conditions(contenders, able, |program| tables::round_trip_case(&programs[program]));
    let trips = RoundTrips { runs: options.batch, pause: options.pause, cpu: options.cpu };
    session::run(&plan, conditions, &options.interrupt, &out.progress, |condition| {
        let (contender, program) = able[condition];
        contenders[contender]
            .round_trips(&programs[program], &trips)
            .map_err(|error| error.to_string())
    })
}

/// Only contenders that are no variant take part, and only the first program.
fn throughput(
    options: &SpawnOptions,
    programs: &[Program],
    contenders: &mut [Box<dyn Contender>],
    able: &[Pair],
    out: &Output<'_>,
) -> Recording {
    let is_variant =
        |contender: usize| matches!(contenders[contender].identity().role, Role::Variant { .. });
    let pairs: Vec<Pair> = able
        .iter()
        .copied()
        .filter(|&(contender, program)| program == 0 && !is_variant(contender))
        .collect();
    let case = |program: usize| tables::throughput_case(&programs[program], options.clients);
    let conditions = conditions(contenders, &pairs, case);
    let plan = Plan {
        warmup_rounds: usize::from(options.throughput_rounds > 0),
        rounds: options.throughput_rounds,
        seed: options.seed.wrapping_add(1),
    };
    session::run(&plan, conditions, &options.interrupt, &out.progress, |condition| {
        let (contender, program) = pairs[condition];
        contenders[contender]
            .throughput(&programs[program], options.clients, options.throughput_duration)
            .map(|observation| vec![observation])
            .map_err(|error| error.to_string())
    })
}

fn step_timings(
    options: &SpawnOptions,
    programs: &[Program],
    contenders: &mut [Box<dyn Contender>],
    able: &[Pair],
    failed: &mut Vec<LeftOut>,
) -> Vec<(String, StepTimings)> {
    let mut all = Vec::new();
    for &(index, program) in able.iter().filter(|(_, program)| *program == 0) {
        let name = contenders[index].identity().name;
        match contenders[index].step_timings(&programs[program], options.step_runs) {
            Ok(Some(timings)) => all.push((name, timings)),
            Ok(None) => {}
            Err(error) => failed.push(left_out_of(&name, "steps of a request", &error)),
        }
    }
    all
}

fn idle_memory(
    programs: &[Program],
    contenders: &mut [Box<dyn Contender>],
    able: &[Pair],
    failed: &mut Vec<LeftOut>,
) -> Vec<(String, Vec<ProcessMemory>)> {
    let mut all = Vec::new();
    for &(index, program) in able.iter().filter(|(_, program)| *program == 0) {
        let name = contenders[index].identity().name;
        match contenders[index].idle_memory(&programs[program]) {
            Ok(Some(processes)) => all.push((name, processes)),
            Ok(None) => {}
            Err(error) => failed.push(left_out_of(&name, "memory while idle", &error)),
        }
    }
    all
}

fn comparisons(recording: &Recording, baseline: &str, seed: u64) -> Vec<Comparison> {
    let mut cases: Vec<&str> = Vec::new();
    for condition in &recording.conditions {
        if !cases.contains(&condition.case.as_str()) {
            cases.push(&condition.case);
        }
    }
    cases
        .into_iter()
        .filter_map(|case| {
            let metric = match tables::is_throughput(case) {
                true => Metric::Rate,
                false => Metric::WallTime,
            };
            compare(recording, case, metric, baseline, seed)
        })
        .collect()
}
