//! `sandglass task run`: builds Main and the programs of a contestant, and lets them talk.

mod authors;
mod play;
mod replay;
mod report;
mod transcript;
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
use crate::results;
use crate::value;
use authors::{Author, Children};
use transcript::Transcript;
use transport::Plan;

/// Build Main and a contestant's programs, and run them, each in a sandbox of its own
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Main's standard output is printed on stdout; everything else goes to stderr, each line with the name of \
its side. The limits are those of each contestant's program; Main has more time.

With --transcript, every call is kept with its values and its time; the programs are joined by named \
pipes then, with Sandglass between them, which costs time. With --replay, each of the contestant's \
programs runs alone against such a log, in place of Main.

Exit status:
  0  Main came to its end and exited with 0, or with 42, which accepts; with
     --replay: all was said as in the log
  1  anything else: the cause or the first difference is said, or the sources
     did not compile
  2  wrong usage
  3  a failure of Sandglass or of the host

Examples:
  sandglass task run cave.idl --main Main.cpp --child cave.py --input case1.in
  sandglass task run cave.idl --main Main.cpp --child cave.py --cpu-time 2s
  sandglass task run cave.idl --main Main.cpp --child cave.py -- subtask2
  sandglass task run cave.idl --main Main.cpp --child a.py --transcript a.jsonl
  sandglass task run cave.idl --child b.cpp --replay a.jsonl")]
pub(crate) struct Arguments {
    /// The interface file
    file: PathBuf,
    /// The setter's source; its ending says the language
    #[arg(long, value_name = "FILE", required_unless_present = "replay")]
    main: Option<PathBuf>,
    /// The contestant's source, for all interfaces, or INTERFACE=FILE for one; its ending says the
    /// language
    #[arg(long, value_name = "FILE", required = true)]
    child: Vec<String>,
    /// Standard input of Main
    #[arg(long, value_name = "FILE", default_value = "/dev/null")]
    input: PathBuf,
    /// Arguments of Main [default: the name of the input, without folders and ending]
    #[arg(last = true, value_name = "ARGUMENT", conflicts_with = "replay")]
    arguments: Vec<String>,
    /// Keep every call with its values and its time: as lines of JSON where the name ends in .jsonl, else
    /// for people to read
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Run the contestant's programs alone against a transcript in .jsonl, and say where they first differ
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["main", "input", "transcript", "transport"])]
    replay: Option<PathBuf>,
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
    #[arg(long, value_name = "N", value_parser = value::number::<u64>(1))]
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
        Err(failure) => failure.report_as(arguments.json),
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
    let children = Children::new(&arguments.child, &task.model, &languages)?;
    let mut authors = Vec::new();
    if let Some(log) = &arguments.replay {
        // Only what there is a source for.
        let peers = task.model.interfaces.iter().enumerate().skip(1);
        authors.extend(
            peers.filter_map(|(role, peer)| Some((role, children.author(&peer.name).ok()?))),
        );
        let log = replay::Log::read(log, &task.model, &task.name)?;
        let Some(seats) = seats(arguments, &task, &authors)? else { return Ok(false) };
        let places: Vec<usize> = authors.iter().map(|(role, _)| role - 1).collect();
        return replay::replay(&seats, &places, &task.model, &log, arguments);
    }
    let main = arguments.main.as_ref().ok_or_else(|| Failure::usage("--main is missing"))?;
    let main = Author::new(main, &languages)?;
    authors.push((0, &main));
    for (role, interface) in task.model.interfaces.iter().enumerate().skip(1) {
        authors.push((role, children.author(&interface.name)?));
    }
    let Some(seats) = seats(arguments, &task, &authors)? else { return Ok(false) };
    let mut plan = Plan::new(&arguments.transport, &seats);
    let played = match &arguments.transcript {
        None => play::play(&seats, &plan, arguments, None)?,
        Some(path) => {
            plan.relayed();
            let mut outcome = None;
            results::write(path, |file| {
                let mut transcript = Transcript::new(path, &task.name, &task.model, file);
                let mut see = |seen| transcript.see(&seen);
                let played = play::play(&seats, &plan, arguments, Some(&mut see));
                let cause = played.as_ref().ok().map(|played| played.cause.clone());
                outcome = Some(played);
                transcript.end(cause.as_ref())
            })?;
            outcome.ok_or_else(|| Failure::ours("the run is lost"))??
        }
    };
    report::played(arguments.json, &plan, &played)?;
    Ok(played.cause.success())
}

/// Builds the program of each; `None` where a compiler refuses one, which is said.
fn seats(
    arguments: &Arguments,
    task: &Task,
    authors: &[(usize, &Author)],
) -> Result<Option<Vec<Seat>>, Failure> {
    let builder = match arguments.cache.open()? {
        Some(cache) => Builder::default().with_cache(cache),
        None => Builder::default(),
    };
    let mut seats = Vec::new();
    for &(role, author) in authors {
        let interface = &task.model.interfaces[role].name;
        let lane = Lane::new(&LaneOptions {
            backend: if arguments.allow_weaker {
                BackendChoice::AllowWeaker
            } else {
                BackendChoice::Strict
            },
            ..LaneOptions::default()
        })?;
        let built = builder
            .build(&lane, task, role, &author.language, &author.sources)
            .map_err(|error| failure(interface, &error))?;
        match built {
            Ok(side) => seats.push(Seat { lane, side }),
            Err(compilation) => {
                report::refused(arguments.json, interface, &compilation.messages)?;
                return Ok(None);
            }
        }
    }
    Ok(Some(seats))
}
