//! The system calls that the sandbox makes itself while the filter is in force already.
//!
//! Between the installation of the filter and the `execve` of the program stands the launcher,
//! and PID 1 may share the filter. A policy that refuses one of their calls would not stop the
//! program but break the sandbox, so such a policy is refused before it is used.

use super::PolicyError;
use super::action::lets_through;
use super::program::{Call, Program};

/// A call of the launcher, with arguments of the kind that it uses.
#[derive(Debug, Clone, Copy)]
pub struct LaunchCall {
    /// Name of the system call.
    pub syscall: &'static str,
    /// Its number.
    pub number: u32,
    /// Arguments that a policy must let pass. Descriptors and pointers are zero: a filter that
    /// depends on them has no meaning.
    pub arguments: [u64; 6],
}

const fn plain(syscall: &'static str, number: i64) -> LaunchCall {
    LaunchCall { syscall, number: number as u32, arguments: [0; 6] }
}

const fn with(syscall: &'static str, number: i64, arguments: [u64; 6]) -> LaunchCall {
    LaunchCall { syscall, number: number as u32, arguments }
}

/// Every call that the sandbox makes under the filter. CPU affinity is set before
/// it is installed, so their calls are not here.
pub const LAUNCH_CALLS: &[LaunchCall] = &[
    plain("landlock_add_rule", libc::SYS_landlock_add_rule),
    plain("landlock_restrict_self", libc::SYS_landlock_restrict_self),
    plain("read", libc::SYS_read),
    plain("write", libc::SYS_write),
    plain("recvmsg", libc::SYS_recvmsg),
    plain("sendmsg", libc::SYS_sendmsg),
    plain("dup2", libc::SYS_dup2),
    plain("dup3", libc::SYS_dup3),
    with("fcntl", libc::SYS_fcntl, [0, libc::F_SETFD as u64, 0, 0, 0, 0]),
    plain("close", libc::SYS_close),
    plain("close_range", libc::SYS_close_range),
    plain("prlimit64", libc::SYS_prlimit64),
    with("prctl", libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as u64, 9, 0, 0, 0, 0]),
    plain("clock_gettime", libc::SYS_clock_gettime),
    plain("getrusage", libc::SYS_getrusage),
    plain("times", libc::SYS_times),
    plain("chdir", libc::SYS_chdir),
    plain("fchdir", libc::SYS_fchdir),
    plain("execve", libc::SYS_execve),
    plain("execveat", libc::SYS_execveat),
    plain("exit", libc::SYS_exit),
    plain("exit_group", libc::SYS_exit_group),
    plain("waitid", libc::SYS_waitid),
    plain("wait4", libc::SYS_wait4),
    plain("kill", libc::SYS_kill),
    plain("futex", libc::SYS_futex),
    with("clone", libc::SYS_clone, [VFORK_LIKE, 0, 0, 0, 0, 0]),
    plain("rt_sigaction", libc::SYS_rt_sigaction),
    plain("rt_sigprocmask", libc::SYS_rt_sigprocmask),
    plain("rt_sigreturn", libc::SYS_rt_sigreturn),
    plain("munmap", libc::SYS_munmap),
    with("mmap", libc::SYS_mmap, [0, 4096, 3, ANONYMOUS, 0, 0]),
    with("madvise", libc::SYS_madvise, [0, 4096, libc::MADV_DONTNEED as u64, 0, 0, 0]),
    plain("sched_yield", libc::SYS_sched_yield),
    plain("poll", libc::SYS_poll),
    plain("ppoll", libc::SYS_ppoll),
    plain("setitimer", libc::SYS_setitimer),
];

/// `CLONE_VM | CLONE_VFORK | SIGCHLD`, the flags of `posix_spawn`.
const VFORK_LIKE: u64 = (libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD) as u64;

/// `MAP_PRIVATE | MAP_ANONYMOUS`.
const ANONYMOUS: u64 = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS) as u64;

/// Refuses a program that would stop the sandbox before it has started the program.
pub(super) fn check(program: &Program, policy: &str) -> Result<(), PolicyError> {
    for launch in LAUNCH_CALLS {
        let call = Call::native(launch.number, launch.arguments);
        if !lets_through(program.evaluate(&call)) {
            let policy = policy.to_owned();
            return Err(PolicyError::LaunchCallMissing { policy, syscall: launch.syscall });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::syscall_name;

    #[test]
    fn names_and_numbers_belong_together() {
        for launch in LAUNCH_CALLS {
            assert_eq!(syscall_name(launch.number), Some(launch.syscall));
        }
    }
}
