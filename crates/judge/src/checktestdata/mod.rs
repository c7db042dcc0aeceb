//! Checktestdata: the language in which input validators may be written as grammars (`.ctd`).
//!
//! Source: "Checktestdata language specification" of the DOMjudge team (public domain). A grammar is a
//! list of commands, each of which takes something off the front of the input; what is left at the end
//! must be nothing.
//!
//! Grammars are run here and not in a sandbox: the language can do nothing but read, and steps, values
//! and depth are bounded. Numbers are exact: integers of any size up to 65,536 bits, and fractions. A
//! grammar that needs more is refused in words, and never answered wrongly.

mod expression;
mod literals;
mod number;
mod parser;
mod run;
mod syntax;
mod value;

use std::fmt;

/// A grammar, ready to check inputs.
#[derive(Debug)]
pub(crate) struct Grammar {
    commands: Vec<syntax::Command>,
}

/// What a grammar says of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is as it should be.
    Valid,
    /// It is not; where, and why.
    Invalid(Mismatch),
}

/// Where an input is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// Line, from 1.
    pub(crate) line: usize,
    /// Column in bytes, from 1.
    pub(crate) column: usize,
    /// What was expected.
    pub(crate) expected: String,
    /// The line of the grammar that expects it, from 1.
    pub(crate) grammar_line: usize,
}

/// What is wrong with a grammar itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GrammarError {
    /// Line of the grammar, from 1.
    pub(crate) line: usize,
    /// In words.
    pub(crate) reason: String,
}

impl Grammar {
    /// Reads a grammar.
    ///
    /// # Errors
    /// [`GrammarError`].
    pub(crate) fn parse(text: &[u8]) -> Result<Grammar, GrammarError> {
        Ok(Grammar { commands: parser::parse(text)? })
    }

    /// Holds an input against it.
    ///
    /// # Errors
    /// [`GrammarError`], where the grammar does what cannot be done, such as dividing by 0.
    pub(crate) fn check(&self, input: &[u8]) -> Result<Answer, GrammarError> {
        run::check(&self.commands, input)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { line, column, expected, grammar_line } = self;
        write!(
            formatter,
            "line {line}, column {column}: {expected} (line {grammar_line} of the grammar)"
        )
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason)
    }
}

#[cfg(test)]
mod tests;
