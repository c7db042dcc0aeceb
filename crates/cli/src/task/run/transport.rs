//! How the sides of a task reach each other: what is asked for, where they run, what each can do.

use std::fmt::Write;
use std::time::Duration;

use clap::ValueEnum;
use sandglass_channel::{Abilities, Affinity, Choice, Statistics, Transport};
use sandglass_judge::calls::Played;
use serde_json::{Value, json};

use super::Seat;
use crate::value;

/// Options of the transport.
#[derive(Debug, clap::Args)]
pub(super) struct TransportArguments {
    /// CPUs that the programs may use [default: 0, or all with --affinity separate and none]
    #[arg(long, value_name = "LIST", value_parser = value::cpus)]
    cpus: Option<value::Cpus>,
    /// Which of them each program gets; one for all is best, as a call then wakes no other CPU [default:
    /// same, or none with several --cpus]
    #[arg(long, value_name = "HOW", value_enum)]
    affinity: Option<Place>,
    /// How calls travel [default: the fastest that the languages and the affinity allow]
    #[arg(long, value_name = "HOW", value_enum)]
    transport: Option<Way>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Place {
    /// The first CPU, for all
    Same,
    /// One for each, as long as there are enough
    Separate,
    /// All of them, for all
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Way {
    /// Pipes with names: every language can
    NamedPipes,
    /// Pipes that the programs inherit
    Pipes,
    /// Shared memory; who waits lets the other go first, then sleeps
    MemoryYield,
    /// Shared memory; who waits looks again and again, then sleeps
    MemorySpin,
    /// Shared memory; who waits sleeps
    MemorySleep,
}

impl Way {
    fn transport(self) -> Transport {
        match self {
            Way::NamedPipes => Transport::NamedPipes,
            Way::Pipes => Transport::Pipes,
            Way::MemoryYield => Transport::MemoryYield,
            Way::MemorySpin => Transport::MemorySpin,
            Way::MemorySleep => Transport::MemorySleep,
        }
    }
}

/// Where each side runs, and how each peer and Main reach each other.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Of each side, Main's first; empty for all.
    pub(super) cpus: Vec<Vec<usize>>,
    pub(super) affinity: Affinity,
    /// Of each peer.
    choices: Vec<Choice>,
}

impl Plan {
    pub(super) fn new(arguments: &TransportArguments, seats: &[Seat]) -> Plan {
        let given = arguments.cpus.as_ref().map(|cpus| cpus.0.clone());
        let affinity = match (arguments.affinity, &given) {
            (Some(Place::Same), _) => Affinity::Same,
            (Some(Place::Separate), _) => Affinity::Separate,
            (Some(Place::None), _) => Affinity::None,
            (None, Some(cpus)) if cpus.len() != 1 => Affinity::None,
            (None, _) => Affinity::Same,
        };
        let all = || (0..std::thread::available_parallelism().map_or(1, usize::from)).collect();
        let cpus = match (given, affinity) {
            (Some(cpus), _) if !cpus.is_empty() => cpus,
            (_, Affinity::Same) => vec![0],
            _ => all(),
        };
        let abilities: Vec<Abilities> = seats.iter().map(|seat| seat.side.abilities()).collect();
        Plan::of(affinity, cpus, arguments.transport.map(Way::transport), &abilities)
    }

    fn of(
        affinity: Affinity,
        cpus: Vec<usize>,
        wanted: Option<Transport>,
        abilities: &[Abilities],
    ) -> Plan {
        // A CPU that two share is nobody's own.
        let enough = cpus.len() >= abilities.len();
        let (affinity, cpus): (Affinity, Vec<Vec<usize>>) = match affinity {
            Affinity::Separate if enough => {
                (affinity, cpus.iter().take(abilities.len()).map(|&cpu| vec![cpu]).collect())
            }
            Affinity::Same => (affinity, vec![cpus[..1].to_vec(); abilities.len()]),
            _ if cpus.len() == 1 => (Affinity::Same, vec![cpus; abilities.len()]),
            _ => (Affinity::None, vec![cpus; abilities.len()]),
        };
        let choices = abilities[1..]
            .iter()
            .map(|peer| Transport::choose(wanted, affinity, abilities[0].and(*peer)))
            .collect();
        Plan { cpus, affinity, choices }
    }

