//! One measurement: two programs, a session between them, and what Main prints at its end.

use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use sandglass_channel::{Session, Side, Transport};

use super::build::{self, Bench, Tongue};
use super::{Contender, observation};
use crate::contender::ContenderError;
use crate::helper::{pin_to, unpin};
use crate::session::Observation;

/// What both programs call the first descriptor that they inherit.
const FIRST_INHERITED: i32 = 100;
/// The longest that a measurement may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// Bytes of a call beside its array: the header of the frame and the length.
const AROUND: usize = 20;

/// What to measure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    /// Of the contestant's program, and of Main.
    pub(super) cpus: (Option<usize>, Option<usize>),
    pub(super) bytes: usize,
    pub(super) calls: usize,
    /// Calls before those that count, of generated code.
    pub(super) first: usize,
    pub(super) measures: (Tongue, Contender),
}

/// Runs a pair of programs to their ends.
pub(super) fn play(
    bench: &Bench,
    program: &build::Program,
    pair: &Pair,
) -> Result<Observation, ContenderError> {
    let (bare, transport) = match pair.measures.1 {
        Contender::Bare(transport) => (true, transport),
        Contender::Generated(transport) => (false, transport),
        Contender::Compiler => return Err(ContenderError::Run("this is no pair".to_owned())),
    };
    let sizes = |bytes: usize| [bytes.to_string(), pair.calls.to_string()];
    let (child, main) = if bare {
        let side = |role: &str| {
            let words = [bench.bare.display().to_string(), role.to_owned(), HOW.to_owned()];
            let words = words.into_iter().chain(sizes(AROUND + pair.bytes)).collect();
            Program { directory: bench.bare.parent().unwrap_or(Path::new("/")).to_owned(), words }
        };
        (side("child"), side("main"))
    } else {
        let side = |program: &build::Program, more: &[String]| {
            let words = program.command.iter().map(|word| (*word).to_owned());
            let words = words.chain(more.iter().cloned()).collect();
            Program { directory: program.directory.clone(), words }
        };
        let mut numbers = sizes(pair.bytes).to_vec();
        numbers.push(pair.first.to_string());
        (side(program, &[]), side(&bench.main, &numbers))
    };
    let (wall, cpu) = converse(("child", transport), child, main, pair.cpus)?;
    Ok(observation(pair.calls, wall, cpu))
}

/// A program, and the directory that it is started in.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) directory: PathBuf,
    pub(super) words: Vec<String>,
}

/// A word in whose place the way to the other side is put.
const HOW: &str = "HOW";

/// Runs a contestant's program and Main to their ends, on these CPUs: the two numbers that Main says.
pub(super) fn converse(
    (name, transport): (&str, Transport),
    child: Program,
    main: Program,
    cpus: (Option<usize>, Option<usize>),
) -> Result<(u64, u64), ContenderError> {
    let session = |error: sandglass_channel::SessionError| ContenderError::Run(error.to_string());
    let mut open =
        Session::with(&[(name.to_owned(), transport)], FIRST_INHERITED).map_err(session)?;
    let side = |seen: Side, program: Program| -> Invocation {
        let setting = outside(&seen);
        let how = setting.rsplit('=').next().unwrap_or_default().to_owned();
        let word = |word: String| if word == HOW { how.clone() } else { word };
        let words = program.words.into_iter().map(word).collect();
        Invocation { words, directory: program.directory, setting, inherited: seen.inherited }
    };
    let child = side(open.peer(0, "Main"), child).start(cpus.0)?;
    let main = side(open.main(), main).start(cpus.1)?;
    figures(&watch(main, child, &mut open)?)
}

/// Wall time and CPU time, nanoseconds, as Main says them.
pub(super) fn figures(said: &str) -> Result<(u64, u64), ContenderError> {
    let mut numbers = said.split_ascii_whitespace().map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(wall)), Some(Ok(cpu)), None) => Ok((wall, cpu)),
        _ => Err(ContenderError::Protocol(format!("Main said {said:?}"))),
    }
}

/// The setting of a side that is in no sandbox: with the directories of the host.
fn outside(side: &Side) -> String {
    let mut setting = side.setting.clone();
    for (host, inside) in &side.directories {
        setting = setting.replace(&*inside.to_string_lossy(), &host.to_string_lossy());
    }
    setting
}

