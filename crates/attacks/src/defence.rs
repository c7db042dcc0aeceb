//! The defences of the sandbox, as switches that a test can turn off one by one.

/// One wall of the sandbox. A variant's text says what turning it **off** means for a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Defence {
    /// No system call filter is installed.
    Seccomp,
    /// No Landlock domain is entered: neither files, TCP ports, signals nor abstract sockets.
    Landlock,
    /// The program keeps every capability of its user namespace.
    Capabilities,
    /// `no_new_privs` is not set.
    NoNewPrivileges,
    /// Process 1 of the cell is dumpable, and has no more capabilities than the program.
    Dumpable,
    /// The program may make user namespaces (`user.max_user_namespaces` is not 0).
    NestedUserNamespaces,
    /// The user namespace, and with it the user's keyrings, is one and the same for two runs, even
    /// where the program may use keys.
    FreshUserNamespace,
    /// The program lives in the PID namespace of the host, and nothing kills what it leaves behind.
    PidNamespace,
    /// The root directory is the host's, with the host's permissions and nothing more.
    MountNamespace,
    /// The network namespace is the host's.
    NetworkNamespace,
    /// The IPC namespace is for two runs one and the same.
    IpcNamespace,
    /// The session and the process group are the caller's.
    Session,
    /// The session keyring is the lane's.
    Keyring,
    /// Mounts that are to be read-only, `/proc` among them, are writable where the file's mode allows.
    ReadOnlyMounts,
    /// Writable directories are one host directory for all runs.
    FreshTmpfs,
    /// The tmpfs has no bound on bytes and inodes.
    TmpfsBounds,
    /// Descriptors that the caller holds are inherited.
    DescriptorHygiene,
    /// No limit on processes and threads.
    ProcessLimit,
    /// No limit on memory.
    MemoryLimit,
    /// No limit on CPU time.
    CpuTimeLimit,
    /// No limit on wall time.
    WallTimeLimit,
    /// No limit on idle time.
    IdleLimit,
    /// No limit on output: where the output is a file, its size is not limited either.
    OutputLimit,
    /// `RLIMIT_FSIZE` is infinite.
    FileSizeLimit,
    /// `RLIMIT_NOFILE` is the caller's.
    OpenFilesLimit,
    /// `RLIMIT_STACK` is infinite.
    StackLimit,
    /// `RLIMIT_CORE` is infinite.
    CoreLimit,
    /// `RLIMIT_SIGPENDING` is the caller's.
    PendingSignalsLimit,
    /// `RLIMIT_MEMLOCK` is the caller's.
    LockedMemoryLimit,
    /// `RLIMIT_MSGQUEUE` is the caller's.
    MessageQueuesLimit,
    /// `RLIMIT_NICE` and `RLIMIT_RTPRIO` are the caller's.
    PriorityLimits,
    /// Results are copied out by a plain open and read, which follows links and blocks.
    CarefulCopyOut,
    /// The whole sandbox is off: the program runs on the host as the real root. Kernel rules that
    /// stop every unprivileged process stop these attacks, so nothing less shows that they work.
    Unprivileged,
}
