//! What a client asks.

use crate::codec::{DecodeError, Reader, Writer};
use crate::reply::Backend;
use crate::switch::Switches;
use crate::view::View;

/// Which cgroup backend a lane may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendChoice {
    /// The best that the host gives, but none that is weaker than asked: without cgroups, refuse.
    Strict,
    /// The best that the host gives, down to process limits alone.
    AllowWeaker,
    /// This one or none.
    Only(Backend),
}

/// Who a supervisor that is started by root becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// User id outside.
    pub user: u32,
    /// Group id outside.
    pub group: u32,
}

/// The first message: how the lane is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// Version of this protocol.
    pub version: u32,
    /// cgroup backend.
    pub backend: BackendChoice,
    /// Unprivileged identity to take where started by root.
    pub root: Root,
    /// CPUs for the supervisor and what it runs, as a mask; empty is all.
    pub cpus: Vec<u64>,
    /// Whether cells are built ahead.
    pub build_ahead: bool,
    /// User id inside of the lane's user namespace, the one that costs no namespace per run.
    pub inside_user: u32,
    /// Group id likewise.
    pub inside_group: u32,
    /// Defences to do without, for a test. Every outcome of the lane tells.
    pub switched_off: Switches,
}

impl Hello {
    /// This version of the protocol.
    pub const VERSION: u32 = 3;
}

/// The program of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Executable {
    /// A path inside.
    Path(Vec<u8>),
    /// The descriptor that comes with the message.
    Descriptor,
}

/// Where a standard stream of a run leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// `/dev/null`.
    Null,
    /// The descriptor that comes with the message.
    Descriptor,
    /// A memory file that comes back with the outcome, of at most this many bytes; what is beyond is
    /// dropped, or ends the run where there is an output limit.
    Capture(u64),
}

/// Limits of a run. `None` is without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// CPU time of all processes together, nanoseconds.
    pub cpu_time: Option<u64>,
    /// Time from exec to end, nanoseconds.
    pub wall_time: Option<u64>,
    /// Time in which every thread is blocked, nanoseconds.
    pub idle_time: Option<u64>,
    /// Memory charged to the run, bytes.
    pub memory: Option<u64>,
    /// Swap, bytes.
    pub swap: Option<u64>,
    /// Processes and threads at a time.
    pub processes: Option<u64>,
    /// Bytes to standard output and error together.
    pub output: Option<u64>,
    /// Size of any one file, bytes.
    pub file_size: Option<u64>,
    /// Open files of a process.
    pub open_files: Option<u64>,
    /// Stack, bytes.
    pub stack: Option<u64>,
    /// Core dump, bytes.
    pub core: Option<u64>,
    /// Address space, bytes.
    pub address_space: Option<u64>,
    /// CPU bandwidth: microseconds of CPU in each 100,000 microseconds.
    pub cpu_bandwidth: Option<u64>,
}

/// A file put inside before the program starts, from a descriptor that comes with the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyIn {
    /// Absolute path inside; its directory must exist and no part of it may be a link.
    pub path: Vec<u8>,
    /// Permission bits.
    pub mode: u32,
}

/// A file handed out after the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyOut {
    /// Absolute path inside; no part of it may be a link.
    pub path: Vec<u8>,
    /// The most bytes that it may have.
    pub limit: u64,
}

/// The number of the first inherited descriptor: above all that a launcher can have received.
pub const FIRST_INHERITED: i32 = 100;

/// One run.
///
/// Descriptors come in this order: those of stdin, stdout and stderr that are `Descriptor`, the
/// executable, then one for each entry of `copy_in`, then `inherited`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The client's number for it.
    pub id: u64,
    /// Which view.
    pub view: u8,
    /// Which policy; `None` runs without one.
    pub policy: Option<u8>,
    /// The program.
    pub executable: Executable,
    /// Its arguments, the name first.
    pub arguments: Vec<Vec<u8>>,
    /// Its environment, `NAME=value` each.
    pub environment: Vec<Vec<u8>>,
    /// Its working directory inside.
    pub directory: Vec<u8>,
    /// Whether standard input is the descriptor that comes with the message, or `/dev/null`.
    pub stdin: bool,
    /// Standard output.
    pub stdout: Output,
    /// Standard error.
    pub stderr: Output,
    /// Limits.
    pub limits: Limits,
    /// Files put inside.
    pub copy_in: Vec<CopyIn>,
    /// How many descriptors the program inherits beside the standard streams; they get the numbers from
    /// [`FIRST_INHERITED`] up.
    pub inherited: u8,
    /// Files handed out.
    pub copy_out: Vec<CopyOut>,
    /// Whether instructions are counted, where the kernel can.
    pub count_instructions: bool,
    /// Whether counting uses a software event in place of the hardware's.
    pub software_counter: bool,
    /// Whether a core-scheduling cookie of its own is asked for.
    pub core_scheduling: bool,
    /// Whether the program stays in the lane's session, however many threads it may have.
    pub lane_session: bool,
    /// Whether the client is told the program's process id before it starts.
    pub announce: bool,
}

