//! From the sources of a helper to something that runs.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use sandglass_languages::{Language, LanguageError, Languages, WORK_DIRECTORY};
use sandglass_package::Sources;
use sandglass_sandbox::{Cause, Lane, Limits, Output, Request, View};

use crate::calls::Task;
use crate::checktestdata::Grammar;
use crate::compile::{ProblemLimits, Wanted};
use crate::compiler::Compiler;
use crate::error::JudgeError;
use crate::helper::HelperFault;
use crate::helper::fault::end_without_code;
use crate::lanes::Station;
use crate::limits::wall_time;
use crate::memory_file;
use crate::program::{self, Program, WorkFile};

/// A helper as it is in the package.
#[derive(Clone, Debug)]
pub struct HelperSource {
    /// What it is for, such as `checker`.
    pub role: &'static str,
    /// Its name in the package.
    pub name: String,
    /// Its files, with those that the package puts beside it (`testlib.h`).
    pub sources: Sources,
    /// Code of its language, where the package says it.
    pub language: Option<String>,
}

/// A helper that can be run.
#[derive(Clone, Debug)]
pub struct Helper {
    /// What it is for and its name, for messages.
    pub(crate) label: String,
    pub(crate) body: Body,
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// Compiled or interpreted, as a submission is.
    Program(Program),
    /// A folder with a script `run`: everything that its `build` left, as an archive.
    Folder(Arc<OwnedFd>),
    /// A grammar, which is run by ourselves.
    Grammar(Arc<Grammar>),
}

/// CPU time of compiling a helper.
const TIME: Duration = Duration::from_secs(120);

/// Memory of compiling a helper, bytes.
const MEMORY: u64 = 2 << 30;

/// Bytes of an archive of what a build script leaves.
const LARGEST_FOLDER: u64 = 256 << 20;

/// Bytes of words that are kept.
const WORDS: u64 = 64 << 10;

/// Name of the archive of a folder, inside.
pub(crate) const ARCHIVE: &str = "/archive.tar";

/// Compiles helpers. A compilation is known again by its content, as a submission's is.
pub(crate) struct HelperCompiler<'a> {
    pub(crate) compiler: &'a Compiler,
    pub(crate) languages: &'a Languages,
}

impl HelperCompiler<'_> {
    /// Makes a helper ready to run.
    ///
    /// # Errors
    /// [`JudgeError::Helper`] where it does not compile, and failures of ours.
    pub(crate) fn compile(
        &self,
        station: &mut Station,
        source: &HelperSource,
    ) -> Result<Helper, JudgeError> {
        let label = format!("{} {}", source.role, source.name);
        let fault = |reason: String, words: String| HelperFault {
            program: label.clone(),
            test: None,
            reason,
            words,
        };
        match source.language.as_deref() {
            Some("checktestdata") => {
                let text = source.sources.files.first().map_or(&[][..], |file| &file.content);
                let grammar = Grammar::parse(text)
                    .map_err(|error| fault(format!("it is no grammar: {error}"), String::new()))?;
                return Ok(Helper { label, body: Body::Grammar(Arc::new(grammar)) });
            }
            Some("viva") => {
                let reason = "grammars of VIVA are not supported: write it in Checktestdata (.ctd) \
                              or as a program";
                return Err(fault(reason.to_owned(), String::new()).into());
            }
            _ => {}
        }
        let names = source.sources.names();
        if names.contains(&"build") || names.contains(&"run") {
            let (folder, _) = station
                .try_twice(|station| build_folder(station.lane()?, &source.sources, &fault))?;
            return Ok(Helper { label, body: Body::Folder(folder) });
        }
        let of_problem = |error: LanguageError| fault(error.to_string(), String::new());
        let language = match &source.language {
            Some(code) => self.languages.by_code(code).map_err(of_problem)?,
            None => self.languages.detect(&names).map_err(of_problem)?,
        };
        let entry_point = language.entry_point(&names, None).map_err(of_problem)?;
        let wanted = Wanted::starting(entry_point);
        self.compile_sources(station, &language, &source.sources, wanted, label.clone(), &fault)
    }

    /// Makes the setter's side of a task ready to run.
    ///
    /// # Errors
    /// Those of [`HelperCompiler::compile`].
    pub(crate) fn compile_main(
        &self,
        station: &mut Station,
        task: &Task,
        sources: &Sources,
    ) -> Result<Helper, JudgeError> {
        let label = format!("Main {}", sources.name);
        let fault = |reason: String, words: String| HelperFault {
            program: label.clone(),
            test: None,
            reason,
            words,
        };
        let language = self
            .languages
            .detect(&sources.names())
            .map_err(|error| fault(error.to_string(), String::new()))?;
        let part = task
            .part(0, &language, sources)?
            .map_err(|error| fault(error.to_string(), String::new()))?;
        let wanted = part.wanted();
        self.compile_sources(station, &language, &part.sources, wanted, label.clone(), &fault)
    }

    fn compile_sources(
        &self,
        station: &mut Station,
        language: &Arc<Language>,
        sources: &Sources,
        wanted: Wanted<'_>,
        label: String,
        fault: &impl Fn(String, String) -> HelperFault,
    ) -> Result<Helper, JudgeError> {
        let limits = ProblemLimits { time: Some(TIME), memory: Some(MEMORY) };
        let (compilation, _) = station.try_twice(|station| {
            self.compiler.compile(station.lane()?, language, sources, wanted, limits)
        })?;
        match &compilation.program {
            Some(program) => Ok(Helper { label, body: Body::Program(program.clone()) }),
            None => {
                let words = compilation.report.messages.clone();
                Err(fault("it does not compile".to_owned(), words).into())
            }
        }
    }
}

