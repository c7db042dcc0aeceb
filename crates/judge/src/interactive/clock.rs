//! The wall time of programs that talk, without that in which the machine kept somebody from running: a
//! program, or the judge itself, which lets them see each other's ends.
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

/// The time for which somebody was in the sandbox's hands: before the start of its program, or between
/// the program's end and the outcome. Whoever waits for it meanwhile waits for us.
#[derive(Debug, Default)]
pub(crate) struct InOurHands {
    last: Option<Instant>,
    counted: Duration,
}

impl InOurHands {
    /// Takes in a look; gives the time so far.
    pub(crate) fn look(&mut self, somebody: bool, now: Instant) -> Duration {
        if let (Some(last), true) = (self.last, somebody) {
            self.counted += now.saturating_duration_since(last);
        }
        self.last = Some(now);
        self.counted
    }
}

/// A moment from which wall time counts, without what this thread waits for a CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since {
    at: Instant,
    waited: Duration,
}

impl Since {
    pub(crate) fn new(at: Instant) -> Since {
        Since { at, waited: own_waits() }
    }

    /// The wall time that counts so far.
    pub(crate) fn lived(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.at).saturating_sub(self.waited())
    }

    /// What this thread has waited for a CPU since then.
    pub(crate) fn waited(&self) -> Duration {
        own_waits().saturating_sub(self.waited)
    }
}

/// What this thread has ever waited for a CPU; zero where the kernel does not tell.
fn own_waits() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(waited.unwrap_or(0))
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

    #[test]
    fn who_waits_for_the_sandbox_has_not_been_slow() {
        let start = Instant::now();
        let mut ours = InOurHands::default();
        for (at, somebody, expected) in
            [(0, true, 0), (20, true, 20), (700, true, 700), (720, false, 700), (740, true, 720)]
        {
            let now = start + Duration::from_millis(at);
            assert_eq!(ours.look(somebody, now), Duration::from_millis(expected), "at {at}");
        }
    }

    /// Threads that share one CPU, all busy: what each waits is not its time.
    #[test]
    fn what_the_judge_waits_for_a_cpu_is_not_the_programs_time() {
        let busy = |stop: Duration| {
            let mut cpus = rustix::thread::CpuSet::new();
            let allowed = rustix::thread::sched_getaffinity(None).unwrap();
            let first = (0..rustix::thread::CpuSet::MAX_CPU).find(|&cpu| allowed.is_set(cpu));
            cpus.set(first.unwrap());
            rustix::thread::sched_setaffinity(None, &cpus).unwrap();
            let start = Instant::now();
            let since = Since::new(start);
            while start.elapsed() < stop {
                std::hint::spin_loop();
            }
            (since.lived(Instant::now()), since.waited(), start.elapsed())
        };
        let stop = Duration::from_millis(300);
        std::thread::scope(|scope| {
            let others: Vec<_> = (0..3).map(|_| scope.spawn(|| busy(stop))).collect();
            let (lived, waited, elapsed) = busy(stop);
            for other in others {
                other.join().unwrap();
            }
            assert!(waited > elapsed / 3, "{waited:?} of {elapsed:?}");
            assert!(lived < elapsed * 2 / 3, "{lived:?} of {elapsed:?}");
        });
    }
}
