//! `sandglass convert`, as a setter meets it.

use std::fs;
use std::path::Path;

use crate::support::{finish, sandglass};

/// A package that Sim and Kattis mean the same by, but for what is asserted.
fn package(folder: &Path) -> String {
    for (path, content) in [
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: Sums\nuuid: 1\nlimits: {time_limit: 1}\n",
        ),
        ("data/sample/1.in", "1 2\n"),
        ("data/sample/1.ans", "3\n"),
        ("data/secret/1.in", "2 2\n"),
        ("data/secret/1.ans", "4\n"),
        ("submissions/accepted/sums.py", "print(sum(map(int, input().split())))\n"),
    ] {
        let path = folder.join("sums").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    }
    folder.join("sums").display().to_string()
}

#[test]
fn a_package_goes_there_and_back_and_losses_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = package(directory.path());
    let at = |name: &str| directory.path().join(name).display().to_string();
    let sim = at("sums.zip");
    let done = finish(sandglass(&["convert", &source, &sim, "--to", "sim"])).status(1);
    assert_eq!(done.stdout(), "");
    for part in ["2025-09 to sim", "! outputs are compared line by line", "- pass or fail"] {
        assert!(done.stderr().contains(part), "{part}: {}", done.stderr());
    }
    let legacy = at("legacy");
    let json = finish(sandglass(&["convert", &source, &legacy, "--to", "legacy", "--json"]));
    let json = json.status(0).json();
    assert_eq!((&json["from"], &json["to"]), (&"2025-09".into(), &"legacy".into()), "{json}");
    assert_eq!(json["target"], legacy.as_str(), "{json}");
    assert!(Path::new(&legacy).join("data/secret/1.in").exists());
    let back = finish(sandglass(&["convert", &sim, &at("back"), "--to", "2025-09", "--json"]));
    let back = back.status(1).json();
    assert_eq!((&back["from"], &back["problem"]), (&"sim".into(), &"Sums".into()), "{back}");
    assert!(back["losses"].as_array().expect("losses").iter().any(|loss| loss["judging"] == true));
    let answer = fs::read_to_string(directory.path().join("back/data/secret/1/sums1a.ans"));
    assert_eq!(answer.expect("a test"), "4\n");
}

#[test]
fn nothing_is_written_over_or_without_a_target() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = package(directory.path());
    let only_said = finish(sandglass(&["convert", &source, "--to", "legacy"])).status(0);
    assert!(only_said.stderr().contains("not written"), "{}", only_said.stderr());
    let there = finish(sandglass(&["convert", &source, &source, "--to", "legacy"])).status(2);
    assert!(there.stderr().contains("is there already"), "{}", there.stderr());
    assert!(!directory.path().join("sums/.timelimit").exists());
    assert_eq!(fs::read_dir(directory.path()).expect("still there").count(), 1);
    let no_package = finish(sandglass(&["convert", "/proc/self/fd", "--to", "sim"])).status(2);
    assert!(no_package.stderr().contains("problem.yaml: is missing"), "{}", no_package.stderr());
    finish(sandglass(&["convert", &source, "--to", "word"])).status(2);
}
