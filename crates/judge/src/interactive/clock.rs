//! How long a program was kept from running, which its wall clock leaves out.
//!
//! The kernel counts the time for which a thread could run and no CPU was free, but adds a wait only
//! when it is over; a thread that waits for the whole of its wall limit would be said not to have waited
//! at all. So the judge counts too: between two looks at which a program could run, all the time that
//! it did not run. The larger of the two is what it was kept from.

use std::time::{Duration, Instant};

use super::process::Activity;

/// What one program waited for a CPU.
#[derive(Debug, Default)]
pub(crate) struct Delay {
    last: Option<Look>,
    counted: Duration,
    told: Duration,
}

#[derive(Debug)]
struct Look {
    at: Instant,
    cpu: Duration,
}

impl Delay {
    /// Takes in a look at the program; gives its delay so far.
    pub(crate) fn look(&mut self, activity: &Activity, now: Instant) -> Duration {
        self.told = self.told.max(activity.delayed);
        if let (Some(last), true) = (&self.last, activity.runnable) {
            let ran = activity.cpu.saturating_sub(last.cpu);
            self.counted += now.saturating_duration_since(last.at).saturating_sub(ran);
        }
        self.last = activity.runnable.then_some(Look { at: now, cpu: activity.cpu });
        self.so_far()
    }

    /// Its delay up to the last look.
    pub(crate) fn so_far(&self) -> Duration {
        self.told.max(self.counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn activity(cpu: u64, delayed: u64, runnable: bool) -> Activity {
        Activity {
            cpu: Duration::from_millis(cpu),
            delayed: Duration::from_millis(delayed),
            asleep: !runnable,
            runnable,
            wakes_itself: false,
            reads: false,
            writes: false,
        }
    }

    #[test]
    fn a_wait_counts_before_the_kernel_tells_of_it() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut delay = Delay::default();
        assert_eq!(delay.look(&activity(5, 1, true), at(0)), Duration::from_millis(1));
        // Ten milliseconds, of which it ran for two.
        assert_eq!(delay.look(&activity(7, 1, true), at(10)), Duration::from_millis(8));
        // It has slept in between: nobody knows for how long.
        assert_eq!(delay.look(&activity(7, 1, false), at(20)), Duration::from_millis(8));
        assert_eq!(delay.look(&activity(7, 1, true), at(90)), Duration::from_millis(8));
        assert_eq!(delay.look(&activity(7, 30, true), at(95)), Duration::from_millis(30));
        assert_eq!(delay.so_far(), Duration::from_millis(30));
    }
}
