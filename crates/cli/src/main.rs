//! The command `sandglass`: one thin file a subcommand.
//!
//! A subcommand is a structure of arguments ([`clap::Args`]) and a function from it to an exit
//! status. The statuses are the same for all ([`failure`]): 0 done and as hoped, 1 done and not so,
//! 2 wrong usage, 3 our own failure; `run` adds 128 and the signal's number when it was interrupted, and
//! 141 says that nobody read our output to its end. Data goes to stdout, all else to stderr ([`print`]).

// These panic where the stream is closed.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod compile_cache;
mod completions;
mod convert;
mod doctor;
mod failure;
mod judge;
mod lab;
mod languages;
mod man;
mod package;
mod print;
mod results;
mod run;
mod schema;
mod signals;
mod task;
mod temporary;
mod value;
mod verify;

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use temporary::with_folder;

/// Run untrusted programs without privilege, measure them exactly, judge them.
#[derive(Debug, Parser)]
#[command(
    name = "sandglass",
    version,
    arg_required_else_help = true,
    after_help = "\
Exit status of every command:
  0  done and as hoped: the program exited with 0, the submission was accepted
  1  done and not so: any other outcome or verdict
  2  wrong usage
  3  a failure of Sandglass or of the host; trying again may help

Start with:
  sandglass doctor                         what this machine can do
  sandglass run --cpu-time 1s --memory 64MiB -- ./a.out
  sandglass judge PACKAGE SUBMISSION...    the verdict of each
  sandglass verify PACKAGE                 whether a problem does what it says"
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Arguments>),
    Judge(judge::Arguments),
    Verify(verify::Arguments),
    Convert(convert::Arguments),
    Package(package::Arguments),
    Doctor(doctor::Arguments),
    Languages(languages::Arguments),
    Lab(lab::Arguments),
    Task(task::Arguments),
    #[command(hide = true)]
    Completions(completions::Arguments),
    #[command(hide = true)]
    Man(man::Arguments),
    #[command(hide = true)]
    Schema(schema::Arguments),
    #[command(hide = true)]
    LabHelper(lab::HelperArguments),
    #[command(hide = true)]
    DoctorProbe(doctor::ProbeArguments),
}

fn main() -> ExitCode {
    let command_line = CommandLine::try_parse().unwrap_or_else(|error| advised(error).exit());
    match command_line.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Judge(arguments) => with_folder(|| judge::run(&arguments)),
        Command::Verify(arguments) => with_folder(|| verify::run(&arguments)),
        Command::Convert(arguments) => with_folder(|| convert::run(&arguments)),
        Command::Package(arguments) => with_folder(|| package::run(&arguments)),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Languages(arguments) => languages::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::Task(arguments) => with_folder(|| task::run(&arguments)),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::LabHelper(arguments) => lab::help(arguments),
        Command::DoctorProbe(arguments) => doctor::probe(&arguments),
    }
}

/// The error with advice where somebody leaves away the `--` of `run -- PROGRAM`.
fn advised(mut error: clap::Error) -> clap::Error {
    let unknown = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let command = std::env::args_os().nth(1);
    let of_run =
        error.kind() == ErrorKind::UnknownArgument && command.is_some_and(|it| it == "run");
    if let Some(program) = unknown.filter(|unknown| of_run && !unknown.starts_with('-')) {
        let advice = format!("the program comes after two dashes: sandglass run -- {program}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    error
}

/// The command line for what is generated from it: without the hidden commands, which are not for
/// people.
fn command_line() -> clap::Command {
    let whole = CommandLine::command();
    let shown: Vec<clap::Command> =
        whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    let mut command = clap::Command::new("sandglass")
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .subcommands(shown);
    if let Some(about) = whole.get_about() {
        command = command.about(about.clone());
    }
    if let Some(after) = whole.get_after_help() {
        command = command.after_help(after.clone());
    }
    command.version(env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definitions_do_not_contradict_each_other() {
        <super::CommandLine as clap::CommandFactory>::command().debug_assert();
        super::command_line().debug_assert();
    }

    /// What stands after the options is set by hand; a terminal of 80 columns must not break its lines.
    #[test]
    fn what_is_set_by_hand_fits_into_a_terminal() {
        fn look(command: &clap::Command) {
            let texts = [command.get_after_help(), command.get_after_long_help()];
            for text in texts.into_iter().flatten().map(ToString::to_string) {
                // A paragraph is one line here, which clap breaks.
                for line in text.lines().filter(|line| line.starts_with(" ")) {
                    assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
                }
            }
            command.get_subcommands().for_each(look);
        }
        look(&<super::CommandLine as clap::CommandFactory>::command());
    }

    #[test]
    fn every_command_for_people_shows_an_example() {
        fn look(command: &clap::Command, path: &str) {
            let path = format!("{path} {}", command.get_name());
            let texts = [command.get_after_help(), command.get_after_long_help()];
            let help: String = texts.into_iter().flatten().map(ToString::to_string).collect();
            assert!(help.contains(path.trim_start()), "{path} has no example");
            command.get_subcommands().for_each(|command| look(command, &path));
        }
        look(&super::command_line(), "");
    }
}
