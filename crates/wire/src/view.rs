//! What a run sees: the part of a request that a cell is built from, ahead of the request itself.

use crate::codec::{DecodeError, Reader, Writer};

/// A file or directory of the host, shown inside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bind {
    /// Absolute path on the host.
    pub source: Vec<u8>,
    /// Absolute path inside.
    pub target: Vec<u8>,
    /// Whether what is mounted below the source comes along.
    pub recursive: bool,
    /// Whether it can be written.
    pub writable: bool,
    /// Whether programs on it can be executed.
    pub executable: bool,
    /// Whether device files on it work.
    pub devices: bool,
    /// Whether a source that is a symbolic link is followed.
    pub follow: bool,
    /// Whether a source that does not exist is passed over.
    pub optional: bool,
}

/// A file system in memory, new for every run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tmpfs {
    /// Absolute path inside.
    pub target: Vec<u8>,
    /// Bytes that files may take together, rounded up to pages; `None` is without a bound of its own.
    pub size: Option<u64>,
    /// Files and directories that may exist, the root directory not counted; `None` as above.
    pub inodes: Option<u64>,
    /// Permission bits of its root directory.
    pub mode: u32,
    /// Whether it can be written.
    pub writable: bool,
    /// Whether programs on it can be executed.
    pub executable: bool,
}

/// One step in making the file tree. Steps are taken in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MountOperation {
    /// Show a part of the host.
    Bind(Bind),
    /// Mount a new file system in memory.
    Tmpfs(Tmpfs),
    /// Mount /proc of the run's own processes at this path.
    Proc {
        /// Absolute path inside.
        target: Vec<u8>,
    },
    /// Make a directory; an error where the name exists.
    Directory {
        /// Absolute path inside.
        path: Vec<u8>,
        /// Permission bits.
        mode: u32,
    },
    /// Make a file with this content; an error where the name exists.
    File {
        /// Absolute path inside.
        path: Vec<u8>,
        /// Permission bits.
        mode: u32,
        /// What is in it.
        content: Vec<u8>,
    },
    /// Make a symbolic link; an error where the name exists.
    SymbolicLink {
        /// Absolute path inside.
        path: Vec<u8>,
        /// Its text.
        target: Vec<u8>,
    },
}

/// What a run may reach of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Network {
    /// Nothing: a namespace in which no device is up.
    None,
    /// A loopback device of its own.
    Loopback,
}

/// Namespaces that are made for each run instead of once for the lane, because the policy lets a
/// program leave something in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FreshNamespaces {
    /// Users, also made where the identity inside differs from the lane's.
    pub user: bool,
    /// SysV IPC and POSIX message queues.
    pub ipc: bool,
    /// Network and abstract sockets.
    pub network: bool,
}

/// What a run sees, and as whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Steps that make the file tree under a root in memory, which holds only what they make.
    pub operations: Vec<MountOperation>,
    /// Whether the root itself can be written; then it is new for every run.
    pub writable_root: bool,
    /// Bytes and inodes that the root may take where it can be written.
    pub root_size: Option<u64>,
    /// See `root_size`.
    pub root_inodes: Option<u64>,
    /// Without a tree: the host's own. Only for showing that an attack works without the defence.
    pub host_root: bool,
    /// User and group id inside.
    pub user: u32,
    /// See `user`.
    pub group: u32,
    /// Host name inside.
    pub host_name: Vec<u8>,
    /// Network.
    pub network: Network,
    /// Namespaces that are made anew for each run.
    pub fresh: FreshNamespaces,
    /// Whether programs may make user namespaces, as far as their policy lets them.
    pub user_namespaces: bool,
    /// CPUs that the run is pinned to, as a mask; empty is all that the lane may use.
    pub cpus: Vec<u64>,
    /// Whether Landlock is put around the tree.
    pub landlock: bool,
}

