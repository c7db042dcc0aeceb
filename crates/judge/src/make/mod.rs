//! Making what a package says how to make: inputs by its generators, answers and limits by its model
//! solution.
//!
//! Everything that runs, runs in a sandbox, shell lines of a Sipfile too: those see a copy of the
//! package's files, which goes away with them.

mod answers;
mod inputs;
mod limits;
mod shell;

use sandglass_package::{ExampleSubmission, Package};

use crate::error::JudgeError;
use crate::helper::HelperFault;

pub(crate) use inputs::Generators;
pub use limits::MeasuredTest;

/// A file of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeFile {
    /// The test.
    pub test: String,
    /// Path in the package.
    pub path: String,
    /// What became of it.
    pub made: Made,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// It was written: there was none, or another.
    Written,
    /// It was there already, byte for byte.
    Same,
    /// It could not be made, for this fault of the problem.
    Failed(String),
}

/// The model solution: the one that the package calls so, or else the first that it expects to be
/// accepted.
///
/// # Errors
/// [`JudgeError::Helper`] where there is none.
fn model(package: &Package) -> Result<&ExampleSubmission, JudgeError> {
    let all = || package.submissions.iter();
    let found = all().find(|example| example.model);
    found.or_else(|| all().find(|example| example.folder() == "accepted")).ok_or_else(|| {
        let reason = "there is none: no example submission is the model, or in accepted/";
        fault("model solution", None, reason.to_owned())
    })
}

pub(crate) fn fault(program: &str, test: Option<&str>, reason: String) -> JudgeError {
    HelperFault {
        program: program.to_owned(),
        test: test.map(str::to_owned),
        reason,
        words: String::new(),
    }
    .into()
}
