//! What an attack needs of its surroundings.

/// Something that a suite must prepare for an attack. Some have a value that goes into the command
/// line in place of [`Need::placeholder`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Need {
    /// Value: the absolute path of a file of the host that is named `secret`, belongs to the
    /// program's outside uid, is readable, not empty, and lies in a directory where that uid may
    /// make files. It is not in the sandbox.
    HostSecret,
    /// Value: a TCP port on 127.0.0.1 of the host where somebody listens.
    HostTcpPort,
    /// Value: a UDP port on 127.0.0.1 of the host where somebody answers every datagram.
    HostUdpPort,
    /// Value: the name (without the leading zero byte) of an abstract stream socket of the host
    /// where somebody listens.
    HostAbstractSocket,
    /// Value: the path of a stream socket of the host where somebody listens.
    HostUnixSocket,
    /// Value: the pid on the host of a process that runs under the program's outside uid and
    /// whose death hurts nobody.
    Victim,
    /// Value: the path, inside, of a host file bound read-only that belongs to the program's
    /// outside uid, may be written by it, and was last read a day or more before it was changed.
    BoundFile,
    /// Value: the path, inside, of a copy of the attack program that belongs to root and has the
    /// set-user-id bit. Keep it where nobody else comes: it obeys whoever runs it.
    SetuidProgram,
    /// Value: the number of a CPU of the machine that is not in the CPU set of the run.
    OtherCpu,
    /// Value: the pid on the host of the process whose children the runs are, or descendants.
    Maker,
    /// Value: the number of a CPU that the caller may use, and that is not its only one.
    SpareCpu,
    /// The working directory of the host that is [`Need::WritableDisk`] stands in the place of
    /// `/usr/bin`, bound read-only.
    SystemDirectory,
    /// The caller's `RLIMIT_NICE` is 40 and its `RLIMIT_RTPRIO` is 1.
    RaisedPriorities,
    /// Value: a TCP port that is free; the run has the loopback network and its policy.
    Loopback,
    /// A `/proc` of the cell's PID namespace is mounted.
    ProcMounted,
    /// `/proc` as above, and the run starts with an `oom_score_adj` above 0.
    RaisedOomScore,
    /// The working directory is a writable tmpfs.
    WritableTmpfs,
    /// The working directory is a host directory on a disk, bound writable.
    WritableDisk,
    /// `/dev/shm` is a writable tmpfs.
    DevShm,
    /// `/tmp` is a writable tmpfs.
    Tmp,
    /// The program can be executed inside under the path it was started by.
    ExecutablePath,
    /// Standard input is a host file that belongs to the program's outside uid, opened for
    /// reading, with a mode that lets that uid write.
    StdinFile,
    /// Standard output is a regular file of the host.
    StdoutFile,
    /// Standard input is a pseudo terminal that is the controlling terminal of the caller, and
    /// `dev.tty.legacy_tiocsti` is 1.
    Terminal,
    /// The run may have one process of one thread, and may so have no session of its own.
    OneProcess,
    /// Standard input is a virtual console that is the controlling terminal of the caller.
    VirtualConsole,
    /// A directory of the host is open in the process that starts the lane.
    StrayDirectory,
    /// The host's `/sys/fs/cgroup` holds a cgroup that the program's outside uid may write.
    DelegatedCgroup,
    /// `kernel.core_pattern` of the host names a file, not a pipe.
    CorePatternFile,
    /// The kernel has what the attack is about, and no sysctl of the host switches it off. Where
    /// it has not, the attack says `refused` with every defence off, too.
    KernelSupport,
    /// The kernel carries out x32 system calls (`CONFIG_X86_X32_ABI` and `syscall.x32=y`).
    X32,
    /// The effective capabilities of the caller include `CAP_SYS_RESOURCE` (some virtual machines
    /// take it from root).
    SystemResourceCapability,
}

impl Need {
    /// The word of [`crate::Attack::argv`] that stands for this need's value, where it has one.
    pub const fn placeholder(self) -> Option<&'static str> {
        Some(match self {
            Self::HostSecret => "{secret}",
            Self::HostTcpPort => "{tcp-port}",
            Self::HostUdpPort => "{udp-port}",
            Self::HostAbstractSocket => "{abstract-socket}",
            Self::HostUnixSocket => "{unix-socket}",
            Self::Victim => "{victim}",
            Self::BoundFile => "{bound-file}",
            Self::SetuidProgram => "{setuid-program}",
            Self::OtherCpu => "{other-cpu}",
            Self::Maker => "{maker}",
            Self::SpareCpu => "{spare-cpu}",
            Self::Loopback => "{free-port}",
            _ => return None,
        })
    }
}
