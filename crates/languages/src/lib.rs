//! Languages as data: how each is compiled and run, what it must see, and what it is allowed.
//!
//! ```
//! let languages = sandglass_languages::Languages::builtin()?;
//! assert_eq!(languages.detect(&["solution.cpp"])?.code, "cpp");
//! # Ok::<(), sandglass_languages::LanguageError>(())
//! ```
//!
//! One TOML file (`data/*.toml`, keys in `data/README.md`) is a [`Language`] and its variants;
//! [`Languages`] is the set that a judge knows. This room starts no process: it looks where the
//! programs of a language are, says which file of a submission is which ([`Language::sources`],
//! [`Language::entry_point`]) and fills in command lines ([`Language::compile_command`],
//! [`Language::run_command`]); the judge runs them in sandboxes.

mod builtin;
mod check;
mod command;
mod document;
mod error;
mod language;
mod memory;
mod programs;
mod set;
mod variants;

pub use command::RunValues;
pub use document::{CompileLimits, Mount, OutOfMemory};
pub use error::LanguageError;
pub use language::{CompileStep, Language, RunStep};
pub use programs::Program;
pub use set::Languages;

/// The directory inside a sandbox that holds the sources and the product.
pub const WORK_DIRECTORY: &str = "/work";
