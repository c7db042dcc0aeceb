//! A contestant's program that posts a part which is said to be longer than the memory that both share:
//! Main does not read past it. Without the check that stops it, in a copy of what is generated, it does.

use std::fs;
use std::path::Path;
use std::process::Command;

use sandglass_idl::{check, generate, language, source_name};

const IDL: &str = "\
interface Main { };
interface child { int[n] f([Range(0, 16777216)] int n); };
";
/// The exit status of Main for a part out of order.
const PROTOCOL: i32 = 240;

/// A language without checks of its own where it reads memory that is shared.
struct Attacked {
    code: &'static str,
    /// Main, which ends with 7 where it is given an answer.
    main: &'static str,
    build: &'static str,
    run: &'static [&'static str],
    /// What is generated, and the check in it.
    file: &'static str,
    check: &'static str,
}

const ATTACKED: &[Attacked] = &[
    Attacked {
        code: "c",
        main: "#include \"task.h\"\nint main(void) { return f(16777216)[16777215] == 0 ? 7 : 8; }\n",
        build: "gcc -std=c11 -O2 -o program *.c",
        run: &["./program"],
        file: "sandglass_transport.h",
        check: " || length > t->area",
    },
    Attacked {
        code: "cpp",
        main: "#include \"task.h\"\nint main() { return f(16777216).back() == 0 ? 7 : 8; }\n",
        build: "g++ -std=c++17 -O2 -o program *.cpp",
        run: &["./program"],
        file: "sandglass_transport.h",
        check: " || length > t->area",
    },
    Attacked {
        code: "rust",
        main: "use crate::sandglass::*;\n\npub fn main() {\n    let answer = f(16777216);\n    \
               std::process::exit(7 + answer[16777215].signum().abs());\n}\n",
        build: "rustc --edition=2021 -O -o program sandglass_main.rs",
        run: &["./program"],
        file: "sandglass_memory.rs",
        check: " || length > self.area",
    },
    Attacked {
        code: "pascal",
        main: "unit Main;\n\n{$mode objfpc}{$H+}\n\ninterface\n\nprocedure Run;\n\nimplementation\n\n\
               uses SandglassTypes, task;\n\nprocedure Run;\nvar\n  Answer: TLongIntArray;\nbegin\n  \
               Answer := f(16777216);\n  Halt(7 + Ord(Answer[16777215] <> 0));\nend;\n\nend.\n",
        build: "fpc -O2 -v0 -l- -Fu. -oprogram sandglass_program.pas",
        run: &["./program"],
        file: "SandglassTransport.pas",
        check: " or (Bytes > Way.Area)",
    },
    Attacked {
        code: "csharp",
        main: "static class Program\n{\n    static int Main()\n    {\n        \
               return child.f(16777216)[16777215] == 0 ? 7 : 8;\n    }\n}\n",
        build: "mcs -optimize+ -nologo -r:System.Numerics -out:program.exe *.cs",
        run: &["mono", "program.exe"],
        file: "SandglassTransport.cs",
        check: " || length > area",
    },
];

fn build(attacked: &Attacked, directory: &Path, checked: bool) {
    let model = check(IDL).model.expect("an interface without an error");
    let language = language(attacked.code).expect("a back end");
    for file in generate(&model, "task", language, 0).expect("templates that work") {
        let mut text = file.text;
        if file.name == attacked.file {
            assert_eq!(text.matches(attacked.check).count(), 1, "{}: its check", attacked.code);
            text = if checked { text } else { text.replace(attacked.check, "") };
        }
        fs::write(directory.join(&file.name), text).expect("a file");
    }
    fs::write(directory.join(source_name("task", language, true)), attacked.main).expect("a file");
    let shell = ["-c", attacked.build];
    let built = Command::new("sh").args(shell).current_dir(directory).output().expect("a shell");
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(built.status.success(), "{}: {said}", attacked.code);
}

/// Main's exit status, and what it says.
fn attack(attacked: &Attacked, checked: bool) -> (Option<i32>, String) {
    let directory = tempfile::tempdir().expect("a directory");
    build(attacked, directory.path(), checked);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/area/attack.py");
    let mut command = Command::new("/usr/bin/python3");
    command.arg(script).args(attacked.run).current_dir(directory.path());
    let ended = command.output().expect("Python");
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

#[track_caller]
fn stopped_by_its_check(code: &str) {
    let attacked = ATTACKED.iter().find(|one| one.code == code).expect("its programs");
    let (status, said) = attack(attacked, true);
    assert_eq!(status, Some(PROTOCOL), "{code}: {said}");
    assert!(said.contains("a part out of order"), "{code}: {said}");
    // The attack itself: Main crashes, which Pascal reports as 216, or is given what lies behind the memory.
    let (status, said) = attack(attacked, false);
    let misled = [Some(1), Some(216), Some(7), Some(8)].contains(&status);
    assert!(misled, "{code} needs no check: {status:?}: {said}");
}

#[test]
fn c() {
    stopped_by_its_check("c");
}

#[test]
fn cpp() {
    stopped_by_its_check("cpp");
}

#[test]
fn rust() {
    stopped_by_its_check("rust");
}

#[test]
fn pascal() {
    stopped_by_its_check("pascal");
}

#[test]
fn csharp() {
    stopped_by_its_check("csharp");
}
