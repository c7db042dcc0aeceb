//! The system calls of x86-64 by number and by name.
//!
//! Numbers are positions: the table of the kernel has one hole, from 337 to 423 (the numbers that
//! other machines gave to their 64-bit time calls), so it is kept as the run before the hole and
//! the run after it. Source: `arch/x86/entry/syscalls/syscall_64.tbl` of Linux 7.0; a number never
//! changes its meaning, so a table that is newer than the running kernel is right on it too.

/// The first number after the hole.
const SECOND_RUN: u32 = 424;

/// How many numbers the kernel of this table has: one more than the highest. The kernel tries the
/// filter once for each of them when it is installed.
pub(crate) const NUMBERS: u32 = SECOND_RUN + SECOND.len() as u32;

/// Set in the number of a call made through the x32 interface, which this sandbox does not serve.
pub const X32_BIT: u32 = 0x4000_0000;

/// The number of a call that a tracer has cancelled (-1). It is no attack, so it must not look
/// like one of x32.
pub(crate) const CANCELLED: u32 = u32::MAX;

/// `AUDIT_ARCH_X86_64` of `linux/audit.h`: the machine type of a native call in `seccomp_data`.
pub const ARCH_X86_64: u32 = 0xc000_003e;

/// `AUDIT_ARCH_I386`: what a 64-bit program gets that says `int 0x80`.
pub const ARCH_I386: u32 = 0x4000_0003;

/// The name of a system call, or `None` for a number that Linux 7.0 does not use.
pub fn syscall_name(number: u32) -> Option<&'static str> {
    if number >= SECOND_RUN {
        SECOND.get((number - SECOND_RUN) as usize).copied()
    } else {
        FIRST.get(number as usize).copied()
    }
}

/// The number of a system call by its name in the kernel's table (`newfstatat`, not `fstatat`).
pub fn syscall_number(name: &str) -> Option<u32> {
    let place = |table: &[&str]| table.iter().position(|entry| *entry == name);
    place(FIRST)
        .map(|index| index as u32)
        .or_else(|| place(SECOND).map(|index| SECOND_RUN + index as u32))
}

/// Every number that has a name, in rising order.
pub fn syscalls() -> impl Iterator<Item = (u32, &'static str)> {
    let first = FIRST.iter().enumerate().map(|(index, name)| (index as u32, *name));
    let second = SECOND.iter().enumerate().map(|(index, name)| (SECOND_RUN + index as u32, *name));
    first.chain(second)
}

