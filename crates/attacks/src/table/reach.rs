//! Reaching into process 1 and the kernel: tracing, `/proc`, forbidden system calls.

use super::STOPPED;
use crate::Alone::{Administrator, Namespaces, Special};
use crate::Defence::{
    Capabilities, Dumpable, Landlock, LockedMemoryLimit, MountNamespace, ReadOnlyMounts, Seccomp,
    Unprivileged,
};
use crate::Expectation::Cause;
use crate::Family::{Entry, Kernel, Proc, Tracing};
use crate::Need::{ExecutablePath, KernelSupport, ProcMounted, RaisedOomScore, StdinFile, X32};
use crate::{Attack, Defence, WallNeed};

const TRACE: &[Defence] = &[Seccomp, Landlock, Dumpable];
const LOOK: &[Defence] = &[Landlock, Dumpable];
const FILTER: &[Defence] = &[Seccomp];

const fn trace(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Tracing, argv, description, TRACE).with(STOPPED).alone(Namespaces)
}

const fn look(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Proc, argv, description, LOOK).needs(&[ProcMounted]).alone(Namespaces)
}

const fn call(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Kernel, argv, description, FILTER).with(STOPPED).needs(&[KernelSupport])
}

const fn entry(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Entry, argv, description, FILTER).with(STOPPED)
}

pub(super) const ATTACKS: &[Attack] = &[
    trace(&["trace-seize", "init"], "traces process 1 (PTRACE_SEIZE)"),
    trace(&["trace-attach", "init"], "traces and stops process 1 (PTRACE_ATTACH)"),
    trace(&["trace-attach", "parent"], "traces and stops the parent").named("trace-attach-parent"),
    trace(&["trace-write-memory", "init"], "writes to the memory of process 1"),
    trace(&["trace-read-memory", "init"], "reads the memory of process 1"),
    trace(&["trace-steal-descriptor", "init"], "takes the open files of process 1 (pidfd_getfd)"),
    trace(&["trace-compare", "init"], "compares kernel objects with process 1 (kcmp)"),
    look(&["proc-root", "init"], "the root directory of process 1 through /proc/1/root"),
    look(&["proc-directory", "init"], "the working directory of process 1 through /proc/1/cwd"),
    look(&["proc-program", "init"], "the program file of process 1 through /proc/1/exe"),
    look(&["proc-environment", "init"], "the environment of process 1"),
    look(&["proc-memory", "init"], "the memory of process 1 through /proc/1/mem"),
    look(&["proc-maps", "init"], "the addresses of process 1"),
    look(&["proc-namespace", "init"], "the mount namespace of process 1 through /proc/1/ns"),
    look(&["proc-descriptors", "init"], "the open files of process 1 through /proc/1/fd"),
    Attack::new(
        Proc,
        &["proc-sysctl"],
        "any kernel parameter that may be written",
        &[ReadOnlyMounts, Capabilities],
    )
    .needs(&[ProcMounted])
    .alone(Namespaces),
    Attack::new(
        Proc,
        &["proc-oom-score"],
        "a lower score for the OOM killer than the run was started with",
        &[ReadOnlyMounts],
    )
    .needs(&[RaisedOomScore]),
    Attack::new(Proc, &["proc-others"], "processes of others in /proc", &[MountNamespace])
        .needs(&[ProcMounted]),
    Attack::new(
        Proc,
        &["proc-kernel"],
        "opens /proc/sysrq-trigger, /proc/kcore, /proc/kmsg or another file of the kernel's own",
        &[Unprivileged],
    )
    .needs(&[ProcMounted])
    .alone(Administrator),
    Attack::new(
        Proc,
        &["proc-reopen-input"],
        "standard input, opened anew for writing through /proc/self/fd/0",
        &[Landlock],
    )
    .needs(&[ProcMounted, StdinFile]),
    Attack::new(
        Kernel,
        &["kernel-io-uring"],
        "an io_uring, whose operations pass no filter",
        &[Seccomp, LockedMemoryLimit],
    )
    // Before, the rings themselves were charged to nobody.
    .wall_needs(&[(LockedMemoryLimit, WallNeed::LinuxVersion(6, 14))])
    .with(STOPPED)
    .needs(&[KernelSupport]),
    call(&["kernel-userfaultfd"], "page faults handled, and held up, in user space"),
    call(&["kernel-perf-event"], "a performance counter"),
    call(&["kernel-keyring"], "a key in a keyring"),
    call(&["kernel-personality"], "READ_IMPLIES_EXEC and addresses that are not random"),
    call(&["kernel-fanotify"], "a fanotify group"),
    call(&["kernel-inotify"], "watches files of others by inotify"),
    call(&["kernel-secret-memory"], "memory that the kernel cannot read"),
    call(&["kernel-huge-pages"], "a huge page, from a pool that no memory limit counts")
        .rarely("wants a host with huge pages in its pool (vm.nr_hugepages)"),
    call(&["kernel-merged-pages"], "pages merged with those of others, which tells what they hold"),
    call(&["kernel-directory-signal"], "signals when others use a directory (F_NOTIFY)"),
    call(&["kernel-sweep"], "any of some 75 system calls that no contest program needs"),
    // Most hosts keep it from every ordinary user (kernel.unprivileged_bpf_disabled).
    call(&["kernel-bpf"], "a BPF map").alone(Administrator),
    entry(&["entry-int80"], "a netlink socket by the 32-bit entry (int 0x80)")
        .needs(&[KernelSupport]),
    entry(&["entry-x32"], "a netlink socket by the x32 table")
        .needs(&[X32])
        .alone(Special)
        .rarely("wants a kernel with CONFIG_X86_X32_ABI and syscall.x32=y"),
    entry(&["entry-thread"], "a netlink socket in a second thread"),
    entry(&["entry-execve"], "a netlink socket after fork and execve").needs(&[ExecutablePath]),
    entry(&["entry-memory-file"], "a netlink socket of a program that lies in a memory file")
        .needs(&[ExecutablePath]),
    entry(
        &["entry-interrupted"],
        "a call that ends a run, and whose report is taken back by a signal",
    )
    .with(Cause("policy_violation")),
    entry(&["entry-own-filter"], "a netlink socket after a filter of its own that allows it"),
    entry(&["entry-ldt"], "a local descriptor table").needs(&[KernelSupport]),
];
