//! Whether the machine was busy with other work.
//!
//! A wall time limit is there for programs that sleep. On a machine where a program waits for a CPU most
//! of the time, it says nothing about the program; this is how the two are told apart.

use std::fs;
use std::time::{Duration, Instant};

/// The machine at a moment.
#[derive(Debug)]
pub(crate) struct Moment {
    at: Instant,
    /// Time in which somebody could have run and had no CPU, since the start of the machine.
    waited: Option<Duration>,
    /// Time in all and idle time of all CPUs, in ticks.
    ticks: Option<(u64, u64)>,
}

/// From this part of the time on in which somebody waited for a CPU, a machine is busy.
const WAITED: f64 = 0.1;

/// Below this part of idle time, one that does not tell of waiting is busy.
const IDLE: f64 = 0.1;

impl Moment {
    pub(crate) fn now() -> Moment {
        let read = |path| fs::read_to_string(path).ok();
        Moment {
            at: Instant::now(),
            waited: read("/proc/pressure/cpu").and_then(|text| waited(&text)),
            ticks: read("/proc/stat").and_then(|text| ticks(&text)),
        }
    }

    /// Whether the machine was busy from then to now.
    pub(crate) fn was_busy_since(&self) -> bool {
        self.was_busy_until(&Moment::now())
    }

    fn was_busy_until(&self, later: &Moment) -> bool {
        if let (Some(before), Some(after)) = (self.waited, later.waited) {
            let waited = after.saturating_sub(before).as_secs_f64();
            return waited >= WAITED * (later.at - self.at).as_secs_f64();
        }
        let (Some(before), Some(after)) = (self.ticks, later.ticks) else { return false };
        let (all, idle) = (after.0.saturating_sub(before.0), after.1.saturating_sub(before.1));
        all > 0 && (idle as f64) < IDLE * all as f64
    }
}

/// `some avg10=… avg60=… avg300=… total=microseconds`.
fn waited(text: &str) -> Option<Duration> {
    let line = text.lines().find(|line| line.starts_with("some "))?;
    let total = line.split_whitespace().find_map(|word| word.strip_prefix("total="))?;
    Some(Duration::from_micros(total.parse().ok()?))
}

/// The line `cpu`: user, nice, system, idle, waiting for disks, and so on; the last two of ten are
/// counted in the first two already.
fn ticks(text: &str) -> Option<(u64, u64)> {
    let line = text.lines().find(|line| line.starts_with("cpu "))?;
    let numbers: Vec<u64> =
        line.split_whitespace().skip(1).take(8).map_while(|word| word.parse().ok()).collect();
    let idle = numbers.get(3)? + numbers.get(4)?;
    Some((numbers.iter().sum(), idle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(at: Instant, waited: Option<u64>, ticks: Option<(u64, u64)>) -> Moment {
        Moment { at, waited: waited.map(Duration::from_millis), ticks }
    }

    #[test]
    fn a_machine_is_busy_where_somebody_waits() {
        let start = Instant::now();
        let end = start + Duration::from_secs(1);
        for (waited, ticks, busy) in [
            ((Some(5), Some(55)), (None, None), false),
            ((Some(5), Some(155)), (None, None), true),
            // Waiting counts, and not whether all CPUs are in use.
            ((Some(5), Some(6)), (Some((0, 0)), Some((200, 0))), false),
            ((None, None), (Some((100, 50)), Some((300, 60))), true),
            ((None, None), (Some((100, 50)), Some((300, 150))), false),
            ((None, None), (None, None), false),
        ] {
            let before = moment(start, waited.0, ticks.0);
            assert_eq!(before.was_busy_until(&moment(end, waited.1, ticks.1)), busy, "{waited:?}");
        }
    }

    #[test]
    fn what_the_kernel_writes_is_read() {
        let pressure = "some avg10=1.00 avg60=0.50 avg300=0.10 total=1500\nfull avg10=0 total=7\n";
        assert_eq!(waited(pressure), Some(Duration::from_micros(1500)));
        assert_eq!(waited(""), None);
        let stat = "cpu  10 1 20 300 5 0 1 2 0 0\ncpu0 5 1 10 150 2 0 1 1 0 0\n";
        assert_eq!(ticks(stat), Some((339, 305)));
        assert_eq!(ticks("intr 1\n"), None);
    }
}
