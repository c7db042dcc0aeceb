//! Input validators that are grammars, as `sandglass verify` uses them.

use std::fs;
use std::path::Path;

use crate::support::{Finished, finish, sandglass};

const PROBLEM: &str = "\
problem_format_version: 2025-09
name: Twice
uuid: 4f6c1c1e-0000-4000-8000-000000000001
limits: {time_limit: 4, memory: 256, time_multipliers: {time_limit_to_tle: 1}}
";

fn verify(package: &Path) -> Finished {
    let mut command = sandglass(&["verify", "--allow-weaker", "--json"]);
    command.arg(package);
    finish(command)
}

#[test]
fn a_grammar_validates_inputs_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    write("problem.yaml", PROBLEM);
    write("data/sample/1.in", "4\n");
    write("data/sample/1.ans", "8\n");
    write("data/secret/1.in", "21\n");
    write("data/secret/1.ans", "42\n");
    write("data/invalid_input/zero.in", "0\n");
    write("submissions/accepted/twice.py", "print(2 * int(input()))\n");
    write("input_validators/small.ctd", "INT(1, 99, n) # small\nNEWLINE\n");
    let found = verify(folder.path()).status(0).json();
    let checks = found["checks"].as_array().expect("a list");
    let of = |subject: &str| checks.iter().find(|check| check["subject"] == subject);
    assert_eq!(of("small.ctd").expect("checked")["detail"], "accepts 2 of 2 inputs");
    assert_eq!(of("invalid_input/zero").expect("checked")["detail"], "rejected by small.ctd");

    write("input_validators/small.ctd", "INT(1, 20)\nNEWLINE\n");
    let text = verify(folder.path()).status(1).json().to_string();
    assert!(text.contains("line 1, column 1: an integer between 1 and 20"), "{text}");

    write("input_validators/small.ctd", "INT(1, 99)\nNEWLIN\n");
    let text = verify(folder.path()).status(1).json().to_string();
    assert!(text.contains("line 2: there is no command NEWLIN"), "{text}");

    write("input_validators/small.ctd", "INT(1, 99)\nNEWLINE\n");
    write("input_validators/other.viva", "{ n: integer }");
    let text = verify(folder.path()).status(1).json().to_string();
    assert!(text.contains("grammars of VIVA are not supported"), "{text}");
}
