//! The first message: how a lane is to be.

use crate::codec::{DecodeError, Reader, Writer};
use crate::reply::Backend;
use crate::switch::Switches;

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
    pub const VERSION: u32 = 4;
}

impl Hello {
    pub(crate) fn encode(&self, writer: &mut Writer) {
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

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
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
