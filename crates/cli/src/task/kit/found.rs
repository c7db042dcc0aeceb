//! What lies beside an interface file and goes into kits.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use sandglass_idl::kit::Sample;
use sandglass_idl::{LANGUAGES, Language};

use crate::failure::Failure;

/// A source that the setter gives to contestants.
#[derive(Debug)]
pub(super) struct Given {
    /// The file's name.
    pub(super) name: String,
    pub(super) language: &'static Language,
    pub(super) content: Vec<u8>,
}

/// The files `NAME.distrib.EXT`, in the order of languages.
pub(super) fn given(folder: &Path, name: &str) -> Result<Vec<Given>, Failure> {
    let mut all = Vec::new();
    for language in LANGUAGES {
        let name = format!("{name}.distrib.{}", language.extension);
        match fs::read(folder.join(&name)) {
            Ok(content) => all.push(Given { name, language, content }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(cannot_read(&folder.join(&name), &error)),
        }
    }
    Ok(all)
}

/// The one in a language.
pub(super) fn of_language<'a>(all: &'a [Given], language: &Language) -> Option<&'a Given> {
    all.iter().find(|given| given.language.code == language.code)
}

/// Where samples lie beside an interface file; the first that is there counts.
const PLACES: [&str; 2] = ["examples", "data/sample"];

/// The samples of a folder, by name.
pub(super) fn samples(beside: &Path, asked: Option<&Path>) -> Result<Vec<Sample>, Failure> {
    let usual = || PLACES.iter().map(|place| beside.join(place)).find(|path| path.is_dir());
    let Some(folder) = asked.map(Path::to_owned).or_else(usual) else { return Ok(Vec::new()) };
    let entries = fs::read_dir(&folder).map_err(|error| cannot_read(&folder, &error))?;
    let mut inputs: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| cannot_read(&folder, &error))?.path();
        if path.extension() == Some(OsStr::new("in")) {
            inputs.push(path);
        }
    }
    inputs.sort();
    inputs.iter().map(|path| sample(path)).collect()
}

fn sample(path: &Path) -> Result<Sample, Failure> {
    let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    // Batch files and makefiles take such names without quotes.
    let plain = |one: char| one.is_ascii_alphanumeric() || "-_.".contains(one);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(Failure::usage(format!("{} cannot be the name of a sample", path.display()))
            .hint("call it like 1.in: letters, digits, and - _ . between them"));
    }
    let mut answer = None;
    for ending in ["ans", "out"] {
        let path = path.with_extension(ending);
        match fs::read(&path) {
            Ok(content) => {
                answer = Some(content);
                break;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(cannot_read(&path, &error)),
        }
    }
    let input = fs::read(path).map_err(|error| cannot_read(path, &error))?;
    Ok(Sample { name: name.to_owned(), input, answer })
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot read {}: {error}", path.display()))
}
