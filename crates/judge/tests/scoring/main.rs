//! Scoring, held against Markdown: each `## section` of the files here is a plan and a table of
//! what became of the tests and what must come of it. `read.rs` says how both are written.

mod properties;
mod read;
mod suite;
