//! `sandglass judge`: what it prints and the page that it writes.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Finished, finish, sandglass};

const PROBLEM: &str = "\
problem_format_version: 2025-09
name: Twice <b>as much</b>
uuid: 4f6c1c1e-0000-4000-8000-000000000000
type: scoring
limits: {time_limit: 4, memory: 256}
";

/// Doubles small numbers, says a page's worst on standard error, and gets one group wrong.
const HALF: &str = "\
import sys
n = int(input())
sys.stderr.write('<script>alert(1)</script>\\x1b[2J')
print(1)
print(2 * n if n < 100 else '<img src=x>')
";

const TWICE: &str = "n = int(input())\nprint(1)\nprint(2 * n)\n";

fn package() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let root = folder.path().join("twice");
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    write("problem.yaml", PROBLEM);
    for (group, points, inputs) in [("1-small", 30, [1, 20]), ("2-large", 70, [99, 1000])] {
        let settings = format!("max_score: {points}\nscore_aggregation: min\n");
        write(&format!("data/secret/{group}/test_group.yaml"), &settings);
        for (index, input) in inputs.iter().enumerate() {
            write(&format!("data/secret/{group}/{index}.in"), &format!("{input}\n"));
            write(&format!("data/secret/{group}/{index}.ans"), &format!("1\n{}\n", 2 * input));
        }
    }
    write("submissions/accepted/twice.py", TWICE);
    write("submissions/wrong_answer/half.py", HALF);
    write("submissions/submissions.yaml", "wrong_answer/half.py: {score: 30}\n");
    (folder, root)
}

fn judge(package: &Path, more: &[&str]) -> Finished {
    let mut command = sandglass(&["judge", "--allow-weaker", "--json"]);
    command.arg(package).args(more);
    finish(command)
}

#[test]
fn json_follows_the_schema_and_points_come_from_groups() {
    let (_folder, package) = package();
    let finished = judge(&package, &[]).status(0);
    let session = finished.json();
    let schema =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/schemas/judge.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("checked in")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> =
        validator.iter_errors(&session).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0], "{session:#}");
    // A schema that accepts anything proves nothing.
    let mut other = session.clone();
    other["submissions"][0]["verdict"] = "splendid".into();
    assert!(!validator.is_valid(&other));

    assert_eq!(session["problem"]["kind"], "batch, scoring");
    let [right, half] = &session["submissions"].as_array().expect("a list")[..] else {
        panic!("{session:#}");
    };
    assert_eq!((&right["score"], &right["max_score"]), (&100.0.into(), &100.0.into()));
    assert_eq!((&half["score"], &half["as_expected"]), (&30.0.into(), &true.into()));
    assert_eq!(half["deciding_test"], "secret/2-large/1");
    let difference = &half["tests"][3]["difference"];
    assert_eq!(difference["context"]["expected"]["lines"], serde_json::json!(["1", "2000"]));
    assert_eq!(difference["context"]["got"]["lines"], serde_json::json!(["1", "<img src=x>"]));
}

#[test]
fn points_that_are_missing_are_not_what_a_user_hopes_for() {
    let (_folder, package) = package();
    let half = package.join("submissions/wrong_answer/half.py");
    judge(&package, &[half.to_str().expect("text")]).status(1);
}

#[test]
fn the_page_is_whole_and_shows_nothing_as_markup_that_is_not_ours() {
    let (folder, package) = package();
    let path = folder.path().join("report.html");
    judge(&package, &["--report", path.to_str().expect("text")]).status(0);
    let page = fs::read_to_string(path).expect("written");
    for outside in ["http:", "https:", "<script", "<link", "@import", "url(", "src="] {
        let escaped = page.replace("&#60;img src=x&#62;", "").replace("&lt;img src=x&gt;", "");
        assert!(!escaped.contains(outside), "the page refers to {outside:?}");
    }
    assert!(!page.contains("<b>as much</b>") && !page.contains('\u{1b}'));
    for shown in ["alert(1)", "secret/2-large/1", "30 / 100", "CPU time limit 4.00 s", "Kernel"] {
        assert!(page.contains(shown), "{shown}");
    }
    for element in ["table", "details", "svg", "section", "ol", "pre"] {
        let opened = page.matches(&format!("<{element}")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
        assert!(opened > 0, "{element}");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_wrong_usage() {
    let (folder, package) = package();
    let path = folder.path().join("none/report.html");
    let finished = judge(&package, &["--report", path.to_str().expect("text")]).status(2);
    assert!(finished.stderr().contains("cannot be written"), "{}", finished.stderr());
}
