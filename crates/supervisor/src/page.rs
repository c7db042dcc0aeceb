//! The words that a supervisor, an init process and a launcher share.
//!
//! A region begins with one page of 64-bit words, each with one writer; what an exec needs follows.

use sandglass_sys::{Errno, SharedRegion};
use sandglass_wire::Stage;
use std::sync::atomic::Ordering;

/// Bytes of a region: the words, and arguments and environment up to what the kernel takes.
pub(crate) const REGION_BYTES: usize = 8 * 1024 * 1024;

/// Where the data behind the words begins.
pub(crate) const DATA_OFFSET: usize = 4096;

/// A word of the page.
#[derive(Clone, Copy)]
#[repr(usize)]
pub(crate) enum Word {
    /// Set (low half) when the user namespace's maps are written.
    MapsWritten,
    /// Set (low half) when process 1 has given up its capabilities and stands behind its filter.
    Guarded,
    /// Monotonic time just before the exec, in the cell's clock; 0 before.
    Started,
    /// CPU nanoseconds of the launcher before the exec.
    CpuAtStart,
    /// User and system microseconds of the launcher before the exec.
    UserAtStart,
    /// See `UserAtStart`.
    SystemAtStart,
    /// Monotonic time of the tracee's death, in the cell's clock.
    Ended,
    /// 1 exited, 2 signaled; 0 while it lives.
    ExitKind,
    /// Exit code or signal.
    ExitValue,
    /// Usage of all that was waited for.
    UserTime,
    /// See `UserTime`.
    SystemTime,
    /// Largest resident set of one process, bytes.
    PeakResident,
    /// Page faults.
    MinorFaults,
    /// See `MinorFaults`.
    MajorFaults,
    /// Context switches.
    VoluntarySwitches,
    /// See `VoluntarySwitches`.
    InvoluntarySwitches,
    /// Stage of a failure plus one; 0 is none.
    FailedStage,
    /// Error number of a failure.
    FailedErrno,
    /// Offset of a text about it, or 0.
    FailedSubject,
    /// Offset of what an exec needs.
    Program,
    /// Offset of the path to execute.
    Path,
    /// Offset of the working directory.
    Directory,
    /// Which standard streams come with the order, bits 0 to 2; bit 3 the executable.
    Streams,
    /// Number of files to copy in, and the offset of their table.
    CopyInCount,
    /// See `CopyInCount`.
    CopyInTable,
    /// Number of descriptors that the program inherits beside the standard streams.
    Inherited,
    /// Number of files to hand out, and the offset of their table.
    CopyOutCount,
    /// See `CopyOutCount`.
    CopyOutTable,
    /// What the launcher sends along when it is ready: bit 0 the policy's listener, bit 1 a counter.
    Attached,
    /// The kernel's answer to asking for a core-scheduling cookie, plus one; 0 is not asked.
    CoreScheduling,
    /// First of the process limits; one word each, `LEAVE` for none.
    Limits,
}

/// A process limit that is left as it is.
pub(crate) const LEAVE: u64 = u64::MAX;

/// A region with names for its words.
pub(crate) struct Page(pub(crate) SharedRegion);

impl Page {
    pub(crate) fn new() -> Result<Self, Errno> {
        SharedRegion::new(REGION_BYTES).map(Page)
    }

    pub(crate) fn get(&self, word: Word) -> u64 {
        self.0.word(word as usize).load(Ordering::Acquire)
    }

    pub(crate) fn set(&self, word: Word, value: u64) {
        self.0.word(word as usize).store(value, Ordering::Release);
    }

    /// Sets `word`, and wakes who waits for it.
    pub(crate) fn announce(&self, word: Word) {
        let word = self.0.half_word(word as usize);
        word.store(1, Ordering::Release);
        sandglass_sys::futex_wake(word);
    }

    pub(crate) fn limit(&self, index: usize) -> u64 {
        self.0.word(Word::Limits as usize + index).load(Ordering::Acquire)
    }

    pub(crate) fn set_limit(&self, index: usize, value: u64) {
        self.0.word(Word::Limits as usize + index).store(value, Ordering::Release);
    }

    /// Notes the first failure.
    pub(crate) fn fail(&self, stage: Stage, errno: Errno, subject: usize) {
        if self.get(Word::FailedStage) == 0 {
            self.set(Word::FailedErrno, errno.0 as u64);
            self.set(Word::FailedSubject, subject as u64);
            self.set(Word::FailedStage, u64::from(stage.code()) + 1);
        }
    }

    /// Forgets the last run.
    pub(crate) fn clear(&self) {
        for index in 0..=(Word::Limits as usize) {
            self.0.word(index).store(0, Ordering::Relaxed);
        }
    }
}
