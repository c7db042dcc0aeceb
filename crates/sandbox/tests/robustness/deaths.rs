//! Who dies at any moment takes along what is below, and nothing else; what is left is cleaned up.

use crate::moments::{BOUND, Moments, marked, mounts, no_cgroups, rounds};
use crate::support::*;
use sandglass_sandbox::{Backend, Cause, Error, Lane, Run};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

/// A run and all that it takes, from asking to the answer, on these machines.
const LIFE: Duration = Duration::from_millis(12);

fn kill(process: u32) {
    // It may be gone already; then there is nothing to kill, and the moment was after its end.
    let _ = sandglass_sys::send_signal(process as i32, 9);
}

/// Living processes of a lane by the name that they carry.
fn named(guardian: u32, name: &str) -> Vec<u32> {
    let named = |process: &u32| status_field(*process, "Name:").as_deref() == Some(name);
    descendants(guardian).into_iter().filter(named).collect()
}

const CLIENT: &str = "SANDGLASS_ROBUSTNESS_CLIENT";

/// Not a test of its own: the client that the next test kills. Lanes come and go in it, with runs of
/// every length.
#[test]
fn client_to_be_killed() {
    if std::env::var_os(CLIENT).is_none() {
        return;
    }
    let mut out = std::io::stdout();
    loop {
        let lane = lane();
        let _ = writeln!(out, "\nguardian {}", guardian(&lane));
        for round in 0..20 {
            let request = shell(match round % 4 {
                0 => ":",
                1 => "for i in 1 2 3; do /bin/true; done",
                2 => "/bin/sleep 60 & while :; do :; done",
                _ => "(/bin/true | /bin/true) & /bin/true",
            });
            let run = lane.submit(&request).expect("sent");
            if round % 4 == 2 {
                std::thread::sleep(ms(3));
                run.cancel();
            } else {
                let _ = run.wait();
            }
        }
    }
}

#[test]
fn a_client_that_is_killed_at_any_moment_leaves_nothing() {
    let mut moments = Moments::new(1);
    for round in 0..rounds(25) {
        let directory = Scratch::new("client");
        let marker = format!("{CLIENT}=round-{}-{round}", std::process::id());
        let mut client = Process::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "deaths::client_to_be_killed", "--nocapture", "--test-threads=1"])
            .env(CLIENT, marker.split_once('=').expect("it has one").1)
            .env("TMPDIR", directory.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let mut output = client.stdout.take().expect("piped");
        let mut said = Vec::new();
        // Half of the clients are killed before they have a lane, or while they make one.
        while round % 2 == 0 && !String::from_utf8_lossy(&said).contains("guardian ") {
            let mut some = [0; 256];
            let count = output.read(&mut some).expect("read");
            assert!(count > 0, "the client ended: {}", String::from_utf8_lossy(&said));
            said.extend(&some[..count]);
        }
        moments.sleep(ms(120));
        client.kill().expect("killed");
        client.wait().expect("waited");
        eventually(BOUND, "every process of the client's lanes is dead", || {
            marked(&marker).is_empty()
        });
        output.read_to_end(&mut said).expect("nobody holds the pipe any more");
        for line in String::from_utf8_lossy(&said).lines() {
            if let Some(guardian) = line.strip_prefix("guardian ")
                && let Ok(guardian) = guardian.parse()
            {
                no_cgroups(guardian);
            }
        }
        let left: Vec<_> = std::fs::read_dir(directory.path("")).expect("readable").collect();
        assert!(left.is_empty(), "temporary files: {left:?}");
    }
}