/// How a program is started.
struct Invocation {
    words: Vec<String>,
    directory: PathBuf,
    setting: String,
    inherited: Vec<Arc<OwnedFd>>,
}

/// A program; killed and reaped where nobody waits for it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Invocation {
    fn start(self, cpu: Option<usize>) -> Result<Running, ContenderError> {
        let set_up = |error: rustix::io::Errno| {
            ContenderError::while_doing("passing a descriptor on")(error.into())
        };
        // These copies are open across an exec, and only for as long as this start takes. The shell
        // gives them the numbers that the programs expect.
        let mut copies = Vec::new();
        let mut script = "exec \"$0\" \"$@\"".to_owned();
        for (place, descriptor) in self.inherited.iter().enumerate() {
            let copy = rustix::io::dup(descriptor).map_err(set_up)?;
            let raw = std::os::fd::AsRawFd::as_raw_fd(&copy);
            script += &format!(" {}<&{raw} {raw}<&-", FIRST_INHERITED + place as i32);
            copies.push(copy);
        }
        let mut command = Command::new("/bin/bash");
        command.arg("-c").arg(script).args(&self.words).current_dir(&self.directory);
        command.env("SANDGLASS_TASK", &self.setting).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A child inherits the affinity of the thread that starts it.
        let unpinned = cpu.map(pin_to).transpose();
        let unpinned = unpinned.map_err(ContenderError::while_doing("pinning a program"))?;
        let spawned = command.spawn();
        if let Some(set) = unpinned {
            unpin(&set).map_err(ContenderError::while_doing("unpinning the experiment"))?;
        }
        let program = self.words.first().cloned().unwrap_or_default();
        Ok(Running(spawned.map_err(|source| ContenderError::Start { program, source })?))
    }
}

/// Waits for both, asleep, so that nothing of ours takes a CPU from them. What Main said.
fn watch(
    mut main: Running,
    mut child: Running,
    session: &mut Session,
) -> Result<String, ContenderError> {
    let deadline = Instant::now() + PATIENCE;
    // Opened before anybody is reaped.
    let of_main = handle(&main.0)?;
    let of_child = handle(&child.0)?;
    wait_for_either([&of_main, &of_child], deadline)?;
    let ended = child.0.try_wait();
    if ended.map_err(ContenderError::while_doing("waiting for a program"))?.is_some() {
        // Then Main learns that nobody answers.
        session.close_all();
    }
    wait_for_either([&of_main, &of_main], deadline)?;
    let status = main.0.wait().map_err(ContenderError::while_doing("waiting for Main"))?;
    session.close_all();
    let mut said = read(main.0.stdout.take());
    if !status.success() {
        said = format!("{status}: {}", read(main.0.stderr.take()).trim());
        // What the other one says may be why.
        let _ = child.0.kill();
        said += &format!(" {}", read(child.0.stderr.take()).trim());
        return Err(ContenderError::Run(said));
    }
    wait_for_either([&of_child, &of_child], deadline)?;
    Ok(said)
}

fn failed(error: rustix::io::Errno) -> ContenderError {
    ContenderError::while_doing("waiting for the programs")(io::Error::from(error))
}

/// What can be waited for, even when the process is gone.
fn handle(process: &Child) -> Result<OwnedFd, ContenderError> {
    let id = Pid::from_raw(process.id() as i32).ok_or(rustix::io::Errno::SRCH).map_err(failed)?;
    pidfd_open(id, PidfdFlags::empty()).map_err(failed)
}

fn wait_for_either(processes: [&OwnedFd; 2], deadline: Instant) -> Result<(), ContenderError> {
    let mut both = processes.map(|process| PollFd::new(process, PollFlags::IN));
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let limit = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut both, Some(&limit)) {
            Ok(0) => return Err(ContenderError::TimedOut { seconds: PATIENCE.as_secs() }),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(failed(error)),
        }
    }
}

/// What a program that has ended had said: a line or two, which a pipe holds.
fn read(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        // What cannot be read is missing from a message, no more.
        let _ = stream.take(4096).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