    /// Named pipes for all, since we stand between them.
    pub(super) fn relayed(&mut self) {
        let reason = "a transcript is kept";
        self.choices.fill(Choice { transport: Transport::NamedPipes, reason });
    }

    /// How each peer and Main reach each other.
    pub(super) fn transports(&self) -> Vec<Transport> {
        self.choices.iter().map(|choice| choice.transport).collect()
    }
}

/// What the report says in JSON.
pub(super) fn json(plan: &Plan, played: &Played) -> Value {
    let peers: Vec<Value> = played.sides[1..]
        .iter()
        .zip(&plan.choices)
        .map(|(side, choice)| {
            let statistics = statistics(played, &side.name);
            let transport_ns =
                statistics.and_then(|one| one.turns).and_then(|turns| turns.transport_ns());
            json!({
                "peer": side.name, "transport": choice.transport.name(), "reason": choice.reason,
                "transport_ns": transport_ns,
            })
        })
        .collect();
    let charged: Vec<Value> = played
        .sides
        .iter()
        .zip(&plan.cpus)
        .map(|(side, cpus)| {
            let charged = nanoseconds(side.charged);
            json!({"side": side.name, "charged_cpu_ns": charged, "cpus": cpus})
        })
        .collect();
    json!({ "affinity": plan.affinity, "peers": peers, "sides": charged })
}

fn statistics<'a>(played: &'a Played, peer: &str) -> Option<&'a Statistics> {
    played.report.statistics.iter().find(|one| one.peer == peer)
}

/// What the report says to people, a line a peer.
pub(super) fn lines(plan: &Plan, played: &Played) -> String {
    let mut text = String::new();
    for (side, choice) in played.sides.iter().skip(1).zip(&plan.choices) {
        let _ = write!(text, "{}: over {} ({})", side.name, choice.transport, choice.reason);
        if let Some(one) = statistics(played, &side.name) {
            let _ = write!(text, "; {} calls, {} bytes", one.calls, one.bytes);
            if let Some(turns) = one.turns {
                let _ = write!(
                    text,
                    "; turns of Main {}, of {} {}",
                    milliseconds(turns.main_ns),
                    side.name,
                    milliseconds(turns.peer_ns)
                );
                if let Some(ns) = turns.transport_ns() {
                    let _ = write!(text, ", {} of it on the way", milliseconds(ns));
                }
            }
        }
        text.push('\n');
        if side.charged < side.outcome.cpu_time() {
            let _ = writeln!(
                text,
                "{}: cpu {} counts, without looking whether Main's turn is over",
                side.name,
                milliseconds(nanoseconds(side.charged))
            );
        }
    }
    text
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn milliseconds(nanoseconds: u64) -> String {
    format!("{:.3} ms", nanoseconds as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Abilities = Abilities { shares_memory: true };

    #[test]
    fn only_a_cpu_for_each_is_a_cpu_of_its_own() {
        let plan = |affinity, cpus: &[usize], sides: usize| {
            let plan = Plan::of(affinity, cpus.to_vec(), None, &vec![ALL; sides]);
            (plan.affinity, plan.cpus, plan.choices[0].transport)
        };
        let separate = plan(Affinity::Separate, &[2, 5], 2);
        assert_eq!(separate, (Affinity::Separate, vec![vec![2], vec![5]], Transport::MemorySpin));
        let crowded = plan(Affinity::Separate, &[2, 5], 3);
        assert_eq!(crowded, (Affinity::None, vec![vec![2, 5]; 3], Transport::MemorySleep));
        let same = plan(Affinity::Same, &[2, 5], 2);
        assert_eq!(same, (Affinity::Same, vec![vec![2]; 2], Transport::MemoryYield));
        let single = plan(Affinity::None, &[3], 2);
        assert_eq!(single, (Affinity::Same, vec![vec![3]; 2], Transport::MemoryYield));
    }
}
