//! What is in a kit, and what is not.

use std::fs;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::support::{LANGUAGES, Setter, extension, task_file};

#[test]
fn the_judges_main_stays_with_the_judge() {
    for (code, ending) in LANGUAGES {
        let setter = Setter::new(&[]);
        setter.file(&format!("Main.{ending}"), b"for the judge alone");
        setter.file(&format!("mirror.{ending}"), b"for the judge alone, too");
        let contestant = setter.unpacked(code);
        for path in files(&contestant.path("")) {
            let text = String::from_utf8(fs::read(&path).expect("a file")).expect("text");
            assert!(!text.contains("for the judge alone"), "{}", path.display());
        }
        let built = contestant.run("make", &[]);
        assert_eq!(built.status, Some(0), "{code}: {built:?}");
        let readme = fs::read_to_string(contestant.path("README.md")).expect("a README");
        assert!(readme.contains("The judge's Main is not part of this kit."), "{readme}");
    }
}

/// An interface file whose names are taken in one language or another.
const NAMES: &str = include_str!("../../../idl/tests/keywords.idl");

#[test]
fn names_that_are_taken_somewhere() {
    for (code, _) in LANGUAGES {
        let setter = Setter::new(&[]);
        setter.file("mirror.idl", NAMES.as_bytes());
        let contestant = setter.unpacked(code);
        // Main has nothing to do yet.
        for arguments in [&["run"][..], &["apart"]] {
            let ran = contestant.run("make", arguments);
            assert_eq!(ran.status, Some(0), "{code}: {ran:?}");
            let said = ran.stderr.to_lowercase();
            assert!(!said.contains("warning"), "{code}: {said}");
        }
    }
}

fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all
}

#[test]
fn the_same_files_make_the_same_zip() {
    let codes = LANGUAGES.map(|(code, _)| code);
    let setter = Setter::new(&codes);
    let made = setter.kit(&["--json"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let first = fs::read(setter.path("mirror-kit.zip")).expect("the zip");
    let told: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert_eq!(told["path"], "mirror-kit.zip");
    assert_eq!(told["languages"], serde_json::json!(codes));
    let names = told["files"].as_array().expect("names");
    let sorted = names.windows(2).all(|pair| pair[0].as_str() < pair[1].as_str());
    assert!(sorted && names.len() > 60, "{names:?}");
    // Another folder, made at another time.
    let other = Setter::new(&codes);
    let idl = fs::File::options().append(true).open(other.path("mirror.idl")).expect("a file");
    idl.set_modified(SystemTime::now() - Duration::from_secs(1 << 20)).expect("a time");
    assert!(other.kit(&["--output", "elsewhere.zip"]).status.success());
    assert_eq!(fs::read(other.path("elsewhere.zip")).expect("the zip"), first);
}

#[test]
fn a_zip_that_is_there_stays() {
    let setter = Setter::new(&[]);
    setter.file("mirror-c.zip", b"mine");
    let refused = setter.kit(&["--language", "c"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("is there already") && said.contains("--force"), "{said}");
    assert_eq!(fs::read(setter.path("mirror-c.zip")).expect("a file"), b"mine");
    assert!(setter.kit(&["--language", "c", "--force"]).status.success());
    assert_ne!(fs::read(setter.path("mirror-c.zip")).expect("a file"), b"mine");
}

#[test]
fn what_the_setter_wrote_goes_in() {
    let setter = Setter::new(&["cpp"]);
    setter.file("mirror.distrib.cpp", b"// begin here\n");
    setter.file("more/a.in", b"1\n5\n");
    setter.file("more/a.out", b"the answer\n");
    let made = setter.kit(&["--language", "cpp", "--samples", "more", "--json"]);
    let told: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert_eq!((&told["main"][0], &told["samples"][0]), (&"Main.distrib.cpp".into(), &"a".into()));
    let folder = tempfile::tempdir().expect("a folder");
    crate::support::unpack(&setter.path("mirror-cpp.zip"), folder.path());
    let content =
        |name: &str| fs::read(folder.path().join("mirror-cpp").join(name)).expect("a file");
    assert_eq!(content("mirror.cpp"), b"// begin here\n");
    assert_eq!(content("Main.cpp"), task_file("Main.distrib.cpp"));
    assert_eq!(content("mirror.idl"), task_file("mirror.idl"));
    assert_eq!(content("samples/a.ans"), b"the answer\n");
    assert!(content("run.bat").windows(2).any(|two| two == b"\r\n"), "lines as Windows ends them");
}

#[test]
fn wrong_usage_is_said() {
    let setter = Setter::new(&[]);
    setter.file("more/a b.in", b"");
    for (arguments, part) in [
        (&["--language", "cobol"][..], "there is no back end for it"),
        (&["--samples", "nowhere"], "cannot read nowhere"),
        (&["--samples", "more"], "cannot be the name of a sample"),
        (&["--output", "no/folder/kit.zip"], "cannot write no/folder/kit.zip"),
    ] {
        let refused = setter.kit(arguments);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(part), "{said}");
    }
    setter.file("mirror.idl", b"interface Main { }");
    assert_eq!(setter.kit(&[]).status.code(), Some(1));
}

#[test]
fn editors_find_their_files() {
    for (code, _) in LANGUAGES {
        let contestant = Setter::new(&[code]).unpacked(code);
        for name in [".vscode/tasks.json", ".vscode/launch.json"] {
            let text = fs::read_to_string(contestant.path(name)).expect("a file");
            let parsed: Value = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{code}, {name}: {error}: {text}"));
            assert!(parsed.is_object());
        }
        let source = format!("mirror.{}", extension(code));
        let readme = fs::read_to_string(contestant.path("README.md")).expect("a README");
        assert!(readme.contains(&source), "{readme}");
    }
}
