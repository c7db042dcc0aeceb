//! What a supervisor answers.

use crate::codec::{DecodeError, Reader, Writer};
use crate::coded::coded;
use crate::switch::Switches;

coded! {
    /// What groups and limits the processes of a run.
    Backend, "backend", {
        /// A delegated cgroup v2 subtree.
        Cgroup2 = 0 "cgroup2",
        /// cgroup v1 memory and process controllers beside a v2 tree.
        Hybrid = 1 "hybrid",
        /// No cgroup: limits of processes alone.
        Rlimit = 2 "rlimit",
    }
}

coded! {
    /// Why a run ended, from kernel evidence.
    Cause, "cause", {
        /// The program exited by itself.
        Exited = 0 "exited",
        /// A signal killed it.
        Signaled = 1 "signaled",
        /// The CPU timer fired.
        CpuTimeLimit = 2 "cpu_time_limit",
        /// The wall timer fired.
        WallTimeLimit = 3 "wall_time_limit",
        /// Every thread was blocked for too long.
        IdleLimit = 4 "idle_limit",
        /// The kernel killed for memory.
        MemoryLimit = 5 "memory_limit",
        /// It wrote more than it may.
        OutputLimit = 6 "output_limit",
        /// The kernel refused it a process, and it failed.
        ProcessLimit = 7 "process_limit",
        /// It made a system call that its policy answers with the end of the run.
        PolicyViolation = 8 "policy_violation",
        /// The client cancelled it.
        Cancelled = 9 "cancelled",
        /// The client killed it.
        Killed = 10 "killed",
    }
}

coded! {
    /// A limit or a figure that a backend gives less exactly than asked.
    Weakness, "weakness", {
        /// CPU time is limited per process and counted only for processes that were waited for.
        CpuPerProcess = 0 "cpu_time_per_process",
        /// Memory is watched by sampling what is resident, and bounded as address space of each process.
        MemoryBySampling = 1 "memory_by_sampling",
        /// Peak memory is the largest resident set of one process.
        PeakMemoryOfOneProcess = 2 "peak_memory_of_one_process",
        /// Running out of memory is not reported by the kernel.
        NoMemoryEvents = 3 "no_memory_events",
        /// Running out of processes is not reported by the kernel.
        NoProcessEvents = 4 "no_process_events",
        /// CPU bandwidth is not limited.
        NoCpuBandwidth = 5 "no_cpu_bandwidth",
        /// Landlock is not offered by the kernel.
        NoLandlock = 6 "no_landlock",
        /// Instructions are not counted here.
        NoInstructionCounter = 7 "no_instruction_counter",
        /// Core-scheduling cookies are not supported here.
        NoCoreScheduling = 8 "no_core_scheduling",
        /// Swap is not limited apart from memory.
        NoSwapLimit = 9 "no_swap_limit",
        /// A time namespace is not offered by the kernel.
        NoTimeNamespace = 10 "no_time_namespace",
        /// `user.max_user_namespaces` cannot be written here: the policy alone forbids user namespaces.
        NoUserNamespaceLimit = 11 "no_user_namespace_limit",
    }
}

coded! {
    /// The step at which a run could not be made.
    Stage, "stage", {
        /// Understanding the request.
        Request = 0 "request",
        /// Setting a cgroup limit.
        Cgroup = 1 "cgroup",
        /// Making the init process.
        CloneInit = 2 "clone of the init process",
        /// Building the file tree.
        Mount = 3 "mount",
        /// Entering namespaces.
        Namespace = 4 "namespace",
        /// Making the tracee.
        CloneTracee = 5 "clone of the tracee",
        /// Giving up rights.
        Privilege = 6 "privileges",
        /// Installing Landlock.
        Landlock = 7 "landlock",
        /// Installing the seccomp policy.
        Policy = 8 "seccomp policy",
        /// Standard streams.
        Streams = 9 "standard streams",
        /// Setting a process limit.
        ProcessLimit = 10 "process limit",
        /// Copying files in.
        CopyIn = 11 "copy in",
        /// The working directory.
        Directory = 12 "working directory",
        /// The exec itself.
        Execute = 13 "executing the program",
        /// The processor set.
        Processors = 14 "CPU set",
        /// Waiting for the program.
        Wait = 15 "wait",
    }
}

/// Why a run has no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFailure {
    /// The run.
    pub id: u64,
    /// Where it failed.
    pub stage: Stage,
    /// The kernel's error number; 0 where the kernel was not asked.
    pub errno: i32,
    /// What it was about: a path, a limit, a call.
    pub subject: Vec<u8>,
    /// Whether the request is at fault. Otherwise it is the sandbox or the host, and trying again may
    /// help.
    pub request_at_fault: bool,
}

/// Which walls stood around a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Protections {
    /// Namespaces (`CLONE_NEW*` bits) that were the run's or the lane's own.
    pub namespaces: u32,
    /// Whether a seccomp policy was installed.
    pub seccomp: bool,
    /// The Landlock version that was enforced; 0 is none.
    pub landlock: u8,
    /// Whether the cell was built ahead.
    pub built_ahead: bool,
    /// Defences that were switched off for a test.
    pub switched_off: Switches,
}

