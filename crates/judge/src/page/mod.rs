//! A report as one HTML page: everything is in it, and it opens without a network.
//!
//! The pages are templates (`templates/*.html`) over small views made here; plots are SVG in the
//! page. What programs wrote is escaped by the templates and stripped of control characters before.

mod grid;
mod plot;
mod session;
mod shown;
mod submission;
mod text;
mod verify;

pub use session::session_page;
pub use verify::verify_page;
