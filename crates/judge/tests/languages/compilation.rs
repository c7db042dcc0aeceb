//! Compilers that are given what is wrong, endless or huge.

use std::time::Duration;

use sandglass_judge::{Report, Verdict};

use crate::support::{Test, alone, is_there, judge, package_with, run, sources};

/// Bytes of messages that a report may carry: what the judge keeps, and its own words.
const MOST_MESSAGES: usize = 66 << 10;

fn compile(code: &str, files: &[(&str, &str)], limits: &str) -> Option<Report> {
    let _alone = alone();
    if !is_there(code) {
        return None;
    }
    let test: Test = ("one", String::new(), "");
    let (_folder, package) = package_with(&[test], limits);
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
        let Some(report) = compile(code, &[(file, text)], "time_limit: 1") else { continue };
        assert_eq!(report.verdict.unwrap(), Verdict::CompileError, "{code}: {report:#?}");
        assert!(report.compilation.messages.contains(said), "{code}: {report:#?}");
        assert_eq!(report.tests.len(), 0, "{code}");
    }
}

/// Compiles a bomb within 5 s of CPU time and 512 MiB, which the problem sets: it must be refused, and
/// end in one of these ways.
fn bomb(code: &str, file: &str, text: &str, causes: &[&str]) -> Report {
    let limits = "time_limit: 1, compilation_time: 5, compilation_memory: 512";
    let report = compile(code, &[(file, text)], limits).unwrap();
    assert_eq!(report.verdict.unwrap(), Verdict::CompileError, "{code}: {report:#?}");
    let compilation = &report.compilation;
    assert!(causes.contains(&compilation.cause.as_str()), "{code}: {report:#?}");
    assert!(compilation.cpu_time < Duration::from_millis(5500), "{code}: {report:#?}");
    assert!(compilation.peak_memory_bytes <= 513 << 20, "{code}: {report:#?}");
    report
}

/// The time limits of a compilation: of CPU time, and on a busy machine of wall time.
const TIME: [&str; 2] = ["cpu_time_limit", "wall_time_limit"];

#[test]
fn an_endless_file_is_bounded() {
    bomb(
        "c",
        "a.c",
        "#include \"/dev/random\"\nint main() {}\n",
        &["memory_limit", TIME[0], TIME[1]],
    );
    bomb("c", "a.c", "#include \"/dev/zero\"\nint main() {}\n", &["memory_limit"]);
}

#[test]
fn templates_without_an_end_are_bounded() {
    let text = "template <int n> struct A { A<n + 1> a; A<n + 2> b; };\nA<0> a;\nint main() {}\n";
    let report = bomb("cpp", "a.cpp", text, &["exited"]);
    assert!(report.compilation.messages.contains("instantiation depth"), "{report:#?}");
    // Half a million of them, which fit neither time nor memory.
    let text = "template <int n, int m> struct F {\n\
                static const int v = F<n - 1, m>::v + F<n - 1, m + 1>::v; };\n\
                template <int m> struct F<0, m> { static const int v = m; };\n\
                int main() { return F<800, 0>::v; }\n";
    bomb("cpp", "a.cpp", text, &["memory_limit", TIME[0], TIME[1]]);
}

#[test]
fn endless_work_is_bounded() {
    bomb("perl", "a.pl", "BEGIN { 1 while 1 }\n", &TIME);
    let processes = "BEGIN { fork while 1 }\n";
    bomb("perl", "a.pl", processes, &["process_limit", TIME[0], TIME[1]]);
}

#[test]
fn endless_messages_are_cut() {
    let text: String = (0..2_000).map(|n| format!("int f{n}() {{ return x{n}; }}\n")).collect();
    let report = bomb("c", "a.c", &text, &["exited"]);
    assert!(report.compilation.messages.len() > 32 << 10, "{}", report.compilation.messages.len());
    let endless = "BEGIN { print 'x' x 1000000 while 1 }\n";
    let report = bomb("perl", "a.pl", endless, &["output_limit"]);
    assert!(report.compilation.messages.contains("xxx"), "{report:#?}");
}

#[test]
fn a_huge_program_is_no_product() {
    // Beyond what the assembler may write, and beyond what is taken out of the sandbox.
    let text = "char x[1900000000] = {1};\nint main() { return x[0]; }\n";
    bomb("c", "a.c", text, &["exited", "memory_limit"]);
    let text = "char x[100 << 20] = {1};\nint main() { return x[0]; }\n";
    let report = bomb("c", "a.c", text, &["no_product"]);
    assert!(report.compilation.messages.contains("no usable product"), "{report:#?}");
}

#[test]
fn a_compiler_that_runs_code_is_inside_of_the_sandbox() {
    // Rust has no such thing without a second crate; C's assembler reads files, and sees only ours.
    let text = "asm(\".incbin \\\"/etc/passwd\\\"\");\nint main() {}\n";
    bomb("c", "a.c", text, &["exited"]);
    let perl = "BEGIN { open(my $file, '<', '/etc/passwd') or die 'there is none' }\n";
    let report = bomb("perl", "a.pl", perl, &["exited"]);
    assert!(report.compilation.messages.contains("there is none"), "{report:#?}");
    let network = "use Socket; BEGIN { socket(my $s, PF_INET, SOCK_STREAM, 0) or die 'refused' }\n";
    let report = bomb("perl", "a.pl", network, &["exited"]);
    assert!(report.compilation.messages.contains("refused"), "{report:#?}");
}
