//! Whose CPU time is whose, where a side that waits looks again and again.
//!
//! Elsewhere who waits sleeps, and the kernel's limit of CPU time is exact. Where each side has a CPU of
//! its own ([`Transport::MemorySpin`]), a program of the contestant uses CPU in Main's turns, as much as
//! Main thinks. That is not its own, so the kernel, which cannot tell, is not asked: what is surely its
//! own is added up while it runs, and what Main measured decides in the end.

use std::time::Duration;

use sandglass_channel::{Cause, Fault, Report, Transport, Trouble};
use sandglass_sandbox as sandbox;

use super::exchange::PlayedSide;
use crate::interactive::Life;

/// How much a program may look in Main's turns for each unit of CPU time that Main uses: a turn costs Main
/// a microsecond of it where Main sleeps in it, and of a turn no more than 50 are spent looking.
const LOOKED: u32 = 50;

/// Adds up what is surely a program's own.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// What may be its own at most; `None` where the kernel sees to it.
    limit: Option<Duration>,
    main: Duration,
    seen: Duration,
    own: Duration,
}

impl Meter {
    pub(super) fn new(limit: Option<Duration>) -> Meter {
        Meter { limit, ..Meter::default() }
    }

    pub(super) fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// Returns whether it is too much.
    pub(super) fn look(&mut self, main: Option<Life>, peer: Option<Life>) -> bool {
        let (Some(limit), Some(Life::Alive(peer))) = (self.limit, peer) else { return false };
        let main = match main {
            Some(Life::Alive(main)) => main.cpu.max(self.main),
            _ => self.main,
        };
        let looked = (main - self.main) * LOOKED;
        self.own += peer.cpu.saturating_sub(self.seen).saturating_sub(looked);
        (self.main, self.seen) = (main, self.seen.max(peer.cpu));
        self.own > limit
    }
}

/// What counts of the CPU time of each side, Main's first: without what an honest program may have spent
/// looking whether the other's turn is over.
pub(super) fn charge(sides: &mut [PlayedSide], transports: &[Transport], report: &Report) {
    let of_main = sides[0].outcome.cpu_time();
    let mut of_main_looked = Duration::ZERO;
    for (side, transport) in sides[1..].iter_mut().zip(transports) {
        let cpu = side.outcome.cpu_time();
        let statistics = report.statistics.iter().find(|one| one.peer == side.name);
        let looked = match statistics.and_then(|one| one.turns) {
            Some(turns) => {
                of_main_looked += Duration::from_nanos(turns.main_looked_ns);
                Duration::from_nanos(turns.peer_looked_ns)
            }
            // Main has ended without telling. Its turns were no longer than what it used.
            None if *transport == Transport::MemorySpin => of_main,
            None => Duration::ZERO,
        };
        side.charged = cpu.saturating_sub(looked);
    }
    sides[0].charged = of_main.saturating_sub(of_main_looked);
}

/// The cause, where it is rather that a program used too much CPU time.
pub(super) fn over(cause: Cause, sides: &[PlayedSide], limits: &[Option<Duration>]) -> Cause {
    let too_much = |(side, limit): &(&PlayedSide, &Option<Duration>)| {
        limit.is_some_and(|limit| side.charged > limit)
    };
    let Some((side, _)) = sides[1..].iter().zip(limits).find(too_much) else { return cause };
    let trouble = match cause {
        // It was stopped at its limit of wall time, before the end could tell.
        Cause::Peer { ref peer, fault: Fault::Silent, ref trouble } if *peer == side.name => {
            trouble.clone()
        }
        Cause::Verdict { .. } => {
            Trouble { kind: "gone".to_owned(), peer: side.name.clone(), ..Trouble::default() }
        }
        other => return other,
    };
    let limit = sandbox::Cause::CpuTimeLimit.name().to_owned();
    Cause::Peer { peer: side.name.clone(), fault: Fault::Limit { limit }, trouble }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::silence::SilenceWatch;

    /// When a program is stopped that has 100 ms, where each look of 20 ms finds that Main and it have used
    /// so many more microseconds.
    fn stopped(main: u64, peer: u64) -> Option<u64> {
        let mut meter = Meter::new(Some(Duration::from_millis(100)));
        let life = |used: u64, looks: u64| {
            let cpu = Duration::from_micros(used * looks);
            Some(Life::Alive(crate::interactive::Activity { cpu, ..SilenceWatch::WAITS }))
        };
        (1..1000).find(|&looks| meter.look(life(main, looks), life(peer, looks)))
    }

    #[test]
    fn what_main_thinks_is_not_the_programs_own() {
        assert_eq!(stopped(0, 20_000), Some(6), "it computes, and Main sleeps");
        assert_eq!(stopped(20_000, 20_000), None, "Main thinks all the time");
        assert_eq!(stopped(400, 20_000), None, "Main sleeps a little in each of its turns");
        assert_eq!(stopped(100, 20_000), Some(7), "threads of Main's run-time wake up");
        assert_eq!(stopped(0, 10), None, "nobody does much");
    }
}
