//! One direction of a conversation: a pipe, and the judge's own ends of it.

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, ReadFlags, WatchFlags};
use rustix::fs::{Mode, OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};

use crate::scratch::descriptor_path;

/// Bytes that one call moves.
const PIECE: usize = 64 << 10;

/// Tells of closed ends, in the order in which they were closed.
#[derive(Debug)]
pub(super) struct Closes {
    inotify: OwnedFd,
}

/// An end of a pipe that nobody but the judge holds any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Close {
    /// Which pipe, as [`Conduit::watch`] has it.
    pub(super) watch: i32,
    /// Which end.
    pub(super) end: End,
}

/// An end of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Writing,
    Reading,
}

impl Closes {
    pub(super) fn new() -> Result<Closes, Errno> {
        let flags = inotify::CreateFlags::CLOEXEC | inotify::CreateFlags::NONBLOCK;
        Ok(Closes { inotify: inotify::init(flags)? })
    }

    /// What has been closed since the last call. The judge's own closes are among them; whoever counts
    /// takes the first of each end only, since the judge closes an end only after the program has.
    pub(super) fn read(&self) -> Result<Vec<Close>, Errno> {
        let mut buffer = [const { std::mem::MaybeUninit::uninit() }; 4096];
        let mut reader = inotify::Reader::new(&self.inotify, &mut buffer);
        let mut closes = Vec::new();
        loop {
            match reader.next() {
                Ok(event) => {
                    let end = if event.events().contains(ReadFlags::CLOSE_WRITE) {
                        End::Writing
                    } else if event.events().contains(ReadFlags::CLOSE_NOWRITE) {
                        End::Reading
                    } else {
                        continue;
                    };
                    closes.push(Close { watch: event.wd(), end });
                }
                Err(Errno::AGAIN) => return Ok(closes),
                Err(Errno::INTR) => {}
                Err(errno) => return Err(errno),
            }
        }
    }
}

impl AsFd for Closes {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.inotify.as_fd()
    }
}

/// The programs' ends of a conduit.
#[derive(Debug)]
pub(super) struct Far {
    pub(super) reader: OwnedFd,
    pub(super) writer: OwnedFd,
}

/// One direction.
#[derive(Debug)]
pub(super) struct Conduit {
    /// The judge's reader of what the writing program writes. Without a relay it reads nothing: it is
    /// there so that the writer's pipe is not broken.
    reader: Option<OwnedFd>,
    /// The judge's writer to the reading program, likewise.
    writer: Option<OwnedFd>,
    /// The pipe, for those who count closes; `None` with a relay.
    pub(super) watch: Option<i32>,
    relay: Option<Relay>,
}

/// What is on its way through the judge.
#[derive(Debug, Default)]
struct Relay {
    waiting: VecDeque<u8>,
    writer_closed: bool,
    reader_closed: bool,
    /// The end is to be let through, behind everything that is on its way.
    ends: bool,
}

/// What happened to a relayed conduit.
#[derive(Debug, Default)]
pub(super) struct Relayed {
    /// What went through.
    pub(super) bytes: Vec<u8>,
    /// The writing program has closed its end.
    pub(super) writer_closed: bool,
    /// The reading program has closed its end.
    pub(super) reader_closed: bool,
}

