//! Two runs that are to talk, and what became of it.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use rustix::io::Errno;
use sandglass_sandbox::{Error, Input, Lane, Outcome, Output, Request, Run};

use super::conduit::{Closes, Conduit, Far, closes_are_told};
use super::conversation::Conversation;
use super::report::{Blocked, Message, Party};
use crate::error::JudgeError;

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
    /// Wall time of the checker after the submission's end, without waits for a CPU.
    pub(crate) checker_time: Duration,
    /// Wall time after which both have reached limits of their own.
    pub(crate) longest: Duration,
    /// Bytes that the submission may write.
    pub(crate) output: u64,
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
    /// It did not end after the submission had.
    pub(crate) checker_late: bool,
    /// Bytes that the submission was last seen to have written.
    pub(crate) written: u64,
    /// That is more than it may.
    pub(crate) overflowed: bool,
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
        Conversation::new(self, closes, (to_checker, to_submission), (submission, checker)).run()
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
