//! Files of the host, files that grow, and files that hurt whoever copies them out.

use super::STOPPED;
use crate::Alone::{Administrator, Namespaces, Special};
use crate::Defence::{
    CarefulCopyOut, CoreLimit, DescriptorHygiene, FileSizeLimit, Landlock, MountNamespace,
    PidNamespace, ReadOnlyMounts, StackLimit, TmpfsBounds, Unprivileged,
};
use crate::Expectation::{AnyOf, Cause, CopyFaithful, CopyHarmful, CopyRefused, Refused};
use crate::Family::{CopyOut, Growth, Secrets};
use crate::Need::{
    BoundFile, CorePatternFile, ExecutablePath, HostSecret, KernelSupport, ProcMounted,
    StrayDirectory, SystemDirectory, WritableTmpfs,
};
use crate::attack::Copier::{Checker, Mover, Shell};
use crate::{Attack, Defence};

const HIDDEN: &[Defence] = &[MountNamespace];

const fn secret(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Secrets, argv, description, HIDDEN).needs(&[HostSecret])
}

const fn grow(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(Growth, argv, description, &[FileSizeLimit])
        .with(AnyOf(&[Refused, Cause("output_limit")]))
        .needs(&[WritableTmpfs])
}

const fn trap(argv: &'static [&'static str], description: &'static str) -> Attack {
    Attack::new(CopyOut, argv, description, &[CarefulCopyOut])
        .needs(&[WritableTmpfs])
        .copies("output")
        .with(CopyRefused)
        .without_them(CopyHarmful)
}

const fn oddity(argv: &'static [&'static str], description: &'static str) -> Attack {
    trap(argv, description).with(CopyFaithful)
}

pub(super) const ATTACKS: &[Attack] = &[
    secret(&["secret-direct", "{secret}"], "a file of the host by its own path"),
    secret(&["secret-by-symbolic-link", "{secret}"], "a file of the host by a symbolic link")
        .needs(&[HostSecret, WritableTmpfs]),
    secret(&["secret-by-hard-link", "{secret}"], "a file of the host by a hard link beside it"),
    secret(&["secret-by-dots", "{secret}"], "a file of the host by a path of 64 times .."),
    secret(
        &["secret-by-proc", "{secret}"],
        "a file of the host through /proc/self/root and others",
    )
    .needs(&[HostSecret, ProcMounted]),
    secret(
        &["secret-by-race", "{secret}"],
        "a file of the host under a directory that is swapped with a link all the time",
    )
    .needs(&[HostSecret, WritableTmpfs]),
    Attack::new(
        Secrets,
        &["secret-by-handle", "{secret}"],
        "a file of the host by the handle of its file system's root (ext4)",
        &[Unprivileged],
    )
    .with(STOPPED)
    .needs(&[HostSecret, KernelSupport])
    .alone(Administrator),
    Attack::new(
        Secrets,
        &["secret-by-descriptor", "{secret}"],
        "a file of the host, from an inherited directory by ..",
        &[DescriptorHygiene, Landlock],
    )
    .needs(&[HostSecret, StrayDirectory]),
    Attack::new(
        Secrets,
        &["stray-descriptors"],
        "any descriptor beside the three standard ones",
        &[DescriptorHygiene],
    )
    .needs(&[StrayDirectory]),
    Attack::new(
        Secrets,
        &["write-bound-file", "{bound-file}"],
        "changes a file of the host that is bound read-only, by any call that can",
        &[ReadOnlyMounts],
    )
    .needs(&[BoundFile]),
    Attack::new(
        Secrets,
        &["write-system"],
        "a new file where programs and libraries are looked for",
        &[ReadOnlyMounts],
    )
    .needs(&[SystemDirectory])
    .alone(Administrator),
    grow(&["file-by-write", "1024"], "a file of 1 GiB by pwrite"),
    grow(&["file-by-truncate", "1024"], "a file of 1 GiB by ftruncate and truncate"),
    grow(&["file-by-fallocate", "1024"], "a file of 1 GiB by fallocate"),
    grow(&["file-by-mapping", "1024"], "a file of 1 GiB by writing to a mapping"),
    grow(&["file-by-sendfile", "1024"], "a file of 1 GiB by sendfile"),
    grow(&["file-by-splice", "1024"], "a file of 1 GiB by splice"),
    grow(&["file-by-copy", "1024"], "a file of 1 GiB by copy_file_range"),
    Attack::new(Growth, &["many-files", "10000"], "10,000 files", &[TmpfsBounds])
        .needs(&[WritableTmpfs]),
    Attack::new(
        Growth,
        &["deep-tree", "3000"],
        "a tree 3,000 directories deep, whose path no system call takes",
        &[TmpfsBounds],
    )
    .needs(&[WritableTmpfs]),
    Attack::new(Growth, &["long-arguments", "3"], "3 MiB of arguments to execve", &[StackLimit])
        .needs(&[ExecutablePath]),
    Attack::new(Growth, &["core-dump"], "a core file of a child", &[CoreLimit])
        .needs(&[WritableTmpfs, CorePatternFile])
        .alone(Special)
        .rarely("wants a host whose kernel.core_pattern names a file"),
    trap(&["copy-symbolic-link", "{secret}"], "output is a link to a file of the host")
        .needs(&[HostSecret, WritableTmpfs]),
    trap(
        &["copy-linked-directory", "{secret}"],
        "output is a link to a directory of the host, where a file is asked for",
    )
    .copies("output/secret")
    .needs(&[HostSecret, WritableTmpfs]),
    trap(&["copy-magic-link", "{secret}"], "output is a link through /proc/self/root")
        .needs(&[HostSecret, WritableTmpfs]),
    Attack::new(
        CopyOut,
        &["copy-swapped", "{secret}"],
        "output is swapped with a link while it is copied",
        // Nobody is left to swap where all processes are dead before.
        &[CarefulCopyOut, PidNamespace],
    )
    .copies("output")
    .taken_by(Checker)
    .with(AnyOf(&[CopyRefused, CopyFaithful]))
    .without_them(CopyHarmful)
    .needs(&[HostSecret, WritableTmpfs])
    .alone(Namespaces),
    trap(&["copy-fifo"], "output is a FIFO, which blocks whoever opens it"),
    trap(&["copy-socket"], "output is a socket").taken_by(Mover),
    trap(&["copy-directory"], "output is a directory").taken_by(Mover),
    Attack::new(
        CopyOut,
        &["copy-sparse", "1048576"],
        "output is a sparse file of 1 TiB",
        &[CarefulCopyOut, FileSizeLimit],
    )
    .needs(&[WritableTmpfs])
    .copies("output")
    .with(AnyOf(&[Refused, CopyRefused]))
    .without_them(CopyHarmful),
    oddity(&["copy-odd-mode", "6777"], "output has set-id bits, which a copy must not have")
        .named("copy-set-id"),
    oddity(&["copy-odd-mode", "0"], "output may not be read by its own owner")
        .named("copy-unreadable")
        .taken_by(Mover)
        .with(AnyOf(&[CopyFaithful, CopyRefused])),
    oddity(&["copy-hard-link"], "output is a second name of another file").taken_by(Mover),
    oddity(&["copy-odd-names"], "names with newlines, dashes, 255 bytes, invalid UTF-8 and more")
        .copies("*")
        .taken_by(Shell),
];
