//! Problem packages: one model, and readers of the formats.
//!
//! Now there is one reader, of the ICPC/Kattis format `2025-09` (and its draft, `2023-07-draft`):
//! [`Package::open`]. It reads what a pass-fail batch problem with the default validator consists
//! of, and refuses the rest by name ([`PackageError::Unsupported`]) rather than judge it wrongly.
//!
//! A package is hostile until shown otherwise. All access goes through a [`Tree`], which the kernel
//! keeps beneath the package's own directory (`RESOLVE_BENEATH`), symbolic links included; sizes,
//! counts and depths are bounded; and nothing is read but regular files.

mod data;
mod error;
mod expectation;
mod glob;
mod keys;
mod limits;
mod package;
mod problem;
mod sources;
mod submissions;
mod tree;
mod yaml;

pub use data::TestCase;
pub use error::{PackageError, Warning};
pub use expectation::{Expectation, Mismatch, TestClass, TestResult};
pub use limits::Limits;
pub use package::Package;
pub use problem::Problem;
pub use sources::{SourceFile, Sources};
pub use submissions::ExampleSubmission;
pub use tree::{Entry, Kind, Tree};
