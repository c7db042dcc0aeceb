//! One language.

use std::collections::BTreeMap;

use crate::command::{self, RunValues};
use crate::document::{CompileLimits, Document, Mount, OutOfMemory};
use crate::error::LanguageError;
use crate::memory::Share;
use crate::programs::Program;
use crate::variants::{self, Resolved};

/// How sources become what is run.
#[derive(Clone, Debug)]
pub struct CompileStep {
    command: Vec<String>,
    environment: BTreeMap<String, String>,
    /// File under the work directory that comes out; without it the sources themselves are run.
    pub product: Option<String>,
    /// Name of the system call policy.
    pub policy: String,
    /// What the compilation may use.
    pub limits: CompileLimits,
    /// Whether the compiler sees a `/proc` of its own.
    pub proc: bool,
}

/// How a compiled submission is run.
#[derive(Clone, Debug)]
pub struct RunStep {
    command: Vec<String>,
    environment: BTreeMap<String, String>,
    /// Whether the product is itself the program, executed from its descriptor.
    pub executable: bool,
    /// Name of the system call policy.
    pub policy: String,
    /// Processes and threads at a time.
    pub processes: u64,
    /// Factor on a problem's CPU limit, above 0.
    pub time_multiplier: f64,
    /// Whether the run sees a `/proc` of its own.
    pub proc: bool,
    out_of_memory: OutOfMemory,
}

/// A programming language, as its file describes it.
#[derive(Clone, Debug)]
pub struct Language {
    /// Short name, as in the ICPC/Kattis table of languages.
    pub code: String,
    /// What people call it.
    pub name: String,
    /// Code of the language that this is a variant of. A variant is used only where it is asked for
    /// by its own code.
    pub variant_of: Option<String>,
    extensions: Vec<String>,
    headers: Vec<String>,
    entry_points: Vec<String>,
    foreign_interpreters: Vec<String>,
    memory: BTreeMap<String, Share>,
    /// Compilation, where there is one.
    pub compile: Option<CompileStep>,
    /// The run.
    pub run: RunStep,
    /// Command that prints the version.
    pub version_command: Vec<String>,
    /// The programs that it needs, as they were found on this host.
    pub programs: Vec<Program>,
    /// Paths of the host that compilation and run must see beyond `/usr`.
    pub mounts: Vec<Mount>,
    /// A text that changes whenever the file does, and with where its programs are; for caches.
    pub fingerprint: String,
}

impl Language {
    /// Reads a language and its variants from the text of a file; `file` is its name in messages.
    /// Looks on this host for the programs that it names.
    ///
    /// # Errors
    /// [`LanguageError::Document`] where the text has not the right shape, [`LanguageError::Meaning`]
    /// where it has but contradicts itself.
    pub fn parse(file: &str, text: &str) -> Result<Vec<Language>, LanguageError> {
        let document: Document = toml::from_str(text).map_err(|source| {
            LanguageError::Document { file: file.to_owned(), source: Box::new(source) }
        })?;
        let resolved = variants::expand(file, document)?;
        Ok(resolved.into_iter().map(|one| Language::new(one, text)).collect())
    }

    fn new(resolved: Resolved, text: &str) -> Language {
        let Resolved { document, variant_of, programs } = resolved;
        let paths: Vec<&str> = programs.iter().map(|program| program.path.as_str()).collect();
        Language {
            fingerprint: format!("{}\0{}\0{text}", document.code, paths.join("\0")),
            code: document.code,
            name: document.name,
            variant_of,
            extensions: document.extensions,
            headers: document.headers,
            entry_points: document.entry_points,
            foreign_interpreters: document.foreign_interpreters,
            memory: document.memory,
            compile: document.compile.map(|compile| CompileStep {
                command: compile.command,
                environment: with_path(compile.environment),
                product: compile.product,
                policy: compile.policy,
                limits: compile.limits,
                proc: compile.proc,
            }),
            run: RunStep {
                command: document.run.command,
                environment: document.run.environment,
                executable: document.run.executable,
                policy: document.run.policy,
                processes: document.run.processes,
                time_multiplier: document.run.time_multiplier,
                proc: document.run.proc,
                out_of_memory: document.run.out_of_memory,
            },
            version_command: document.version.command,
            programs,
            mounts: document.mounts,
        }
    }

    /// Whether a file of this name decides for this language.
    pub fn claims(&self, file: &str) -> bool {
        has_ending(file, &self.extensions)
    }

    /// Whether a file of this name may belong to a submission in this language without deciding.
    pub fn tolerates(&self, file: &str) -> bool {
        has_ending(file, &self.headers)
    }

