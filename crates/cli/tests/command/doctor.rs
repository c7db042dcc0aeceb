//! `sandglass doctor`.

use crate::support::{finish, sandglass};

#[test]
fn the_table_and_the_object_say_the_same() {
    let finished = finish(sandglass(&["doctor", "--json"]));
    let status = finished.0.status.code().expect("an exit status");
    let object = finished.json();
    let checks = object["checks"].as_array().expect("a list");
    for subject in ["kernel", "seccomp", "Landlock", "user namespaces", "cgroups", "sandbox"] {
        assert!(checks.iter().any(|check| check["subject"] == subject), "{subject}: {object}");
    }
    let lacking =
        checks.iter().any(|check| check["level"] == "weaker" || check["level"] == "missing");
    let expected = match object["runs"].as_str().expect("a word") {
        "none" => 3,
        "whole" if !lacking => 0,
        _ => 1,
    };
    assert_eq!(status, expected, "{object}");
    // This suite runs programs, so a host on which none can be run fails here with the reason.
    assert_ne!(status, 3, "{object}");

    let table = finish(sandglass(&["doctor"])).status(status).stdout();
    for check in checks {
        let level = check["level"].as_str().expect("a word");
        let subject = check["subject"].as_str().expect("a word");
        let row = table.lines().any(|line| line.starts_with(level) && line.contains(subject));
        assert!(row, "{level} {subject}\n{table}");
    }
}

#[test]
fn what_is_lacking_comes_with_its_meaning() {
    let object = finish(sandglass(&["doctor", "--json"])).json();
    for check in object["checks"].as_array().expect("a list") {
        if check["level"] != "ok" {
            assert!(check["meaning"].as_str().is_some_and(|text| !text.is_empty()), "{check}");
        }
    }
}
