//! What can be wrong with a language's file, or with the choice of a language.

use std::path::PathBuf;

/// Why a language could not be read or chosen.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// A file of the host could not be read.
    #[error("cannot read {path}")]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not TOML, or has a key that is unknown, missing or of the wrong type.
    #[error("{file}: {source}")]
    Document {
        /// Which.
        file: String,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// A file is TOML of the right shape that makes no sense.
    #[error("{file}: key {key}: {reason}")]
    Meaning {
        /// Which.
        file: String,
        /// The key.
        key: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A language was named that no file describes.
    #[error("there is no language {code:?}")]
    Unknown {
        /// The name.
        code: String,
    },
    /// A submission's language is not among those that the problem allows.
    #[error("the problem does not allow {language}")]
    NotAllowed {
        /// The language.
        language: String,
    },
    /// No file of a submission has the ending of a known language.
    #[error("no file has the ending of a known language: {files}")]
    NoSource {
        /// The files, separated by commas.
        files: String,
    },
    /// A source says in its first line that it is in another language.
    #[error("{file} asks for {interpreter} in its first line, which is not {language}")]
    Interpreter {
        /// The source.
        file: String,
        /// What it asks for.
        interpreter: String,
        /// The language that its ending stands for.
        language: String,
    },
    /// The files of a submission belong to several languages.
    #[error("the files belong to more than one language: {languages}")]
    Ambiguous {
        /// The languages, separated by commas.
        languages: String,
    },
    /// A submission has several sources, and none is the one to run.
    #[error("none of the files is called {expected}, so it is not known which one to run")]
    NoEntryPoint {
        /// Names that would do, separated by "or".
        expected: String,
    },
}
