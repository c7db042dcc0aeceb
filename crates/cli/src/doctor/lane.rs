//! What the sandbox itself gets here: a lane is started and a program is run in it.

use sandglass_sandbox::{BackendChoice, Error, Lane, LaneOptions, Request, View, Weakness};

use super::check::{Check, Level};
use crate::failure::Failure;

/// What can be run at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ability {
    /// Everything, without the caller's consent to anything weaker.
    Whole,
    /// Programs run, but with weaker limits.
    Weaker,
    /// Nothing.
    None,
}

pub(super) fn checks() -> (Vec<Check>, Ability) {
    let strict = match try_out(BackendChoice::Strict) {
        Ok(checks) => return (checks, Ability::Whole),
        Err(error) => Failure::from(error),
    };
    match try_out(BackendChoice::AllowWeaker) {
        Ok(mut checks) => {
            if let Some(lane) = checks.first_mut() {
                lane.level = Level::Weaker;
                lane.meaning = format!("with --allow-weaker alone: {}", strict.message);
                lane.raise.extend(strict.hint);
            }
            (checks, Ability::Weaker)
        }
        Err(error) => {
            let failure = Failure::from(error);
            let mut check =
                Check::new("sandbox", Level::Missing, "no program can be run", failure.message);
            check.raise.extend(failure.hint);
            (vec![check], Ability::None)
        }
    }
}

/// Starts a lane and runs /usr/bin/true in it.
fn try_out(backend: BackendChoice) -> Result<Vec<Check>, Error> {
    let options = LaneOptions { backend, build_ahead: false, ..LaneOptions::default() };
    let lane = Lane::new(&options)?;
    let facts = lane.facts();
    let outcome = lane.run(&Request::new("/usr/bin/true").view(View::system()))?;
    let found = format!("backend {}, as user {} outside", facts.backend, facts.user);
    let mut checks = vec![if outcome.success() {
        Check::new("sandbox", Level::Ok, found, "")
    } else {
        let meaning = format!("/usr/bin/true did not succeed in it: {}", outcome.cause);
        Check::new("sandbox", Level::Missing, found, meaning)
    }];
    checks.extend(facts.busy_groups.iter().map(|group| {
        let found = format!("left and in use: {}", String::from_utf8_lossy(group));
        let meaning = "a cgroup of an earlier lane stays until whoever lives in it has ended";
        Check::new("cgroups", Level::Note, found, meaning)
    }));
    let mut weaknesses = facts.weaknesses.clone();
    for weakness in &outcome.weaknesses {
        if !weaknesses.contains(weakness) {
            weaknesses.push(*weakness);
        }
    }
    checks.extend(weaknesses.into_iter().map(explain));
    Ok(checks)
}

fn explain(weakness: Weakness) -> Check {
    let (level, meaning) = match weakness {
        Weakness::CpuPerProcess => {
            (Level::Weaker, "CPU time is limited for each process, not for all together")
        }
        Weakness::MemoryBySampling => (
            Level::Weaker,
            "memory is watched by sampling, so a quick program overshoots its limit",
        ),
        Weakness::PeakMemoryOfOneProcess => {
            (Level::Weaker, "peak memory is that of the largest process")
        }
        Weakness::NoMemoryEvents => (Level::Weaker, "exceeding memory looks like a crash"),
        Weakness::NoProcessEvents => {
            (Level::Weaker, "hitting the process limit looks like a failed program")
        }
        Weakness::NoCpuBandwidth => (Level::Weaker, "--cpu-bandwidth has no effect"),
        Weakness::NoLandlock => (Level::Weaker, "the second wall around files is missing"),
        Weakness::NoTimeNamespace => {
            (Level::Weaker, "a program can read how long the host has been running")
        }
        Weakness::NoUserNamespaceLimit => {
            (Level::Note, "only the policy keeps programs from making user namespaces")
        }
        Weakness::NoSwapLimit => (Level::Note, "swap counts with memory, not apart from it"),
        Weakness::NoInstructionCounter => (Level::Note, "--count-instructions gives nothing"),
        Weakness::NoCoreScheduling => {
            (Level::Note, "a run may share a core's hyper-threads with others")
        }
    };
    Check::new("sandbox", level, weakness.name().replace('_', " "), meaning)
}
