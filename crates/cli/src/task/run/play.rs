//! How the sides run: streams, limits, CPUs.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use sandglass_judge::JudgeError;
use sandglass_judge::calls::{Exchange, Played, Player, Seen};
use sandglass_sandbox::{Input, Limits, Output};

use super::transport::Plan;
use super::{Arguments, Seat};
use crate::failure::Failure;
use crate::judge::failure;

/// Bytes of each stream that are kept.
pub(super) const KEPT: u64 = 16 << 20;
/// How much longer Main may take than a contestant's program at its very limit: when that one is stopped,
/// Main has this long to say that it was waiting for it.
const GRACE: Duration = Duration::from_secs(2);

pub(super) fn play(
    seats: &[Seat],
    plan: &Plan,
    arguments: &Arguments,
    seen: Option<&mut dyn FnMut(Seen)>,
) -> Result<Played, Failure> {
    let input = File::open(&arguments.input).map_err(|error| {
        Failure::usage(format!("cannot read {}: {error}", arguments.input.display()))
    })?;
    let ours = |error: JudgeError| failure("task run", &error);
    let mut players = Vec::new();
    for (place, seat) in seats.iter().enumerate() {
        let limits = limits(arguments, place == 0, seat.side.processes());
        let mut request = seat
            .side
            .request(limits)
            .map_err(ours)?
            .stdout(Output::Capture { limit: KEPT })
            .stderr(Output::Capture { limit: KEPT })
            .cpus(&plan.cpus[place]);
        if place == 0 {
            let input = input.try_clone().map_err(|error| Failure::ours(error.to_string()))?;
            request = request.stdin(Input::Descriptor(Arc::new(input.into())));
            request = request.arguments(main_arguments(arguments));
        }
        players.push(Player { name: seat.side.name.clone(), lane: &seat.lane, request });
    }
    let main = players.remove(0);
    let wall_time = arguments.wall_time;
    let longest = longest(wall_time) + GRACE;
    let transports = plan.transports();
    let main_time = longest;
    Exchange { main, peers: players, transports, wall_time, main_time, longest }
        .play_seen(seen)
        .map_err(ours)
}

/// What Main is told on its command line, as a judged test tells it.
fn main_arguments(arguments: &Arguments) -> Vec<String> {
    match arguments.input.file_stem() {
        Some(name) if arguments.arguments.is_empty() => vec![name.to_string_lossy().into_owned()],
        _ => arguments.arguments.clone(),
    }
}

pub(super) fn limits(arguments: &Arguments, main: bool, processes: u64) -> Limits {
    let more = if main { GRACE } else { Duration::ZERO };
    Limits {
        // Main is trusted with the time of all of them; the wall time ends it.
        cpu_time: (!main).then_some(arguments.cpu_time),
        wall_time: Some(longest(arguments.wall_time) + more),
        memory: Some(arguments.memory),
        processes: Some(arguments.processes.unwrap_or(processes)),
        ..Limits::default()
    }
}

/// What the sandbox itself bounds the wall time by. The limit proper leaves out the time for which the
/// host is busy with others.
fn longest(wall_time: Duration) -> Duration {
    wall_time * 2 + GRACE
}
