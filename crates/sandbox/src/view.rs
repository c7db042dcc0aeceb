//! What a run sees.

use crate::options::mask;
use sandglass_wire::{self as wire, Bind, FreshNamespaces, MountOperation, Network};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A file system in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tmpfs {
    /// Bytes that files may take together.
    pub size: Option<u64>,
    /// Files and directories that may exist.
    pub inodes: Option<u64>,
    /// Permission bits of its root directory.
    pub mode: u32,
    /// Whether it can be written.
    pub writable: bool,
    /// Whether programs on it can be executed.
    pub executable: bool,
}

impl Default for Tmpfs {
    fn default() -> Self {
        Tmpfs {
            size: Some(64 << 20),
            inodes: Some(65_536),
            mode: 0o755,
            writable: true,
            executable: true,
        }
    }
}

/// The file tree, identity and surroundings of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub(crate) wire: wire::View,
}

impl Default for View {
    /// An empty, read-only root; user and group 1000; no network; Landlock on.
    fn default() -> Self {
        View {
            wire: wire::View {
                operations: Vec::new(),
                writable_root: false,
                root_size: Some(16 << 20),
                root_inodes: Some(4096),
                host_root: false,
                user: 1000,
                group: 1000,
                host_name: b"sandglass".to_vec(),
                network: Network::None,
                fresh: FreshNamespaces::default(),
                user_namespaces: false,
                cpus: Vec::new(),
                landlock: true,
            },
        }
    }
}

fn bytes(path: impl AsRef<Path>) -> Vec<u8> {
    path.as_ref().as_os_str().as_bytes().to_vec()
}

impl View {
    /// The system's programs and libraries, read-only, and the harmless devices; nothing else.
    pub fn system() -> View {
        let mut view = View::default();
        for directory in ["/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin"] {
            match std::fs::read_link(directory) {
                // Merged systems: a link costs nothing, a mount does.
                Ok(target) => view = view.link(directory, target),
                Err(_) => view = view.bind_optional(directory, directory),
            }
        }
        view = view.bind("/usr", "/usr");
        for file in ["/etc/alternatives", "/etc/ld.so.cache", "/etc/fpc.cfg"] {
            view = view.bind_optional(file, file);
        }
        for device in ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"] {
            view = view.push_bind(device, device, |bind| {
                bind.devices = true;
                bind.writable = true;
                bind.executable = false;
            });
        }
        view
    }

    fn push_bind(
        mut self,
        source: impl AsRef<Path>,
        target: impl AsRef<Path>,
        change: impl FnOnce(&mut Bind),
    ) -> Self {
        let mut bind = Bind {
            source: bytes(std::path::absolute(source.as_ref()).unwrap_or_default()),
            target: bytes(target),
            recursive: true,
            writable: false,
            executable: true,
            devices: false,
            follow: true,
            optional: false,
        };
        change(&mut bind);
        self.wire.operations.push(MountOperation::Bind(bind));
        self
    }

    /// Shows `source` of the host at `target`, read-only.
    pub fn bind(self, source: impl AsRef<Path>, target: impl AsRef<Path>) -> Self {
        self.push_bind(source, target, |_| {})
    }

    /// Shows `source` of the host at `target`, writable.
    pub fn bind_writable(self, source: impl AsRef<Path>, target: impl AsRef<Path>) -> Self {
        self.push_bind(source, target, |bind| bind.writable = true)
    }

    /// Shows `source` at `target`, read-only, if it exists.
    pub fn bind_optional(self, source: impl AsRef<Path>, target: impl AsRef<Path>) -> Self {
        self.push_bind(source, target, |bind| bind.optional = true)
    }

    /// Shows `source` at `target` with every choice in the caller's hands.
    pub fn bind_with(
        self,
        source: impl AsRef<Path>,
        target: impl AsRef<Path>,
        recursive: bool,
        writable: bool,
        executable: bool,
        follow: bool,
    ) -> Self {
        self.push_bind(source, target, |bind| {
            bind.recursive = recursive;
            bind.writable = writable;
            bind.executable = executable;
            bind.follow = follow;
        })
    }

    /// Mounts a writable file system in memory of `size` bytes at `target`, new for every run.
    pub fn tmpfs(self, target: impl AsRef<Path>, size: u64) -> Self {
        self.tmpfs_with(target, &Tmpfs { size: Some(size), ..Tmpfs::default() })
    }

    /// Mounts a file system in memory at `target`.
    pub fn tmpfs_with(mut self, target: impl AsRef<Path>, tmpfs: &Tmpfs) -> Self {
        self.wire.operations.push(MountOperation::Tmpfs(wire::Tmpfs {
            target: bytes(target),
            size: tmpfs.size,
            inodes: tmpfs.inodes,
            mode: tmpfs.mode,
            writable: tmpfs.writable,
            executable: tmpfs.executable,
        }));
        self
    }

    /// Mounts /proc of the run's own processes at `target`.
    pub fn proc(mut self, target: impl AsRef<Path>) -> Self {
        self.wire.operations.push(MountOperation::Proc { target: bytes(target) });
        self
    }

    /// Makes a directory.
    pub fn directory(mut self, path: impl AsRef<Path>, mode: u32) -> Self {
        self.wire.operations.push(MountOperation::Directory { path: bytes(path), mode });
        self
    }

    /// Makes a file with this content.
    pub fn file(mut self, path: impl AsRef<Path>, mode: u32, content: impl Into<Vec<u8>>) -> Self {
        let content = content.into();
        self.wire.operations.push(MountOperation::File { path: bytes(path), mode, content });
        self
    }

    /// Makes a symbolic link at `path` to `target`.
    pub fn link(mut self, path: impl AsRef<Path>, target: impl AsRef<Path>) -> Self {
        let (path, target) = (bytes(path), bytes(target));
        self.wire.operations.push(MountOperation::SymbolicLink { path, target });
        self
    }

    /// Makes the root itself writable, with room for `size` bytes, new for every run.
    pub fn writable_root(mut self, size: u64) -> Self {
        self.wire.writable_root = true;
        self.wire.root_size = Some(size);
        self
    }

    /// User and group id inside.
    pub fn identity(mut self, user: u32, group: u32) -> Self {
        self.wire.user = user;
        self.wire.group = group;
        self
    }

    /// Host name inside.
    pub fn host_name(mut self, name: &str) -> Self {
        self.wire.host_name = name.as_bytes().to_vec();
        self
    }

    /// Network.
    pub fn network(mut self, network: Network) -> Self {
        self.wire.network = network;
        self
    }

    /// Pins the run to these CPUs; a number that no machine has is refused when the run is made.
    pub fn cpus(mut self, cpus: &[usize]) -> Self {
        self.wire.cpus = mask(cpus).unwrap_or_else(|_| vec![0]);
        self
    }

    /// Whether Landlock stands around the tree. On by default; off is for showing what it stops.
    pub fn landlock(mut self, on: bool) -> Self {
        self.wire.landlock = on;
        self
    }

    /// Shows the host's own tree. Only for showing that an attack works without the wall.
    #[doc(hidden)]
    pub fn host_root(mut self) -> Self {
        self.wire.host_root = true;
        self
    }

    /// Makes these namespaces anew for each run (user, IPC, network), beside what the policy needs.
    pub fn fresh_namespaces(mut self, user: bool, ipc: bool, network: bool) -> Self {
        self.wire.fresh.user |= user;
        self.wire.fresh.ipc |= ipc;
        self.wire.fresh.network |= network;
        self
    }
}
