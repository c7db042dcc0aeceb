//! `sandglass task lsp`: the editor server.

use std::process::ExitCode;

use lsp_server::Connection;
use sandglass_idl::editor::serve;

use crate::failure::{DONE, Failure};

/// Serve an editor over standard input and output, in the language server protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Diagnostics while typing, hover, definition, references, completion, rename and formatting.
crates/idl/editors/vscode is an extension for VS Code; any editor that speaks the protocol can start
this command for files that end with .idl.

Exit status:
  0  the editor said goodbye     3  it broke the protocol")]
pub(crate) struct Arguments {}

pub(super) fn run(_arguments: &Arguments) -> ExitCode {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    // The writing thread ends when nobody can send any more.
    drop(connection);
    match served {
        Ok(()) => {
            let _ = threads.join();
            ExitCode::from(DONE)
        }
        Err(error) => Failure::ours(format!("the editor broke the protocol: {error}")).report(),
    }
}
