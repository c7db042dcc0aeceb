//! Who can stop a program at a limit of time: our sandbox, and the peers that offer it.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sandglass_sandbox::{Cause, Error, Lane, LaneOptions, Limits, Policy, Request, View};
use wait4::Wait4;

use super::options::{Case, Limit, Shape};
use crate::contender::{ContenderError, Identity, Role};
use crate::contender::{find_program, version_of};

/// What one run into a limit took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped {
    /// CPU time of the run as the sandbox reports it.
    pub cpu: Duration,
    /// Wall time of the run as the sandbox reports it; where it reports none, the client's.
    pub wall: Duration,
    /// From the request to the answer by the client's own clock.
    pub client: Duration,
}

/// Something that stops programs.
pub trait Limiter {
    /// Who this is.
    fn identity(&self) -> Identity;

    /// Whether it has such a limit at all.
    fn offers(&self, case: Case) -> bool;

    /// Runs `program`, whose directory must be visible, until the limit stops it.
    fn stop(&mut self, program: &Path, case: Case) -> Result<Stopped, ContenderError>;
}

/// Our sandbox, one lane with a cell built ahead, all walls up.
#[derive(Debug, Default)]
pub struct SandglassLimiter {
    lane: Option<Lane>,
    /// Kept, so that the lane sees the same policy each time.
    compiler: Option<Request>,
    backend: Option<&'static str>,
}

fn said(error: Error) -> ContenderError {
    ContenderError::Run(match error.hint() {
        Some(hint) => format!("{error} ({hint})"),
        None => error.to_string(),
    })
}

impl SandglassLimiter {
    fn request(&mut self, program: &Path, case: Case) -> Result<Request, ContenderError> {
        let directory = program.parent().unwrap_or(Path::new("/"));
        let view = View::system().tmpfs("/tmp", 16 << 20).bind(directory, directory);
        let single = matches!(case.shape, Shape::Sleep | Shape::Process);
        let mut limits = Limits { memory: Some(512 << 20), ..Limits::default() };
        limits.processes = Some(if single { 1 } else { 64 });
        match case.limit {
            Limit::Cpu(time) => limits.cpu_time = Some(time),
            Limit::Wall(time) => limits.wall_time = Some(time),
        }
        let base = match &self.compiler {
            _ if single => Request::new(program),
            Some(kept) => kept.clone(),
            None => {
                let policy = Policy::builtin("compiler")
                    .map_err(|error| ContenderError::Run(error.to_string()))?;
                self.compiler.insert(Request::new(program).policy(policy)).clone()
            }
        };
        Ok(base.arguments(["lab-helper", "burn", case.shape.argument()]).view(view).limits(limits))
    }
}

impl Limiter for SandglassLimiter {
    fn identity(&self) -> Identity {
        Identity {
            name: "sandglass".to_owned(),
            role: Role::Subject,
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            configuration: format!(
                "a lane with the default options, the system's directories, policy program (one \
                 process) or compiler; memory 512 MiB, processes 1 or 64; figures from the outcome; \
                 backend {}",
                self.backend.unwrap_or("not asked yet")
            ),
        }
    }

    fn offers(&self, _case: Case) -> bool {
        true
    }

    fn stop(&mut self, program: &Path, case: Case) -> Result<Stopped, ContenderError> {
        let request = self.request(program, case)?;
        let lane = match &mut self.lane {
            Some(lane) => lane,
            empty => empty.insert(Lane::new(&LaneOptions::default()).map_err(said)?),
        };
        self.backend = Some(lane.facts().backend.name());
        lane.prepare(&request).map_err(said)?;
        std::thread::sleep(Duration::from_millis(10));
        let start = Instant::now();
        let outcome = lane.run(&request).map_err(said)?;
        let client = start.elapsed();
        let wanted = match case.limit {
            Limit::Cpu(_) => Cause::CpuTimeLimit,
            Limit::Wall(_) => Cause::WallTimeLimit,
        };
        if outcome.cause != wanted {
            let cause = outcome.cause.name();
            return Err(ContenderError::Run(format!("ended by {cause} instead of its limit")));
        }
        Ok(Stopped { cpu: outcome.cpu_time(), wall: outcome.wall_time, client })
    }
}

