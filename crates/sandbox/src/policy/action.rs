//! What a rule does with a call, and how the kernel writes that down.

use std::fmt;

use super::errno;

/// What happens to a system call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The kernel carries the call out.
    Allow,
    /// The kernel does nothing and the call fails with this error number (1 to 4095).
    Errno(u16),
    /// The call is an attack: it is not carried out, and the run ends with the cause
    /// `policy_violation`.
    Violation,
}

/// How a compiled program tells the sandbox about a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ViolationAction {
    /// `SECCOMP_RET_USER_NOTIF`: the caller stops inside the call and the holder of the listener
    /// learns number and arguments. Whoever installs such a program must ask for the listener
    /// (`SECCOMP_FILTER_FLAG_NEW_LISTENER`): without one the kernel answers ENOSYS, the call is
    /// still refused, but nobody hears of it.
    Notify,
    /// `SECCOMP_RET_KILL_PROCESS`: the kernel kills the process with SIGSYS. It needs no listener
    /// and names no system call.
    Kill,
}

const RETURN_KILL_PROCESS: u32 = 0x8000_0000;
const RETURN_ERRNO: u32 = 0x0005_0000;
const RETURN_USER_NOTIFICATION: u32 = 0x7fc0_0000;
const RETURN_ALLOW: u32 = 0x7fff_0000;

impl Action {
    /// The `SECCOMP_RET_*` value that a program returns for this action.
    pub fn return_value(self, violation: ViolationAction) -> u32 {
        match (self, violation) {
            (Self::Allow, _) => RETURN_ALLOW,
            (Self::Errno(number), _) => RETURN_ERRNO | u32::from(number),
            (Self::Violation, ViolationAction::Notify) => RETURN_USER_NOTIFICATION,
            (Self::Violation, ViolationAction::Kill) => RETURN_KILL_PROCESS,
        }
    }

    /// Reads `allow`, `violation`, or the name of an error (`EPERM`).
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "allow" => Some(Self::Allow),
            "violation" => Some(Self::Violation),
            _ => errno::number(name).map(Self::Errno),
        }
    }
}

/// Whether a program's answer lets the call happen. `SECCOMP_RET_LOG` lets it happen too.
pub(crate) fn lets_through(return_value: u32) -> bool {
    const RETURN_LOG: u32 = 0x7ffc_0000;
    matches!(return_value & 0xffff_0000, RETURN_ALLOW | RETURN_LOG)
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allow => formatter.pad("allow"),
            Self::Violation => formatter.pad("violation"),
            Self::Errno(number) => match errno::name(*number) {
                Some(name) => formatter.pad(name),
                None => formatter.pad(&format!("errno {number}")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_become_the_values_of_the_kernel() {
        let cases = [
            (Action::Allow, libc::SECCOMP_RET_ALLOW, libc::SECCOMP_RET_ALLOW),
            (Action::Errno(38), libc::SECCOMP_RET_ERRNO | 38, libc::SECCOMP_RET_ERRNO | 38),
            (Action::Violation, libc::SECCOMP_RET_USER_NOTIF, libc::SECCOMP_RET_KILL_PROCESS),
        ];
        for (action, notify, kill) in cases {
            assert_eq!(action.return_value(ViolationAction::Notify), notify);
            assert_eq!(action.return_value(ViolationAction::Kill), kill);
        }
    }

    #[test]
    fn names_are_read_and_written_alike() {
        for name in ["allow", "violation", "EPERM", "ENOSYS", "EAFNOSUPPORT"] {
            assert_eq!(Action::from_name(name).unwrap().to_string(), name);
        }
        assert_eq!(Action::from_name("ALLOW"), None);
        assert_eq!(Action::from_name("EWHATEVER"), None);
    }

    #[test]
    fn only_allow_and_log_let_a_call_through() {
        assert!(lets_through(libc::SECCOMP_RET_ALLOW));
        assert!(lets_through(libc::SECCOMP_RET_LOG));
        for refused in [
            libc::SECCOMP_RET_ERRNO | 1,
            libc::SECCOMP_RET_USER_NOTIF,
            libc::SECCOMP_RET_KILL_PROCESS,
            libc::SECCOMP_RET_KILL_THREAD,
            libc::SECCOMP_RET_TRACE,
        ] {
            assert!(!lets_through(refused), "{refused:#x}");
        }
    }
}
