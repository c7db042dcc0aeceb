//! One language.

use std::collections::BTreeMap;

use crate::command::{self, RunValues};
use crate::document::{CompileLimits, Document, Mount};
use crate::error::LanguageError;

/// How sources become what is run.
#[derive(Clone, Debug)]
pub struct CompileStep {
    command: Vec<String>,
    /// File under the work directory that comes out; without it the sources themselves are run.
    pub product: Option<String>,
    /// The exact environment.
    pub environment: BTreeMap<String, String>,
    /// Name of the system call policy.
    pub policy: String,
    /// What the compilation may use.
    pub limits: CompileLimits,
}

/// How a compiled submission is run.
#[derive(Clone, Debug)]
pub struct RunStep {
    command: Vec<String>,
    /// Whether the product is itself the program, executed from its descriptor.
    pub executable: bool,
    /// The exact environment.
    pub environment: BTreeMap<String, String>,
    /// Name of the system call policy.
    pub policy: String,
    /// Processes and threads at a time.
    pub processes: u64,
    /// Factor on a problem's CPU limit, above 0.
    pub time_multiplier: f64,
    /// Whether the run sees a `/proc` of its own.
    pub proc: bool,
}

/// A programming language, as its file describes it.
#[derive(Clone, Debug)]
pub struct Language {
    /// Short name, as in the ICPC/Kattis table of languages.
    pub code: String,
    /// What people call it.
    pub name: String,
    extensions: Vec<String>,
    headers: Vec<String>,
    entry_points: Vec<String>,
    /// Compilation, where there is one.
    pub compile: Option<CompileStep>,
    /// The run.
    pub run: RunStep,
    /// Command that prints the version.
    pub version_command: Vec<String>,
    /// Paths of the host that compilation and run must see beyond `/usr`.
    pub mounts: Vec<Mount>,
    /// A text that changes whenever the file does, for caches.
    pub fingerprint: String,
}

