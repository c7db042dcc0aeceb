//! Checkers: programs, or code of ours, that say whether an output is right.
//!
//! Now there is the default validator of the ICPC/Kattis format, as streaming code: it is fed the
//! output while the submission still writes it, and keeps no more of it than one excerpt.

mod answer;
mod context;
mod default_validator;
mod difference;
mod float;
mod lines;
mod options;

pub use context::{Context, Excerpt};
pub use default_validator::DefaultValidator;
pub use difference::Difference;
pub use lines::LineValidator;
pub use options::{OptionsError, ValidatorOptions};