/// Kills somebody of a lane at a random moment of a run, and looks at what becomes of it.
fn strike(
    seed: u64,
    count: usize,
    victim: impl Fn(&Lane) -> Vec<u32>,
    check: impl Fn(&Lane, Run<'_>),
) {
    let mut moments = Moments::new(seed);
    let before = mounts();
    for _ in 0..rounds(count) {
        let lane = lane();
        let guardian = guardian(&lane);
        let kept = lane.submit(&inside(&["exit", "5"])).expect("sent");
        eventually(BOUND, "the first run ends", || kept.is_done());
        let (mut reader, writer) = pipe();
        let request =
            if moments.below(2) == 0 { inside(&["tree"]) } else { inside(&["exit", "6"]) };
        let request = request.stdout(to(writer));
        let run = lane.submit(&request).expect("sent");
        drop(request);
        moments.sleep(LIFE);
        let processes = descendants(guardian);
        for process in victim(&lane) {
            kill(process);
        }
        check(&lane, run);
        // Whatever happened since does not touch an answer that had come.
        assert_eq!(kept.wait().expect("kept").exit_code, Some(5));
        drop(lane);
        // The program is dead with all that it started: nobody holds its end of the pipe.
        reader.read_to_end(&mut Vec::new()).expect("the end of the pipe");
        eventually(BOUND, "every process is dead", || {
            !alive(guardian) && processes.iter().all(|&process| !alive(process))
        });
    }
    // Others may mount something on this host meanwhile; a mount for each round is ours.
    assert!(mounts() < before + count, "{before} mounts before, {} after", mounts());
}

/// An answer that came before the death, or the error that there is none.
fn died(run: Run<'_>) {
    match run.wait() {
        Ok(outcome) => assert_eq!(outcome.exit_code, Some(6), "{outcome:?}"),
        Err(Error::SupervisorDied) => {}
        // Told by the supervisor, with its last word.
        Err(Error::Infrastructure { subject, .. }) if subject.starts_with("the guardian was") => {}
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn a_supervisor_killed_at_any_moment() {
    let victim = |lane: &Lane| vec![lane.facts().supervisor];
    strike(2, 25, victim, |lane, run| {
        let guardian = guardian_of_dead(lane);
        died(run);
        assert!(matches!(lane.run(&inside(&["exit", "0"])), Err(Error::SupervisorDied)));
        if let Some(guardian) = guardian {
            no_cgroups(guardian);
        }
    });
}

/// The guardian, where the supervisor's entry can still be read.
fn guardian_of_dead(lane: &Lane) -> Option<u32> {
    status_field(lane.facts().supervisor, "PPid:")?.parse().ok().filter(|&parent| parent > 1)
}

/// Without its guardian nobody would clean up after a supervisor, so it ends too. The cgroups stay
/// until the next lane is started, which removes them.
#[test]
fn a_guardian_killed_at_any_moment() {
    let left = std::cell::Cell::new(0);
    let victim = |lane: &Lane| {
        left.set(guardian(lane));
        vec![left.get()]
    };
    strike(3, 15, victim, |_, run| died(run));
    drop(lane());
    no_cgroups(left.get());
}

/// The death of a cell's init process is a failure of ours that is told, and of that run alone.
#[test]
fn an_init_process_killed_at_any_moment() {
    let killed = std::cell::RefCell::new(Vec::new());
    let victim = |lane: &Lane| {
        *killed.borrow_mut() = named(guardian(lane), "sandglass-init");
        killed.borrow().clone()
    };
    strike(4, 40, victim, |lane, run| {
        // A run of which only the cell built ahead of the next was hit goes on for ever.
        let killer = run.killer();
        let waiting = run.is_done();
        std::thread::sleep(ms(if waiting { 0 } else { 20 }));
        let _ = killer.kill();
        match run.wait() {
            Ok(outcome) => assert!(
                outcome.exit_code == Some(6) || outcome.cause == Cause::Killed,
                "{outcome:?}"
            ),
            Err(Error::Infrastructure { .. }) => {}
            Err(error) => panic!("{error:?}"),
        }
        // One of them may be a cell that stands ready: it counts as dead when it is.
        eventually(BOUND, "they are dead", || killed.borrow().iter().all(|&init| !alive(init)));
        let outcome = lane.run(&inside(&["exit", "7"])).expect("the lane goes on");
        assert_eq!(outcome.exit_code, Some(7));
    });
}

/// A cell that was built ahead and killed while it waited costs the next run nothing.
#[test]
fn a_cell_that_died_while_it_waited_is_replaced() {
    let lane = lane();
    for round in 0..rounds(10) {
        assert!(lane.run(&inside(&["exit", "0"])).expect("an outcome").success());
        let inits = || named(guardian(&lane), "sandglass-init");
        eventually(BOUND, "a cell is built ahead", || inits().len() == 1);
        std::thread::sleep(ms(5));
        for init in inits() {
            kill(init);
            if round % 2 == 0 {
                eventually(BOUND, "it is dead", || !alive(init));
            }
        }
        let outcome = lane.run(&inside(&["exit", "0"]));
        match outcome {
            Ok(outcome) => assert!(outcome.success(), "{outcome:?}"),
            // Killed in the very moment in which it was told to go.
            Err(Error::Infrastructure { .. }) if round % 2 == 1 => {}
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// A program killed from outside was killed by a signal; no limit is blamed, and the lane goes on.
#[test]
fn a_program_killed_from_outside_was_signaled() {
    let lane = lane();
    for _ in 0..rounds(10) {
        let (mut reader, writer) = pipe();
        let request = inside(&["pause"]).stdout(to(writer)).announce(true);
        let run = lane.submit(&request).expect("sent");
        drop(request);
        wait_here(&mut reader);
        kill(run.process().expect("announced"));
        let outcome = run.wait().expect("an outcome");
        assert_eq!((outcome.cause, outcome.signal), (Cause::Signaled, Some(9)), "{outcome:?}");
    }
}

#[test]
fn cancelled_and_killed_at_any_moment() {
    let lane = lane();
    let guardian = guardian(&lane);
    let mut moments = Moments::new(5);
    for _ in 0..rounds(150) {
        let request = match moments.below(3) {
            0 => inside(&["tree"]),
            1 => inside(&["exit", "6"]),
            _ => shell("/bin/true; /bin/true"),
        };
        let run = lane.submit(&request).expect("sent");
        moments.sleep(LIFE);
        if moments.below(2) == 0 {
            run.cancel();
            continue;
        }
        let _ = run.kill();
        moments.sleep(ms(1));
        let _ = run.kill();
        let outcome = run.wait().expect("an outcome");
        assert!(matches!(outcome.cause, Cause::Killed | Cause::Exited), "{outcome:?}");
    }
    assert!(lane.run(&inside(&["exit", "0"])).expect("the lane goes on").success());
    eventually(BOUND, "only the next cell is left", || {
        // The supervisor, and init process and launcher of a cell that is built ahead.
        descendants(guardian).len() <= 3
    });
    if lane.facts().backend != Backend::Rlimit {
        assert!(!cgroups(guardian).is_empty());
    }
    drop(lane);
    no_cgroups(guardian);
}

/// Whoever reads counted output may go away, and what takes it may be full: the program is told as it
/// would be if it wrote there itself, and neither the lane nor the program hangs.
#[test]
fn output_that_nobody_takes_ends_the_writer_and_not_the_lane() {
    let lane = lane();
    let flood = |output| {
        let mut request = shell("while :; do echo a line that nobody reads; done").stdout(output);
        request.limits_mut().output = Some(1 << 40);
        request.limits_mut().wall_time = Some(slow(Duration::from_secs(20)));
        lane.run(&request).expect("the lane lives")
    };
    let (reader, writer) = pipe();
    let leaves = std::thread::spawn(move || {
        let mut reader = reader;
        reader.read_exact(&mut [0; 100]).expect("output comes");
    });
    let outcome = flood(to(writer));
    leaves.join().expect("it left");
    assert_eq!((outcome.cause, outcome.signal), (Cause::Signaled, Some(13)), "{outcome:?}");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let outcome = flood(to(full.into()));
    assert_eq!((outcome.cause, outcome.signal), (Cause::Signaled, Some(13)), "{outcome:?}");
    // A file that is open for appending takes no splice.
    let scratch = Scratch::new("append");
    let path = scratch.path("log");
    let log = std::fs::OpenOptions::new().append(true).create(true).open(&path).expect("made");
    let mut request = shell("i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i+1)); done");
    request = request.stdout(to(log.into()));
    request.limits_mut().output = Some(1 << 20);
    assert!(lane.run(&request).expect("an outcome").success());
    let expected: String = (0..3000).map(|i| format!("{i}\n")).collect();
    assert_eq!(std::fs::read_to_string(&path).expect("text"), expected);
}

/// A terminal that stands still takes nothing, and whoever writes there waits. The supervisor must not,
/// nor whoever kills the run.
#[test]
fn a_terminal_that_stands_still_holds_up_no_limit() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("ours");
    unlockpt(&terminal).expect("ours");
    let name = ptsname(&terminal, Vec::new()).expect("its name");
    let open = || {
        let mut options = std::fs::OpenOptions::new();
        let options = options.write(true).custom_flags(0o400);
        options.open(name.to_str().expect("text")).expect("there")
    };
    let lane = lane();
    let mut request = shell("while :; do echo a line that nobody reads; done");
    request = request.stdout(to(open().into()));
    request.limits_mut().output = Some(1 << 40);
    request.limits_mut().wall_time = Some(slow(Duration::from_millis(300)));
    let run = lane.submit(&request).expect("sent");
    let program = || named(guardian(&lane), "sh").len();
    eventually(Duration::from_secs(10), "it runs", || program() > 0);
    eventually(Duration::from_secs(10), "the limit holds while the terminal stands", || {
        program() == 0
    });
    let kept_waiting = lane.submit(&shell(":")).expect("sent");
    // What was said is still on its way; who kills the run does not wait for it.
    run.kill().expect("sent");
    let outcome = run.wait().expect("an outcome");
    assert_eq!(outcome.cause, Cause::WallTimeLimit, "{outcome:?}");
    assert!(kept_waiting.wait().expect("an outcome").success());
    let run = lane.submit(&request).expect("sent");
    // Now the terminal goes on.
    let mut terminal = std::fs::File::from(terminal);
    let reader = std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while terminal.read(&mut bytes).is_ok_and(|count| count > 0) {}
    });
    let outcome = run.wait().expect("an outcome");
    assert_eq!(outcome.cause, Cause::WallTimeLimit, "{outcome:?}");
    drop((request, lane));
    reader.join().expect("the last writer is gone");
}
