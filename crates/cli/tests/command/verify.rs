//! `sandglass verify`: what holds, what does not, and that each is said.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Finished, finish, sandglass};

const PROBLEM: &str = "\
problem_format_version: 2025-09
name: Twice
uuid: 4f6c1c1e-0000-4000-8000-000000000001
limits: {time_limit: 4, memory: 256, time_multipliers: {time_limit_to_tle: 1}}
";

/// A small number, without a zero before it.
const VALIDATOR: &str = "\
import re, sys
sys.exit(42 if re.fullmatch(r'[1-9][0-9]?\\n', sys.stdin.read()) else 1)
";

const TWICE: &str = "print(2 * int(input()))\n";

/// A package where everything holds, with these files changed.
fn package(changes: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let root = folder.path().join("twice");
    let files = [
        ("problem.yaml", PROBLEM),
        ("input_validators/small.py", VALIDATOR),
        ("data/sample/1.in", "4\n"),
        ("data/sample/1.ans", "8\n"),
        ("data/secret/1.in", "21\n"),
        ("data/secret/1.ans", "42\n"),
        ("data/invalid_input/zero.in", "0\n"),
        ("data/valid_output/space.in", "4\n"),
        ("data/valid_output/space.ans", "8\n"),
        ("data/valid_output/space.out", " 8 \n\n"),
        ("data/invalid_output/more.in", "4\n"),
        ("data/invalid_output/more.ans", "8\n"),
        ("data/invalid_output/more.out", "8 9\n"),
        ("submissions/accepted/twice.py", TWICE),
        ("submissions/wrong_answer/square.py", "print(int(input()) ** 2 % 16)\n"),
    ];
    for (path, text) in files.iter().chain(changes) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    (folder, root)
}

fn verify(package: &Path, more: &[&str]) -> Finished {
    let mut command = sandglass(&["verify", "--allow-weaker", "--json"]);
    command.arg(package).args(more);
    finish(command)
}

/// Subject and finding of every check of a section.
fn findings(found: &Value, section: &str) -> Vec<(String, String)> {
    let checks = found["checks"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    checks
        .filter(|check| check["section"] == section)
        .map(|check| (text(&check["subject"]), text(&check["finding"])))
        .collect()
}

/// With this change, exactly this check fails, and its words have this in them.
#[track_caller]
fn fails(change: (&str, &str), section: &str, subject: &str, words: &str) {
    let (_folder, package) = package(&[change]);
    let found = verify(&package, &[]).status(1).json();
    let failing: Vec<&Value> = found["checks"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|check| check["finding"] == "fails" && check["section"] == section)
        .collect();
    let named = failing.iter().find(|check| check["subject"] == subject);
    let detail = named.unwrap_or_else(|| panic!("{failing:#?}"))["detail"].to_string();
    assert!(detail.contains(words), "{detail}");
}

#[test]
fn a_package_that_holds_and_its_page_and_schema() {
    let (folder, package) = package(&[]);
    let path = folder.path().join("page.html");
    let found = verify(&package, &["--report", path.to_str().expect("text")]).status(0).json();
    let pairs = |all: &[(&str, &str)]| -> Vec<(String, String)> {
        all.iter().map(|(left, right)| ((*left).to_owned(), (*right).to_owned())).collect()
    };
    let inputs = [("small.py", "holds"), ("invalid_input/zero", "holds")];
    assert_eq!(findings(&found, "inputs"), pairs(&inputs), "{found:#}");
    let outputs = [("invalid_output/more", "holds"), ("valid_output/space", "holds")];
    let mut seen = findings(&found, "outputs");
    seen.sort();
    assert_eq!(seen, pairs(&outputs));
    // Nothing exceeds the limit, which deserves a look and is no failure.
    assert_eq!((&found["failures"], &found["session"]["exit_status"]), (&0.into(), &0.into()));
    assert!(found["time_margins"]["room_above"].as_f64().expect("a ratio") > 1.0);

    let schema =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/schemas/verify.json");
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("checked in")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> =
        validator.iter_errors(&found).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0]);

    let page = fs::read_to_string(path).expect("written");
    for outside in ["http:", "https:", "<script", "<link", "@import", "url(", "src="] {
        assert!(!page.contains(outside), "the page refers to {outside:?}");
    }
    for shown in ["✓ holds", "invalid_input/zero", "rejected by small.py", "limit 4.00 s"] {
        assert!(page.contains(shown), "{shown}");
    }
}

#[test]
fn each_broken_promise_is_named() {
    fails(("data/secret/1.in", "021\n"), "inputs", "data/secret/1.in", "small.py rejects it");
    fails(("data/invalid_input/zero.in", "7\n"), "inputs", "invalid_input/zero", "every validator");
    fails(("input_validators/small.py", "import sys; sys.exit(0)"), "inputs", "small.py", "0 of 2");
    fails(("data/valid_output/space.out", "9\n"), "outputs", "valid_output/space", "rejected");
    fails(("data/invalid_output/more.out", "8\n"), "outputs", "invalid_output/more", "accepted");
    fails(
        ("submissions/wrong_answer/square.py", TWICE),
        "submissions",
        "wrong_answer/square.py",
        "no test ended in WA",
    );
    fails(
        ("submissions/accepted/twice.py", "print(8)\n"),
        "submissions",
        "accepted",
        "nothing says that the problem can be solved",
    );
}