    /// Those of `files` that are sources, in their order.
    pub fn sources<'a>(&self, files: &[&'a str]) -> Vec<&'a str> {
        files.iter().copied().filter(|file| self.claims(file)).collect()
    }

    /// Whether the first line of a source asks for an interpreter of another language with the same
    /// endings, as `#!/usr/bin/env python2` does.
    ///
    /// # Errors
    /// [`LanguageError::Interpreter`].
    pub fn check_first_line(&self, file: &str, content: &[u8]) -> Result<(), LanguageError> {
        let line = content.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let Some(command) = line.strip_prefix(b"#!") else { return Ok(()) };
        let command = String::from_utf8_lossy(command);
        let mut words =
            command.split(|character: char| character == '/' || character.is_whitespace());
        match words.find(|word| self.foreign_interpreters.iter().any(|foreign| foreign == word)) {
            Some(word) if self.claims(file) => Err(LanguageError::Interpreter {
                file: file.to_owned(),
                interpreter: word.to_owned(),
                language: self.name.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// Whether a problem that allows languages of these codes allows this one. Who allows a language
    /// allows its variants.
    pub fn is_among(&self, codes: &[String]) -> bool {
        codes
            .iter()
            .any(|code| *code == self.code || Some(code.as_str()) == self.variant_of.as_deref())
    }

    /// What of `files` is run: what is asked for, else the only source, else the first usual name.
    ///
    /// A language whose commands name no such file finds out by itself what to run: it gets what was
    /// asked for as it is (Java: a class), or `None`.
    ///
    /// # Errors
    /// [`LanguageError::NoEntryPoint`] where several sources have unusual names, and where the one
    /// that was asked for is not there.
    pub fn entry_point<'a>(
        &self,
        files: &[&'a str],
        asked: Option<&'a str>,
    ) -> Result<Option<&'a str>, LanguageError> {
        if !self.needs_entry_point() {
            return Ok(asked);
        }
        if let Some(asked) = asked {
            let ending = |file: &str| {
                self.extensions.iter().any(|ending| file == format!("{asked}.{ending}"))
            };
            return match files.iter().copied().find(|file| *file == asked || ending(file)) {
                Some(file) => Ok(Some(file)),
                None => Err(LanguageError::NoEntryPoint { expected: asked.to_owned() }),
            };
        }
        let sources = self.sources(files);
        if let [only] = sources[..] {
            return Ok(Some(only));
        }
        let usual = self
            .entry_points
            .iter()
            .find_map(|name| sources.iter().copied().find(|source| source == name));
        usual
            .map(Some)
            .ok_or_else(|| LanguageError::NoEntryPoint { expected: self.entry_points.join(" or ") })
    }

    fn needs_entry_point(&self) -> bool {
        let compile = self.compile.as_ref().map_or(&[][..], |step| &step.command);
        [compile, &self.run.command].iter().any(|command| {
            command::uses(command, "entry_point") || command::uses(command, "entry_name")
        })
    }

    /// Program and arguments of the compilation; `None` where there is none.
    pub fn compile_command(&self, values: &RunValues<'_>) -> Option<Vec<String>> {
        self.compile.as_ref().map(|step| command::fill(&step.command, values, &self.memory))
    }

    /// The exact environment of the compilation.
    pub fn compile_environment(&self, values: &RunValues<'_>) -> BTreeMap<String, String> {
        self.compile
            .as_ref()
            .map_or_else(BTreeMap::new, |step| self.fill(&step.environment, values))
    }

    /// Program and arguments of a run; empty for a product that is itself the program.
    pub fn run_command(&self, values: &RunValues<'_>) -> Vec<String> {
        command::fill(&self.run.command, values, &self.memory)
    }

    /// The exact environment of a run.
    pub fn run_environment(&self, values: &RunValues<'_>) -> BTreeMap<String, String> {
        self.fill(&self.run.environment, values)
    }

    fn fill(
        &self,
        environment: &BTreeMap<String, String>,
        values: &RunValues<'_>,
    ) -> BTreeMap<String, String> {
        let fill = |(name, value): (&String, &String)| {
            (name.clone(), command::fill_text(value, values, &self.memory))
        };
        environment.iter().map(fill).collect()
    }

    /// Whether a program that ended by itself in this way ran out of the memory that its run-time
    /// was told to keep to. It is the run-time's word and no evidence of the kernel's: it decides
    /// between two verdicts that both refuse, and nothing else.
    pub fn ran_out_of_memory(&self, exit_code: Option<i32>, signal: Option<i32>) -> bool {
        let known = self.run.out_of_memory;
        (known.exit_code.is_some() && known.exit_code == exit_code)
            || (known.signal.is_some() && known.signal == signal)
    }

    /// Debian packages of the programs that were not found, each once.
    pub fn missing_packages(&self) -> Vec<&str> {
        let missing = self.programs.iter().filter(|program| !program.present);
        let mut packages: Vec<&str> =
            missing.filter_map(|program| program.package.as_deref()).collect();
        packages.sort_unstable();
        packages.dedup();
        packages
    }
}

fn has_ending(file: &str, endings: &[String]) -> bool {
    let ending = file.rsplit_once('.').map(|(stem, ending)| (!stem.is_empty(), ending));
    matches!(ending, Some((true, ending)) if endings.iter().any(|known| known == ending))
}

/// Compilers look for their assembler and linker in `PATH`.
fn with_path(mut environment: BTreeMap<String, String>) -> BTreeMap<String, String> {
    environment.entry("PATH".to_owned()).or_insert_with(|| "/usr/bin:/bin".to_owned());
    environment
}

#[cfg(test)]
mod tests;
