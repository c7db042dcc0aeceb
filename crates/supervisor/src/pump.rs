//! Output that is counted or captured: from a pipe to where the client wants it.
//!
//! Nothing here may wait, for who waits looks at no clock. Splicing to a pipe or to a file does not. What
//! else a client may want output in (a terminal, a socket, a file open for appending) does: a terminal
//! that stands still takes nothing, and is the program's way to live on past its limits. There a thread
//! waits in the supervisor's place, behind a second pipe (see [`Relay`]).

use sandglass_sys::{self as sys, Errno, FileKind, PollEntry, READABLE, WRITABLE};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// How many bytes move at a time.
const CHUNK: usize = 1 << 20;

/// How many bytes a relay copies at a time.
const COPIED: usize = 16 << 10;

/// One stream on its way.
#[derive(Debug)]
pub(crate) struct Pump {
    /// The end from which the program's output comes; closed when no more is wanted, so that a program
    /// that goes on writing is told what it would be told if it wrote there itself.
    from: Option<OwnedFd>,
    to: OwnedFd,
    /// Stands between, where `to` is not to be waited for.
    relay: Option<Relay>,
    /// Where captured bytes are dropped once the memory file is full.
    sink: Option<OwnedFd>,
    /// The memory file's bound, where this is a capture.
    keep: Option<u64>,
    kept: u64,
    /// Bytes that came out of the program.
    pub(crate) bytes: u64,
    /// The target takes nothing at the moment.
    blocked: bool,
}

impl Pump {
    /// A pump to a client's descriptor.
    pub(crate) fn to_descriptor(from: OwnedFd, to: OwnedFd) -> Result<Pump, Errno> {
        let relay = match sys::status(to.as_fd())?.kind {
            FileKind::Pipe | FileKind::Regular => None,
            _ => Some(Relay::start(to.as_fd())?),
        };
        let from = Some(from);
        let (sink, keep) = (None, None);
        Ok(Pump { from, to, relay, sink, keep, kept: 0, bytes: 0, blocked: false })
    }

    /// A pump to a memory file of at most `keep` bytes; the rest goes to `sink`.
    pub(crate) fn to_memory(from: OwnedFd, sink: OwnedFd, keep: u64) -> Result<Pump, Errno> {
        let to = sys::memory_file(c"sandglass-output", false)?;
        Ok(Pump { keep: Some(keep), sink: Some(sink), ..Pump::to_descriptor(from, to)? })
    }

