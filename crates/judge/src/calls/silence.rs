//! Whether anything will ever happen again between programs that call each other.
//!
//! One of them speaks at a time, and all others wait. So where all wait, the one whose turn it is will
//! not speak: it waits for a message that nobody will send, or for nothing at all. Three things are
//! looked for, the surest first. None of them takes a program for silent that runs, that could run and
//! gets no CPU, or that waits for a disk.

use std::time::{Duration, Instant};

use crate::interactive::{Activity, LOOK, Life};

/// Time after which programs that all wait for messages are blocked, although they have threads that
/// wake up from time to time, as the run-times of some languages do.
const READING: Duration = Duration::from_millis(100);

/// Time after which whoever makes Main wait, without using CPU, is silent: it sleeps.
const ASLEEP: Duration = Duration::from_secs(1);

/// What a run-time's own threads may use meanwhile: this much, and a fiftieth of the time.
const OWN_WORK: (Duration, u32) = (Duration::from_millis(1), 50);

/// Looks at all sides again and again.
#[derive(Debug, Default)]
pub(super) struct SilenceWatch {
    /// Since when nobody was seen to run and little CPU was used.
    quiet: Option<Seen>,
    /// Since when nobody has used any.
    still: Option<Seen>,
}

#[derive(Debug)]
struct Seen {
    since: Instant,
    cpu: Duration,
}

impl SilenceWatch {
    /// Somebody who waits for a message.
    pub(super) const WAITS: Activity = Activity {
        cpu: Duration::ZERO,
        delayed: Duration::ZERO,
        asleep: true,
        runnable: false,
        wakes_itself: false,
        reads: true,
        writes: false,
    };

    /// Looks at the sides that live: Main, unless it has ended, and the others. Returns for how long
    /// nothing has happened, where nothing will.
    pub(super) fn look(
        &mut self,
        main: Option<Life>,
        others: &[Life],
        now: Instant,
    ) -> Option<Duration> {
        let mut all = Vec::with_capacity(others.len() + 1);
        for life in main.iter().chain(others) {
            match life {
                Life::Alive(activity) if activity.asleep => all.push(*activity),
                _ => {
                    *self = SilenceWatch::default();
                    return None;
                }
            }
        }
        let cpu = all.iter().map(|activity| activity.cpu).sum();
        let still = quiet_for(&mut self.still, now, cpu, |_| Duration::ZERO);
        let quiet =
            quiet_for(&mut self.quiet, now, cpu, |elapsed| OWN_WORK.0 + elapsed / OWN_WORK.1);
        let waits = |activity: &Activity| activity.reads || !activity.wakes_itself;
        let main_waits = matches!(main, Some(Life::Alive(activity)) if waits(&activity));
        if all.iter().all(|activity| !activity.wakes_itself) && still >= LOOK {
            return Some(still);
        }
        if all.iter().all(waits) && quiet >= READING {
            return Some(quiet);
        }
        (main_waits && !others.is_empty() && quiet >= ASLEEP).then_some(quiet)
    }
}

/// For how long no more than `allowed` of the time was used.
fn quiet_for(
    seen: &mut Option<Seen>,
    now: Instant,
    cpu: Duration,
    allowed: impl Fn(Duration) -> Duration,
) -> Duration {
    if let Some(seen) = seen {
        let elapsed = now.saturating_duration_since(seen.since);
        // A child process that ended takes its figures with it, so less is news as well.
        if cpu >= seen.cpu && cpu - seen.cpu <= allowed(elapsed) {
            return elapsed;
        }
    }
    *seen = Some(Seen { since: now, cpu });
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    const READS: Activity = SilenceWatch::WAITS;

    /// Looks every 20 ms at two sides that are as `at` says, and returns when they are found silent.
    fn found(limit: u64, at: impl Fn(u64) -> (Activity, Activity)) -> Option<u64> {
        let start = Instant::now();
        let mut watch = SilenceWatch::default();
        (0..limit).step_by(20).find(|&milliseconds| {
            let (main, other) = at(milliseconds);
            let now = start + Duration::from_millis(milliseconds);
            watch.look(Some(Life::Alive(main)), &[Life::Alive(other)], now).is_some()
        })
    }

    fn used(activity: Activity, microseconds: u64) -> Activity {
        Activity { cpu: Duration::from_micros(microseconds), ..activity }
    }

    #[test]
    fn two_that_read_are_found_at_the_second_look() {
        assert_eq!(found(1000, |_| (READS, READS)), Some(20));
        let late = |time: u64| (READS, used(READS, time.min(200) * 100));
        assert_eq!(found(1000, late), Some(220));
    }

    #[test]
    fn threads_of_a_run_time_that_wake_up_hide_nothing() {
        let run_time = |time: u64| (READS, used(Activity { wakes_itself: true, ..READS }, time));
        assert_eq!(found(1000, run_time), Some(100));
    }

    #[test]
    fn one_that_sleeps_while_main_waits_is_found_after_a_second() {
        let asleep = Activity { wakes_itself: true, reads: false, ..READS };
        assert_eq!(found(2000, |_| (READS, asleep)), Some(1000));
        assert_eq!(found(5000, |_| (asleep, READS)), None, "Main may sleep");
    }

    #[test]
    fn whoever_runs_or_could_run_is_not_silent() {
        let runs = Activity { asleep: false, ..READS };
        assert_eq!(found(5000, |_| (READS, runs)), None);
        assert_eq!(
            found(5000, |time| (READS, if time % 60 == 0 { runs } else { READS })),
            Some(40)
        );
        assert_eq!(found(5000, |time| (used(READS, time * 100), READS)), None);
    }
}
