//! Our own sandbox: one lane, and the CPU time that its outcomes tell.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sandglass_sandbox::{
    Error, Input, Lane, LaneOptions, Limits, Outcome, Output, Policy, Request, View,
};

use super::{RunRequest, Runner};
use crate::contender::{ContenderError, Identity, Role};
use crate::session::Observation;

/// Where the working directory lies inside.
const WORK: &str = "/work";

/// The largest result that is copied out, in bytes.
const RESULT_SIZE: u64 = 64 << 20;

/// Runs programs in a lane that is made for the first run.
///
/// The CPU time is that of all processes of the run. A working directory is a memory file system
/// of the run's own; its files are copied in and the results out within the wall time.
#[derive(Debug, Default)]
pub struct SandboxRunner {
    lane: Option<Lane>,
    /// Kept, so that the lane sees the same policy each time.
    compiler: Option<Request>,
}

fn said(error: Error) -> ContenderError {
    ContenderError::Run(match error.hint() {
        Some(hint) => format!("{error} ({hint})"),
        None => error.to_string(),
    })
}

impl SandboxRunner {
    fn lane(&mut self) -> Result<&Lane, ContenderError> {
        match &mut self.lane {
            Some(lane) => Ok(lane),
            empty => {
                let lane = Lane::new(&LaneOptions::default()).map_err(said)?;
                Ok(empty.insert(lane))
            }
        }
    }

    /// A request with nothing but program and policy.
    fn base(&mut self, program: &Path, many_processes: bool) -> Result<Request, ContenderError> {
        if !many_processes {
            return Ok(Request::new(program));
        }
        if self.compiler.is_none() {
            let policy = Policy::builtin("compiler")
                .map_err(|error| ContenderError::Run(error.to_string()))?;
            self.compiler = Some(Request::new(program).policy(policy));
        }
        let kept = self.compiler.clone();
        Ok(kept.unwrap_or_else(|| Request::new(program)))
    }

    fn request(&mut self, asked: RunRequest<'_>) -> Result<Request, ContenderError> {
        let mut view = View::system().tmpfs("/tmp", 64 << 20);
        for directory in asked.readable {
            view = view.bind(directory, directory);
        }
        if let Some(cpu) = asked.cpu {
            view = view.cpus(&[cpu]);
        }
        if asked.writable.is_some() {
            view = view.tmpfs(WORK, 64 << 20);
        }
        let mut request = self
            .base(asked.program, asked.many_processes)?
            .arguments(asked.arguments)
            .environment("PATH", "/usr/bin:/bin")
            .view(view)
            .limits(Limits {
                cpu_time: Some(Duration::from_secs(60)),
                wall_time: Some(Duration::from_secs(120)),
                memory: Some(512 << 20),
                processes: Some(if asked.many_processes { 32 } else { 1 }),
                ..Limits::default()
            })
            .stderr(Output::Capture { limit: 4096 });
        if let Some(descriptor) = asked.stdin {
            request = request.stdin(Input::Descriptor(Arc::new(descriptor)));
        }
        if let Some(descriptor) = asked.stdout {
            request = request.stdout(Output::Descriptor(Arc::new(descriptor)));
        }
        if let Some(directory) = asked.writable {
            request = with_files(request, directory)
                .map_err(ContenderError::while_doing("reading the working directory"))?;
            for result in asked.results {
                request = request.copy_out(Path::new(WORK).join(result), RESULT_SIZE);
            }
        }
        Ok(request)
    }
}

/// The request with copies of the files of `directory`, and in it.
fn with_files(request: Request, directory: &Path) -> io::Result<Request> {
    let mut request = request.directory(WORK);
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            let source = Arc::new(File::open(entry.path())?.into());
            request = request.copy_in(source, Path::new(WORK).join(entry.file_name()), 0o644);
        }
    }
    Ok(request)
}

/// Puts what the run handed out where the program would have put it.
fn put_back(outcome: &Outcome, directory: &Path, results: &[&str]) -> io::Result<()> {
    for (copied, name) in outcome.copied_out.iter().zip(results) {
        // Left out: the caller looks for it and says so.
        let Ok(mut source) = copied.as_ref() else { continue };
        let mut target = File::create(directory.join(name))?;
        io::copy(&mut source, &mut target)?;
        target.set_permissions(fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

impl Runner for SandboxRunner {
    fn identity(&self) -> Identity {
        Identity {
            name: "sandglass".to_owned(),
            role: Role::Subject,
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            configuration: "a lane with the default options; the system's directories and memory \
                            file systems, Landlock; policy program, or compiler where the program \
                            starts others; limits cpu 60 s, wall 120 s, memory 512 MiB, processes \
                            1 or 32; CPU time from the outcome"
                .to_owned(),
        }
    }

    fn run(&mut self, request: RunRequest<'_>) -> Result<Observation, ContenderError> {
        let name = request.program.display().to_string();
        let (directory, results) = (request.writable, request.results);
        let request = self.request(request)?;
        let lane = self.lane()?;
        let start = Instant::now();
        let run = lane.submit(&request).map_err(said)?;
        // It holds the descriptors that the program got; its peers wait for their end.
        drop(request);
        let outcome = run.wait().map_err(said)?;
        let wall_ns = start.elapsed().as_nanos() as u64;
        if !outcome.success() {
            let stderr = outcome.stderr_bytes().unwrap_or_default();
            return Err(ContenderError::Run(format!(
                "{name}: {}, exit code {:?}, system call {:?}: {}",
                outcome.cause.name(),
                outcome.exit_code,
                outcome.system_call,
                String::from_utf8_lossy(&stderr).trim()
            )));
        }
        if let Some(directory) = directory {
            put_back(&outcome, directory, results)
                .map_err(ContenderError::while_doing("taking over the results"))?;
        }
        Ok(Observation {
            runs: 1,
            wall_ns,
            cpu_user_ns: Some(outcome.cpu_user.as_nanos() as u64),
            cpu_system_ns: Some(outcome.cpu_system.as_nanos() as u64),
        })
    }
}
