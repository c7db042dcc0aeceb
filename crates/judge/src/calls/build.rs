//! From the sources of one side to a program.

use std::sync::Arc;

use sandglass_channel::Abilities;
use sandglass_languages::Language;
use sandglass_package::Sources;
use sandglass_sandbox::{Lane, Limits, Request};

use super::task::{Task, TaskError, back_end};
use crate::compile::ProblemLimits;
use crate::compile_cache::CompileCache;
use crate::compiler::Compiler;
use crate::error::JudgeError;
use crate::program::{Program, Setting};
use crate::report::CompilationReport;

/// Builds the programs of a task, as the judge builds submissions.
#[derive(Debug, Default)]
pub struct Builder {
    compiler: Compiler,
}

/// The program of one side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its interface.
    pub name: String,
    pub(crate) program: Program,
}

impl Builder {
    /// The same, with a cache of compilations that outlives it.
    #[must_use]
    pub fn with_cache(self, cache: CompileCache) -> Builder {
        Builder { compiler: self.compiler.with_cache(cache) }
    }

    /// Builds the program for the interface at `role`, where 0 is Main's. `Err` within is what the
    /// compiler said about sources that it refused.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub fn build(
        &self,
        lane: &Lane,
        task: &Task,
        role: usize,
        language: &Arc<Language>,
        sources: &Sources,
    ) -> Result<Result<Side, CompilationReport>, JudgeError> {
        let refused = |error: TaskError| CompilationReport {
            messages: error.to_string(),
            ..CompilationReport::default()
        };
        let part = match task.part(role, language, sources)? {
            Ok(part) => part,
            Err(error) => return Ok(Err(refused(error))),
        };
        let limits = ProblemLimits::default();
        let compilation =
            self.compiler.compile(lane, language, &part.sources, part.wanted(), limits)?;
        Ok(match &compilation.program {
            Some(program) => Ok(Side { name: part.name, program: program.clone() }),
            None => Err(compilation.report.clone()),
        })
    }
}

impl Side {
    /// A request that runs it, without streams. Its run-time is told of the memory limit.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub fn request(&self, limits: Limits) -> Result<Request, JudgeError> {
        let memory = limits.memory.unwrap_or(u64::MAX);
        // A mebibyte to write in the work directory, for run-times that want to.
        let setting = Setting { limits, memory, write: Some(1 << 20) };
        self.program.request(&setting, |view| view)
    }

    /// What its generated code can do.
    pub fn abilities(&self) -> Abilities {
        abilities(&self.program.language)
    }

    /// Processes and threads that its language needs.
    pub fn processes(&self) -> u64 {
        self.program.language.run.processes
    }
}

/// What the generated code of a language can do; nothing beyond pipes where there is none.
pub(crate) fn abilities(language: &Language) -> Abilities {
    let back_end = back_end(language).ok();
    Abilities { shares_memory: back_end.is_some_and(sandglass_idl::Language::shares_memory) }
}
