//! The files that come with Sandglass.

/// Name and text of each.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("bash.toml", include_str!("../data/bash.toml")),
    ("c.toml", include_str!("../data/c.toml")),
    ("cpp.toml", include_str!("../data/cpp.toml")),
    ("perl.toml", include_str!("../data/perl.toml")),
    ("python3.toml", include_str!("../data/python3.toml")),
];
