//! One run: its program, streams, files and limits.

use crate::codec::{DecodeError, Reader, Writer};
use crate::command::{encode_optional_slot, optional_slot, slot};

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

/// How many times its wall limit a run may wait for a CPU, where waits are left out.
pub const MOST_WAITS: u64 = 9;

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
    /// Whether the wall limit leaves out what a thread of the program waited for a CPU, up to
    /// [`MOST_WAITS`] times the limit.
    pub leave_out_waits: bool,
    /// Whether the client is told the program's process id before it starts.
    pub announce: bool,
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

    pub(crate) fn encode(&self, writer: &mut Writer) {
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
        writer.bool(self.leave_out_waits);
        writer.bool(self.announce);
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
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
            leave_out_waits: reader.bool("waits left out")?,
            announce: reader.bool("announce")?,
        })
    }
}
