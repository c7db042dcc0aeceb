//! Interactive tasks through `sandglass task run`: real compilers, real sandboxes, each side in one of
//! its own.

mod failures;
mod matrix;
mod relay;
mod support;