/// A peer's command line, started anew for each run.
struct Peer {
    name: &'static str,
    program: PathBuf,
    version: Option<String>,
    offers: fn(Case) -> bool,
    arguments: fn(&Path, Case) -> Vec<String>,
}

/// The peers on this host that offer limits of time.
pub fn limiters() -> Vec<Box<dyn Limiter>> {
    let mut all: Vec<Box<dyn Limiter>> = vec![Box::<SandglassLimiter>::default()];
    for (name, version, offers, arguments) in PEERS {
        if let Some(program) = find_program(name) {
            let version = version_of(&program, version);
            all.push(Box::new(Peer { name, program, version, offers, arguments }));
        }
    }
    all
}

type PeerRow = (&'static str, &'static str, fn(Case) -> bool, fn(&Path, Case) -> Vec<String>);

/// nsjail and firejail count whole seconds, and limit the CPU time of a process, not of a tree.
const PEERS: [PeerRow; 2] = [
    ("nsjail", "--version", whole_seconds_of_wall, nsjail),
    ("firejail", "--version", whole_seconds_of_wall, firejail),
];

fn whole_seconds_of_wall(case: Case) -> bool {
    matches!(case.limit, Limit::Wall(time) if time.subsec_nanos() == 0)
}

fn nsjail(program: &Path, case: Case) -> Vec<String> {
    let mut arguments: Vec<String> = ["-Mo", "-Q", "--iface_no_lo"].map(str::to_owned).to_vec();
    if rustix::process::geteuid().is_root() {
        arguments.extend(["--user", "65534", "--group", "65534"].map(str::to_owned));
    }
    let directory = program.parent().unwrap_or(Path::new("/")).to_string_lossy();
    for path in ["/usr", "/bin", "/lib", "/lib64", &directory] {
        arguments.extend(["-R", path].map(str::to_owned));
    }
    arguments.extend(["--rlimit_as".to_owned(), "max".to_owned()]);
    arguments.extend(["-t".to_owned(), case.time().as_secs().to_string(), "--".to_owned()]);
    arguments
}

fn firejail(_program: &Path, case: Case) -> Vec<String> {
    let seconds = case.time().as_secs();
    let timeout =
        format!("--timeout={:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut arguments = ["--quiet", "--noprofile", "--net=none"].map(str::to_owned).to_vec();
    arguments.extend([timeout, "--".to_owned()]);
    arguments
}

impl Limiter for Peer {
    fn identity(&self) -> Identity {
        Identity {
            name: self.name.to_owned(),
            role: Role::Peer,
            version: self.version.clone(),
            configuration:
                "wall limits of whole seconds; started anew for each run, whose figures \
                            are the client's clock and wait4"
                    .to_owned(),
        }
    }

    fn offers(&self, case: Case) -> bool {
        (self.offers)(case)
    }

    fn stop(&mut self, program: &Path, case: Case) -> Result<Stopped, ContenderError> {
        let mut command = Command::new(&self.program);
        command.args((self.arguments)(program, case)).arg(program);
        command.args(["lab-helper", "burn", case.shape.argument()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let start = Instant::now();
        let child = command
            .spawn()
            .map_err(|source| ContenderError::Start { program: self.name.to_owned(), source })?;
        let ended = child.wait4().map_err(ContenderError::while_doing("waiting for the peer"))?;
        let client = start.elapsed();
        if client < case.time() || ended.status.success() {
            return Err(ContenderError::Run(format!("ended before its limit: {}", ended.status)));
        }
        let cpu = ended.rusage.utime + ended.rusage.stime;
        Ok(Stopped { cpu, wall: client, client })
    }
}
