//! What judging costs, beside what it cannot cost less than; both measured in turns in one session.
//!
//! `cargo bench -p sandglass-judge` prints two ratios with their spread:
//!
//! * a round trip of a message between a submission and its interactor, both in sandboxes on one CPU,
//!   against two bare pipes between the same two programs on the same CPU (must: at most 1.05);
//! * tests a second of a package of 200 tiny tests on two lanes, against bare runs of the same program
//!   a second in two sandbox lanes (must: at least 0.7);
//!
//! and a count: time-limit verdicts among 200 judgings of a submission that needs nine tenths of its
//! limit, beside a neighbour that keeps another core and its memory busy (must: none).
//!
//! `--rounds N` is how often the ratios are measured (5), `--judgings N` how often it is judged (200).
//! Exit status: 0 all hold, 1 one does not, 2 wrong usage, 3 it could not be measured.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Instant;

use sandglass_judge::{Judge, Options, Report, Submission, Verdict, open_lanes};
use sandglass_languages::Languages;
use sandglass_package::{Package, SourceFile, Sources};
use sandglass_sandbox::{Lane, LaneOptions, Limits, Request};
use tempfile::TempDir;

const PING: &str = include_str!("ping.c");
const PONG: &str = include_str!("pong.c");
const ROUND_TRIPS: u32 = 20_000;
const TINY_TESTS: usize = 200;
/// Walks through 4 MiB in a random order, again and again: the work of a cache and of a core.
const WORK: &str = "#include <stdio.h>\nstatic unsigned next[1 << 20];\nint main(void) {\n    \
    unsigned n, at = 0, size = 1 << 20;\n    if (scanf(\"%u\", &n) != 1) return 1;\n    \
    for (unsigned i = 0; i < size; i++) next[i] = (i * 1664525u + 1013904223u) % size;\n    \
    for (int turn = 0; turn < 300; turn++)\n        \
    for (unsigned i = 0; i < size / 16; i++) at = next[at] ^ (turn & 1);\n    \
    printf(\"%u\\n\", at == size ? n : n + 1);\n    return 0;\n}\n";
const TINY: &str = "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) == 1 ? printf(\"%d\\n\", n + 1) < 0 : 1; }\n";

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str, otherwise: usize| {
        let Some(at) = arguments.iter().position(|argument| argument == name) else {
            return Ok(otherwise);
        };
        let given = arguments.get(at + 1).map_or("", String::as_str);
        match given.parse() {
            Ok(0) | Err(_) => Err(format!("{name} wants a number from 1, and not {given:?}")),
            Ok(number) => Ok(number),
        }
    };
    let (rounds, judgings) = match (number("--rounds", 5), number("--judgings", 200)) {
        (Ok(rounds), Ok(judgings)) => (rounds, judgings),
        (Err(error), _) | (_, Err(error)) => {
            eprintln!("judge benchmark: {error}");
            return ExitCode::from(2);
        }
    };
    let all = || -> Result<bool, Failure> {
        Ok(round_trips(rounds)? & tiny_tests(rounds)? & nine_tenths_of_a_limit(judgings)?)
    };
    match all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("judge benchmark: {error}");
            ExitCode::from(3)
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    Ok(std::fs::write(path, text)?)
}

fn package(files: &[(String, String)]) -> Result<(TempDir, Package), Failure> {
    let folder = tempfile::tempdir()?;
    for (name, text) in files {
        write(folder.path(), name, text)?;
    }
    let package = Package::open(folder.path())?;
    Ok((folder, package))
}

fn judge_to_any_end(
    judge: &Judge,
    package: &Package,
    name: &str,
    text: &str,
) -> Result<Report, Failure> {
    let file = SourceFile { name: name.to_owned(), content: text.as_bytes().to_vec() };
    let sources = Sources { name: name.to_owned(), files: vec![file] };
    let submission = Submission { sources: &sources, language: None, entry_point: None };
    let options = Options { all_tests: true, ..Options::default() };
    Ok(judge.judge(package, &submission, &options, &mut |_| {})?)
}

fn judge(judge: &Judge, package: &Package, name: &str, text: &str) -> Result<Report, Failure> {
    let report = judge_to_any_end(judge, package, name, text)?;
    if report.verdict != Some(Verdict::Accepted) {
        return Err(format!("not accepted: {report:#?}").into());
    }
    Ok(report)
}

/// The middle, and the ratio of the largest to the smallest.
fn middle(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    (values[values.len() / 2], values[values.len() - 1] / values[0])
}

