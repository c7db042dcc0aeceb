//! A conversation under way: both runs, both pipes, and one loop that watches all of it.

use std::time::{Duration, Instant};

use rustix::io::Errno;
use sandglass_sandbox::Run;

use super::blocked::{BlockedWatch, LOOK};
use super::clock::{Delay, InOurHands, Since};
use super::conduit::{Closes, Conduit, End};
use super::pair::{Pair, Talk};
use super::process::Life;
use super::report::{Blocked, Message, Party};
use super::side::{INPUT, OUTPUT, Side};
use crate::error::JudgeError;

/// CPU time for which a program that has closed an end may go on before the other is told: enough for
/// any way of ending, and too little to matter to who waits.
const RUN_ON: Duration = Duration::from_millis(10);

/// Bytes that a submission may write after the checker has closed its end before its pipe breaks. Most
/// programs write once more and end; one that never ends is to end here.
const LAST_WORDS: u64 = 1 << 20;

/// Bytes of a transcript.
const TRANSCRIPT: usize = 1 << 20;

/// A conversation that is under way.
pub(super) struct Conversation<'a> {
    pub(super) pair: &'a Pair<'a>,
    pub(super) closes: Option<Closes>,
    pub(super) to_checker: Conduit,
    pub(super) to_submission: Conduit,
    pub(super) submission: Side<'a>,
    pub(super) checker: Side<'a>,
    /// Place of the next event.
    pub(super) sequence: u64,
    pub(super) started: Instant,
    pub(super) watch: BlockedWatch,
    pub(super) next_look: Instant,
    /// When the submission was first seen to run.
    pub(super) alive_since: Option<Since>,
    /// For how long the checker was started, or its outcome fetched, meanwhile.
    pub(super) ours: InOurHands,
    pub(super) blocked: Option<Blocked>,
    pub(super) out_of_time: bool,
    pub(super) checker_slept: bool,
    /// When the submission was first seen to be over, and what the checker had waited for a CPU then.
    pub(super) alone_since: Option<(Since, Duration)>,
    pub(super) checker_late: bool,
    /// Bytes that the submission has written, as of the last look.
    pub(super) written: u64,
    pub(super) overflowed: bool,
    /// Time that the checker has used or waited for a CPU; the most that was seen.
    pub(super) checker_busy: Duration,
    /// What the submission and the checker waited for a CPU.
    pub(super) delays: [Delay; 2],
    /// Bytes of the submission that came when the checker did not read any more.
    pub(super) drained: u64,
    /// Bytes of the submission that went through a relay.
    pub(super) relayed: u64,
    pub(super) transcript: Vec<Message>,
    pub(super) transcript_bytes: usize,
}

impl<'a> Conversation<'a> {
    /// A conversation of two runs, the submission's first, over two pipes, the one to the checker first.
    pub(super) fn new(
        pair: &'a Pair<'a>,
        closes: Option<Closes>,
        pipes: (Conduit, Conduit),
        runs: (Run<'a>, Run<'a>),
    ) -> Conversation<'a> {
        let now = Instant::now();
        Conversation {
            pair,
            closes,
            to_checker: pipes.0,
            to_submission: pipes.1,
            submission: Side::new(runs.0),
            checker: Side::new(runs.1),
            sequence: 0,
            started: now,
            watch: BlockedWatch::default(),
            next_look: now + LOOK,
            alive_since: None,
            ours: InOurHands::default(),
            blocked: None,
            out_of_time: false,
            checker_slept: false,
            alone_since: None,
            checker_late: false,
            written: 0,
            overflowed: false,
            checker_busy: Duration::ZERO,
            delays: [Delay::default(), Delay::default()],
            drained: 0,
            relayed: 0,
            transcript: Vec::new(),
            transcript_bytes: 0,
        }
    }

    /// Lets them talk until both have ended.
    ///
    /// # Errors
    /// [`JudgeError::Infrastructure`].
    pub(super) fn run(mut self) -> Result<Talk, JudgeError> {
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
            checker_late: self.checker_late,
            written: self.written,
            overflowed: self.overflowed,
            transcript: self.transcript,
            transcript_cut: self.transcript_bytes > TRANSCRIPT,
        })
    }

    fn decided_by_clock(&self) -> bool {
        self.blocked.is_some() || self.out_of_time || self.overflowed
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
        if (party, end) == (Party::Submission, OUTPUT) {
            // It may be on its way out, and there is no later moment to ask.
            self.count_output();
        }
        let side = self.side(party);
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
        if from == Party::Submission {
            self.written = self.written.max(self.relayed + bytes.len() as u64);
            self.relayed += bytes.len() as u64;
        }
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

    /// Whether what the submission says is thrown away.
    pub(super) fn drains(&self) -> bool {
        self.checker.closed[INPUT].is_some()
            && self.submission.outcome.is_none()
            && self.to_checker.drained().is_some()
    }
}
