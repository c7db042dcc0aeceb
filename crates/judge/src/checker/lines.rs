//! Line by line: the comparisons of Sim and of CMS, where a package brings no checker.
//!
//! Both forgive white space in places and nothing else, so both are one comparison of two normal
//! forms: white space at the end of a line, and empty lines at the end of the file, are nothing; and
//! with [`LineComparison::IgnoreAmount`] other white space inside of a line is one space, and none at
//! its beginning. Output and answer are normalised while they are read, a byte at a time, so that
//! lines may be as long as they like.

use std::fs::File;
use std::io::Result;

use sandglass_package::LineComparison;

use super::answer::Answer;
use super::difference::{Difference, EXCERPT, excerpt};

/// Compares one output with one answer.
#[derive(Debug)]
pub struct LineValidator {
    comparison: LineComparison,
    output: Normal,
    expected: Normal,
    answer: Answer,
    /// Normal bytes of the answer that the output has not come to.
    ready: std::collections::VecDeque<u8>,
    answer_ended: bool,
    line: u64,
    column: u64,
    /// The beginning of the line so far, as both have it.
    common: Vec<u8>,
    difference: Option<Difference>,
}

/// White space that may turn out to be nothing.
#[derive(Debug, Default)]
struct Normal {
    newlines: u64,
    spaces: Vec<u8>,
    line_begun: bool,
}

/// Bytes of white space inside of a line that are compared; more is compared by its length alone.
const LONGEST_SPACE: usize = 64 << 10;

impl Normal {
    /// Takes a byte and hands on what is certain now.
    fn take(&mut self, byte: u8, comparison: LineComparison, mut give: impl FnMut(u8)) {
        match byte {
            b'\n' => {
                self.newlines += 1;
                self.spaces.clear();
                self.line_begun = false;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                if self.spaces.len() < LONGEST_SPACE {
                    self.spaces.push(byte);
                }
            }
            _ => {
                for _ in 0..std::mem::take(&mut self.newlines) {
                    give(b'\n');
                }
                match comparison {
                    LineComparison::IgnoreTrailing => {
                        self.spaces.iter().for_each(|&byte| give(byte))
                    }
                    LineComparison::IgnoreAmount if self.line_begun && !self.spaces.is_empty() => {
                        give(b' ');
                    }
                    LineComparison::IgnoreAmount => {}
                }
                self.spaces.clear();
                self.line_begun = true;
                give(byte);
            }
        }
    }
}

impl LineValidator {
    /// A comparison with an answer.
    pub fn new(comparison: LineComparison, answer: File) -> LineValidator {
        LineValidator {
            comparison,
            output: Normal::default(),
            expected: Normal::default(),
            answer: Answer::new(answer),
            ready: std::collections::VecDeque::new(),
            answer_ended: false,
            line: 1,
            column: 1,
            common: Vec::new(),
            difference: None,
        }
    }

    /// Takes the next piece of the output.
    ///
    /// # Errors
    /// The answer cannot be read.
    pub fn feed(&mut self, output: &[u8]) -> Result<()> {
        let mut normal = Vec::new();
        for &byte in output {
            if self.difference.is_some() {
                return Ok(());
            }
            self.output.take(byte, self.comparison, |byte| normal.push(byte));
            for byte in normal.drain(..) {
                let expected = self.next_expected()?;
                if expected != Some(byte) {
                    self.differ(expected, Some(byte))?;
                    return Ok(());
                }
                if byte == b'\n' {
                    self.line += 1;
                    self.column = 1;
                    self.common.clear();
                } else {
                    self.column += 1;
                    if self.common.len() < EXCERPT {
                        self.common.push(byte);
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes the end of the output. `None` is an output that is right.
    ///
    /// # Errors
    /// The answer cannot be read.
    pub fn finish(mut self) -> Result<Option<Difference>> {
        if self.difference.is_none()
            && let Some(expected) = self.next_expected()?
        {
            self.differ(Some(expected), None)?;
        }
        Ok(self.difference)
    }

    fn next_expected(&mut self) -> Result<Option<u8>> {
        while self.ready.is_empty() && !self.answer_ended {
            match self.answer.peek()? {
                Some(byte) => {
                    self.answer.advance(1);
                    let ready = &mut self.ready;
                    self.expected.take(byte, self.comparison, |byte| ready.push_back(byte));
                }
                None => self.answer_ended = true,
            }
        }
        Ok(self.ready.pop_front())
    }

    fn differ(&mut self, expected: Option<u8>, got: Option<u8>) -> Result<()> {
        let common = self.common.clone();
        let side = |byte: Option<u8>| {
            byte.map(|byte| {
                let mut text = common.clone();
                if byte != b'\n' {
                    text.push(byte);
                }
                excerpt(&text)
            })
        };
        self.difference = Some(Difference {
            line: self.line,
            column: self.column,
            expected: side(expected),
            got: side(got),
            context: None,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, Write};

    fn difference(comparison: LineComparison, answer: &str, output: &str) -> Option<(u64, u64)> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(answer.as_bytes()).unwrap();
        file.rewind().unwrap();
        let mut validator = LineValidator::new(comparison, file);
        for piece in output.as_bytes().chunks(3) {
            validator.feed(piece).unwrap();
        }
        let difference = validator.finish().unwrap();
        difference.map(|difference| (difference.line, difference.column))
    }

    #[test]
    fn white_space_at_ends_is_nothing() {
        for comparison in [LineComparison::IgnoreTrailing, LineComparison::IgnoreAmount] {
            let check = |answer, output| difference(comparison, answer, output);
            assert_eq!(check("1 2\n3\n", "1 2\n3\n"), None);
            assert_eq!(check("1 2\n3\n", "1 2  \r\n3\t\n\n \n"), None);
            assert_eq!(check("1 2\n3", "1 2\n3\n"), None);
            assert_eq!(check("", "\n"), None);
            assert_eq!(check("1\n\n2\n", "1\n2\n"), Some((2, 1)));
            assert_eq!(check("1\n2\n", "1\n2\n3\n"), Some((2, 2)));
            assert_eq!(check("1\n2\n", "1\n"), Some((1, 2)));
            assert_eq!(check("12\n", "13\n"), Some((1, 2)));
            assert_eq!(check("a b\n", "ab\n"), Some((1, 2)));
        }
    }

    #[test]
    fn the_amount_matters_to_one_of_them() {
        let check = |comparison| difference(comparison, "a b\nc\n", " a \t b\nc\n");
        assert_eq!(check(LineComparison::IgnoreAmount), None);
        assert_eq!(check(LineComparison::IgnoreTrailing), Some((1, 1)));
    }
}
