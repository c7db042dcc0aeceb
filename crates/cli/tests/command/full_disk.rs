//! Disks that are really full: a small tmpfs of the test's own, filled to its last byte. Each command
//! works all the same or says what was wanting, in the right family of errors, and leaves no half of a
//! file that somebody could take for the whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Finished;

/// Mounts the tmpfs over the folder `$0` in a mount namespace that nobody else sees, fills it, runs the
/// command, and says on stderr what is there then.
const ON_A_FULL_DISK: &str = r#"
mount -t tmpfs -o size=64k,mode=1777 tmpfs "$0" || exit 90
head -c 1000000 /dev/zero >"$0/filler" 2>/dev/null && exit 91
[ "$DROP" ] && set -- setpriv --inh-caps=-all --ambient-caps=-all "$@"
if [ "$INTO" ]; then "$@" >"$0/$INTO"; else "$@"; fi
status=$?
echo "left: $(ls -A "$0" | grep -v '^filler$' | tr '\n' ' ')" >&2
exit $status
"#;

/// What is wanted where: `PLACE` in an argument stands for the full disk.
fn on_a_full_disk(arguments: &[&str], into: &str) -> Finished {
    let place = tempfile::tempdir().expect("a folder to mount on");
    let disk = place.path().to_str().expect("text");
    let root = sandglass_sys::effective_user() == 0;
    let mut command = Command::new("unshare");
    // An ordinary user mounts in a user namespace, and gives up the right to before the command.
    let own = ["--user", "--map-current-user", "--keep-caps"];
    command.args(own.iter().filter(|_| !root)).args(["--mount", "sh", "-c", ON_A_FULL_DISK, disk]);
    command.arg(env!("CARGO_BIN_EXE_sandglass"));
    command.args(arguments.iter().map(|word| word.replace("PLACE", disk)));
    command.env("INTO", into).env("DROP", if root { "" } else { "1" });
    if arguments.contains(&"convert") {
        command.env("TMPDIR", disk);
    }
    Finished(command.output().expect("unshare is there"))
}

fn problem() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/different")
}

/// `sandglass judge` of a correct Python program, with `options`.
fn judged(options: &[&str], into: &str) -> Finished {
    let problem = problem();
    let submission = problem.join("submissions/accepted/automaton.py");
    let paths = [problem.to_str().expect("text"), submission.to_str().expect("text")];
    let arguments = [&["judge", "--allow-weaker"], options, &paths].concat();
    on_a_full_disk(&arguments, into)
}

#[track_caller]
fn says(finished: &Finished, words: &[&str]) {
    let stderr = finished.stderr();
    for word in words {
        assert!(stderr.contains(word), "no {word:?} in {stderr}");
    }
}

#[test]
fn results_that_cannot_be_printed_are_a_failure_of_ours() {
    let finished =
        on_a_full_disk(&["run", "--allow-weaker", "--json", "--", "true"], "out").status(3);
    says(&finished, &["could not print", "No space left on device"]);
    let finished = judged(&["--no-cache"], "out").status(3);
    says(&finished, &["could not print", "No space left on device"]);
}

/// The program holds the file itself, so the error is its own, as without a sandbox.
#[test]
fn the_programs_own_output_is_the_programs_own_error() {
    let script = "echo hello || exit 9";
    for output in [&["--stdout", "PLACE/out"][..], &[]] {
        let into = if output.is_empty() { "out" } else { "" };
        let arguments = [&["run", "--allow-weaker"], output, &["--", "sh", "-c", script]].concat();
        let finished = on_a_full_disk(&arguments, into).status(1);
        says(&finished, &["the program exited with 9"]);
    }
}

#[test]
fn a_file_that_is_copied_out_is_whole_or_not_there() {
    let script = "head -c 100000 /dev/zero >/box/a";
    let finished = on_a_full_disk(
        &[
            &["run", "--allow-weaker", "--tmpfs", "/box", "--copy-out", "/box/a:PLACE/a"][..],
            &["--", "sh", "-c", script],
        ]
        .concat(),
        "",
    )
    .status(3);
    says(
        &finished,
        &["PLACE/a".trim_start_matches("PLACE"), "No space left", "make room", "left: \n"],
    );
}

#[test]
fn a_report_is_whole_or_not_there() {
    let finished = judged(&["--no-cache", "--report", "PLACE/report.html"], "").status(3);
    says(&finished, &["report.html", "No space left", "make room", "left: \n"]);
    assert!(finished.stdout().contains("accepted (15 of 15"), "{}", finished.stdout());
}

/// A cache that cannot be written is no reason to judge nothing, and holds nothing afterwards that a
/// later judge would take for a program.
#[test]
fn a_cache_without_room_changes_no_verdict() {
    let finished = judged(&["--cache", "PLACE/cache"], "").status(0);
    assert!(finished.stdout().contains("accepted (15 of 15"), "{}", finished.stdout());
}

#[test]
fn a_package_is_converted_wholly_or_not_at_all() {
    let problem = problem();
    let problem = problem.to_str().expect("text");
    for target in ["PLACE/folder", "PLACE/archive.zip"] {
        let finished =
            on_a_full_disk(&["convert", problem, target, "--to", "legacy"], "").status(3);
        says(&finished, &["No space left", "left: \n"]);
        assert!(!finished.stderr().contains("ZipWriter"), "{}", finished.stderr());
    }
}

/// The same commands where there is room: what is said above is not said of every disk.
#[test]
fn where_there_is_room_nothing_is_wanting() {
    let place = tempfile::tempdir().expect("a folder");
    let report = place.path().join("report.html");
    let problem = problem();
    let submission = problem.join("submissions/accepted/automaton.py");
    let finished = crate::support::finish({
        let mut command = crate::support::sandglass(&["judge", "--allow-weaker", "--report"]);
        command.args([&report, &problem, &submission]);
        command
    })
    .status(0);
    assert!(!finished.stderr().contains("No space"), "{}", finished.stderr());
    assert!(fs::read_to_string(&report).expect("written").contains("</body>"));
}
