//! The interface language: an interactive task is written once, and answered in any language.
//!
//! ```
//! let checked = sandglass_idl::check("interface Main { }; interface solver { int add(int a, int b); };");
//! let model = checked.model.ok_or("the interface file has errors")?;
//! let python = sandglass_idl::language("python3").ok_or("no such back end")?;
//! let files = sandglass_idl::generate(&model, "sums", python, 1)?;
//! assert!(!files.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From text to generated code
//!
//! ```text
//! text ─ token ─▶ tokens ─ parser ─▶ syntax tree ─ check ─▶ model ─ generate ─▶ files
//!                    └───────── format ─▶ text        └─▶ diagnostics
//! ```
//!
//! - The **lexer** ([`token`]) and the **parser** ([`parse`]) never fail: they return what could be
//!   read and a list of what could not. The editor, the formatter and the compiler share them.
//! - The **checker** ([`check`]) reports everything that is wrong in one pass, each with its place, a
//!   code, and how to mend it; the model is there only where nothing is.
//! - The **model** ([`model`]) is all that back ends read.
//!
//! The grammar and the meaning of each part are in `docs/idl/language.md`, what travels between
//! programs in `docs/idl/protocol.md`.

pub mod codec;
pub mod diagnostic;
pub mod editor;
pub mod kit;
pub mod model;
pub mod syntax;
pub mod token;

mod check;
mod format;
mod generate;
mod parser;
mod render;
mod span;

pub use check::{Checked, check, check_file};
pub use diagnostic::{Code, Diagnostic, reports};
pub use format::format;
pub use generate::{
    GenerateError, GeneratedFile, LANGUAGES, Language, generate, language, source_name, start,
    task_name,
};
pub use model::Model;
pub use parser::{Parse, parse};
pub use render::render;
pub use span::{LineIndex, Span};
