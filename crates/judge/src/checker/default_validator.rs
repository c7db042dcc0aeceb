//! The default output validator of the ICPC/Kattis format, version 2025-09.
//!
//! Output is pushed in as it comes; the answer is pulled beside it. Tokens are compared while they
//! are read, so a token may be as long as the output limit allows; only where it could be a number
//! is it kept, up to [`LONGEST_NUMBER`] bytes.

use std::fs::File;
use std::io::Result;

use super::answer::{Answer, is_space};
use super::context::{self, Context, Window};
use super::difference::{Difference, excerpt};
use super::float;
use super::options::ValidatorOptions;

/// Bytes of a number, at most. The format asks for 60 digits.
const LONGEST_NUMBER: usize = 4096;

/// Compares one output with one answer.
#[derive(Debug)]
pub struct DefaultValidator {
    options: ValidatorOptions,
    answer: Answer,
    difference: Option<Difference>,
    line: u64,
    column: u64,
    token: Option<Token>,
    got: Text,
    expected: Text,
    window: Window,
}

/// A token of the output that has begun, and the token of the answer beside it.
#[derive(Debug)]
struct Token {
    line: u64,
    column: u64,
    equal: bool,
}

/// The beginning of a token; one for each side serves all tokens.
#[derive(Debug, Default)]
struct Text {
    start: Vec<u8>,
    length: u64,
}

impl Text {
    fn clear(&mut self) {
        self.start.clear();
        self.length = 0;
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        if self.start.len() < LONGEST_NUMBER {
            self.start.push(byte);
        }
        self.length += 1;
    }

    fn number(&self) -> Option<f64> {
        if self.length == self.start.len() as u64 { float::parse(&self.start) } else { None }
    }
}

impl DefaultValidator {
    /// A comparison with an answer.
    pub fn new(options: ValidatorOptions, answer: File) -> DefaultValidator {
        DefaultValidator {
            options,
            answer: Answer::new(answer),
            difference: None,
            line: 1,
            column: 1,
            token: None,
            got: Text::default(),
            expected: Text::default(),
            window: Window::default(),
        }
    }

    /// Takes the next piece of the output.
    ///
    /// # Errors
    /// The answer cannot be read.
    pub fn feed(&mut self, output: &[u8]) -> Result<()> {
        if self.difference.is_some() {
            self.window.follow(output);
            return Ok(());
        }
        let mut rest = output;
        while self.difference.is_none() {
            if self.token.is_none() {
                rest = &rest[self.skip_equal(rest)?..];
            }
            let Some((&byte, after)) = rest.split_first() else {
                self.window.pass(output);
                return Ok(());
            };
            if is_space(byte) {
                self.space(byte)?
            } else {
                self.letter(byte)?
            }
            if self.difference.is_some() {
                self.window.meet(output, output.len() - rest.len());
                return self.explain();
            }
            if byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
            rest = after;
        }
        Ok(())
    }

    /// Passes over whole tokens, with the white space behind them, that are the same bytes in output
    /// and answer, and so are right under every option. Most outputs are right and end here.
    fn skip_equal(&mut self, output: &[u8]) -> Result<usize> {
        let answer = self.answer.buffered()?;
        let same = output.iter().zip(answer).take_while(|(left, right)| left == right).count();
        let end =
            output[..same].iter().rposition(|&byte| is_space(byte)).map_or(0, |last| last + 1);
        let passed = &output[..end];
        match passed.iter().rposition(|&byte| byte == b'\n') {
            None => self.column += end as u64,
            Some(last) => {
                self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
                self.column = (end - last) as u64;
            }
        }
        self.answer.advance(end);
        Ok(end)
    }

    /// Takes the end of the output. `None` is an output that is right.
    ///
    /// # Errors
    /// The answer cannot be read.
    pub fn finish(mut self) -> Result<Option<Difference>> {
        if self.difference.is_none() {
            self.end_token()?;
            self.end_answer()?;
            self.explain()?;
        }
        if let Some(Difference { line, context: Some(context), .. }) = &mut self.difference {
            // What the output had after the difference has come by now.
            context.got = self.window.excerpt(*line, self.line);
        }
        Ok(self.difference)
    }

    /// Holds what the answer still has against an output that has ended.
    fn end_answer(&mut self) -> Result<()> {
        if self.difference.is_some() {
            return Ok(());
        }
        if !self.options.space_change_sensitive {
            self.answer.skip_space()?;
        }
        if let Some(next) = self.answer.peek()? {
            let expected = if is_space(next) { excerpt(&[next]) } else { self.answer_token()? };
            self.differ(Some(expected), None);
        }
        Ok(())
    }

