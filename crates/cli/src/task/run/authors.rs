//! The sources of both sides, from the command line.

use std::path::Path;
use std::sync::Arc;

use sandglass_idl::Model;
use sandglass_judge::calls::back_end;
use sandglass_languages::{Language, Languages};
use sandglass_package::Sources;

use crate::failure::Failure;

/// Bytes of one side's sources, at most.
const LARGEST: u64 = 64 << 20;

/// Sources and their language.
pub(super) struct Author {
    pub(super) sources: Sources,
    pub(super) language: Arc<Language>,
}

/// The sources of contestants.
pub(super) struct Children {
    /// Each with the interface that it is for; without one, it is for all others.
    authors: Vec<(Option<String>, Author)>,
}

impl Author {
    /// A file, or a folder of files.
    pub(super) fn new(path: &Path, languages: &Languages) -> Result<Author, Failure> {
        let wrong = |why: String| Failure::usage(format!("{}: {why}", path.display()));
        let sources =
            Sources::read_host(path, LARGEST).map_err(|error| Failure::usage(error.to_string()))?;
        let language =
            languages.detect(&sources.names()).map_err(|error| wrong(error.to_string()))?;
        back_end(&language).map_err(|error| wrong(error.to_string()))?;
        Ok(Author { sources, language })
    }
}

impl Children {
    pub(super) fn new(
        words: &[String],
        model: &Model,
        languages: &Languages,
    ) -> Result<Children, Failure> {
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

    pub(super) fn author(&self, interface: &str) -> Result<&Author, Failure> {
        let find = |wanted: Option<&str>| {
            self.authors.iter().find(|(one, _)| one.as_deref() == wanted).map(|(_, author)| author)
        };
        find(Some(interface)).or_else(|| find(None)).ok_or_else(|| {
            Failure::usage(format!("no --child has a source for the interface {interface}"))
        })
    }
}
