//! Example submissions.

use crate::expectation::{Expectation, TimeLimitUse};
use crate::yaml::Value;

/// An example submission.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleSubmission {
    /// Folder and name, such as `accepted/short.py`. Formats without such folders get the one that
    /// says what they expect.
    pub name: String,
    /// File or folder in the package.
    pub path: String,
    /// Code of its language, where the package says it.
    pub language: Option<String>,
    /// Entry point, where the package says it.
    pub entry_point: Option<String>,
    /// Whether it is the model solution: Sim's and Polygon's main one, `model_solution` of Kattis.
    pub model: bool,
    /// What it must do. All must hold.
    pub expectations: Vec<Expectation>,
    pub(crate) authors: Option<Value>,
}

impl ExampleSubmission {
    /// A submission that nothing is expected of.
    pub fn new(path: impl Into<String>, name: impl Into<String>) -> ExampleSubmission {
        ExampleSubmission {
            name: name.into(),
            path: path.into(),
            language: None,
            entry_point: None,
            model: false,
            expectations: Vec::new(),
            authors: None,
        }
    }

    /// Path in the package.
    pub fn path(&self) -> String {
        self.path.clone()
    }

    /// The folder that it lies in.
    pub fn folder(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// What it has to do with the time limit on one test.
    pub fn time_limit_use(&self, test: &str) -> TimeLimitUse {
        let uses = self.expectations.iter().filter(|expectation| expectation.concerns(test));
        let uses: Vec<TimeLimitUse> = uses.map(Expectation::time_limit_use).collect();
        [TimeLimitUse::Upper, TimeLimitUse::Lower]
            .into_iter()
            .find(|kind| uses.contains(kind))
            .unwrap_or(TimeLimitUse::None)
    }
}
