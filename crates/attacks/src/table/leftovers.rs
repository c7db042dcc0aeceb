//! Something left for the next run of the lane: [`Attack::before`] leaves it, the attack finds it.

use crate::Alone::Special;
use crate::Defence::{
    Capabilities, FreshTmpfs, FreshUserNamespace, IpcNamespace, Keyring, Landlock,
    MessageQueuesLimit, MountNamespace, NetworkNamespace, PidNamespace, ReadOnlyMounts, Seccomp,
};
use crate::Family::Leftovers;
use crate::Need::{BoundFile, DevShm, Loopback, Maker, SpareCpu, Tmp, WritableTmpfs};
use crate::{Attack, Defence};

const KEYS: &[Defence] = &[Seccomp, FreshUserNamespace];
/// What makes the runs cannot be named from a PID namespace, and the kernel lets nobody change how a
/// process is scheduled that has more capabilities than he.
const INFLUENCE: &[Defence] = &[Seccomp, PidNamespace, Capabilities];
const IPC: &[Defence] = &[Seccomp, IpcNamespace];

const fn pair(
    name: &'static str,
    leave: &'static [&'static str],
    find: &'static [&'static str],
    description: &'static str,
    without: &'static [Defence],
) -> Attack {
    Attack::new(Leftovers, find, description, without).named(name).after(leave)
}

const fn influence(
    name: &'static str,
    leave: &'static [&'static str],
    find: &'static [&'static str],
    description: &'static str,
) -> Attack {
    pair(name, leave, find, description, INFLUENCE).needs(&[Maker])
}

pub(super) const ATTACKS: &[Attack] = &[
    pair("leftover-shm", &["leave-shm"], &["find-shm"], "System V shared memory", IPC),
    pair("leftover-sem", &["leave-sem"], &["find-sem"], "a System V semaphore", IPC),
    pair("leftover-msg", &["leave-msg"], &["find-msg"], "a System V message", IPC),
    pair(
        "leftover-mq",
        &["leave-mq"],
        &["find-mq"],
        "a POSIX message",
        &[Seccomp, IpcNamespace, Landlock, MessageQueuesLimit],
    ),
    pair(
        "leftover-key-user",
        &["leave-key", "user"],
        &["find-key", "user"],
        "a key in the keyring of the user",
        KEYS,
    ),
    pair(
        "leftover-key-user-session",
        &["leave-key", "user-session"],
        &["find-key", "user-session"],
        "a key in the default session keyring of the user",
        KEYS,
    ),
    pair(
        "leftover-key-session",
        &["leave-key", "session"],
        &["find-key", "session"],
        "a key in the session keyring that was inherited",
        &[Seccomp, Keyring],
    )
    .alone(Special),
    pair(
        "leftover-socket",
        &["leave-socket"],
        &["find-socket"],
        "a process that listens on an abstract socket",
        &[Seccomp, PidNamespace, NetworkNamespace, Landlock],
    )
    .wall_needs(super::SCOPES),
    pair(
        "leftover-lock",
        &["leave-lock", "{bound-file}"],
        &["find-lock", "{bound-file}"],
        "a process that holds a lock on a shared file",
        &[PidNamespace],
    )
    .needs(&[BoundFile]),
    pair(
        "leftover-port",
        &["leave-port", "{free-port}"],
        &["find-port", "{free-port}"],
        "a TCP port that stays busy for a minute (TIME_WAIT)",
        &[NetworkNamespace],
    )
    .needs(&[Loopback])
    .alone(Special),
    pair(
        "leftover-host-name",
        &["leave-host-name"],
        &["find-host-name"],
        "a host name",
        &[Seccomp, Capabilities, FreshUserNamespace],
    ),
    pair(
        "leftover-file",
        &["leave-file", "left-behind"],
        &["find-file", "left-behind"],
        "a file in the working directory",
        &[FreshTmpfs],
    )
    .needs(&[WritableTmpfs]),
    pair(
        "leftover-file-tmp",
        &["leave-file", "/tmp/sandglass-left-behind"],
        &["find-file", "/tmp/sandglass-left-behind"],
        "a file in /tmp",
        &[FreshTmpfs],
    )
    .needs(&[Tmp]),
    pair(
        "leftover-file-shm",
        &["leave-file", "/dev/shm/sandglass-left-behind"],
        &["find-file", "/dev/shm/sandglass-left-behind"],
        "a POSIX shared memory object",
        &[FreshTmpfs],
    )
    .needs(&[DevShm]),
    pair(
        "leftover-attribute",
        &["leave-attribute", "{bound-file}"],
        &["find-attribute", "{bound-file}"],
        "an extended attribute of a bound file",
        &[Seccomp, ReadOnlyMounts],
    )
    .needs(&[BoundFile]),
    pair(
        "leftover-times",
        &["leave-times", "{bound-file}"],
        &["find-times", "{bound-file}"],
        "a message in the times of a bound file",
        &[ReadOnlyMounts],
    )
    .needs(&[BoundFile]),
    pair(
        "leftover-access-time",
        &["leave-access-time", "{bound-file}"],
        &["find-access-time", "{bound-file}"],
        "the access time of a bound file, which says that it was read",
        &[ReadOnlyMounts],
    )
    .needs(&[BoundFile]),
    influence(
        "leftover-nice",
        &["leave-influence", "nice", "{maker}"],
        &["find-influence", "nice"],
        "a lower priority for whatever comes after",
    ),
    influence(
        "leftover-disk",
        &["leave-influence", "disk", "{maker}"],
        &["find-influence", "disk"],
        "the lowest class of disk access for whatever comes after",
    ),
    influence(
        "leftover-cpus",
        &["leave-influence", "cpus", "{maker}", "{spare-cpu}"],
        &["find-influence", "cpus", "{spare-cpu}"],
        "fewer CPUs for whatever comes after",
    )
    .needs(&[Maker, SpareCpu]),
    pair(
        "leftover-limit",
        &["leave-influence", "limit", "{maker}"],
        &["find-influence", "limit"],
        "a lower resource limit for whatever comes after",
        &[Seccomp, PidNamespace],
    )
    .needs(&[Maker]),
    pair(
        "leftover-oom-score",
        &["leave-influence", "oom-score", "{maker}"],
        &["find-influence", "oom-score"],
        "whatever comes after is killed first when memory runs out",
        &[MountNamespace],
    )
    .needs(&[Maker]),
];
