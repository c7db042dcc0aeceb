//! Every known attack on the sandbox is stopped, and works without the defences that stop it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Attacks that root can show to work in the sandbox itself, with what stops them switched off.
const SHOWN_IN_THE_SANDBOX: u64 = 176;
/// Without a cgroup some limits see less, or see it later.
const SHOWN_BY_A_USER: u64 = 145;

fn selftest(arguments: &[&str]) -> (Option<i32>, Value, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sandglass"))
        .args(["doctor", "--selftest", "--json"])
        .args(arguments)
        .output()
        .expect("the program starts");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let object = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), object, words)
}

#[test]
fn every_attack_is_stopped_and_works_without_its_defences() {
    // An ordinary user may have no cgroup here; the limits that are weaker then are counted apart.
    let (status, object, words) = selftest(&["--allow-weaker"]);
    let attacks = object["attacks"].as_array().unwrap_or_else(|| panic!("{status:?} {words}"));
    let counted = |judgement: &str| object["counts"][judgement].as_u64().expect("a count");
    let amiss: Vec<&Value> = attacks
        .iter()
        .filter(|attack| {
            let judgement = attack["judgement"].as_str();
            !matches!(judgement, Some("held" | "held_not_shown" | "weaker" | "inapplicable"))
        })
        .collect();
    assert!(amiss.is_empty(), "{amiss:#?}");
    assert_eq!(status, Some(0), "{words}");
    let whole = object["backend"] != "rlimit";
    if whole {
        assert_eq!(counted("weaker"), 0, "{object:#}");
    }
    let shown = |how: &str| object["shown"][how].as_u64().expect("a count");
    let in_sandbox = shown("one_defence_off") + shown("several_defences_off");
    let least = if whole { SHOWN_IN_THE_SANDBOX } else { SHOWN_BY_A_USER };
    assert!(in_sandbox >= least, "{}", object["shown"]);
    for attack in attacks {
        let in_sandbox =
            matches!(attack["shown"].as_str(), Some("one_defence_off" | "several_defences_off"));
        let reason = attack["reason"].as_str().expect("a string");
        assert_eq!(in_sandbox, reason.is_empty(), "{attack:#}");
    }
    assert!(attacks.len() >= 203, "{}", attacks.len());
}

#[test]
fn one_attack_can_be_chosen() {
    let (status, object, words) = selftest(&["--allow-weaker", "--only", "secret-direct"]);
    assert_eq!(status, Some(0), "{words}");
    let attacks = object["attacks"].as_array().expect("a list");
    assert_eq!(attacks.len(), 1);
    assert_eq!(attacks[0]["name"], "secret-direct");
    assert_eq!(attacks[0]["with"], "refused");
    assert_eq!(attacks[0]["without"], "reached");
    assert_eq!(attacks[0]["shown"], "one_defence_off");
    assert_eq!(attacks[0]["walls"][0]["defence"], "MountNamespace");
}

#[test]
fn each_of_several_walls_is_tried_alone() {
    let (status, object, words) = selftest(&["--allow-weaker", "--only", "host-name"]);
    assert_eq!(status, Some(0), "{words}");
    let walls = object["attacks"][0]["walls"].as_array().expect("a list");
    assert!(walls.len() >= 2, "{object:#}");
    for wall in walls {
        assert_eq!(wall["stops"], true, "{wall}");
        assert!(wall["alone"].as_str().is_some_and(|text| !text.is_empty()), "{wall}");
    }
}

#[test]
fn attacks_are_listed_and_none_is_carried_out() {
    let (status, object, words) = selftest(&["--list"]);
    assert_eq!(status, Some(0), "{words}");
    let attacks = object["attacks"].as_array().expect("a list");
    assert!(attacks.len() >= 203);
    assert!(attacks.iter().all(|attack| attack["with"].is_null() && attack["name"].is_string()));
}

/// An interrupted self-test leaves no file and no process, and dies of the signal.
#[test]
fn an_interrupted_selftest_leaves_nothing() {
    for signal in [2, 15] {
        let place = tempfile::tempdir().expect("a directory");
        // This test may have been started to ignore some signals.
        let mut child = Command::new("env")
            .args(["--default-signal", env!("CARGO_BIN_EXE_sandglass")])
            .args(["doctor", "--selftest", "--allow-weaker"])
            .env("TMPDIR", place.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        // The heading, and the first attacks.
        for _ in 0..4 {
            lines.next().expect("a line").expect("text");
        }
        sandglass_sys::send_signal(child.id() as i32, signal).expect("it lives");
        let status = child.wait().expect("it ends");
        let died_of = std::os::unix::process::ExitStatusExt::signal(&status);
        assert_eq!(died_of, Some(signal));
        let left: Vec<_> = std::fs::read_dir(place.path()).expect("it is there").collect();
        assert!(left.is_empty(), "{left:?}");
        // Whatever was started there names the place.
        let named = place.path().to_str().expect("ASCII");
        let named = |process: &std::path::Path| {
            std::fs::read(process.join("cmdline"))
                .is_ok_and(|line| String::from_utf8_lossy(&line).contains(named))
        };
        let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
        let alive: Vec<_> =
            processes.map(|entry| entry.path()).filter(|process| named(process)).collect();
        assert!(alive.is_empty(), "{alive:?}");
    }
}

#[test]
fn an_unknown_attack_is_wrong_usage() {
    let (status, _, words) = selftest(&["--only", "no-such-attack"]);
    assert_eq!(status, Some(2));
    assert!(words.contains("no-such-attack"), "{words}");
}