impl Conduit {
    /// A pipe, watched by `closes`.
    pub(super) fn direct(closes: &Closes) -> Result<(Conduit, Far), Errno> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        let own = |descriptor: &OwnedFd, flags: OFlags| {
            // An open file of our own: a duplicate would keep the program's from ever being closed.
            let flags = flags | OFlags::CLOEXEC | OFlags::NONBLOCK;
            rustix::fs::open(descriptor_path(descriptor.as_fd()), flags, Mode::empty())
        };
        let own_reader = own(&reader, OFlags::RDONLY)?;
        let own_writer = own(&writer, OFlags::WRONLY)?;
        // From here on: our own opening is not to be told.
        let watch = inotify::add_watch(
            &closes.inotify,
            descriptor_path(reader.as_fd()),
            WatchFlags::CLOSE_WRITE | WatchFlags::CLOSE_NOWRITE,
        )?;
        let conduit = Conduit {
            reader: Some(own_reader),
            writer: Some(own_writer),
            watch: Some(watch),
            relay: None,
        };
        Ok((conduit, Far { reader, writer }))
    }

    /// Two pipes with the judge between them.
    pub(super) fn relayed() -> Result<(Conduit, Far), Errno> {
        let (reader, far_writer) = pipe_with(PipeFlags::CLOEXEC)?;
        let (far_reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        for near in [&reader, &writer] {
            fcntl_setfl(near, OFlags::NONBLOCK)?;
        }
        let conduit = Conduit {
            reader: Some(reader),
            writer: Some(writer),
            watch: None,
            relay: Some(Relay::default()),
        };
        Ok((conduit, Far { reader: far_reader, writer: far_writer }))
    }

    /// Lets the reading program see the end of what was written.
    pub(super) fn end(&mut self) {
        match &mut self.relay {
            Some(relay) => relay.ends = true,
            None => self.writer = None,
        }
        self.end_behind_the_bytes();
    }

    /// Closes the judge's end of a relay for which nothing more is to come.
    fn end_behind_the_bytes(&mut self) {
        let nothing_comes = |relay: &Relay| {
            let all_read = relay.writer_closed || self.reader.is_none();
            relay.ends && (relay.reader_closed || all_read && relay.waiting.is_empty())
        };
        if self.relay.as_ref().is_some_and(nothing_comes) {
            self.writer = None;
        }
    }

    /// Lets the writing program see that nobody reads.
    pub(super) fn break_off(&mut self) {
        self.reader = None;
    }

    /// Whether nothing waits to be read. Of a pipe that the judge does not hold any more: no.
    pub(super) fn is_empty(&self) -> bool {
        let nothing_in = |end: &Option<OwnedFd>| {
            let waiting = end.as_ref().map(rustix::io::ioctl_fionread);
            matches!(waiting, Some(Ok(0)))
        };
        match &self.relay {
            Some(relay) => relay.waiting.is_empty() && nothing_in(&self.writer),
            None => nothing_in(&self.reader),
        }
    }

    /// Whether there is no room to write.
    pub(super) fn is_full(&self) -> bool {
        match (&self.relay, &self.writer) {
            (Some(relay), _) => relay.waiting.len() >= PIECE,
            (None, Some(writer)) => ready(writer, PollFlags::OUT) == Some(false),
            (None, None) => false,
        }
    }

    /// Whether the reader has not been told of an end.
    pub(super) fn can_still_be_written(&self) -> bool {
        self.writer.is_some()
    }

    /// Throws away what is there to be read. Returns how much it was.
    pub(super) fn drain(&mut self) -> Result<u64, Errno> {
        let Some(reader) = &self.reader else { return Ok(0) };
        let mut buffer = vec![0; PIECE];
        let mut drained = 0;
        loop {
            match rustix::io::read(reader, &mut buffer) {
                Ok(0) => {
                    self.reader = None;
                    return Ok(drained);
                }
                Ok(length) => drained += length as u64,
                Err(Errno::AGAIN) => return Ok(drained),
                Err(Errno::INTR) => {}
                Err(errno) => return Err(errno),
            }
        }
    }

    /// The reader, to be polled while what comes is thrown away.
    pub(super) fn drained(&self) -> Option<BorrowedFd<'_>> {
        self.reader.as_ref().map(AsFd::as_fd)
    }

    /// What to poll for a relay, and for what.
    pub(super) fn relay_polls(&self) -> Vec<(BorrowedFd<'_>, PollFlags)> {
        let Some(relay) = &self.relay else { return Vec::new() };
        let mut polls = Vec::with_capacity(2);
        if let Some(reader) = &self.reader
            && !relay.writer_closed
            && relay.waiting.len() < PIECE
        {
            polls.push((reader.as_fd(), PollFlags::IN));
        }
        if let Some(writer) = &self.writer
            && !relay.reader_closed
        {
            // Without a wish, poll still tells that nobody reads any more.
            let wish = if relay.waiting.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
            polls.push((writer.as_fd(), wish));
        }
        polls
    }

    /// Moves what can be moved.
    pub(super) fn relay(&mut self) -> Result<Relayed, Errno> {
        let mut relayed = Relayed::default();
        let Some(relay) = &mut self.relay else { return Ok(relayed) };
        let mut buffer = vec![0; PIECE];
        while let Some(reader) = &self.reader
            && !relay.writer_closed
            && relay.waiting.len() < PIECE
        {
            match rustix::io::read(reader, &mut buffer[..PIECE - relay.waiting.len()]) {
                Ok(0) => relay.writer_closed = true,
                Ok(length) => {
                    relay.waiting.extend(&buffer[..length]);
                    relayed.bytes.extend_from_slice(&buffer[..length]);
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(errno) => return Err(errno),
            }
        }
        if let Some(writer) = &self.writer
            && !relay.reader_closed
        {
            while !relay.waiting.is_empty() {
                match rustix::io::write(writer, relay.waiting.as_slices().0) {
                    Ok(length) => drop(relay.waiting.drain(..length)),
                    Err(Errno::AGAIN) => break,
                    Err(Errno::INTR) => {}
                    Err(Errno::PIPE) => {
                        relay.reader_closed = true;
                        break;
                    }
                    Err(errno) => return Err(errno),
                }
            }
            relay.reader_closed |= broken(writer);
        }
        if relay.reader_closed {
            relay.waiting.clear();
        }
        // The end comes after everything that was written before it.
        relayed.writer_closed = relay.writer_closed && relay.waiting.is_empty();
        relayed.reader_closed = relay.reader_closed;
        self.end_behind_the_bytes();
        Ok(relayed)
    }
}

