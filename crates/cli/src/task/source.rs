//! Interface files, read.

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use sandglass_idl::{Diagnostic, Model, check, render};

use crate::failure::Failure;
use crate::print::say;

/// Larger files are not interfaces.
const MAX_BYTES: u64 = 4 << 20;

/// A file's path and text.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl Source {
    /// Reads a file; `-` is standard input.
    pub(super) fn read(path: &Path) -> Result<Source, Failure> {
        let wrong = |error: std::io::Error| {
            Failure::usage(format!("cannot read {}: {error}", path.display()))
        };
        let mut bytes = Vec::new();
        if path == Path::new("-") {
            std::io::stdin().take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(wrong)?;
        } else {
            let file = std::fs::File::open(path).map_err(wrong)?;
            file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(wrong)?;
        }
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Failure::usage(format!("{} is larger than 4 MiB", path.display())));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::usage(format!("{} is not UTF-8 text", path.display())))?;
        Ok(Source { path: path.to_owned(), text })
    }

    /// Says on stderr what is wrong with it.
    pub(super) fn show(&self, diagnostics: &[Diagnostic]) {
        if !diagnostics.is_empty() {
            let path = self.path.display().to_string();
            let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            say!("{}", render(&path, &self.text, diagnostics, colour));
        }
    }

    /// What it means, for commands that need it right; where it is not, what is wrong was said.
    pub(super) fn model(&self) -> Option<Model> {
        let checked = check(&self.text);
        self.show(&checked.diagnostics);
        checked.model
    }
}
