//! Every language that comes with Sandglass, compiled and run in real sandboxes.
//!
//! One program a language (`programs/`) does what the first line of its input says; each line is a
//! test of one package, so that a language is compiled once. Needs of the host: what the sandbox
//! needs, and the languages that `scripts/bootstrap` installs: without those these tests fail. The
//! others are tried where they are found, and named on stderr where they are not.

mod added;
mod compilation;
mod deeds;
mod entry;
mod support;
