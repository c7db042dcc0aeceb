//! `sandglass doctor --selftest`: every known attack on the sandbox, with every defence on and then
//! without those that stop it. The second run is what makes the first one mean something.
//!
//! A defence is turned off in the sandbox itself where it has a switch ([`sandboxed`]); otherwise the
//! attack is run without any sandbox, where that is harmless ([`bare`]); what can be shown neither way
//! is counted apart.

mod bare;
mod observation;
mod report;
mod sandboxed;
mod surroundings;

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use sandglass_attacks::{Attack, Defence, Need, Verdict, attacks};
use sandglass_sandbox::{Backend, BackendChoice, Lane, LaneOptions};

use crate::failure::{DONE, Failure, NOT_AS_HOPED, OUR_FAILURE};
use observation::Observation;
use report::{Judgement, Row};
use surroundings::Surroundings;

/// What to try, and how to say it.
pub(super) struct Options<'a> {
    /// Attacks by name; empty is all.
    pub(super) only: &'a [String],
    pub(super) json: bool,
    pub(super) allow_weaker: bool,
}

pub(super) fn run(options: &Options<'_>) -> ExitCode {
    match try_all(options) {
        Ok(rows) => ExitCode::from(status(&rows)),
        Err(failure) => failure.report(),
    }
}

fn status(rows: &[Row]) -> u8 {
    let any = |judgement| rows.iter().any(|row| row.judgement == judgement);
    if any(Judgement::GotThrough) {
        NOT_AS_HOPED
    } else if any(Judgement::Unexpected) || any(Judgement::Unproven) {
        OUR_FAILURE
    } else {
        DONE
    }
}

fn try_all(options: &Options<'_>) -> Result<Vec<Row>, Failure> {
    let begun = Instant::now();
    for name in options.only {
        if !attacks().iter().any(|attack| attack.name == name) {
            return Err(Failure::usage(format!("no such attack: {name}"))
                .hint("`sandglass doctor --selftest` prints the names of all"));
        }
    }
    let chosen = |attack: &&Attack| {
        options.only.is_empty() || options.only.iter().any(|name| name == attack.name)
    };
    let mut test = Selftest::new(options.allow_weaker)?;
    let say = |text: String| {
        let mut stdout = std::io::stdout().lock();
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
            .map_err(|error| Failure::ours(format!("could not print: {error}")))
    };
    if !options.json {
        say(format!("{}\n", report::heading()))?;
    }
    let mut rows = Vec::new();
    for attack in attacks().iter().filter(chosen) {
        let row = test.try_one(attack)?;
        if !options.json {
            say(format!("{}\n", row.line()))?;
        }
        rows.push(row);
    }
    let backend = test.lane.facts().backend.name();
    let seconds = begun.elapsed().as_secs_f64();
    say(if options.json {
        format!("{}\n", report::object(&rows, backend, seconds))
    } else {
        report::summary(&rows, backend, seconds)
    })?;
    Ok(rows)
}

/// The lane and what is around it.
struct Selftest {
    options: LaneOptions,
    // Before the surroundings, so that it is gone when they go.
    lane: Lane,
    surroundings: Surroundings,
}

impl Selftest {
    fn new(allow_weaker: bool) -> Result<Self, Failure> {
        let backend = if allow_weaker { BackendChoice::AllowWeaker } else { BackendChoice::Strict };
        let options = LaneOptions { backend, build_ahead: false, ..LaneOptions::default() };
        // The directory that is left open must be there before the lane starts.
        let surroundings = Surroundings::new(options.user, options.group)
            .map_err(|error| Failure::ours(format!("could not prepare the attacks: {error}")))?;
        Ok(Self { lane: Lane::new(&options)?, options, surroundings })
    }

    fn try_one(&mut self, attack: &'static Attack) -> Result<Row, Failure> {
        let with = self.sandboxed(attack, &[])?;
        let (without, how) = self.without(attack)?;
        let judgement = self.judge(attack, &with, without.as_ref());
        Ok(Row {
            name: attack.name,
            description: attack.description,
            with: with.word(),
            with_says: with.says,
            without: without.as_ref().map_or("", Observation::word),
            without_says: without.map(|seen| seen.says).unwrap_or_default(),
            how,
            judgement,
        })
    }

    fn sandboxed(&mut self, attack: &Attack, off: &[Defence]) -> Result<Observation, Failure> {
        let seen = sandboxed::run(&self.lane, attack, off, &self.surroundings)?;
        if seen.lost {
            self.lane = Lane::new(&self.options)?;
        }
        Ok(seen)
    }

    /// What came of it without the defences that stop it, and how that was tried.
    fn without(&mut self, attack: &Attack) -> Result<(Option<Observation>, String), Failure> {
        if sandboxed::is_switchable(attack) {
            let names: Vec<String> =
                attack.without.iter().map(|defence| format!("{defence:?}")).collect();
            let seen = self.sandboxed(attack, attack.without)?;
            // Either the kernel has not what it is about, or another wall stands: bare it is told.
            if is_excused(attack, &seen)
                && let Some(place) = bare::place(attack, &self.surroundings)
            {
                let bare = bare::run(attack, &self.surroundings)?;
                if bare.meets(attack.without_expectation) {
                    return Ok((Some(bare), place.to_owned()));
                }
            }
            return Ok((Some(seen), names.join(", ")));
        }
        match bare::place(attack, &self.surroundings) {
            Some(place) => Ok((Some(bare::run(attack, &self.surroundings)?), place.to_owned())),
            None => Ok((None, "not switchable here".to_owned())),
        }
    }

    fn judge(
        &self,
        attack: &Attack,
        with: &Observation,
        without: Option<&Observation>,
    ) -> Judgement {
        let weaker = self.lane.facts().backend == Backend::Rlimit
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
        match without {
            None => Judgement::HeldNotShown,
            Some(seen) if seen.meets(attack.without_expectation) => Judgement::Held,
            // In namespaces there is nobody who copies.
            Some(seen) if attack.copies.is_some() && seen.copy.is_none() => {
                if seen.verdict == Some(Verdict::Reached) {
                    Judgement::Held
                } else {
                    Judgement::Unproven
                }
            }
            // A plain copy that refuses, or is as good, harms nobody; ours need not be better.
            Some(seen) if seen.copy.is_some() => Judgement::HeldNotShown,
            Some(seen) if is_excused(attack, seen) => Judgement::HeldNotShown,
            // One of the limits that are left ended it, because it sees less or sees it later.
            Some(seen) if weaker && seen.cause.is_some() => Judgement::HeldNotShown,
            Some(_) => Judgement::Unproven,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(judgement: Judgement) -> Row {
        Row {
            name: "x",
            description: "",
            with: "refused",
            with_says: String::new(),
            without: "reached",
            without_says: String::new(),
            how: String::new(),
            judgement,
        }
    }

    #[test]
    fn the_status_follows_the_worst() {
        let of = |judgements: &[Judgement]| {
            status(&judgements.iter().map(|judgement| row(*judgement)).collect::<Vec<_>>())
        };
        let fine = [Judgement::Held, Judgement::HeldNotShown, Judgement::Weaker];
        assert_eq!(of(&fine), DONE);
        assert_eq!(of(&[Judgement::Held, Judgement::Unproven]), OUR_FAILURE);
        assert_eq!(of(&[Judgement::Unexpected, Judgement::GotThrough]), NOT_AS_HOPED);
    }
}