/// A message to a supervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The first one.
    Hello(Hello),
    /// Defines view `slot`, in place of what was there.
    View {
        /// 0 to 7.
        slot: u8,
        /// The view.
        view: View,
    },
    /// Defines policy `slot`: a seccomp program, and whether it reports to a listener.
    Policy {
        /// 0 to 7.
        slot: u8,
        /// `struct sock_filter` array.
        program: Vec<u8>,
        /// Whether its violations are reported to a listener.
        listener: bool,
    },
    /// Asks for a run.
    Run(Box<Run>),
    /// Asks to build a cell for this view and policy now.
    Prepare {
        /// Which view.
        view: u8,
        /// Which policy.
        policy: Option<u8>,
    },
    /// Kills run `id`: it ends with an outcome.
    Kill {
        /// The run.
        id: u64,
    },
    /// Cancels run `id`: it is killed or never started, and nothing is answered.
    Cancel {
        /// The run.
        id: u64,
    },
}

/// Views, and policies, that a lane holds at a time.
pub const SLOTS: u8 = 8;

fn slot(reader: &mut Reader<'_>, field: &'static str) -> Result<u8, DecodeError> {
    match reader.u8(field)? {
        slot if slot < SLOTS => Ok(slot),
        slot => Err(DecodeError::Value { field, value: slot.into() }),
    }
}

fn optional_slot(reader: &mut Reader<'_>) -> Result<Option<u8>, DecodeError> {
    Ok(if reader.bool("policy")? { Some(slot(reader, "policy slot")?) } else { None })
}

fn encode_optional_slot(writer: &mut Writer, policy: Option<u8>) {
    writer.bool(policy.is_some());
    if let Some(slot) = policy {
        writer.u8(slot);
    }
}

impl Limits {
    fn fields(&self) -> [Option<u64>; 13] {
        [
            self.cpu_time,
            self.wall_time,
            self.idle_time,
            self.memory,
            self.swap,
            self.processes,
            self.output,
            self.file_size,
            self.open_files,
            self.stack,
            self.core,
            self.address_space,
            self.cpu_bandwidth,
        ]
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let mut next = || reader.option("limit");
        Ok(Limits {
            cpu_time: next()?,
            wall_time: next()?,
            idle_time: next()?,
            memory: next()?,
            swap: next()?,
            processes: next()?,
            output: next()?,
            file_size: next()?,
            open_files: next()?,
            stack: next()?,
            core: next()?,
            address_space: next()?,
            cpu_bandwidth: next()?,
        })
    }
}

impl Output {
    fn encode(self, writer: &mut Writer) {
        match self {
            Output::Null => writer.u8(0),
            Output::Descriptor => writer.u8(1),
            Output::Capture(limit) => {
                writer.u8(2);
                writer.u64(limit);
            }
        }
    }

    fn decode(reader: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        Ok(match reader.u8(field)? {
            0 => Output::Null,
            1 => Output::Descriptor,
            2 => Output::Capture(reader.u64(field)?),
            value => {
                return Err(DecodeError::Value { field, value: value.into() });
            }
        })
    }
}

impl Run {
    /// How many descriptors come with it.
    pub fn descriptors(&self) -> usize {
        usize::from(self.stdin)
            + usize::from(self.stdout == Output::Descriptor)
            + usize::from(self.stderr == Output::Descriptor)
            + usize::from(self.executable == Executable::Descriptor)
            + self.copy_in.len()
            + usize::from(self.inherited)
    }

    fn encode(&self, writer: &mut Writer) {
        writer.u64(self.id);
        writer.u8(self.view);
        encode_optional_slot(writer, self.policy);
        match &self.executable {
            Executable::Path(path) => {
                writer.u8(0);
                writer.bytes(path);
            }
            Executable::Descriptor => writer.u8(1),
        }
        writer.list(&self.arguments, |writer, text| writer.bytes(text));
        writer.list(&self.environment, |writer, text| writer.bytes(text));
        writer.bytes(&self.directory);
        writer.bool(self.stdin);
        self.stdout.encode(writer);
        self.stderr.encode(writer);
        for limit in self.limits.fields() {
            writer.option(limit);
        }
        writer.list(&self.copy_in, |writer, file| {
            writer.bytes(&file.path);
            writer.u32(file.mode);
        });
        writer.u8(self.inherited);
        writer.list(&self.copy_out, |writer, file| {
            writer.bytes(&file.path);
            writer.u64(file.limit);
        });
        writer.bool(self.count_instructions);
        writer.bool(self.software_counter);
        writer.bool(self.core_scheduling);
        writer.bool(self.lane_session);
        writer.bool(self.announce);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Run {
            id: reader.u64("run id")?,
            view: slot(reader, "view slot")?,
            policy: optional_slot(reader)?,
            executable: match reader.u8("executable")? {
                0 => Executable::Path(reader.text("executable")?),
                1 => Executable::Descriptor,
                value => {
                    return Err(DecodeError::Value { field: "executable", value: value.into() });
                }
            },
            arguments: reader.list("arguments", |reader| reader.text("argument"))?,
            environment: reader.list("environment", |reader| reader.text("environment"))?,
            directory: reader.text("working directory")?,
            stdin: reader.bool("stdin")?,
            stdout: Output::decode(reader, "stdout")?,
            stderr: Output::decode(reader, "stderr")?,
            limits: Limits::decode(reader)?,
            copy_in: reader.list("copy in", |reader| {
                Ok(CopyIn { path: reader.text("copy in path")?, mode: reader.u32("copy in mode")? })
            })?,
            inherited: reader.u8("inherited")?,
            copy_out: reader.list("copy out", |reader| {
                Ok(CopyOut {
                    path: reader.text("copy out path")?,
                    limit: reader.u64("copy out limit")?,
                })
            })?,
            count_instructions: reader.bool("count instructions")?,
            software_counter: reader.bool("software counter")?,
            core_scheduling: reader.bool("core scheduling")?,
            lane_session: reader.bool("session of the lane")?,
            announce: reader.bool("announce")?,
        })
    }
}

