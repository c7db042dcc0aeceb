//! What joins the programs of a task: the pipes or memory of a session alone, or, where somebody wants to
//! see what is said, two sessions of pipes with the judge between them.
//!
//! A relay shows no program more of the other's end than a session does: what a dead program has written
//! comes first, then the end of the pipe. Who writes to one that is dead is never blocked for ever; it is
//! read and thrown away.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Instant;

use rustix::event::PollFlags;
use rustix::fs::OFlags;
use sandglass_channel::{Report, Session, SessionError, Side, Transport};
use sandglass_sandbox::FIRST_INHERITED;

use super::frames::{Cutter, Seen};
use crate::error::JudgeError;

/// Bytes that are on their way at most.
const PIECE: usize = 64 << 10;

/// What lies between the programs.
#[derive(Debug)]
pub(super) enum Joint {
    Direct(Session),
    Relayed(Box<Relay>),
}

/// Two sessions, and what goes from one to the other.
#[derive(Debug)]
pub(super) struct Relay {
    /// Main's.
    near: Session,
    /// The peers'.
    far: Session,
    /// Of each peer: from Main, and to Main.
    links: Vec<[Way; 2]>,
    started: Instant,
}

#[derive(Debug)]
struct Way {
    from: Option<File>,
    /// `None` where nobody reads any more.
    to: Option<File>,
    waiting: VecDeque<u8>,
    /// Whoever wrote has ended.
    ended: bool,
    /// And all of it has gone through.
    over: bool,
    cutter: Cutter,
}

const DOWN: usize = 0;
const UP: usize = 1;

impl Joint {
    pub(super) fn new(peers: &[(String, Transport)], relays: bool) -> Result<Joint, JudgeError> {
        if !relays {
            return Ok(Joint::Direct(Session::with(peers, FIRST_INHERITED).map_err(failed)?));
        }
        let names: Vec<String> = peers.iter().map(|(name, _)| name.clone()).collect();
        let (near, far) =
            (Session::new(&names).map_err(failed)?, Session::new(&names).map_err(failed)?);
        let mut links = Vec::new();
        // Main's first directory is that of its report.
        let folders = near.main().directories.into_iter().skip(1);
        for (peer, (near_folder, _)) in folders.enumerate() {
            let far_side = far.peer(peer, "Main");
            let far_folder = &far_side.directories[0].0;
            let way = |from: &Path, to: &Path| {
                let open = || Ok::<_, io::Error>((end(from, true)?, end(to, false)?));
                let (from, to) =
                    open().map_err(|error| JudgeError::system("open a named pipe", error))?;
                Ok::<_, JudgeError>(Way {
                    from: Some(from),
                    to: Some(to),
                    waiting: VecDeque::new(),
                    ended: false,
                    over: false,
                    cutter: Cutter::default(),
                })
            };
            links.push([
                way(&near_folder.join("down"), &far_folder.join("down"))?,
                way(&far_folder.join("up"), &near_folder.join("up"))?,
            ]);
        }
        Ok(Joint::Relayed(Box::new(Relay { near, far, links, started: Instant::now() })))
    }

    pub(super) fn main(&self) -> Side {
        match self {
            Joint::Direct(session) => session.main(),
            Joint::Relayed(relay) => relay.near.main(),
        }
    }

    pub(super) fn peer(&self, peer: usize, main: &str) -> Side {
        match self {
            Joint::Direct(session) => session.peer(peer, main),
            Joint::Relayed(relay) => relay.far.peer(peer, main),
        }
    }

    /// The death of a peer is recorded.
    pub(super) fn peer_ended(&mut self, peer: usize) {
        match self {
            Joint::Direct(session) => session.close(peer),
            Joint::Relayed(relay) => {
                relay.far.close(peer);
                relay.links[peer][UP].ended = true;
                relay.links[peer][DOWN].to = None;
            }
        }
    }

