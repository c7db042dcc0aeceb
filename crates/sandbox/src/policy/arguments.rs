//! Which arguments of which system calls a policy may test by name.
//!
//! The width matters for safety: where the kernel takes an `int`, it throws the upper half of the
//! register away, so a test that looked at all 64 bits could be passed by setting one of them.

use super::vocabulary::Vocabulary;

/// How much of an argument the kernel looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// The low 32 bits: an `int` or `unsigned int`.
    Low,
    /// All 64 bits: a `long`, a size or a pointer.
    Whole,
}

impl Width {
    /// The bits of an argument that count.
    pub(crate) fn mask(self) -> u64 {
        match self {
            Self::Low => 0xffff_ffff,
            Self::Whole => u64::MAX,
        }
    }
}

/// An argument that has a name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Argument {
    syscall: &'static str,
    name: &'static str,
    /// Position among the six arguments, from 0.
    pub(crate) index: usize,
    pub(crate) width: Width,
    pub(crate) vocabulary: Vocabulary,
}

/// Looks an argument up by the names of its call and its own.
pub(crate) fn argument(syscall: &str, name: &str) -> Option<&'static Argument> {
    ARGUMENTS.iter().find(|known| known.syscall == syscall && known.name == name)
}

const fn entry(
    syscall: &'static str,
    name: &'static str,
    index: usize,
    width: Width,
    vocabulary: Vocabulary,
) -> Argument {
    Argument { syscall, name, index, width, vocabulary }
}

/// Types as in the kernel's `SYSCALL_DEFINE` of each call. `clone3` and `openat2` are missing on
/// purpose: their flags lie in memory, where a filter cannot look.
const ARGUMENTS: &[Argument] = &[
    entry("ioctl", "command", 1, Width::Low, Vocabulary::Ioctl),
    entry("fcntl", "command", 1, Width::Low, Vocabulary::FileCommand),
    entry("prctl", "option", 0, Width::Low, Vocabulary::Prctl),
    entry("prctl", "value", 1, Width::Whole, Vocabulary::None),
    entry("personality", "persona", 0, Width::Low, Vocabulary::Persona),
    entry("clone", "flags", 0, Width::Low, Vocabulary::CloneFlag),
    entry("unshare", "flags", 0, Width::Whole, Vocabulary::CloneFlag),
    entry("socket", "family", 0, Width::Low, Vocabulary::Family),
    entry("socket", "type", 1, Width::Low, Vocabulary::SocketType),
    entry("socket", "protocol", 2, Width::Low, Vocabulary::Protocol),
    entry("socketpair", "family", 0, Width::Low, Vocabulary::Family),
    entry("socketpair", "type", 1, Width::Low, Vocabulary::SocketType),
    entry("socketpair", "protocol", 2, Width::Low, Vocabulary::Protocol),
    entry("setsockopt", "level", 1, Width::Low, Vocabulary::SocketLevel),
    entry("setsockopt", "option", 2, Width::Low, Vocabulary::SocketOption),
    entry("getsockopt", "level", 1, Width::Low, Vocabulary::SocketLevel),
    entry("getsockopt", "option", 2, Width::Low, Vocabulary::SocketOption),
    entry("prlimit64", "process", 0, Width::Low, Vocabulary::None),
    entry("sched_setparam", "process", 0, Width::Low, Vocabulary::None),
    entry("sched_setscheduler", "process", 0, Width::Low, Vocabulary::None),
    entry("sched_setscheduler", "policy", 1, Width::Low, Vocabulary::None),
    entry("setpriority", "which", 0, Width::Low, Vocabulary::None),
    entry("setpriority", "who", 1, Width::Low, Vocabulary::None),
    entry("mmap", "flags", 3, Width::Whole, Vocabulary::MapFlag),
    entry("madvise", "advice", 2, Width::Low, Vocabulary::Advice),
    entry("memfd_create", "flags", 1, Width::Low, Vocabulary::MemoryFileFlag),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::syscall_number;

    #[test]
    fn every_argument_is_one_of_a_known_call() {
        for known in ARGUMENTS {
            assert!(syscall_number(known.syscall).is_some(), "{}", known.syscall);
            assert!(known.index < 6);
            let found = argument(known.syscall, known.name).unwrap();
            assert_eq!((found.index, found.width), (known.index, known.width), "entered twice");
        }
        assert!(argument("clone3", "flags").is_none());
        assert!(argument("ioctl", "flags").is_none());
    }
}
