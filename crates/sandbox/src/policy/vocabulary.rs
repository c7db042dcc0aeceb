//! Names for argument values, so that a policy says `TIOCSTI` and not 21522.
//!
//! Each argument that a policy may test draws on one vocabulary, so a family name given as an
//! `ioctl` command is an error and not a silent number. Values are those of Linux on x86-64.

/// A set of names for the values of one kind of argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    /// No names: numbers only.
    None,
    /// Commands of `ioctl`.
    Ioctl,
    /// Options of `prctl`.
    Prctl,
    /// Flags of `clone` and `unshare`.
    CloneFlag,
    /// Values of `personality`.
    Persona,
    /// Address families of sockets.
    Family,
    /// Types of sockets; the mask takes off `SOCK_CLOEXEC` and `SOCK_NONBLOCK`.
    SocketType,
    /// Protocols of internet sockets.
    Protocol,
    /// Levels of `setsockopt`.
    SocketLevel,
    /// Options of `setsockopt`, of every level.
    SocketOption,
    /// Commands of `fcntl`.
    FileCommand,
    /// Flags of `mmap`.
    MapFlag,
    /// Flags of `memfd_create`.
    MemoryFileFlag,
    /// Advice of `madvise`.
    Advice,
}

impl Vocabulary {
    fn table(self) -> &'static [(&'static str, u64)] {
        match self {
            Self::None => &[],
            Self::Ioctl => IOCTL,
            Self::Prctl => PRCTL,
            Self::CloneFlag => CLONE_FLAG,
            Self::Persona => PERSONA,
            Self::Family => FAMILY,
            Self::SocketType => SOCKET_TYPE,
            Self::Protocol => PROTOCOL,
            Self::SocketLevel => SOCKET_LEVEL,
            Self::SocketOption => SOCKET_OPTION,
            Self::FileCommand => FILE_COMMAND,
            Self::MapFlag => MAP_FLAG,
            Self::MemoryFileFlag => MEMORY_FILE_FLAG,
            Self::Advice => ADVICE,
        }
    }

    /// The value of a name, if this vocabulary has it.
    pub(crate) fn value(self, name: &str) -> Option<u64> {
        self.table().iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// Every flag with which `clone` makes a namespace. `CLONE_NEWTIME` is not among them: its bit
/// lies in the byte that `clone` reads as the signal to send at exit, only `unshare` and `clone3`
/// know it.
pub(crate) const CLONE_NAMESPACES: u64 = 0x7e02_0000;

/// Every flag with which `unshare` makes a namespace.
pub(crate) const UNSHARE_NAMESPACES: u64 = CLONE_NAMESPACES | 0x80;

#[rustfmt::skip]
const IOCTL: &[(&str, u64)] = &[
    ("TCGETS", 0x5401), ("TCGETS2", 0x802c_542a), ("TCSETS", 0x5402), ("TCSETSW", 0x5403),
    ("TCSETSF", 0x5404), ("TIOCGWINSZ", 0x5413), ("TIOCSWINSZ", 0x5414), ("TIOCGPGRP", 0x540f),
    ("TIOCSPGRP", 0x5410), ("TIOCGSID", 0x5429), ("TIOCSTI", 0x5412), ("TIOCLINUX", 0x541c),
    ("TIOCSCTTY", 0x540e), ("TIOCNOTTY", 0x5422), ("TIOCGPTN", 0x8004_5430),
    ("TIOCSPTLCK", 0x4004_5431), ("TIOCOUTQ", 0x5411), ("FIONREAD", 0x541b), ("FIONBIO", 0x5421),
    ("FIOASYNC", 0x5452), ("FIOCLEX", 0x5451), ("FIONCLEX", 0x5450), ("FIOQSIZE", 0x5460),
    ("FICLONE", 0x4004_9409), ("FS_IOC_GETFLAGS", 0x8008_6601), ("FS_IOC_SETFLAGS", 0x4008_6602),
    ("FS_IOC_FIEMAP", 0xc020_660b), ("SIOCATMARK", 0x8905), ("SIOCGIFCONF", 0x8912),
    ("SIOCGIFNAME", 0x8910), ("SIOCGIFFLAGS", 0x8913), ("SIOCGIFADDR", 0x8915),
    ("SIOCGIFBRDADDR", 0x8919), ("SIOCGIFNETMASK", 0x891b), ("SIOCGIFMTU", 0x8921),
    ("SIOCGIFHWADDR", 0x8927), ("SIOCGIFINDEX", 0x8933), ("SIOCGIFMETRIC", 0x891d),
    ("SIOCGIFTXQLEN", 0x8942),
];

#[rustfmt::skip]
const PRCTL: &[(&str, u64)] = &[
    ("PR_SET_PDEATHSIG", 1), ("PR_GET_PDEATHSIG", 2), ("PR_GET_DUMPABLE", 3),
    ("PR_SET_DUMPABLE", 4), ("PR_GET_KEEPCAPS", 7), ("PR_SET_KEEPCAPS", 8), ("PR_SET_NAME", 15),
    ("PR_GET_NAME", 16), ("PR_GET_SECCOMP", 21), ("PR_SET_SECCOMP", 22), ("PR_CAPBSET_READ", 23),
    ("PR_CAPBSET_DROP", 24), ("PR_GET_TSC", 25), ("PR_SET_TSC", 26), ("PR_GET_SECUREBITS", 27),
    ("PR_SET_SECUREBITS", 28), ("PR_SET_TIMERSLACK", 29), ("PR_GET_TIMERSLACK", 30),
    ("PR_SET_MM", 35), ("PR_SET_CHILD_SUBREAPER", 36), ("PR_GET_CHILD_SUBREAPER", 37),
    ("PR_SET_NO_NEW_PRIVS", 38), ("PR_GET_NO_NEW_PRIVS", 39), ("PR_GET_TID_ADDRESS", 40),
    ("PR_SET_THP_DISABLE", 41), ("PR_GET_THP_DISABLE", 42), ("PR_CAP_AMBIENT", 47),
    ("PR_GET_SPECULATION_CTRL", 52), ("PR_SET_SPECULATION_CTRL", 53), ("PR_SET_IO_FLUSHER", 57),
    ("PR_SET_SYSCALL_USER_DISPATCH", 59), ("PR_SCHED_CORE", 62), ("PR_SET_VMA", 0x5356_4d41),
    ("PR_SET_PTRACER", 0x5961_6d61), ("PR_SET_MDWE", 65), ("PR_GET_MDWE", 66),
    ("PR_SET_MEMORY_MERGE", 67), ("PR_GET_MEMORY_MERGE", 68), ("PR_GET_AUXV", 0x4155_5856),
];

#[rustfmt::skip]
const CLONE_FLAG: &[(&str, u64)] = &[
    ("CLONE_VM", 0x100), ("CLONE_FS", 0x200), ("CLONE_FILES", 0x400), ("CLONE_SIGHAND", 0x800),
    ("CLONE_PIDFD", 0x1000), ("CLONE_PTRACE", 0x2000), ("CLONE_VFORK", 0x4000),
    ("CLONE_PARENT", 0x8000), ("CLONE_THREAD", 0x1_0000), ("CLONE_NEWNS", 0x2_0000),
    ("CLONE_SYSVSEM", 0x4_0000), ("CLONE_SETTLS", 0x8_0000), ("CLONE_PARENT_SETTID", 0x10_0000),
    ("CLONE_CHILD_CLEARTID", 0x20_0000), ("CLONE_DETACHED", 0x40_0000),
    ("CLONE_UNTRACED", 0x80_0000), ("CLONE_CHILD_SETTID", 0x100_0000),
    ("CLONE_NEWCGROUP", 0x200_0000), ("CLONE_NEWUTS", 0x400_0000), ("CLONE_NEWIPC", 0x800_0000),
    ("CLONE_NEWUSER", 0x1000_0000), ("CLONE_NEWPID", 0x2000_0000), ("CLONE_NEWNET", 0x4000_0000),
    ("CLONE_IO", 0x8000_0000), ("CLONE_NEWTIME", 0x80),
];

#[rustfmt::skip]
const PERSONA: &[(&str, u64)] = &[
    ("PER_LINUX", 0), ("PER_LINUX32", 8), ("ADDR_NO_RANDOMIZE", 0x4_0000),
    ("READ_IMPLIES_EXEC", 0x40_0000), ("UNAME26", 0x2_0000),
];

#[rustfmt::skip]
const FAMILY: &[(&str, u64)] = &[
    ("AF_UNSPEC", 0), ("AF_UNIX", 1), ("AF_INET", 2), ("AF_INET6", 10), ("AF_NETLINK", 16),
    ("AF_PACKET", 17), ("AF_ALG", 38), ("AF_VSOCK", 40), ("AF_TIPC", 30), ("AF_BLUETOOTH", 31),
];

#[rustfmt::skip]
const SOCKET_TYPE: &[(&str, u64)] = &[
    ("SOCK_STREAM", 1), ("SOCK_DGRAM", 2), ("SOCK_SEQPACKET", 5), ("SOCK_RAW", 3),
    ("SOCK_TYPE_MASK", 15),
];

#[rustfmt::skip]
const PROTOCOL: &[(&str, u64)] = &[
    ("IPPROTO_IP", 0), ("IPPROTO_ICMP", 1), ("IPPROTO_TCP", 6), ("IPPROTO_UDP", 17),
    ("IPPROTO_ICMPV6", 58), ("IPPROTO_SCTP", 132), ("IPPROTO_UDPLITE", 136),
    ("IPPROTO_MPTCP", 0x106),
];

#[rustfmt::skip]
const SOCKET_LEVEL: &[(&str, u64)] = &[
    ("SOL_SOCKET", 1), ("SOL_IP", 0), ("SOL_TCP", 6), ("SOL_IPV6", 41),
];

#[rustfmt::skip]
const SOCKET_OPTION: &[(&str, u64)] = &[
    ("SO_DEBUG", 1), ("SO_REUSEADDR", 2), ("SO_TYPE", 3), ("SO_ERROR", 4), ("SO_BROADCAST", 6),
    ("SO_SNDBUF", 7), ("SO_RCVBUF", 8), ("SO_KEEPALIVE", 9), ("SO_OOBINLINE", 10),
    ("SO_LINGER", 13), ("SO_REUSEPORT", 15), ("SO_PASSCRED", 16), ("SO_RCVLOWAT", 18),
    ("SO_SNDLOWAT", 19), ("SO_RCVTIMEO", 20), ("SO_SNDTIMEO", 21), ("SO_ATTACH_FILTER", 26),
    ("SO_ATTACH_BPF", 50), ("TCP_NODELAY", 1), ("TCP_MAXSEG", 2), ("TCP_CORK", 3),
    ("TCP_KEEPIDLE", 4), ("TCP_KEEPINTVL", 5), ("TCP_KEEPCNT", 6), ("TCP_SYNCNT", 7),
    ("TCP_LINGER2", 8), ("TCP_DEFER_ACCEPT", 9), ("TCP_QUICKACK", 12), ("TCP_USER_TIMEOUT", 18),
    ("TCP_FASTOPEN", 23), ("TCP_ULP", 31), ("IP_TOS", 1), ("IP_TTL", 2), ("IP_RECVERR", 11),
    ("IP_MTU_DISCOVER", 10), ("IP_MULTICAST_TTL", 33), ("IP_MULTICAST_LOOP", 34),
    ("IPV6_V6ONLY", 26), ("IPV6_UNICAST_HOPS", 16), ("IPV6_RECVERR", 25), ("IPV6_TCLASS", 67),
];

#[rustfmt::skip]
const FILE_COMMAND: &[(&str, u64)] = &[
    ("F_DUPFD", 0), ("F_GETFD", 1), ("F_SETFD", 2), ("F_GETFL", 3), ("F_SETFL", 4), ("F_GETLK", 5),
    ("F_SETLK", 6), ("F_SETLKW", 7), ("F_SETOWN", 8), ("F_SETSIG", 10), ("F_SETLEASE", 0x400),
    ("F_NOTIFY", 0x402), ("F_DUPFD_CLOEXEC", 0x406), ("F_SETPIPE_SZ", 0x407),
    ("F_ADD_SEALS", 0x409),
];

#[rustfmt::skip]
const MAP_FLAG: &[(&str, u64)] = &[
    ("MAP_SHARED", 0x1), ("MAP_PRIVATE", 0x2), ("MAP_ANONYMOUS", 0x20), ("MAP_LOCKED", 0x2000),
    ("MAP_HUGETLB", 0x4_0000),
];

#[rustfmt::skip]
const MEMORY_FILE_FLAG: &[(&str, u64)] = &[
    ("MFD_CLOEXEC", 1), ("MFD_ALLOW_SEALING", 2), ("MFD_HUGETLB", 4),
];

#[rustfmt::skip]
const ADVICE: &[(&str, u64)] = &[
    ("MADV_MERGEABLE", 12), ("MADV_HWPOISON", 100), ("MADV_SOFT_OFFLINE", 101),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The C library has another type for each of these, and another one on musl.
    macro_rules! agrees {
        ($vocabulary:ident: $($name:ident)*) => {
            $(assert_eq!(
                Vocabulary::$vocabulary.value(stringify!($name)),
                Some(u64::from(libc::$name as u32)),
                stringify!($name)
            );)*
        };
    }

    #[test]
    fn values_are_those_of_the_c_library() {
        agrees!(Ioctl: TCGETS TCGETS2 TIOCGWINSZ TIOCSTI TIOCLINUX TIOCSCTTY FIONREAD FIONBIO FIOCLEX);
        agrees!(Prctl: PR_SET_PDEATHSIG PR_SET_NAME PR_CAPBSET_READ PR_SET_SECCOMP PR_SET_VMA);
        agrees!(Prctl: PR_SET_NO_NEW_PRIVS PR_SCHED_CORE PR_SET_MDWE PR_SET_MEMORY_MERGE);
        agrees!(CloneFlag: CLONE_VM CLONE_NEWNS CLONE_NEWUSER CLONE_NEWNET CLONE_UNTRACED);
        agrees!(Persona: ADDR_NO_RANDOMIZE READ_IMPLIES_EXEC);
        agrees!(Family: AF_UNIX AF_INET AF_INET6 AF_NETLINK AF_PACKET AF_ALG AF_VSOCK);
        agrees!(SocketType: SOCK_STREAM SOCK_DGRAM SOCK_SEQPACKET SOCK_RAW);
        agrees!(Protocol: IPPROTO_TCP IPPROTO_UDP IPPROTO_MPTCP);
        agrees!(SocketOption: SO_REUSEADDR SO_SNDBUF SO_ATTACH_BPF TCP_NODELAY TCP_ULP IPV6_V6ONLY);
        agrees!(FileCommand: F_NOTIFY F_SETLEASE F_DUPFD_CLOEXEC F_SETPIPE_SZ);
        agrees!(MapFlag: MAP_HUGETLB MAP_PRIVATE MAP_ANONYMOUS);
        agrees!(MemoryFileFlag: MFD_HUGETLB MFD_CLOEXEC);
        agrees!(Advice: MADV_MERGEABLE MADV_SOFT_OFFLINE);
        assert_eq!(
            CLONE_NAMESPACES,
            ["NEWNS", "NEWCGROUP", "NEWUTS", "NEWIPC", "NEWUSER", "NEWPID", "NEWNET"]
                .iter()
                .map(|flag| Vocabulary::CloneFlag.value(&format!("CLONE_{flag}")).unwrap())
                .sum::<u64>()
        );
    }

    #[test]
    fn a_name_belongs_to_its_vocabulary_alone() {
        assert_eq!(Vocabulary::Family.value("TCGETS"), None);
        assert_eq!(Vocabulary::Ioctl.value("AF_UNIX"), None);
        assert_eq!(Vocabulary::None.value("AF_UNIX"), None);
    }
}
