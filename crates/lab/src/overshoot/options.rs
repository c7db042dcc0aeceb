//! What runs into which limit, and how often.

use std::time::Duration;

use serde::Serialize;

use crate::session::Interrupt;

/// Options of `sandglass lab overshoot`; the defaults take about three minutes without peers.
#[derive(Debug, Clone, Serialize)]
pub struct OvershootOptions {
    /// Runs of each case that count.
    pub rounds: usize,
    /// Rounds before them that do not.
    pub warmup_rounds: usize,
    /// The cases.
    pub cases: Vec<Case>,
    /// What 95 of 100 runs of ours must keep.
    pub must: Duration,
    /// Seed of the orders.
    pub seed: u64,
    /// Raised to end early with what there is.
    #[serde(skip)]
    pub interrupt: Interrupt,
}

impl Default for OvershootOptions {
    fn default() -> Self {
        let milliseconds = Duration::from_millis;
        let mut cases = Vec::new();
        for shape in [Shape::Process, Shape::Threads, Shape::Tree] {
            cases.push(Case { limit: Limit::Cpu(milliseconds(300)), shape });
        }
        for limit in [milliseconds(50), milliseconds(1000)] {
            for shape in [Shape::Sleep, Shape::Process, Shape::Threads, Shape::Tree] {
                cases.push(Case { limit: Limit::Wall(limit), shape });
            }
        }
        Self {
            rounds: 40,
            warmup_rounds: 1,
            cases,
            must: milliseconds(2),
            seed: 1,
            interrupt: Interrupt::never(),
        }
    }
}

/// A limit that is run into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// CPU time of all processes of the run.
    Cpu(Duration),
    /// Time from the exec on.
    Wall(Duration),
}

/// The program that runs into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// One process that sleeps.
    Sleep,
    /// One process with one thread that burns CPU.
    Process,
    /// Four threads that burn CPU.
    Threads,
    /// Four processes, each of which starts one after the other a process that burns 5 ms.
    Tree,
}

impl Shape {
    /// The name that the helper knows it by.
    pub(crate) fn argument(self) -> &'static str {
        match self {
            Self::Sleep => "sleep",
            Self::Process => "process",
            Self::Threads => "threads",
            Self::Tree => "tree",
        }
    }
}

/// A limit and what runs into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The limit.
    pub limit: Limit,
    /// The program.
    pub shape: Shape,
}

impl Case {
    /// The limit's length.
    pub(crate) fn time(self) -> Duration {
        match self.limit {
            Limit::Cpu(time) | Limit::Wall(time) => time,
        }
    }

    /// As tables and files call it.
    pub(crate) fn name(self) -> String {
        let shape = match self.shape {
            Shape::Sleep => "one process asleep",
            Shape::Process => "one busy process",
            Shape::Threads => "four busy threads",
            Shape::Tree => "a forking tree",
        };
        let limit = match self.limit {
            Limit::Cpu(_) => "CPU",
            Limit::Wall(_) => "wall",
        };
        format!("{limit} limit of {} ms, {shape}", self.time().as_millis())
    }
}