impl MountOperation {
    fn encode(&self, writer: &mut Writer) {
        match self {
            MountOperation::Bind(bind) => {
                writer.u8(0);
                writer.bytes(&bind.source);
                writer.bytes(&bind.target);
                for flag in [
                    bind.recursive,
                    bind.writable,
                    bind.executable,
                    bind.devices,
                    bind.follow,
                    bind.optional,
                ] {
                    writer.bool(flag);
                }
            }
            MountOperation::Tmpfs(tmpfs) => {
                writer.u8(1);
                writer.bytes(&tmpfs.target);
                writer.option(tmpfs.size);
                writer.option(tmpfs.inodes);
                writer.u32(tmpfs.mode);
                writer.bool(tmpfs.writable);
                writer.bool(tmpfs.executable);
            }
            MountOperation::Proc { target } => {
                writer.u8(2);
                writer.bytes(target);
            }
            MountOperation::Directory { path, mode } => {
                writer.u8(3);
                writer.bytes(path);
                writer.u32(*mode);
            }
            MountOperation::File { path, mode, content } => {
                writer.u8(4);
                writer.bytes(path);
                writer.u32(*mode);
                writer.bytes(content);
            }
            MountOperation::SymbolicLink { path, target } => {
                writer.u8(5);
                writer.bytes(path);
                writer.bytes(target);
            }
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(match reader.u8("mount operation")? {
            0 => MountOperation::Bind(Bind {
                source: reader.text("bind source")?,
                target: reader.text("bind target")?,
                recursive: reader.bool("bind recursive")?,
                writable: reader.bool("bind writable")?,
                executable: reader.bool("bind executable")?,
                devices: reader.bool("bind devices")?,
                follow: reader.bool("bind follow")?,
                optional: reader.bool("bind optional")?,
            }),
            1 => MountOperation::Tmpfs(Tmpfs {
                target: reader.text("tmpfs target")?,
                size: reader.option("tmpfs size")?,
                inodes: reader.option("tmpfs inodes")?,
                mode: reader.u32("tmpfs mode")?,
                writable: reader.bool("tmpfs writable")?,
                executable: reader.bool("tmpfs executable")?,
            }),
            2 => MountOperation::Proc { target: reader.text("proc target")? },
            3 => MountOperation::Directory {
                path: reader.text("directory path")?,
                mode: reader.u32("directory mode")?,
            },
            4 => MountOperation::File {
                path: reader.text("file path")?,
                mode: reader.u32("file mode")?,
                content: reader.bytes("file content")?.to_vec(),
            },
            5 => MountOperation::SymbolicLink {
                path: reader.text("link path")?,
                target: reader.text("link target")?,
            },
            value => {
                return Err(DecodeError::Value { field: "mount operation", value: value.into() });
            }
        })
    }
}

impl View {
    pub(crate) fn encode(&self, writer: &mut Writer) {
        writer.list(&self.operations, |writer, operation| operation.encode(writer));
        writer.bool(self.writable_root);
        writer.option(self.root_size);
        writer.option(self.root_inodes);
        writer.bool(self.host_root);
        writer.u32(self.user);
        writer.u32(self.group);
        writer.bytes(&self.host_name);
        writer.u8(match self.network {
            Network::None => 0,
            Network::Loopback => 1,
        });
        writer.bool(self.fresh.user);
        writer.bool(self.fresh.ipc);
        writer.bool(self.fresh.network);
        writer.bool(self.user_namespaces);
        writer.list(&self.cpus, |writer, word| writer.u64(*word));
        writer.bool(self.landlock);
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(View {
            operations: reader.list("mount operations", MountOperation::decode)?,
            writable_root: reader.bool("writable root")?,
            root_size: reader.option("root size")?,
            root_inodes: reader.option("root inodes")?,
            host_root: reader.bool("host root")?,
            user: reader.u32("user")?,
            group: reader.u32("group")?,
            host_name: reader.text("host name")?,
            network: match reader.u8("network")? {
                0 => Network::None,
                1 => Network::Loopback,
                value => {
                    return Err(DecodeError::Value { field: "network", value: value.into() });
                }
            },
            fresh: FreshNamespaces {
                user: reader.bool("fresh user namespace")?,
                ipc: reader.bool("fresh IPC namespace")?,
                network: reader.bool("fresh network namespace")?,
            },
            user_namespaces: reader.bool("user namespaces")?,
            cpus: reader.list("CPU set", |reader| reader.u64("CPU set"))?,
            landlock: reader.bool("landlock")?,
        })
    }
}