/// Runs `build`, where there is one, and packs everything that is then in the folder.
fn build_folder(
    lane: &Lane,
    sources: &Sources,
    fault: &impl Fn(String, String) -> HelperFault,
) -> Result<Arc<OwnedFd>, JudgeError> {
    const SCRIPT: &str = "chmod +x build run 2>/dev/null; \
        if [ -e build ]; then ./build || exit; fi; \
        if [ ! -x run ]; then echo 'there is no program called run' >&2; exit 1; fi; \
        exec tar -c -f /out/folder.tar .";
    let mut files = Vec::new();
    for file in &sources.files {
        let content = memory_file::sealed("source", &file.content[..])
            .map_err(|error| JudgeError::system("keep a source in memory", error))?;
        files.push(WorkFile { name: file.name.clone(), content });
    }
    let limits = Limits {
        cpu_time: Some(TIME),
        wall_time: Some(wall_time(TIME)),
        memory: Some(MEMORY),
        processes: Some(64),
        file_size: Some(MEMORY),
        ..Limits::default()
    };
    let view = View::system().tmpfs("/tmp", MEMORY).tmpfs("/out", LARGEST_FOLDER);
    let request = Request::new("/bin/sh")
        .arguments(["-c", SCRIPT])
        .environment("PATH", "/usr/bin:/bin")
        .environment("HOME", "/tmp")
        .directory(WORK_DIRECTORY)
        .limits(limits)
        .leave_out_waits(true)
        .policy(program::policy("compiler")?)
        .view(program::with_work_directory(view, &files, MEMORY))
        .stdout(Output::Capture { limit: WORDS })
        .stderr(Output::Capture { limit: WORDS })
        .copy_out("/out/folder.tar", LARGEST_FOLDER);
    let request = program::copy_in(request, &files, 0o755);
    let outcome =
        lane.run(&request).map_err(|error| JudgeError::sandbox("run a build script", &error))?;
    if matches!(outcome.cause, Cause::Killed | Cause::Cancelled) {
        return Err(JudgeError::system("run a build script", "it was killed from outside"));
    }
    if !outcome.success() {
        let unreadable = |error| JudgeError::system("read a build script's words", error);
        let mut words = outcome.stderr_bytes().map_err(unreadable)?;
        words.extend(outcome.stdout_bytes().map_err(unreadable)?);
        let reason = end_without_code(&outcome).unwrap_or_else(|| "it exited with an error".into());
        let words = String::from_utf8_lossy(&words).into_owned();
        return Err(fault(format!("its script build: {reason}"), words).into());
    }
    match outcome.copied_out.into_iter().next() {
        Some(Ok(file)) => memory_file::sealed("folder", file)
            .map_err(|error| JudgeError::system("keep what a build script made", error)),
        Some(Err(errno)) => {
            Err(fault("what it builds is too large".to_owned(), errno.to_string()).into())
        }
        None => Err(JudgeError::system("run a build script", "the sandbox handed out nothing")),
    }
}
