//! `sandglass lab cave`: the paper's experiment with IOI 2013's Caves.
//!
//! The same two sources, once as one executable and once as two processes over several transports; some
//! 70,000 calls with an array of 20 KB each. The one executable is the baseline of wall time, and of CPU
//! time against that of the contestant's process.

use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use sandglass_channel::Transport;
use serde::Serialize;

use super::build::{compile, generated};
use super::play::{Program, converse, figures};
use super::{identity, observation};
use crate::LabError;
use crate::contender::{ContenderError, Role};
use crate::environment::Environment;
use crate::helper::{allowed_cpus, pin_to, unpin};
use crate::reactive::Affinity;
use crate::report::{
    Align, LeftOut, Output, Report, Table, compare, duration, left_out, p_value, ratio,
};
use crate::scratch::Scratch;
use crate::session::{self, Condition, Interrupt, Metric, Observation, Plan};

const INTERFACE: &str = include_str!("programs/cave.idl");
const CASE: &str = "cave";
const ONE: &str = "one executable";

/// Options of `sandglass lab cave`.
#[derive(Debug, Clone, Serialize)]
pub struct CaveOptions {
    /// Rounds that count.
    pub rounds: usize,
    /// Rounds before them that do not.
    pub warmup_rounds: usize,
    /// Doors, at most 5000: fourteen calls each.
    pub doors: usize,
    /// Rounds of arithmetic, about a nanosecond each, that either side adds to each call. In the paper, a
    /// call had 341 µs of computation in all.
    pub work: usize,
    /// Seed of the order and the bootstrap.
    pub seed: u64,
    /// Raised to end early with what there is.
    #[serde(skip)]
    pub interrupt: Interrupt,
}

impl Default for CaveOptions {
    fn default() -> Self {
        Self {
            rounds: 10,
            warmup_rounds: 1,
            doors: 5000,
            work: 0,
            seed: 1,
            interrupt: Interrupt::never(),
        }
    }
}

/// Two processes, and where.
const PAIRS: [(Transport, Affinity); 5] = [
    (Transport::NamedPipes, Affinity::Same),
    (Transport::Pipes, Affinity::Same),
    (Transport::MemoryYield, Affinity::Same),
    (Transport::NamedPipes, Affinity::Separate),
    (Transport::MemorySpin, Affinity::Separate),
];