/// Where the time of a run went, in nanoseconds, as the supervisor saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StepTimes {
    /// From the request's arrival until its cell stood ready.
    pub cell: u64,
    /// From then until the launcher was told to go.
    pub prepare: u64,
    /// From the word to go until the exec.
    pub launch: u64,
    /// From exec to death.
    pub run: u64,
    /// From death until the answer was ready to send.
    pub collect: u64,
}

/// A file handed out: its descriptor comes with the message where `errno` is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedOut {
    /// 0, or why it could not be handed out.
    pub errno: i32,
    /// Its length in bytes.
    pub length: u64,
}

/// How a run ended and what it used.
///
/// Descriptors come in this order: captured stdout, captured stderr, then one for each entry of
/// `copied_out` with `errno` 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOutcome {
    /// The run.
    pub id: u64,
    /// Why it ended.
    pub cause: Cause,
    /// Exit code, where the program exited.
    pub exit_code: Option<u64>,
    /// Signal, where one killed it.
    pub signal: Option<u64>,
    /// System call number, for a policy violation that was reported.
    pub system_call: Option<u64>,
    /// Nanoseconds from exec to death.
    pub wall_time: u64,
    /// User CPU time, nanoseconds.
    pub cpu_user: u64,
    /// System CPU time, nanoseconds.
    pub cpu_system: u64,
    /// Peak memory, bytes.
    pub peak_memory: u64,
    /// Page cache still charged at the end, bytes.
    pub page_cache: Option<u64>,
    /// Kills by the kernel for memory.
    pub oom_kills: u64,
    /// Processes at a time, at most.
    pub peak_processes: Option<u64>,
    /// Times that the kernel refused a process.
    pub refused_processes: u64,
    /// Voluntary and involuntary context switches.
    pub switches: [u64; 2],
    /// Minor and major page faults.
    pub faults: [u64; 2],
    /// Instructions (or software events), where counted.
    pub instructions: Option<u64>,
    /// Bytes that went through standard output and error, where they were counted.
    pub output_bytes: Option<u64>,
    /// Time in which every thread was blocked, nanoseconds, where an idle limit was set.
    pub idle_time: Option<u64>,
    /// Lengths of captured stdout and stderr.
    pub captured: [Option<u64>; 2],
    /// Files handed out.
    pub copied_out: Vec<CopiedOut>,
    /// Walls.
    pub protections: Protections,
    /// What was weaker than asked.
    pub weaknesses: Vec<Weakness>,
    /// Where the time went.
    pub steps: StepTimes,
}

/// What a lane is, once it is ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneFacts {
    /// The cgroup backend.
    pub backend: Backend,
    /// The supervisor's process id.
    pub supervisor: u32,
    /// User and group id outside that runs have.
    pub user: u32,
    /// See `user`.
    pub group: u32,
    /// Landlock's version; 0 is none.
    pub landlock: u8,
    /// The lane's namespaces, `CLONE_NEW*` bits.
    pub namespaces: u32,
    /// What is weaker than it could be on another host.
    pub weaknesses: Vec<Weakness>,
    /// Defences that are switched off for a test.
    pub switched_off: Switches,
    /// Cgroups that dead lanes left and in which somebody lives, each with who, for a person to read.
    pub busy_groups: Vec<Vec<u8>>,
}

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The lane is ready.
    Ready(LaneFacts),
    /// The lane could not be made: what failed and what to do.
    Refused {
        /// What failed.
        message: String,
        /// What to do about it.
        hint: String,
    },
    /// A run ended.
    Outcome(Box<RunOutcome>),
    /// A run could not be made.
    Failed(RunFailure),
    /// A run that asked to be announced is about to start.
    Started {
        /// The run.
        id: u64,
        /// The program's process id, as the supervisor sees it.
        process: u32,
    },
}

fn encode_weaknesses(writer: &mut Writer, weaknesses: &[Weakness]) {
    writer.list(weaknesses, |writer, weakness| writer.u8(weakness.code()));
}

fn decode_weaknesses(reader: &mut Reader<'_>) -> Result<Vec<Weakness>, DecodeError> {
    reader.list("weaknesses", |reader| Weakness::from_code(reader.u8("weakness")?))
}

