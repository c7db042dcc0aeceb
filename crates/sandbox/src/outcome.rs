//! How a run ended and what it used.

use crate::policy::syscall_name;
use sandglass_sys::Errno;
use sandglass_wire::{Backend, Cause, RunOutcome, Switch, Weakness};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// Which walls stood around a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protections {
    /// Namespaces of its own or of its lane's own, by name.
    pub namespaces: Vec<&'static str>,
    /// Whether a seccomp policy was installed.
    pub seccomp: bool,
    /// The Landlock version that was enforced; 0 is none.
    pub landlock: u32,
    /// Whether its cell was built ahead.
    pub built_ahead: bool,
    /// Defences that were switched off for a test, by name; empty for every other run.
    pub switched_off: Vec<&'static str>,
}

/// Where the time of a run went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepTimings {
    /// From the request's arrival until its cell stood ready.
    pub cell: Duration,
    /// From then until the launcher was told to go.
    pub prepare: Duration,
    /// From the word to go until the exec.
    pub launch: Duration,
    /// From exec to death, or to the kill that ended the run.
    pub run: Duration,
    /// From death until the answer was ready to send.
    pub collect: Duration,
}

/// How a run ended and what it used.
#[derive(Debug)]
pub struct Outcome {
    /// Why it ended, from kernel evidence.
    pub cause: Cause,
    /// Exit code, where the program exited.
    pub exit_code: Option<i32>,
    /// Signal, where one killed it.
    pub signal: Option<i32>,
    /// The system call of a policy violation.
    pub system_call: Option<String>,
    /// From exec to death.
    pub wall_time: Duration,
    /// User CPU time of all processes.
    pub cpu_user: Duration,
    /// System CPU time of all processes.
    pub cpu_system: Duration,
    /// Peak memory, bytes.
    pub peak_memory_bytes: u64,
    /// Page cache still charged at the end, bytes, where there was any to speak of.
    pub page_cache_bytes: Option<u64>,
    /// Kills by the kernel for memory.
    pub oom_kills: u64,
    /// Processes at a time, at most, where the kernel tells.
    pub peak_processes: Option<u64>,
    /// Times that the kernel refused a process.
    pub refused_processes: u64,
    /// Times that a process gave up the CPU.
    pub voluntary_switches: u64,
    /// Times that the CPU was taken from one.
    pub involuntary_switches: u64,
    /// Page faults without reading.
    pub minor_faults: u64,
    /// Page faults that read.
    pub major_faults: u64,
    /// Instructions, where counted.
    pub instructions: Option<u64>,
    /// Bytes written to standard output and error, where counted.
    pub output_bytes: Option<u64>,
    /// Time in which every thread was blocked, where an idle limit was set.
    pub idle_time: Option<Duration>,
    /// Captured standard output, at offset 0.
    pub stdout: Option<OwnedFd>,
    /// Captured standard error, at offset 0.
    pub stderr: Option<OwnedFd>,
    /// Files handed out, in the order of the request.
    pub copied_out: Vec<Result<File, Errno>>,
    /// The cgroup backend.
    pub backend: Backend,
    /// Walls.
    pub protections: Protections,
    /// What was weaker than asked.
    pub weaknesses: Vec<Weakness>,
    /// Where the time went.
    pub steps: StepTimings,
}

const NAMESPACES: [(u32, &str); 8] = [
    (0x1000_0000, "user"),
    (0x0002_0000, "mount"),
    (0x2000_0000, "pid"),
    (0x4000_0000, "network"),
    (0x0800_0000, "ipc"),
    (0x0400_0000, "uts"),
    (0x0200_0000, "cgroup"),
    (0x80, "time"),
];