fn round_trips(rounds: usize) -> Result<bool, Failure> {
    let keys = "problem_format_version: 2025-09\nname: ping\nuuid: ping\ntype: [pass-fail, interactive]\n\
                limits: {time_limit: 60, memory: 256, validation_memory: 256}\n";
    let (_folder, mut ping) = package(&[
        ("problem.yaml".to_owned(), keys.to_owned()),
        ("output_validator/ping.c".to_owned(), PING.to_owned()),
        ("data/secret/1.in".to_owned(), String::new()),
        ("data/secret/1.ans".to_owned(), String::new()),
    ])?;
    ping.tests[0].output_validator_arguments = vec![ROUND_TRIPS.to_string()];
    let ours = Judge::new(open_lanes(LaneOptions::default, 1)?, Languages::builtin()?);
    let bare = tempfile::tempdir()?;
    for (name, text) in [("ping", PING), ("pong", PONG)] {
        write(bare.path(), &format!("{name}.c"), text)?;
        let source = bare.path().join(format!("{name}.c"));
        let mut compiler = Command::new("/usr/bin/gcc");
        compiler.arg("-O2").arg("-o").arg(bare.path().join(name)).arg(source);
        if !compiler.status()?.success() {
            return Err("gcc failed".into());
        }
    }
    let (mut judged, mut piped) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        piped.push(bare_round_trip(bare.path())?);
        let report = judge(&ours, &ping, "pong.c", PONG)?;
        let checker = report.tests[0].checker.as_ref().ok_or("no checker")?;
        judged.push(checker.message.trim().parse::<f64>()?);
    }
    let ((judged, judged_spread), (piped, piped_spread)) = (middle(judged), middle(piped));
    let ratio = judged / piped;
    println!(
        "round trip: {judged:.0} ns judged (spread {judged_spread:.2}), {piped:.0} ns over bare pipes \
         (spread {piped_spread:.2}), ratio {ratio:.3} (must be at most 1.05)"
    );
    Ok(ratio <= 1.05)
}

/// Nanoseconds of a round trip between the two programs, with nothing around them.
fn bare_round_trip(folder: &Path) -> Result<f64, Failure> {
    let cpu = first_cpu()?;
    let start = |program: &str| {
        let mut command = Command::new("/usr/bin/taskset");
        command.args(["-c", &cpu.to_string()]).arg(folder.join(program));
        command
    };
    let mut pong = start("pong").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(to), Some(from)) = (pong.stdin.take(), pong.stdout.take()) else {
        return Err("no pipes".into());
    };
    let feedback = format!("{}/", folder.display());
    let status = start("ping")
        .args(["", "", &feedback, &ROUND_TRIPS.to_string()])
        .stdin(Stdio::from(from))
        .stdout(Stdio::from(to))
        .status()?;
    pong.wait()?;
    if status.code() != Some(42) {
        return Err(format!("ping ended with {status}").into());
    }
    Ok(std::fs::read_to_string(folder.join("judgemessage.txt"))?.trim().parse()?)
}

/// Judges a submission that needs nine tenths of its limit, beside a busy neighbour.
fn nine_tenths_of_a_limit(judgings: usize) -> Result<bool, Failure> {
    let with_limit = |seconds: f64| {
        let keys = format!(
            "problem_format_version: 2025-09\nname: work\nuuid: work\n\
             limits: {{time_limit: {seconds:.4}, memory: 256}}\n"
        );
        package(&[
            ("problem.yaml".to_owned(), keys),
            ("data/secret/1.in".to_owned(), "7\n".to_owned()),
            ("data/secret/1.ans".to_owned(), "8\n".to_owned()),
        ])
    };
    let ours = Judge::new(open_lanes(LaneOptions::default, 1)?, Languages::builtin()?);
    let (_folder, roomy) = with_limit(30.0)?;
    let mut times = Vec::new();
    for _ in 0..9 {
        let report = judge(&ours, &roomy, "work.c", WORK)?;
        times.push(report.tests[0].cpu_time.as_secs_f64());
    }
    let (alone, _) = middle(times);
    let limit = alone / 0.9;
    let (_folder, tight) = with_limit(limit)?;
    // Its lane has the first CPU; the neighbour has the second.
    let mut neighbour = Command::new("/usr/bin/taskset");
    neighbour.args(["-c", &(first_cpu()? + 1).to_string()]);
    let folder = tempfile::tempdir()?;
    write(folder.path(), "busy.c", &WORK.replace("turn < 300", "1"))?;
    let (source, busy) = (folder.path().join("busy.c"), folder.path().join("busy"));
    if !Command::new("/usr/bin/gcc").arg("-O2").arg("-o").arg(&busy).arg(source).status()?.success()
    {
        return Err("gcc failed".into());
    }
    let mut neighbour = neighbour.arg(&busy).stdin(Stdio::piped()).spawn()?;
    writeln!(neighbour.stdin.as_mut().ok_or("no pipe")?, "7")?;
    let judged = || -> Result<(usize, Vec<f64>, usize), Failure> {
        let (mut over, mut repeated, mut times) = (0, 0, Vec::new());
        for _ in 0..judgings {
            let report = judge_to_any_end(&ours, &tight, "work.c", WORK)?;
            match report.verdict {
                Some(Verdict::Accepted) => {}
                Some(Verdict::TimeLimitExceeded) => over += 1,
                _ => return Err(format!("neither accepted nor too slow: {report:#?}").into()),
            }
            repeated += usize::from(report.tests[0].timing.is_some());
            times.push(report.tests[0].cpu_time.as_secs_f64());
        }
        Ok((over, times, repeated))
    };
    let found = judged();
    neighbour.kill()?;
    neighbour.wait()?;
    let (over, times, repeated) = found?;
    let (beside, spread) = middle(times);
    println!(
        "nine tenths of a limit of {limit:.3} s, beside a busy neighbour: {over} of {judgings} over it (must \
         be none), {beside:.3} s (spread {spread:.2}) and {alone:.3} s without, {repeated} measured anew"
    );
    Ok(over == 0)
}

