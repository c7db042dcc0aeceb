//! An attack in the sandbox, with every defence on or with some of them off.

use std::io::Read;

use sandglass_attacks::bare::last_words;
use sandglass_attacks::{Attack, Defence, Host, Verdict};
use sandglass_sandbox::{Cause, Error, Lane, Outcome, Request};

use super::careless;
use super::interrupt::Interrupt;
use super::observation::{Copy, Observation};
use super::stand::Stand;
use super::switches::of_lane;
use crate::failure::Failure;

/// What is wanted of the lane: to run, and to be interrupted.
pub(super) struct Runner<'a> {
    pub(super) lane: &'a Lane,
    pub(super) host: &'a Host,
    pub(super) interrupt: &'a Interrupt,
    /// What the name of a directory is to end with, so that it is used once.
    pub(super) suffix: &'a str,
}

/// Runs the attack in a lane whose switches are those of `off`, with the rest of `off` off, too.
pub(super) fn run(
    runner: &Runner<'_>,
    attack: &Attack,
    off: &[Defence],
) -> Result<Observation, Failure> {
    let stand = Stand::new(attack, off, runner)?;
    let mut earlier = None;
    if attack.before.is_some() {
        let words = attack.command_line_before(|need| stand.value(need));
        let Ok(words) = words else { return Ok(lacking()) };
        match carry_out(runner, &stand.request(&words)?)? {
            Ok(outcome) => earlier = Some(observe(&outcome)),
            Err(lost) => return Ok(lost),
        }
    }
    let Ok(words) = attack.command_line(|need| stand.value(need)) else { return Ok(lacking()) };
    let outcome = match carry_out(runner, &stand.request(&words)?)? {
        Ok(outcome) => outcome,
        Err(lost) => return Ok(lost),
    };
    let mut seen = observe(&outcome);
    if let Some(earlier) = earlier.filter(|earlier| earlier.verdict != Some(Verdict::Reached)) {
        seen.says = format!("{}; the run before it: {}", seen.says, earlier.says);
    }
    let reported = &outcome.protections.switched_off;
    if let Some(switch) = of_lane(attack, off).iter().find(|it| !reported.contains(&it.name())) {
        return Err(Failure::ours(format!(
            "{}: the outcome hides that {switch} is off",
            attack.name
        )));
    }
    if attack.copies.is_some() {
        seen.copy = Some(if off.contains(&Defence::CarefulCopyOut) {
            careless::copy(attack, &stand.home)
        } else {
            careful_copy(outcome)
        });
    }
    Ok(seen)
}

/// Runs the request. An attack that takes the sandbox down is an observation; the lane is then lost.
fn carry_out(
    runner: &Runner<'_>,
    request: &Request,
) -> Result<Result<Outcome, Observation>, Failure> {
    let run = runner.lane.submit(request)?;
    let registered = runner.interrupt.register(run.killer());
    let outcome = run.wait();
    drop(registered);
    if runner.interrupt.signal().is_some() {
        return Err(Failure::ours("interrupted"));
    }
    let lost = |says: String| Observation { lost: true, says, ..Observation::default() };
    match outcome {
        Ok(outcome) => Ok(Ok(outcome)),
        Err(Error::SupervisorDied) => Ok(Err(lost("the supervisor died".to_owned()))),
        Err(error @ Error::Infrastructure { .. }) => Ok(Err(lost(error.to_string()))),
        Err(error) => Err(error.into()),
    }
}

fn lacking() -> Observation {
    let says = "this host has not what it needs".to_owned();
    Observation { verdict: Some(Verdict::Inapplicable), says, ..Observation::default() }
}

fn observe(outcome: &Outcome) -> Observation {
    let printed = outcome.stdout_bytes().unwrap_or_default();
    let says = last_words(&printed);
    let exited = outcome.cause == Cause::Exited;
    let code = outcome.exit_code.filter(|_| exited);
    let verdict = code.and_then(Verdict::from_exit_code);
    let says = match (code, &outcome.system_call) {
        (Some(code), _) if verdict.is_none() => format!("exit status {code}: {says}"),
        (_, Some(call)) => format!("{says} ({call})"),
        _ => says,
    };
    let cause = (!exited).then(|| outcome.cause.name());
    Observation { verdict, cause, says, ..Observation::default() }
}

/// What the sandbox handed out.
fn careful_copy(outcome: Outcome) -> Copy {
    let mut copy = Copy::Refused;
    for file in outcome.copied_out {
        let Ok(file) = file else { continue };
        let mut content = Vec::new();
        copy = match file.take(1 << 20).read_to_end(&mut content) {
            Ok(_) if content == careless::CONTENT => Copy::Faithful,
            _ => return Copy::Harmful,
        };
    }
    copy
}
