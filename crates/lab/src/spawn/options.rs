//! How long and how the experiment measures.

use std::time::Duration;

use serde::Serialize;

use crate::contender::BUILDING_TIME;
use crate::session::Interrupt;

/// Options of `sandglass lab spawn`; the defaults take about two minutes with five contenders.
#[derive(Debug, Clone, Serialize)]
pub struct SpawnOptions {
    /// Rounds of round trips that count.
    pub rounds: usize,
    /// Rounds before them that do not.
    pub warmup_rounds: usize,
    /// Runs of a contender in a round; the product with `rounds` is its sample.
    pub batch: usize,
    /// Rest before each run of a round trip, of every contender alike: who comes after a rest finds
    /// colder caches and a sleeping CPU. Zero measures back to back.
    pub pause: Duration,
    /// The CPU for round trips, for client and program alike; any when `None`.
    pub cpu: Option<usize>,
    /// Measurements of throughput a contender; none when 0.
    pub throughput_rounds: usize,
    /// Length of each.
    pub throughput_duration: Duration,
    /// Clients that run at the same time.
    pub clients: usize,
    /// Requests whose steps are timed, where a contender can.
    pub step_runs: usize,
    /// Seed of the orders and of the bootstrap.
    pub seed: u64,
    /// Raised to end early with what there is.
    #[serde(skip)]
    pub interrupt: Interrupt,
}

impl Default for SpawnOptions {
    fn default() -> Self {
        Self {
            rounds: 50,
            warmup_rounds: 3,
            batch: 10,
            pause: BUILDING_TIME,
            cpu: None,
            throughput_rounds: 5,
            throughput_duration: Duration::from_secs(1),
            clients: 2,
            step_runs: 200,
            seed: 1,
            interrupt: Interrupt::never(),
        }
    }
}