fn first_cpu() -> Result<usize, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let first = list.unwrap_or("0").trim().split([',', '-']).next().unwrap_or("0");
    Ok(first.parse()?)
}

fn tiny_tests(rounds: usize) -> Result<bool, Failure> {
    let mut files = vec![(
        "problem.yaml".to_owned(),
        "problem_format_version: 2025-09\nname: tiny\nuuid: tiny\nlimits: {time_limit: 1, memory: 256}\n"
            .to_owned(),
    )];
    for test in 0..TINY_TESTS {
        files.push((format!("data/secret/{test:03}.in"), format!("{test}\n")));
        files.push((format!("data/secret/{test:03}.ans"), format!("{}\n", test + 1)));
    }
    let (_folder, tiny) = package(&files)?;
    let ours = Judge::new(open_lanes(LaneOptions::default, 2)?, Languages::builtin()?);
    // Compiled and warm.
    judge(&ours, &tiny, "tiny.c", TINY)?;
    let folder = tempfile::tempdir()?;
    write(folder.path(), "tiny.c", TINY)?;
    let program = folder.path().join("tiny");
    let status = Command::new("/usr/bin/gcc")
        .arg("-O2")
        .arg("-o")
        .arg(&program)
        .arg(folder.path().join("tiny.c"))
        .status()?;
    if !status.success() {
        return Err("gcc failed".into());
    }
    let program = Arc::new(std::os::fd::OwnedFd::from(std::fs::File::open(&program)?));
    let lanes: Vec<Lane> = (0..2)
        .map(|cpu| Lane::new(&LaneOptions { cpus: vec![cpu], ..LaneOptions::default() }))
        .collect::<Result<_, _>>()?;
    let (mut judged, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let started = Instant::now();
        std::thread::scope(|scope| {
            let run = |lane| {
                let request =
                    Request::from_descriptor(Arc::clone(&program), "tiny").limits(Limits {
                        memory: Some(256 << 20),
                        processes: Some(1),
                        ..Limits::default()
                    });
                move || {
                    let lane: &Lane = lane;
                    (0..TINY_TESTS / 2).try_for_each(|_| lane.run(&request).map(drop))
                }
            };
            let threads: Vec<_> = lanes.iter().map(|lane| scope.spawn(run(lane))).collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result.map_err(Failure::from),
                Err(_) => Err("a thread panicked".into()),
            })
        })?;
        bare.push(TINY_TESTS as f64 / started.elapsed().as_secs_f64());
        let started = Instant::now();
        judge(&ours, &tiny, "tiny.c", TINY)?;
        judged.push(TINY_TESTS as f64 / started.elapsed().as_secs_f64());
    }
    let ((judged, judged_spread), (bare, bare_spread)) = (middle(judged), middle(bare));
    let ratio = judged / bare;
    println!(
        "200 tiny tests on two lanes: {judged:.0} a second judged (spread {judged_spread:.2}), \
         {bare:.0} bare runs a second (spread {bare_spread:.2}), ratio {ratio:.2} (must be at least 0.7)"
    );
    Ok(ratio >= 0.7)
}
