//! Whatever the text, the front end returns; and the formatter keeps what it means.

use proptest::prelude::*;
use sandglass_idl::{check, format, parse, render, reports};

/// Words that make texts that are nearly right.
const WORDS: &[&str] = &[
    "interface",
    "struct",
    "const",
    "Main",
    "a",
    "b",
    "n",
    "int",
    "long",
    "string",
    "void",
    "bool",
    "out",
    "inout",
    "in",
    "Range",
    "Allow",
    "Length",
    "NoReturn",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "=",
    "+",
    "-",
    "*",
    "0",
    "1",
    "64",
    "99999999999999999999",
    "0x1f",
    "// c\n",
    "/* d */",
    "/// e\n",
    "/** f\n * g */",
    "\n",
    "\n\n\n",
    "é",
    "#",
    "/*",
    "};",
    "interface a { void f(",
    "[Range(0, 5)] int n",
    "int[n] x",
    ");",
    "interface Main { };\n",
];

fn soup() -> impl Strategy<Value = String> {
    proptest::collection::vec((proptest::sample::select(WORDS), any::<bool>()), 0..60).prop_map(
        |words| {
            words
                .iter()
                .map(|(word, space)| format!("{word}{}", if *space { " " } else { "" }))
                .collect()
        },
    )
}

/// Files that are right, with comments and line breaks anywhere.
fn file() -> impl Strategy<Value = String> {
    let gap = proptest::sample::select(
        &[" ", "\n", "\n\n\n", " // c\n", " /* d */ ", "\n/// e\n", "\t"][..],
    );
    let function = proptest::sample::select(
        &[
            "void f1 ( ) ;",
            "int f2 ( [ Range ( - 1 , 5 - 2 * - 3 ) ] int n , out long [ 3 ] [ 2 ] a ) ;",
            "[ Calls ( 7 ) ] string f3 ( [ Range ( 0 , N ) ] int n , inout P [ n ] x ) ;",
        ][..],
    );
    (proptest::collection::vec(gap, 64), function).prop_map(|(gaps, function)| {
        let text = format!(
            "const int N = 3 ; struct P {{ int x ; double [ N + 1 ] y ; }} ; interface Main {{ \
             void out ( int in ) ; }} ; interface s {{ {function} }} ;"
        );
        let mut gaps = gaps.iter().cycle();
        text.split(' ')
            .map(|word| format!("{word}{}", gaps.next().copied().unwrap_or(" ")))
            .collect()
    })
}

fn everything(text: &str) {
    let checked = check(text);
    let _ = render("x.idl", text, &checked.diagnostics, false);
    let _ = reports(text, &checked.diagnostics);
    let parsed = parse(text);
    assert!(checked.model.is_none() || parsed.errors.is_empty());
    if parsed.errors.is_empty() {
        let once = format(text, &parsed);
        let twice = format(&once, &parse(&once));
        assert_eq!(once, twice, "formatting {text:?}");
        assert_eq!(check(&once).model, checked.model, "formatting {text:?}");
        let comments = |text: &str| {
            let parsed = parse(text);
            parsed.tokens.iter().filter(|token| token.kind.is_comment()).count()
        };
        assert_eq!(comments(&once), comments(text), "formatting {text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_any_text(text in "\\PC{0,80}") { everything(&text); }

    #[test]
    fn on_what_is_nearly_right(text in soup()) { everything(&text); }

    #[test]
    fn on_what_is_right(text in file()) {
        prop_assert!(check(&text).model.is_some(), "{text}");
        everything(&text);
    }
}

#[test]
fn on_deep_and_long_texts() {
    everything(&"[".repeat(100_000));
    everything(&"{".repeat(100_000));
    everything(&format!("const int N = {}1{};", "(".repeat(100_000), ")".repeat(100_000)));
    everything(&format!("const int N = 1{};", "+1".repeat(100_000)));
    everything(&format!("const int N = {}1;", "-".repeat(100_000)));
}
