//! Grammars and inputs.

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
        ("-0\n", "without a sign before 0"),
        ("-\n", "an integer"),
        ("", "an integer"),
    ];
    invalid(int, &cases);
    invalid(
        int,
        &[
            ("007\n", "column 1: an integer without leading zeros"),
            ("1", "a line's end"),
            ("1 \n", "a line's end"),
        ],
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
    invalid(
        regex,
        &[
            ("abcd\n", "STRLEN(word) < 4 must hold here: left of it stands 4, right of it 4"),
            ("Abc\n", "a line's end"),
        ],
    );
    valid(r#"REGEX(".+")"#, &["a\nb"]);
    invalid(r#"REGEX(".+")"#, &[("", "match")]);
    valid(r#"SET(x = "ab") STRING(x) IF(x == "ab") STRING("c") END"#, &["abc"]);
}

#[test]
fn repetition_and_conditions() {
    let list = "INT(1, 5, n) NEWLINE REPI(i, n, SPACE) INT(0, i, x[i]) END NEWLINE";
    valid(list, &["1\n0\n", "3\n0 1 2\n"]);
    invalid(
        list,
        &[("2\n0\n", "a space"), ("2\n0 2\n", "between 0 and 1"), ("2\n0 1 1\n", "a line's end")],
    );
    valid("WHILE(!ISEOF, NEWLINE) INT(0, 9) END", &["", "1", "1\n2\n3"]);
    invalid("WHILE(!ISEOF, NEWLINE) INT(0, 9) END", &[("1\n", "an integer")]);
    valid("WHILEI(i, !MATCH(\"\\n\")) STRING(\"a\") END NEWLINE ASSERT(i == 3)", &["aaa\n"]);
    let choice =
        "INT(0, 9, n) IF(n % 2 == 0 && n > 3 || n == 1) STRING(\"e\") ELSE STRING(\"o\") END";
    valid(choice, &["4e", "1e", "2o", "3o"]);
    valid("REP(0) INT(0,0) END REP(2,STRING(\",\")) REP(1) SPACE END END", &[" , "]);
}

#[test]
fn arrays() {
    let points = "REPI(i, 3, NEWLINE) INT(0,9,x[i]) SPACE INT(0,9,y[i]) END ASSERT(UNIQUE(x, y))";
    valid(points, &["1 2\n1 3\n2 2"]);
    invalid(
        points,
        &[("1 2\n1 3\n1 2", "UNIQUE(x, y) must hold here: x, y has 1, 2 at [0] and again at [2]")],
    );
    valid(
        "REPI(i, 2, NEWLINE) INT(0,9,x[i,i+1]) END ASSERT(INARRAY(3, x) && !INARRAY(5, x)) UNSET(x) ASSERT(!INARRAY(3,x))",
        &["7\n3"],
    );
    // The data decide what is in an array, so it is they that are wrong.
    invalid(
        "INT(1,9,x[0]) NEWLINE SET(y[1] = 1) ASSERT(UNIQUE(x, y))",
        &[("1\n", "x, y must have the same indices")],
    );
    wrong("INT(1,1,x[0]) NEWLINE\nASSERT(UNIQUE(z))", "line 2: z never gets a value");
    wrong("INT(1,1,x[0]) NEWLINE ASSERT(!INARRAY(1, z))", "z never gets a value");
    // What is asked again and again is counted once, and counted on.
    valid(
        "INT(1, 9, n) NEWLINE SET(seen[0] = 0) REPI(i, n) ASSERT(!INARRAY(i+1, seen)) SET(seen[i] = i+1) \
         ASSERT(INARRAY(i+1, seen) && INARRAY(i+1.0, seen)) END ASSERT(!INARRAY(0, seen))",
        &["3\n"],
    );
}

#[test]
fn arithmetic() {
    for (test, holds) in [
        ("2 + 3 * 4 == 14", true),
        ("(2 + 3) * 4 == 20", true),
        ("7 / 2 == 3 && -7 / 2 == -3 && -7 % 2 == -1", true),
        ("7 / 2.0 == 3.5", true),
        ("2 ^ 3 ^ 2 == 64 && -2 ^ 2 == -4", true),
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
fn numbers_of_any_size_are_exact() {
    let sum = "SET(most = 10^100) INT(-most, most, a) SPACE INT(-most, most, b) SPACE \
               INT(-2*most, 2*most, c) ASSERT(a + b == c && c - b == a) NEWLINE";
    let (a, b) = ("7".repeat(100), "2".repeat(100));
    let (right, near) = ("9".repeat(100), format!("{}8", "9".repeat(99)));
    valid(sum, &[&format!("{a} {b} {right}\n"), &format!("-{a} -{b} -{right}\n"), "1 2 3\n"]);
    invalid(sum, &[(&format!("{a} {b} {near}\n"), "must hold"), (&right.repeat(300), "between")]);
    for (test, holds) in [
        ("(9223372036854775807 + 1) - 1 == 9223372036854775807", true),
        ("(-3)^3 == -27 && (-1)^99999999999999999999 == -1 && 0^0 == 1 && 2^64 % 10 == 6", true),
        ("10^30 / 10^29 == 10 && -(10^30) / 3 == -333333333333333333333333333333", true),
        ("0.1 + 0.2 == 0.3 && 1/2. == 0.5 && 1/3.0*3 == 1 && 1e3 == 1000 && 2.5^2 == 6.25", true),
        ("1.00000000000000000000000000000001 == 1", false),
    ] {
        let found = answer(&format!("ASSERT({test})"), "");
        assert_eq!(found == "valid", holds, "{test}: {found}");
    }
    invalid("FLOAT(0, 1)", &[("1.00000000000000000000001", "a number between 0 and 1")]);
    invalid("FLOAT(0, 1) NEWLINE", &[("00.5\n", "leading zeros"), ("01e0\n", "leading zeros")]);
    valid("FLOAT(0, 1)", &["0e0", "0.0e1", "1e-10"]);
    invalid(
        "FLOAT(0, 1)",
        &[("0e00", "leading zeros"), ("0e01", "leading zeros"), ("5.0E-01", "leading zeros")],
    );
    invalid("FLOAT(0, 1)", &[("0e99999", "an exponent of at most 4000")]);
    wrong("INT(0, 1/4.0)", "an integer is needed");
    // In scientific notation exactly one digit that is not 0 stands before the point.
    valid("FLOATP(0, 99, 2, 2, x, SCIENTIFIC)", &["1.25e1", "9.99E-5"]);
    invalid(
        "FLOATP(0, 99, 2, 2)",
        &[("12.50e0", "one digit that is not 0"), ("0.25e1", "one digit that is not 0")],
    );
}

#[test]
fn expressions_are_those_of_the_language_and_not_of_the_engine() {
    let check = |expression: &str, all: &[&str], not: &[&str]| {
        let grammar = format!("REGEX({expression}) STRING(\";\")");
        for input in all {
            assert_eq!(answer(&grammar, &format!("{input};")), "valid", "{grammar}, {input:?}");
        }
        for input in not {
            let found = answer(&grammar, &format!("{input};"));
            assert!(found.starts_with("line "), "{grammar}, {input:?}: {found}");
        }
    };
    check(r#""[a-c]{2}(x|yz)?""#, &["ab", "ccx", "abyz"], &["a", "abyx", "abxx"]);
    check(r#""a{,2}b{1,}""#, &["b", "aab", "abbb"], &["aaab", "aa"]);
    check(r#""[^\n;]*""#, &["", "a b\t$"], &["a\nb"]);
    check(r#""\\d\\.""#, &["\\d."], &["1.", "\\dx"]);
    check(r#""[\\-\\]^][-a][a-]""#, &["-a-", "]-a", "^--"], &["--b", "b--"]);
    check(r#""[[:digit:]]+[a&&b~~]""#, &["12&", "1b", "1~"], &["x&", "12"]);
    check(r#""a$b^ #""#, &["a$b^ #"], &["a"]);
    check(r#""a{,}b{,2}""#, &["", "aaa", "aabb"], &["abbb"]);
    check(r#""()?[-a-c-]+[---]""#, &["-b-", "c-"], &["d-"]);
    check(r#""p|ps""#, &["p"], &["ps"]);
    check(r#""\303\244[\200-\377]{2}""#, &["ää"], &["aä"]);
    for (expression, why) in [
        ("a{1", "{}"),
        ("a{2,1}", "whole"),
        ("a{}", "{}"),
        ("a+*", "repeated"),
        ("*a", "nothing to repeat"),
        ("(?i)a", "nothing to repeat"),
        ("[]", "empty"),
        ("[z-a]", "goes down"),
        ("[a", "not closed"),
        ("(a", "parentheses"),
        ("(((a{1000}){1000}){1000})", "too large"),
    ] {
        wrong(&format!("REGEX(\"{expression}\")"), why);
    }
}

#[test]
fn counters_are_there_before_the_first_and_after_the_last_round() {
    valid("INT(0,9,n) WHILEI(i, i < n) STRING(\"x\") END ASSERT(i == n)", &["0", "3xxx"]);
    valid("INT(0,9,n) REPI(i, n) STRING(\"x\") END ASSERT(i == n)", &["0", "2xx"]);
    valid(
        "WHILEI(n, !MATCH(\"\\n\"), SPACE) INT(0, 9, m[n]) END NEWLINE ASSERT(n == 2)",
        &["1 2\n"],
    );
}

#[test]
fn large_inputs_take_a_second_and_not_a_day() {
    let count = 20_000;
    let numbers: Vec<String> = (0..count).map(|number| number.to_string()).collect();
    let input = format!("{count}\n{}\n", numbers.join(" "));
    let start = std::time::Instant::now();
    valid(
        "INT(1, 10^6, n) NEWLINE SET(seen[0-1] = 0-1) REPI(i, n, SPACE) INT(0, 10^6, x) \
         ASSERT(!INARRAY(x, seen)) SET(seen[i] = x) END NEWLINE ASSERT(UNIQUE(seen))",
        &[&input],
    );
    // Looked through one by one, it would be 200 million comparisons: a minute in this build.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
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
    wrong("SET(x = 2 ^ 70000)", "65536 bits");
    wrong("SET(x = 1) REP(100) SET(x = (x + 1) * (x + 1)) END", "65536 bits");
    wrong("SET(x = 10 ^ (10 ^ 30))", "65536 bits");
    wrong("INT(01, 9)", "leading zeros");
    wrong(r#"STRING("\400")"#, "more than a byte");
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
