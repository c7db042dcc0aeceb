//! The launcher: starts programs with `posix_spawn`, waits for them, and times that.
//!
//! It is a process with a few hundred KiB resident and one thread. `std::process::Command` calls
//! `posix_spawn` when asked for nothing that it cannot do, and here it is asked for nothing but
//! an inherited stdin, stdout and stderr: those are `/dev/null` in the launcher itself, so no file
//! action is needed either, and orders and answers go through two other descriptors.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_getaffinity};

use super::protocol::{Answer, Batch, Launch, Order};
use super::{pin_to, unpin};

/// Serves orders from stdin until it ends; answers on stdout.
pub(super) fn serve() -> io::Result<()> {
    let (orders, mut answers) = free_standard_streams()?;
    let all_cpus = sched_getaffinity(None)?;
    for line in BufReader::new(orders).lines() {
        let order: Order = serde_json::from_str(&line?)?;
        let answer = obey(order, &all_cpus).unwrap_or_else(Answer::Failed);
        let mut text = serde_json::to_vec(&answer)?;
        text.push(b'\n');
        answers.write_all(&text)?;
    }
    Ok(())
}

/// Moves stdin and stdout to descriptors that programs do not inherit, and `/dev/null` to 0, 1, 2.
fn free_standard_streams() -> io::Result<(File, File)> {
    let orders: OwnedFd = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let answers: OwnedFd = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok((orders.into(), answers.into()))
}

fn obey(order: Order, all_cpus: &CpuSet) -> Result<Answer, String> {
    match order {
        Order::Check(launch) => {
            check(&launch)?;
            Ok(Answer::Checked { resident_kib: resident_kib().map_err(|error| error.to_string())? })
        }
        Order::Time(launch, batch) => {
            unpin(all_cpus).map_err(|error| format!("setting the affinity: {error}"))?;
            if let Some(cpu) = batch.cpu {
                pin_to(cpu).map_err(|error| format!("pinning to CPU {cpu}: {error}"))?;
            }
            time(&launch, &batch)
        }
        Order::Sustain(launch, wall_ns) => {
            unpin(all_cpus).map_err(|error| format!("setting the affinity: {error}"))?;
            sustain(&launch, Duration::from_nanos(wall_ns))
        }
    }
}

fn command_of(launch: &Launch) -> Command {
    let mut command = Command::new(&launch.program);
    command.args(&launch.arguments);
    command
}

/// Gives the command a freshly opened stdin where the launch asks for one.
fn refresh_stdin(command: &mut Command, launch: &Launch) -> Result<(), String> {
    if let Some(path) = &launch.stdin {
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        command.stdin(file);
    }
    Ok(())
}

/// One untimed run whose stderr is read, so that a failure can be explained.
fn check(launch: &Launch) -> Result<(), String> {
    let mut command = command_of(launch);
    command.stderr(Stdio::piped());
    command.stdin(Stdio::null());
    refresh_stdin(&mut command, launch)?;
    let output = command
        .output()
        .map_err(|error| format!("starting {}: {error}", launch.program.display()))?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}: {}", output.status, stderr.trim()))
}

fn time(launch: &Launch, batch: &Batch) -> Result<Answer, String> {
    let mut command = command_of(launch);
    let mut times = Vec::with_capacity(batch.runs);
    for _ in 0..batch.runs {
        refresh_stdin(&mut command, launch)?;
        if batch.pause_ns > 0 {
            std::thread::sleep(Duration::from_nanos(batch.pause_ns));
        }
        let start = Instant::now();
        let status = run(&mut command)?;
        times.push(start.elapsed().as_nanos() as u64);
        expect_success(launch, status)?;
    }
    Ok(Answer::Times(times))
}

fn sustain(launch: &Launch, wall: Duration) -> Result<Answer, String> {
    let mut command = command_of(launch);
    let mut runs = 0;
    let start = Instant::now();
    loop {
        refresh_stdin(&mut command, launch)?;
        expect_success(launch, run(&mut command)?)?;
        runs += 1;
        let elapsed = start.elapsed();
        if elapsed >= wall {
            return Ok(Answer::Sustained { runs, wall_ns: elapsed.as_nanos() as u64 });
        }
    }
}

fn run(command: &mut Command) -> Result<ExitStatus, String> {
    command
        .status()
        .map_err(|error| format!("starting {}: {error}", command.get_program().display()))
}

/// A failed run is repeated with its stderr in view; a second time it may well succeed.
fn expect_success(launch: &Launch, status: ExitStatus) -> Result<(), String> {
    if status.success() {
        return Ok(());
    }
    check(launch)?;
    Err(format!("{status}, but not when repeated"))
}

fn resident_kib() -> io::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let value = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
    value.ok_or_else(|| io::Error::other("/proc/self/status names no VmRSS"))
}