/// Runs the experiment, prints the table and writes the files.
pub fn run_cave(options: &CaveOptions, out: &mut Output<'_>) -> Result<Report, LabError> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let environment = Environment::read();
    let scratch = Scratch::in_memory().map_err(LabError::Scratch)?;
    let allowed = allowed_cpus().map_err(LabError::Scratch)?;
    let root = scratch.path();
    build(root).map_err(|message| LabError::Baseline { baseline: ONE.to_owned(), message })?;

    let (mut conditions, mut trials, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    conditions.push(Condition::new(CASE, ONE));
    for (transport, affinity) in PAIRS {
        let name = format!("{transport}, affinity {}", affinity.name());
        match affinity.cpus(&allowed) {
            Some(cpus) => {
                conditions.push(Condition::new(CASE, name));
                trials.push((transport, cpus));
            }
            None => {
                let message = format!("needs more than the {} CPU of this host", allowed.len());
                failed.push(LeftOut { contender: name, case: CASE.to_owned(), message });
            }
        }
    }
    let identities = conditions
        .iter()
        .map(|one| {
            let role = if one.contender == ONE { Role::Baseline } else { Role::Subject };
            identity(one.contender.clone(), role, "both sources in C, unmodified")
        })
        .collect();
    let numbers = [options.doors.to_string(), options.work.to_string()];
    let plan =
        Plan { warmup_rounds: options.warmup_rounds, rounds: options.rounds, seed: options.seed };
    let recording =
        session::run(&plan, conditions, &options.interrupt, &out.progress, |condition| {
            let observed = match condition.checked_sub(1).map(|pair| trials[pair]) {
                None => alone(root, &numbers, allowed.first().copied()),
                Some((transport, cpus)) => {
                    let child = Program { directory: root.join("cave"), words: program(&[]) };
                    let main = Program { directory: root.join("Main"), words: program(&numbers) };
                    converse(("cave", transport), child, main, cpus)
                        .map(|(wall, cpu)| observation(1, wall, cpu))
                }
            };
            observed.map(|one| vec![one]).map_err(|error| error.to_string())
        });

    failed.extend(left_out(&recording));
    let comparisons: Vec<_> = [Metric::WallTime, Metric::CpuTime]
        .into_iter()
        .filter_map(|metric| compare(&recording, CASE, metric, ONE, options.seed))
        .collect();
    let report = Report {
        experiment: "cave".to_owned(),
        started_unix_seconds: started.as_secs(),
        interrupted: recording.interrupted,
        environment,
        settings: serde_json::json!({"options": options}),
        contenders: identities,
        left_out: failed,
        tables: table(&comparisons, options.doors).into_iter().collect(),
        comparisons,
        recording,
    };
    out.publish(&report)?;
    Ok(report)
}

fn program(more: &[String]) -> Vec<String> {
    ["./program".to_owned()].into_iter().chain(more.iter().cloned()).collect()
}

/// One executable, and one for each side.
fn build(root: &Path) -> Result<(), String> {
    let sources = [
        ("Main", 0, include_str!("programs/cave_main.c")),
        ("cave", 1, include_str!("programs/cave.c")),
    ];
    for (name, role, source) in sources {
        generated(&root.join(name), "cave", INTERFACE, "c", role, source)?;
        let file = if role == 0 { "Main.c" } else { "cave.c" };
        compile(
            &root.join(name),
            &["gcc", "-std=c11", "-O2", "-o", "program", "sandglass_stub.c", file],
        )?;
    }
    compile(root, &["gcc", "-std=c11", "-O2", "-IMain", "-o", "one", "Main/Main.c", "cave/cave.c"])
}

/// The baseline.
fn alone(
    root: &Path,
    numbers: &[String],
    cpu: Option<usize>,
) -> Result<Observation, ContenderError> {
    let mut command = Command::new(root.join("one"));
    command.args(numbers);
    let unpinned = cpu.map(pin_to).transpose();
    let unpinned = unpinned.map_err(ContenderError::while_doing("pinning a program"))?;
    let output = command.output();
    if let Some(set) = unpinned {
        unpin(&set).map_err(ContenderError::while_doing("unpinning the experiment"))?;
    }
    let started = |source| ContenderError::Start { program: ONE.to_owned(), source };
    let output = output.map_err(started)?;
    if !output.status.success() {
        return Err(ContenderError::Run(format!("{ONE}: {}", output.status)));
    }
    let (wall, cpu) = figures(&String::from_utf8_lossy(&output.stdout))?;
    Ok(observation(1, wall, cpu))
}

fn table(comparisons: &[crate::report::Comparison], doors: usize) -> Option<Table> {
    let find = |metric| comparisons.iter().find(|one| one.metric == metric);
    let (wall, cpu) = (find(Metric::WallTime)?, find(Metric::CpuTime)?);
    let mut table = Table::new(
        format!("cave: {doors} doors, up to {} calls of {} B each", doors * 14, doors * 4),
        &[
            ("how", Align::Left),
            ("wall", Align::Right),
            ("of one executable (95 %)", Align::Right),
            ("p (rank)", Align::Right),
            ("contestant's CPU", Align::Right),
            ("of one executable (95 %)", Align::Right),
            ("must", Align::Left),
        ],
    );
    for row in &wall.rows {
        let Some(cpu) = cpu.row(&row.contender) else { continue };
        let of = |ratio_of: &Option<_>| ratio_of.as_ref().map_or_else(|| "1".to_owned(), ratio);
        let must = match (&row.ratio, &cpu.ratio) {
            (Some(wall), Some(cpu)) if row.contender.starts_with("memory") => {
                let word = |fine| if fine { "reached" } else { "missed" };
                format!(
                    "wall 1.10 {}, CPU 1.00 {}",
                    word(wall.value <= 1.10),
                    word(cpu.value <= 1.0)
                )
            }
            _ => String::new(),
        };
        table.row(vec![
            row.contender.clone(),
            duration(row.summary.median),
            of(&row.ratio),
            row.mann_whitney.map_or_else(String::new, |test| p_value(test.p_value)),
            duration(cpu.summary.median),
            of(&cpu.ratio),
            must,
        ]);
    }
    table.note(
        "the CPU of one executable is Main's too; published, with 341 µs of computation a call: wall +59.72 %, CPU 20.14 s of 23.29 s",
    );
    Some(table)
}
