//! `sandglass task run`: builds Main and the programs of a contestant, and lets them talk.

mod authors;
mod play;
mod report;
mod transport;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use sandglass_judge::calls::{Builder, Side, Task};
use sandglass_languages::Languages;
use sandglass_sandbox::{BackendChoice, Lane, LaneOptions};

use super::generate::module;
use super::source::Source;
use crate::compile_cache::CacheArguments;
use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::judge::failure;
use crate::value;
use authors::{Author, Children};
use transport::Plan;

/// Build Main and a contestant's programs, and run them, each in a sandbox of its own
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Main's standard output is printed on stdout; everything else goes to stderr, each line with the name of
its side. The limits are those of each contestant's program; Main has more time.

Exit status:
  0  Main came to its end and exited with 0, or with 42, which accepts
  1  anything else: the cause is said, or the sources did not compile
  2  wrong usage
  3  a failure of Sandglass or of the host

Examples:
  sandglass task run cave.idl --main Main.cpp --child solution.py --input case1.in
  sandglass task run cave.idl --main Main.cpp --child solution.cpp --cpu-time 2s --memory 256MiB --json")]
pub(crate) struct Arguments {
    /// The interface file
    file: PathBuf,
    /// The setter's source; its ending says the language
    #[arg(long, value_name = "FILE")]
    main: PathBuf,
    /// The contestant's source, for all interfaces, or INTERFACE=FILE for one; its ending says the
    /// language
    #[arg(long, value_name = "FILE", required = true)]
    child: Vec<String>,
    /// Standard input of Main
    #[arg(long, value_name = "FILE", default_value = "/dev/null")]
    input: PathBuf,
    /// CPU time of each contestant's program
    #[arg(long, value_name = "TIME", value_parser = value::duration, default_value = "10s")]
    cpu_time: Duration,
    /// Time from start to end of each contestant's program, without what Main uses and what the host has
    /// no CPU for
    #[arg(long, value_name = "TIME", value_parser = value::duration, default_value = "20s")]
    wall_time: Duration,
    /// Memory of each
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "512MiB")]
    memory: u64,
    /// Processes and threads of each together [default: what its language needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    processes: Option<u64>,
    #[command(flatten)]
    transport: transport::TransportArguments,
    /// Where there are no cgroups, run with weaker limits
    #[arg(long)]
    allow_weaker: bool,
    /// Print one JSON object on stdout, with Main's output in it
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cache: CacheArguments,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    match whole(arguments) {
        Ok(true) => ExitCode::from(DONE),
        Ok(false) => ExitCode::from(NOT_AS_HOPED),
        Err(failure) => failure.report(),
    }
}

/// A side of the task, and where it runs.
struct Seat {
    lane: Lane,
    side: Side,
}

fn whole(arguments: &Arguments) -> Result<bool, Failure> {
    let name = module(&arguments.file)?;
    let Some(model) = Source::read(&arguments.file)?.model() else { return Ok(false) };
    let task = Task { name, model };
    let languages = Languages::builtin().map_err(|error| Failure::ours(error.to_string()))?;
    let main = Author::new(&arguments.main, &languages)?;
    let children = Children::new(&arguments.child, &task.model, &languages)?;
    let builder = match arguments.cache.open()? {
        Some(cache) => Builder::default().with_cache(cache),
        None => Builder::default(),
    };
    let mut seats = Vec::new();
    for (role, interface) in task.model.interfaces.iter().enumerate() {
        let author = if role == 0 { &main } else { children.author(&interface.name)? };
        let lane = Lane::new(&LaneOptions {
            backend: if arguments.allow_weaker {
                BackendChoice::AllowWeaker
            } else {
                BackendChoice::Strict
            },
            ..LaneOptions::default()
        })?;
        let built = builder
            .build(&lane, &task, role, &author.language, &author.sources)
            .map_err(|error| failure(&interface.name, &error))?;
        match built {
            Ok(side) => seats.push(Seat { lane, side }),
            Err(compilation) => {
                report::refused(arguments.json, &interface.name, &compilation.messages)?;
                return Ok(false);
            }
        }
    }
    let plan = Plan::new(&arguments.transport, &seats);
    let played = play::play(&seats, &plan, arguments)?;
    report::played(arguments.json, &plan, &played)?;
    Ok(played.cause.success())
}
