//! Programs of the problem: checkers, interactors, validators, generators. They run in sandboxes of
//! their own, and what they do wrong is the problem's fault.

mod build;
mod fault;
mod image;
mod run;

pub(crate) use build::{Body, HelperCompiler};
pub use build::{Helper, HelperSource};
pub use fault::HelperFault;
pub use image::FeedbackImage;
pub use run::HelperLimits;
pub(crate) use run::{FEEDBACK, HelperEnd, HelperRun};
