//! `sandglass task kit`: a zip for contestants.

mod archive;
mod found;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sandglass_idl::kit::{Kit, KitFile, Sample, has_kit};
use sandglass_idl::{LANGUAGES, Language};
use serde_json::json;

use super::generate::{known, module};
use super::source::Source;
use crate::failure::{DONE, Failure, NOT_AS_HOPED};
use crate::print::{self, say};

/// Write a zip for contestants: sources to start from, samples, and what builds and runs them without Sandglass
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A kit in one language is a folder NAME-LANGUAGE; with several languages, the zip has a folder for each. \
Beside the interface file are looked for:

  Main.distrib.EXT   a Main that contestants may have; without one, they get a
                     Main to write. Of several, a kit takes the one in its own
                     language, else the first in the order of the back ends
                     (C, C++, Python, ...)
  NAME.distrib.EXT   what contestants start from, in place of a generated one
  examples/*.in      samples, with their answers in *.ans or *.out; or
                     data/sample/*.in

The judge's Main (Main.EXT) never goes into a kit. The same files make the same zip, byte by byte.

Where Main and the contestant's program are in one language, they make one program, by make, CMake (C and \
C++) or run.bat on Windows. In any languages, run.py builds them apart and lets them talk through pipes, on \
Linux and macOS, and needs nothing but Python.

Exit status:
  0  written     1  the interface file has errors
  2  wrong usage, or the zip is there already

Examples:
  sandglass task kit cave.idl
  sandglass task kit cave.idl --language cpp --language python3 --output kit.zip
  sandglass task kit cave.idl --language java --samples data/sample --force")]
pub(crate) struct Arguments {
    /// The interface file
    file: PathBuf,
    /// Language of contestants; may be given several times. Without it, all that have kits
    #[arg(long, value_name = "LANGUAGE", value_parser = known)]
    language: Vec<&'static Language>,
    /// Where the zip goes; without it, NAME-LANGUAGE.zip or NAME-kit.zip here
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where samples are, instead of beside the interface file
    #[arg(long, value_name = "DIRECTORY")]
    samples: Option<PathBuf>,
    /// Write over a zip that is there already
    #[arg(long)]
    force: bool,
    /// Print one JSON object on stdout: the zip, its languages, what went in, and its files
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    match whole(arguments) {
        Ok(true) => ExitCode::from(DONE),
        Ok(false) => ExitCode::from(NOT_AS_HOPED),
        Err(failure) => failure.report_as(arguments.json),
    }
}

fn whole(arguments: &Arguments) -> Result<bool, Failure> {
    let module = module(&arguments.file)?;
    let source = Source::read(&arguments.file)?;
    let Some(model) = source.model() else { return Ok(false) };
    let beside = arguments.file.parent().unwrap_or(Path::new(""));
    let mains = found::given(beside, "Main")?;
    let starts = found::given(beside, &module)?;
    let samples = found::samples(beside, arguments.samples.as_deref())?;
    let languages = languages(&arguments.language)?;
    let mut files: Vec<KitFile> = Vec::new();
    let mut used: Vec<&str> = Vec::new();
    for language in &languages {
        let main = found::of_language(&mains, language).or(mains.first());
        used.extend(main.map(|given| &given.name[..]));
        let kit = Kit {
            model: &model,
            module: &module,
            interface_file: &source.text,
            language,
            main: main.map(|given| (given.language, &given.content[..])),
            start: found::of_language(&starts, language).map(|given| &given.content[..]),
            samples: &samples,
        };
        let made = kit.files().map_err(|error| Failure::ours(error.to_string()))?;
        let folder = match &languages[..] {
            [_] => format!("{module}-{}", language.code),
            _ => format!("{module}-kit/{}", language.code),
        };
        files.extend(
            made.into_iter()
                .map(|file| KitFile { path: format!("{folder}/{}", file.path), ..file }),
        );
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let output = arguments.output.clone().unwrap_or_else(|| match &languages[..] {
        [one] => format!("{module}-{}.zip", one.code).into(),
        _ => format!("{module}-kit.zip").into(),
    });
    archive::write(&output, &files, arguments.force)?;
    used.sort_unstable();
    used.dedup();
    tell(arguments.json, &output, &languages, &used, &samples, &files)?;
    Ok(true)
}

/// The languages asked for, each once, or all.
fn languages(asked: &[&'static Language]) -> Result<Vec<&'static Language>, Failure> {
    if let Some(without) = asked.iter().find(|language| !has_kit(language)) {
        return Err(Failure::usage(format!("there are no kits in {} yet", without.name)));
    }
    let wanted = |one: &&Language| {
        has_kit(one) && (asked.is_empty() || asked.iter().any(|asked| asked.code == one.code))
    };
    Ok(LANGUAGES.iter().filter(wanted).collect())
}

fn tell(
    as_json: bool,
    output: &Path,
    languages: &[&Language],
    mains: &[&str],
    samples: &[Sample],
    files: &[KitFile],
) -> Result<(), Failure> {
    let codes: Vec<&str> = languages.iter().map(|language| language.code).collect();
    if as_json {
        let object = json!({
            "path": output.display().to_string(),
            "languages": codes,
            "main": mains,
            "samples": samples.iter().map(|sample| &sample.name).collect::<Vec<_>>(),
            "files": files.iter().map(|file| &file.path).collect::<Vec<_>>(),
        });
        return print::line(object);
    }
    say!("{}: {} files for {}", output.display(), files.len(), codes.join(", "));
    match mains {
        [] => {
            say!("Main: contestants write their own (no Main.distrib.* beside the interface file)")
        }
        mains => say!("Main: {}", mains.join(", ")),
    }
    say!("samples: {}", samples.len());
    Ok(())
}