/// Numbers 0 to 336.
#[rustfmt::skip]
const FIRST: &[&str] = &[
    "read", "write", "open", "close", "stat", "fstat", "lstat", "poll", "lseek", "mmap", "mprotect",
    "munmap", "brk", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "ioctl", "pread64",
    "pwrite64", "readv", "writev", "access", "pipe", "select", "sched_yield", "mremap", "msync",
    "mincore", "madvise", "shmget", "shmat", "shmctl", "dup", "dup2", "pause", "nanosleep",
    "getitimer", "alarm", "setitimer", "getpid", "sendfile", "socket", "connect", "accept",
    "sendto", "recvfrom", "sendmsg", "recvmsg", "shutdown", "bind", "listen", "getsockname",
    "getpeername", "socketpair", "setsockopt", "getsockopt", "clone", "fork", "vfork", "execve",
    "exit", "wait4", "kill", "uname", "semget", "semop", "semctl", "shmdt", "msgget", "msgsnd",
    "msgrcv", "msgctl", "fcntl", "flock", "fsync", "fdatasync", "truncate", "ftruncate", "getdents",
    "getcwd", "chdir", "fchdir", "rename", "mkdir", "rmdir", "creat", "link", "unlink", "symlink",
    "readlink", "chmod", "fchmod", "chown", "fchown", "lchown", "umask", "gettimeofday",
    "getrlimit", "getrusage", "sysinfo", "times", "ptrace", "getuid", "syslog", "getgid", "setuid",
    "setgid", "geteuid", "getegid", "setpgid", "getppid", "getpgrp", "setsid", "setreuid",
    "setregid", "getgroups", "setgroups", "setresuid", "getresuid", "setresgid", "getresgid",
    "getpgid", "setfsuid", "setfsgid", "getsid", "capget", "capset", "rt_sigpending",
    "rt_sigtimedwait", "rt_sigqueueinfo", "rt_sigsuspend", "sigaltstack", "utime", "mknod",
    "uselib", "personality", "ustat", "statfs", "fstatfs", "sysfs", "getpriority", "setpriority",
    "sched_setparam", "sched_getparam", "sched_setscheduler", "sched_getscheduler",
    "sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "mlock", "munlock",
    "mlockall", "munlockall", "vhangup", "modify_ldt", "pivot_root", "_sysctl", "prctl",
    "arch_prctl", "adjtimex", "setrlimit", "chroot", "sync", "acct", "settimeofday", "mount",
    "umount2", "swapon", "swapoff", "reboot", "sethostname", "setdomainname", "iopl", "ioperm",
    "create_module", "init_module", "delete_module", "get_kernel_syms", "query_module", "quotactl",
    "nfsservctl", "getpmsg", "putpmsg", "afs_syscall", "tuxcall", "security", "gettid", "readahead",
    "setxattr", "lsetxattr", "fsetxattr", "getxattr", "lgetxattr", "fgetxattr", "listxattr",
    "llistxattr", "flistxattr", "removexattr", "lremovexattr", "fremovexattr", "tkill", "time",
    "futex", "sched_setaffinity", "sched_getaffinity", "set_thread_area", "io_setup", "io_destroy",
    "io_getevents", "io_submit", "io_cancel", "get_thread_area", "lookup_dcookie", "epoll_create",
    "epoll_ctl_old", "epoll_wait_old", "remap_file_pages", "getdents64", "set_tid_address",
    "restart_syscall", "semtimedop", "fadvise64", "timer_create", "timer_settime", "timer_gettime",
    "timer_getoverrun", "timer_delete", "clock_settime", "clock_gettime", "clock_getres",
    "clock_nanosleep", "exit_group", "epoll_wait", "epoll_ctl", "tgkill", "utimes", "vserver",
    "mbind", "set_mempolicy", "get_mempolicy", "mq_open", "mq_unlink", "mq_timedsend",
    "mq_timedreceive", "mq_notify", "mq_getsetattr", "kexec_load", "waitid", "add_key",
    "request_key", "keyctl", "ioprio_set", "ioprio_get", "inotify_init", "inotify_add_watch",
    "inotify_rm_watch", "migrate_pages", "openat", "mkdirat", "mknodat", "fchownat", "futimesat",
    "newfstatat", "unlinkat", "renameat", "linkat", "symlinkat", "readlinkat", "fchmodat",
    "faccessat", "pselect6", "ppoll", "unshare", "set_robust_list", "get_robust_list", "splice",
    "tee", "sync_file_range", "vmsplice", "move_pages", "utimensat", "epoll_pwait", "signalfd",
    "timerfd_create", "eventfd", "fallocate", "timerfd_settime", "timerfd_gettime", "accept4",
    "signalfd4", "eventfd2", "epoll_create1", "dup3", "pipe2", "inotify_init1", "preadv", "pwritev",
    "rt_tgsigqueueinfo", "perf_event_open", "recvmmsg", "fanotify_init", "fanotify_mark",
    "prlimit64", "name_to_handle_at", "open_by_handle_at", "clock_adjtime", "syncfs", "sendmmsg",
    "setns", "getcpu", "process_vm_readv", "process_vm_writev", "kcmp", "finit_module",
    "sched_setattr", "sched_getattr", "renameat2", "seccomp", "getrandom", "memfd_create",
    "kexec_file_load", "bpf", "execveat", "userfaultfd", "membarrier", "mlock2", "copy_file_range",
    "preadv2", "pwritev2", "pkey_mprotect", "pkey_alloc", "pkey_free", "statx", "io_pgetevents",
    "rseq", "uretprobe", "uprobe",
];

/// Numbers from 424 on.
#[rustfmt::skip]
const SECOND: &[&str] = &[
    "pidfd_send_signal", "io_uring_setup", "io_uring_enter", "io_uring_register", "open_tree",
    "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "pidfd_open", "clone3", "close_range",
    "openat2", "pidfd_getfd", "faccessat2", "process_madvise", "epoll_pwait2", "mount_setattr",
    "quotactl_fd", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
    "memfd_secret", "process_mrelease", "futex_waitv", "set_mempolicy_home_node", "cachestat",
    "fchmodat2", "map_shadow_stack", "futex_wake", "futex_wait", "futex_requeue", "statmount",
    "listmount", "lsm_get_self_attr", "lsm_set_self_attr", "lsm_list_modules", "mseal",
    "setxattrat", "getxattrat", "listxattrat", "removexattrat", "open_tree_attr", "file_getattr",
    "file_setattr", "listns", "rseq_slice_yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_the_c_library() {
        for (number, name, expected) in [
            (0, "read", libc::SYS_read),
            (59, "execve", libc::SYS_execve),
            (134, "uselib", libc::SYS_uselib),
            (202, "futex", libc::SYS_futex),
            (257, "openat", libc::SYS_openat),
            (334, "rseq", libc::SYS_rseq),
            (424, "pidfd_send_signal", libc::SYS_pidfd_send_signal),
            (435, "clone3", libc::SYS_clone3),
            (447, "memfd_secret", libc::SYS_memfd_secret),
            (462, "mseal", libc::SYS_mseal),
        ] {
            assert_eq!(i64::from(number), expected);
            assert_eq!(syscall_name(number), Some(name));
            assert_eq!(syscall_number(name), Some(number));
        }
    }

    #[test]
    fn every_name_finds_its_number_again() {
        assert_eq!(syscalls().count(), 337 + 48);
        for (number, name) in syscalls() {
            assert_eq!(syscall_name(number), Some(name));
            assert_eq!(syscall_number(name), Some(number), "{name}");
        }
    }

    #[test]
    fn the_hole_and_what_lies_beyond_have_no_name() {
        for number in [337, 423, NUMBERS, X32_BIT, u32::MAX] {
            assert_eq!(syscall_name(number), None, "{number}");
        }
        assert_eq!(NUMBERS, 472);
        assert_eq!(syscall_number("no_such_call"), None);
    }
}
