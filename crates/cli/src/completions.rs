//! `sandglass completions`: what a shell needs to complete our command line.

use std::io::{self, Write};
use std::process::ExitCode;

use clap_complete::Shell;

use crate::failure::{DONE, Failure};

/// Print a shell's completion script
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandglass completions bash > ~/.local/share/bash-completion/completions/sandglass
  sandglass completions fish > ~/.config/fish/completions/sandglass.fish")]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    // Made in memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    let mut command = crate::command_line();
    clap_complete::generate(arguments.shell, &mut command, "sandglass", &mut script);
    match io::stdout().write_all(&script) {
        Ok(()) => ExitCode::from(DONE),
        Err(error) => Failure::ours(format!("could not print: {error}")).report(),
    }
}
