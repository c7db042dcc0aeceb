//! The conversation itself: both runs, both pipes, and one loop that watches all of it.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use sandglass_sandbox::{Error, Input, Lane, Outcome, Output, Request, Run};

use super::blocked::{BlockedWatch, LOOK};
use super::clock::Delay;
use super::conduit::{Closes, Conduit, End, Far, closes_are_told};
use super::process::{Activity, Life, Watched};
use super::report::{Blocked, Message, Party};
use crate::error::JudgeError;

/// CPU time for which a program that has closed an end may go on before the other is told: enough for
/// any way of ending, and too little to matter to who waits.
const RUN_ON: Duration = Duration::from_millis(10);

/// Time between two looks at a program that has just closed an end.
const SHORT_LOOK: Duration = Duration::from_millis(1);

/// Bytes that a submission may write after the checker has closed its end before its pipe breaks. Most
/// programs write once more and end; one that never ends is to end here.
const LAST_WORDS: u64 = 1 << 20;

/// Bytes of a transcript.
const TRANSCRIPT: usize = 1 << 20;

/// How long after its last limit a run may take to end before we call it our failure.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two runs that are to talk.
pub(crate) struct Pair<'a> {
    pub(crate) submission_lane: &'a Lane,
    pub(crate) checker_lane: &'a Lane,
    /// Its standard input and output are put in place here, and must not be limited there.
    pub(crate) submission: Request,
    pub(crate) checker: Request,
    /// Wall time of the submission, without the time that the checker uses and the time that either
    /// waits for a CPU.
    pub(crate) wall_time: Duration,
    /// Wall time after which both have reached limits of their own.
    pub(crate) longest: Duration,
    /// Relays, and keeps what is said.
    pub(crate) transcript: bool,
    /// Whether the checker's outcome accepts.
    pub(crate) accepts: &'a dyn Fn(&Outcome) -> bool,
}

/// What became of a conversation.
#[derive(Debug)]
pub(crate) struct Talk {
    pub(crate) submission: Outcome,
    /// The checker's outcome; `None` where it was killed because the submission's failure had decided.
    pub(crate) checker: Option<Outcome>,
    pub(crate) first: Party,
    /// Whether the checker had closed its end of the submission's output before the submission ended.
    pub(crate) checker_stopped_reading: bool,
    pub(crate) blocked: Option<Blocked>,
    /// The submission's wall time ran out by our clock.
    pub(crate) out_of_time: bool,
    /// It did so while the submission waited for a checker that slept.
    pub(crate) checker_slept: bool,
    pub(crate) transcript: Vec<Message>,
    pub(crate) transcript_cut: bool,
}

impl Pair<'_> {
    /// Lets them talk until both have ended.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub(crate) fn talk(&self) -> Result<Talk, JudgeError> {
        let failed = |errno: Errno| JudgeError::system("join two programs", errno);
        let relays = self.transcript || !closes_are_told().unwrap_or(false);
        let closes = if relays { None } else { Some(Closes::new().map_err(failed)?) };
        let pipe = || match &closes {
            Some(closes) => Conduit::direct(closes),
            None => Conduit::relayed(),
        };
        let (to_checker, there) = pipe().map_err(failed)?;
        let (to_submission, back) = pipe().map_err(failed)?;
        let (submission, checker) = self.submit(there, back)?;
        let now = Instant::now();
        let talk = Conversation {
            pair: self,
            closes,
            to_checker,
            to_submission,
            submission: Side::new(submission),
            checker: Side::new(checker),
            sequence: 0,
            started: now,
            watch: BlockedWatch::default(),
            next_look: now + LOOK,
            alive_since: None,
            blocked: None,
            out_of_time: false,
            checker_slept: false,
            checker_busy: Duration::ZERO,
            delays: [Delay::default(), Delay::default()],
            drained: 0,
            transcript: Vec::new(),
            transcript_bytes: 0,
        };
        talk.run()
    }

    /// Starts both. The checker first: it is then more likely to stand ready.
    fn submit(&self, there: Far, back: Far) -> Result<(Run<'_>, Run<'_>), JudgeError> {
        let shared = |end: OwnedFd| Arc::new(end);
        let request = |request: &Request, input: OwnedFd, output: OwnedFd| {
            request
                .clone()
                .stdin(Input::Descriptor(shared(input)))
                .stdout(Output::Descriptor(shared(output)))
                .announce(true)
                .lane_session(true)
        };
        let checker = request(&self.checker, there.reader, back.writer);
        let submission = request(&self.submission, back.reader, there.writer);
        let failed =
            |error: Error| JudgeError::sandbox("start two programs that are to talk", &error);
        let checker = self.checker_lane.submit(&checker).map_err(failed)?;
        let submission = self.submission_lane.submit(&submission).map_err(failed)?;
        Ok((submission, checker))
    }
}

