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

/// Breaks where the input is 99.
const BREAKS: &str = "\
import sys
if open(sys.argv[1]).read() == '99\\n':
    raise SystemExit('no idea')
sys.exit(42 if sys.stdin.read() == open(sys.argv[2]).read() else 43)
";

#[test]
fn a_checker_that_breaks_ends_neither_the_command_nor_the_other_submissions() {
    let (folder, package) = package();
    let problem = PROBLEM.replace("type: scoring\n", "");
    fs::write(package.join("problem.yaml"), problem).expect("written");
    for group in ["1-small", "2-large"] {
        fs::remove_file(package.join(format!("data/secret/{group}/test_group.yaml")))
            .expect("gone");
    }
    fs::remove_file(package.join("submissions/submissions.yaml")).expect("gone");
    fs::create_dir(package.join("output_validator")).expect("made");
    fs::write(package.join("output_validator/check.py"), BREAKS).expect("written");
    fs::write(package.join("submissions/wrong_answer/zero.py"), "print(0)\n").expect("written");
    let page = folder.path().join("report.html");
    let finished = judge(&package, &["--report", page.to_str().expect("text")]).status(2);
    let session = finished.json();
    let [right, half, zero] = &session["submissions"].as_array().expect("a list")[..] else {
        panic!("{session:#}");
    };
    for faulty in [right, half] {
        assert!(faulty["verdict"].is_null() && faulty["as_expected"] == false, "{faulty:#}");
        assert!(faulty["problem_fault"].as_str().expect("words").contains("no idea"));
    }
    // It is accepted on no test before, so nobody asks the checker about that one.
    assert_eq!((&zero["verdict"], &zero["as_expected"]), (&"wrong_answer".into(), &true.into()));
    let right = &right["tests"];
    let verdicts: Vec<&Value> = (0..4).map(|test| &right[test]["verdict"]).collect();
    assert_eq!(
        verdicts,
        ["accepted".into(), "accepted".into(), Value::Null, "accepted".into()]
            .iter()
            .collect::<Vec<_>>()
    );
    let page = fs::read_to_string(page).expect("written");
    assert!(page.contains("The package is at fault") && page.contains("problem&#39;s fault"));

    let mut command = sandglass(&["verify", "--allow-weaker"]);
    command.arg(&package);
    let finished = finish(command).status(1);
    assert!(finished.stdout().contains("no verdict"), "{}", finished.stdout());
}

/// Draws what it thinks of every output.
const DRAWS: &str = "\
import sys
wrong = sys.stdin.read() != open(sys.argv[2]).read()
drawing = '<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>'
open(sys.argv[3] + 'judgeimage.svg', 'w').write(drawing)
open(sys.argv[3] + 'teamimage.png', 'w').write('no image')
open(sys.argv[3] + 'teamimage.jpg', 'wb').write(b'\\xff\\xd8\\xff' + b'x' * (1 << 20))
sys.exit(43 if wrong else 42)
";

#[test]
fn images_of_a_checker_are_shown_as_images_and_nothing_else() {
    let (folder, package) = package();
    fs::create_dir(package.join("output_validator")).expect("made");
    fs::write(package.join("output_validator/check.py"), DRAWS).expect("written");
    let page = folder.path().join("report.html");
    let finished = judge(&package, &["--report", page.to_str().expect("text")]).status(0);
    let images = &finished.json()["submissions"][0]["tests"][0]["checker"]["images"];
    let image = serde_json::json!([{ "name": "judgeimage.svg", "media_type": "image/svg+xml" }]);
    assert_eq!(*images, image);
    let page = fs::read_to_string(page).expect("written");
    // `<svg xmlns=` in base64.
    assert!(page.contains("src=\"data:image/svg+xml;base64,PHN2ZyB4bWxucz0"), "no image");
    assert!(page.contains("judgeimage.svg on secret/1-small/0") && !page.contains("teamimage"));
    assert!(!page.contains("<script"));
    // Nobody asked for them: nothing is taken.
    let session = judge(&package, &[]).status(0).json();
    assert_eq!(session["submissions"][0]["tests"][0]["checker"]["images"], serde_json::json!([]));
}

#[test]
fn a_path_is_named_once() {
    for arguments in [
        ["judge", "/nope"],
        ["verify", "/nope"],
        ["verify", "/etc/hostname"],
        ["judge", "/etc/hostname"],
    ] {
        let finished = finish(sandglass(&arguments)).status(2);
        let stderr = finished.stderr();
        assert_eq!(stderr.matches(arguments[1]).count(), 1, "{stderr}");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_wrong_usage() {
    let (folder, package) = package();
    let path = folder.path().join("none/report.html");
    let finished = judge(&package, &["--report", path.to_str().expect("text")]).status(2);
    assert!(finished.stderr().contains("none/report.html"), "{}", finished.stderr());
}

/// On a terminal there is a bar that moves while tests are judged, and the table after it; a log gets no
/// sequences for terminals.
#[test]
fn progress_is_live_on_a_terminal() {
    let (_folder, package) = package();
    let submission = package.join("submissions/accepted/twice.py");
    let mut command = std::process::Command::new("/usr/bin/script");
    let judge = format!(
        "{} judge --allow-weaker '{}' '{}'",
        env!("CARGO_BIN_EXE_sandglass"),
        package.display(),
        submission.display()
    );
    command
        .args(["-qec", &judge, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(std::process::Stdio::null());
    let seen = finish(command).status(0).stdout();
    assert!(seen.contains("0/4"), "{seen}");
    // Not each step is drawn: at most so many a second.
    assert!((1..=4).any(|done| seen.contains(&format!("{done}/4"))), "{seen}");
    assert!(seen.contains(": accepted"), "{seen}");
    let table = seen.rfind("accepted").expect("a verdict");
    assert!(seen.rfind("\x1b[2K").is_some_and(|cleared| cleared < table), "{seen}");
    let mut command = sandglass(&["judge", "--allow-weaker"]);
    command.arg(&package).arg(&submission);
    let finished = finish(command).status(0);
    assert!(!finished.stderr().contains('\x1b') && !finished.stdout().contains('\x1b'));
}
