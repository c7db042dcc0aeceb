//! What is wrong with a command line is said, with exit status 2, and nothing is run.

use std::os::unix::fs::PermissionsExt;

use crate::support::{finish, run, sandglass};

#[track_caller]
fn refused(arguments: &[&str], expected: &str) {
    let finished = finish(run(arguments)).status(2);
    assert!(finished.stderr().contains(expected), "{finished:#?}");
    assert_eq!(finished.stdout(), "");
}

#[test]
fn options_are_checked() {
    refused(&[], "required");
    refused(&["true"], "two dashes: sandglass run -- true");
    refused(&["--no-such-option", "--", "true"], "unexpected argument");
    refused(&["--cpu-time", "1", "--", "true"], "write 1s, 300ms, 1.5s or 2m");
    refused(&["--memory", "lots", "--", "true"], "is no size");
    refused(&["--cpus", "x", "--", "true"], "no list of CPUs");
    refused(&["--user", "0", "--", "true"], "neither of them 0");
    refused(&["--repeat", "0", "--", "true"], "repeat");
    refused(&["--tmpfs", "box", "--", "true"], "must begin with /");
    refused(&["--env", "=novalue", "--", "true"], "KEY=VALUE");
    refused(&["--processes", "0", "--", "true"], "'0' is no whole number from 1");
    refused(&["--processes", "many", "--", "true"], "no whole number from 1");
    refused(&["--uid", "nobody", "--", "true"], "no whole number from 0");
    refused(&["--hostname", &"x".repeat(65), "--", "true"], "1 to 64 bytes");
}

#[test]
fn files_that_are_missing_are_named() {
    refused(&["--", ""], "the name of the program is empty");
    refused(&["--", "no-such-program"], "no program 'no-such-program'");
    refused(&["--", "/no/such/program"], "cannot run '/no/such/program': No such file");
    refused(&["--stdin", "/no/such/file", "--", "true"], "cannot read '/no/such/file'");
    refused(&["--stdout", "/no/such/file", "--", "true"], "cannot write '/no/such/file'");
    refused(&["--bind", "/no/such/tree", "--", "true"], "cannot show '/no/such/tree'");
    refused(&["--copy-in", "/no/such/file:/tmp/x", "--", "true"], "cannot read '/no/such/file'");
    refused(&["--policy", "./no-such.toml", "--", "true"], "no-such.toml");
    refused(&["--policy", "no-such", "--", "true"], "no-such");
}

/// What the sandbox itself refuses comes with advice, too.
#[test]
fn what_cannot_be_made_comes_with_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let (noise, text) = (folder.path().join("noise"), folder.path().join("text"));
    std::fs::write(&noise, b"\xff\xfe\x00").expect("writable");
    std::fs::write(&text, "x").expect("writable");
    std::fs::set_permissions(&noise, PermissionsExt::from_mode(0o755)).expect("ours");
    let (noise, text) = (noise.to_str().expect("text"), text.to_str().expect("text"));
    refused(&["--", noise], "hint: the file is no program that this machine can execute");
    refused(&["--", text], "(chmod +x)");
    refused(&["--bind", "/etc:/usr/nowhere", "--", "true"], "is shown read-only");
    refused(&["--copy-in", &format!("{text}:/x"), "--", "true"], "copied into a tmpfs");
    refused(&["--workdir", "/nowhere", "--", "true"], "bind it, or put a tmpfs there");
    refused(&["--policy", noise, "--", "true"], "valid UTF-8");
}

/// Two open files of one name would write over each other.
#[test]
fn stdout_and_stderr_may_share_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let both = folder.path().join("both");
    let both = both.to_str().expect("text");
    let script = "echo one; echo two >&2; echo three";
    finish(run(&["--stdout", both, "--stderr", both, "--", "sh", "-c", script])).status(0);
    assert_eq!(std::fs::read_to_string(both).expect("written"), "one\ntwo\nthree\n");
}