    /// Where output moves to: what is to be polled and spliced to.
    fn target(&self) -> BorrowedFd<'_> {
        let relayed = self.relay.as_ref().and_then(|relay| relay.writer.as_ref());
        relayed.unwrap_or(&self.to).as_fd()
    }

    /// What to poll for.
    pub(crate) fn entry(&self) -> PollEntry {
        match (&self.from, &self.relay) {
            (None, None) => PollEntry::new(None, 0),
            (None, Some(relay)) => PollEntry::new(Some(relay.done.as_fd()), READABLE),
            (Some(_), _) if self.blocked => PollEntry::new(Some(self.target()), WRITABLE),
            (Some(from), _) => PollEntry::new(Some(from.as_fd()), READABLE),
        }
    }

    /// Whether nothing more will come, and all that came is where it was to go.
    pub(crate) fn ended(&self) -> bool {
        self.from.is_none() && self.relay.is_none()
    }

    /// Whether it is up to the client's reader how long this takes.
    pub(crate) fn waits(&self) -> bool {
        self.blocked || self.relay.is_some()
    }

    /// Takes no more. What a relay has is still on its way.
    pub(crate) fn end(&mut self) {
        self.from = None;
        if let Some(relay) = &mut self.relay {
            relay.writer = None;
        }
    }

    /// Takes no more, and leaves what is on its way to itself.
    pub(crate) fn abandon(&mut self) {
        self.from = None;
        self.relay = None;
    }

    /// Moves what there is, at most `budget` bytes past what was moved before.
    pub(crate) fn step(&mut self, budget: u64) {
        self.blocked = false;
        let end = self.bytes.saturating_add(budget);
        while let Some(from) = &self.from
            && self.bytes < end
        {
            let from = from.as_fd();
            let room = self.keep.map_or(u64::MAX, |keep| keep - self.kept);
            let moved = if room == 0 {
                let sink = self.sink.as_ref().unwrap_or(&self.to);
                sys::splice(from, sink.as_fd(), None, CHUNK)
            } else {
                let length = CHUNK.min(usize::try_from(room).unwrap_or(CHUNK));
                let mut place = self.keep.map(|_| self.kept);
                sys::splice(from, self.target(), place.as_mut(), length)
            };
            match moved {
                Ok(0) => self.end(),
                Ok(count) => {
                    self.bytes += count as u64;
                    if room > 0 && self.keep.is_some() {
                        self.kept += count as u64;
                    }
                }
                Err(Errno::EAGAIN) => {
                    // Either the pipe is empty or the target is full: ask which.
                    self.blocked = found(from, READABLE) & READABLE != 0;
                    break;
                }
                Err(Errno::EINTR) => {}
                // A file open for appending: no splice.
                Err(Errno::EINVAL) if self.relay.is_none() && self.keep.is_none() => {
                    match Relay::start(self.to.as_fd()) {
                        Ok(relay) => self.relay = Some(relay),
                        Err(_) => self.end(),
                    }
                }
                // Nobody takes it any more: the program's own writes are to fail likewise.
                Err(_) => self.end(),
            }
        }
        let all_gone = |relay: &Relay| found(relay.done.as_fd(), READABLE) != 0;
        if self.from.is_none() && self.relay.as_ref().is_some_and(all_gone) {
            self.relay = None;
        }
    }

    /// The memory file and its length, where this was a capture.
    pub(crate) fn captured(&self) -> Option<(BorrowedFd<'_>, u64)> {
        self.keep.map(|_| (self.to.as_fd(), self.kept))
    }
}

/// What a poll finds on a descriptor now.
fn found(descriptor: BorrowedFd<'_>, wanted: i16) -> i16 {
    let mut entry = [PollEntry::new(Some(descriptor), wanted)];
    if sys::poll(&mut entry, Some(0)) == Ok(1) { entry[0].found } else { 0 }
}

/// A thread that copies from a pipe of its own and may wait for whoever takes it. It ends when the pipe
/// has no writer any more, or when what it writes is refused; then its end of the pipe closes, and that
/// is how the pump hears of it.
#[derive(Debug)]
struct Relay {
    /// Closed when no more is to come.
    writer: Option<OwnedFd>,
    /// Has something to tell when the thread has ended.
    done: OwnedFd,
}

impl Relay {
    fn start(to: BorrowedFd<'_>) -> Result<Relay, Errno> {
        let to = sys::duplicate_above(to, 3)?;
        let (reader, writer) = sys::make_pipe()?;
        let (done, ends) = sys::make_pipe()?;
        let copy = move || {
            Relay::copy(reader.as_fd(), to.as_fd());
            drop((reader, to, ends));
        };
        let started = std::thread::Builder::new().stack_size(128 << 10).spawn(copy);
        started.map_err(|error| error.raw_os_error().map_or(Errno::EAGAIN, Errno))?;
        Ok(Relay { writer: Some(writer), done })
    }

    fn copy(from: BorrowedFd<'_>, to: BorrowedFd<'_>) {
        let mut buffer = [0; COPIED];
        loop {
            let count = match sys::read(from, &mut buffer) {
                Ok(0) => return,
                Ok(count) => count,
                Err(Errno::EINTR) => continue,
                Err(_) => return,
            };
            let mut left = &buffer[..count];
            while !left.is_empty() {
                match sys::write(to, left) {
                    Ok(written) => left = &left[written..],
                    Err(Errno::EINTR) => {}
                    // The client may have told it not to wait.
                    Err(Errno::EAGAIN) => {
                        let _ = sys::poll(&mut [PollEntry::new(Some(to), WRITABLE)], None);
                    }
                    Err(_) => return,
                }
            }
        }
    }
}
