//! Memory, of the program and of the kernel, and output.

use crate::Defence::{
    FileSizeLimit, MemoryLimit, OpenFilesLimit, OutputLimit, PendingSignalsLimit, Seccomp,
    StackLimit, TmpfsBounds,
};
use crate::Expectation::{AnyOf, Cause, Refused};
use crate::Family::{Memory, Output};
use crate::Need::{DevShm, ExecutablePath, StdoutFile, WritableDisk, WritableTmpfs};
use crate::{Attack, Defence, Expectation};

const MEMORY: &[Defence] = &[MemoryLimit];
const FULL: Expectation = Cause("memory_limit");
const FULL_OR_REFUSED: Expectation = AnyOf(&[FULL, Refused]);
const TOO_MUCH_OUTPUT: Expectation = AnyOf(&[Cause("output_limit"), Refused]);

pub(super) const ATTACKS: &[Attack] = &[
    Attack::new(Memory, &["memory-heap", "256"], "256 MiB of heap", MEMORY).with(FULL),
    Attack::new(Memory, &["memory-stack", "256"], "256 MiB of stack", &[MemoryLimit, StackLimit])
        .with(AnyOf(&[FULL, Cause("signaled")]))
        .needs(&[ExecutablePath]),
    Attack::new(
        Memory,
        &["memory-shared-mapping", "256"],
        "256 MiB of shared anonymous memory",
        MEMORY,
    )
    .with(FULL),
    Attack::new(Memory, &["memory-children", "256"], "eight processes with 32 MiB each", MEMORY)
        .with(FULL_OR_REFUSED),
    Attack::new(
        Memory,
        &["memory-tmpfs", "256", "."],
        "256 MiB of files of 4 MiB each in the working directory",
        &[MemoryLimit, TmpfsBounds],
    )
    .with(FULL_OR_REFUSED)
    .needs(&[WritableTmpfs]),
    Attack::new(
        Memory,
        &["memory-tmpfs", "256", "/dev/shm"],
        "256 MiB of POSIX shared memory",
        &[MemoryLimit, TmpfsBounds],
    )
    .named("memory-posix-shm")
    .with(FULL_OR_REFUSED)
    .needs(&[DevShm]),
    Attack::new(
        Memory,
        &["memory-page-cache", "256", "."],
        "256 MiB of page cache of files on a disk",
        MEMORY,
    )
    .with(FULL_OR_REFUSED)
    .needs(&[WritableDisk]),
    Attack::new(Memory, &["memory-memfd", "256"], "256 MiB in memfds", MEMORY).with(FULL),
    Attack::new(
        Memory,
        &["memory-sysv-shm", "256"],
        "256 MiB of System V shared memory",
        &[MemoryLimit, Seccomp],
    )
    .with(FULL_OR_REFUSED),
    Attack::new(Memory, &["memory-pipes", "56"], "56 MiB of data in pipes", MEMORY)
        .with(FULL_OR_REFUSED),
    Attack::new(
        Memory,
        &["memory-sockets", "64"],
        "64 MiB of data in the queues of socket pairs",
        MEMORY,
    )
    .with(FULL_OR_REFUSED),
    Attack::new(
        Memory,
        &["memory-page-tables", "256"],
        "256 MiB of page tables, with an empty resident set",
        MEMORY,
    )
    .with(FULL),
    Attack::new(Memory, &["many-timers", "1000"], "1,000 timers", &[PendingSignalsLimit]),
    Attack::new(
        Memory,
        &["many-queued-signals", "1000"],
        "1,000 queued signals",
        &[PendingSignalsLimit],
    ),
    Attack::new(Memory, &["many-open-files", "1000"], "1,000 open descriptors", &[OpenFilesLimit]),
    Attack::new(
        Memory,
        &["many-descriptors-in-flight", "1000"],
        "1,000 open files in the queue of a socket, where the descriptor table does not count them",
        &[OpenFilesLimit],
    ),
    Attack::new(Output, &["output-flood", "256"], "256 MiB of standard output", &[OutputLimit])
        .with(TOO_MUCH_OUTPUT),
    Attack::new(
        Output,
        &["output-error-flood", "256"],
        "256 MiB of standard error",
        &[OutputLimit],
    )
    .with(TOO_MUCH_OUTPUT),
    Attack::new(Output, &["output-both", "256"], "256 MiB of both, by turns", &[OutputLimit])
        .with(TOO_MUCH_OUTPUT),
    Attack::new(
        Output,
        &["output-splice", "256"],
        "256 MiB of output without write (vmsplice into a pipe, sendfile to a file)",
        &[OutputLimit],
    )
    .with(TOO_MUCH_OUTPUT)
    .needs(&[WritableTmpfs]),
    Attack::new(
        Output,
        &["output-sparse", "256"],
        "an output file of 256 MiB by one seek",
        &[OutputLimit, FileSizeLimit],
    )
    .with(TOO_MUCH_OUTPUT)
    .needs(&[StdoutFile]),
];
