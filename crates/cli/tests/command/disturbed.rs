//! A judge to which something happens at a random moment: a supervisor or a guardian is killed, the
//! compile cache goes, descriptors are few, somebody presses Ctrl-C. The verdict is the right one or
//! there is none, and then the failure is ours; nothing is left.
//!
//! Rounds follow from a seed, so a failure can be asked for again with `SANDGLASS_CHAOS_SEED` and the
//! round that the message names; `SANDGLASS_ROUNDS` is how many there are (24).

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt::of_folder;
use crate::support::Finished;

const KILL: i32 = 9;
const INTERRUPT: i32 = 2;

/// Time after which a round hangs.
const ROUND: Duration = Duration::from_secs(120);

/// Asks for the number that comes after each; on every test, so that there are many runs.
const INTERACTOR: &str = "#include <stdio.h>\nint main(void) {\n  for (int n = 0, answer; n < 20; n++) {\n    \
    printf(\"%d\\n\", n); fflush(stdout);\n    if (scanf(\"%d\", &answer) != 1 || answer != n + 1) return 43;\n  }\n  return 42;\n}\n";
/// Accepts the number that comes after the input's.
const CHECKER: &str = "#include <stdio.h>\nint main(int argc, char **argv) {\n  int n, answer;\n  \
    FILE *input = fopen(argv[argc - 3], \"r\");\n  if (!input || fscanf(input, \"%d\", &n) != 1) return 1;\n  \
    return scanf(\"%d\", &answer) == 1 && answer == n + 1 ? 42 : 43;\n}\n";
const RIGHT: &str = "#include <stdio.h>\nint main(void) { int n; while (scanf(\"%d\", &n) == 1) { printf(\"%d\\n\", n + 1); fflush(stdout); } return 0; }\n";
/// Where the last test of either kind is not answered.
const WRONG: &str = "#include <stdio.h>\nint main(void) { int n; while (scanf(\"%d\", &n) == 1) { printf(\"%d\\n\", n + (n != 7)); fflush(stdout); } return 0; }\n";

/// What happens.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// So many supervisors are killed, one after the other.
    Supervisors(u64),
    Guardian,
    Cache,
    Descriptors(u64),
    Interrupt,
}

/// Numbers that follow from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

fn package(folder: &Path, interactive: bool) {
    let write = |path: String, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let kind = if interactive { "[pass-fail, interactive]" } else { "pass-fail" };
    let keys = format!(
        "problem_format_version: 2025-09\nname: next\nuuid: next\ntype: {kind}\nlimits: {{time_limit: 5}}\n"
    );
    write("problem.yaml".to_owned(), &keys);
    let program = if interactive { INTERACTOR } else { CHECKER };
    write("output_validator/program.c".to_owned(), program);
    for test in 0..8 {
        write(format!("data/secret/{test}.in"), &format!("{test}\n"));
        write(format!("data/secret/{test}.ans"), "");
    }
}

/// Processes of the judge with this folder for temporary files, by what they are.
fn victims(folder: &str, main: u32, supervisors: bool) -> Vec<i32> {
    let all = of_folder(folder).into_iter();
    let others = all.filter(|(process, _)| *process != main);
    let wanted = others.filter(|(_, name)| (name.trim_end() == "sandglass-super") == supervisors);
    wanted.filter_map(|(process, _)| i32::try_from(process).ok()).collect()
}

