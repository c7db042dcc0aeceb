//! The rooms of the workspace depend only on rooms to their left (ARCHITECTURE.md, "Code map").

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Rooms from left to right. Those that stand together do not use each other.
const ORDER: [&[&str]; 9] = [
    &["sys"],
    &["wire"],
    &["supervisor", "sandbox"],
    &["monitor"],
    &["languages", "package"],
    &["judge"],
    &["lab", "service"],
    // Test data for `doctor --selftest`; it uses no room.
    &["attacks"],
    &["cli"],
];

/// Rooms that use no other; some are used by `judge`, `lab` and `cli` alone.
const APART: [&str; 2] = ["channel", "idl"];
const USERS_OF_APART: [&str; 3] = ["judge", "lab", "cli"];

/// The only room for unsafe code; all others inherit the workspace's lints, which deny it.
const UNSAFE: &str = "sys";

/// What the workspace has: each room with the rooms that it uses in the program itself.
fn rooms() -> BTreeMap<String, BTreeSet<String>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(workspace)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let room = |name: &Value| Some(name.as_str()?.strip_prefix("sandglass-")?.to_owned());
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let mut rooms = BTreeMap::new();
    for package in packages {
        let name = room(&package["name"])
            .unwrap_or_else(|| panic!("{} has not our prefix", package["name"]));
        let dependencies = package["dependencies"].as_array().expect("a list of dependencies");
        let used = dependencies
            .iter()
            // Tests may look at everything.
            .filter(|dependency| dependency["kind"] != "dev")
            .filter_map(|dependency| room(&dependency["name"]));
        rooms.insert(name, used.collect());
    }
    rooms
}

fn place(room: &str) -> Option<usize> {
    ORDER.iter().position(|rooms| rooms.contains(&room))
}

/// Why `user` may not use `used`.
fn objection(user: &str, used: &str) -> Option<String> {
    if APART.contains(&user) {
        return Some(format!("{user} stands apart, but uses {used}"));
    }
    if APART.contains(&used) {
        let allowed = USERS_OF_APART.contains(&user);
        return (!allowed).then(|| format!("{user} uses {used}, which only a few rooms may"));
    }
    if used == "attacks" && user != "cli" {
        return Some(format!("{user} uses attacks, which are for the self-test alone"));
    }
    if (user, used) == ("sandbox", "supervisor") {
        return Some("sandbox embeds supervisor as a program, not as a library".to_owned());
    }
    match (place(user), place(used)) {
        (Some(user_place), Some(used_place)) if used_place < user_place => None,
        (Some(_), Some(_)) => Some(format!("{user} uses {used}, which is not to its left")),
        _ => Some(format!("{user} or {used} has no place in the order")),
    }
}

#[test]
fn rooms_depend_only_to_the_left() {
    let rooms = rooms();
    assert!(rooms.contains_key("cli") && rooms.contains_key("sys"), "{rooms:?}");
    let objections: Vec<String> = rooms
        .iter()
        .flat_map(|(user, used)| used.iter().filter_map(|used| objection(user, used)))
        .collect();
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

#[test]
fn every_room_has_its_place() {
    for room in rooms().keys() {
        let placed = place(room).is_some() || APART.contains(&room.as_str());
        assert!(placed, "give {room} a place in the order, here and in ARCHITECTURE.md");
    }
}

#[test]
fn unsafe_code_has_one_room() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for room in rooms().keys().filter(|room| *room != UNSAFE) {
        let manifest = crates.join(room).join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("every room has a manifest");
        let inherits = text.contains("[lints]\nworkspace = true");
        assert!(inherits, "{room} does not inherit the lints that deny unsafe code");
    }
}

#[test]
fn the_rule_knows_right_from_wrong() {
    for (user, used) in [("wire", "sys"), ("cli", "lab"), ("judge", "channel"), ("cli", "attacks")]
    {
        assert_eq!(objection(user, used), None);
    }
    let wrong = [
        ("sys", "wire"),
        ("supervisor", "sandbox"),
        ("sandbox", "supervisor"),
        ("languages", "package"),
        ("idl", "sys"),
        ("sandbox", "channel"),
        ("sandbox", "attacks"),
        ("lab", "cli"),
        ("cli", "unheard-of"),
    ];
    for (user, used) in wrong {
        assert!(objection(user, used).is_some(), "{user} uses {used}");
    }
}
