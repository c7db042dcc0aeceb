//! Lets the sides talk, and finds out how it ended.

use std::fs::File;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use sandglass_channel::{Cause, End, Report, Session, decide};
use sandglass_sandbox as sandbox;
use sandglass_sandbox::{Input, Limits, Outcome, Output, Request};

use super::transport::{Plan, ours};
use super::{Arguments, Side};
use crate::failure::Failure;

/// Bytes of each stream that are kept.
const KEPT: u64 = 16 << 20;
/// How much longer than a contestant's program Main may take: when a program that does not answer
/// is killed, Main has this long to say that it was waiting for it.
const GRACE: Duration = Duration::from_secs(1);
/// How long programs have to end by themselves once Main is gone.
const AFTER_MAIN: Duration = Duration::from_millis(500);

/// How it went.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) cause: Cause,
    pub(super) report: Report,
    pub(super) plan: Plan,
    pub(super) sides: Vec<PlayedSide>,
}

/// How it went for one side.
#[derive(Debug)]
pub(super) struct PlayedSide {
    pub(super) name: String,
    pub(super) outcome: Outcome,
    pub(super) end: End,
}

pub(super) fn play(sides: &[Side], arguments: &Arguments) -> Result<Played, Failure> {
    let plan = Plan::new(&arguments.transport, sides);
    let mut session = plan.session(sides).map_err(ours)?;
    let requests = requests(sides, arguments, &plan, &session)?;
    let outcomes = run_all(sides, requests, &mut session)?;
    let report = session.report().map_err(ours)?;
    let sides: Vec<PlayedSide> = sides
        .iter()
        .zip(outcomes)
        .map(|(side, outcome)| PlayedSide { name: side.name.clone(), end: end(&outcome), outcome })
        .collect();
    let ends: Vec<(String, End)> =
        sides[1..].iter().map(|side| (side.name.clone(), side.end.clone())).collect();
    let cause = decide(&report, &sides[0].end, &ends);
    Ok(Played { cause, report, plan, sides })
}

fn requests(
    sides: &[Side],
    arguments: &Arguments,
    plan: &Plan,
    session: &Session,
) -> Result<Vec<Request>, Failure> {
    let input = File::open(&arguments.input).map_err(|error| {
        Failure::usage(format!("cannot read {}: {error}", arguments.input.display()))
    })?;
    let main = &sides[0].name;
    let mut requests = Vec::new();
    for (place, side) in sides.iter().enumerate() {
        let seen = match place {
            0 => session.main(),
            place => session.peer(place - 1, main),
        };
        let shape = |view| {
            seen.directories
                .iter()
                .fold(view, |view: sandbox::View, (host, inside)| view.bind_writable(host, inside))
        };
        let mut request = side
            .program
            .request(arguments.memory, shape)?
            .environment("SANDGLASS_TASK", &seen.setting)
            .stdout(Output::Capture { limit: KEPT })
            .stderr(Output::Capture { limit: KEPT })
            .limits(limits(arguments, place == 0, side.program.processes()))
            .cpus(&plan.cpus[place])
            // A hand-over to a peer in another session costs more, and yielding to it is in vain.
            .lane_session(true);
        request = seen.inherited.into_iter().fold(request, Request::inherit);
        if place == 0 {
            let input = input.try_clone().map_err(|error| Failure::ours(error.to_string()))?;
            request = request.stdin(Input::Descriptor(Arc::new(input.into())));
        }
        requests.push(request);
    }
    Ok(requests)
}

fn limits(arguments: &Arguments, main: bool, processes: u64) -> Limits {
    let more = if main { GRACE } else { Duration::ZERO };
    Limits {
        // Main is trusted with the time of all of them; the wall time ends it.
        cpu_time: (!main).then_some(arguments.cpu_time),
        wall_time: Some(arguments.wall_time + more),
        memory: Some(arguments.memory),
        processes: Some(processes),
        ..Limits::default()
    }
}

/// Runs all sides to their ends, and lets each see another's only when it is recorded.
fn run_all(
    sides: &[Side],
    requests: Vec<Request>,
    session: &mut Session,
) -> Result<Vec<Outcome>, Failure> {
    let mut outcomes: Vec<Option<Outcome>> = sides.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut killers = Vec::new();
        for (place, (side, request)) in sides.iter().zip(&requests).enumerate() {
            let run = side.lane.submit(request)?;
            killers.push(run.killer());
            let sender = sender.clone();
            // Nobody listens any more where waiting has failed already.
            scope.spawn(move || sender.send((place, run.wait())).is_ok());
        }
        drop(sender);
        // Their ends of pipes are the programs' alone now, and the session's.
        drop(requests);
        let mut first_failure = None;
        while outcomes.iter().any(Option::is_none) {
            // Once Main is gone, nobody is owed an answer.
            let wait = if outcomes[0].is_some() { AFTER_MAIN } else { Duration::from_secs(3600) };
            match receiver.recv_timeout(wait) {
                Ok((place, Ok(outcome))) => {
                    outcomes[place] = Some(outcome);
                    match place {
                        0 => session.close_all(),
                        peer => session.close(peer - 1),
                    }
                }
                Ok((_, Err(error))) => {
                    first_failure.get_or_insert(Failure::from(error));
                    session.close_all();
                    killers.iter().for_each(|killer| drop(killer.kill()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    killers.iter().for_each(|killer| drop(killer.kill()))
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        match first_failure {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    })?;
    outcomes
        .into_iter()
        .map(|outcome| outcome.ok_or_else(|| Failure::ours("a side has no outcome")))
        .collect()
}

fn end(outcome: &Outcome) -> End {
    match outcome.cause {
        sandbox::Cause::Exited => End::Exited { code: outcome.exit_code.unwrap_or(-1) },
        sandbox::Cause::Signaled => End::Signaled { signal: outcome.signal.unwrap_or(-1) },
        sandbox::Cause::Killed | sandbox::Cause::Cancelled => End::Stopped,
        cause => End::Limit { limit: cause.name().to_owned() },
    }
}
