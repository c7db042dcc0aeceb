//! Languages as data: how each is compiled and run, what it must see, and what it is allowed.
//!
//! A [`Language`] is one TOML file (`data/*.toml`, keys in `data/README.md`); [`Languages`] is the
//! set that a judge knows. This room starts no process: it says which file of a submission is which
//! ([`Language::sources`], [`Language::entry_point`]) and fills in command lines
//! ([`Language::compile_command`], [`Language::run_command`]); the judge runs them in sandboxes.

mod builtin;
mod command;
mod document;
mod error;
mod language;
mod set;

pub use command::RunValues;
pub use document::{CompileLimits, Mount};
pub use error::LanguageError;
pub use language::{CompileStep, Language, RunStep};
pub use set::Languages;

/// The directory inside a sandbox that holds the sources and the product.
pub const WORK_DIRECTORY: &str = "/work";