impl Hello {
    fn encode(&self, writer: &mut Writer) {
        writer.u32(self.version);
        match self.backend {
            BackendChoice::Strict => writer.u8(0),
            BackendChoice::AllowWeaker => writer.u8(1),
            BackendChoice::Only(backend) => {
                writer.u8(2);
                writer.u8(backend.code());
            }
        }
        writer.u32(self.root.user);
        writer.u32(self.root.group);
        writer.list(&self.cpus, |writer, word| writer.u64(*word));
        writer.bool(self.build_ahead);
        writer.u32(self.inside_user);
        writer.u32(self.inside_group);
        self.switched_off.encode(writer);
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Hello {
            version: match reader.u32("protocol version")? {
                Hello::VERSION => Hello::VERSION,
                value => {
                    let field = "protocol version";
                    return Err(DecodeError::Value { field, value: value.into() });
                }
            },
            backend: match reader.u8("backend")? {
                0 => BackendChoice::Strict,
                1 => BackendChoice::AllowWeaker,
                2 => BackendChoice::Only(Backend::from_code(reader.u8("backend")?)?),
                value => {
                    return Err(DecodeError::Value { field: "backend", value: value.into() });
                }
            },
            root: Root { user: reader.u32("user")?, group: reader.u32("group")? },
            cpus: reader.list("CPU set", |reader| reader.u64("CPU set"))?,
            build_ahead: reader.bool("build ahead")?,
            inside_user: reader.u32("inside user")?,
            inside_group: reader.u32("inside group")?,
            switched_off: Switches::decode(reader)?,
        })
    }
}

impl Command {
    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let writer = match self {
            Command::Hello(hello) => {
                let mut writer = Writer::new(1);
                hello.encode(&mut writer);
                writer
            }
            Command::View { slot, view } => {
                let mut writer = Writer::new(2);
                writer.u8(*slot);
                view.encode(&mut writer);
                writer
            }
            Command::Policy { slot, program, listener } => {
                let mut writer = Writer::new(3);
                writer.u8(*slot);
                writer.bytes(program);
                writer.bool(*listener);
                writer
            }
            Command::Run(run) => {
                let mut writer = Writer::new(4);
                run.encode(&mut writer);
                writer
            }
            Command::Prepare { view, policy } => {
                let mut writer = Writer::new(5);
                writer.u8(*view);
                encode_optional_slot(&mut writer, *policy);
                writer
            }
            Command::Kill { id } => {
                let mut writer = Writer::new(6);
                writer.u64(*id);
                writer
            }
            Command::Cancel { id } => {
                let mut writer = Writer::new(7);
                writer.u64(*id);
                writer
            }
        };
        writer.bytes
    }

    /// From bytes that came with `descriptors` descriptors.
    pub fn decode(bytes: &[u8], descriptors: usize) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes);
        let command = match reader.u8("message kind")? {
            1 => Command::Hello(Hello::decode(&mut reader)?),
            2 => Command::View {
                slot: slot(&mut reader, "view slot")?,
                view: View::decode(&mut reader)?,
            },
            3 => Command::Policy {
                slot: slot(&mut reader, "policy slot")?,
                program: reader.bytes("policy program")?.to_vec(),
                listener: reader.bool("policy listener")?,
            },
            4 => Command::Run(Box::new(Run::decode(&mut reader)?)),
            5 => Command::Prepare {
                view: slot(&mut reader, "view slot")?,
                policy: optional_slot(&mut reader)?,
            },
            6 => Command::Kill { id: reader.u64("run id")? },
            7 => Command::Cancel { id: reader.u64("run id")? },
            value => {
                return Err(DecodeError::Value { field: "message kind", value: value.into() });
            }
        };
        reader.end()?;
        let named = if let Command::Run(run) = &command { run.descriptors() } else { 0 };
        if named != descriptors {
            return Err(DecodeError::Descriptors { named, came: descriptors });
        }
        Ok(command)
    }
}