#[test]
fn thorough_asks_for_every_verdict_and_for_invalid_inputs() {
    let (_folder, package) = package(&[]);
    let found = verify(&package, &["--thorough"]).status(1).json();
    let check = |found: &Value, subject: &str| {
        let checks = found["checks"].as_array().expect("a list").clone();
        checks.into_iter().find(|check| check["subject"] == subject).unwrap_or_default()
    };
    let detail = check(&found, "every verdict")["detail"].clone();
    assert_eq!(
        detail,
        "no example submission shows run time error, time limit exceeded, memory limit exceeded, \
         output limit exceeded, compile error"
    );
    let more = [
        ("run_time_error/ends.py", "raise SystemExit(1)\n"),
        ("time_limit_exceeded/loops.c", "int main() { for (;;) {} }\n"),
        ("memory_limit_exceeded/large.py", "x = bytearray(1 << 30)\n"),
        ("output_limit_exceeded/endless.sh", "yes\n"),
        ("compile_error/none.c", "int main( {\n"),
    ];
    fs::remove_file(package.join("data/invalid_input/zero.in")).expect("there");
    fs::write(package.join("problem.yaml"), PROBLEM.replace("time_limit: 4", "time_limit: 2"))
        .expect("written");
    for (name, text) in more {
        let path = package.join("submissions").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    let found = verify(&package, &["--thorough"]).status(1).json();
    assert_eq!(check(&found, "every verdict")["finding"], "holds", "{found:#}");
    assert_eq!(check(&found, "invalid inputs")["finding"], "fails");
    let found = verify(&package, &[]).status(0).json();
    assert_eq!(check(&found, "invalid inputs")["finding"], "warning");
}

#[test]
fn a_limit_without_room_fails() {
    // So little that its clock on the wall, which has half a second more, leaves room on a busy machine.
    let tight = PROBLEM.replace("time_limit: 4", "time_limit: 0.2");
    let slow = "import time\nstart = time.process_time()\nn = int(input())\n\
                while time.process_time() < start + 0.11:\n    pass\nprint(2 * n)\n";
    let (_folder, package) =
        package(&[("problem.yaml", &tight), ("submissions/accepted/slow.py", slow)]);
    let found = verify(&package, &[]).status(1).json();
    assert!(findings(&found, "limits").contains(&("time limit".into(), "fails".into())));
    assert_eq!(found["time_margins"]["slowest"]["submission"], "accepted/slow.py");
}

#[test]
fn people_get_a_table_of_what_deserves_a_look() {
    let (_folder, package) =
        package(&[("data/secret/2.in", "21\n"), ("data/secret/2.ans", "42\n")]);
    let mut command = sandglass(&["verify", "--allow-weaker"]);
    command.arg(&package);
    let text = finish(command).status(0).stdout();
    assert!(text.contains("look   different tests: the same: secret/1 and secret/2"), "{text}");
    assert!(text.contains("Twice: everything holds; 2 to look at"), "{text}");
}

#[test]
fn inputs_that_a_validator_of_polygon_must_take_or_not_are_held_against_it() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let source = |path: &str| format!("<source path=\"{path}\" type=\"python.3\"/>");
    let problem = |verdicts: [&str; 2]| {
        let [first, second] =
            verdicts.map(|verdict| format!("<test verdict=\"{verdict}\" group=\"small\"/>"));
        format!(
            "<problem short-name=\"p\"><judging><testset name=\"tests\"><time-limit>4000</time-limit>
<memory-limit>268435456</memory-limit><tests><test method=\"manual\" group=\"big\" sample=\"true\"/></tests>
</testset></judging><assets><checker>{}</checker><validators><validator>{}<testset>
<input-path-pattern>cases/%d</input-path-pattern><tests>{first}{second}</tests></testset></validator></validators>
<solutions><solution tag=\"main\">{}</solution></solutions></assets></problem>",
            source("check.py"),
            source("val.py"),
            source("main.py")
        )
    };
    let validator = "import sys\nsmall = sys.argv[sys.argv.index('--group') + 1] == 'small'\n\
                     sys.exit(small and int(input()) > 9)\n";
    let files = [
        ("check.py", "import sys; sys.exit(open(sys.argv[2]).read() != open(sys.argv[3]).read())"),
        ("val.py", validator),
        ("main.py", "print(input())"),
        ("tests/01", "100\n"),
        ("tests/01.a", "100\n"),
        ("cases/1", "9\n"),
        ("cases/2", "10\n"),
    ];
    let found = |verdicts, status| {
        for (path, text) in files.iter().chain(&[("problem.xml", problem(verdicts).as_str())]) {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        findings(&verify(folder.path(), &[]).status(status).json(), "inputs")
    };
    let is = |subject: &str, finding: &str| (subject.to_owned(), finding.to_owned());
    let inputs = found(["valid", "invalid"], 0);
    assert_eq!(inputs, [is("val", "holds"), is("cases/1", "holds"), is("cases/2", "holds")]);
    let inputs = found(["invalid", "valid"], 1);
    assert_eq!(inputs[1..], [is("cases/1", "fails"), is("cases/2", "fails")]);
}

#[test]
fn a_submission_that_cannot_be_tried_is_told_and_holds_nothing_up() {
    let open = PROBLEM.replace("time_limit: 4, ", "");
    let changes = [
        ("problem.yaml", open.as_str()),
        ("submissions/accepted/twice.lisp", "(print (* 2 (read)))"),
        ("submissions/accepted/old.py", "#!/usr/bin/env python2\nprint 2 * input()\n"),
        ("submissions/compile_error/what.lisp", "("),
        ("generators/generators.yaml", "solution: x\n"),
    ];
    let (_folder, package) = package(&changes);
    let found = verify(&package, &[]).status(0).json();
    let submissions = findings(&found, "submissions");
    let finding = |subject: &str| {
        let found = submissions.iter().find(|(name, _)| name == subject);
        found.unwrap_or_else(|| panic!("{submissions:?}")).1.clone()
    };
    assert_eq!(finding("accepted/twice.py"), "holds");
    assert_eq!(finding("accepted/twice.lisp"), "warning");
    assert_eq!(finding("accepted/old.py"), "warning");
    assert_eq!(finding("compile_error/what.lisp"), "holds");
    let limits = findings(&found, "limits");
    assert!(limits.contains(&("time limit".to_owned(), "holds".to_owned())), "{limits:?}");
    let thorough = verify(&package, &["--thorough"]).status(1).json();
    let submissions = findings(&thorough, "submissions");
    assert!(submissions.contains(&("accepted/twice.lisp".to_owned(), "fails".to_owned())));
    // Without any limit there is one thing to say, and not one for each submission.
    let (_folder, package) = self::package(&[
        ("problem.yaml", open.as_str()),
        ("submissions/accepted/twice.py", "print(\n"),
    ]);
    let found = verify(&package, &[]).status(1).json();
    let expected = [("time limit".to_owned(), "fails".to_owned())];
    assert_eq!(findings(&found, "submissions"), expected);
}

/// Every key that `submissions.yaml` has, held and broken.
#[test]
fn each_key_of_a_submission_is_held_against_what_it_does() {
    let says = "import sys\ntext = open(sys.argv[2]).read().split() == sys.stdin.read().split()\n\
                open(sys.argv[3] + 'judgemessage.txt', 'w').write('as it is' if text else 'not twice')\n\
                sys.exit(42 if text else 43)\n";
    let fits = [
        ("wrong_answer/square.py", "{message: not twice}"),
        ("wrong_answer/square.py", "{required: [WA], permitted: [AC, WA], authors: A}"),
        ("wrong_answer/square.py", "{sample: {required: [WA]}, 'secret/*': {permitted: [WA]}}"),
        (
            "accepted/twice.py",
            "{language: python3, entrypoint: twice.py, use_for_time_limit: lower}",
        ),
        ("accepted/{twice, thrice}.py", "{message: as it is, model_solution: true}"),
    ];
    let breaks = [
        ("wrong_answer/square.py", "{message: 3 times}", "contains \\\"3 times\\\""),
        ("wrong_answer/square.py", "{permitted: [AC, TLE], required: [TLE]}", "not permitted"),
        ("wrong_answer/square.py", "{'secret/1': {required: [AC]}}", "no test ended in AC"),
        (
            "accepted/twice.py",
            "{permitted: [WA], required: [WA]}",
            "AC on sample/1 is not permitted",
        ),
    ];
    for (submission, keys) in fits {
        let (_folder, package) = with_keys(says, submission, keys);
        let found = verify(&package, &[]).json();
        let failing = found["checks"].as_array().expect("a list").iter();
        let failing: Vec<&Value> = failing.filter(|check| check["finding"] == "fails").collect();
        assert!(failing.is_empty(), "{submission}: {keys}: {failing:#?}");
    }
    for (submission, keys, words) in breaks {
        let (_folder, package) = with_keys(says, submission, keys);
        let found = verify(&package, &[]).status(1).json();
        let checks = found["checks"].as_array().expect("a list").iter();
        let mut of = checks.filter(|check| check["subject"] == submission);
        let check = of.find(|check| check["finding"] == "fails");
        let check = check.unwrap_or_else(|| panic!("{submission}: {keys}")).to_string();
        assert!(check.contains(words), "{submission}: {keys}: {check}");
    }
}

fn with_keys(validator: &str, submission: &str, keys: &str) -> (TempDir, PathBuf) {
    let yaml = format!("\"{submission}\": {keys}\n");
    package(&[("submissions/submissions.yaml", &yaml), ("output_validator/check.py", validator)])
}
