//! What can be wrong with a package.

use std::fmt;

/// Why a package cannot be used. Always the problem's fault, except for [`PackageError::Read`],
/// which may be the host's.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The kernel refused to open or read a file.
    #[error("{file}: cannot be read")]
    Read {
        /// Path in the package.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{file}: cannot be written")]
    Write {
        /// Path in the package.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// A link or a path leads out of the package.
    #[error("{file}: leads out of the package")]
    Escapes {
        /// Path in the package.
        file: String,
    },
    /// A file that must be there is not.
    #[error("{file}: is missing ({reason})")]
    Missing {
        /// Path in the package.
        file: String,
        /// What it is needed for.
        reason: &'static str,
    },
    /// A folder with none of the files that tell a format.
    #[error("problem.yaml: is missing (nor is there a Simfile, a problem.xml, a task.yaml or a \
             problem.json){}", of_folders(.folders))]
    NoPackage {
        /// Folders in it that are packages.
        folders: Vec<String>,
    },
    /// Something other than a regular file, where only that can be read.
    #[error("{file}: is not a regular file")]
    NotRegular {
        /// Path in the package.
        file: String,
    },
    /// A file or folder beyond the bounds.
    #[error("{file}: is larger than the bound of {bound} {unit}")]
    TooLarge {
        /// Path in the package.
        file: String,
        /// The bound.
        bound: u64,
        /// Of what.
        unit: &'static str,
    },
    /// An archive that cannot be unpacked.
    #[error("{file}: {reason}")]
    Archive {
        /// Path on the host.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A text that is not YAML.
    #[error("{file}: {message}")]
    Yaml {
        /// Path in the package.
        file: String,
        /// Where and why.
        message: String,
    },
    /// A text that breaks the rules of its language.
    #[error("{file}, line {line}: {reason}")]
    Syntax {
        /// Path in the package.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        reason: &'static str,
    },
    /// A key that is missing, or has a value that cannot be.
    #[error("{file}: key {key}: {reason}")]
    Key {
        /// Path in the package.
        file: String,
        /// The key, with those above it, separated by dots.
        key: String,
        /// What is wrong.
        reason: String,
    },
    /// The files of the package contradict the format.
    #[error("{file}: {reason}")]
    Layout {
        /// Path in the package.
        file: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// Correct, and not judged by this version.
    #[error("{file}: {feature} is not supported")]
    Unsupported {
        /// Path in the package.
        file: String,
        /// What.
        feature: String,
    },
}

/// Something that is not as the format wants it, and does not keep the package from being judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Path in the package.
    pub file: String,
    /// A lower-case fragment.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.file, self.message)
    }
}

/// What a person who named the folder above packages meant.
fn of_folders(folders: &[String]) -> String {
    match folders {
        [] => String::new(),
        [only] => format!("; its folder {only} is a package"),
        several => format!("; its folders {} are packages", several.join(", ")),
    }
}