    /// Adds what stands around a difference.
    fn explain(&mut self) -> Result<()> {
        if let Some(difference) = &mut self.difference {
            let expected = context::of_answer(self.answer.file(), self.answer.position())?;
            let got = self.window.excerpt(difference.line, self.line);
            difference.context = Some(Box::new(Context { expected, got }));
        }
        Ok(())
    }

    fn differ(&mut self, expected: Option<String>, got: Option<String>) {
        self.difference =
            Some(Difference { line: self.line, column: self.column, expected, got, context: None });
    }

    fn space(&mut self, byte: u8) -> Result<()> {
        self.end_token()?;
        if !self.options.space_change_sensitive || self.difference.is_some() {
            return Ok(());
        }
        match self.answer.peek()? {
            Some(next) if next == byte => self.answer.advance(1),
            Some(next) => self.differ(Some(excerpt(&[next])), Some(excerpt(&[byte]))),
            None => self.differ(None, Some(excerpt(&[byte]))),
        }
        Ok(())
    }

    #[inline]
    fn letter(&mut self, byte: u8) -> Result<()> {
        if self.token.is_none() {
            self.begin_token(byte)?;
        }
        // White space that the answer has and the output has not is a difference by itself.
        let Some(token) = &mut self.token else { return Ok(()) };
        self.got.push(byte);
        match self.answer.peek()? {
            Some(next) if !is_space(next) => {
                self.answer.advance(1);
                self.expected.push(next);
                token.equal &= if self.options.case_sensitive {
                    next == byte
                } else {
                    next.eq_ignore_ascii_case(&byte)
                };
            }
            _ => token.equal = false,
        }
        Ok(())
    }

    fn begin_token(&mut self, byte: u8) -> Result<()> {
        if !self.options.space_change_sensitive {
            self.answer.skip_space()?;
        }
        if let Some(next) = self.answer.peek()?.filter(|&next| is_space(next)) {
            self.differ(Some(excerpt(&[next])), Some(excerpt(&[byte])));
            return Ok(());
        }
        self.got.clear();
        self.expected.clear();
        self.token = Some(Token { line: self.line, column: self.column, equal: true });
        Ok(())
    }

    fn end_token(&mut self) -> Result<()> {
        let Some(mut token) = self.token.take() else { return Ok(()) };
        while let Some(next) = self.answer.peek()?.filter(|&next| !is_space(next)) {
            self.answer.advance(1);
            self.expected.push(next);
            token.equal = false;
        }
        let number = if self.options.compares_numbers() { self.expected.number() } else { None };
        let accepted = match number {
            Some(answer) => {
                self.got.number().is_some_and(|submitted| self.options.accepts(submitted, answer))
            }
            None => token.equal,
        };
        if !accepted {
            let expected = (self.expected.length > 0).then(|| excerpt(&self.expected.start));
            let (line, column) = (token.line, token.column);
            let got = Some(excerpt(&self.got.start));
            self.difference = Some(Difference { line, column, expected, got, context: None });
        }
        Ok(())
    }

