//! Deaths, malformed messages, leaks, and the words of results.

use crate::raw::{Raw, host_view, run};
use crate::support::*;
use sandglass_sandbox::{Backend, Cause, Error, Stage, Weakness};
use sandglass_wire::{Command, CopyIn, CopyOut, Executable, Limits, Output as WireOutput, Reply};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

const HOLDER: &str = "SANDGLASS_CONFORMANCE_HOLDER";

/// Not a test of its own: the body of the process that `d1_...client...` kills.
#[test]
fn holder_of_a_lane() {
    if std::env::var_os(HOLDER).is_none() {
        return;
    }
    let lane = lane();
    let (mut reader, writer) = pipe();
    let _run = lane.submit(&inside(&["tree"]).stdout(to(writer))).expect("sent");
    wait_here(&mut reader);
    println!("\nguardian {}", guardian(&lane));
    loop {
        std::thread::park();
    }
}

#[test]
fn d1_everything_dies_with_the_client() {
    let mut client = Process::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "robustness::holder_of_a_lane", "--nocapture", "--test-threads=1"])
        .env(HOLDER, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let output = BufReader::new(client.stdout.take().expect("piped"));
    let guardian: u32 = output
        .lines()
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("guardian ")?.parse().ok())
        .expect("the lane is up");
    let processes = descendants(guardian);
    assert!(processes.len() >= 6, "{processes:?}");
    client.kill().expect("killed");
    client.wait().expect("waited");
    eventually(Duration::from_secs(4), "every process of the lane is dead", || {
        !alive(guardian) && processes.iter().all(|&process| !alive(process))
    });
    eventually(Duration::from_secs(4), "its cgroups are gone", || cgroups(guardian).is_empty());
}

fn kill_supervisor(lane: &sandglass_sandbox::Lane) {
    sandglass_sys::send_signal(lane.facts().supervisor as i32, 9).expect("sent");
}

#[test]
fn d1_the_program_dies_with_the_supervisor() {
    let lane = lane();
    let guardian = guardian(&lane);
    let (mut reader, writer) = pipe();
    let request = inside(&["tree"]).stdout(to(writer));
    let run = lane.submit(&request).expect("sent");
    drop(request);
    wait_here(&mut reader);
    let processes = descendants(guardian);
    let start = Instant::now();
    kill_supervisor(&lane);
    assert_eq!(reader.read(&mut [0; 1]).expect("the end"), 0);
    assert!(start.elapsed() < slow(ms(800)), "{:?}", start.elapsed());
    assert!(matches!(run.wait(), Err(Error::SupervisorDied)));
    eventually(ms(4000), "all is dead", || processes.iter().all(|&process| !alive(process)));
    drop(lane);
    assert_eq!(cgroups(guardian), Vec::<String>::new());
}

#[test]
fn d2_the_supervisors_death_is_an_error_when_waiting() {
    let lane = lane();
    let run = lane.submit(&inside(&["pause"])).expect("sent");
    kill_supervisor(&lane);
    let error = run.wait().expect_err("dead");
    assert!(matches!(error, Error::SupervisorDied) && !error.is_request_fault(), "{error:?}");
    assert!(error.hint().is_some());
}

#[test]
fn d2_the_supervisors_death_is_an_error_when_sending() {
    let lane = lane();
    let supervisor = lane.facts().supervisor;
    kill_supervisor(&lane);
    eventually(ms(4000), "it is dead", || !alive(supervisor));
    let error = lane.run(&inside(&["exit", "0"])).expect_err("dead");
    assert!(matches!(error, Error::SupervisorDied), "{error:?}");
    let error = lane.run(&inside(&["exit", "0"])).expect_err("still dead");
    assert!(matches!(error, Error::SupervisorDied), "{error:?}");
}

#[test]
fn d2_a_lane_whose_supervisor_died_ends_cleanly() {
    let lane = lane();
    kill_supervisor(&lane);
    let start = Instant::now();
    drop(lane);
    assert!(start.elapsed() < slow(Duration::from_secs(4)));
}

#[test]
fn d2_results_before_the_supervisors_death_are_kept() {
    let lane = lane();
    let first = lane.submit(&inside(&["exit", "1"])).expect("sent");
    let second = lane.submit(&inside(&["exit", "2"])).expect("sent");
    let (mut reader, writer) = pipe();
    let third = lane.submit(&inside(&["pause"]).stdout(to(writer))).expect("sent");
    // The third runs, so the other two have been answered.
    wait_here(&mut reader);
    kill_supervisor(&lane);
    assert!(matches!(third.wait(), Err(Error::SupervisorDied)));
    assert_eq!(second.wait().expect("kept").exit_code, Some(2));
    assert_eq!(first.wait().expect("kept").exit_code, Some(1));
}

fn full_run() -> sandglass_wire::Run {
    let mut run = run(7, Some(1));
    run.executable = Executable::Path(b"/bin/true".to_vec());
    run.arguments = vec![b"true".to_vec(), b"one".to_vec()];
    run.environment = vec![b"PATH=/bin".to_vec()];
    run.stdout = WireOutput::Capture(4096);
    run.limits = Limits { cpu_time: Some(1), memory: Some(1 << 20), ..Limits::default() };
    run.copy_in = vec![CopyIn { path: b"/box/in".to_vec(), mode: 0o644 }];
    run.copy_out = vec![CopyOut { path: b"/box/out".to_vec(), limit: 99 }];
    run
}

