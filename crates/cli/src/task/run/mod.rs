//! `sandglass task run`: builds Main and the programs of a contestant, and lets them talk.

mod build;
mod play;
mod report;
mod transport;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use sandglass_idl::{Model, source_name};
use sandglass_languages::{Language, Languages};
use sandglass_sandbox::{BackendChoice, Lane, LaneOptions};

use super::generate::{files, known, module};
use super::source::Source;
use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::value;
use build::{Built, Program, build, work_file};

/// Build Main and a contestant's programs, and run them, each in a sandbox of its own
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Main's standard output is printed on stdout; everything else goes to stderr, each line with the name of
its side. The limits are those of each contestant's program; Main may take a second longer.

Exit status:
  0  Main came to its end and exited with 0
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
    /// Time from start to end of each
    #[arg(long, value_name = "TIME", value_parser = value::duration, default_value = "20s")]
    wall_time: Duration,
    /// Memory of each
    #[arg(long, value_name = "SIZE", value_parser = value::size, default_value = "512MiB")]
    memory: u64,
    #[command(flatten)]
    transport: transport::TransportArguments,
    /// Where there are no cgroups, run with weaker limits
    #[arg(long)]
    allow_weaker: bool,
    /// Print one JSON object on stdout, with Main's output in it
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    match whole(arguments) {
        Ok(true) => ExitCode::from(DONE),
        Ok(false) => ExitCode::from(NOT_AS_HOPED),
        Err(failure) => failure.report(),
    }
}

/// A side of the task.
struct Side {
    name: String,
    lane: Lane,
    program: Program,
    back_end: &'static sandglass_idl::Language,
}

fn whole(arguments: &Arguments) -> Result<bool, Failure> {
    let module = module(&arguments.file)?;
    let Some(model) = Source::read(&arguments.file)?.model() else { return Ok(false) };
    let languages = Languages::builtin().map_err(|error| Failure::ours(error.to_string()))?;
    let main = Author::new(&arguments.main, &languages)?;
    let children = Children::new(&arguments.child, &model, &languages)?;
    let mut sides = Vec::new();
    for (role, interface) in model.interfaces.iter().enumerate() {
        let author = if role == 0 { &main } else { children.author(&interface.name)? };
        let lane = Lane::new(&LaneOptions {
            backend: if arguments.allow_weaker {
                BackendChoice::AllowWeaker
            } else {
                BackendChoice::Strict
            },
            ..LaneOptions::default()
        })?;
        match author.build(&model, &module, role, &lane)? {
            Built::Program(program) => {
                let (name, back_end) = (interface.name.clone(), author.back_end);
                sides.push(Side { name, lane, program, back_end });
            }
            Built::Refused(messages) => {
                report::refused(arguments.json, &interface.name, &messages)?;
                return Ok(false);
            }
        }
    }
    let played = play::play(&sides, arguments)?;
    report::played(arguments.json, &played)?;
    Ok(played.cause.success())
}

/// A source and its language.
struct Author {
    text: Vec<u8>,
    language: Arc<Language>,
    back_end: &'static sandglass_idl::Language,
}

/// The sources of contestants.
struct Children {
    /// Each with the interface that it is for; without one, it is for all others.
    authors: Vec<(Option<String>, Author)>,
}

impl Children {
    fn new(words: &[String], model: &Model, languages: &Languages) -> Result<Children, Failure> {
        let mut authors: Vec<(Option<String>, Author)> = Vec::new();
        for word in words {
            let (interface, file) = match word.split_once('=') {
                Some((interface, file)) => (Some(interface.to_owned()), file),
                None => (None, word.as_str()),
            };
            let known = |name: &String| model.children().iter().any(|one| one.name == *name);
            if let Some(name) = interface.as_ref().filter(|name| !known(name)) {
                return Err(Failure::usage(format!("there is no interface {name} of contestants")));
            }
            if authors.iter().any(|(other, _)| *other == interface) {
                return Err(Failure::usage(format!("--child {word} is the second for the same")));
            }
            authors.push((interface, Author::new(Path::new(file), languages)?));
        }
        Ok(Children { authors })
    }

    fn author(&self, interface: &str) -> Result<&Author, Failure> {
        let find = |wanted: Option<&str>| {
            self.authors.iter().find(|(one, _)| one.as_deref() == wanted).map(|(_, author)| author)
        };
        find(Some(interface)).or_else(|| find(None)).ok_or_else(|| {
            Failure::usage(format!("no --child has a source for the interface {interface}"))
        })
    }
}

impl Author {
    fn new(path: &Path, languages: &Languages) -> Result<Author, Failure> {
        let text = std::fs::read(path)
            .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let language =
            languages.detect(&[name]).map_err(|error| Failure::usage(error.to_string()))?;
        let back_end = known(&language.code)
            .map_err(|why| Failure::usage(format!("{}: {why}", path.display())))?;
        Ok(Author { text, language, back_end })
    }

    fn build(
        &self,
        model: &Model,
        module: &str,
        role: usize,
        lane: &Lane,
    ) -> Result<Built, Failure> {
        let name = source_name(module, self.back_end, role == 0);
        let mut all = vec![work_file(&name, &self.text)?];
        for file in files(model, module, self.back_end, role)? {
            all.push(work_file(&file.name, file.text.as_bytes())?);
        }
        build(lane, &self.language, all, self.back_end.entry(role == 0))
    }
}
