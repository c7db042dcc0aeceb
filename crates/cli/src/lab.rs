//! `sandglass lab`: experiments on this machine.

mod rpc;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;
use sandglass_lab as lab;

use crate::failure::{DONE, Failure, NOT_AS_HOPED, whole_story};
use crate::print::{self, say};
use crate::value;

/// Measure Sandglass on this machine, beside its peers and the published numbers
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every experiment measures its contenders interleaved, prints a table on stdout and writes \
EXPERIMENT.csv (a line a measurement) and EXPERIMENT.json (everything) with --output. Ctrl-C ends it \
early, with what there is.

Examples:
  sandglass lab spawn --output results
  sandglass lab reactive --rounds 30 --output results")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    Spawn(SpawnArguments),
    Reactive(ReactiveArguments),
    Compile(CompileArguments),
    Overshoot(OvershootArguments),
    Rpc(rpc::RpcArguments),
    Cave(rpc::CaveArguments),
}

/// What all experiments have.
#[derive(Debug, clap::Args)]
struct CommonArguments {
    /// Measured rounds; the more, the surer
    #[arg(long, value_name = "N", value_parser = value::count)]
    rounds: Option<usize>,
    /// Directory for the CSV and JSON files
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// Seed of the order in which contenders take turns
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Round trip of a program that does nothing, and runs per second (thesis, Tables 5.1 and 5.2)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Beside Sandglass are measured those that are found of nsjail, isolate, bubblewrap, \
firejail, crun, runc and go-judge.

Examples:
  sandglass lab spawn --output results
  sandglass lab spawn --rounds 20 --throughput-rounds 0     in a minute")]
struct SpawnArguments {
    #[command(flatten)]
    common: CommonArguments,
    /// Runs of a contender in a round
    #[arg(long, value_name = "N", value_parser = value::count)]
    batch: Option<usize>,
    /// Rest before each round trip, the same for all [default: 3ms, in which a cell is built ahead]
    #[arg(long, value_name = "TIME", value_parser = value::duration)]
    pause: Option<Duration>,
    /// CPU for client and program alike
    #[arg(long, value_name = "CPU")]
    cpu: Option<usize>,
    /// Clients that run at the same time, where runs per second are measured
    #[arg(long, value_name = "N", value_parser = value::count)]
    clients: Option<usize>,
    /// Measurements of runs per second; 0 leaves them out
    #[arg(long, value_name = "N")]
    throughput_rounds: Option<usize>,
}

/// CPU time of 200,000 queries over pipes and files (Merry, 2010)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandglass lab reactive --output results
  sandglass lab reactive --rounds 5 --queries 20000     in half a minute")]
struct ReactiveArguments {
    #[command(flatten)]
    common: CommonArguments,
    /// Queries a run
    #[arg(long, value_name = "N")]
    queries: Option<usize>,
}

/// CPU time of a compiler (thesis, Table A.1)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandglass lab compile --output results
  sandglass lab compile --compiler /usr/bin/clang++ --rounds 10")]
struct CompileArguments {
    #[command(flatten)]
    common: CommonArguments,
    /// The compiler
    #[arg(long, value_name = "FILE")]
    compiler: Option<PathBuf>,
}

/// How far past limits of CPU and wall time programs get; status 1 where 95 % are not within 2 ms
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The goal is for an idle machine; on a busy one the result says how busy it was.

Example:
  sandglass lab overshoot --rounds 30 --output results")]
struct OvershootArguments {
    #[command(flatten)]
    common: CommonArguments,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match carry_out(&arguments.experiment) {
        Ok(false) => ExitCode::from(NOT_AS_HOPED),
        Ok(true) => ExitCode::from(DONE),
        Err(failure) => failure.report(),
    }
}

/// Whether the experiment ran to its end and kept what it must keep.
fn carry_out(experiment: &Experiment) -> Result<bool, Failure> {
    let failed = |error: lab::LabError| {
        if let lab::LabError::Print(error) = &error {
            return print::unprinted(error);
        }
        Failure::ours(whole_story(&error))
    };
    let set_up = |error: io::Error| Failure::ours(format!("could not set up: {error}"));
    let interrupt = lab::session::Interrupt::on_signals().map_err(set_up)?;
    let helper = lab::HelperCommand::current().map_err(set_up)?;
    let (Experiment::Spawn(SpawnArguments { common, .. })
    | Experiment::Reactive(ReactiveArguments { common, .. })
    | Experiment::Compile(CompileArguments { common, .. })
    | Experiment::Overshoot(OvershootArguments { common })
    | Experiment::Rpc(rpc::RpcArguments { common, .. })
    | Experiment::Cave(rpc::CaveArguments { common, .. })) = experiment;
    // Before hours of work, and not after them.
    if let Some(folder) = &common.output {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::usage(format!("cannot make '{}': {error}", folder.display()))
        })?;
    }
    let mut stdout = io::stdout().lock();
    let mut out = lab::Output {
        table: &mut stdout,
        directory: common.output.clone(),
        progress: lab::session::Progress::stderr(),
    };
    let report = match experiment {
        Experiment::Spawn(arguments) => {
            let scratch = lab::Scratch::new(None).map_err(set_up)?;
            let programs = [lab::dynamic_true(), lab::static_true(&scratch).map_err(set_up)?];
            let mut contenders = vec![lab::posix_spawn(&helper)];
            contenders.extend(lab::sandglass());
            contenders.extend(lab::peers(&helper, &scratch));
            let defaults = lab::SpawnOptions::default();
            let options = lab::SpawnOptions {
                rounds: common.rounds.unwrap_or(defaults.rounds),
                batch: arguments.batch.unwrap_or(defaults.batch),
                pause: arguments.pause.unwrap_or(defaults.pause),
                cpu: arguments.cpu,
                clients: arguments.clients.unwrap_or(defaults.clients),
                throughput_rounds: arguments
                    .throughput_rounds
                    .unwrap_or(defaults.throughput_rounds),
                seed: common.seed,
                interrupt,
                ..defaults
            };
            lab::run_spawn(&options, &programs, &mut contenders, &mut out).map_err(failed)
        }
        Experiment::Reactive(arguments) => {
            let mut runners = both();
            let defaults = lab::ReactiveOptions::default();
            let options = lab::ReactiveOptions {
                rounds: common.rounds.unwrap_or(defaults.rounds),
                queries: arguments.queries.unwrap_or(defaults.queries),
                seed: common.seed,
                interrupt,
                ..defaults
            };
            lab::run_reactive(&options, &helper, &mut runners, &mut out).map_err(failed)
        }
        Experiment::Compile(arguments) => {
            let mut runners = both();
            let defaults = lab::CompileOptions::default();
            let options = lab::CompileOptions {
                rounds: common.rounds.unwrap_or(defaults.rounds),
                compiler: arguments.compiler.clone().unwrap_or(defaults.compiler),
                seed: common.seed,
                interrupt,
                ..defaults
            };
            lab::run_compile(&options, &mut runners, &mut out).map_err(failed)
        }
        Experiment::Overshoot(_) => {
            let defaults = lab::OvershootOptions::default();
            let options = lab::OvershootOptions {
                rounds: common.rounds.unwrap_or(defaults.rounds),
                seed: common.seed,
                interrupt,
                ..defaults
            };
            let mut limiters = lab::limiters();
            let overshoot = lab::run_overshoot(&options, &helper, &mut limiters, &mut out);
            let overshoot = overshoot.map_err(failed)?;
            for case in &overshoot.missed {
                say!("missed: {case}: fewer than 95 % within 2 ms");
            }
            if !overshoot.missed.is_empty() {
                return Ok(false);
            }
            Ok(overshoot.report)
        }
        Experiment::Cave(arguments) => {
            lab::run_cave(&arguments.options(interrupt), &mut out).map_err(failed)
        }
        Experiment::Rpc(arguments) => {
            lab::run_rpc(&arguments.options(interrupt), &mut out).map_err(failed)
        }
    };
    report.map(|report| !report.interrupted)
}

/// The same program without a sandbox and in ours.
fn both() -> Vec<Box<dyn lab::Runner>> {
    vec![Box::new(lab::DirectRunner), Box::<lab::SandboxRunner>::default()]
}

/// A small process of an experiment, started by ourselves
#[derive(Debug, clap::Args)]
pub(crate) struct HelperArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub(crate) fn help(arguments: HelperArguments) -> ExitCode {
    lab::baseline_main(arguments.arguments)
}