impl RunOutcome {
    fn encode(&self, writer: &mut Writer) {
        writer.u64(self.id);
        writer.u8(self.cause.code());
        for value in [self.exit_code, self.signal, self.system_call] {
            writer.option(value);
        }
        for value in [self.wall_time, self.cpu_user, self.cpu_system, self.peak_memory] {
            writer.u64(value);
        }
        writer.option(self.page_cache);
        writer.u64(self.oom_kills);
        writer.option(self.peak_processes);
        writer.u64(self.refused_processes);
        for value in self.switches.into_iter().chain(self.faults) {
            writer.u64(value);
        }
        for value in [self.instructions, self.output_bytes, self.idle_time] {
            writer.option(value);
        }
        for value in self.captured {
            writer.option(value);
        }
        writer.list(&self.copied_out, |writer, file| {
            writer.u32(file.errno as u32);
            writer.u64(file.length);
        });
        writer.u32(self.protections.namespaces);
        writer.bool(self.protections.seccomp);
        writer.u8(self.protections.landlock);
        writer.bool(self.protections.built_ahead);
        self.protections.switched_off.encode(writer);
        encode_weaknesses(writer, &self.weaknesses);
        let steps = self.steps;
        for value in [steps.cell, steps.prepare, steps.launch, steps.run, steps.collect] {
            writer.u64(value);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(RunOutcome {
            id: reader.u64("run id")?,
            cause: Cause::from_code(reader.u8("cause")?)?,
            exit_code: reader.option("exit code")?,
            signal: reader.option("signal")?,
            system_call: reader.option("system call")?,
            wall_time: reader.u64("wall time")?,
            cpu_user: reader.u64("user time")?,
            cpu_system: reader.u64("system time")?,
            peak_memory: reader.u64("peak memory")?,
            page_cache: reader.option("page cache")?,
            oom_kills: reader.u64("kills for memory")?,
            peak_processes: reader.option("peak processes")?,
            refused_processes: reader.u64("refused processes")?,
            switches: [reader.u64("switches")?, reader.u64("switches")?],
            faults: [reader.u64("faults")?, reader.u64("faults")?],
            instructions: reader.option("instructions")?,
            output_bytes: reader.option("output bytes")?,
            idle_time: reader.option("idle time")?,
            captured: [reader.option("captured")?, reader.option("captured")?],
            copied_out: reader.list("copied out", |reader| {
                Ok(CopiedOut {
                    errno: reader.u32("copied out")? as i32,
                    length: reader.u64("copied out")?,
                })
            })?,
            protections: Protections {
                namespaces: reader.u32("namespaces")?,
                seccomp: reader.bool("seccomp")?,
                landlock: reader.u8("landlock")?,
                built_ahead: reader.bool("built ahead")?,
                switched_off: Switches::decode(reader)?,
            },
            weaknesses: decode_weaknesses(reader)?,
            steps: StepTimes {
                cell: reader.u64("step")?,
                prepare: reader.u64("step")?,
                launch: reader.u64("step")?,
                run: reader.u64("step")?,
                collect: reader.u64("step")?,
            },
        })
    }
}

impl Reply {
    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let writer = match self {
            Reply::Ready(facts) => {
                let mut writer = Writer::new(1);
                writer.u8(facts.backend.code());
                writer.u32(facts.supervisor);
                writer.u32(facts.user);
                writer.u32(facts.group);
                writer.u8(facts.landlock);
                writer.u32(facts.namespaces);
                encode_weaknesses(&mut writer, &facts.weaknesses);
                facts.switched_off.encode(&mut writer);
                writer.list(&facts.busy_groups, |writer, group| writer.bytes(group));
                writer
            }
            Reply::Refused { message, hint } => {
                let mut writer = Writer::new(2);
                writer.bytes(message.as_bytes());
                writer.bytes(hint.as_bytes());
                writer
            }
            Reply::Outcome(outcome) => {
                let mut writer = Writer::new(3);
                outcome.encode(&mut writer);
                writer
            }
            Reply::Failed(failure) => {
                let mut writer = Writer::new(4);
                writer.u64(failure.id);
                writer.u8(failure.stage.code());
                writer.u32(failure.errno as u32);
                writer.bytes(&failure.subject);
                writer.bool(failure.request_at_fault);
                writer
            }
            Reply::Started { id, process } => {
                let mut writer = Writer::new(5);
                writer.u64(*id);
                writer.u32(*process);
                writer
            }
        };
        writer.bytes
    }

    /// From bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes);
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let reply = match reader.u8("message kind")? {
            1 => Reply::Ready(LaneFacts {
                backend: Backend::from_code(reader.u8("backend")?)?,
                supervisor: reader.u32("supervisor")?,
                user: reader.u32("user")?,
                group: reader.u32("group")?,
                landlock: reader.u8("landlock")?,
                namespaces: reader.u32("namespaces")?,
                weaknesses: decode_weaknesses(&mut reader)?,
                switched_off: Switches::decode(&mut reader)?,
                busy_groups: reader
                    .list("busy groups", |reader| Ok(reader.bytes("busy group")?.to_vec()))?,
            }),
            2 => Reply::Refused {
                message: words(reader.bytes("message")?),
                hint: words(reader.bytes("hint")?),
            },
            3 => Reply::Outcome(Box::new(RunOutcome::decode(&mut reader)?)),
            4 => Reply::Failed(RunFailure {
                id: reader.u64("run id")?,
                stage: Stage::from_code(reader.u8("stage")?)?,
                errno: reader.u32("errno")? as i32,
                subject: reader.bytes("subject")?.to_vec(),
                request_at_fault: reader.bool("request at fault")?,
            }),
            5 => Reply::Started { id: reader.u64("run id")?, process: reader.u32("process")? },
            value => {
                return Err(DecodeError::Value { field: "message kind", value: value.into() });
            }
        };
        reader.end()?;
        Ok(reply)
    }
}
