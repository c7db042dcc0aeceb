//! Whoever dies before whichever system call: no process, cgroup or temporary file stays, and what the
//! caller is told is of the right family. The calls are counted by a tracer, so that every moment is
//! tried once and none by chance.
//!
//! Each process of a lane is killed before its first call, before its second, and so on, until it ends
//! by itself; the client from the call on that makes the lane. `SANDGLASS_LONG=1` leaves out no call that
//! is made many times in a row.

mod tracer;

use sandglass_sys::Exit;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tracer::{Aftermath, Blow, Deed, Role, follow};

/// `sandglass run` of a short program; temporary files go to `place`.
fn command(place: &Path, repeat: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandglass"));
    command.args(["run", "--allow-weaker", "--json", "--repeat", repeat, "--", "/bin/true"]);
    command.env("TMPDIR", place);
    command
}

/// Cgroups of the lane of `guardian`, in every hierarchy.
fn cgroups(guardian: i32) -> Vec<PathBuf> {
    let name = format!("sandglass-{guardian}");
    let (mut found, mut open) = (Vec::new(), vec![(PathBuf::from("/sys/fs/cgroup"), 0)]);
    while let Some((directory, depth)) = open.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            if entry.file_name().to_str() == Some(&name) {
                found.push(entry.path());
            } else if depth < 6 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push((entry.path(), depth + 1));
            }
        }
    }
    found
}

/// What the command printed: outcomes, and at most one error.
fn printed(aftermath: &Aftermath) -> Vec<Value> {
    let lines = aftermath.stdout.lines();
    lines.map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

/// clone, fork, vfork and clone3 of x86-64.
const CLONES: [u64; 4] = [56, 57, 58, 435];

/// The steps to strike at: all, or of a call that is made over and over in a row, such as the 41 that give
/// up capabilities one by one, the first and the last.
fn chosen(calls: &[u64], from: usize) -> Vec<u32> {
    let all = std::env::var_os("SANDGLASS_LONG").is_some();
    let differs = |step: usize, other: Option<usize>| {
        other.and_then(|other| calls.get(other)).is_none_or(|&call| call != calls[step])
    };
    let steps = (from..calls.len())
        .filter(|&step| all || differs(step, step.checked_sub(1)) || differs(step, Some(step + 1)));
    // One more, that nobody comes to.
    steps.chain([calls.len()]).map(|step| step as u32 + 1).collect()
}

/// Kills `role` before its calls in a command of `repeat` runs, and has `told` look at what the caller was
/// told. Returns how often the blow fell.
fn at_every_step(role: Role, repeat: &str, told: impl Fn(&Aftermath, &str)) -> usize {
    let place = tempfile::tempdir().expect("a folder");
    let nobody = Deed::Strike(Blow { role, step: u32::MAX });
    let peaceful = follow(&mut command(place.path(), repeat), nobody);
    assert_eq!(peaceful.exit, Exit::Code(0), "{peaceful:#?}");
    // Until there is a guardian, the client has nothing to leave. It may have gone on for some steps until
    // the guardian was seen, so it counts from the call that made it.
    let makes = |&step: &usize| peaceful.calls.get(step).is_some_and(|call| CLONES.contains(call));
    let from = match role {
        Role::Client => (0..=peaceful.alone as usize).rev().find(makes).expect("it made one"),
        _ => 0,
    };
    let mut fallen = 0;
    for step in chosen(&peaceful.calls, from) {
        let blow = Blow { role, step };
        let aftermath = follow(&mut command(place.path(), repeat), Deed::Strike(blow));
        let context = format!("{blow:?}: {aftermath:#?}");
        let left: Vec<_> = fs::read_dir(place.path()).expect("readable").collect();
        assert!(left.is_empty(), "{left:?} {context}");
        if let Some(guardian) = aftermath.guardian
            && role != Role::Guardian
        {
            assert_eq!(cgroups(guardian), Vec::<PathBuf>::new(), "{context}");
        }
        if aftermath.fell {
            told(&aftermath, &context);
            fallen += 1;
        } else {
            assert_eq!(aftermath.exit, Exit::Code(0), "nobody was killed: {context}");
        }
    }
    fallen
}

/// An outcome that had come is kept; whatever had not is a failure of ours, never one of the request.
fn kept_or_ours(aftermath: &Aftermath, context: &str) {
    let objects = printed(aftermath);
    for object in objects.iter().filter(|object| object["error"].is_null()) {
        assert_eq!(object["cause"], "exited", "{context}");
        assert_eq!(object["exit_code"], 0, "{context}");
    }
    match aftermath.exit {
        // All runs were over, or the cell that died was replaced.
        Exit::Code(0) => {}
        Exit::Code(3) => {
            let error = &objects.last().expect("an error")["error"];
            assert_eq!(error["request_at_fault"], false, "{context}");
            assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{context}");
        }
        other => panic!("{other:?} {context}"),
    }
}

#[test]
fn a_client_killed_at_any_step_leaves_nothing() {
    let steps = at_every_step(Role::Client, "1", |aftermath, context| {
        assert_eq!(aftermath.exit, Exit::Signal(9), "{context}");
    });
    assert!(steps > 20, "{steps}");
}

/// Without its guardian nobody cleans up after a supervisor, so it ends too, and the next lane that is
/// started removes the cgroups.
#[test]
fn a_guardian_killed_at_any_step_is_cleaned_up_after_by_the_next() {
    let next = tempfile::tempdir().expect("a folder");
    let steps = at_every_step(Role::Guardian, "1", |aftermath, context| {
        kept_or_ours(aftermath, context);
        let guardian = aftermath.guardian.expect("it was killed");
        if !cgroups(guardian).is_empty() {
            let output = command(next.path(), "1").output().expect("started");
            assert!(output.status.success(), "{output:?}");
            assert_eq!(cgroups(guardian), Vec::<PathBuf>::new(), "{context}");
        }
    });
    assert!(steps > 30, "{steps}");
}

#[test]
fn a_supervisor_killed_at_any_step_is_a_failure_of_ours() {
    let steps = at_every_step(Role::Supervisor, "1", kept_or_ours);
    assert!(steps > 100, "{steps}");
}

#[test]
fn an_init_process_killed_at_any_step_is_a_failure_of_ours() {
    let steps = at_every_step(Role::Init(1), "1", kept_or_ours);
    assert!(steps > 15, "{steps}");
}

/// The second cell is built ahead, while nobody asks for it: killed then, it is replaced.
#[test]
fn an_init_process_of_a_cell_built_ahead_killed_at_any_step() {
    let steps = at_every_step(Role::Init(2), "2", kept_or_ours);
    assert!(steps > 15, "{steps}");
}

/// However late process 1 is: what it has to lose is gone before the program begins.
#[test]
fn no_program_begins_beside_a_process_one_with_capabilities() {
    let place = tempfile::tempdir().expect("a folder");
    let aftermath = follow(&mut command(place.path(), "1"), Deed::HoldProcessOne);
    assert!(aftermath.fell, "it gives up its capabilities: {aftermath:#?}");
    assert!(!aftermath.ran_beside, "{aftermath:#?}");
    assert_eq!(aftermath.exit, Exit::Code(0), "{aftermath:#?}");
}

/// The loop has no CPU from the program's first moments on: the alarms keep its limits all the same. Without
/// them nobody would, and this test would not end.
#[test]
fn limits_are_kept_while_the_loop_stands_still() {
    let place = tempfile::tempdir().expect("a folder");
    let rows = [
        (["--wall-time", "90ms"], "sleep 60", "wall_time_limit", "wall_time_ns"),
        (["--cpu-time", "90ms"], "while :; do :; done", "cpu_time_limit", "cpu_user_ns"),
    ];
    for (limit, script, cause, figure) in rows {
        // Now and then an alarm is done before the loop could be held.
        let mut tries = (0..20).map(|_| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sandglass"));
            command.args(["run", "--allow-weaker", "--json"]).args(limit);
            command.args(["--", "sh", "-c", script]).env("TMPDIR", place.path());
            follow(&mut command, Deed::HoldLoop)
        });
        let aftermath = tries.find(|aftermath| aftermath.fell).expect("the loop was held once");
        assert_eq!(aftermath.ended_meanwhile, Some(Exit::Signal(9)), "{aftermath:#?}");
        let outcome = printed(&aftermath).pop().expect("an outcome");
        assert_eq!(outcome["cause"], cause, "{outcome}");
        let used = outcome[figure].as_u64().expect("nanoseconds");
        assert!(used < 20_000_000_000, "{outcome}");
    }
}

