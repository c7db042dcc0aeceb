//! Random programs, and somebody of the lane who dies or stands still at a random moment: what the
//! client is told is true, comes in time, and nothing is left.
//!
//! Rounds follow from a seed, so a failure can be asked for again: `SANDGLASS_CHAOS_SEED` and the round
//! that the message names. `SANDGLASS_CHAOS_SECONDS` is how long to go on.

use crate::moments::{BOUND, Moments, mounts, no_cgroups};
use crate::support::*;
use sandglass_sandbox::{Cause, Error, Lane, Outcome, Request};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

const STOP: i32 = 19;
const CONTINUE: i32 = 18;

/// The longest that a round may take, whoever stands still in it: then it hangs.
const ROUND: Duration = Duration::from_secs(50);

/// What runs.
#[derive(Clone, Copy, Debug)]
enum Program {
    Short,
    Tree,
    Forking,
    Flooding,
    Sleeping,
    Burning,
    Growing,
}

/// Whom it befalls.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Victim {
    Guardian,
    Supervisor,
    Init,
    /// The launcher, the program, and what it started.
    Below,
}

/// What befalls a lane.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Nothing,
    Cancel,
    KillRun,
    Kill(Victim),
    /// Stopped, and continued after so many milliseconds; for ever where there are none.
    Stop(Victim, Option<u64>),
}

const PROGRAMS: [Program; 7] = [
    Program::Short,
    Program::Tree,
    Program::Forking,
    Program::Flooding,
    Program::Sleeping,
    Program::Burning,
    Program::Growing,
];

impl Program {
    fn request(self) -> Request {
        let mut request = match self {
            Program::Short => inside(&["exit", "6"]),
            Program::Tree => inside(&["tree"]),
            Program::Forking => shell("while :; do /bin/true; done"),
            Program::Flooding => shell("while :; do echo flood flood flood flood flood; done"),
            Program::Sleeping => inside(&["pause"]),
            Program::Burning => inside(&["spin", "600000"]),
            Program::Growing => inside(&["touch", "600000000"]),
        };
        let limits = request.limits_mut();
        // Wall time ends what the deed keeps from its own limit.
        limits.wall_time = Some(slow(ms(3000)));
        match self {
            Program::Short => {}
            Program::Tree | Program::Sleeping => limits.wall_time = Some(slow(ms(40))),
            Program::Forking | Program::Burning => limits.cpu_time = Some(ms(25)),
            Program::Flooding => limits.output = Some(64 << 10),
            Program::Growing => limits.memory = Some(32 << 20),
        }
        request
    }

    /// How it ends where nobody disturbs it.
    fn is_its_end(self, outcome: &Outcome) -> bool {
        match self {
            Program::Short => outcome.cause == Cause::Exited && outcome.exit_code == Some(6),
            Program::Tree | Program::Sleeping => outcome.cause == Cause::WallTimeLimit,
            Program::Forking | Program::Burning => outcome.cause == Cause::CpuTimeLimit,
            Program::Flooding => outcome.cause == Cause::OutputLimit,
            Program::Growing => outcome.cause == Cause::MemoryLimit,
        }
    }
}

fn deed(moments: &mut Moments) -> Deed {
    let victim = [Victim::Guardian, Victim::Supervisor, Victim::Init, Victim::Below, Victim::Below]
        [moments.below(5) as usize];
    match moments.below(10) {
        0 => Deed::Nothing,
        1 => Deed::Cancel,
        2 => Deed::KillRun,
        3..=5 => Deed::Kill(victim),
        // Who stops a lane's supervisor suspends the lane; process 1 and below are nobody's to suspend.
        6 if matches!(victim, Victim::Init | Victim::Below) => Deed::Stop(victim, None),
        _ => Deed::Stop(victim, Some(moments.below(60))),
    }
}

impl Victim {
    fn one_of(self, lane: &Lane, guardian: u32, moments: &mut Moments) -> Option<u32> {
        let supervisor = lane.facts().supervisor;
        let inits: Vec<_> = descendants(supervisor)
            .into_iter()
            .filter(|&process| status_field(process, "PPid:") == Some(supervisor.to_string()))
            .collect();
        let all = match self {
            Victim::Guardian => vec![guardian],
            Victim::Supervisor => vec![supervisor],
            Victim::Init => inits,
            Victim::Below => inits.into_iter().flat_map(descendants).collect(),
        };
        let count = all.len() as u64;
        (count > 0).then(|| all[moments.below(count) as usize])
    }
}

/// Whether an answer is true of `program` when this has befallen it. It may have come too early or too late
/// to change anything, so the program's own end is true in any case.
fn is_true(program: Program, deed: Deed, answer: &Result<Outcome, Error>) -> bool {
    match (deed, answer) {
        (_, Ok(outcome)) if program.is_its_end(outcome) => true,
        (Deed::KillRun, Ok(outcome)) => outcome.cause == Cause::Killed,
        (Deed::Kill(Victim::Guardian | Victim::Supervisor), Err(Error::SupervisorDied)) => true,
        (Deed::Kill(_), Err(Error::Infrastructure { subject, .. })) => {
            subject.ends_with("killed from outside")
        }
        (Deed::Kill(Victim::Below), Ok(outcome)) => {
            outcome.cause == Cause::Signaled && outcome.signal == Some(9)
        }
        // What stands still comes to no limit but that of wall time, at which it still does.
        (Deed::Stop(Victim::Below, _), Ok(outcome)) => outcome.cause == Cause::WallTimeLimit,
        _ => false,
    }
}

