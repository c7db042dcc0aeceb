//! All sides of a task, from their start to the cause of their end.

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use sandglass_channel::{Cause, End, Report, Transport, decide};
use sandglass_sandbox as sandbox;
use sandglass_sandbox::{Lane, Outcome, Request, Run, View};

use super::charge::{Meter, charge, over};
use super::frames::Seen;
use super::relay::Joint;
use super::silence::SilenceWatch;
use crate::error::JudgeError;
use crate::interactive::{Delay, InOurHands, LOOK, Life, Since, Watched};

/// How long programs have to end by themselves once Main is gone.
pub(super) const AFTER_MAIN: Duration = Duration::from_millis(500);

/// How long after its last limit a run may take to end before we call it our failure.
const PATIENCE: Duration = Duration::from_secs(30);

/// The variable that tells a program how to reach the others.
const SETTING: &str = "SANDGLASS_TASK";

/// A program that takes part.
#[derive(Debug)]
pub struct Player<'a> {
    /// Its interface.
    pub name: String,
    /// Where it runs, it alone.
    pub lane: &'a Lane,
    /// How it runs: streams, limits, CPUs. What joins it with the others is added here.
    pub request: Request,
}

/// Programs that are to call each other.
#[derive(Debug)]
pub struct Exchange<'a> {
    /// The setter's. Its request needs limits of its own.
    pub main: Player<'a>,
    /// The contestant's, in the order of the interface file.
    pub peers: Vec<Player<'a>>,
    /// How each of them and Main reach each other.
    pub transports: Vec<Transport>,
    /// Wall time of the contestant's programs, from the moment when all run, without the time that Main
    /// uses and the time that anybody waits for a CPU.
    pub wall_time: Duration,
    /// Wall time of Main after the end of all others, without the time that it waits for a CPU.
    pub main_time: Duration,
    /// Wall time after which all have reached limits of their own.
    pub longest: Duration,
}

/// Why the contestant's programs were stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing would ever have happened again, or nothing had for too long; seen for this long.
    Silence(Duration),
    /// Their wall time was over.
    OutOfTime,
}

/// How it went.
#[derive(Debug)]
pub struct Played {
    /// Whose fault the end is, or Main's verdict.
    pub cause: Cause,
    /// What Main told.
    pub report: Report,
    /// Whether the contestant's programs were stopped.
    pub stop: Option<Stop>,
    /// Main first.
    pub sides: Vec<PlayedSide>,
}

/// How it went for one side.
#[derive(Debug)]
pub struct PlayedSide {
    /// Its interface.
    pub name: String,
    /// Its run.
    pub outcome: Outcome,
    /// How it ended, in the words of the session.
    pub end: End,
    /// What counts of its CPU time: all but what it spent looking whether the other's turn is over.
    pub charged: Duration,
}

/// A side while it runs.
pub(super) struct Running<'a> {
    run: Option<Run<'a>>,
    watched: Option<Watched>,
    pub(super) outcome: Option<Outcome>,
    pub(super) killed: Option<Kill>,
}

/// Why we killed a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kill {
    Silent,
    OutOfTime,
    OutOfCpuTime,
    Over,
}

