//! Codeforces Polygon packages: `problem.xml`, tests, and programs written with `testlib.h`.

mod cases;
mod problem_xml;
mod programs;
mod solutions;
mod tests;

use crate::error::PackageError;
use crate::kattis::text::read_text;
use crate::package::Parts;
use crate::tree::Tree;

/// Name of the file that describes the problem.
const FILE: &str = "problem.xml";

/// Whether a tree is a package of this format.
pub(crate) fn is_one(tree: &Tree) -> Result<bool, PackageError> {
    tree.contains(FILE)
}

/// Reads a package.
pub(crate) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    let text = read_text(tree, FILE)?;
    // No document type is allowed, so no entity can grow.
    let document = roxmltree::Document::parse(text.trim_start_matches('\u{feff}'))
        .map_err(|error| wrong(error.to_string()))?;
    problem_xml::read(tree, document.root_element())
}

/// That the file does not say what it must.
fn wrong(message: impl Into<String>) -> PackageError {
    PackageError::Yaml { file: FILE.to_owned(), message: message.into() }
}

/// Code of a programming language by Polygon's name of its compiler, such as `cpp.g++17`.
fn language(kind: &str) -> Option<&'static str> {
    Some(match kind.split('.').next()? {
        "cpp" => "cpp",
        "c" => "c",
        "csharp" => "csharp",
        "d" => "d",
        "delphi" | "fpc" | "pas" => "pascal",
        "go" => "go",
        "haskell" => "haskell",
        "java" | "java8" | "java11" | "java17" | "java21" => "java",
        "javascript" | "js" | "node" => "javascript",
        "kotlin" => "kotlin",
        "ocaml" => "ocaml",
        "perl" => "perl",
        "php" => "php",
        "python" if kind.contains('2') && !kind.contains('3') => "python2",
        "python" | "pypy" => "python3",
        "ruby" => "ruby",
        "rust" => "rust",
        "scala" => "scala",
        _ => return None,
    })
}
