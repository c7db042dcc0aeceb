//! Compilers that are given what is wrong, endless or huge.

use std::time::Duration;

use sandglass_judge::{Report, Verdict};

use crate::support::{Test, alone, is_there, judge, package, run, sources};

/// Bytes of messages that a report may carry: what the judge keeps, and its own words.
const MOST_MESSAGES: usize = 66 << 10;

fn compile(code: &str, files: &[(&str, &str)]) -> Option<Report> {
    let _alone = alone();
    if !is_there(code) {
        return None;
    }
    let test: Test = ("one", String::new(), "");
    let (_folder, package) = package(&[test]);
    let report = run(&judge(), &package, code, &sources(files));
    assert!(report.compilation.messages.len() <= MOST_MESSAGES, "{code}");
    Some(report)
}

#[test]
fn an_error_is_a_compile_error_that_shows_the_compiler_s_words() {
    for (code, file, text, said) in [
        ("bash", "a.sh", "if true; then", "syntax error"),
        ("c", "a.c", "int main() { return x; }", "undeclared"),
        ("c-clang", "a.c", "int main() { return x; }", "undeclared"),
        ("cpp", "a.cpp", "int main() { return x; }", "not declared"),
        ("csharp", "a.cs", "class A { static void Main() { x(); } }", "CS0103"),
        ("go", "a.go", "package main\nfunc main() { x() }", "undefined: x"),
        ("haskell", "a.hs", "main = x", "Variable not in scope"),
        ("java", "A.java", "class A { int x() {} }", "missing return statement"),
        ("javascript", "a.js", "let x = ;", "SyntaxError"),
        ("kotlin", "a.kt", "fun main() { x() }", "unresolved reference"),
        ("lua", "a.lua", "x = = 1", "unexpected symbol"),
        ("ocaml", "a.ml", "let () = x", "Unbound value x"),
        ("pascal", "a.pas", "begin x; end.", "Identifier not found"),
        ("perl", "a.pl", "my $x = ;", "syntax error"),
        ("php", "a.php", "<?php $x = ;", "syntax error"),
        ("python3", "a.py", "x = = 1", "SyntaxError"),
        ("ruby", "a.rb", "x = = 1", "syntax error"),
        ("rust", "a.rs", "fn main() { x() }", "cannot find function"),
    ] {
        let Some(report) = compile(code, &[(file, text)]) else { continue };
        assert_eq!(report.verdict, Verdict::CompileError, "{code}: {report:#?}");
        assert!(report.compilation.messages.contains(said), "{code}: {report:#?}");
        assert_eq!(report.tests.len(), 0, "{code}");
    }
}

/// Compiles a bomb; it must be refused within `seconds`, and for what the compilation's own limits
/// and the compiler's words say.
fn bomb(code: &str, file: &str, text: &str, seconds: u64) -> Option<Report> {
    let report = compile(code, &[(file, text)])?;
    assert_eq!(report.verdict, Verdict::CompileError, "{code}: {report:#?}");
    assert!(report.compilation.wall_time < Duration::from_secs(seconds), "{code}: {report:#?}");
    Some(report)
}

#[test]
fn an_endless_file_is_bounded() {
    let report = bomb("c", "a.c", "#include \"/dev/random\"\nint main() {}\n", 60).unwrap();
    assert_ne!(report.compilation.exit_code, Some(0));
    bomb("c", "a.c", "#include \"/dev/zero\"\nint main() {}\n", 60).unwrap();
}

#[test]
fn templates_without_an_end_are_bounded() {
    let text = "template <int n> struct A { A<n + 1> a; A<n + 2> b; };\nA<0> a;\nint main() {}\n";
    bomb("cpp", "a.cpp", text, 60).unwrap();
    let text = "template <int n, int m> struct F { static const int v = F<n - 1, m>::v + F<n - 1, m + 1>::v; };\n\
                template <int m> struct F<0, m> { static const int v = m; };\n\
                int main() { return F<800, 0>::v; }\n";
    let report = bomb("cpp", "a.cpp", text, 60).unwrap();
    assert!(
        ["cpu_time_limit", "wall_time_limit", "memory_limit", "exited", "signaled"]
            .contains(&report.compilation.cause.as_str()),
        "{report:#?}"
    );
}

#[test]
fn endless_messages_are_cut() {
    let text: String = (0..20_000).map(|n| format!("int f{n}() {{ return x{n}; }}\n")).collect();
    let report = bomb("c", "a.c", &text, 60).unwrap();
    assert!(report.compilation.messages.len() > 32 << 10, "{}", report.compilation.messages.len());
}

#[test]
fn a_huge_program_is_no_product() {
    let text = "char x[1900000000] = {1};\nint main() { return x[0]; }\n";
    bomb("c", "a.c", text, 60).unwrap();
    let text = "char x[200 << 20] = {1};\nint main() { return x[0]; }\n";
    let report = bomb("c", "a.c", text, 60).unwrap();
    assert!(
        ["no_product", "memory_limit", "exited"].contains(&report.compilation.cause.as_str()),
        "{report:#?}"
    );
}

#[test]
fn a_compiler_that_runs_code_is_inside_of_the_sandbox() {
    // Rust has no such thing without a second crate; C's assembler reads files, and sees only ours.
    let text = "asm(\".incbin \\\"/etc/passwd\\\"\");\nint main() {}\n";
    bomb("c", "a.c", text, 60).unwrap();
    let perl = "BEGIN { open(my $file, '<', '/etc/passwd') or die 'there is none' }\n";
    let report = bomb("perl", "a.pl", perl, 60).unwrap();
    assert!(report.compilation.messages.contains("there is none"), "{report:#?}");
    let endless = "BEGIN { print 'x' x 1000 while 1 }\n";
    bomb("perl", "a.pl", endless, 120).unwrap();
}
