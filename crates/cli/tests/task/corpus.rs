//! The tasks of `problems/idl`: everything that `sandglass verify` asks of them holds, with solutions
//! right and wrong in several languages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/idl")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|one| one.expect("an entry").file_name().into_string().expect("text")).collect()
}

#[track_caller]
fn holds(name: &str) {
    let package = folder().join(name);
    let submissions = package.join("submissions");
    let languages = |kind: &str| -> BTreeSet<String> {
        let files = names(&submissions.join(kind)).into_iter();
        files.map(|name| name.rsplit('.').next().unwrap_or_default().to_owned()).collect()
    };
    assert!(languages("accepted").len() >= 3, "{name}: {:?}", languages("accepted"));
    assert!(!languages("wrong_answer").is_empty(), "{name}");

    let output = Command::new(env!("CARGO_BIN_EXE_sandglass"))
        .args(["verify", "--json", "--allow-weaker"])
        .arg(&package)
        .output()
        .expect("the program starts");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{name}: {error}: {}", String::from_utf8_lossy(&output.stderr));
    });
    let checks = found["checks"].as_array().expect("a list");
    let failing: Vec<&Value> = checks.iter().filter(|one| one["finding"] == "fails").collect();
    assert_eq!((output.status.code(), failing), (Some(0), vec![]), "{name}");
    let judged = checks.iter().filter(|one| one["section"] == "submissions").count();
    let written = names(&submissions).into_iter().map(|kind| names(&submissions.join(kind)).len());
    assert_eq!(judged, written.sum::<usize>(), "{name}: each submission is judged");
}

macro_rules! tasks {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                holds(stringify!($name));
            }
        )*

        #[test]
        fn every_task_is_here() {
            let tested: BTreeSet<String> = [$(stringify!($name)),*].map(str::to_owned).into();
            assert_eq!(tested, names(&folder()));
        }
    };
}

tasks!(
    catalogue, cave, heaps, hunt, islands, maze, noise, orchard, order, pigeons, safe, stream,
    tides, valley
);
