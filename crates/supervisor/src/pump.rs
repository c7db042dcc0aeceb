//! Output that is counted or captured: from a pipe to where the client wants it, by splice.

use sandglass_sys::{self as sys, Errno, PollEntry, READABLE, WRITABLE};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// How many bytes move at a time.
const CHUNK: usize = 1 << 20;

/// One stream on its way.
#[derive(Debug)]
pub(crate) struct Pump {
    from: OwnedFd,
    to: OwnedFd,
    /// Where captured bytes are dropped once the memory file is full.
    sink: Option<OwnedFd>,
    /// The memory file's bound, where this is a capture.
    keep: Option<u64>,
    kept: u64,
    /// Bytes that came out of the program.
    pub(crate) bytes: u64,
    /// Nothing more will come.
    pub(crate) ended: bool,
    /// The target takes nothing at the moment.
    blocked: bool,
    /// splice does not work on this target; bytes are copied.
    copying: bool,
}

impl Pump {
    /// A pump to a client's descriptor.
    pub(crate) fn to_descriptor(from: OwnedFd, to: OwnedFd) -> Pump {
        Pump {
            from,
            to,
            sink: None,
            keep: None,
            kept: 0,
            bytes: 0,
            ended: false,
            blocked: false,
            copying: false,
        }
    }

    /// A pump to a memory file of at most `keep` bytes; the rest goes to `sink`.
    pub(crate) fn to_memory(from: OwnedFd, sink: OwnedFd, keep: u64) -> Result<Pump, Errno> {
        let to = sys::memory_file(c"sandglass-output", false)?;
        Ok(Pump { keep: Some(keep), sink: Some(sink), ..Pump::to_descriptor(from, to) })
    }

    /// What to poll for.
    pub(crate) fn entry(&self) -> PollEntry {
        if self.ended {
            PollEntry::new(None, 0)
        } else if self.blocked {
            PollEntry::new(Some(self.to.as_fd()), WRITABLE)
        } else {
            PollEntry::new(Some(self.from.as_fd()), READABLE)
        }
    }

    /// Moves what there is, at most `budget` bytes past what was moved before.
    pub(crate) fn step(&mut self, budget: u64) {
        self.blocked = false;
        let end = self.bytes.saturating_add(budget);
        while !self.ended && !self.blocked && self.bytes < end {
            let room = self.keep.map_or(u64::MAX, |keep| keep - self.kept);
            let moved = if room == 0 {
                let sink = self.sink.as_ref().unwrap_or(&self.to);
                sys::splice(self.from.as_fd(), sink.as_fd(), None, CHUNK)
            } else {
                let length = CHUNK.min(usize::try_from(room).unwrap_or(CHUNK));
                let moved = self.forward(length);
                if let (Ok(count), Some(_)) = (moved, self.keep) {
                    self.kept += count as u64;
                }
                moved
            };
            match moved {
                Ok(0) => self.ended = true,
                Ok(count) => self.bytes += count as u64,
                Err(Errno::EAGAIN) => {
                    // Either the pipe is empty or the target is full: ask which.
                    let mut entry = [PollEntry::new(Some(self.from.as_fd()), READABLE)];
                    let waiting = sys::poll(&mut entry, Some(0)) == Ok(1);
                    self.blocked = waiting && entry[0].found & READABLE != 0;
                    return;
                }
                Err(Errno::EINTR) => {}
                // Nobody takes it any more: the program's own writes are to fail likewise.
                Err(_) => self.ended = true,
            }
        }
    }

    fn forward(&mut self, length: usize) -> Result<usize, Errno> {
        if !self.copying {
            let mut offset = self.kept;
            let place = self.keep.map(|_| &mut offset);
            match sys::splice(self.from.as_fd(), self.to.as_fd(), place, length) {
                // A file open for appending, a terminal: no splice.
                Err(Errno::EINVAL) => self.copying = true,
                other => return other,
            }
        }
        let mut buffer = [0; 16 << 10];
        let mut entry = [PollEntry::new(Some(self.from.as_fd()), READABLE)];
        if sys::poll(&mut entry, Some(0)) != Ok(1) {
            return Err(Errno::EAGAIN);
        }
        let limit = length.min(buffer.len());
        let count = sys::read(self.from.as_fd(), &mut buffer[..limit])?;
        sys::write_all(self.to.as_fd(), &buffer[..count])?;
        Ok(count)
    }

    /// The memory file and its length, where this was a capture.
    pub(crate) fn captured(&self) -> Option<(BorrowedFd<'_>, u64)> {
        self.keep.map(|_| (self.to.as_fd(), self.kept))
    }
}