#[test]
fn help_is_a_command_too() {
    let asked = finish(sandglass(&["help", "task", "check"])).status(0).stdout();
    assert_eq!(asked, finish(sandglass(&["task", "check", "--help"])).status(0).stdout());
}

#[test]
fn what_is_not_built_yet_is_refused() {
    refused(&["--monitor", "notify", "--", "true"], "not built yet");
    refused(&["--monitor", "ptrace", "--", "true"], "not built yet");
}

#[test]
fn a_script_needs_to_be_visible() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let script = directory.path().join("run.sh");
    std::fs::write(&script, "#!/bin/sh\n").expect("writable");
    refused(&["--", script.to_str().expect("text")], "hint: show it: sandglass run --bind");
}

#[test]
fn a_failure_is_json_too_where_json_was_asked_for() {
    let finished = finish(run(&["--json", "--", "/no/such/program"])).status(2);
    let error = &finished.json()["error"];
    assert_eq!(error["request_at_fault"], true);
    assert!(error["message"].as_str().expect("text").contains("No such file"), "{error}");
}

/// Of every command that prints JSON, for one who reads stdout alone.
#[test]
fn a_failure_of_every_command_is_json_too() {
    let (here, none) = (env!("CARGO_MANIFEST_DIR"), "/no/such/thing");
    for arguments in [
        &["judge", none][..],
        &["judge", here],
        &["verify", none],
        &["convert", "--to", "sim", none],
        &["package", "gen", none],
        &["package", "limits", none],
        &["languages", "klingon"],
        &["languages", "--languages", none],
        &["task", "check", none],
        &["task", "kit", none],
        &["task", "run", none, "--main", "Main.cpp", "--child", "a.py"],
    ] {
        let finished = finish(sandglass(&[arguments, &["--json"]].concat())).status(2);
        let error = &finished.json()["error"];
        let message = error["message"].as_str().expect("words");
        assert!(finished.stderr().contains(message), "{finished:#?}");
        assert_eq!(error["request_at_fault"], true, "{arguments:?}");
    }
}

#[test]
fn help_has_examples_and_exit_statuses() {
    for command in ["run", "doctor", "lab"] {
        let help = finish(sandglass(&[command, "--help"])).status(0).stdout();
        let expected = if command == "doctor" { "Exit status" } else { "Examples:" };
        assert!(help.contains(expected), "{help}");
    }
    let all = finish(sandglass(&["--help"])).status(0).stdout();
    assert!(all.contains("Exit status of every command"), "{all}");
    assert!(!all.contains("lab-helper"), "{all}");
}

/// Found before anything is judged, and before a sandbox is asked for: so without `--allow-weaker`, too.
#[test]
fn what_is_wrong_with_the_work_is_told_before_it() {
    let problem = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/ruler");
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("no-such-folder/page.html");
    let (page, folder) = (page.to_str().expect("text"), folder.path().to_str().expect("text"));
    for (arguments, expected) in [
        (&["judge", problem, "--report", page][..], "cannot make '"),
        (&["verify", problem, "--report", folder], "it is a folder"),
        (&["judge", problem, "--language", "klingon"], "there is no language \"klingon\""),
        (&["judge", problem, "--languages", page], "No such file"),
        (&["verify", problem, "--languages", page], "No such file"),
        (&["languages", "--languages", page], "No such file"),
        (&["lab", "spawn", "--rounds", "0"], "no whole number from 1"),
        (&["lab", "spawn", "--output", "/dev/null"], "cannot make '/dev/null'"),
    ] {
        let finished = finish(sandglass(arguments)).status(2);
        assert!(finished.stderr().contains(expected), "{finished:#?}");
        assert_eq!(finished.stdout(), "", "{arguments:?}");
    }
}

/// The kernel would leave out the CPU that is not there, without a word.
#[test]
fn cpus_that_are_not_there_are_refused() {
    for list in ["1023", "0,1023"] {
        let finished = finish(run(&["--cpus", list, "--", "true"])).status(3);
        assert!(finished.stderr().contains("not all CPUs"), "{finished:#?}");
    }
}
