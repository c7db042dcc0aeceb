//! `sandglass task generate`: the files that make programs call each other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sandglass_idl::{GeneratedFile, LANGUAGES, Language, Model, generate, language, start};

use super::source::Source;
use crate::failure::{DONE, Failure, NOT_AS_HOPED};

/// Generate what makes the programs of a task call each other
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For Main and for each interface of contestants, a folder DIRECTORY/INTERFACE gets the files that are \
built together with the sources. With --start, DIRECTORY also gets sources to start from, where there \
are none yet: Main.EXT and NAME.EXT; they compile as they are.

Exit status:
  0  generated     1  the interface file has errors     2  wrong usage

Examples:
  sandglass task generate cave.idl --main cpp --child python3
  sandglass task generate cave.idl --main cpp --child cpp --start")]
pub(crate) struct Arguments {
    /// The interface file
    file: PathBuf,
    /// Language of Main
    #[arg(long, value_name = "LANGUAGE", value_parser = known)]
    main: &'static Language,
    /// Language of the contestants' programs
    #[arg(long, value_name = "LANGUAGE", value_parser = known)]
    child: &'static Language,
    /// Where the folders go
    #[arg(long, value_name = "DIRECTORY", default_value = ".")]
    directory: PathBuf,
    /// Also write sources to start from, where there are none yet
    #[arg(long)]
    start: bool,
}

/// A language by its code.
pub(super) fn known(code: &str) -> Result<&'static Language, String> {
    language(code).ok_or_else(|| {
        let codes: Vec<&str> = LANGUAGES.iter().map(|language| language.code).collect();
        format!("there is no back end for it; there are {}", codes.join(", "))
    })
}

/// The name of a task: that of its file without the ending.
pub(super) fn module(path: &Path) -> Result<String, Failure> {
    if let Some(name) = path.to_str().and_then(sandglass_idl::task_name) {
        return Ok(name.to_owned());
    }
    Err(Failure::usage(format!("{} cannot name a source file in every language", path.display()))
        .hint("call it like cave.idl: letters and digits, and not Main"))
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    match write_all(arguments) {
        Ok(true) => ExitCode::from(DONE),
        Ok(false) => ExitCode::from(NOT_AS_HOPED),
        Err(failure) => failure.report(),
    }
}

fn write_all(arguments: &Arguments) -> Result<bool, Failure> {
    let module = module(&arguments.file)?;
    let Some(model) = Source::read(&arguments.file)?.model() else { return Ok(false) };
    for (role, interface) in model.interfaces.iter().enumerate() {
        let language = if role == 0 { arguments.main } else { arguments.child };
        let folder = arguments.directory.join(&interface.name);
        fs::create_dir_all(&folder).map_err(|error| cannot_write(&folder, &error))?;
        for file in files(&model, &module, language, role)? {
            write(&folder, &file)?;
        }
    }
    if arguments.start {
        for (language, main) in [(arguments.main, true), (arguments.child, false)] {
            let file = start(&model, &module, language, main).map_err(|error| ours(&error))?;
            if !arguments.directory.join(&file.name).exists() {
                write(&arguments.directory, &file)?;
            }
        }
    }
    Ok(true)
}

/// The generated files for one interface.
pub(super) fn files(
    model: &Model,
    module: &str,
    language: &'static Language,
    role: usize,
) -> Result<Vec<GeneratedFile>, Failure> {
    generate(model, module, language, role).map_err(|error| ours(&error))
}

fn ours(error: &dyn std::error::Error) -> Failure {
    let source = error.source().map(|source| format!(": {source}")).unwrap_or_default();
    Failure::ours(format!("{error}{source}"))
}

fn write(folder: &Path, file: &GeneratedFile) -> Result<(), Failure> {
    let path = folder.join(&file.name);
    fs::write(&path, &file.text).map_err(|error| cannot_write(&path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}
