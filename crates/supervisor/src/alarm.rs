//! Threads that see to it that a limit of time is looked at on time.
//!
//! A thread that wakes up gets its CPU at once in most cases and not in all: where others are busy it may
//! be owed less than they are, and then waits for milliseconds, once in twenty times for more than a
//! tick. A busy program of many processes is such company. So the supervisor does not rely on one CPU:
//! shortly before a limit two more threads wait for the same moment, each on a CPU of its own, and
//! whoever is first looks. Until then they sleep, so a run that ends before costs nothing.

use sandglass_sys as sys;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long before a limit the alarms are set, nanoseconds: more than a thread waits for a CPU.
pub(crate) const SET_BEFORE: u64 = 100_000_000;

/// Threads that wait beside the supervisor.
const THREADS: usize = 2;

/// Locks `mutex`. Nobody unwinds here, so nothing is left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// When somebody is to look, by the supervisor's clock.
#[derive(Debug, Default)]
pub(crate) struct Alarm {
    due: Mutex<Option<u64>>,
    changed: Condvar,
}

impl Alarm {
    /// Sets the alarm, or takes it back.
    pub(crate) fn set(&self, due: Option<u64>) {
        let mut set = lock(&self.due);
        // A thread that wakes for an alarm that was put off finds that out by itself.
        let earlier = due.is_some_and(|due| set.is_none_or(|set| due < set));
        *set = due;
        if earlier {
            self.changed.notify_all();
        }
    }

    /// Starts the threads, on those of `cpus` that are not in `own` if there are any. What `look` does
    /// must set the alarm anew.
    pub(crate) fn start(
        self: &Arc<Alarm>,
        cpus: &[u64],
        own: &[u64],
        look: impl Fn() + Clone + Send + 'static,
    ) -> std::io::Result<()> {
        for cpu in choose(cpus, own, sys::process_id() as usize) {
            let (alarm, look) = (Arc::clone(self), look.clone());
            std::thread::Builder::new().stack_size(128 << 10).spawn(move || {
                let mut mask = [0; 16];
                mask[cpu / 64] = 1 << (cpu % 64);
                // Without it the alarm is one more thread where the others are, and still of use.
                let _ = sys::pin_to_cpus(&mask);
                alarm.ring(look)
            })?;
        }
        Ok(())
    }

    fn ring(&self, look: impl Fn()) {
        let wait = |error: PoisonError<_>| error.into_inner();
        let mut due = lock(&self.due);
        loop {
            let now = sys::monotonic_nanoseconds();
            match *due {
                None => due = self.changed.wait(due).unwrap_or_else(wait),
                Some(time) if now < time => {
                    let left = Duration::from_nanos(time - now);
                    let waited = self.changed.wait_timeout(due, left);
                    due = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                Some(_) => {
                    drop(due);
                    look();
                    due = lock(&self.due);
                }
            }
        }
    }
}

/// Up to two CPUs of the mask `cpus`, those outside of the mask `own` first. Supervisors with different
/// numbers begin at different ones.
fn choose(cpus: &[u64], own: &[u64], number: usize) -> Vec<usize> {
    let has = |mask: &[u64], cpu: usize| {
        mask.get(cpu / 64).is_some_and(|word| word & (1 << (cpu % 64)) != 0)
    };
    let (mut inside, mut outside): (Vec<_>, Vec<_>) =
        (0..cpus.len().min(16) * 64).filter(|&cpu| has(cpus, cpu)).partition(|&cpu| has(own, cpu));
    for part in [&mut inside, &mut outside] {
        if !part.is_empty() {
            let first = number % part.len();
            part.rotate_left(first);
        }
    }
    outside.into_iter().chain(inside).take(THREADS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn cpus_of_others_come_first_and_supervisors_differ() {
        assert_eq!(choose(&[0b11], &[0b01], 7), [1, 0]);
        assert_eq!(choose(&[0b11], &[], 7), [1, 0]);
        assert_eq!(choose(&[0b11], &[], 8), [0, 1]);
        assert_eq!(choose(&[0b1111, 1], &[0b1100], 0), [0, 1]);
        assert_eq!(choose(&[0b1111, 1], &[0b1100], 2), [64, 0]);
        assert_eq!(choose(&[0b10], &[0b10], 3), [1]);
        assert_eq!(choose(&[], &[], 3), [0; 0]);
    }

    #[test]
    fn it_rings_when_due_not_before_and_not_when_taken_back() {
        let alarm = Arc::new(Alarm::default());
        let (say, heard) = channel();
        let look = {
            let alarm = Arc::clone(&alarm);
            move || {
                alarm.set(None);
                let _ = say.send(sys::monotonic_nanoseconds());
            }
        };
        let cpus = sys::available_cpus().unwrap();
        alarm.start(&cpus, &[], look).unwrap();
        let late = Duration::from_secs(20);
        // Put off, then brought forward.
        let now = sys::monotonic_nanoseconds();
        alarm.set(Some(now + 60_000_000_000));
        alarm.set(Some(now + 30_000_000));
        let rang = heard.recv_timeout(late).expect("it rings");
        assert!(rang >= now + 30_000_000, "{}", rang - now);
        while heard.recv_timeout(Duration::from_millis(100)).is_ok() {}
        alarm.set(Some(sys::monotonic_nanoseconds() + 50_000_000));
        alarm.set(None);
        assert!(heard.recv_timeout(Duration::from_millis(200)).is_err(), "taken back");
    }
}