impl Exchange<'_> {
    /// Lets them call each other until all have ended.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub fn play(self) -> Result<Played, JudgeError> {
        self.play_seen(None)
    }

    /// The same, and shows what they say. They are joined by named pipes then, with us between them,
    /// which costs time.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub fn play_seen(self, mut seen: Option<&mut dyn FnMut(Seen)>) -> Result<Played, JudgeError> {
        let names = self.peers.iter().map(|peer| peer.name.clone());
        let peers: Vec<(String, Transport)> = names.zip(self.transports.iter().copied()).collect();
        let relays = seen.is_some();
        let mut joint = Joint::new(&peers, relays)?;
        let players: Vec<&Player<'_>> = std::iter::once(&self.main).chain(&self.peers).collect();
        let mut sides = Vec::with_capacity(players.len());
        let mut meters: Vec<Meter> = Vec::new();
        for (place, player) in players.iter().enumerate() {
            let seen = match place {
                0 => joint.main(),
                peer => joint.peer(peer - 1, &self.main.name),
            };
            // The request goes as soon as it is submitted: its ends of pipes are the program's alone then,
            // and the session's.
            let mut request = joined(player, seen);
            if let Some(peer) = place.checked_sub(1) {
                let looks = !relays && self.transports[peer] == Transport::MemorySpin;
                let cpu_time = &mut request.limits_mut().cpu_time;
                let limit = if looks { cpu_time.take() } else { None };
                meters.push(Meter::new(limit));
            }
            let run = player
                .lane
                .submit(&request)
                .map_err(|error| JudgeError::sandbox("start the programs of a task", &error))?;
            sides.push(Running::new(run));
        }
        let mut show = |what| {
            if let Some(seen) = &mut seen {
                seen(what);
            }
        };
        let stop = self.run(&mut sides, &mut meters, &mut joint, &mut show)?;
        let report = joint.report()?;
        let mut played = Vec::with_capacity(sides.len());
        for (player, side) in players.iter().zip(sides) {
            let (killed, outcome) = (side.killed, side.outcome);
            let outcome =
                outcome.ok_or_else(|| JudgeError::system("run a task", "an outcome is lost"))?;
            let end = end(&outcome, killed);
            let charged = outcome.cpu_time();
            played.push(PlayedSide { name: player.name.clone(), end, outcome, charged });
        }
        charge(&mut played, if relays { &[] } else { &self.transports }, &report);
        let ends: Vec<(String, End)> =
            played[1..].iter().map(|side| (side.name.clone(), side.end.clone())).collect();
        let limits: Vec<Option<Duration>> = meters.iter().map(Meter::limit).collect();
        let cause = over(decide(&report, &played[0].end, &ends), &played, &limits);
        Ok(Played { cause, report, stop, sides: played })
    }

    fn run(
        &self,
        sides: &mut [Running<'_>],
        meters: &mut [Meter],
        joint: &mut Joint,
        show: &mut dyn FnMut(Seen),
    ) -> Result<Option<Stop>, JudgeError> {
        let started = Instant::now();
        let (mut watch, mut stop) = (SilenceWatch::default(), None);
        let mut next_look = started;
        let (mut clock, mut main_ended) = (Clock::default(), None);
        loop {
            for (place, side) in sides.iter_mut().enumerate() {
                if side.hear()? {
                    match place {
                        0 => joint.main_ended(),
                        peer => joint.peer_ended(peer - 1),
                    }
                }
            }
            let moved = joint.step(show)?;
            if sides.iter().all(|side| side.outcome.is_some()) {
                return Ok(stop);
            }
            let now = Instant::now();
            if moved {
                watch = SilenceWatch::default();
            }
            if sides[0].outcome.is_some() {
                // Nobody is owed an answer any more.
                let ended = *main_ended.get_or_insert(now);
                if now - ended >= AFTER_MAIN {
                    sides.iter_mut().for_each(|side| side.kill(Kill::Over));
                }
            } else if now >= next_look {
                next_look = now + LOOK;
                let lives: Vec<Option<Life>> = sides.iter_mut().map(Running::look).collect();
                let lived = clock.look(&lives, sides, now);
                for (peer, meter) in meters.iter_mut().enumerate() {
                    if meter.look(lives[0], lives[peer + 1]) {
                        sides[peer + 1].kill(Kill::OutOfCpuTime);
                    }
                }
                let others: Vec<Life> = lives[1..].iter().flatten().copied().collect();
                if let Some(silent) = watch.look(lives[0], &others, now) {
                    watch = SilenceWatch::default();
                    if stop_peers(sides, Kill::Silent) {
                        stop = Some(Stop::Silence(silent));
                    } else {
                        // There is nobody left whom it could wait for.
                        sides[0].kill(Kill::Silent);
                    }
                } else if clock.main_alone(sides, now) >= self.main_time {
                    sides[0].kill(Kill::OutOfTime);
                } else if stop.is_none()
                    && lived >= self.wall_time
                    && stop_peers(sides, Kill::OutOfTime)
                {
                    stop = Some(Stop::OutOfTime);
                }
            }
            if now - started > self.longest + PATIENCE {
                return Err(JudgeError::system("run a task", "it did not end at its limit"));
            }
            pause(sides, joint)?;
        }
    }
}

/// The wall time that counts.
#[derive(Debug, Default)]
pub(super) struct Clock {
    /// Since when all run. A program that waits for its start is not slow.
    since: Option<Since>,
    /// Since when Main alone runs, and what it had waited for a CPU until then.
    alone: Option<(Since, Duration)>,
    /// For how long somebody's outcome was fetched meanwhile.
    ours: InOurHands,
    /// The most that Main was seen to have used.
    main: Duration,
    /// What each side waited for a CPU.
    delays: Vec<Delay>,
}