/// The launcher's last call executes the program; killed in it, nobody can tell the two apart, because
/// the kernel itself kills there a program that cannot be loaded.
fn killed_launcher(aftermath: &Aftermath, context: &str) {
    const EXECVE: u64 = 59;
    const EXECVEAT: u64 = 322;
    if aftermath.exit == Exit::Code(1) && matches!(aftermath.call, Some(EXECVE | EXECVEAT)) {
        let last = printed(aftermath).pop().expect("an outcome");
        assert_eq!((&last["cause"], &last["signal"]), (&"signaled".into(), &9.into()), "{context}");
    } else {
        kept_or_ours(aftermath, context);
    }
}

#[test]
fn a_launcher_killed_at_any_step_is_a_failure_of_ours() {
    let steps = at_every_step(Role::Launcher(1), "1", killed_launcher);
    assert!(steps > 20, "{steps}");
}

#[test]
fn a_launcher_of_a_cell_built_ahead_killed_at_any_step() {
    let steps = at_every_step(Role::Launcher(2), "2", killed_launcher);
    assert!(steps > 20, "{steps}");
}

/// Once it is the program, its death is its own.
#[test]
fn a_program_killed_at_any_step_was_signaled() {
    let steps = at_every_step(Role::Program(1), "1", |aftermath, context| {
        assert_eq!(aftermath.exit, Exit::Code(1), "{context}");
        let objects = printed(aftermath);
        assert_eq!(objects[0]["cause"], "signaled", "{context}");
        assert_eq!(objects[0]["signal"], 9, "{context}");
    });
    assert!(steps > 5, "{steps}");
}