    /// The answer's next token, as far as it is shown.
    fn answer_token(&mut self) -> Result<String> {
        let mut token = Vec::new();
        while let Some(next) = self
            .answer
            .peek()?
            .filter(|&next| !is_space(next) && token.len() <= super::difference::EXCERPT)
        {
            self.answer.advance(1);
            token.push(next);
        }
        Ok(excerpt(&token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, Write};

    fn compare(options: &str, answer: &str, pieces: &[&str]) -> Option<String> {
        let arguments: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(answer.as_bytes()).unwrap();
        file.rewind().unwrap();
        let mut validator =
            DefaultValidator::new(ValidatorOptions::parse(&arguments).unwrap(), file);
        for piece in pieces {
            validator.feed(piece.as_bytes()).unwrap();
        }
        validator.finish().unwrap().map(|difference| difference.to_string())
    }

    /// The output in one piece and byte by byte must give the same.
    #[track_caller]
    fn check(options: &str, answer: &str, output: &str, expected: Option<&str>) {
        let bytes: Vec<&str> = output.split("").collect();
        assert_eq!(compare(options, answer, &[output]).as_deref(), expected);
        assert_eq!(compare(options, answer, &bytes).as_deref(), expected, "byte by byte");
    }

    #[test]
    fn tokens_and_white_space() {
        check("", "1 2\n3\n", "1\t2  3", None);
        check("", "", " \n", None);
        check("", "Yes\n", "YES\n", None);
        check("", "1 2\n3\n", "1 2\n4\n", Some("line 2, column 1: expected \"3\", got \"4\""));
        check("", "1 2\n", "1\n", Some("line 2, column 1: expected \"2\", got end of file"));
        check("", "1\n", "1 x\n", Some("line 1, column 3: expected end of file, got \"x\""));
        check("", "12\n", "123\n", Some("line 1, column 1: expected \"12\", got \"123\""));
        check("", "123\n", "12\n", Some("line 1, column 1: expected \"123\", got \"12\""));
        check("", "1.0\n", "1.00\n", Some("line 1, column 1: expected \"1.0\", got \"1.00\""));
        check("", "a\n", "", Some("line 1, column 1: expected \"a\", got end of file"));
    }

    #[test]
    fn places_are_counted_through_what_is_equal() {
        check(
            "",
            "a b\nc dd e\n",
            "a b\nc dd f\n",
            Some("line 2, column 6: expected \"e\", got \"f\""),
        );
        check(
            "",
            "a b\nc d\n",
            "a b\n\n c x\n",
            Some("line 3, column 4: expected \"d\", got \"x\""),
        );
        check("", "ab\n", "ab c\n", Some("line 1, column 4: expected end of file, got \"c\""));
        check("", "ab", "ab\nc\n", Some("line 2, column 1: expected end of file, got \"c\""));
        check("", "1 2 3\n", "1 2 \n 3", None);
    }

    #[test]
    fn case() {
        check(
            "case_sensitive",
            "Yes\n",
            "yes\n",
            Some("line 1, column 1: expected \"Yes\", got \"yes\""),
        );
        check("case_sensitive", "Yes\n", "Yes", None);
    }

    #[test]
    fn white_space_that_counts() {
        check("space_change_sensitive", "1 2\n", "1 2\n", None);
        check(
            "space_change_sensitive",
            "1 2\n",
            "1 2",
            Some("line 1, column 4: expected \"\\n\", got end of file"),
        );
        check(
            "space_change_sensitive",
            "1 2\n",
            "1  2\n",
            Some("line 1, column 3: expected \"2\", got \" \""),
        );
        check(
            "space_change_sensitive",
            "1 2\n",
            "1\n2\n",
            Some("line 1, column 2: expected \" \", got \"\\n\""),
        );
        check(
            "space_change_sensitive",
            "1\n",
            "1\n\n",
            Some("line 2, column 1: expected end of file, got \"\\n\""),
        );
        check(
            "space_change_sensitive",
            " 1\n",
            "1\n",
            Some("line 1, column 1: expected \" \", got \"1\""),
        );
        check("space_change_sensitive", "A\n", "a\n", None);
    }

    #[test]
    fn numbers() {
        check("float_tolerance 1e-6", "1.0\n", "1.0000009\n", None);
        check("float_tolerance 1e-6", "1000000\n", "1000000.9\n", None);
        check(
            "float_absolute_tolerance 1e-6",
            "1000000\n",
            "1000000.9\n",
            Some("line 1, column 1: expected \"1000000\", got \"1000000.9\""),
        );
        check(
            "float_relative_tolerance 0.1",
            "0\n",
            "0.01\n",
            Some("line 1, column 1: expected \"0\", got \"0.01\""),
        );
        check("float_relative_tolerance 0.1", "0\n", "-0.0\n", None);
        check(
            "float_tolerance 1e-6",
            "1.0\n",
            "nan\n",
            Some("line 1, column 1: expected \"1.0\", got \"nan\""),
        );
        check("float_tolerance 1e-6", "one\n", "ONE\n", None);
        check("float_tolerance 1e-6", "1e999\n", "1e999\n", None);
        check(
            "float_tolerance 0.5",
            "1\n",
            "0x1\n",
            Some("line 1, column 1: expected \"1\", got \"0x1\""),
        );
    }

    #[test]
    fn long_tokens_are_compared_to_their_end_and_shown_shortened() {
        let long = "x".repeat(100_000);
        check("", &long, &long, None);
        let other = format!("{}y", &long[1..]);
        let difference = compare("", &long, &[&other]).unwrap();
        assert!(difference.len() < 300 && difference.contains('…'), "{difference}");
        // A number of that length is none.
        let digits = "1".repeat(LONGEST_NUMBER + 1);
        check("float_tolerance 1", &digits, &digits, None);
    }

    #[test]
    fn bytes_that_a_terminal_would_obey_are_not_shown() {
        assert_eq!(
            compare("", "a", &["\u{1b}[2J"]).unwrap(),
            "line 1, column 1: expected \"a\", got \"\u{fffd}[2J\""
        );
    }
}
