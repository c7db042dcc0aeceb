//! What stands around one attack in the sandbox: its request, with every defence on or some of them off.

use std::fs;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sandglass_attacks::{Attack, Defence, Family, Host, Need, SUITE_LIMITS};
use sandglass_sandbox::{Input, Limits, Network, Output, Policy, Request, Tmpfs, View};

use super::sandboxed::Runner;
use crate::failure::Failure;

/// Where a run stands, inside.
const HOME: &str = "/box";
const PROGRAM: &str = "/attacks";
const SETUID: &str = "/setuid";
const BOUND: &str = "/shared";
/// A place of the system that the program's own user could write to.
const SYSTEM: &str = "/usr/bin";

/// CPU time for attacks that are not about it.
const AMPLE_CPU_TIME: Duration = Duration::from_secs(60);

/// Idle time, likewise. The kernel itself may take long: a socket of an odd family loads a module.
const AMPLE_IDLE_TIME: Duration = Duration::from_secs(30);
/// Memory in bytes, likewise.
const AMPLE_MEMORY: u64 = 1 << 30;
/// Wall time, likewise: without its limit a run still ends, some time.
const AMPLE_WALL_TIME: Duration = Duration::from_secs(180);

/// Everything around one attack in the sandbox.
pub(super) struct Stand<'a> {
    attack: &'a Attack,
    off: &'a [Defence],
    host: &'a Host,
    /// A directory of the host for what is not to be in memory.
    pub(super) home: PathBuf,
    bound: PathBuf,
    supervisor: u32,
}

impl<'a> Stand<'a> {
    pub(super) fn new(
        attack: &'a Attack,
        off: &'a [Defence],
        runner: &Runner<'a>,
    ) -> Result<Self, Failure> {
        let failed = |error| Failure::ours(format!("could not prepare {}: {error}", attack.name));
        let host = runner.host;
        let home = host.directory(&format!("{}-{}", attack.name, runner.suffix)).map_err(failed)?;
        let bound = host.new_bound_file(&home).map_err(failed)?;
        let supervisor = runner.lane.facts().supervisor;
        Ok(Self { attack, off, host, home, bound, supervisor })
    }

    fn is_off(&self, defence: Defence) -> bool {
        self.off.contains(&defence)
    }

    fn needs(&self, need: Need) -> bool {
        self.attack.needs.contains(&need)
    }

    pub(super) fn value(&self, need: Need) -> Option<String> {
        match need {
            Need::BoundFile if self.is_off(Defence::MountNamespace) => {
                Some(self.bound.display().to_string())
            }
            Need::BoundFile => Some(BOUND.to_owned()),
            Need::Maker => Some(self.supervisor.to_string()),
            Need::SetuidProgram => Some(SETUID.to_owned()),
            need => self.host.value(need),
        }
    }

    pub(super) fn request(&self, words: &[String]) -> Result<Request, Failure> {
        let (program, home) = if self.is_off(Defence::MountNamespace) {
            (self.host.program(), self.home.clone())
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
            .view(self.view())
            .limits(self.limits());
        request = if self.needs(Need::StdoutFile) {
            request.stdout(Output::Descriptor(open(&self.home.join("stdout"), true)?))
        } else {
            request.stdout(Output::Capture { limit: 1 << 20 })
        };
        request = request.stderr(Output::Capture { limit: 1 << 16 });
        if self.needs(Need::Terminal) {
            let terminal = sandglass_sys::duplicate_above(std::io::stdin().as_fd(), 3)
                .map_err(|errno| Failure::ours(format!("the terminal: {errno}")))?;
            request = request.stdin(Input::Descriptor(Arc::new(terminal)));
        }
        if self.needs(Need::StdinFile) {
            request = request.stdin(Input::Descriptor(open(&self.host.input(), false)?));
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

    fn view(&self) -> View {
        let network = if self.needs(Need::Loopback) { Network::Loopback } else { Network::None };
        let mut view = View::system()
            .network(network)
            .landlock(!self.is_off(Defence::Landlock))
            .bind(self.host.program(), PROGRAM);
        if self.needs(Need::SetuidProgram) {
            view = view.bind(self.host.setuid_program(), SETUID);
        }
        if self.needs(Need::BoundFile) {
            view = if self.is_off(Defence::ReadOnlyMounts) {
                view.bind_writable(&self.bound, BOUND)
            } else {
                view.bind(&self.bound, BOUND)
            };
        }
        if self.needs(Need::SystemDirectory) {
            view = if self.is_off(Defence::ReadOnlyMounts) {
                view.bind_writable(&self.home, SYSTEM)
            } else {
                view.bind(&self.home, SYSTEM)
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
            view = view.cpus(&[self.host.cpu()]);
        }
        view
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
        // Processes, files and descriptors take memory of the kernel, which is given back late.
        let memory =
            if self.attack.family == Family::Memory { suite.memory_bytes } else { AMPLE_MEMORY };
        let wall_limited = about_time && on(Defence::WallTimeLimit);
        Limits {
            cpu_time: on(Defence::CpuTimeLimit).then_some(cpu_time),
            wall_time: Some(if wall_limited { suite.wall_time } else { AMPLE_WALL_TIME }),
            idle_time: on(Defence::IdleLimit).then_some(idle_time),
            memory: on(Defence::MemoryLimit).then_some(memory),
            processes: on(Defence::ProcessLimit).then_some(if self.needs(Need::OneProcess) {
                1
            } else {
                suite.processes
            }),
            output: on(Defence::OutputLimit).then_some(suite.output_bytes),
            file_size: on(Defence::FileSizeLimit).then_some(suite.file_size_bytes),
            open_files: on(Defence::OpenFilesLimit).then_some(suite.open_files),
            stack: Some(if on(Defence::StackLimit) { suite.stack_bytes } else { u64::MAX }),
            core: Some(if on(Defence::CoreLimit) { suite.core_bytes } else { u64::MAX }),
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
