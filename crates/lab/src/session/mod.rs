//! Interleaved measurement: A, B, A, B … in rounds, so that a drift of the machine meets all alike.
//!
//! In every round each condition is measured once, in an order drawn anew; warm-up rounds run the
//! same way and are discarded. Raw samples are kept with their round and place in it. A condition
//! that fails is recorded with its message and left out from then on. When the user interrupts,
//! the measurement in progress ends, no other starts, and what was measured stays.
//!
//! The engine reads no clock and starts no process: the caller's closure measures, so the tests
//! drive it with made-up numbers.

mod interrupt;
mod progress;
mod sample;

pub use interrupt::Interrupt;
pub use progress::Progress;
pub use sample::{Condition, Failure, Metric, Observation, Recording, Sample};

use serde::Serialize;

use crate::random::Random;

/// How often and in what order a session measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// Rounds that are measured and thrown away.
    pub warmup_rounds: usize,
    /// Rounds that are kept.
    pub rounds: usize,
    /// Seed of the order within the rounds.
    pub seed: u64,
}

/// Measures every condition in every round of `plan`.
///
/// `measure` gets the index of a condition and returns its observations (one, or a batch).
pub fn run(
    plan: &Plan,
    conditions: Vec<Condition>,
    interrupt: &Interrupt,
    progress: &Progress,
    mut measure: impl FnMut(usize) -> Result<Vec<Observation>, String>,
) -> Recording {
    let mut recording = Recording::new(conditions);
    let mut random = Random::new(plan.seed);
    let mut order: Vec<usize> = (0..recording.conditions.len()).collect();
    progress.begin((plan.warmup_rounds + plan.rounds) * order.len());
    'rounds: for round in 0..plan.warmup_rounds + plan.rounds {
        random.shuffle(&mut order);
        for (position, &condition) in order.iter().enumerate() {
            if interrupt.requested() {
                recording.interrupted = true;
                break 'rounds;
            }
            progress.step(&recording.conditions[condition]);
            if recording.failure_of(condition).is_some() {
                continue;
            }
            match measure(condition) {
                Ok(observations) if round >= plan.warmup_rounds => {
                    let round = round - plan.warmup_rounds;
                    recording.record(condition, round, position, observations);
                }
                Ok(_) => {}
                Err(message) => recording.failures.push(Failure { condition, round, message }),
            }
        }
    }
    progress.end();
    recording
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(names: &[&str]) -> Vec<Condition> {
        names.iter().map(|name| Condition::new("case", *name)).collect()
    }

    fn plan(warmup_rounds: usize, rounds: usize) -> Plan {
        Plan { warmup_rounds, rounds, seed: 5 }
    }

    #[test]
    fn every_round_measures_each_condition_once_in_changing_order() {
        let mut calls = Vec::new();
        let recording = run(
            &plan(2, 20),
            conditions(&["a", "b", "c"]),
            &Interrupt::never(),
            &Progress::hidden(),
            |condition| {
                calls.push(condition);
                Ok(vec![Observation::wall(calls.len() as u64)])
            },
        );
        assert_eq!(calls.len(), 22 * 3);
        let mut first_of_round = [0; 3];
        for round in calls.chunks(3) {
            let mut sorted = round.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2]);
            first_of_round[round[0]] += 1;
        }
        assert!(first_of_round.iter().all(|count| *count > 2), "{first_of_round:?}");
        // The six measurements of the two warm-up rounds are not among the samples.
        assert_eq!(recording.samples.len(), 60);
        assert_eq!(recording.samples[0].observation.wall_ns, 7);
        assert!(!recording.interrupted);
    }

    #[test]
    fn same_seed_gives_the_same_order() {
        let order = |seed| {
            let mut calls = Vec::new();
            let plan = Plan { warmup_rounds: 0, rounds: 5, seed };
            run(
                &plan,
                conditions(&["a", "b", "c"]),
                &Interrupt::never(),
                &Progress::hidden(),
                |condition| {
                    calls.push(condition);
                    Ok(vec![])
                },
            );
            calls
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }

    #[test]
    fn a_failure_leaves_the_condition_out_and_keeps_the_others() {
        let mut calls = [0; 2];
        let recording = run(
            &plan(1, 4),
            conditions(&["good", "bad"]),
            &Interrupt::never(),
            &Progress::hidden(),
            |condition| {
                calls[condition] += 1;
                if condition == 1 && calls[1] == 3 {
                    return Err("no such device".to_owned());
                }
                Ok(vec![Observation::wall(1)])
            },
        );
        assert_eq!(calls, [5, 3]);
        assert_eq!(recording.failures.len(), 1);
        assert_eq!(recording.failure_of(1), Some("no such device"));
        assert_eq!(recording.failure_of(0), None);
        assert_eq!(recording.by_round(0, Metric::WallTime).concat().len(), 4);
    }

    #[test]
    fn an_interrupt_ends_the_session_and_keeps_what_was_measured() {
        let interrupt = Interrupt::never();
        let mut calls = 0;
        let recording =
            run(&plan(0, 100), conditions(&["a", "b"]), &interrupt, &Progress::hidden(), |_| {
                calls += 1;
                if calls == 5 {
                    interrupt.request();
                }
                Ok(vec![Observation::wall(1)])
            });
        assert_eq!((calls, recording.samples.len(), recording.interrupted), (5, 5, true));
    }
}