impl Language {
    /// Reads a language from the text of its file; `file` is its name in messages.
    ///
    /// # Errors
    /// [`LanguageError::Document`] where the text has not the right shape, [`LanguageError::Meaning`]
    /// where it has but contradicts itself.
    pub fn parse(file: &str, text: &str) -> Result<Language, LanguageError> {
        let document: Document = toml::from_str(text).map_err(|source| {
            LanguageError::Document { file: file.to_owned(), source: Box::new(source) }
        })?;
        check(file, &document)?;
        Ok(Language {
            code: document.code,
            name: document.name,
            extensions: document.extensions,
            headers: document.headers,
            entry_points: document.entry_points,
            compile: document.compile.map(|compile| CompileStep {
                command: compile.command,
                product: compile.product,
                environment: with_path(compile.environment),
                policy: compile.policy,
                limits: compile.limits,
            }),
            run: RunStep {
                command: document.run.command,
                executable: document.run.executable,
                environment: document.run.environment,
                policy: document.run.policy,
                processes: document.run.processes,
                time_multiplier: document.run.time_multiplier,
                proc: document.run.proc,
            },
            version_command: document.version.command,
            mounts: document.mounts,
            fingerprint: text.to_owned(),
        })
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

    /// Which of `files` is run: the one asked for, else the only source, else the first usual name.
    ///
    /// # Errors
    /// [`LanguageError::NoEntryPoint`] where several sources have unusual names; languages whose
    /// compiler takes all sources together ([`RunStep::executable`]) have no such file: `None`.
    pub fn entry_point<'a>(
        &self,
        files: &[&'a str],
        asked: Option<&str>,
    ) -> Result<Option<&'a str>, LanguageError> {
        if let Some(asked) = asked {
            let ending = |file: &str| {
                self.extensions.iter().any(|ending| file == format!("{asked}.{ending}"))
            };
            return match files.iter().copied().find(|file| *file == asked || ending(file)) {
                Some(file) => Ok(Some(file)),
                None => Err(LanguageError::NoEntryPoint { expected: asked.to_owned() }),
            };
        }
        if self.run.executable {
            return Ok(None);
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

    /// Program and arguments of the compilation; `None` where there is none.
    pub fn compile_command(&self, values: &RunValues<'_>) -> Option<Vec<String>> {
        self.compile.as_ref().map(|compile| command::fill(&compile.command, values))
    }

    /// Program and arguments of a run; empty for a product that is itself the program.
    pub fn run_command(&self, values: &RunValues<'_>) -> Vec<String> {
        command::fill(&self.run.command, values)
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

/// What the shape of the document cannot say.
fn check(file: &str, document: &Document) -> Result<(), LanguageError> {
    let wrong = |key: &'static str, reason: &str| {
        Err(LanguageError::Meaning { file: file.to_owned(), key, reason: reason.to_owned() })
    };
    if document.extensions.is_empty() {
        return wrong("extensions", "no source could ever be of this language");
    }
    if let Some(compile) = &document.compile {
        if !compile.command.first().is_some_and(|program| program.starts_with('/')) {
            return wrong("compile.command", "the program must be an absolute path");
        }
        let product = compile.product.as_deref().unwrap_or("product");
        if product.is_empty() || product.contains('/') || product.starts_with('.') {
            return wrong("compile.product", "it must be the plain name of a file");
        }
        if compile.product.is_none() && command::names(&compile.command).contains(&"product") {
            return wrong("compile.command", "it uses {product}, and compile.product is missing");
        }
    }
    let product = document.compile.as_ref().is_some_and(|compile| compile.product.is_some());
    if document.run.executable && !product {
        return wrong("run.executable", "there is no compile.product to execute");
    }
    if document.run.executable && !document.run.command.is_empty() {
        return wrong("run.command", "a product that is executed itself has no command");
    }
    if !document.run.executable
        && !document.run.command.first().is_some_and(|program| program.starts_with('/'))
    {
        return wrong("run.command", "the program must be an absolute path");
    }
    if !product && command::names(&document.run.command).contains(&"product") {
        return wrong("run.command", "it uses {product}, and compile.product is missing");
    }
    if document.run.processes == 0 {
        return wrong("run.processes", "a program is at least one process");
    }
    if !(document.run.time_multiplier.is_finite() && document.run.time_multiplier > 0.0) {
        return wrong("run.time_multiplier", "it must be a number above 0");
    }
    if document.version.command.is_empty() {
        return wrong("version.command", "it is empty");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal(run: &str) -> String {
        format!(
            "code = 'x'\nname = 'X'\nextensions = ['x']\nentry_points = ['main.x']\n[version]\ncommand = ['/x']\n[run]\n{run}\n"
        )
    }

    #[test]
    fn unknown_keys_are_errors_that_name_the_file() {
        let error = Language::parse("x.toml", &minimal("command = ['/x']\nspeed = 1")).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("x.toml: ") && text.contains("speed"), "{text}");
    }

    #[test]
    fn contradictions_are_errors_that_name_the_key() {
        for (run, key) in [
            ("executable = true", "run.executable"),
            ("command = ['x']", "run.command"),
            ("command = ['/x', '{product}']", "run.command"),
            ("command = ['/x']\nprocesses = 0", "run.processes"),
            ("command = ['/x']\ntime_multiplier = -1.0", "run.time_multiplier"),
        ] {
            let error = Language::parse("x.toml", &minimal(run)).unwrap_err().to_string();
            assert!(error.contains(&format!("key {key}:")), "{run}: {error}");
        }
    }

    #[test]
    fn the_entry_point_is_asked_for_or_alone_or_usual() {
        let language = Language::parse("x.toml", &minimal("command = ['/x']")).unwrap();
        assert_eq!(language.entry_point(&["a.x", "data"], None).unwrap(), Some("a.x"));
        assert_eq!(language.entry_point(&["a.x", "main.x"], None).unwrap(), Some("main.x"));
        assert_eq!(language.entry_point(&["a.x", "main.x"], Some("a")).unwrap(), Some("a.x"));
        assert!(language.entry_point(&["a.x", "b.x"], None).is_err());
        assert!(language.entry_point(&["a.x"], Some("b.x")).is_err());
    }

    #[test]
    fn a_hidden_file_has_no_ending() {
        let language = Language::parse("x.toml", &minimal("command = ['/x']")).unwrap();
        assert!(!language.claims(".x") && language.claims("y.x") && !language.claims("x"));
    }
}
