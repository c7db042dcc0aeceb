//! What is looked at from time to time, as nobody tells of it: the clock, how much was written, and
//! whether both programs wait for each other. And the wait until the next look, or until news.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::blocked::LOOK;
use super::clock::Since;
use super::conversation::Conversation;
use super::process::{Activity, Life, Watched};
use super::side::Side;
use crate::error::JudgeError;

/// Time between two looks at a program that has just closed an end.
const SHORT_LOOK: Duration = Duration::from_millis(1);

/// How long after its last limit a run may take to end before we call it our failure.
const PATIENCE: Duration = Duration::from_secs(30);

impl Conversation<'_> {
    /// Notes how much the submission has written, until the checker has decided.
    pub(super) fn count_output(&mut self) {
        if let Some(watched) = self.submission.watched {
            self.written = self.written.max(watched.written());
        }
        self.overflowed |= self.written > self.pair.output && self.checker.ended.is_none();
    }

    /// Looks at the clock, and whether both wait for each other.
    pub(super) fn look(&mut self) -> Result<(), JudgeError> {
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
        if self.submission.outcome.is_some() {
            self.look_at_checker_alone(now);
            return Ok(());
        }
        if self.submission.killed {
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
            self.alive_since = Some(Since::new(now));
        }
        let ours =
            self.alive_since.is_some() && self.checker.outcome.is_none() && checker.is_none();
        let ours = self.ours.look(ours, now);
        let lived = self.alive_since.map_or(Duration::ZERO, |since| since.lived(now));
        if let Some(activity) = &submission {
            self.delays[0].look(activity, now);
        }
        let delayed = self.delays[0].so_far();
        if submission.is_some() && lived >= self.pair.wall_time + self.checker_busy + delayed + ours
        {
            self.out_of_time = true;
            self.checker_slept = matches!((submission, checker), (Some(submission), Some(checker))
                if submission.asleep && submission.reads && !submission.wakes_itself
                    && self.to_submission.is_empty() && asleep_for_itself(checker));
            self.submission.kill();
            return Ok(());
        }
        self.count_output();
        if self.overflowed {
            self.submission.kill();
            return Ok(());
        }
        if let (Some(submission), Some(checker)) = (submission, checker) {
            let keepers_rest = || {
                [&self.submission, &self.checker]
                    .into_iter()
                    .all(|side| side.watched.is_none_or(Watched::keepers_rest))
            };
            let pipes = (&self.to_checker, &self.to_submission);
            self.blocked =
                self.watch.look(submission, checker, pipes.0, pipes.1, now, keepers_rest);
            if self.blocked.is_some() {
                self.submission.kill();
            }
        }
        Ok(())
    }

    /// The submission is over: what the checker does from here on is its own time. Before, it may have
    /// waited for a submission that the machine kept from running, for as long as that took.
    fn look_at_checker_alone(&mut self, now: Instant) {
        if self.checker.outcome.is_some() || self.checker.killed {
            return;
        }
        if let Life::Alive(activity) = self.checker.look() {
            self.delays[1].look(&activity, now);
        }
        let delayed = self.delays[1].so_far();
        let (since, before) = *self.alone_since.get_or_insert_with(|| (Since::new(now), delayed));
        if since.lived(now) >= self.pair.checker_time + delayed.saturating_sub(before) {
            self.checker_late = true;
            self.checker.kill();
        }
    }

    /// Waits until something may have happened.
    pub(super) fn wait(&self) -> Result<(), JudgeError> {
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