/// One of the two programs.
struct Side<'a> {
    /// Until its outcome is here.
    run: Option<Run<'a>>,
    outcome: Option<Outcome>,
    watched: Option<Watched>,
    /// Places in the order of events of the closes of its output and of its input.
    closed: [Option<u64>; 2],
    /// Its ends that the other has not been told of, and its CPU time when each was closed.
    held: [Option<Duration>; 2],
    /// Place of its end.
    ended: Option<u64>,
    /// We killed it.
    killed: bool,
}

const OUTPUT: usize = 0;
const INPUT: usize = 1;

impl<'a> Side<'a> {
    fn new(run: Run<'a>) -> Side<'a> {
        Side {
            run: Some(run),
            outcome: None,
            watched: None,
            closed: [None; 2],
            held: [None; 2],
            ended: None,
            killed: false,
        }
    }

    fn look(&mut self) -> Life {
        if self.outcome.is_some() {
            return Life::Exiting;
        }
        if self.watched.is_none() {
            let process = self.run.as_ref().and_then(Run::process);
            self.watched = process.map(Watched::new);
        }
        match self.watched {
            Some(watched) => watched.look(),
            // Not started, or over before we heard of its start: the outcome is about to come.
            None => Life::Exiting,
        }
    }

    fn kill(&mut self) {
        if let Some(run) = &self.run {
            self.killed = true;
            // One that is over cannot be killed any more, and need not be.
            run.kill().ok();
        }
    }
}

struct Conversation<'a> {
    pair: &'a Pair<'a>,
    closes: Option<Closes>,
    to_checker: Conduit,
    to_submission: Conduit,
    submission: Side<'a>,
    checker: Side<'a>,
    /// Place of the next event.
    sequence: u64,
    started: Instant,
    watch: BlockedWatch,
    next_look: Instant,
    /// When the submission was first seen to run.
    alive_since: Option<Instant>,
    blocked: Option<Blocked>,
    out_of_time: bool,
    checker_slept: bool,
    /// Time that the checker has used or waited for a CPU; the most that was seen.
    checker_busy: Duration,
    /// What the submission and the checker waited for a CPU.
    delays: [Delay; 2],
    /// Bytes of the submission that came when the checker did not read any more.
    drained: u64,
    transcript: Vec<Message>,
    transcript_bytes: usize,
}

impl<'a> Conversation<'a> {
    fn run(mut self) -> Result<Talk, JudgeError> {
        while self.submission.outcome.is_none() || self.checker.outcome.is_none() {
            self.record_closes()?;
            self.relay()?;
            self.hear()?;
            self.let_through();
            self.drain()?;
            self.look()?;
            if self.submission.outcome.is_none() || self.checker.outcome.is_none() {
                self.wait()?;
            }
        }
        let lost = || JudgeError::system("join two programs", "an outcome is lost");
        let (place, other) = (self.submission.ended, self.checker.ended);
        // Whom we killed did not come first, wherever its end came.
        let first = match (self.submission.killed, self.checker.killed) {
            (true, false) if !self.decided_by_clock() => Party::Checker,
            (false, true) => Party::Submission,
            _ if place <= other => Party::Submission,
            _ => Party::Checker,
        };
        let stopped = self.checker.closed[INPUT];
        let submission = self.submission.outcome.ok_or_else(lost)?;
        let checker = self.checker.outcome.ok_or_else(lost)?;
        Ok(Talk {
            submission,
            checker: (!self.checker.killed).then_some(checker),
            first,
            checker_stopped_reading: stopped.is_some() && stopped < place,
            blocked: self.blocked,
            out_of_time: self.out_of_time,
            checker_slept: self.checker_slept,
            transcript: self.transcript,
            transcript_cut: self.transcript_bytes > TRANSCRIPT,
        })
    }

    fn decided_by_clock(&self) -> bool {
        self.blocked.is_some() || self.out_of_time
    }

    fn next(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }

    /// Takes what the kernel tells of closed ends.
    fn record_closes(&mut self) -> Result<(), JudgeError> {
        let Some(closes) = &self.closes else { return Ok(()) };
        let closes =
            closes.read().map_err(|errno| JudgeError::system("hear of closed pipes", errno))?;
        for close in closes {
            let to_checker = Some(close.watch) == self.to_checker.watch;
            match (to_checker, close.end) {
                (true, End::Writing) => self.record(Party::Submission, OUTPUT),
                (true, End::Reading) => self.record(Party::Checker, INPUT),
                (false, End::Writing) => self.record(Party::Checker, OUTPUT),
                (false, End::Reading) => self.record(Party::Submission, INPUT),
            }
        }
        Ok(())
    }

