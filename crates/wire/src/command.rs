//! What a client asks.

use crate::codec::{DecodeError, Reader, Writer};
use crate::hello::Hello;
use crate::run::Run;
use crate::view::View;

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

pub(crate) fn slot(reader: &mut Reader<'_>, field: &'static str) -> Result<u8, DecodeError> {
    match reader.u8(field)? {
        slot if slot < SLOTS => Ok(slot),
        slot => Err(DecodeError::Value { field, value: slot.into() }),
    }
}

pub(crate) fn optional_slot(reader: &mut Reader<'_>) -> Result<Option<u8>, DecodeError> {
    Ok(if reader.bool("policy")? { Some(slot(reader, "policy slot")?) } else { None })
}

pub(crate) fn encode_optional_slot(writer: &mut Writer, policy: Option<u8>) {
    writer.bool(policy.is_some());
    if let Some(slot) = policy {
        writer.u8(slot);
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
