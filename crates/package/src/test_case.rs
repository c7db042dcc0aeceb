//! Test cases, and files that validators are to accept or reject.

use std::collections::BTreeMap;
use std::time::Duration;

/// One test case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestCase {
    /// Unique name, such as `secret/01-small` (ICPC/Kattis: the path below `data/` without ending).
    pub name: String,
    /// Path of the input in the package.
    pub input: String,
    /// Path of the answer in the package; `None` where there is none (interactive tests of Sim and
    /// Polygon).
    pub answer: Option<String>,
    /// A folder of the package whose files are put into the submission's work directory.
    pub files: Option<String>,
    /// Arguments of the submission.
    pub arguments: Vec<String>,
    /// Arguments of the output validator or interactor.
    pub output_validator_arguments: Vec<String>,
    /// Name of the one output validator that judges it; `None` is all.
    pub output_validator: Option<String>,
    /// Arguments of the input validators.
    pub input_validator_arguments: ValidatorArguments,
    /// Arguments of the output visualizer.
    pub output_visualizer_arguments: Vec<String>,
    /// Index of the group that it belongs to.
    pub group: usize,
    /// CPU time limit, where the test has one of its own.
    pub time_limit: Option<Duration>,
    /// Memory limit in bytes, where the test has one of its own.
    pub memory_limit: Option<u64>,
    /// Points of the test, where it has some of its own.
    pub points: Option<f64>,
    /// Whether who fails it may see it.
    pub full_feedback: bool,
    /// Help for who fails it.
    pub hint: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Name of the file that a submission to an output-only problem has for it.
    pub output_name: Option<String>,
}

/// Arguments of input validators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidatorArguments {
    /// The same for all.
    All(Vec<String>),
    /// By the validator's name; the others get none.
    Named(BTreeMap<String, Vec<String>>),
}

impl Default for ValidatorArguments {
    fn default() -> ValidatorArguments {
        ValidatorArguments::All(Vec::new())
    }
}

impl ValidatorArguments {
    /// The arguments of one validator.
    pub fn of(&self, validator: &str) -> &[String] {
        match self {
            ValidatorArguments::All(arguments) => arguments,
            ValidatorArguments::Named(by_name) => by_name.get(validator).map_or(&[], Vec::as_slice),
        }
    }
}

/// Files that tell whether the package's validators do their work.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidationCase {
    /// What must happen.
    pub kind: ValidationKind,
    /// Name, input, answer and arguments, as those of a test; it belongs to no group.
    pub test: TestCase,
    /// Path of the output to be judged; none where only the input is looked at.
    pub output: Option<String>,
}

/// What validators must do with a [`ValidationCase`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValidationKind {
    /// An input validator must reject the input.
    InvalidInput,
    /// All input validators must accept the input.
    ValidInput,
    /// The output validator must reject the output.
    InvalidOutput,
    /// The output validator must accept the output.
    ValidOutput,
}
