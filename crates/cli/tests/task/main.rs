//! Interactive tasks through `sandglass task run`: real compilers, real sandboxes, each side in one of
//! its own.

mod failures;
mod hostile;
mod matrix;
mod relay;
mod support;
