//! `sandglass lab rpc`: what a call of an interactive task costs.
//!
//! Main, always in C, calls a function of the contestant's program with an array of 4 B to 64 KiB and
//! gets a number back. Each language of the contestant's program is measured over each transport that
//! it knows, with both programs on one CPU, each on one of its own, and unpinned. Beside them run the
//! bare transports in C: as many bytes there and back, and nothing else. The baseline of every case is
//! the bare named pipe. Main's clock gives the wall time, the other program's CPU clock its CPU time;
//! both without start and warm-up. The programs run without a sandbox, which stands in no path of
//! theirs; `sandglass task run` uses the same transports.

mod build;
mod cave;
mod play;
mod tables;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use sandglass_channel::Transport;
use serde::Serialize;

use crate::LabError;
use crate::contender::{Identity, Role};
use crate::environment::Environment;
use crate::helper::allowed_cpus;
use crate::reactive::Affinity;
use crate::report::{LeftOut, Output, Report, compare, left_out};
use crate::scratch::Scratch;
use crate::session::{self, Condition, Interrupt, Metric, Observation, Plan};
pub use build::Tongue;
use build::{Bench, Program};
pub use cave::{CaveOptions, run_cave};
use play::{Pair, play};
use tables::{Case, MUSTS};

/// Options of `sandglass lab rpc`.
#[derive(Debug, Clone, Serialize)]
pub struct RpcOptions {
    /// Rounds that count.
    pub rounds: usize,
    /// Rounds before them that do not.
    pub warmup_rounds: usize,
    /// Bytes of the array.
    pub sizes: Vec<usize>,
    /// Where the programs may run.
    pub affinities: Vec<Affinity>,
    /// Languages of the contestant's program; those whose compiler is not found are left out.
    pub languages: Vec<Tongue>,
    /// Thousandths of the calls that a measurement has by itself; for quick looks and tests.
    pub permille: usize,
    /// The command `sandglass`, to time its compiler of interfaces; not timed where absent.
    pub compiler: Option<PathBuf>,
    /// Seed of the order and the bootstrap.
    pub seed: u64,
    /// Raised to end early with what there is.
    #[serde(skip)]
    pub interrupt: Interrupt,
}

impl Default for RpcOptions {
    fn default() -> Self {
        Self {
            rounds: 5,
            warmup_rounds: 1,
            sizes: vec![4, 16, 256, 4 << 10, 64 << 10],
            affinities: vec![Affinity::Same, Affinity::Separate, Affinity::None],
            // The fastest and the slowest: some two minutes.
            languages: vec![Tongue::C, Tongue::Python],
            permille: 1000,
            compiler: None,
            seed: 1,
            interrupt: Interrupt::never(),
        }
    }
}

/// Who is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contender {
    /// The transport alone.
    Bare(Transport),
    /// Generated code in Main and in the contestant's program.
    Generated(Transport),
    /// The compiler of interfaces.
    Compiler,
}

impl Contender {
    fn name(self) -> String {
        match self {
            Contender::Bare(transport) => format!("bare {transport}"),
            Contender::Generated(transport) => transport.name().to_owned(),
            Contender::Compiler => "task generate".to_owned(),
        }
    }
}

