//! Each command of SPECIFICATION.md can be run as it stands: its program is there, and the tests that it
//! names are.

use std::path::Path;
use std::process::Command;

use crate::{files, read, root};

/// The commands of the page's tables, with what stands after `|` in a cell cut off.
fn commands() -> Vec<String> {
    let page = read(&root().join("SPECIFICATION.md"));
    let rows = page.lines().filter(|line| line.starts_with('|'));
    let spans = rows.flat_map(|row| row.split('`').skip(1).step_by(2).map(str::to_owned));
    let known = ["cargo ", "make ", "scripts/", "fuzz/", "sandglass "];
    spans.filter(|span| known.iter().any(|start| span.starts_with(start))).collect()
}

/// The names of the tests of a file, behind the path of its module.
fn tests_of(file: &Path, module: &str) -> Vec<String> {
    let text = read(file);
    let inner: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(" {"))
        .chain([""])
        .collect();
    let attributed = text.split("#[test]").skip(1).filter_map(|rest| {
        let name = rest.split_once("fn ")?.1;
        name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    });
    // Test programs with a harness of their own name them like this.
    let trials = text
        .split("Trial::test(")
        .skip(1)
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
    let names: Vec<&str> = attributed.chain(trials).collect();
    let path = |inner: &&str, name: &str| {
        [module, *inner, name]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join("::")
    };
    inner.iter().flat_map(|inner| names.iter().map(move |name| path(inner, name))).collect()
}

/// The tests of all files beneath a folder that is the root of a crate.
fn tests_beneath(folder: &Path) -> Vec<String> {
    let of_file = |file: &std::path::PathBuf| {
        let inside = file.strip_prefix(folder).expect("beneath").with_extension("");
        let parts: Vec<_> = inside.iter().map(|part| part.to_str().expect("text")).collect();
        let module = match parts.split_last() {
            Some((&("mod" | "lib" | "main"), parents)) => parents.join("::"),
            _ => parts.join("::"),
        };
        tests_of(file, &module)
    };
    files(folder, ".rs").iter().flat_map(of_file).collect()
}

/// The tests of one program of a crate's `tests`.
fn tests_of_program(room: &Path, name: &str) -> Vec<String> {
    let folder = room.join("tests").join(name);
    let file = folder.with_extension("rs");
    match (file.is_file(), folder.is_dir()) {
        (true, _) => tests_of(&file, ""),
        (_, true) => tests_beneath(&folder),
        _ => Vec::new(),
    }
}

/// What is wrong with `cargo test -p CRATE [--test NAME | --lib | --bin NAME] [FILTER | -- FILTER...]`.
fn objection_to_test(words: &[&str]) -> Option<String> {
    let ["-p", package, rest @ ..] = words else {
        return Some("it names no package".to_owned());
    };
    let room = root().join("crates").join(package.strip_prefix("sandglass-").unwrap_or(package));
    if !room.is_dir() {
        return Some(format!("there is no package {package}"));
    }
    let (names, rest) = match rest {
        ["--test", program, rest @ ..] => (tests_of_program(&room, program), rest),
        ["--lib", rest @ ..] | ["--bin", _, rest @ ..] => (tests_beneath(&room.join("src")), rest),
        rest => (tests_beneath(&room), rest),
    };
    let filters = match rest {
        ["--", filters @ ..] => filters,
        [] | [_] => rest,
        _ => return Some("cargo takes several names of tests only after `--`".to_owned()),
    };
    if names.is_empty() {
        return Some("it has no tests".to_owned());
    }
    let missing = filters.iter().find(|filter| !names.iter().any(|name| name.contains(**filter)));
    missing.map(|filter| format!("no test is named {filter}"))
}

fn objection(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let there = |file: &str| root().join(file).is_file();
    match words.as_slice() {
        ["cargo", "test", "--doc", "--workspace"] => None,
        ["cargo", "test", rest @ ..] => objection_to_test(rest),
        ["cargo", "bench", "-p", package, rest @ ..] => {
            let room = package.strip_prefix("sandglass-").unwrap_or(package);
            let bench = if let ["--bench", name] = rest { *name } else { room };
            let file = format!("crates/{room}/benches/{bench}.rs");
            (!there(&file)).then(|| format!("there is no {file}"))
        }
        ["make", target] => {
            let makefile = read(&root().join("Makefile"));
            let known = makefile.lines().any(|line| line.split(':').next() == Some(*target));
            (!known).then(|| format!("there is no target {target}"))
        }
        ["fuzz/run", _seconds, targets @ ..] => {
            let missing = targets.iter().find(|name| !there(&format!("fuzz/targets/{name}.rs")));
            missing.map(|name| format!("there is no target {name}"))
        }
        ["sandglass", "…", ..] => None,
        ["sandglass", arguments @ ..] => {
            let words = arguments.iter().take_while(|word| !word.starts_with('-'));
            let mut help = Command::new(env!("CARGO_BIN_EXE_sandglass"));
            let help = help.args(words).arg("--help").output().expect("the program starts");
            let text = String::from_utf8_lossy(&help.stdout);
            let mut options = arguments.iter().filter(|word| word.starts_with("--"));
            let known = help.status.success() && options.all(|option| text.contains(option));
            (!known).then(|| "sandglass does not know it".to_owned())
        }
        [script, ..] => (!there(script)).then(|| format!("there is no {script}")),
        [] => Some("it is empty".to_owned()),
    }
}

#[test]
fn every_command_can_be_run() {
    let commands = commands();
    assert!(commands.len() > 100, "only {} commands were found", commands.len());
    let wrong: Vec<String> = commands
        .iter()
        .filter_map(|command| Some(format!("`{command}`: {}", objection(command)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_promise_has_a_command() {
    let page = read(&root().join("SPECIFICATION.md"));
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise"));
    for row in rows.filter(|row| !row.starts_with("| measure")) {
        let proof = row.trim_end_matches(['|', ' ']).rsplit(" | ").next().expect("a cell");
        assert!(proof.contains('`'), "{row}");
    }
}

#[test]
fn the_rule_knows_right_from_wrong() {
    for command in [
        "cargo test -p sandglass-cli --test documents specification::the_rule",
        "cargo test -p sandglass-cli --test rooms -- unsafe rooms",
        "cargo bench -p sandglass-judge",
        "make test",
        "sandglass lab cave --work 170000",
    ] {
        assert_eq!(objection(command), None, "{command}");
    }
    for command in [
        "cargo test -p sandglass-nothing",
        "cargo test -p sandglass-cli --test nothing",
        "cargo test -p sandglass-cli --test rooms no_such_test",
        "cargo test -p sandglass-cli --test rooms unsafe rooms",
        "cargo bench -p sandglass-cli --bench nothing",
        "make nothing",
        "fuzz/run 20 nothing",
        "sandglass nothing",
        "sandglass lab cave --nothing 1",
        "scripts/nothing",
    ] {
        assert!(objection(command).is_some(), "{command}");
    }
}
