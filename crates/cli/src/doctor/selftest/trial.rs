//! One attack: with every defence on, without all that stop it, and with each of these alone.

use sandglass_attacks::bare::{self, Place};
use sandglass_attacks::{Attack, Defence, Host, Need, Verdict, WallNeed};
use sandglass_sandbox::{Backend, Lane, LaneOptions};
use sandglass_sys as sys;

use super::interrupt::Interrupt;
use super::observation::Observation;
use super::report::{Judgement, Row, Shown, Wall};
use super::sandboxed::{self, Runner};
use super::switches;
use crate::failure::Failure;

/// A lane with every defence on, and what is around it.
pub(super) struct Trial<'a> {
    options: &'a LaneOptions,
    lane: Lane,
    host: &'a Host,
    interrupt: &'a Interrupt,
}

/// What came of an attack without its defences.
struct Without {
    seen: Option<Observation>,
    shown: Shown,
    reason: String,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        options: &'a LaneOptions,
        host: &'a Host,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Failure> {
        Ok(Self { options, lane: Lane::new(options)?, host, interrupt })
    }

    pub(super) fn backend(&self) -> Backend {
        self.lane.facts().backend
    }

    pub(super) fn judge(&mut self, attack: &'static Attack) -> Result<Row, Failure> {
        let with = self.sandboxed(attack, &[], "with")?;
        let without = self.without(attack)?;
        let in_sandbox = matches!(without.shown, Shown::OneDefenceOff | Shown::SeveralDefencesOff);
        let walls = self.walls(attack, in_sandbox)?;
        let judgement = self.judgement(attack, &with, &without, &walls);
        let seen = without.seen.as_ref();
        Ok(Row {
            name: attack.name.to_owned(),
            description: attack.description.to_owned(),
            with: with.word().to_owned(),
            with_says: with.says,
            without: seen.map_or("", Observation::word).to_owned(),
            without_says: without.seen.map(|seen| seen.says).unwrap_or_default(),
            shown: without.shown,
            walls,
            reason: without.reason,
            judgement,
        })
    }

    fn sandboxed(
        &mut self,
        attack: &Attack,
        off: &[Defence],
        suffix: &str,
    ) -> Result<Observation, Failure> {
        let switches = switches::of_lane(attack, off);
        let Self { host, interrupt, .. } = *self;
        if switches.is_empty() {
            let lane = &self.lane;
            let seen = sandboxed::run(&Runner { lane, host, interrupt, suffix }, attack, off)?;
            if seen.lost {
                self.lane = Lane::new(self.options)?;
            }
            return Ok(seen);
        }
        let lane = &Lane::new(&self.options.clone().without(switches))?;
        sandboxed::run(&Runner { lane, host, interrupt, suffix }, attack, off)
    }

    /// What came of it without the defences that stop it, and how that was tried: in the sandbox where
    /// each of them has a switch, otherwise without any sandbox where that is harmless.
    fn without(&mut self, attack: &Attack) -> Result<Without, Failure> {
        let mut reason = match switches::obstacle(attack) {
            Some(obstacle) => obstacle.to_owned(),
            None => {
                let seen = self.sandboxed(attack, attack.without, "without")?;
                if seen.meets(attack.without_expectation) {
                    let one = attack.without.len() == 1;
                    let shown = if one { Shown::OneDefenceOff } else { Shown::SeveralDefencesOff };
                    return Ok(Without { seen: Some(seen), shown, reason: String::new() });
                }
                if !is_excused(attack, &seen) {
                    let reason = String::new();
                    return Ok(Without { seen: Some(seen), shown: Shown::Nowhere, reason });
                }
                // The kernel has not what it is about, or the host stops it: bare it is told.
                format!("the host stops it, too: {}", seen.says)
            }
        };
        let Some(place) = bare::place(attack, self.host) else {
            if !attack.rarely.is_empty() {
                reason = attack.rarely.to_owned();
            }
            return Ok(Without { seen: None, shown: Shown::Nowhere, reason });
        };
        let bare = bare::run(attack, self.host).map_err(|error| {
            Failure::ours(format!("could not run {} bare: {error}", attack.name))
        })?;
        let seen = Observation { verdict: bare.verdict, says: bare.says, ..Observation::default() };
        // Without a sandbox there is nobody who copies.
        let reached = seen.verdict == Some(Verdict::Reached);
        let shown = match place {
            _ if !reached && !attack.rarely.is_empty() => {
                reason = attack.rarely.to_owned();
                Shown::Nowhere
            }
            _ if !reached => {
                reason = format!("{reason}; bare: {}", seen.says);
                Shown::Nowhere
            }
            Place::Namespaces => Shown::BareNamespaces,
            _ => Shown::Host,
        };
        Ok(Without { seen: Some(seen), shown, reason })
    }

    /// Each defence that stops it, alone: where several are named, any one of them is enough.
    fn walls(&mut self, attack: &Attack, in_sandbox: bool) -> Result<Vec<Wall>, Failure> {
        let mut walls = Vec::new();
        for (index, defence) in attack.without.iter().enumerate() {
            let defence_name = format!("{defence:?}");
            if !in_sandbox || attack.without.len() == 1 {
                let (alone, lacking) = (String::new(), String::new());
                walls.push(Wall { defence: defence_name, alone, stops: true, lacking });
                continue;
            }
            let others: Vec<Defence> =
                attack.without.iter().copied().filter(|other| other != defence).collect();
            let seen = self.sandboxed(attack, &others, &format!("wall{index}"))?;
            let stops = !seen.meets(attack.without_expectation);
            let unmet = attack.wall_need(*defence).filter(|need| !stops && !is_met(*need));
            walls.push(Wall {
                defence: defence_name,
                alone: format!("{}: {}", seen.word(), seen.says),
                stops,
                lacking: unmet.map(|need| need.to_string()).unwrap_or_default(),
            });
        }
        Ok(walls)
    }

    fn judgement(
        &self,
        attack: &Attack,
        with: &Observation,
        without: &Without,
        walls: &[Wall],
    ) -> Judgement {
        let weaker = self.backend() == Backend::Rlimit
            && attack.without.iter().any(|defence| is_weaker_without_cgroup(*defence));
        if !with.meets(attack.with) {
            return if weaker {
                Judgement::Weaker
            } else if with.verdict == Some(Verdict::Inapplicable) {
                Judgement::Inapplicable
            } else if with.meets(attack.without_expectation)
                || with.verdict == Some(Verdict::Reached)
            {
                Judgement::GotThrough
            } else {
                Judgement::Unexpected
            };
        }
        let limited = without.seen.as_ref().is_some_and(|seen| seen.cause.is_some());
        match without.shown {
            Shown::Nowhere if !without.reason.is_empty() => Judgement::HeldNotShown,
            // One of the limits that are left ended it, because it sees less or sees it later.
            Shown::Nowhere if weaker && limited => Judgement::HeldNotShown,
            Shown::Nowhere => Judgement::Unproven,
            _ if weaker || Wall::stand(walls) => Judgement::Held,
            _ => Judgement::WallPassed,
        }
    }
}

/// Whether this kernel has what makes a defence a wall.
fn is_met(need: WallNeed) -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    need.is_met(sys::landlock_abi().unwrap_or(0), release.trim())
}

/// The host lacks what the attack is about: then it cannot work without defences either.
fn is_excused(attack: &Attack, seen: &Observation) -> bool {
    let host_dependent = attack.needs.iter().any(|need| {
        matches!(
            need,
            Need::KernelSupport
                | Need::X32
                | Need::DelegatedCgroup
                | Need::CorePatternFile
                | Need::SystemResourceCapability
                | Need::VirtualConsole
                | Need::RaisedPriorities
        )
    });
    seen.verdict == Some(Verdict::Inapplicable)
        || (host_dependent && seen.verdict == Some(Verdict::Refused))
}

/// Limits that the kernel gives for one process alone, or not at all, where there is no cgroup.
fn is_weaker_without_cgroup(defence: Defence) -> bool {
    matches!(
        defence,
        Defence::CpuTimeLimit
            | Defence::MemoryLimit
            | Defence::ProcessLimit
            | Defence::IdleLimit
            | Defence::WallTimeLimit
            | Defence::OutputLimit
    )
}
