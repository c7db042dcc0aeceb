//! `sandglass task`: interactive tasks, whose programs call each other.

mod check;
mod format;
mod generate;
mod kit;
mod lsp;
mod run;
mod source;

use std::process::ExitCode;

use clap::Subcommand;

/// Write an interactive task once, and answer it in any language
#[derive(Debug, clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "\
A task's interfaces stand in one file, NAME.idl: the setter's interface first, then those that \
contestants implement. docs/idl/language.md is the reference.

Start with:
  sandglass task check cave.idl        is it right, and how to mend it where not
  sandglass task format cave.idl       give it the one layout
  sandglass task generate cave.idl --main cpp --child python3 --start
  sandglass task run cave.idl --main Main.cpp --child cave.py --input case1.in
  sandglass task kit cave.idl          a zip for contestants"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Format(format::Arguments),
    Generate(generate::Arguments),
    Kit(kit::Arguments),
    Run(Box<run::Arguments>),
    Lsp(lsp::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Format(arguments) => format::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Kit(arguments) => kit::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
    }
}
