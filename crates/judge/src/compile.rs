//! Compilation, in a sandbox, with a cache by content in memory and, where there is one, on disk.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sandglass_languages::{CompileStep, Language, RunValues, WORK_DIRECTORY};
use sandglass_package::Sources;
use sandglass_sandbox::{Cause, Lane, Limits, Outcome, Output, Request};
use sha2::{Digest, Sha256};

use crate::compile_cache::{self, CompileCache, Stored};
use crate::error::{Infrastructure, JudgeError};
use crate::limits::wall_time;
use crate::memory_file;
use crate::program::{self, Program, WorkFile};
use crate::report::CompilationReport;

/// Bytes of the compiler's messages that are kept.
const MESSAGES: usize = 64 << 10;

/// What a compilation may use, where the problem says so; else the language's own figures hold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProblemLimits {
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
}

/// A compilation that came to an end.
#[derive(Debug)]
pub(crate) struct Compilation {
    /// The program, or `None` where the compiler refused the sources.
    pub(crate) program: Option<Program>,
    pub(crate) report: CompilationReport,
}

/// Compilations that are kept in memory, products and all.
const IN_MEMORY: usize = 64;

/// Compilations by key, the one used last at the end.
type InMemory = VecDeque<([u8; 32], Arc<Compilation>)>;

/// Compiles, and remembers. A failure of ours is never remembered.
#[derive(Debug, Default)]
pub(crate) struct Compiler {
    memory: Mutex<InMemory>,
    disk: Option<CompileCache>,
}

impl Compiler {
    /// The same with a cache that outlives it.
    pub(crate) fn with_cache(mut self, cache: CompileCache) -> Compiler {
        self.disk = Some(cache);
        self
    }

    pub(crate) fn compile(
        &self,
        lane: &Lane,
        language: &Arc<Language>,
        sources: &Sources,
        entry_point: Option<&str>,
        limits: ProblemLimits,
    ) -> Result<Arc<Compilation>, JudgeError> {
        let key = key(language, sources, entry_point, limits);
        if let Some(known) = self.recall(&key) {
            return Ok(known);
        }
        let compilation = match self.load(&key, language, entry_point) {
            Some(stored) => stored,
            None => {
                let compilation = compile(lane, language, sources, entry_point, limits)?;
                self.store(&key, language, &compilation);
                compilation
            }
        };
        let compilation = Arc::new(compilation);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        while memory.len() >= IN_MEMORY {
            memory.pop_front();
        }
        memory.push_back((key, Arc::clone(&compilation)));
        Ok(compilation)
    }

    fn recall(&self, key: &[u8; 32]) -> Option<Arc<Compilation>> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let place = memory.iter().position(|(known, _)| known == key)?;
        let found = memory.remove(place)?;
        let compilation = Arc::clone(&found.1);
        memory.push_back(found);
        Some(compilation)
    }

    fn load(
        &self,
        key: &[u8; 32],
        language: &Arc<Language>,
        entry_point: Option<&str>,
    ) -> Option<Compilation> {
        let product = language.compile.as_ref()?.product.as_ref()?;
        let stored = self.disk.as_ref()?.get(key)?;
        let program = Program {
            language: Arc::clone(language),
            files: vec![WorkFile { name: product.clone(), content: stored.product }],
            entry_point: entry_point.map(str::to_owned),
        };
        Some(Compilation { program: Some(program), report: stored.report })
    }

    fn store(&self, key: &[u8; 32], language: &Language, compilation: &Compilation) {
        let has_product = language.compile.as_ref().is_some_and(|step| step.product.is_some());
        let (Some(disk), Some(program), true) = (&self.disk, &compilation.program, has_product)
        else {
            return;
        };
        if let [product] = &program.files[..] {
            let product = Arc::clone(&product.content);
            // A cache that cannot be written costs time and no verdict.
            disk.put(key, &Stored { product, report: compilation.report.clone() }).ok();
        }
    }
}

/// Everything that the result depends on, each part behind its length.
fn key(
    language: &Language,
    sources: &Sources,
    entry_point: Option<&str>,
    limits: ProblemLimits,
) -> [u8; 32] {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    part(env!("CARGO_PKG_VERSION").as_bytes());
    part(&compile_cache::identity(language));
    part(language.fingerprint.as_bytes());
    part(entry_point.unwrap_or_default().as_bytes());
    part(&limits.time.map_or(0, |time| time.as_nanos()).to_le_bytes());
    part(&limits.memory.unwrap_or(0).to_le_bytes());
    for file in &sources.files {
        part(file.name.as_bytes());
        part(&file.content);
    }
    hash.finalize().into()
}

fn compile(
    lane: &Lane,
    language: &Arc<Language>,
    sources: &Sources,
    entry_point: Option<&str>,
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
        entry_point: entry_point.map(str::to_owned),
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
        entry_point,
        memory_mebibytes: memory >> 20,
    };
    let time = problem_limits.time.unwrap_or(Duration::from_secs(step.limits.cpu_seconds));
    let request = request(language, step, &values, &files, time, memory)?;
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

/// The host lacks a compiler: nobody's submission is worse for it.
fn not_installed(language: &Language, path: &str) -> JudgeError {
    let packages = language.missing_packages().join(" ");
    Infrastructure {
        step: format!("judge {}", language.name),
        reason: format!("there is no {path} on this host"),
        hint: (!packages.is_empty()).then(|| format!("install it: apt install {packages}")),
    }
    .into()
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

#[cfg(test)]
mod tests {
    use super::*;
    use sandglass_languages::Languages;
    use sandglass_package::SourceFile;

    fn sources(files: &[(&str, &str)]) -> Sources {
        let file = |&(name, content): &(&str, &str)| SourceFile {
            name: name.into(),
            content: content.into(),
        };
        Sources { name: "x".into(), files: files.iter().map(file).collect() }
    }

    #[test]
    fn the_key_tells_apart_all_that_matters_and_nothing_else() {
        let languages = Languages::builtin().unwrap();
        let (c, cpp) = (languages.by_code("c").unwrap(), languages.by_code("cpp").unwrap());
        let none = ProblemLimits::default();
        let base = key(&c, &sources(&[("a.c", "x")]), None, none);
        let mut renamed = sources(&[("a.c", "x")]);
        renamed.name = "another".into();
        assert_eq!(key(&c, &renamed, None, none), base);
        let others = [
            key(&cpp, &sources(&[("a.c", "x")]), None, none),
            key(&c, &sources(&[("a.cx", "")]), None, none),
            key(&c, &sources(&[("a.c", "y")]), None, none),
            key(&c, &sources(&[("a.c", "x"), ("b.c", "")]), None, none),
            key(&c, &sources(&[("a.c", "x")]), Some("a.c"), none),
            key(&c, &sources(&[("a.c", "x")]), None, ProblemLimits { memory: Some(1), ..none }),
        ];
        for (index, other) in others.iter().enumerate() {
            assert_ne!(*other, base, "{index}");
        }
    }
}
