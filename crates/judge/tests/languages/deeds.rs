//! What a program in each language does, and what the judge says to it.

use sandglass_judge::{Judge, TestReport, Verdict, open_lanes};
use sandglass_languages::Languages;
use sandglass_package::Package;
use sandglass_sandbox::{Backend, BackendChoice, LaneOptions};
use tempfile::TempDir;

use crate::support::{PROMISED, Test, alone, is_there, judge, package, package_with, program, run};

/// A language, its program, and what it can do beyond the rest.
struct Row {
    code: &'static str,
    program: &'static str,
    /// Calls inside of each other.
    depth: &'static str,
    /// Whether the language has threads or jobs.
    threads: bool,
}

const fn row(code: &'static str, program: &'static str) -> Row {
    Row { code, program, depth: "100000", threads: true }
}

const fn without_threads(code: &'static str, program: &'static str) -> Row {
    Row { code, program, depth: "100000", threads: false }
}

/// Frames so small that only this many are more than the usual 8 MiB.
const fn small_frames(code: &'static str, program: &'static str) -> Row {
    Row { code, program, depth: "1000000", threads: true }
}

const ROWS: &[Row] = &[
    // The time that a shell takes grows with the square of the depth.
    Row { code: "bash", program: "bash.sh", depth: "1000", threads: true },
    row("c", "c.c"),
    row("c11", "c.c"),
    row("c23-clang", "c.c"),
    row("cpp", "cpp.cpp"),
    row("cpp17", "cpp.cpp"),
    row("cpp23", "cpp.cpp"),
    row("cpp20-clang", "cpp.cpp"),
    small_frames("csharp", "csharp.cs"),
    row("go", "go.go"),
    small_frames("haskell", "haskell.hs"),
    row("java", "java.java"),
    row("javascript", "javascript.js"),
    row("kotlin", "kotlin.kt"),
    without_threads("lua", "lua.lua"),
    small_frames("ocaml", "ocaml.ml"),
    row("pascal", "pascal.pas"),
    without_threads("perl", "perl.pl"),
    without_threads("php", "php.php"),
    row("pypy3", "python3.py"),
    row("python3", "python3.py"),
    row("ruby", "ruby.rb"),
    row("rust", "rust.rs"),
    row("rust2018", "rust.rs"),
];

fn tests(row: &Row) -> Vec<Test> {
    let numbers: String = (1..=2000).map(|number| format!("{number}\n")).collect();
    let mut tests = vec![
        ("sum", format!("sum\n{numbers}"), "2001000"),
        ("deep", format!("deep\n{}\n", row.depth), row.depth),
        ("fail", "fail\n".to_owned(), ""),
        ("memory", "memory\n".to_owned(), ""),
        ("network", "network\n".to_owned(), "refused"),
    ];
    if row.threads {
        tests.push(("threads", "threads\n".to_owned(), "2002000"));
    }
    tests
}

/// What is wrong with a test's report, if anything.
fn judged_wrong(test: &TestReport) -> Option<String> {
    let milliseconds = test.cpu_time.as_millis();
    let right = match test.test.trim_start_matches("secret/") {
        "sum" | "deep" | "network" | "threads" => test.verdict.unwrap() == Verdict::Accepted,
        "fail" => test.verdict.unwrap() == Verdict::RunTimeError,
        "memory" => test.verdict.unwrap() == Verdict::MemoryLimitExceeded,
        // A machine that gives it less than two thirds of a processor ends it by the wall limit.
        "loop" => {
            test.verdict.unwrap() == Verdict::TimeLimitExceeded
                && (test.cause == "cpu_time_limit" && milliseconds >= 1000
                    || test.cause == "wall_time_limit" && milliseconds < 1000)
        }
        _ => false,
    };
    (!right).then(|| format!("{test:#?}"))
}

fn check(code: &str) {
    let row = ROWS.iter().find(|row| row.code == code).unwrap();
    let _alone = alone();
    if !is_there(code) {
        return;
    }
    let (judge, program) = (judge(), program(row.program));
    let wrong = |(_folder, package): (TempDir, Package), count: usize| -> Vec<String> {
        let report = run(&judge, &package, code, &program);
        assert_eq!(report.tests.len(), count, "{code}: {:#?}", report.compilation);
        report.tests.iter().filter_map(judged_wrong).collect()
    };
    let tests = tests(row);
    let mut all = wrong(package(&tests), tests.len());
    // Endless work has less time, so as not to take ten seconds of everybody's.
    all.extend(wrong(package_with(&[("loop", "loop\n".to_owned(), "")], "time_limit: 1"), 1));
    assert!(all.is_empty(), "{code}:\n{}", all.join("\n"));
}

/// An ordinary user may have no cgroup; such users judge all promised languages, too.
#[test]
fn without_a_cgroup_all_languages_work() {
    let _alone = alone();
    let backend = BackendChoice::Only(Backend::Rlimit);
    let options = || LaneOptions { backend, ..LaneOptions::default() };
    let judge = Judge::new(open_lanes(options, 1).unwrap(), Languages::builtin().unwrap());
    let (_folder, package) = package(&[("sum", "sum\n1\n2\n".to_owned(), "3")]);
    for code in PROMISED {
        let row = ROWS.iter().find(|row| row.code == *code).unwrap();
        let report = run(&judge, &package, code, &program(row.program));
        assert_eq!(report.verdict, Some(Verdict::Accepted), "{code}: {report:#?}");
        assert_eq!(report.tests[0].backend, "rlimit");
    }
}

macro_rules! deeds {
    ($($name:ident: $code:literal,)*) => {
        $(#[test]
        fn $name() {
            check($code);
        })*

        const TRIED: &[&str] = &[$($code),*];
    };
}

deeds! {
    bash: "bash",
    c: "c",
    c11: "c11",
    c23_clang: "c23-clang",
    cpp: "cpp",
    cpp17: "cpp17",
    cpp23: "cpp23",
    cpp20_clang: "cpp20-clang",
    csharp: "csharp",
    go: "go",
    haskell: "haskell",
    java: "java",
    javascript: "javascript",
    kotlin: "kotlin",
    lua: "lua",
    ocaml: "ocaml",
    pascal: "pascal",
    perl: "perl",
    php: "php",
    pypy3: "pypy3",
    python3: "python3",
    ruby: "ruby",
    rust: "rust",
    rust2018: "rust2018",
}

#[test]
fn every_language_is_tried() {
    let languages = Languages::builtin().unwrap();
    for language in languages.iter().filter(|language| language.variant_of.is_none()) {
        assert!(TRIED.contains(&language.code.as_str()), "{}", language.code);
    }
    for row in ROWS {
        assert!(TRIED.contains(&row.code), "{}", row.code);
    }
}

#[test]
fn bootstrap_installs_what_is_promised() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/bootstrap");
    let script = std::fs::read_to_string(script).unwrap();
    let languages = Languages::builtin().unwrap();
    for code in PROMISED {
        for program in &languages.by_code(code).unwrap().programs {
            let package = program.package.as_deref().unwrap();
            // What no Debian is without.
            let everywhere = matches!(package, "bash" | "perl");
            let installed = script.split([' ', ':', '\n', '(', ')']).any(|word| word == package);
            assert!(everywhere || installed, "{code}: {package}");
        }
    }
}