    /// Notes that `party` has closed an end, and whether it did so by dying.
    fn record(&mut self, party: Party, end: usize) {
        let place = self.next();
        let side = self.side(party);
        if side.closed[end].is_some() {
            return;
        }
        side.closed[end] = Some(place);
        match side.look() {
            Life::Exiting => {
                side.held[end] = Some(Duration::ZERO);
                // Of two ends that close by death the last one is it.
                if side.outcome.is_none() {
                    side.ended = Some(place);
                }
            }
            Life::Alive(activity) => side.held[end] = Some(activity.cpu),
        }
    }

    fn side(&mut self, party: Party) -> &mut Side<'a> {
        match party {
            Party::Submission => &mut self.submission,
            Party::Checker => &mut self.checker,
        }
    }

    fn relay(&mut self) -> Result<(), JudgeError> {
        if self.closes.is_some() {
            return Ok(());
        }
        let failed = |errno: Errno| JudgeError::system("relay between two programs", errno);
        for from in [Party::Submission, Party::Checker] {
            let (conduit, to) = match from {
                Party::Submission => (&mut self.to_checker, Party::Checker),
                Party::Checker => (&mut self.to_submission, Party::Submission),
            };
            let relayed = conduit.relay().map_err(failed)?;
            self.keep(from, &relayed.bytes);
            if relayed.reader_closed {
                self.record(to, INPUT);
            }
            if relayed.writer_closed {
                self.record(from, OUTPUT);
            }
        }
        Ok(())
    }

    fn keep(&mut self, from: Party, bytes: &[u8]) {
        if bytes.is_empty() || !self.pair.transcript {
            return;
        }
        let room = TRANSCRIPT.saturating_sub(self.transcript_bytes);
        self.transcript_bytes += bytes.len();
        if room > 0 {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(room)]).into_owned();
            self.transcript.push(Message { from, at: self.started.elapsed(), text });
        }
    }

    /// Takes outcomes that are here.
    fn hear(&mut self) -> Result<(), JudgeError> {
        for party in [Party::Submission, Party::Checker] {
            let side = match party {
                Party::Submission => &mut self.submission,
                Party::Checker => &mut self.checker,
            };
            if !side.run.as_ref().is_some_and(Run::is_done) {
                continue;
            }
            let Some(run) = side.run.take() else { continue };
            let outcome = run.wait().map_err(|error| {
                JudgeError::sandbox("run one of two programs that talk", &error)
            })?;
            side.outcome = Some(outcome);
            // What it closed by dying is told before its outcome is; take it before the order is asked.
            self.record_closes()?;
            let place = self.next();
            let side = self.side(party);
            side.ended.get_or_insert(place);
            self.ended(party);
        }
        Ok(())
    }

    /// What the end of one means for the other.
    fn ended(&mut self, party: Party) {
        match party {
            Party::Submission => {
                let failed =
                    self.submission.outcome.as_ref().is_some_and(|outcome| !outcome.success());
                let broken_pipe = self
                    .submission
                    .outcome
                    .as_ref()
                    .is_some_and(|outcome| outcome.signal == Some(13));
                let stopped = self.checker.closed[INPUT];
                let checkers_doing = broken_pipe && stopped.is_some();
                let first =
                    self.checker.ended.is_none_or(|checker| self.submission.ended < Some(checker));
                if failed && !checkers_doing && first && !self.submission.killed
                    || self.decided_by_clock()
                {
                    self.checker.kill();
                }
                // In this order: who has seen the end finds the other direction closed too.
                self.to_submission.break_off();
                self.to_checker.end();
            }
            Party::Checker => {
                let accepts = self.checker.outcome.as_ref().is_some_and(self.pair.accepts);
                if !accepts {
                    let first =
                        self.submission.ended.is_none_or(|other| self.checker.ended < Some(other));
                    if first {
                        self.submission.kill();
                    }
                }
                self.to_submission.end();
            }
        }
    }

    /// Lets closes through whose programs have been seen to live on.
    fn let_through(&mut self) {
        for party in [Party::Submission, Party::Checker] {
            let side = self.side(party);
            if side.held == [None; 2] {
                continue;
            }
            let life = side.look();
            // The inputs first: who sees an end finds the other direction closed too, if it is.
            for end in [INPUT, OUTPUT] {
                let Some(since) = self.side(party).held[end] else { continue };
                let told = match life {
                    // The outcome decides, and lets through what is to be let through.
                    Life::Exiting => false,
                    Life::Alive(activity) => {
                        activity.asleep || activity.cpu.saturating_sub(since) >= RUN_ON
                    }
                };
                if told {
                    self.side(party).held[end] = None;
                    match (party, end) {
                        (Party::Submission, OUTPUT) => self.to_checker.end(),
                        (Party::Submission, _) => self.to_submission.break_off(),
                        (Party::Checker, OUTPUT) => self.to_submission.end(),
                        // The submission's pipe is kept from breaking: see `drain`.
                        (Party::Checker, _) => {}
                    }
                }
            }
        }
    }

    /// Reads what the submission says to a checker that does not listen any more, up to a bound; then
    /// its pipe breaks.
    fn drain(&mut self) -> Result<(), JudgeError> {
        if !self.drains() {
            return Ok(());
        }
        if self.drained < LAST_WORDS {
            let drained = self.to_checker.drain();
            self.drained += drained
                .map_err(|errno| JudgeError::system("read what nobody else reads", errno))?;
        }
        if self.drained >= LAST_WORDS {
            self.to_checker.break_off();
        }
        Ok(())
    }

    fn drains(&self) -> bool {
        self.checker.closed[INPUT].is_some()
            && self.submission.outcome.is_none()
            && self.to_checker.drained().is_some()
    }

    /// Looks at the clock, and whether both wait for each other.
    fn look(&mut self) -> Result<(), JudgeError> {
        let now = Instant::now();
        if now < self.next_look {
            return Ok(());
        }
        self.next_look = now + LOOK;
        if now - self.started > self.pair.longest + PATIENCE {
            return Err(JudgeError::system(
                "judge a conversation",
                "it did not end at its wall limit",
            ));
        }
        if self.submission.outcome.is_some() || self.submission.killed {
            return Ok(());
        }
        let activity = |life: Life| match life {
            Life::Alive(activity) => Some(activity),
            Life::Exiting => None,
        };
        let checker = activity(self.checker.look());
        let busy = match (&self.checker.outcome, checker) {
            (Some(outcome), _) => outcome.cpu_time(),
            (None, Some(activity)) => activity.cpu + self.delays[1].look(&activity, now),
            (None, None) => Duration::ZERO,
        };
        self.checker_busy = self.checker_busy.max(busy);
        let submission = activity(self.submission.look());
        // A run that waits for its start has not been slow.
        if submission.is_some() && self.alive_since.is_none() {
            self.alive_since = Some(now);
        }
        let lived = self.alive_since.map_or(Duration::ZERO, |since| now - since);
        if let Some(activity) = &submission {
            self.delays[0].look(activity, now);
        }
        let delayed = self.delays[0].so_far();
        if submission.is_some() && lived >= self.pair.wall_time + self.checker_busy + delayed {
            self.out_of_time = true;
            self.checker_slept = matches!((submission, checker), (Some(submission), Some(checker))
                if submission.asleep && submission.reads && !submission.wakes_itself
                    && self.to_submission.is_empty() && asleep_for_itself(checker));
            self.submission.kill();
            return Ok(());
        }
        if let (Some(submission), Some(checker)) = (submission, checker) {
            self.blocked =
                self.watch.look(submission, checker, &self.to_checker, &self.to_submission, now);
            if self.blocked.is_some() {
                self.submission.kill();
            }
        }
        Ok(())
    }

    /// Waits until something may have happened.
    fn wait(&self) -> Result<(), JudgeError> {
        let news: Vec<Arc<OwnedFd>> = [&self.submission, &self.checker]
            .into_iter()
            .filter_map(|side| side.run.as_ref()?.news())
            .collect();
        let mut polls: Vec<PollFd<'_>> =
            news.iter().map(|socket| PollFd::new(socket, PollFlags::IN)).collect();
        let held = |side: &Side<'_>| side.outcome.is_none() && side.held != [None; 2];
        if let Some(closes) = &self.closes {
            polls.push(PollFd::new(closes, PollFlags::IN));
            if self.drains()
                && let Some(reader) = self.to_checker.drained()
            {
                polls.push(PollFd::from_borrowed_fd(reader, PollFlags::IN));
            }
        }
        for (descriptor, flags) in
            self.to_checker.relay_polls().into_iter().chain(self.to_submission.relay_polls())
        {
            polls.push(PollFd::from_borrowed_fd(descriptor, flags));
        }
        let pause = if held(&self.submission) || held(&self.checker) {
            SHORT_LOOK
        } else {
            self.next_look.saturating_duration_since(Instant::now()).max(SHORT_LOOK)
        };
        let timeout = Timespec {
            tv_sec: pause.as_secs().cast_signed(),
            tv_nsec: pause.subsec_nanos().into(),
        };
        match poll(&mut polls, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(errno) => Err(JudgeError::system("wait for two programs", errno)),
        }
    }
}

/// Whether a program sleeps and is not waiting for the other.
fn asleep_for_itself(activity: Activity) -> bool {
    activity.asleep && activity.wakes_itself
}
