//! Mounts, cgroups, namespaces, capabilities, identities, priorities.

use super::STOPPED;
use crate::Alone::{Administrator, Namespaces};
use crate::Defence::{
    Capabilities, Dumpable, FreshUserNamespace, Landlock, LockedMemoryLimit, MountNamespace,
    NestedUserNamespaces, NoNewPrivileges, PriorityLimits, Seccomp, Unprivileged,
};
use crate::Family::{Cgroups, Mounts, Priorities, Privileges};
use crate::Need::{
    DelegatedCgroup, KernelSupport, OtherCpu, RaisedPriorities, SetuidProgram,
    SystemResourceCapability, WritableTmpfs,
};
use crate::{Attack, Defence};

const MOUNT: &[Defence] = &[Seccomp, Landlock, Capabilities];
const ADMINISTER: &[Defence] = &[Seccomp, Capabilities];
/// In a user namespace of the run's own, mounts of the lane are locked.
const UNLOCK: &[Defence] = &[Seccomp, Landlock, Capabilities, FreshUserNamespace];
/// What belongs to the lane's user namespace.
const LANE_OWNED: &[Defence] = &[Seccomp, Capabilities, FreshUserNamespace];
const NEST: &[Defence] = &[Seccomp, NestedUserNamespaces];

const fn mount(
    argv: &'static [&'static str],
    description: &'static str,
    without: &'static [Defence],
) -> Attack {
    Attack::new(Mounts, argv, description, without)
        .with(STOPPED)
        .needs(&[WritableTmpfs])
        .alone(Namespaces)
}

const fn gain(
    argv: &'static [&'static str],
    description: &'static str,
    without: &'static [Defence],
) -> Attack {
    Attack::new(Privileges, argv, description, without).with(STOPPED).alone(Namespaces)
}

const fn administer(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Privileges, argv, description, &[Unprivileged]).with(STOPPED).alone(Administrator)
}

const fn share(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Priorities, argv, description, &[Unprivileged]).with(STOPPED).alone(Administrator)
}

/// What a caller with raised limits could hand on.
const fn prioritized(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Priorities, argv, description, &[PriorityLimits])
        .needs(&[RaisedPriorities])
        .alone(Administrator)
}

/// Process 1 has the same identity as the program, so the kernel itself would let it.
const fn rule_init(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Priorities, argv, description, &[Seccomp]).with(STOPPED).alone(Namespaces)
}

pub(super) const ATTACKS: &[Attack] = &[
    mount(&["mount-tmpfs"], "a tmpfs without bounds", MOUNT),
    mount(&["unmount"], "unmounts what may hide the host", UNLOCK),
    mount(&["remount-writable"], "makes a read-only mount writable by remounting it", UNLOCK),
    mount(&["mount-attributes"], "the same by mount_setattr", LANE_OWNED),
    mount(&["pivot-root"], "another root directory", MOUNT),
    mount(&["mount-detached"], "a file in a tmpfs that is mounted nowhere (fsmount)", MOUNT),
    mount(&["mount-moved"], "a tmpfs by the new interface (move_mount)", MOUNT),
    mount(&["mount-cloned"], "a copy of the tree of mounts (open_tree)", ADMINISTER),
    mount(&["chroot-escape"], "leaves a chroot jail of its own making by ..", ADMINISTER),
    Attack::new(
        Cgroups,
        &["cgroup-write"],
        "a control file of any cgroup, opened for writing",
        &[MountNamespace],
    )
    .needs(&[DelegatedCgroup])
    .alone(Administrator),
    Attack::new(
        Cgroups,
        &["cgroup-clone-into"],
        "a child that starts in another cgroup (CLONE_INTO_CGROUP)",
        &[Seccomp, MountNamespace],
    )
    .needs(&[DelegatedCgroup])
    .alone(Administrator),
    Attack::new(Cgroups, &["cgroup-mount"], "mounts the cgroup tree", MOUNT)
        .with(STOPPED)
        .needs(&[WritableTmpfs, DelegatedCgroup])
        .alone(Namespaces),
    Attack::new(Cgroups, &["cgroup-namespace"], "a cgroup namespace", ADMINISTER)
        .with(STOPPED)
        .alone(Namespaces),
    gain(&["namespace-user-unshare"], "a user namespace by unshare", NEST),
    gain(&["namespace-user-clone"], "a user namespace by clone", NEST),
    gain(&["namespace-user-clone3"], "a user namespace by clone3", NEST),
    gain(&["namespace-other"], "a namespace of any other kind by unshare", ADMINISTER),
    gain(
        &["namespace-join", "init"],
        "the namespaces of process 1",
        &[Seccomp, Landlock, Capabilities, Dumpable],
    ),
    gain(&["capabilities"], "any capability that is permitted or inheritable", &[Capabilities]),
    Attack::new(
        Privileges,
        &["new-privileges"],
        "an execve that may raise privileges",
        &[NoNewPrivileges],
    )
    .alone(Namespaces),
    gain(&["host-name"], "the right to change the host name", LANE_OWNED),
    gain(&["reboot"], "the right to reboot", ADMINISTER),
    administer(&["setuid-program", "{setuid-program}"], "a set-user-id program gains root")
        .needs(&[SetuidProgram]),
    administer(&["setuid-root"], "uid 0, gid 0 or other groups"),
    administer(&["system-clock"], "the right to set the clock"),
    Attack::new(Privileges, &["kernel-log"], "the kernel's log", &[Seccomp])
        .with(STOPPED)
        .needs(&[KernelSupport])
        .alone(Administrator),
    administer(&["make-device"], "a device made by mknod").needs(&[WritableTmpfs]),
    rule_init(&["limit-other", "init"], "sets the limits of process 1"),
    rule_init(&["priority-other", "init"], "sets the priority of process 1"),
    rule_init(&["priority-user"], "sets the priority of every process of its user"),
    rule_init(&["scheduler-other", "init"], "sets the scheduling class of process 1"),
    rule_init(&["affinity-other", "init"], "sets the CPUs of process 1"),
    Attack::new(
        Priorities,
        &["affinity-escape", "{other-cpu}"],
        "runs on a CPU outside of the run's CPU set",
        &[Seccomp],
    )
    .needs(&[OtherCpu]),
    share(&["limit-raise"], "a hard limit above what it is")
        .needs(&[SystemResourceCapability])
        .rarely("wants a root that has CAP_SYS_RESOURCE"),
    prioritized(&["priority-highest"], "priority -20"),
    prioritized(&["priority-real-time"], "a real-time scheduling class"),
    share(&["priority-disk"], "the real-time class of disk access"),
    Attack::new(
        Priorities,
        &["memory-locked", "4"],
        "4 MiB of locked memory, and all of it",
        &[LockedMemoryLimit],
    )
    // Hosts whose limit is lower than that keep it from every ordinary user.
    .needs(&[KernelSupport])
    .alone(Administrator),
];