    /// Main's is.
    pub(super) fn main_ended(&mut self) {
        match self {
            Joint::Direct(session) => session.close_all(),
            Joint::Relayed(relay) => {
                relay.near.close_all();
                for [down, up] in &mut relay.links {
                    down.ended = true;
                    up.to = None;
                }
            }
        }
    }

    pub(super) fn report(&self) -> Result<Report, JudgeError> {
        let session = match self {
            Joint::Direct(session) => session,
            Joint::Relayed(relay) => &relay.near,
        };
        session.report().map_err(failed)
    }

    /// What to wait for.
    pub(super) fn polls(&self) -> Vec<(BorrowedFd<'_>, PollFlags)> {
        let Joint::Relayed(relay) = self else { return Vec::new() };
        relay.links.iter().flatten().flat_map(Way::polls).collect()
    }

    /// Moves what can be moved, and shows it. Returns whether anything went.
    pub(super) fn step(&mut self, seen: &mut dyn FnMut(Seen)) -> Result<bool, JudgeError> {
        let Joint::Relayed(relay) = self else { return Ok(false) };
        let mut moved = false;
        for (peer, link) in relay.links.iter_mut().enumerate() {
            for (place, way) in link.iter_mut().enumerate() {
                let started = relay.started;
                let mut show = |what| {
                    let at = started.elapsed();
                    seen(Seen { at, peer, from_main: place == DOWN, what });
                };
                let was_over = way.over;
                moved |= way
                    .step(&mut show)
                    .map_err(|error| JudgeError::system("relay between programs", error))?;
                if way.over && !was_over {
                    moved = true;
                    match place {
                        DOWN => relay.far.close(peer),
                        _ => relay.near.close(peer),
                    }
                }
            }
        }
        Ok(moved)
    }
}

impl Way {
    fn polls(&self) -> impl Iterator<Item = (BorrowedFd<'_>, PollFlags)> {
        let reads = self.from.as_ref().filter(|_| self.waiting.len() < PIECE);
        let writes = self.to.as_ref().filter(|_| !self.waiting.is_empty());
        let reads = reads.map(|file| (file.as_fd(), PollFlags::IN));
        reads.into_iter().chain(writes.map(|file| (file.as_fd(), PollFlags::OUT)))
    }

    fn step(&mut self, show: &mut dyn FnMut(super::frames::What)) -> io::Result<bool> {
        let mut moved = false;
        let mut buffer = vec![0; PIECE];
        let mut dry = self.from.is_none();
        while let Some(from) = &mut self.from
            && self.waiting.len() < PIECE
        {
            match from.read(&mut buffer) {
                Ok(0) => {
                    self.from = None;
                    dry = true;
                }
                Ok(length) => {
                    moved = true;
                    self.cutter.feed(&buffer[..length]).into_iter().for_each(&mut *show);
                    if self.to.is_some() {
                        self.waiting.extend(&buffer[..length]);
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    dry = true;
                    break;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if self.to.is_none() {
            self.waiting.clear();
        }
        while let (Some(to), false) = (&mut self.to, self.waiting.is_empty()) {
            match to.write(self.waiting.as_slices().0) {
                Ok(length) => {
                    moved = true;
                    self.waiting.drain(..length);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.waiting.clear(),
                Err(error) => return Err(error),
            }
        }
        if self.ended && dry && self.waiting.is_empty() {
            // This end goes with the session's, and the reader sees the end.
            (self.from, self.to) = (None, None);
            self.over = true;
        }
        Ok(moved)
    }
}

/// An end of a named pipe whose other end is held, so that opening does not wait.
fn end(path: &Path, reads: bool) -> io::Result<File> {
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    OpenOptions::new().read(reads).write(!reads).custom_flags(flags).open(path)
}

pub(super) fn failed(error: SessionError) -> JudgeError {
    let reason = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
    JudgeError::system("join the programs of a task", format!("{error}: {reason}"))
}