/// Runs the experiment, prints the tables and writes the files.
pub fn run_rpc(options: &RpcOptions, out: &mut Output<'_>) -> Result<Report, LabError> {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let environment = Environment::read();
    let scratch = Scratch::in_memory().map_err(LabError::Scratch)?;
    let allowed = allowed_cpus().map_err(LabError::Scratch)?;
    let (bench, mut failed) = Bench::build(&scratch, &options.languages, &out.progress)?;

    let (mut conditions, mut trials, mut cases) = (Vec::new(), Vec::new(), Vec::new());
    for program in &bench.children {
        for &affinity in &options.affinities {
            let Some(cpus) = affinity.cpus(&allowed) else {
                let message = format!("needs more than the {} CPU of this host", allowed.len());
                let case = format!("{}, affinity {}", program.tongue.name(), affinity.name());
                failed.push(LeftOut { contender: "all".to_owned(), case, message });
                continue;
            };
            for &bytes in &options.sizes {
                let case = Case { tongue: program.tongue, affinity, bytes };
                for contender in contenders(program, affinity) {
                    conditions.push(Condition::new(case.name(), contender.name()));
                    trials.push((contender, program, case, cpus));
                }
                cases.push(case);
            }
        }
    }
    let pairs = trials.len();
    if options.compiler.is_some() {
        conditions.push(Condition::new(tables::COMPILER, Contender::Compiler.name()));
    }
    let calls = |case: &Case| (case.calls() * options.permille / 1000).max(20);
    let plan =
        Plan { warmup_rounds: options.warmup_rounds, rounds: options.rounds, seed: options.seed };
    let recording =
        session::run(&plan, conditions, &options.interrupt, &out.progress, |condition| {
            let observed = if condition < pairs {
                let (contender, program, case, cpus) = &trials[condition];
                let pair = Pair {
                    cpus: *cpus,
                    bytes: case.bytes,
                    calls: calls(case),
                    first: case.first(calls(case)),
                    measures: (case.tongue, *contender),
                };
                play(&bench, program, &pair)
            } else {
                bench.generate(options.compiler.as_deref())
            };
            observed.map(|one| vec![one]).map_err(|error| error.to_string())
        });

    failed.extend(left_out(&recording));
    let baseline = Contender::Bare(Transport::NamedPipes).name();
    let mut comparisons = Vec::new();
    for case in &cases {
        for metric in [Metric::WallTime, Metric::CpuTime] {
            comparisons.extend(compare(&recording, &case.name(), metric, &baseline, options.seed));
        }
    }
    let compiler = Contender::Compiler.name();
    let times = compare(&recording, tables::COMPILER, Metric::WallTime, &compiler, options.seed);
    comparisons.extend(times);
    let mut shown: Vec<_> =
        cases.iter().filter_map(|case| tables::of(case, &comparisons, calls(case))).collect();
    shown.push(MUSTS.table(&recording, &comparisons, options.seed, &|case| calls(case)));
    let report = Report {
        experiment: "rpc".to_owned(),
        started_unix_seconds: started.as_secs(),
        interrupted: recording.interrupted,
        environment,
        settings: serde_json::json!({"options": options}),
        contenders: bench.identities(),
        left_out: failed,
        tables: shown,
        comparisons,
        recording,
    };
    out.publish(&report)?;
    Ok(report)
}

/// Who runs in a case: spinning needs a CPU of one's own, yielding somebody to yield to.
fn contenders(program: &Program, affinity: Affinity) -> Vec<Contender> {
    let fits = |transport: &Transport| match transport {
        Transport::MemoryYield => affinity == Affinity::Same,
        Transport::MemorySpin => affinity == Affinity::Separate,
        _ => true,
    };
    let bare =
        [Transport::NamedPipes, Transport::Pipes, Transport::MemoryYield, Transport::MemorySpin];
    let generated = Transport::ALL.into_iter().filter(|way| program.knows(*way)).filter(fits);
    let mut all: Vec<Contender> =
        bare.iter().filter(|way| fits(way)).map(|way| Contender::Bare(*way)).collect();
    all.extend(generated.map(Contender::Generated));
    all
}

/// One measurement: wall time of all calls, and the contestant's CPU time in them.
fn observation(calls: usize, wall_ns: u64, cpu_ns: u64) -> Observation {
    Observation {
        runs: calls as u64,
        wall_ns,
        cpu_user_ns: Some(cpu_ns),
        // The CPU clock of a process does not tell them apart.
        cpu_system_ns: Some(0),
    }
}

fn identity(name: String, role: Role, configuration: &str) -> Identity {
    Identity { name, role, version: None, configuration: configuration.to_owned() }
}
