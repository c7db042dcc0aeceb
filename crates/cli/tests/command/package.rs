//! `sandglass package`: tests are made, limits are set, and the whole is packed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Finished, finish, sandglass};

const SIMFILE: &str = "\
name: Twice
label: twi
# the model stands first
solutions: [prog/twi.py]
memory_limit: 256
limits: [
\ttwi0 1
\ttwi1a 1 128
\ttwi1b 1
\ttwi1c 1
] # as measured
scoring: [
\t0 0
\t1 100
]
";

const SIPFILE: &str = "\
default_time_limit: 5
base_seed: 7
static: [twi0]
gen: [
\ttwi1a-b utils/gen.py 5
\ttwi1c sh: wc -c < utils/gen.py | tr -d ' ' && echo $SIP_TEST_NAME
]
";

const GENERATOR: &str = "\
import os, sys
print(int(os.environ['SIP_TEST_SEED']) % 1000 + int(sys.argv[1]))
";

const TWICE: &str = "print(2 * int(input()))\n";

fn package() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let root = folder.path().join("twice");
    for (path, text) in [
        ("Simfile", SIMFILE),
        ("Sipfile", SIPFILE),
        ("utils/gen.py", GENERATOR),
        ("prog/twi.py", TWICE),
        ("in/twi0.in", "4\n"),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    (folder, root)
}

fn run(command: &str, package: &Path, more: &[&str]) -> Finished {
    let mut line = sandglass(&["package", command]);
    line.arg(package).args(more);
    finish(line)
}

const JSON: [&str; 2] = ["--allow-weaker", "--json"];

#[test]
fn tests_are_made_twice_the_same_and_answers_follow() {
    let (_folder, package) = package();
    let read = |name: &str| fs::read_to_string(package.join(name)).expect("made");
    let first = run("gen", &package, &JSON).status(0).json();
    // Three inputs, and the answers of all four: the static test had none.
    assert_eq!((&first["written"], &first["failed"]), (&7.into(), &0.into()), "{first:#}");
    let (a, b) = (read("in/twi1a.in"), read("in/twi1b.in"));
    assert_ne!(a, b, "each test has a seed of its own");
    let number: u64 = a.trim().parse().expect("a number");
    assert_eq!(read("out/twi1a.out"), format!("{}\n", 2 * number));
    assert_eq!(read("out/twi0.out"), "8\n");
    assert_eq!(read("in/twi1c.in"), format!("{}\ntwi1c\n", GENERATOR.len()));

    let second = run("gen", &package, &JSON).status(0).json();
    assert_eq!((&second["written"], &second["same"]), (&0.into(), &6.into()), "{second:#}");
    let inputs = run("gen", &package, &["--only", "inputs", "--allow-weaker", "--json"]).json();
    assert_eq!(inputs["same"], 3);
}

#[test]
fn obsolete_tests_go_when_asked_and_seeds_change() {
    let (_folder, package) = package();
    let read = |name: &str| fs::read_to_string(package.join(name)).expect("there");
    run("gen", &package, &JSON).status(0);
    // The rule for two of the tests goes, and with it their reason to be.
    let fewer = SIPFILE.replace("twi1a-b", "twi1b").replace("\ttwi1c sh", "\ttwi1d sh");
    fs::write(package.join("Sipfile"), fewer).expect("written");
    fs::write(package.join("Simfile"), SIMFILE.replace("] # as", "\ttwi1d 1\n] # as"))
        .expect("written");
    let told = run("gen", &package, &["--allow-weaker"]).status(0);
    assert!(told.stderr().contains("test twi1a is obsolete"), "{}", told.stderr());
    assert!(package.join("in/twi1a.in").exists() && package.join("out/twi1c.out").exists());

    let seen = run("gen", &package, &["--prune", "--allow-weaker", "--json"]).status(0).json();
    let gone = ["in/twi1a.in", "out/twi1a.out", "in/twi1c.in", "out/twi1c.out"];
    assert_eq!(seen["removed"], serde_json::json!(gone), "{seen:#}");
    assert!(gone.iter().all(|path| !package.join(path).exists()));
    for kept in ["in/twi0.in", "in/twi1b.in", "out/twi1b.out", "in/twi1d.in"] {
        assert!(package.join(kept).exists(), "{kept}");
    }
    let simfile = read("Simfile");
    assert!(!simfile.contains("twi1a") && simfile.contains("\ttwi1b 1\n"), "{simfile}");
    assert!(simfile.contains("# the model stands first\n"), "{simfile}");

    let before = read("in/twi1b.in");
    run("reseed", &package, &["--seed", "12345"]).status(0);
    assert_eq!(read("Sipfile").matches("base_seed: 12345\n").count(), 1);
    run("gen", &package, &JSON).status(0);
    assert_ne!(read("in/twi1b.in"), before, "another seed, another test");
    run("reseed", &package, &[]).status(0);
    assert!(!read("Sipfile").contains("base_seed: 12345\n"));

    // Without a Sipfile nobody knows which tests were made by hand, and nothing is removed.
    fs::remove_file(package.join("Sipfile")).expect("removed");
    let refused = run("gen", &package, &["--prune", "--allow-weaker"]).status(2);
    assert!(refused.stderr().contains("static in a Sipfile"), "{}", refused.stderr());
    assert!(package.join("in/twi1b.in").exists());
    run("reseed", &package, &[]).status(2);
}

