//! The files that come with Sandglass.

/// Name and text of each.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("bash.toml", include_str!("../data/bash.toml")),
    ("c.toml", include_str!("../data/c.toml")),
    ("cpp.toml", include_str!("../data/cpp.toml")),
    ("csharp.toml", include_str!("../data/csharp.toml")),
    ("go.toml", include_str!("../data/go.toml")),
    ("haskell.toml", include_str!("../data/haskell.toml")),
    ("java.toml", include_str!("../data/java.toml")),
    ("javascript.toml", include_str!("../data/javascript.toml")),
    ("kotlin.toml", include_str!("../data/kotlin.toml")),
    ("lua.toml", include_str!("../data/lua.toml")),
    ("ocaml.toml", include_str!("../data/ocaml.toml")),
    ("pascal.toml", include_str!("../data/pascal.toml")),
    ("perl.toml", include_str!("../data/perl.toml")),
    ("php.toml", include_str!("../data/php.toml")),
    ("python3.toml", include_str!("../data/python3.toml")),
    ("ruby.toml", include_str!("../data/ruby.toml")),
    ("rust.toml", include_str!("../data/rust.toml")),
];
