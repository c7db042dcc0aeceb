//! `sandglass task lsp`: the editor server.

use std::process::ExitCode;

use sandglass_idl::editor::{Ending, serve};

use crate::failure::{DONE, Failure, NOT_AS_HOPED};

/// Serve an editor over standard input and output, in the language server protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Diagnostics while typing, hover, definition, references, symbols of the file, completion, rename and \
formatting. docs/idl/editors.md says how VS Code, Neovim and Helix start it; any editor that speaks the \
protocol can, for files that end with .idl.

What an editor starts:
  sandglass task lsp

Exit status:
  0  the editor said goodbye     1  it left without a word
  3  its stream broke off, or was no messages")]
pub(crate) struct Arguments {}

pub(super) fn run(_arguments: &Arguments) -> ExitCode {
    match serve(&mut std::io::stdin().lock(), &mut std::io::stdout().lock()) {
        Ok(Ending::Goodbye) => ExitCode::from(DONE),
        Ok(Ending::Left) => ExitCode::from(NOT_AS_HOPED),
        Err(error) => Failure::ours(format!("the editor broke the protocol: {error}")).report(),
    }
}
