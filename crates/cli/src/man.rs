//! `sandglass man`: the manual pages, one a command, made from the definitions of the options.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap_mangen::Man;

use crate::failure::{DONE, Failure};

/// Write the manual pages into a directory
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  sandglass man --directory ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// Where to write sandglass.1, sandglass-run.1 and so on; made if missing
    #[arg(long, value_name = "DIRECTORY")]
    directory: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut command = crate::command_line();
    // Names such as "sandglass run" come into being here.
    command.build();
    let written = fs::create_dir_all(&arguments.directory)
        .and_then(|()| write_pages(&command, "sandglass", &arguments.directory));
    match written {
        Ok(()) => ExitCode::from(DONE),
        Err(error) => {
            let directory = arguments.directory.display();
            Failure::ours(format!("could not write into {directory}: {error}")).report()
        }
    }
}

fn write_pages(command: &clap::Command, name: &str, directory: &Path) -> io::Result<()> {
    let mut page = Vec::new();
    // No date: the same sources make the same page.
    Man::new(command.clone().display_name(name.to_owned())).date("").render(&mut page)?;
    fs::write(directory.join(format!("{name}.1")), page)?;
    for subcommand in command.get_subcommands() {
        write_pages(subcommand, &format!("{name}-{}", subcommand.get_name()), directory)?;
    }
    Ok(())
}
