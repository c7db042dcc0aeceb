//! The table and the program agree with each other.

use sandglass_attacks::{ATTACKS_BINARY, Attack, Need, Verdict, attacks};
use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output, Stdio};

/// The program as the build script left it.
const PROGRAM: &str = concat!(env!("OUT_DIR"), "/attacks");

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn words(attack: &Attack) -> impl Iterator<Item = &'static str> {
    attack.argv.iter().chain(attack.before.unwrap_or(&[])).copied()
}

#[test]
fn the_program_has_every_attack_of_the_table_and_no_other() {
    let listed = run(&["--list"]);
    assert!(listed.status.success());
    let of_program: BTreeSet<String> =
        String::from_utf8(listed.stdout).unwrap().lines().map(str::to_owned).collect();
    let of_table: BTreeSet<String> = attacks()
        .iter()
        .flat_map(|attack| [Some(attack.argv), attack.before])
        .flatten()
        .map(|argv| argv[0].to_owned())
        .collect();
    assert_eq!(of_program, of_table);
}

#[test]
fn the_library_holds_the_program() {
    assert_eq!(fs::read(PROGRAM).unwrap(), ATTACKS_BINARY);
    assert!(ATTACKS_BINARY.starts_with(b"\x7fELF"));
}

#[test]
fn names_are_unique_and_every_attack_names_a_defence() {
    let names: BTreeSet<&str> = attacks().iter().map(|attack| attack.name).collect();
    assert_eq!(names.len(), attacks().len());
    assert!(names.len() >= 45, "the suite promises 45 attacks");
    for attack in attacks() {
        assert!(!attack.without.is_empty(), "{}", attack.name);
        assert_ne!(attack.with, attack.without_expectation, "{}", attack.name);
        let once: BTreeSet<_> = attack.without.iter().collect();
        assert_eq!(once.len(), attack.without.len(), "{}", attack.name);
    }
}

#[test]
fn placeholders_and_needs_go_together() {
    for attack in attacks() {
        let placeholders: BTreeSet<&str> =
            words(attack).filter(|word| word.starts_with('{')).collect();
        let needed: BTreeSet<&str> =
            attack.needs.iter().filter_map(|need| need.placeholder()).collect();
        assert_eq!(placeholders, needed, "{}", attack.name);
    }
}

#[test]
fn a_command_line_has_values_for_placeholders() {
    let attack = attacks().iter().find(|attack| attack.name == "leftover-lock").unwrap();
    let value = |need| (need == Need::BoundFile).then(|| "/shared/file".to_owned());
    assert_eq!(attack.command_line(value).unwrap(), ["find-lock", "/shared/file"]);
    assert_eq!(attack.command_line_before(value).unwrap(), ["leave-lock", "/shared/file"]);
    let missing = attack.command_line(|_| None).unwrap_err();
    assert_eq!(missing.0, Need::BoundFile);
    assert_eq!(missing.to_string(), "no value for BoundFile");
}

#[test]
fn the_exit_status_is_a_verdict() {
    let reached = run(&["wait-asleep", "1"]);
    assert_eq!(Verdict::from_exit_code(reached.status.code().unwrap()), Some(Verdict::Reached));
    assert_eq!(reached.stdout, b"reached: slept 1 ms\n");

    let refused = run(&["secret-direct", "/no/such/file"]);
    assert_eq!(Verdict::from_exit_code(refused.status.code().unwrap()), Some(Verdict::Refused));
    assert!(refused.stdout.starts_with(b"refused: open /no/such/file"));

    let inapplicable = run(&["proc-reopen-input"]);
    assert_eq!(
        Verdict::from_exit_code(inapplicable.status.code().unwrap()),
        Some(Verdict::Inapplicable)
    );
    assert!(inapplicable.stdout.starts_with(b"inapplicable: "));

    for wrong in [&[][..], &["no-such-attack"], &["wait-asleep"], &["wait-asleep", "x"]] {
        let output = run(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert_eq!(Verdict::from_exit_code(2), None, "wrong usage is no verdict");
        assert!(output.stderr.starts_with(b"usage: "), "{wrong:?}");
    }
}
