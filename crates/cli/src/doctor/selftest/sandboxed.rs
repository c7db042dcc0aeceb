//! An attack in the sandbox, with every defence on or with some of them off.

use std::fs;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use sandglass_attacks::{Attack, Defence, Family, Need, SUITE_LIMITS, Verdict};
use sandglass_sandbox::{
    Cause, Input, Lane, Limits, Network, Outcome, Output, Policy, Request, Tmpfs, View,
};

use super::observation::{Copy, Observation, last_words};
use super::surroundings::Surroundings;
use crate::failure::Failure;

/// Where a run stands, inside.
const HOME: &str = "/box";
const PROGRAM: &str = "/attacks";
const SETUID: &str = "/setuid";
const BOUND: &str = "/shared";

/// CPU time for attacks that are not about it.
const AMPLE_CPU_TIME: Duration = Duration::from_secs(10);
/// Idle time, likewise. The kernel itself may take long: a socket of an odd family loads a module.
const AMPLE_IDLE_TIME: Duration = Duration::from_secs(10);
/// Wall time, likewise: without its limit a run still ends, some time.
const AMPLE_WALL_TIME: Duration = Duration::from_secs(20);

/// Defences that this build can turn off by themselves.
const SWITCHES: &[Defence] = &[
    Defence::Seccomp,
    Defence::Landlock,
    Defence::MountNamespace,
    Defence::ReadOnlyMounts,
    Defence::FreshTmpfs,
    Defence::TmpfsBounds,
    Defence::ProcessLimit,
    Defence::MemoryLimit,
    Defence::CpuTimeLimit,
    Defence::WallTimeLimit,
    Defence::IdleLimit,
    Defence::OutputLimit,
    Defence::FileSizeLimit,
    Defence::OpenFilesLimit,
    Defence::StackLimit,
    Defence::CarefulCopyOut,
];

/// Whether every defence that stops the attack has a switch here.
pub(super) fn is_switchable(attack: &Attack) -> bool {
    let off = |defence| attack.without.contains(&defence);
    let proc =
        attack.needs.iter().any(|need| matches!(need, Need::ProcMounted | Need::RaisedOomScore));
    attack.without.iter().all(|defence| SWITCHES.contains(defence))
        // The host's /proc means nothing in another process namespace, and the run's own is always
        // mounted read-only.
        && !(proc && (off(Defence::MountNamespace) || off(Defence::ReadOnlyMounts)))
        // Our own copying starts when everything of the run is dead; so there is nobody to race.
        && attack.argv[0] != "copy-swapped"
}

/// Runs the attack in `lane`, with the defences of `off` off.
pub(super) fn run(
    lane: &Lane,
    attack: &Attack,
    off: &[Defence],
    surroundings: &Surroundings,
) -> Result<Observation, Failure> {
    let stand = Stand::new(attack, off, surroundings)?;
    if attack.before.is_some() {
        let words = attack.command_line_before(|need| stand.value(need));
        let Ok(words) = words else { return Ok(lacking()) };
        lane.run(&stand.request(&words)?)?;
    }
    let Ok(words) = attack.command_line(|need| stand.value(need)) else { return Ok(lacking()) };
    let request = stand.request(&words)?;
    let outcome = match lane.run(&request) {
        Ok(outcome) => outcome,
        Err(sandglass_sandbox::Error::SupervisorDied) => {
            let says = "the supervisor died".to_owned();
            return Ok(Observation { lost: true, says, ..Observation::default() });
        }
        Err(error) => return Err(error.into()),
    };
    let mut seen = observe(&outcome);
    if let Some(name) = attack.copies {
        seen.copy = Some(if off.contains(&Defence::CarefulCopyOut) {
            plain_copy(&stand.home.join(if name == "*" { "output" } else { name }))
        } else {
            careful_copy(outcome)
        });
    }
    Ok(seen)
}

fn lacking() -> Observation {
    let says = "this host has not what it needs".to_owned();
    Observation { verdict: Some(Verdict::Inapplicable), says, ..Observation::default() }
}