#[test]
fn what_cannot_be_made_is_named_and_the_rest_is_made() {
    let (_folder, package) = package();
    let sipfile = SIPFILE.replace("wc -c", "cat /etc/hostname utils/none; exit 3;");
    fs::write(package.join("Sipfile"), sipfile).expect("written");
    let made = run("gen", &package, &JSON).status(1).json();
    let failed: Vec<&Value> = made["files"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|it| it["made"] == "failed")
        .collect();
    // The input, and then the answer to it.
    assert_eq!(failed.len(), 2, "{made:#}");
    let reason = failed[0]["reason"].as_str().expect("words");
    assert!(failed[0]["path"] == "in/twi1c.in" && reason.contains("exited with 3"), "{reason}");
    assert!(package.join("out/twi1b.out").exists() && !package.join("in/twi1c.in").exists());
}

#[test]
fn limits_are_saved_where_they_stand() {
    let (_folder, package) = package();
    run("gen", &package, &JSON).status(0);
    let measured = run("limits", &package, &JSON).status(0).json();
    assert_eq!(fs::read_to_string(package.join("Simfile")).expect("there"), SIMFILE);
    assert!(
        measured["saved"].is_null() && measured["tests"].as_array().expect("a list").len() == 4
    );

    let saved = run("limits", &package, &["--save", "--allow-weaker", "--json"]).status(0).json();
    let text = fs::read_to_string(package.join("Simfile")).expect("there");
    for kept in ["# the model stands first\n", "] # as measured\n", "\t1 100\n"] {
        assert!(text.contains(kept), "{text}");
    }
    let limit = saved["tests"][1]["limit_ns"].as_u64().expect("a number") / 10_000_000;
    let line = text.lines().find(|line| line.contains("twi1a")).expect("a line");
    let words: Vec<&str> = line.split_whitespace().collect();
    let seconds: f64 = words[1].parse().expect("seconds");
    assert_eq!((words[2], (seconds * 100.0).round() as u64), ("128", limit), "{text}");
    // 0.3 s is what Sim gives to a solution that takes no time.
    assert!(limit >= 30, "{limit}");
}

#[test]
fn a_limit_of_the_kattis_format_is_saved_and_read_again() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (path, text) in [
        (
            "problem.yaml",
            "problem_format_version: 2025-09 # new\nname: x\nuuid: y\nlimits:\n  memory: 512\n",
        ),
        ("data/secret/1.in", "4\n"),
        ("data/secret/1.ans", "8\n"),
        ("submissions/accepted/twice.py", TWICE),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    let saved =
        run("limits", folder.path(), &["--save", "--allow-weaker", "--json"]).status(0).json();
    assert_eq!(saved["saved"], "problem.yaml");
    let seconds = saved["limit_ns"].as_u64().expect("a number") / 1_000_000_000;
    let text = fs::read_to_string(folder.path().join("problem.yaml")).expect("there");
    let expected = format!(
        "2025-09 # new\nname: x\nuuid: y\nlimits:\n  time_limit: {seconds}\n  memory: 512\n"
    );
    assert!(text.ends_with(&expected), "{text}");
}

#[test]
fn the_archive_is_the_package_again() {
    let (folder, package) = package();
    run("gen", &package, &JSON).status(0);
    fs::write(package.join(".hidden"), "").expect("written");
    run("zip", &package, &[]).status(0);
    let archive = folder.path().join("twice.zip");
    let stdout = run("zip", &package, &["/dev/null"]).status(2).stderr();
    assert!(stdout.contains("ends in .zip"), "{stdout}");
    run("zip", &package, &[]).status(2);
    let mut command = sandglass(&["judge", "--allow-weaker", "--json"]);
    command.arg(&archive);
    let session = finish(command).status(0).json();
    assert_eq!(session["submissions"][0]["verdict"], "accepted", "{session:#}");
    assert_eq!(session["problem"]["tests"], 4);
    // An archive is not changed where it lies.
    assert!(run("gen", &archive, &[]).status(2).stderr().contains("unpack it"));
}
