//! How the bytes of a session travel, and which way is chosen.

use std::fmt;

use serde::Serialize;

/// How the bytes of one peer's session travel (`docs/idl/protocol.md`, Transports).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// Pipes with names: every language, every system.
    #[default]
    NamedPipes,
    /// Pipes that both programs inherit.
    Pipes,
    /// Memory that both share; they wait for each other by yielding, then sleep.
    MemoryYield,
    /// The same; they look again and again for a while, then sleep.
    MemorySpin,
    /// The same; they sleep at once.
    MemorySleep,
}

/// Where the programs of a session run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Affinity {
    /// All on the same CPU.
    Same,
    /// Each on a CPU of its own.
    Separate,
    /// Wherever the kernel puts them.
    None,
}

/// A transport, and what spoke for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Which.
    pub transport: Transport,
    /// A half sentence for people.
    pub reason: &'static str,
}

/// What a language's generated code can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Share memory.
    pub shares_memory: bool,
}

impl Abilities {
    /// What both can do.
    pub fn and(self, other: Abilities) -> Abilities {
        Abilities { shares_memory: self.shares_memory && other.shares_memory }
    }
}

impl Transport {
    /// All, as their names sort by speed on one CPU.
    pub const ALL: [Transport; 5] = [
        Transport::NamedPipes,
        Transport::Pipes,
        Transport::MemoryYield,
        Transport::MemorySpin,
        Transport::MemorySleep,
    ];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Transport::NamedPipes => "named-pipes",
            Transport::Pipes => "pipes",
            Transport::MemoryYield => "memory-yield",
            Transport::MemorySpin => "memory-spin",
            Transport::MemorySleep => "memory-sleep",
        }
    }

    /// How the programs are told to wait, where they share memory.
    pub(crate) fn hand_over(self) -> Option<&'static str> {
        match self {
            Transport::NamedPipes | Transport::Pipes => None,
            Transport::MemoryYield => Some("yield"),
            Transport::MemorySpin => Some("spin"),
            Transport::MemorySleep => Some("sleep"),
        }
    }

    /// The fastest that `both` sides can do where they run so; `wanted` where they can do that.
    pub fn choose(wanted: Option<Transport>, affinity: Affinity, both: Abilities) -> Choice {
        let because = |transport, reason| Choice { transport, reason };
        let memory = cfg!(target_os = "linux") && both.shares_memory;
        match wanted {
            Some(Transport::NamedPipes) => because(Transport::NamedPipes, "as asked for"),
            Some(Transport::Pipes) => because(Transport::Pipes, "as asked for"),
            Some(wanted) if memory => because(wanted, "as asked for"),
            Some(_) => {
                let reason = "not as asked for: a language here cannot share memory";
                because(Transport::Pipes, reason)
            }
            None if !memory => because(Transport::Pipes, "a language here cannot share memory"),
            None => match affinity {
                Affinity::Same => because(Transport::MemoryYield, "all share one CPU"),
                Affinity::Separate => because(Transport::MemorySpin, "each has a CPU of its own"),
                Affinity::None => {
                    because(Transport::MemorySleep, "the CPUs are shared with others")
                }
            },
        }
    }
}

impl fmt::Display for Transport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Abilities = Abilities { shares_memory: true };
    const NONE: Abilities = Abilities { shares_memory: false };

    #[test]
    fn the_fastest_that_both_can_do() {
        for (affinity, expected) in [
            (Affinity::Same, Transport::MemoryYield),
            (Affinity::Separate, Transport::MemorySpin),
            (Affinity::None, Transport::MemorySleep),
        ] {
            assert_eq!(Transport::choose(None, affinity, ALL).transport, expected);
            let one_cannot = Transport::choose(None, affinity, ALL.and(NONE));
            assert_eq!(one_cannot.transport, Transport::Pipes);
        }
    }

    #[test]
    fn what_is_asked_for_where_both_can_and_otherwise_the_reason_says_so() {
        for wanted in Transport::ALL {
            let choice = Transport::choose(Some(wanted), Affinity::Same, ALL);
            assert_eq!((choice.transport, choice.reason), (wanted, "as asked for"));
            let choice = Transport::choose(Some(wanted), Affinity::Same, NONE);
            let pipes = [Transport::NamedPipes, Transport::Pipes].contains(&wanted);
            assert_eq!(choice.transport, if pipes { wanted } else { Transport::Pipes });
            let reason = "not as asked for: a language here cannot share memory";
            assert_eq!(choice.reason, if pipes { "as asked for" } else { reason });
        }
    }
}
