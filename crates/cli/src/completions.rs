//! `sandglass completions`: what a shell needs to complete our command line.

use std::process::ExitCode;

use clap_complete::Shell;

use crate::failure::DONE;
use crate::print;

/// Print a shell's completion script
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sandglass completions bash >/etc/bash_completion.d/sandglass
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
    match print::data(script) {
        Ok(()) => ExitCode::from(DONE),
        Err(failure) => failure.report(),
    }
}
