//! Checktestdata: the language in which input validators may be written as grammars (`.ctd`).
//!
//! Source: "Checktestdata language specification" of the DOMjudge team (public domain). A grammar is a
//! list of commands, each of which takes something off the front of the input; what is left at the end
//! must be nothing.
//!
//! Grammars are run here and not in a sandbox: the language can do nothing but read, and steps, values
//! and depth are bounded. Integers have up to 127 bits, floating-point numbers are those of the machine;
//! a grammar that needs more is refused in words, and never answered wrongly.

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
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `valid`, the mismatch, or the grammar's error.
    fn answer(grammar: &str, input: &str) -> String {
        match Grammar::parse(grammar.as_bytes()).and_then(|it| it.check(input.as_bytes())) {
            Ok(Answer::Valid) => "valid".to_owned(),
            Ok(Answer::Invalid(mismatch)) => mismatch.to_string(),
            Err(error) => format!("grammar, {error}"),
        }
    }

    #[track_caller]
    fn valid(grammar: &str, inputs: &[&str]) {
        for input in inputs {
            assert_eq!(answer(grammar, input), "valid", "{grammar} on {input:?}");
        }
    }

    #[track_caller]
    fn invalid(grammar: &str, cases: &[(&str, &str)]) {
        for (input, expected) in cases {
            let found = answer(grammar, input);
            assert!(
                found.starts_with("line ") && found.contains(expected),
                "{grammar} on {input:?}: {found}"
            );
        }
    }

    #[track_caller]
    fn wrong(grammar: &str, expected: &str) {
        let found = answer(grammar, "1\n");
        assert!(found.starts_with("grammar, ") && found.contains(expected), "{grammar}: {found}");
    }

    #[test]
    fn numbers() {
        let int = "INT(-5, 10^3) NEWLINE";
        valid(int, &["0\n", "-5\n", "1000\n", "7\n"]);
        let cases = [
            ("-6\n", "between -5 and 1000"),
            ("1001\n", "between -5 and 1000"),
            ("99999999999999999999999999999999999999999999\n", "between -5 and 1000"),
            ("x\n", "an integer"),
            ("+1\n", "an integer"),
            ("-0\n", "an integer"),
            ("-\n", "an integer"),
            ("", "an integer"),
        ];
        invalid(int, &cases);
        // Nothing but the 0 is the integer, and then there should be a line's end.
        invalid(
            int,
            &[("007\n", "column 2: a line's end"), ("1", "a line's end"), ("1 \n", "a line's end")],
        );
        let float = "FLOAT(0, 2.5e1) EOF";
        valid(float, &["0", "0.5", "25", "2.5e1", "1E-3"]);
        invalid(
            float,
            &[
                ("25.001", "between"),
                ("-0.1", "between"),
                (".5", "a number"),
                ("5.", "end of the input"),
            ],
        );
        valid("FLOAT(0, 1, x, FIXED)", &["0.5", "1"]);
        invalid("FLOAT(0, 1, x, FIXED)", &[("1e-3", "end of the input")]);
        valid("FLOAT(0, 1, x, SCIENTIFIC)", &["1e-3"]);
        invalid("FLOAT(0, 1, x, SCIENTIFIC)", &[("0.5", "exponent")]);
        valid("FLOATP(0, 9, 1, 2)", &["0.5", "8.25"]);
        invalid("FLOATP(0, 9, 1, 2)", &[("1", "digits"), ("1.125", "digits")]);
    }

    #[test]
    fn text_and_expressions_of_letters() {
        valid(r#"STRING("a\tb\n\101\"\\\q")"#, &["a\tb\nA\"\\\\q"]);
        invalid(r#"STRING("abc")"#, &[("abd", r#""abc""#)]);
        let regex = r#"REGEX("[a-z]+|[0-9]*", word) ASSERT(STRLEN(word) < 4) NEWLINE"#;
        valid(regex, &["abc\n", "12\n", "\n"]);
        invalid(regex, &[("abcd\n", "not so"), ("Abc\n", "a line's end")]);
        invalid(r#"REGEX(".+")"#, &[("a\nb", "end of the input"), ("", "match")]);
        valid(r#"SET(x = "ab") STRING(x) IF(x == "ab") STRING("c") END"#, &["abc"]);
    }

    #[test]
    fn repetition_and_conditions() {
        let list = "INT(1, 5, n) NEWLINE REPI(i, n, SPACE) INT(0, i, x[i]) END NEWLINE";
        valid(list, &["1\n0\n", "3\n0 1 2\n"]);
        invalid(
            list,
            &[
                ("2\n0\n", "a space"),
                ("2\n0 2\n", "between 0 and 1"),
                ("2\n0 1 1\n", "a line's end"),
            ],
        );
        valid("WHILE(!ISEOF, NEWLINE) INT(0, 9) END", &["", "1", "1\n2\n3"]);
        invalid("WHILE(!ISEOF, NEWLINE) INT(0, 9) END", &[("1\n", "an integer")]);
        valid("WHILEI(i, !MATCH(\"\\n\")) STRING(\"a\") END NEWLINE ASSERT(i == 2)", &["aaa\n"]);
        let choice =
            "INT(0, 9, n) IF(n % 2 == 0 && n > 3 || n == 1) STRING(\"e\") ELSE STRING(\"o\") END";
        valid(choice, &["4e", "1e", "2o", "3o"]);
        valid("REP(0) INT(0,0) END REP(2,STRING(\",\")) REP(1) SPACE END END", &[" , "]);
    }

    #[test]
    fn arrays() {
        let points =
            "REPI(i, 3, NEWLINE) INT(0,9,x[i]) SPACE INT(0,9,y[i]) END ASSERT(UNIQUE(x, y))";
        valid(points, &["1 2\n1 3\n2 2"]);
        invalid(points, &[("1 2\n1 3\n1 2", "not so")]);
        valid(
            "REPI(i, 2, NEWLINE) INT(0,9,x[i,i+1]) END ASSERT(INARRAY(3, x) && !INARRAY(5, x)) UNSET(x) ASSERT(!INARRAY(3,x))",
            &["7\n3"],
        );
        wrong("SET(x[0] = 1, y[1] = 1) ASSERT(UNIQUE(x, y)) INT(1,1) NEWLINE", "indices");
    }

    #[test]
    fn arithmetic() {
        for (test, holds) in [
            ("2 + 3 * 4 == 14", true),
            ("(2 + 3) * 4 == 20", true),
            ("7 / 2 == 3 && -7 / 2 == -3 && -7 % 2 == -1", true),
            ("7 / 2.0 == 3.5", true),
            ("2 ^ 3 ^ 2 == 512 && -2 ^ 2 == -4", true),
            ("10 - 3 - 4 == 3", true),
            ("1 < 1.5 && \"abc\" < \"abd\" && \"a\" != \"b\"", true),
            ("!(1 == 1 || 1 == 2)", false),
            ("1 == 2 || 2 >= 2 && 3 <= 3", true),
        ] {
            let found = answer(&format!("ASSERT({test})"), "");
            assert_eq!(found == "valid", holds, "{test}: {found}");
        }
    }

    #[test]
    fn comments_and_space_mean_nothing() {
        valid("# all\nINT ( 0 , 9 ) # one\n\tNEWLINE\nEOF\n", &["1\n"]);
    }

    #[test]
    fn a_grammar_that_cannot_be_is_an_error_with_its_line() {
        wrong("INT(0, 9)\nNEWLINE\nPRINT(1)", "line 3: there is no command PRINT");
        wrong("INT(0, 9\nNEWLINE", "line 2");
        wrong("REP(3) INT(0,9)", "END");
        wrong("INT(0, y) NEWLINE", "y has no value");
        wrong("SET(x = 1 / 0) INT(1,1)", "0");
        wrong("SET(x = 2 ^ 200)", "127");
        wrong("ASSERT(1 + \"a\" == 2)", "text");
        wrong("ASSERT(1 == \"a\")", "text");
        wrong("ASSERT(5)", "condition");
        wrong("SET(x = 1 == 1)", "number or a text");
        wrong("REGEX(\"(\")", "regular expression");
        wrong("WHILE(1 == 1) END", "steps");
        wrong(&"(".repeat(1000), "");
        wrong(&format!("ASSERT({}1 == 1{})", "(".repeat(1000), ")".repeat(1000)), "deep");
        wrong(&"REP(1) ".repeat(1000), "deep");
    }

    proptest! {
        #[test]
        fn no_grammar_and_no_input_make_it_panic(
            grammar in "((INT|FLOAT|REP|IF|WHILE|SET|REGEX|ASSERT|END|ELSE|EOF|ISEOF|MATCH|UNIQUE)|[(),a-c0-9=<>!&|^*/%+. \"#-]){0,40}",
            input in "[0-9a-c \n.e-]{0,20}",
        ) {
            let _: String = answer(&grammar, &input);
        }
    }
}