fn round(seed: u64, round: u64) {
    let mut random = Random(seed.wrapping_add(round.wrapping_mul(0x5851_f42d_4c95_7f2d)));
    let deed = match random.below(5) {
        0 => Deed::Supervisors(1 + random.below(3)),
        1 => Deed::Guardian,
        2 => Deed::Cache,
        3 => Deed::Descriptors(6 + random.below(60)),
        _ => Deed::Interrupt,
    };
    let (interactive, right) = (random.below(2) == 0, random.below(2) == 0);
    let told =
        format!("seed {seed}, round {round}: {deed:?}, interactive {interactive}, right {right}");
    let place = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        let path = place.path().join(name);
        fs::create_dir_all(&path).expect("made");
        path.to_str().expect("text").to_owned()
    };
    let (temporary, problem) = (path("temporary"), path("problem"));
    let cache = place.path().join("cache");
    package(Path::new(&problem), interactive);
    let submission = place.path().join("next.c");
    fs::write(&submission, if right { RIGHT } else { WRONG }).expect("written");
    let limit = match deed {
        Deed::Descriptors(most) => format!("ulimit -n {most} && "),
        _ => String::new(),
    };
    let mut command = Command::new("env");
    command.args(["--default-signal", "sh", "-c", &format!("{limit}exec \"$@\""), "sh"]);
    command.arg(env!("CARGO_BIN_EXE_sandglass"));
    command.args(["judge", "--allow-weaker", "--all-tests", "--json", "--cache"]);
    command.arg(&cache).arg(&problem);
    command.arg(&submission).env("TMPDIR", &temporary);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let (main, started) = (child.id(), Instant::now());
    let process = i32::try_from(main).expect("a process id");
    // The whole of it takes about half a second on an idle machine, and most of that compiles.
    let wait = |random: &mut Random, most: u64| {
        thread::sleep(Duration::from_millis(random.below(most)));
    };
    wait(&mut random, 700);
    match deed {
        Deed::Supervisors(count) => {
            for _ in 0..count {
                let victims = victims(&temporary, main, true);
                if !victims.is_empty() {
                    let at = random.below(victims.len() as u64) as usize;
                    // It may be gone by now.
                    let _ = sandglass_sys::send_signal(victims[at], KILL);
                }
                wait(&mut random, 60);
            }
        }
        Deed::Guardian => {
            if let Some(victim) = victims(&temporary, main, false).first() {
                let _ = sandglass_sys::send_signal(*victim, KILL);
            }
        }
        Deed::Cache => drop(fs::remove_dir_all(&cache)),
        Deed::Descriptors(_) => {}
        Deed::Interrupt => drop(sandglass_sys::send_signal(process, INTERRUPT)),
    }
    while child.try_wait().expect("our child").is_none() {
        if started.elapsed() > ROUND {
            let _ = child.kill();
            panic!("{told}: it hangs");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let finished = Finished(child.wait_with_output().expect("our child"));
    let status = finished.0.status;
    let verdict = if right { "accepted" } else { "wrong_answer" };
    match (status.code(), deed) {
        (Some(code @ (0 | 1)), _) => {
            assert_eq!(code, i32::from(!right), "{told}: {finished:#?}");
            let report = &finished.json()["submissions"][0];
            assert_eq!(report["verdict"], verdict, "{told}: {report:#}");
        }
        // Our failure says what it is, and accuses nobody.
        (Some(3), Deed::Supervisors(_) | Deed::Guardian | Deed::Descriptors(_)) => {
            let words = finished.stderr();
            assert!(words.contains("sandglass: "), "{told}: {finished:#?}");
            // One lane that dies is made up for by another, once there is one.
            let one = matches!(deed, Deed::Supervisors(1) | Deed::Guardian);
            assert!(!one || words.contains("start a lane"), "{told}: {finished:#?}");
            if !finished.0.stdout.is_empty() {
                let report = &finished.json()["submissions"][0];
                assert!(report["verdict"].is_null(), "{told}: {report:#}");
                let fault = &report["failure"]["problem_at_fault"];
                assert_ne!(fault, &serde_json::Value::Bool(true), "{told}: {report:#}");
            }
        }
        (None, Deed::Interrupt) => assert_eq!(status.signal(), Some(INTERRUPT), "{told}"),
        _ => panic!("{told}: {finished:#?}"),
    }
    let deadline = Instant::now() + Duration::from_secs(60);
    while !of_folder(&temporary).is_empty() {
        assert!(Instant::now() < deadline, "{told}: {:?}", of_folder(&temporary));
        thread::sleep(Duration::from_millis(5));
    }
    let left: Vec<_> = fs::read_dir(&temporary).expect("readable").flatten().collect();
    assert!(left.is_empty(), "{told}: {left:?}");
    println!("{told}: {status}, {:?}", started.elapsed());
}

#[test]
fn whatever_happens_to_a_judge_no_verdict_is_wrong() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("SANDGLASS_CHAOS_SEED").unwrap_or(2026);
    for index in 0..number("SANDGLASS_ROUNDS").unwrap_or(24) {
        round(seed, index);
    }
}