impl Outcome {
    pub(crate) fn from_wire(raw: RunOutcome, backend: Backend, descriptors: Vec<OwnedFd>) -> Self {
        let mut descriptors = descriptors.into_iter();
        let mut captured = raw.captured.map(|length| length.and_then(|_| descriptors.next()));
        let copied_out = raw
            .copied_out
            .iter()
            .map(|file| match file.errno {
                0 => descriptors.next().map(File::from).ok_or(Errno::EBADF),
                errno => Err(Errno(errno)),
            })
            .collect();
        let nanoseconds = Duration::from_nanos;
        Outcome {
            cause: raw.cause,
            exit_code: raw.exit_code.map(|code| code as i32),
            signal: raw.signal.map(|signal| signal as i32),
            system_call: raw.system_call.map(|number| {
                syscall_name(number as u32)
                    .map_or_else(|| format!("system call {number}"), str::to_owned)
            }),
            wall_time: nanoseconds(raw.wall_time),
            cpu_user: nanoseconds(raw.cpu_user),
            cpu_system: nanoseconds(raw.cpu_system),
            peak_memory_bytes: raw.peak_memory,
            page_cache_bytes: raw.page_cache,
            oom_kills: raw.oom_kills,
            peak_processes: raw.peak_processes,
            refused_processes: raw.refused_processes,
            voluntary_switches: raw.switches[0],
            involuntary_switches: raw.switches[1],
            minor_faults: raw.faults[0],
            major_faults: raw.faults[1],
            instructions: raw.instructions,
            output_bytes: raw.output_bytes,
            idle_time: raw.idle_time.map(nanoseconds),
            stdout: captured[0].take(),
            stderr: captured[1].take(),
            copied_out,
            backend,
            protections: Protections {
                namespaces: NAMESPACES
                    .iter()
                    .filter(|(bit, _)| raw.protections.namespaces & bit != 0)
                    .map(|(_, name)| *name)
                    .collect(),
                seccomp: raw.protections.seccomp,
                landlock: u32::from(raw.protections.landlock),
                built_ahead: raw.protections.built_ahead,
                switched_off: raw.protections.switched_off.iter().map(Switch::name).collect(),
            },
            weaknesses: raw.weaknesses,
            steps: StepTimings {
                cell: nanoseconds(raw.steps.cell),
                prepare: nanoseconds(raw.steps.prepare),
                launch: nanoseconds(raw.steps.launch),
                run: nanoseconds(raw.steps.run),
                collect: nanoseconds(raw.steps.collect),
            },
        }
    }

    /// Whether the program exited by itself with code 0.
    pub fn success(&self) -> bool {
        self.cause == Cause::Exited && self.exit_code == Some(0)
    }

    /// User and system CPU time together.
    pub fn cpu_time(&self) -> Duration {
        self.cpu_user + self.cpu_system
    }

    /// Captured standard output, whole; empty where none was captured.
    pub fn stdout_bytes(&self) -> io::Result<Vec<u8>> {
        contents(self.stdout.as_ref())
    }

    /// Captured standard error, whole; empty where none was captured.
    pub fn stderr_bytes(&self) -> io::Result<Vec<u8>> {
        contents(self.stderr.as_ref())
    }
}

fn contents(file: Option<&OwnedFd>) -> io::Result<Vec<u8>> {
    let Some(file) = file else { return Ok(Vec::new()) };
    let file = File::from(file.try_clone()?);
    let mut bytes = vec![0; usize::try_from(file.metadata()?.len()).unwrap_or(0)];
    file.read_exact_at(&mut bytes, 0)?;
    Ok(bytes)
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("cause", self.cause.name())?;
        map.serialize_entry("exit_code", &self.exit_code)?;
        map.serialize_entry("signal", &self.signal)?;
        map.serialize_entry("system_call", &self.system_call)?;
        map.serialize_entry("wall_time_ns", &nanoseconds(self.wall_time))?;
        map.serialize_entry("cpu_user_ns", &nanoseconds(self.cpu_user))?;
        map.serialize_entry("cpu_system_ns", &nanoseconds(self.cpu_system))?;
        map.serialize_entry("peak_memory_bytes", &self.peak_memory_bytes)?;
        map.serialize_entry("page_cache_bytes", &self.page_cache_bytes)?;
        map.serialize_entry("oom_kills", &self.oom_kills)?;
        map.serialize_entry("peak_processes", &self.peak_processes)?;
        map.serialize_entry("refused_processes", &self.refused_processes)?;
        map.serialize_entry("voluntary_switches", &self.voluntary_switches)?;
        map.serialize_entry("involuntary_switches", &self.involuntary_switches)?;
        map.serialize_entry("minor_faults", &self.minor_faults)?;
        map.serialize_entry("major_faults", &self.major_faults)?;
        map.serialize_entry("instructions", &self.instructions)?;
        map.serialize_entry("output_bytes", &self.output_bytes)?;
        map.serialize_entry("idle_time_ns", &self.idle_time.map(nanoseconds))?;
        map.serialize_entry("backend", self.backend.name())?;
        map.serialize_entry(
            "protections",
            &serde_json::json!({
                "namespaces": self.protections.namespaces,
                "seccomp": self.protections.seccomp,
                "landlock": self.protections.landlock,
                "built_ahead": self.protections.built_ahead,
                "switched_off": self.protections.switched_off,
            }),
        )?;
        let weaknesses: Vec<_> = self.weaknesses.iter().map(|weakness| weakness.name()).collect();
        map.serialize_entry("weaknesses", &weaknesses)?;
        map.serialize_entry(
            "steps_ns",
            &serde_json::json!({
                "cell": nanoseconds(self.steps.cell),
                "prepare": nanoseconds(self.steps.prepare),
                "launch": nanoseconds(self.steps.launch),
                "run": nanoseconds(self.steps.run),
                "collect": nanoseconds(self.steps.collect),
            }),
        )?;
        map.end()
    }
}