impl Clock {
    pub(super) fn look(
        &mut self,
        lives: &[Option<Life>],
        sides: &[Running<'_>],
        now: Instant,
    ) -> Duration {
        if sides.iter().all(|side| side.watched.is_some() || side.outcome.is_some()) {
            self.since.get_or_insert_with(|| Since::new(now));
        }
        let somebody = lives.contains(&Some(Life::Exiting));
        let ours = self.ours.look(self.since.is_some() && somebody, now);
        self.delays.resize_with(lives.len(), Delay::default);
        for (place, (life, delay)) in lives.iter().zip(&mut self.delays).enumerate() {
            if let Some(Life::Alive(activity)) = life {
                delay.look(activity, now);
                if place == 0 {
                    self.main = self.main.max(activity.cpu);
                }
            }
        }
        let delayed: Duration = self.delays.iter().map(Delay::so_far).sum();
        let lived = self.since.map_or(Duration::ZERO, |since| since.lived(now));
        lived.saturating_sub(self.main + delayed + ours)
    }

    /// For how long Main has run since all others ended.
    fn main_alone(&mut self, sides: &[Running<'_>], now: Instant) -> Duration {
        if sides[1..].iter().any(|side| side.outcome.is_none()) {
            return Duration::ZERO;
        }
        let delayed = self.delays.first().map_or(Duration::ZERO, Delay::so_far);
        let (since, before) = *self.alone.get_or_insert_with(|| (Since::new(now), delayed));
        since.lived(now).saturating_sub(delayed.saturating_sub(before))
    }
}

/// Stops the contestant's programs that still run. Returns whether there was one.
fn stop_peers(sides: &mut [Running<'_>], why: Kill) -> bool {
    let mut any = false;
    for side in sides[1..].iter_mut().filter(|side| side.run.is_some() && side.killed.is_none()) {
        side.kill(why);
        any = true;
    }
    any
}

impl<'a> Running<'a> {
    pub(super) fn new(run: Run<'a>) -> Running<'a> {
        Running { run: Some(run), watched: None, outcome: None, killed: None }
    }

    /// To be polled: readable when there may be news.
    pub(super) fn news(&self) -> Option<std::sync::Arc<std::os::fd::OwnedFd>> {
        self.run.as_ref().and_then(Run::news)
    }

    /// Takes the outcome, if it is there. Returns whether it came.
    pub(super) fn hear(&mut self) -> Result<bool, JudgeError> {
        if !self.run.as_ref().is_some_and(Run::is_done) {
            return Ok(false);
        }
        let Some(run) = self.run.take() else { return Ok(false) };
        let outcome = run
            .wait()
            .map_err(|error| JudgeError::sandbox("run one of the programs of a task", &error))?;
        self.outcome = Some(outcome);
        Ok(true)
    }

    /// What it does; `None` once it has ended.
    pub(super) fn look(&mut self) -> Option<Life> {
        let run = self.run.as_ref()?;
        if self.watched.is_none() {
            self.watched = run.process().map(Watched::new);
        }
        // Not started, or over before we heard of its start: then there will be news.
        Some(self.watched.map_or(Life::Exiting, Watched::look))
    }

    pub(super) fn kill(&mut self, why: Kill) {
        if let Some(run) = &self.run
            && self.killed.is_none()
        {
            self.killed = Some(why);
            // One that is over cannot be killed any more, and need not be.
            run.kill().ok();
        }
    }
}

/// The request of a player, with what it needs to reach the others.
pub(super) fn joined(player: &Player<'_>, seen: sandglass_channel::Side) -> Request {
    let request = seen.inherited.into_iter().fold(player.request.clone(), Request::inherit);
    let show = |view: View| {
        seen.directories.iter().fold(view, |view, (host, inside)| view.bind_writable(host, inside))
    };
    request.shape(show).environment(SETTING, &seen.setting).announce(true).lane_session(true)
}

pub(super) fn end(outcome: &Outcome, killed: Option<Kill>) -> End {
    let limit = |cause: sandbox::Cause| End::Limit { limit: cause.name().to_owned() };
    match (outcome.cause, killed) {
        (sandbox::Cause::Exited, _) => End::Exited { code: outcome.exit_code.unwrap_or(-1) },
        (sandbox::Cause::Signaled, _) => End::Signaled { signal: outcome.signal.unwrap_or(-1) },
        (sandbox::Cause::Killed | sandbox::Cause::Cancelled, Some(Kill::Silent)) => {
            limit(sandbox::Cause::IdleLimit)
        }
        (sandbox::Cause::Killed | sandbox::Cause::Cancelled, Some(Kill::OutOfTime)) => {
            limit(sandbox::Cause::WallTimeLimit)
        }
        (sandbox::Cause::Killed | sandbox::Cause::Cancelled, Some(Kill::OutOfCpuTime)) => {
            limit(sandbox::Cause::CpuTimeLimit)
        }
        (sandbox::Cause::Killed | sandbox::Cause::Cancelled, _) => End::Stopped,
        (cause, _) => limit(cause),
    }
}

/// Waits until something may have happened.
fn pause(sides: &[Running<'_>], joint: &Joint) -> Result<(), JudgeError> {
    let news: Vec<_> = sides.iter().filter_map(Running::news).collect();
    let mut polls: Vec<PollFd<'_>> =
        news.iter().map(|socket| PollFd::new(socket, PollFlags::IN)).collect();
    let relayed = joint.polls();
    polls.extend(relayed.iter().map(|(end, flags)| PollFd::from_borrowed_fd(*end, *flags)));
    let timeout = Timespec { tv_sec: 0, tv_nsec: LOOK.subsec_nanos().into() };
    match poll(&mut polls, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(JudgeError::system("wait for the programs of a task", errno)),
    }
}
