//! Compilation, in a sandbox.

use std::sync::Arc;
use std::time::Duration;

use sandglass_languages::{CompileStep, Language, RunValues, WORK_DIRECTORY};
use sandglass_package::Sources;
use sandglass_sandbox::{Cause, Lane, Limits, Outcome, Output, Request};

use crate::error::JudgeError;
use crate::limits::wall_time;
use crate::memory_file;
use crate::program::{self, Program, WorkFile};
use crate::report::CompilationReport;

/// Bytes of the compiler's messages that are kept.
const MESSAGES: usize = 64 << 10;

/// Bytes after which a compiler that only writes is stopped; templates may say a lot.
const MOST_OUTPUT: u64 = 64 << 20;

/// What a compilation may use, where the problem says so; else the language's own figures hold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProblemLimits {
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
}

/// What the compiler is told beyond its language's command.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted<'a> {
    /// Where the program starts.
    pub(crate) entry_point: Option<&'a str>,
    /// Further arguments of the compiler.
    pub(crate) flags: &'static [&'static str],
}

impl<'a> Wanted<'a> {
    /// A program that starts there, and nothing else.
    pub(crate) fn starting(entry_point: Option<&'a str>) -> Wanted<'a> {
        Wanted { entry_point, flags: &[] }
    }
}

/// A compilation that came to an end.
#[derive(Debug)]
pub(crate) struct Compilation {
    /// The program, or `None` where the compiler refused the sources.
    pub(crate) program: Option<Program>,
    pub(crate) report: CompilationReport,
}

impl Compilation {
    /// The same for whoever asks again.
    pub(crate) fn known_before(&self) -> Compilation {
        let report = CompilationReport { cached: true, ..self.report.clone() };
        Compilation { program: self.program.clone(), report }
    }
}

/// Compiles in a sandbox.
pub(crate) fn compile(
    lane: &Lane,
    language: &Arc<Language>,
    sources: &Sources,
    wanted: Wanted<'_>,
    problem_limits: ProblemLimits,
) -> Result<Compilation, JudgeError> {
    if let Some(missing) = language.programs.iter().find(|program| !program.present) {
        return Err(not_installed(language, &missing.path));
    }
    let mut files = Vec::new();
    for file in &sources.files {
        let content = memory_file::sealed("source", &file.content[..])
            .map_err(|error| JudgeError::system("keep a source in memory", error))?;
        files.push(WorkFile { name: file.name.clone(), content });
    }
    let program = |files| Program {
        language: Arc::clone(language),
        files,
        entry_point: wanted.entry_point.map(str::to_owned),
    };
    let Some(step) = &language.compile else {
        return Ok(Compilation {
            program: Some(program(files)),
            report: CompilationReport::default(),
        });
    };
    let names = sources.names();
    let memory = problem_limits.memory.unwrap_or(step.limits.memory_mebibytes << 20);
    let values = RunValues {
        sources: &language.sources(&names),
        product: step.product.as_deref(),
        entry_point: wanted.entry_point,
        memory_mebibytes: memory >> 20,
    };
    let time = problem_limits.time.unwrap_or(Duration::from_secs(step.limits.cpu_seconds));
    let request =
        request(language, step, &values, &files, time, memory)?.arguments(wanted.flags.iter());
    let outcome = lane
        .run(&request)
        .map_err(|error| JudgeError::sandbox(format!("compile {}", language.name), &error))?;
    if matches!(outcome.cause, Cause::Killed | Cause::Cancelled) {
        return Err(JudgeError::system(
            "compile",
            format!("it was {} from outside", outcome.cause.name()),
        ));
    }
    let mut report = report(&outcome)?;
    if !outcome.success() {
        report.end_of_compiler(&outcome);
        return Ok(Compilation { program: None, report });
    }
    let Some(product) = &step.product else {
        return Ok(Compilation { program: Some(program(files)), report });
    };
    match outcome.copied_out.into_iter().next() {
        Some(Ok(file)) => {
            let content = memory_file::sealed(product, file)
                .map_err(|error| JudgeError::system("keep the product of a compilation", error))?;
            let files = vec![WorkFile { name: product.clone(), content }];
            Ok(Compilation { program: Some(program(files)), report })
        }
        // The compiler said that all is well: a product that is missing, too large, or no regular
        // file is the doing of the sources.
        Some(Err(error)) => {
            report.cause = "no_product".to_owned();
            report.add(&format!("the compiler left no usable product: {error:?}"));
            Ok(Compilation { program: None, report })
        }
        None => Err(JudgeError::system("compile", "the sandbox handed out no product")),
    }
}

fn not_installed(language: &Language, path: &str) -> JudgeError {
    let packages = language.missing_packages().join(" ");
    JudgeError::NotInstalled {
        language: language.name.clone(),
        path: path.to_owned(),
        hint: (!packages.is_empty()).then(|| format!("install it: apt install {packages}")),
    }
}

fn request(
    language: &Language,
    step: &CompileStep,
    values: &RunValues<'_>,
    files: &[WorkFile],
    time: Duration,
    memory: u64,
) -> Result<Request, JudgeError> {
    let command = language.compile_command(values).unwrap_or_default();
    let Some((compiler, arguments)) = command.split_first() else {
        return Err(JudgeError::system("compile", "the language has no command for it"));
    };
    let limits = Limits {
        cpu_time: Some(time),
        wall_time: Some(wall_time(time)),
        memory: Some(memory),
        processes: Some(step.limits.processes),
        file_size: Some(memory),
        output: Some(MOST_OUTPUT),
        ..Limits::default()
    };
    let view = program::view(language).tmpfs("/tmp", memory);
    let mut view = program::with_work_directory(view, files, memory);
    if step.proc {
        view = view.proc("/proc");
    }
    let capture = || Output::Capture { limit: MESSAGES as u64 };
    let mut request = Request::new(compiler).arguments(arguments).directory(WORK_DIRECTORY);
    for (name, value) in language.compile_environment(values) {
        request = request.environment(name, value);
    }
    request = request
        .stdout(capture())
        .stderr(capture())
        .limits(limits)
        .leave_out_waits(true)
        .policy(program::policy(&step.policy)?)
        .view(view);
    request = program::copy_in(request, files, 0o644);
    Ok(match &step.product {
        Some(product) => request
            .copy_out(format!("{WORK_DIRECTORY}/{product}"), step.limits.product_mebibytes << 20),
        None => request,
    })
}

fn report(outcome: &Outcome) -> Result<CompilationReport, JudgeError> {
    let unreadable = |error| JudgeError::system("read the compiler's messages", error);
    let mut report = CompilationReport {
        cause: outcome.cause.name().to_owned(),
        exit_code: outcome.exit_code,
        signal: outcome.signal,
        cpu_time: outcome.cpu_time(),
        wall_time: outcome.wall_time,
        peak_memory_bytes: outcome.peak_memory_bytes,
        cached: false,
        messages: String::new(),
    };
    for stream in
        [outcome.stderr_bytes().map_err(unreadable)?, outcome.stdout_bytes().map_err(unreadable)?]
    {
        let room = MESSAGES.saturating_sub(report.messages.len());
        report.add(&String::from_utf8_lossy(&stream[..stream.len().min(room)]));
    }
    Ok(report)
}
