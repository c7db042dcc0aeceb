//! What is generated compiles as it is, without warnings, with names that are keywords everywhere: the
//! generated files together with the sources to start from, by the real toolchains.

use std::fs;
use std::path::Path;
use std::process::Command;

use sandglass_idl::{LANGUAGES, Language, Model, check, generate, start};

const FIXTURE: &str = include_str!("keywords.idl");

fn model() -> Model {
    let checked = check(FIXTURE);
    checked.model.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

#[track_caller]
fn succeeds(directory: &Path, program: &str, arguments: &[&str]) {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env("GO111MODULE", "off")
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; scripts/bootstrap installs it"));
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.trim().is_empty(), "{program} {arguments:?}: {said}");
}

fn compile(language: &Language, directory: &Path, names: &[&str]) {
    let with = |first: &[&'static str]| -> Vec<String> {
        first
            .iter()
            .copied()
            .map(str::to_owned)
            .chain(names.iter().map(|name| (*name).to_owned()))
            .collect()
    };
    let run = |program: &str, arguments: Vec<String>| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        succeeds(directory, program, &arguments);
    };
    match language.code {
        "c" => {
            run("gcc", with(&["-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-o", "program"]))
        }
        "cpp" => {
            run("g++", with(&["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-o", "program"]))
        }
        "python3" => run("/usr/bin/python3", with(&["-W", "error", "-m", "py_compile"])),
        "javascript" => {
            names.iter().for_each(|name| succeeds(directory, "node", &["--check", name]))
        }
        "java" => run("javac", with(&["-Werror", "-d", "classes"])),
        "go" => {
            run("/usr/bin/go", with(&["vet"]));
            // It names the files whose layout is not its own.
            run("/usr/bin/gofmt", with(&["-l"]));
        }
        // It finds the others; scripts/lint-generated has Clippy look at them.
        "rust" => {
            let mut words = vec!["--edition=2021", "-O", "-Dwarnings", "-o", "program"];
            words.push(language.entry(true).expect("a file"));
            succeeds(directory, "/usr/bin/rustc", &words);
        }
        // With -doc its comments are read as well; not all of what is public must have one.
        "csharp" => run(
            "mcs",
            with(&["-warn:4", "-warnaserror+", "-nowarn:1591", "-doc:d.xml", "-out:program.exe"]),
        ),
        // It finds the others.
        "pascal" => {
            let mut words = vec!["-O2", "-v0ew", "-Sew", "-l-", "-Fu.", "-oprogram"];
            words.push(language.entry(true).expect("a file"));
            succeeds(directory, "fpc", &words);
        }
        other => panic!("no compiler for {other} here"),
    }
}

/// Both sides, and each interface of the contestants' side.
fn both_sides(code: &str) {
    let language = LANGUAGES.iter().find(|one| one.code == code).expect("a back end");
    let model = model();
    for role in 0..model.interfaces.len() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut files = generate(&model, "task", language, role).expect("templates that work");
        files.push(start(&model, "task", language, role == 0).expect("templates that work"));
        for file in &files {
            fs::write(directory.path().join(&file.name), &file.text).expect("a file");
        }
        let sources: Vec<&str> = files
            .iter()
            .map(|file| file.name.as_str())
            .filter(|name| name.ends_with(&format!(".{}", language.extension)))
            .collect();
        compile(language, directory.path(), &sources);
    }
}

/// The unmodified sources of both sides, with the declarations and nothing else of what is generated.
fn one_program(code: &str) {
    let language = LANGUAGES.iter().find(|one| one.code == code).expect("a back end");
    let model = model();
    let directory = tempfile::tempdir().expect("a directory");
    let mut names = Vec::new();
    for (role, main) in [(0, true), (1, false)] {
        let source = start(&model, "task", language, main).expect("templates that work");
        names.push(source.name.clone());
        let header = generate(&model, "task", language, role).expect("templates that work");
        let header = header.into_iter().filter(|file| {
            ["task.h", "SandglassTypes.cs", "SandglassTypes.pas"].contains(&&*file.name)
        });
        for file in header.chain([source]) {
            fs::write(directory.path().join(&file.name), &file.text).expect("a file");
        }
    }
    match code {
        "csharp" => names.push("SandglassTypes.cs".to_owned()),
        "pascal" => {
            let program = "program one;\nuses Main;\nbegin\n  Main.Run;\nend.\n";
            fs::write(directory.path().join("sandglass_program.pas"), program).expect("a file");
        }
        _ => {}
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    compile(language, directory.path(), &names);
}

#[test]
fn both_sides_in_one_program() {
    one_program("c");
    one_program("cpp");
    one_program("csharp");
    one_program("pascal");
}

macro_rules! languages {
    ($($name:ident $code:literal),*) => {
        $(
            #[test]
            fn $name() {
                both_sides($code);
            }
        )*

        #[test]
        fn every_back_end_is_compiled() {
            let known: Vec<&str> = LANGUAGES.iter().map(|language| language.code).collect();
            assert_eq!(known, [$($code),*]);
        }
    };
}

languages!(
    c "c", cpp "cpp", python "python3", javascript "javascript", java "java", go "go", rust "rust",
    csharp "csharp", pascal "pascal"
);
