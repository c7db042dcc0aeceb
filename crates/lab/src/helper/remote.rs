//! The experiment's end of a launcher.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::HelperCommand;
use super::protocol::{Answer, Batch, Launch, Order};
use crate::contender::ContenderError;
use crate::session::Observation;

/// Longest that one run of any program may take before its launcher is given up.
const PATIENCE_PER_RUN: Duration = Duration::from_secs(20);

/// Variables that a peer may need to find its state; all others would only make `execve` slower.
const KEPT_VARIABLES: [&str; 4] = ["PATH", "HOME", "XDG_RUNTIME_DIR", "LANG"];

/// A running launcher; dropping it ends the process and all that is left in its group.
#[derive(Debug)]
pub(crate) struct Launcher {
    child: Child,
    orders: Option<ChildStdin>,
    answers: ChildStdout,
    /// Bytes of an answer that has not ended yet.
    pending: Vec<u8>,
}

impl Launcher {
    /// Starts a launcher; `prefix` is a command line that executes the one appended to it.
    pub(crate) fn start(helper: &HelperCommand, prefix: &[String]) -> Result<Self, ContenderError> {
        let mut command = match prefix {
            [] => Command::new(&helper.executable),
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments).arg(&helper.executable);
                command
            }
        };
        command.args(&helper.arguments).arg("launcher").env_clear();
        for name in KEPT_VARIABLES {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        // A group of its own: Ctrl-C is for the experiment, which lets a measurement end.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|source| ContenderError::Start {
            program: command.get_program().to_string_lossy().into_owned(),
            source,
        })?;
        let (Some(orders), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ContenderError::Protocol("the launcher has no pipes".to_owned()));
        };
        Ok(Self { child, orders: Some(orders), answers, pending: Vec::new() })
    }

    /// Runs the program once; gives the launcher's resident memory in KiB.
    pub(crate) fn check(&mut self, launch: &Launch) -> Result<u64, ContenderError> {
        self.send(&Order::Check(launch.clone()))?;
        match self.receive(PATIENCE_PER_RUN)? {
            Answer::Checked { resident_kib } => Ok(resident_kib),
            other => Err(unexpected(&other)),
        }
    }

    /// Times each run of a batch.
    pub(crate) fn time(
        &mut self,
        launch: &Launch,
        batch: &Batch,
    ) -> Result<Vec<Observation>, ContenderError> {
        self.send(&Order::Time(launch.clone(), *batch))?;
        let pause = Duration::from_nanos(batch.pause_ns);
        let runs = u32::try_from(batch.runs).unwrap_or(u32::MAX);
        match self.receive((PATIENCE_PER_RUN + pause).saturating_mul(runs.max(1)))? {
            Answer::Times(times) => Ok(times.into_iter().map(Observation::wall).collect()),
            other => Err(unexpected(&other)),
        }
    }

    /// Starts running the program again and again; [`Launcher::sustained`] gets the result.
    pub(crate) fn sustain(
        &mut self,
        launch: &Launch,
        wall: Duration,
    ) -> Result<(), ContenderError> {
        self.send(&Order::Sustain(launch.clone(), wall.as_nanos() as u64))
    }

    /// Waits for the end of what [`Launcher::sustain`] started: completed runs and their time.
    pub(crate) fn sustained(&mut self, wall: Duration) -> Result<(u64, Duration), ContenderError> {
        match self.receive(wall + PATIENCE_PER_RUN)? {
            Answer::Sustained { runs, wall_ns } => Ok((runs, Duration::from_nanos(wall_ns))),
            other => Err(unexpected(&other)),
        }
    }

    fn send(&mut self, order: &Order) -> Result<(), ContenderError> {
        let Some(orders) = &mut self.orders else {
            return Err(ContenderError::Protocol("the launcher was given up".to_owned()));
        };
        let mut line = serde_json::to_vec(order)
            .map_err(|error| ContenderError::Protocol(format!("an order: {error}")))?;
        line.push(b'\n');
        orders
            .write_all(&line)
            .map_err(|error| ContenderError::Protocol(format!("the launcher is gone: {error}")))
    }

    fn receive(&mut self, patience: Duration) -> Result<Answer, ContenderError> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(end) = self.pending.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.pending.drain(..=end).collect();
                return match serde_json::from_slice(&line) {
                    Ok(Answer::Failed(message)) => Err(ContenderError::Run(message)),
                    Ok(answer) => Ok(answer),
                    Err(error) => Err(ContenderError::Protocol(format!("an answer: {error}"))),
                };
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Out of step from here on: the late answer must never be taken for another's.
                self.orders = None;
                return Err(ContenderError::TimedOut { seconds: patience.as_secs() });
            }
            self.read_within(left)?;
        }
    }

    /// Waits for bytes and appends them to `pending`; returns without any after a signal.
    fn read_within(&mut self, left: Duration) -> Result<(), ContenderError> {
        let failed = |error: String| ContenderError::Protocol(format!("the launcher: {error}"));
        let timeout = Timespec::try_from(left).map_err(|error| failed(error.to_string()))?;
        let mut waiting = [PollFd::new(&self.answers, PollFlags::IN)];
        match poll(&mut waiting, Some(&timeout)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(failed(error.to_string())),
        }
        let mut buffer = [0; 16 * 1024];
        match self.answers.read(&mut buffer).map_err(|error| failed(error.to_string()))? {
            0 => Err(failed("it ended without an answer".to_owned())),
            count => {
                self.pending.extend_from_slice(&buffer[..count]);
                Ok(())
            }
        }
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        // The end of its stdin ends a launcher that waits for an order; one that is stuck in a
        // run, or left a process behind, needs the signal. The group is ours: it has the child's
        // id, which stays taken until `wait`.
        let was_given_up = self.orders.take().is_none();
        if !was_given_up && matches!(self.wait_briefly(), Ok(true)) {
            return;
        }
        if let Some(group) = Pid::from_raw(self.child.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

impl Launcher {
    /// Whether the launcher ended by itself within a second.
    fn wait_briefly(&mut self) -> std::io::Result<bool> {
        for _ in 0..200 {
            if self.child.try_wait()?.is_some() {
                return Ok(true);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(false)
    }
}

fn unexpected(answer: &Answer) -> ContenderError {
    ContenderError::Protocol(format!("an answer to another order: {answer:?}"))
}
