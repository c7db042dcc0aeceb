//! One program of a contestant alone, with somebody in Main's place: a recorded conversation, say.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;
use sandglass_channel::Session;

use super::exchange::{AFTER_MAIN, Clock, Kill, PlayedSide, Player, Running, Stop, end, joined};
use super::frames::{Cutter, Frame, What};
use super::relay::failed;
use super::silence::SilenceWatch;
use crate::error::JudgeError;
use crate::interactive::{LOOK, Life};

/// Who speaks in Main's place.
pub trait Prompter {
    /// What Main says at first.
    fn begin(&mut self) -> Cue;
    /// The program has said something: what Main says to it.
    fn hear(&mut self, said: What) -> Cue;
}

/// What Main says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cue {
    /// These frames, and then it listens.
    Say(Vec<Frame>),
    /// These, and that was all.
    Last(Vec<Frame>),
}

/// A program that is to speak with a prompter.
#[derive(Debug)]
pub struct Rehearsal<'a> {
    /// The program.
    pub player: Player<'a>,
    /// What it calls Main.
    pub main: String,
    /// Its wall time.
    pub wall_time: Duration,
}

impl Rehearsal<'_> {
    /// Runs it until it has ended.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub fn play(
        self,
        prompter: &mut dyn Prompter,
    ) -> Result<(PlayedSide, Option<Stop>), JudgeError> {
        let broken = |error: std::io::Error| JudgeError::system("speak with a program", error);
        let mut session = Session::new(std::slice::from_ref(&self.player.name)).map_err(failed)?;
        let side = session.peer(0, &self.main);
        let folder = side.directories[0].0.clone();
        let open = |name: &str, reads: bool| {
            let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
            let path = folder.join(name);
            OpenOptions::new().read(reads).write(!reads).custom_flags(flags).open(path)
        };
        let (mut up, mut down) =
            (open("up", true).map_err(broken)?, open("down", false).map_err(broken)?);
        let run = self
            .player
            .lane
            .submit(&joined(&self.player, side))
            .map_err(|error| JudgeError::sandbox("start a program of a task", &error))?;
        let mut sides = [Running::new(run)];
        let (mut cutter, mut watch, mut clock) =
            (Cutter::default(), SilenceWatch::default(), Clock::default());
        let (mut stop, mut over): (Option<Stop>, Option<Instant>) = (None, None);
        let mut waiting = Vec::new();
        let mut next_look = Instant::now();
        let take = |cue: Cue, waiting: &mut Vec<u8>, over: &mut Option<Instant>| {
            let (Cue::Say(frames) | Cue::Last(frames)) = &cue;
            waiting.extend(frames.iter().flat_map(Frame::bytes));
            if matches!(cue, Cue::Last(_)) {
                over.get_or_insert_with(Instant::now);
            }
        };
        take(prompter.begin(), &mut waiting, &mut over);
        loop {
            let ended = sides[0].hear()? || sides[0].outcome.is_some();
            for what in read(&mut up, &mut cutter).map_err(broken)? {
                if over.is_none() {
                    take(prompter.hear(what), &mut waiting, &mut over);
                    watch = SilenceWatch::default();
                }
            }
            if ended {
                let [side] = sides;
                let outcome = side
                    .outcome
                    .ok_or_else(|| JudgeError::system("run a task", "an outcome is lost"))?;
                let end = end(&outcome, side.killed);
                let charged = outcome.cpu_time();
                let name = self.player.name;
                return Ok((PlayedSide { name, end, outcome, charged }, stop));
            }
            match down.write(&waiting) {
                Ok(length) => drop(waiting.drain(..length)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(broken(error)),
            }
            let now = Instant::now();
            if let Some(over) = over
                && waiting.is_empty()
            {
                session.close(0);
                if now - over >= AFTER_MAIN {
                    sides[0].kill(Kill::Over);
                }
            }
            if now >= next_look {
                next_look = now + LOOK;
                let life = sides[0].look();
                let lived = clock.look(&[None, life], &sides, now);
                let lives: Vec<Life> = life.into_iter().collect();
                // Whoever speaks in Main's place waits and does nothing else.
                let silent = watch.look(Some(Life::Alive(SilenceWatch::WAITS)), &lives, now);
                if let Some(time) = silent.filter(|_| waiting.is_empty() && over.is_none()) {
                    stop.get_or_insert(Stop::Silence(time));
                    sides[0].kill(Kill::Silent);
                } else if lived >= self.wall_time {
                    stop.get_or_insert(Stop::OutOfTime);
                    sides[0].kill(Kill::OutOfTime);
                }
            }
            // Once it is over, its end of the pipe says so again and again.
            let up = over.is_none().then_some(&up);
            pause(&sides, up, (!waiting.is_empty()).then_some(&down))?;
        }
    }
}

/// What is there.
fn read(up: &mut File, cutter: &mut Cutter) -> std::io::Result<Vec<What>> {
    let mut buffer = vec![0; 64 << 10];
    let mut said = Vec::new();
    loop {
        match up.read(&mut buffer) {
            Ok(0) => return Ok(said),
            Ok(length) => said.extend(cutter.feed(&buffer[..length])),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(said),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn pause(
    sides: &[Running<'_>; 1],
    up: Option<&File>,
    down: Option<&File>,
) -> Result<(), JudgeError> {
    let news = sides[0].news();
    let mut polls = Vec::new();
    polls.extend(up.map(|up| PollFd::from_borrowed_fd(up.as_fd(), PollFlags::IN)));
    polls.extend(news.iter().map(|socket| PollFd::new(socket, PollFlags::IN)));
    polls.extend(down.map(|down| PollFd::from_borrowed_fd(down.as_fd(), PollFlags::OUT)));
    let timeout = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
    match poll(&mut polls, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(JudgeError::system("wait for a program", errno)),
    }
}
