//! Interactive tasks through `sandglass task run`: real compilers, real sandboxes, each side in one of
//! its own.

mod charging;
mod corpus;
mod failures;
mod hostile;
mod keeping;
mod large;
mod leaving;
mod matrix;
mod names;
mod package;
mod parts;
mod pointers;
mod refused;
mod relay;
mod scribble;
mod silence;
mod support;
mod threads;
mod transcript;
mod tutorial;