/// Panics, with what is needed to try again, where a round takes too long.
fn watch(what: String) -> Sender<()> {
    let (over, heard) = channel();
    std::thread::spawn(move || {
        if heard.recv_timeout(slow(ROUND)) == Err(RecvTimeoutError::Timeout) {
            eprintln!("{what}: hangs");
            std::process::abort();
        }
    });
    over
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn shared_memory() -> usize {
    std::fs::read_dir("/dev/shm").map_or(0, Iterator::count)
}

#[test]
fn whatever_befalls_a_lane_is_told_as_it_is_and_nothing_stays() {
    let seed = number("SANDGLASS_CHAOS_SEED").unwrap_or(11);
    let seconds = number("SANDGLASS_CHAOS_SECONDS").unwrap_or(20);
    let begin = Instant::now();
    let (mounts_before, memory_before) = (mounts(), shared_memory());
    let mut lane_in_use = None;
    let mut rounds = 0;
    while begin.elapsed() < Duration::from_secs(seconds) {
        rounds += 1;
        let mut moments = Moments::new(seed.wrapping_mul(1_000_003).wrapping_add(rounds));
        let program = PROGRAMS[moments.below(PROGRAMS.len() as u64) as usize];
        let deed = deed(&mut moments);
        let what = format!("SANDGLASS_CHAOS_SEED={seed}, round {rounds}: {deed:?} of {program:?}");
        let over = watch(what.clone());
        let lane = lane_in_use.take().unwrap_or_else(lane);
        let guardian = guardian(&lane);
        let started = Instant::now();
        let run = lane.submit(&program.request()).expect(&what);
        moments.sleep(ms(40));
        let mut stopped = None;
        let answer = match deed {
            Deed::Nothing => Some(run.wait()),
            Deed::Cancel => {
                run.cancel();
                None
            }
            Deed::KillRun => {
                let _ = run.kill();
                Some(run.wait())
            }
            Deed::Kill(victim) => {
                if let Some(process) = victim.one_of(&lane, guardian, &mut moments) {
                    let _ = sandglass_sys::send_signal(process as i32, 9);
                }
                Some(run.wait())
            }
            Deed::Stop(victim, time) => {
                if let Some(process) = victim.one_of(&lane, guardian, &mut moments) {
                    let _ = sandglass_sys::send_signal(process as i32, STOP);
                    match time {
                        None => stopped = Some(process),
                        Some(time) => {
                            std::thread::sleep(ms(time));
                            let _ = sandglass_sys::send_signal(process as i32, CONTINUE);
                        }
                    }
                }
                Some(run.wait())
            }
        };
        if let Some(answer) = &answer {
            assert!(is_true(program, deed, answer), "{what}: {answer:?}");
        }
        let took = started.elapsed();
        assert!(took < slow(Duration::from_secs(10)), "{what}: {took:?}");
        if matches!(deed, Deed::Kill(Victim::Guardian | Victim::Supervisor)) {
            let below = descendants(guardian);
            drop(lane);
            eventually(BOUND, &what, || {
                !alive(guardian) && below.iter().all(|&process| !alive(process))
            });
            no_cgroups(guardian);
        } else {
            let mut next = lane.run(&Program::Short.request());
            if matches!(deed, Deed::Kill(_)) && is_true(Program::Short, deed, &next) {
                // It may have hit the next cell, in the moment in which that was told to go.
                next = lane.run(&Program::Short.request());
            }
            let outcome = next.expect(&what);
            assert!(Program::Short.is_its_end(&outcome), "{what}, and then: {outcome:?}");
            // The supervisor, and init process and launcher of a cell that is built ahead.
            eventually(BOUND, &what, || descendants(guardian).len() <= 3);
            // Not what stands still in a cell that waits for a run of its own.
            drop(lane.run(&Program::Short.request()));
            eventually(BOUND, &what, || stopped.is_none_or(|process| !alive(process)));
            lane_in_use = Some(lane);
        }
        drop(over);
    }
    if let Some(lane) = lane_in_use {
        let guardian = guardian(&lane);
        drop(lane);
        no_cgroups(guardian);
    }
    // Other tests mount and share meanwhile, though not as much.
    let rounds = rounds as usize;
    assert!(
        mounts() < mounts_before + rounds / 4,
        "{mounts_before} mounts before, {} after",
        mounts()
    );
    assert!(shared_memory() < memory_before + rounds / 4, "{} in /dev/shm", shared_memory());
    println!("{rounds} rounds");
    assert!(rounds > seconds as usize / 2, "only {rounds} rounds");
}

/// Process 1 stands still while the program exits: that is heard of all the same, and as what it is. Nobody
/// asks for the run's end, and no limit is blamed.
#[test]
fn an_exit_that_process_one_is_kept_from_telling() {
    let lane = lane();
    for limit in [None, Some(slow(ms(300)))] {
        let (mut reader, writer) = pipe();
        let (input, mut keyboard) = std::io::pipe().expect("a pipe");
        let mut request = shell("echo here; read line; exit 7").stdout(to(writer));
        request =
            request.stdin(sandglass_sandbox::Input::Descriptor(std::sync::Arc::new(input.into())));
        request.limits_mut().wall_time = limit.map(|limit: Duration| limit + slow(ms(300)));
        let run = lane.submit(&request).expect("sent");
        drop(request);
        wait_here(&mut reader);
        let init = Victim::Init.one_of(&lane, guardian(&lane), &mut Moments::new(1)).expect("one");
        sandglass_sys::send_signal(init as i32, STOP).expect("it lives");
        std::io::Write::write_all(&mut keyboard, b"\n").expect("written");
        let begin = Instant::now();
        let outcome = run.wait().expect("an outcome");
        assert_eq!((outcome.cause, outcome.exit_code), (Cause::Exited, Some(7)), "{outcome:?}");
        assert!(begin.elapsed() < slow(Duration::from_secs(8)), "{:?}", begin.elapsed());
    }
}