fn observe(outcome: &Outcome) -> Observation {
    let printed = outcome.stdout_bytes().unwrap_or_default();
    let says = last_words(&printed);
    let exited = outcome.cause == Cause::Exited;
    let code = outcome.exit_code.filter(|_| exited);
    let verdict = code.and_then(Verdict::from_exit_code);
    let says = match (code, &outcome.system_call) {
        (Some(code), _) if verdict.is_none() => format!("exit status {code}: {says}"),
        (_, Some(call)) => format!("{says} ({call})"),
        _ => says,
    };
    let cause = (!exited).then(|| outcome.cause.name());
    Observation { verdict, cause, says, ..Observation::default() }
}

/// What the sandbox handed out.
fn careful_copy(outcome: Outcome) -> Copy {
    let mut copy = Copy::Refused;
    for file in outcome.copied_out {
        let Ok(file) = file else { continue };
        let mut content = Vec::new();
        copy = match file.take(1 << 20).read_to_end(&mut content) {
            Ok(_) if content == b"output\n" => Copy::Faithful,
            _ => return Copy::Harmful,
        };
    }
    copy
}

/// What a careless caller would get: a copy by path, with its mode.
fn plain_copy(path: &Path) -> Copy {
    const ENDLESS: u64 = 1 << 32;
    let Ok(status) = fs::metadata(path) else { return Copy::Refused };
    if status.len() > ENDLESS || status.permissions().mode() & 0o6000 != 0 {
        return Copy::Harmful;
    }
    let (sender, receiver) = mpsc::channel();
    let opened = path.to_owned();
    std::thread::spawn(move || sender.send(fs::read(opened)));
    let answer = receiver.recv_timeout(Duration::from_secs(1));
    match answer {
        Ok(Ok(content)) if content == b"output\n" => Copy::Faithful,
        Ok(Ok(_)) => Copy::Harmful,
        Ok(Err(_)) => Copy::Refused,
        Err(_) => {
            // It hangs on a FIFO; whoever opens both ends lets it go.
            let _ = fs::File::options().read(true).write(true).open(path);
            Copy::Harmful
        }
    }
}

/// Everything around one attack in the sandbox.
struct Stand<'a> {
    attack: &'a Attack,
    off: &'a [Defence],
    surroundings: &'a Surroundings,
    /// A directory of the host for what is not to be in memory.
    home: PathBuf,
    bound: PathBuf,
}

impl<'a> Stand<'a> {
    fn new(
        attack: &'a Attack,
        off: &'a [Defence],
        surroundings: &'a Surroundings,
    ) -> Result<Self, Failure> {
        let suffix = if off.is_empty() { "with" } else { "without" };
        let failed = |error| Failure::ours(format!("could not prepare {}: {error}", attack.name));
        let home = surroundings.directory(&format!("{}-{suffix}", attack.name)).map_err(failed)?;
        let bound = surroundings.new_bound_file().map_err(failed)?;
        Ok(Self { attack, off, surroundings, home, bound })
    }

    fn is_off(&self, defence: Defence) -> bool {
        self.off.contains(&defence)
    }

    fn needs(&self, need: Need) -> bool {
        self.attack.needs.contains(&need)
    }

    fn value(&self, need: Need) -> Option<String> {
        match need {
            Need::BoundFile if self.is_off(Defence::MountNamespace) => {
                Some(self.bound.display().to_string())
            }
            Need::BoundFile => Some(BOUND.to_owned()),
            Need::SetuidProgram => Some(SETUID.to_owned()),
            need => self.surroundings.value(need),
        }
    }

    fn request(&self, words: &[String]) -> Result<Request, Failure> {
        let host = self.is_off(Defence::MountNamespace);
        let (program, home) = if host {
            (self.surroundings.program(), self.home.clone())
        } else {
            (PROGRAM.into(), HOME.into())
        };
        let open = |path: &Path, write: bool| {
            let mut options = fs::File::options();
            options.read(!write).write(write).create(write);
            options
                .open(path)
                .map(|file| Arc::new(OwnedFd::from(file)))
                .map_err(|error| Failure::ours(format!("{}: {error}", path.display())))
        };
        let mut request = Request::new(program)
            .arguments(words)
            .directory(home)
            .view(self.view(host))
            .limits(self.limits());
        request = if self.needs(Need::StdoutFile) {
            request.stdout(Output::Descriptor(open(&self.home.join("stdout"), true)?))
        } else {
            request.stdout(Output::Capture { limit: 1 << 20 })
        };
        request = request.stderr(Output::Capture { limit: 1 << 16 });
        if self.needs(Need::StdinFile) {
            request = request.stdin(Input::Descriptor(open(&self.surroundings.input(), false)?));
        }
        if self.is_off(Defence::Seccomp) {
            request = request.without_policy();
        } else if self.needs(Need::Loopback) {
            let policy = Policy::builtin("loopback")
                .map_err(|error| Failure::ours(format!("the policy loopback: {error}")))?;
            request = request.policy(policy);
        }
        if let Some(name) = self.attack.copies
            && !self.is_off(Defence::CarefulCopyOut)
        {
            for name in names(name) {
                request = request.copy_out(Path::new(HOME).join(name), 16 << 20);
            }
        }
        Ok(request)
    }

