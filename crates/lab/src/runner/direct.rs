//! No sandbox: spawn, wait, and the kernel's account of the child.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

use super::{RunRequest, Runner};
use crate::contender::{ContenderError, Identity, Role};
use crate::helper::{pin_to, unpin};
use crate::session::Observation;

/// Runs programs as they are.
///
/// The CPU time is that of `wait4`, which covers the child and the descendants it waited for.
#[derive(Debug, Clone, Copy, Default)]
pub struct DirectRunner;

impl Runner for DirectRunner {
    fn identity(&self) -> Identity {
        Identity {
            name: "no sandbox".to_owned(),
            role: Role::Baseline,
            version: None,
            configuration: "spawned by this process, CPU time by wait4".to_owned(),
        }
    }

    fn run(&mut self, request: RunRequest<'_>) -> Result<Observation, ContenderError> {
        let name = request.program.display().to_string();
        let or_null = |descriptor: Option<_>| descriptor.map_or_else(Stdio::null, Stdio::from);
        let mut command = Command::new(request.program);
        command.args(request.arguments);
        command.stdin(or_null(request.stdin)).stdout(or_null(request.stdout));
        // In a group of its own, for Ctrl-C must not end the program before the measurement.
        command.stderr(Stdio::piped()).process_group(0);
        if let Some(directory) = request.writable {
            command.current_dir(directory);
        }
        // A child inherits the affinity of the thread that starts it.
        let unpinned = request.cpu.map(pin_to).transpose();
        let unpinned = unpinned.map_err(ContenderError::while_doing("pinning the program"))?;
        let start = Instant::now();
        let spawned = command.spawn();
        if let Some(set) = unpinned {
            unpin(&set).map_err(ContenderError::while_doing("unpinning the runner"))?;
        }
        let mut child =
            spawned.map_err(|source| ContenderError::Start { program: name.clone(), source })?;
        // The command holds the descriptors that the program got; its peers wait for their end.
        drop(command);
        let stderr = child.stderr.take();
        let ended =
            child.wait4().map_err(ContenderError::while_doing("waiting for the program"))?;
        let wall_ns = start.elapsed().as_nanos() as u64;
        if !ended.status.success() {
            let said = stderr.map(read_some).transpose().unwrap_or_default().unwrap_or_default();
            return Err(ContenderError::Run(format!("{name}: {}: {}", ended.status, said.trim())));
        }
        Ok(Observation {
            runs: 1,
            wall_ns,
            cpu_user_ns: Some(ended.rusage.utime.as_nanos() as u64),
            cpu_system_ns: Some(ended.rusage.stime.as_nanos() as u64),
        })
    }
}

/// What a pipe holds after its writer ended; a program that says more than fits into a pipe
/// before it ends would block, and those of the experiments say nothing or a line.
fn read_some(stderr: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    stderr.take(4096).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
