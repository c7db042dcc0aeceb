//! Where on this host the programs of a language are.

use std::path::Path;

use serde::Deserialize;

/// Where a program may be, best first, and what brings it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paths {
    pub(crate) paths: Vec<String>,
    pub(crate) package: Option<String>,
}

/// A program that a language needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name in commands.
    pub name: String,
    /// The first of its paths that exists; the first of all where none does.
    pub path: String,
    /// Whether it exists.
    pub present: bool,
    /// The Debian package that has it.
    pub package: Option<String>,
}

impl Paths {
    /// Looks for the program. Only a sandbox can tell whether it works there.
    pub(crate) fn locate(&self, name: &str) -> Program {
        let found = self.paths.iter().find(|path| Path::new(path).is_file());
        Program {
            name: name.to_owned(),
            path: found.or(self.paths.first()).cloned().unwrap_or_default(),
            present: found.is_some(),
            package: self.package.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_path_that_exists_is_taken() {
        let paths = |paths: &[&str]| Paths {
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
            package: None,
        };
        let shell = paths(&["/nowhere/sh", "/bin/sh", "/usr/bin/env"]).locate("shell");
        assert_eq!((shell.path.as_str(), shell.present), ("/bin/sh", true));
        let none = paths(&["/nowhere/sh", "/usr"]).locate("shell");
        assert_eq!((none.path.as_str(), none.present), ("/nowhere/sh", false));
    }
}