    fn view(&self, host: bool) -> View {
        let network = if self.needs(Need::Loopback) { Network::Loopback } else { Network::None };
        let mut view = View::system()
            .network(network)
            .landlock(!self.is_off(Defence::Landlock))
            .bind(self.surroundings.program(), PROGRAM);
        if self.needs(Need::SetuidProgram) {
            view = view.bind(self.surroundings.setuid_program(), SETUID);
        }
        if self.needs(Need::BoundFile) {
            view = if self.is_off(Defence::ReadOnlyMounts) {
                view.bind_writable(&self.bound, BOUND)
            } else {
                view.bind(&self.bound, BOUND)
            };
        }
        let shared = self.is_off(Defence::FreshTmpfs) || self.is_off(Defence::CarefulCopyOut);
        let mut places = vec![HOME];
        places.extend(self.needs(Need::Tmp).then_some("/tmp"));
        places.extend(self.needs(Need::DevShm).then_some("/dev/shm"));
        for place in places {
            view = if shared || (self.needs(Need::WritableDisk) && place == HOME) {
                view.bind_writable(&self.home, place)
            } else {
                let bounded = !self.is_off(Defence::TmpfsBounds);
                let size = bounded.then_some(SUITE_LIMITS.tmpfs_bytes);
                let inodes = bounded.then_some(SUITE_LIMITS.tmpfs_inodes);
                view.tmpfs_with(place, &Tmpfs { size, inodes, ..Tmpfs::default() })
            };
        }
        if self.needs(Need::ProcMounted) || self.needs(Need::RaisedOomScore) {
            view = view.proc("/proc");
        }
        if self.needs(Need::OtherCpu) {
            view = view.cpus(&[self.surroundings.cpu()]);
        }
        if host { view.host_root() } else { view }
    }

    fn limits(&self) -> Limits {
        let suite = SUITE_LIMITS;
        let on = |defence| !self.is_off(defence);
        // What is not about time is to be stopped, or to succeed, for reasons of its own, and some of
        // it takes longer, on slow machines above all.
        let about_time = self.attack.family == Family::WallTime;
        let cpu_time =
            if self.attack.family == Family::CpuTime { suite.cpu_time } else { AMPLE_CPU_TIME };
        let idle_time = if about_time { suite.idle_time } else { AMPLE_IDLE_TIME };
        let wall_limited = about_time && on(Defence::WallTimeLimit);
        Limits {
            cpu_time: on(Defence::CpuTimeLimit).then_some(cpu_time),
            wall_time: Some(if wall_limited { suite.wall_time } else { AMPLE_WALL_TIME }),
            idle_time: on(Defence::IdleLimit).then_some(idle_time),
            memory: on(Defence::MemoryLimit).then_some(suite.memory_bytes),
            processes: on(Defence::ProcessLimit).then_some(suite.processes),
            output: on(Defence::OutputLimit).then_some(suite.output_bytes),
            file_size: on(Defence::FileSizeLimit).then_some(suite.file_size_bytes),
            open_files: on(Defence::OpenFilesLimit).then_some(suite.open_files),
            stack: Some(if on(Defence::StackLimit) { suite.stack_bytes } else { u64::MAX }),
            core: Some(suite.core_bytes),
            ..Limits::default()
        }
    }
}

/// The files to copy out; of all odd names, those that are odd in different ways.
fn names(pattern: &str) -> Vec<PathBuf> {
    if pattern != "*" {
        return vec![pattern.into()];
    }
    let odd: [&[u8]; 8] =
        [b"output", b"new\nline", b"-rf", b"...", b"*", b"\xff\xfe", b"tab\t", &[b'l'; 255]];
    odd.iter().map(|name| std::ffi::OsString::from_vec(name.to_vec()).into()).collect()
}
