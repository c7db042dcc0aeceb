//! What is compiled once: a cache by content in memory and, where there is one, on disk.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use sandglass_languages::Language;
use sandglass_package::Sources;
use sandglass_sandbox::Lane;
use sha2::{Digest, Sha256};

use crate::compile::{Compilation, ProblemLimits, Wanted, compile};
use crate::compile_cache::{self, CompileCache, Stored};
use crate::error::JudgeError;
use crate::program::{Program, WorkFile};

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
        wanted: Wanted<'_>,
        limits: ProblemLimits,
    ) -> Result<Arc<Compilation>, JudgeError> {
        let key = key(language, sources, wanted, limits);
        if let Some(known) = self.recall(&key) {
            return Ok(known);
        }
        let compilation = match self.load(&key, language, wanted.entry_point) {
            Some(stored) => stored.known_before(),
            None => {
                let compilation = compile(lane, language, sources, wanted, limits)?;
                self.store(&key, language, &compilation);
                compilation
            }
        };
        let known = Arc::new(compilation.known_before());
        let compilation = Arc::new(compilation);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        while memory.len() >= IN_MEMORY {
            memory.pop_front();
        }
        memory.push_back((key, known));
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
    wanted: Wanted<'_>,
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
    part(wanted.entry_point.unwrap_or_default().as_bytes());
    part(wanted.flags.join("\0").as_bytes());
    part(&limits.time.map_or(0, |time| time.as_nanos()).to_le_bytes());
    part(&limits.memory.unwrap_or(0).to_le_bytes());
    for file in &sources.files {
        part(file.name.as_bytes());
        part(&file.content);
    }
    hash.finalize().into()
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
        let wanted = Wanted::default();
        let base = key(&c, &sources(&[("a.c", "x")]), wanted, none);
        let mut renamed = sources(&[("a.c", "x")]);
        renamed.name = "another".into();
        assert_eq!(key(&c, &renamed, wanted, none), base);
        let others = [
            key(&cpp, &sources(&[("a.c", "x")]), wanted, none),
            key(&c, &sources(&[("a.cx", "")]), wanted, none),
            key(&c, &sources(&[("a.c", "y")]), wanted, none),
            key(&c, &sources(&[("a.c", "x"), ("b.c", "")]), wanted, none),
            key(&c, &sources(&[("a.c", "x")]), Wanted::starting(Some("a.c")), none),
            key(&c, &sources(&[("a.c", "x")]), Wanted { flags: &["-x"], ..wanted }, none),
            key(&c, &sources(&[("a.c", "x")]), wanted, ProblemLimits { memory: Some(1), ..none }),
        ];
        for (index, other) in others.iter().enumerate() {
            assert_ne!(*other, base, "{index}");
        }
    }
}
