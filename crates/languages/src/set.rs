//! The languages that a judge knows.

use std::path::Path;
use std::sync::Arc;

use crate::builtin;
use crate::error::LanguageError;
use crate::language::Language;

/// A set of languages, each with a code of its own.
#[derive(Clone, Debug, Default)]
pub struct Languages {
    languages: Vec<Arc<Language>>,
}

impl Languages {
    /// Those that come with Sandglass.
    ///
    /// # Errors
    /// Those of [`Language::parse`]; a test holds that there are none.
    pub fn builtin() -> Result<Languages, LanguageError> {
        let mut languages = Languages::default();
        for (file, text) in builtin::FILES {
            Language::parse(file, text)?.into_iter().for_each(|one| languages.add(one));
        }
        Ok(languages)
    }

    /// Adds every `*.toml` of a directory, in the order of their names.
    ///
    /// # Errors
    /// [`LanguageError::Read`] and those of [`Language::parse`].
    pub fn add_directory(&mut self, directory: &Path) -> Result<(), LanguageError> {
        let read = |path: &Path, source| LanguageError::Read { path: path.to_owned(), source };
        let entries = std::fs::read_dir(directory).map_err(|error| read(directory, error))?;
        let mut paths = Vec::new();
        for entry in entries {
            paths.push(entry.map_err(|error| read(directory, error))?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(|error| read(&path, error))?;
            let parsed = Language::parse(&path.display().to_string(), &text)?;
            parsed.into_iter().for_each(|language| self.add(language));
        }
        Ok(())
    }

    /// Adds a language; one of the same code is replaced, so that a site can override ours.
    pub fn add(&mut self, language: Language) {
        self.languages.retain(|known| known.code != language.code);
        self.languages.push(Arc::new(language));
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Language>> {
        self.languages.iter()
    }

    /// The language of a code.
    ///
    /// # Errors
    /// [`LanguageError::Unknown`].
    pub fn by_code(&self, code: &str) -> Result<Arc<Language>, LanguageError> {
        let found = self.languages.iter().find(|language| language.code == code);
        found.cloned().ok_or_else(|| LanguageError::Unknown { code: code.to_owned() })
    }

    /// The one language that files of these names are written in; never one of its variants.
    ///
    /// C sources beside C++ sources are C++'s in no compiler we run, so a mixture is an error.
    ///
    /// # Errors
    /// [`LanguageError::NoSource`], [`LanguageError::Ambiguous`].
    pub fn detect(&self, files: &[&str]) -> Result<Arc<Language>, LanguageError> {
        let claiming: Vec<&Arc<Language>> = self
            .languages
            .iter()
            .filter(|language| language.variant_of.is_none())
            .filter(|language| files.iter().any(|file| language.claims(file)))
            .collect();
        match claiming[..] {
            [] => Err(LanguageError::NoSource { files: files.join(", ") }),
            [language] => Ok(Arc::clone(language)),
            _ => {
                let names: Vec<&str> =
                    claiming.iter().map(|language| language.name.as_str()).collect();
                Err(LanguageError::Ambiguous { languages: names.join(", ") })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_file_is_listed_and_parses() {
        let languages = Languages::builtin().unwrap();
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let files = std::fs::read_dir(directory).unwrap().filter(|entry| {
            entry.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "toml")
        });
        let described = languages.iter().filter(|language| language.variant_of.is_none());
        assert_eq!(described.count(), files.count());
    }

    #[test]
    fn no_two_builtin_languages_claim_one_ending() {
        let languages = Languages::builtin().unwrap();
        let endings = "c cc cpp cxx c++ C py py3 sh pl pm cs go hs java js mjs cjs kt lua ml pas pp p \
                       php rb rs";
        for ending in endings.split(' ').filter(|ending| !ending.is_empty()) {
            let found = languages.detect(&[&format!("a.{ending}")]).unwrap();
            assert_eq!(found.variant_of, None);
        }
    }

    #[test]
    fn detection() {
        let languages = Languages::builtin().unwrap();
        assert_eq!(languages.detect(&["b.h", "a.cpp", "notes.txt"]).unwrap().code, "cpp");
        assert!(matches!(languages.detect(&["a.h"]), Err(LanguageError::NoSource { .. })));
        assert!(matches!(languages.detect(&["a.c", "a.py"]), Err(LanguageError::Ambiguous { .. })));
    }

    #[test]
    fn a_later_file_replaces_an_earlier_one_of_the_same_code() {
        let mut languages = Languages::builtin().unwrap();
        let before = languages.iter().count();
        let directory = tempfile::tempdir().unwrap();
        let text = "code = 'cpp'\nname = 'Ours'\nextensions = ['cpp']\n[run]\ncommand = ['/x']\n[version]\ncommand = ['/x']\n";
        std::fs::write(directory.path().join("ours.toml"), text).unwrap();
        languages.add_directory(directory.path()).unwrap();
        assert_eq!(languages.iter().count(), before);
        assert_eq!(languages.by_code("cpp").unwrap().name, "Ours");
    }
}
