//! Sandglass.