/// Every value of every byte of a request, and every shorter form of it, decodes or is refused.
#[test]
fn d4_no_mutation_of_a_request_makes_the_decoder_panic() {
    let bytes = Command::Run(Box::new(full_run())).encode();
    let mut refused = 0;
    for place in 0..bytes.len() {
        let mut mutated = bytes.clone();
        for value in 0..=255 {
            mutated[place] = value;
            refused += u32::from(Command::decode(&mutated, 1).is_err());
        }
        assert!(Command::decode(&bytes[..place], 1).is_err(), "{place} bytes are no message");
    }
    assert!(refused > 0);
    assert!(Command::decode(&bytes, 1).is_ok());
    assert!(Command::decode(&bytes, 0).is_err());
}

/// The same, one mutation of each byte, against a living supervisor, which must go on.
#[test]
fn d4_a_supervisor_survives_malformed_messages() {
    let mut raw = Raw::ready();
    let bytes = Command::View { slot: 1, view: host_view() }.encode();
    let mut refused = 0;
    for place in 0..bytes.len() {
        let mut mutated = bytes.clone();
        mutated[place] = 0xfe;
        if Command::decode(&mutated, 0).is_ok() {
            continue;
        }
        raw.send_bytes(&mutated, &[]);
        match raw.reply() {
            Some(Reply::Failed(failure)) => assert!(failure.request_at_fault),
            other => panic!("byte {place}: {other:?}"),
        }
        refused += 1;
    }
    assert!(refused > 5);
    raw.send(&Command::Run(Box::new(run(3, None))));
    assert!(matches!(raw.reply(), Some(Reply::Outcome(outcome)) if outcome.exit_code == Some(0)));
    assert_eq!(raw.end(), Some(0));
}

fn open_descriptors(process: u32) -> usize {
    std::fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count)
}

/// Lanes of other tests come and go in this process, so the leak test counts in a process of its own.
#[test]
fn h5_a_thousand_runs_leak_nothing() {
    const ALONE: &str = "SANDGLASS_CONFORMANCE_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let status = Process::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "robustness::h5_a_thousand_runs_leak_nothing", "--test-threads=1"])
            .env(ALONE, "1")
            .stdout(Stdio::null())
            .status()
            .expect("started");
        assert!(status.success(), "see the message above");
        return;
    }
    let rounds = if std::env::var_os("SANDGLASS_LONG").is_some() { 10_000 } else { 1_000 };
    let lane = lane();
    let (supervisor, guardian) = (lane.facts().supervisor, guardian(&lane));
    let count_cgroups = || {
        let mut open = cgroups(guardian);
        let mut count = 0;
        while let Some(directory) = open.pop() {
            count += 1;
            for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    open.push(entry.path().display().to_string());
                }
            }
        }
        count
    };
    let lines = |file: &str| std::fs::read_to_string(file).map_or(0, |text| text.lines().count());
    let figures = || {
        [
            open_descriptors(std::process::id()),
            open_descriptors(supervisor),
            count_cgroups(),
            lines("/proc/self/mountinfo"),
            lines(&format!("/proc/{supervisor}/mountinfo")),
            descendants(guardian).len(),
        ]
    };
    let request = inside(&["exit", "0"]);
    let some = |count: usize| {
        for round in 0..count {
            match round % 10 {
                3 => lane.submit(&inside(&["pause"])).expect("sent").cancel(),
                6 => assert!(lane.run(&inside(&["none"]).directory("/none")).is_err()),
                _ => assert!(lane.run(&request).expect("an outcome").success()),
            }
        }
        // The cell that is built ahead must stand, in both counts.
        assert!(lane.run(&request).expect("an outcome").success());
        std::thread::sleep(slow(ms(100)));
    };
    some(50);
    let before = figures();
    some(rounds);
    let after = figures();
    for (index, what) in [
        "descriptors of this process",
        "descriptors of the supervisor",
        "cgroups",
        "mounts of this process",
        "mounts of the supervisor",
        "processes",
    ]
    .into_iter()
    .enumerate()
    {
        // A cell more or less may stand at the moment of counting: a few descriptors, two processes.
        assert!(after[index] <= before[index] + 6, "{what}: {} to {}", before[index], after[index]);
    }
}

/// Names are what the JSON of an outcome carries; equal results are equal, others differ.
#[test]
fn i1_results_describe_themselves() {
    let lane = lane();
    let exited = lane.run(&inside(&["exit", "3"])).expect("an outcome");
    assert_eq!((exited.cause.name(), exited.exit_code, exited.signal), ("exited", Some(3), None));
    let killed = lane.run(&inside(&["signal", "15"])).expect("an outcome");
    assert_eq!(
        (killed.cause.name(), killed.exit_code, killed.signal),
        ("signaled", None, Some(15))
    );
    let dumped = lane.run(&inside(&["signal", "6"])).expect("an outcome");
    assert_eq!((dumped.cause.name(), dumped.signal), ("signaled", Some(6)));
    assert_eq!(exited.cause, Cause::Exited);
    assert_ne!(exited.cause, killed.cause);
    assert_eq!(killed.cause, dumped.cause);
    let mut names: Vec<_> = Cause::ALL.iter().map(|cause| cause.name()).collect();
    names.extend(Weakness::ALL.iter().map(|weakness| weakness.name()));
    names.extend(Backend::ALL.iter().map(|backend| backend.name()));
    names.extend(Stage::ALL.iter().map(|stage| stage.name()));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two things of one name");
}

/// Stopping and continuing are no ends of a run.
#[test]
fn i1_a_stopped_program_has_not_ended() {
    let lane = lane();
    let mut request = inside(&["signal", "19"]);
    request.limits_mut().wall_time = Some(slow(ms(200)));
    let outcome = lane.run(&request).expect("an outcome");
    assert_eq!(outcome.cause, Cause::WallTimeLimit, "{outcome:?}");
}