fn ready(descriptor: &OwnedFd, flags: PollFlags) -> Option<bool> {
    let mut polled = [PollFd::new(descriptor, flags)];
    poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).ok()?;
    Some(polled[0].revents().contains(flags))
}

fn broken(writer: &OwnedFd) -> bool {
    let mut polled = [PollFd::new(writer, PollFlags::empty())];
    poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok()
        && polled[0].revents().contains(PollFlags::ERR)
}

/// Whether this host tells of closed pipes at all.
pub(super) fn closes_are_told() -> io::Result<bool> {
    let closes = Closes::new()?;
    let (_conduit, far) = Conduit::direct(&closes)?;
    drop(far.writer);
    drop(far.reader);
    Ok(closes.read()?.len() == 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::{read, write};

    #[test]
    fn closes_are_told_in_their_order_and_seen_only_when_let_through() {
        assert!(closes_are_told().unwrap());
        let closes = Closes::new().unwrap();
        let (mut there, there_far) = Conduit::direct(&closes).unwrap();
        let (back, back_far) = Conduit::direct(&closes).unwrap();
        assert_eq!(closes.read().unwrap(), []);
        drop(back_far.reader);
        write(&there_far.writer, b"x").unwrap();
        drop(there_far.writer);
        let close = |conduit: &Conduit, end| Close { watch: conduit.watch.unwrap(), end };
        assert_eq!(
            closes.read().unwrap(),
            [close(&back, End::Reading), close(&there, End::Writing)]
        );
        // Nobody but us reads, and still the pipe is not broken.
        write(&back_far.writer, b"y").unwrap();
        assert!(!there.is_empty() && !there.is_full());
        fcntl_setfl(&there_far.reader, OFlags::NONBLOCK).unwrap();
        assert_eq!(read(&there_far.reader, &mut [0; 9][..]), Ok(1));
        assert_eq!(read(&there_far.reader, &mut [0; 9][..]), Err(Errno::AGAIN));
        assert!(there.is_empty());
        there.end();
        assert_eq!(read(&there_far.reader, &mut [0; 9][..]), Ok(0));
    }

    #[test]
    fn a_full_pipe_is_seen() {
        let closes = Closes::new().unwrap();
        let (mut conduit, far) = Conduit::direct(&closes).unwrap();
        write(&far.writer, &[0; 65_536]).unwrap();
        assert!(conduit.is_full());
        assert_eq!(conduit.drain().unwrap(), 65_536);
        assert!(conduit.is_empty() && !conduit.is_full());
    }

    #[test]
    fn a_relay_keeps_the_end_behind_the_bytes() {
        let (mut conduit, far) = Conduit::relayed().unwrap();
        write(&far.writer, b"abc").unwrap();
        drop(far.writer);
        let relayed = conduit.relay().unwrap();
        assert_eq!((&relayed.bytes[..], relayed.writer_closed), (&b"abc"[..], true));
        let mut buffer = [0; 9];
        assert_eq!(read(&far.reader, &mut buffer), Ok(3));
        drop(far.reader);
        assert!(conduit.relay().unwrap().reader_closed);
    }

    #[test]
    fn a_relay_that_is_to_end_loses_nothing() {
        let (mut conduit, far) = Conduit::relayed().unwrap();
        // More than fits on its way: what is left waits for the reader.
        fcntl_setfl(&far.writer, OFlags::NONBLOCK).unwrap();
        let mut written = 0;
        for _ in 0..8 {
            while let Ok(length) = write(&far.writer, &[b'x'; 4096]) {
                written += length;
            }
            conduit.relay().unwrap();
        }
        assert!(written > 2 * PIECE, "{written}");
        drop(far.writer);
        conduit.end();
        fcntl_setfl(&far.reader, OFlags::NONBLOCK).unwrap();
        let (mut read_bytes, mut buffer) = (0, vec![0; PIECE]);
        loop {
            match read(&far.reader, &mut buffer) {
                Ok(0) => break,
                Ok(length) => read_bytes += length,
                Err(Errno::AGAIN) => {
                    conduit.relay().unwrap();
                }
                Err(errno) => panic!("{errno}"),
            }
        }
        assert_eq!(read_bytes, written);
    }
}
