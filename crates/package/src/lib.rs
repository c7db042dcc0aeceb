//! Problem packages: one model, and readers of the formats.
//!
//! ```no_run
//! let package = sandglass_package::Package::open("problems/different".as_ref())?;
//! println!("{}: {} tests", package.problem.name, package.tests.len());
//! # Ok::<(), sandglass_package::PackageError>(())
//! ```
//!
//! [`Package::open`] reads a folder or an archive in any format that it knows. What a package asks for
//! is all in the model, also what no judge does yet; it is for the judge to refuse it.
//!
//! A package is hostile until shown otherwise. All access goes through a [`Tree`], which the kernel
//! keeps beneath the package's own directory (`RESOLVE_BENEATH`), symbolic links included; sizes,
//! counts and depths are bounded; and nothing is read but regular files.

mod archive;
mod cms;
mod detect;
mod edit;
mod error;
mod expectation;
mod glob;
mod grading;
mod group;
mod kattis;
mod keys;
mod limits;
mod package;
mod polygon;
mod problem;
mod program;
mod sim;
mod sources;
mod submission;
mod test_case;
mod timing;
mod tree;
mod write;
mod yaml;

pub use edit::NewLimits;
pub use error::{PackageError, Warning};
pub use expectation::{Expectation, FinalVerdict, Mismatch, TestClass, TestResult, TimeLimitUse};
pub use grading::{LegacyGrading, OnReject, ScoreMode, VerdictMode};
pub use group::{Aggregation, Group, StaticValidation};
pub use limits::Limits;
pub use package::Package;
pub use problem::{Format, InterfaceTask, Kind, Metadata, Objective, Problem};
pub use program::{
    BesideFile, Checker, GeneratedTest, GeneratorCommand, HelperProgram, IncludedFiles,
    LineComparison, Protocol,
};
pub use sources::{SourceFile, Sources};
pub use submission::ExampleSubmission;
pub use test_case::{TestCase, ValidationCase, ValidationKind, ValidatorArguments};
pub use timing::{TimeRule, TimingError};
pub use tree::{Entry, EntryKind, Tree};
pub use write::{Conversion, Loss, Target, WriteError};
