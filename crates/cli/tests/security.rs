//! Every known attack on the sandbox is stopped, and works without the defences that stop it.

use std::process::Command;

use serde_json::Value;

/// Attacks that can be shown to work on any machine where this runs as root; the rest want a kernel
/// or a host of their own.
const SHOWN_AT_LEAST: u64 = 160;
/// An ordinary user cannot show those that are for root.
const SHOWN_BY_A_USER: u64 = 130;

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
    let least = if whole { SHOWN_AT_LEAST } else { SHOWN_BY_A_USER };
    assert!(counted("held") >= least, "{}", object["counts"]);
    assert!(attacks.len() >= 188, "{}", attacks.len());
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
}

#[test]
fn an_unknown_attack_is_wrong_usage() {
    let (status, _, words) = selftest(&["--only", "no-such-attack"]);
    assert_eq!(status, Some(2));
    assert!(words.contains("no-such-attack"), "{words}");
}
