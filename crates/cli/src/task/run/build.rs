//! Builds the program of one side in a sandbox: generated files and somebody's source together.

use std::fs::File;
use std::io::{Seek, Write};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use sandglass_languages::{CompileStep, Language, RunValues, WORK_DIRECTORY};
use sandglass_sandbox::{Lane, Limits, Output, Policy, Request, View};

use crate::failure::Failure;

/// Bytes of a compiler's messages that are kept.
const MESSAGES: u64 = 64 << 10;
/// What a program may write in its work directory, bytes.
const WORK_ROOM: u64 = 1 << 20;

/// A file and its name in the work directory.
#[derive(Clone, Debug)]
pub(super) struct WorkFile {
    name: String,
    content: Arc<OwnedFd>,
    bytes: u64,
}

/// A program that can be run.
#[derive(Clone, Debug)]
pub(super) struct Program {
    language: Arc<Language>,
    /// The product, or the sources where there is none.
    files: Vec<WorkFile>,
    entry_point: Option<String>,
}

/// What came of building.
#[derive(Debug)]
pub(super) enum Built {
    /// A program.
    Program(Program),
    /// The compiler refused the sources, and said why.
    Refused(String),
}

fn ours(what: &str, error: impl std::fmt::Display) -> Failure {
    Failure::ours(format!("cannot {what}: {error}"))
}

/// A text as an open file that has no name.
pub(super) fn work_file(name: &str, text: &[u8]) -> Result<WorkFile, Failure> {
    let make = || {
        let mut file = tempfile::tempfile()?;
        file.write_all(text)?;
        file.rewind()?;
        Ok::<File, std::io::Error>(file)
    };
    let file = make().map_err(|error| ours("keep a source", error))?;
    Ok(WorkFile { name: name.to_owned(), content: Arc::new(file.into()), bytes: text.len() as u64 })
}

/// Builds `files`; `entry_point` is the one that the program starts with, where the language asks.
pub(super) fn build(
    lane: &Lane,
    language: &Arc<Language>,
    files: Vec<WorkFile>,
    entry_point: Option<&str>,
) -> Result<Built, Failure> {
    let entry_point = entry_point.map(str::to_owned);
    let program =
        |files| Program { language: Arc::clone(language), files, entry_point: entry_point.clone() };
    let Some(step) = &language.compile else { return Ok(Built::Program(program(files))) };
    let request = compilation(language, step, &files, entry_point.as_deref())?;
    let outcome = lane.run(&request)?;
    let mut messages = Vec::new();
    for stream in [outcome.stderr_bytes(), outcome.stdout_bytes()] {
        messages.extend(stream.map_err(|error| ours("read the compiler's messages", error))?);
    }
    let mut messages = String::from_utf8_lossy(&messages).into_owned();
    if !outcome.success() {
        if outcome.exit_code.is_none_or(|code| code == 0) || messages.is_empty() {
            messages.push_str(&format!("the compiler ended by {}", outcome.cause.name()));
        }
        return Ok(Built::Refused(messages));
    }
    let Some(product) = &step.product else { return Ok(Built::Program(program(files))) };
    match outcome.copied_out.into_iter().next() {
        Some(Ok(file)) => {
            let bytes = file.metadata().map_err(|error| ours("read the product", error))?.len();
            let file = WorkFile { name: product.clone(), content: Arc::new(file.into()), bytes };
            Ok(Built::Program(program(vec![file])))
        }
        _ => Ok(Built::Refused("the compiler left no usable product".to_owned())),
    }
}

fn compilation(
    language: &Language,
    step: &CompileStep,
    files: &[WorkFile],
    entry_point: Option<&str>,
) -> Result<Request, Failure> {
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let memory = step.limits.memory_mebibytes << 20;
    let values = RunValues {
        sources: &language.sources(&names),
        product: step.product.as_deref(),
        entry_point,
        memory_mebibytes: step.limits.memory_mebibytes,
    };
    let command = language.compile_command(&values).unwrap_or_default();
    let Some((compiler, arguments)) = command.split_first() else {
        return Err(Failure::ours(format!("{} has no command to compile", language.name)));
    };
    let time = Duration::from_secs(step.limits.cpu_seconds);
    let mut request = Request::new(compiler).arguments(arguments);
    for (name, value) in language.compile_environment(&values) {
        request = request.environment(name, value);
    }
    let mut view = view(language).tmpfs("/tmp", memory).tmpfs(WORK_DIRECTORY, memory);
    if step.proc {
        view = view.proc("/proc");
    }
    request = request
        .directory(WORK_DIRECTORY)
        .stdout(Output::Capture { limit: MESSAGES })
        .stderr(Output::Capture { limit: MESSAGES })
        .limits(Limits {
            cpu_time: Some(time),
            wall_time: Some(time * 3),
            memory: Some(memory),
            processes: Some(step.limits.processes),
            file_size: Some(memory),
            ..Limits::default()
        })
        .policy(policy(&step.policy)?)
        .view(view);
    request = copy_in(request, files, 0o644);
    Ok(match &step.product {
        Some(product) => request
            .copy_out(format!("{WORK_DIRECTORY}/{product}"), step.limits.product_mebibytes << 20),
        None => request,
    })
}

impl Program {
    /// A request that runs it, without streams and limits; `memory` is what run-times are told, and
    /// `shape` adds to what it sees.
    pub(super) fn request(
        &self,
        memory: u64,
        shape: impl FnOnce(View) -> View,
    ) -> Result<Request, Failure> {
        let run = &self.language.run;
        let values = RunValues {
            sources: &[],
            product: self.language.compile.as_ref().and_then(|compile| compile.product.as_deref()),
            entry_point: self.entry_point.as_deref(),
            memory_mebibytes: memory >> 20,
        };
        let (mut request, inside) = match (&self.files[..], run.executable) {
            ([product], true) => {
                (Request::from_descriptor(Arc::clone(&product.content), &product.name), &[][..])
            }
            _ => {
                let command = self.language.run_command(&values);
                let Some((program, arguments)) = command.split_first() else {
                    return Err(Failure::ours(format!(
                        "{} has no command to run",
                        self.language.name
                    )));
                };
                (Request::new(program).arguments(arguments), &self.files[..])
            }
        };
        for (name, value) in self.language.run_environment(&values) {
            request = request.environment(name, value);
        }
        let bytes: u64 = inside.iter().map(|file| file.bytes.next_multiple_of(4096)).sum();
        let mut view = view(&self.language).tmpfs(WORK_DIRECTORY, bytes + WORK_ROOM);
        if run.proc {
            view = view.proc("/proc");
        }
        request = request.directory(WORK_DIRECTORY).policy(policy(&run.policy)?).view(shape(view));
        Ok(copy_in(request, inside, 0o444))
    }

    /// Processes and threads that its language needs.
    pub(super) fn processes(&self) -> u64 {
        self.language.run.processes
    }
}

fn view(language: &Language) -> View {
    language.mounts.iter().fold(View::system(), |view, mount| {
        if mount.optional {
            view.bind_optional(&mount.source, &mount.target)
        } else {
            view.bind(&mount.source, &mount.target)
        }
    })
}

fn copy_in(request: Request, files: &[WorkFile], mode: u32) -> Request {
    files.iter().fold(request, |request, file| {
        let target = format!("{WORK_DIRECTORY}/{}", file.name);
        request.copy_in(Arc::clone(&file.content), target, mode)
    })
}

fn policy(name: &str) -> Result<Policy, Failure> {
    Policy::builtin(name).map_err(|error| ours(&format!("load the policy {name}"), error))
}
