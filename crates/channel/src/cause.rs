//! The cause of an end, by the position in the protocol.

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::{Left, Report, Trouble};

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "end", rename_all = "snake_case")]
pub enum End {
    /// By itself.
    Exited {
        /// With this status.
        code: i32,
    },
    /// By a signal that was not ours.
    Signaled {
        /// Its number.
        signal: i32,
    },
    /// By a limit.
    Limit {
        /// Which, as `sandglass run` names it.
        limit: String,
    },
    /// By us, after the session was over.
    Stopped,
}

/// Why a session ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum Cause {
    /// Main came to its own end: its exit status is its verdict.
    Verdict {
        /// Main's exit status.
        code: i32,
    },
    /// A program of a contestant is at fault.
    Peer {
        /// Which; in JSON it stands once, with what was wrong.
        #[serde(skip)]
        peer: String,
        /// What it did.
        fault: Fault,
        /// In which call, and what was wrong.
        #[serde(flatten)]
        trouble: Trouble,
    },
    /// Main is at fault.
    Main {
        /// What it did.
        fault: Fault,
    },
    /// We are: the programs could not reach each other.
    Unopened,
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// Died by a signal.
    Crashed {
        /// Its number.
        signal: i32,
    },
    /// Exited while the other side waited for it.
    Exited {
        /// With this status.
        code: i32,
    },
    /// Exceeded a limit.
    Limit {
        /// Which.
        limit: String,
    },
    /// Neither answered nor ended until the wall time was over.
    Silent,
    /// Closed its end of the session and lived on.
    Closed,
    /// Sent a value, a call or a frame that it may not send.
    Violation {
        /// The word of the protocol for it.
        kind: String,
    },
}

impl Cause {
    /// Whether Main came to its own end and was content: it exited with 0, or with 42, which accepts.
    pub fn success(&self) -> bool {
        matches!(self, Cause::Verdict { code: 0 | 42 })
    }
}

/// The cause. What Main told decides who was to answer; only then is asked how that one ended.
/// `peers` are the names and ends of the contestants' programs.
pub fn decide(report: &Report, main: &End, peers: &[(String, End)]) -> Cause {
    let Some(trouble) = &report.trouble else {
        return match main {
            // It may have ended well, but not by a crash or a limit.
            End::Exited { code: 0 } if report.left.is_some() => left(report, peers),
            End::Exited { code } => Cause::Verdict { code: *code },
            End::Signaled { signal } => Cause::Main { fault: Fault::Crashed { signal: *signal } },
            End::Limit { .. } => Cause::Main { fault: how(main) },
            End::Stopped => Cause::Main { fault: Fault::Silent },
        };
    };
    let end = peers.iter().find(|(name, _)| *name == trouble.peer).map(|(_, end)| end);
    let peer = |fault| Cause::Peer { peer: trouble.peer.clone(), fault, trouble: trouble.clone() };
    match (trouble.kind.as_str(), end) {
        ("own_fault", _) => Cause::Main { fault: Fault::Violation { kind: trouble.kind.clone() } },
        // It waited for a peer, or wanted to speak to one, that was gone by then.
        ("gone" | "incomplete" | "unopened", Some(end)) => peer(how(end)),
        ("unopened", None) => Cause::Unopened,
        // What a peer says of itself is a violation too; and a peer that is no peer is Main's doing.
        (kind, Some(_)) => peer(Fault::Violation { kind: kind.to_owned() }),
        (kind, None) => Cause::Main { fault: Fault::Violation { kind: kind.to_owned() } },
    }
}

fn left(report: &Report, peers: &[(String, End)]) -> Cause {
    let Left { peer, function } = report.left.clone().unwrap_or_default();
    match peers.iter().find(|(name, _)| *name == peer) {
        None | Some((_, End::Exited { code: 0 })) => Cause::Verdict { code: 0 },
        Some((_, end)) => {
            let kind = "gone".to_owned();
            let trouble = Trouble { kind, peer: peer.clone(), function, ..Trouble::default() };
            Cause::Peer { peer, fault: how(end), trouble }
        }
    }
}

fn how(end: &End) -> Fault {
    match end {
        End::Signaled { signal } => Fault::Crashed { signal: *signal },
        End::Exited { code } => Fault::Exited { code: *code },
        End::Limit { limit } if limit == "wall_time_limit" || limit == "idle_limit" => {
            Fault::Silent
        }
        End::Limit { limit } => Fault::Limit { limit: limit.clone() },
        End::Stopped => Fault::Closed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(kind: &str) -> Report {
        Report::parse(&format!("fault\t{kind}\ta\ta.f\tn\t7\t0..5\n"))
    }

    fn limit(name: &str) -> End {
        End::Limit { limit: name.to_owned() }
    }

    /// What `a` is at fault for.
    #[track_caller]
    fn fault(kind: &str, a: End, main: End) -> Fault {
        let peers = [("b".to_owned(), End::Signaled { signal: 11 }), ("a".to_owned(), a)];
        match decide(&report(kind), &main, &peers) {
            Cause::Peer { peer, fault, .. } if peer == "a" => fault,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn who_leaves_a_function_that_need_not_return_ends_well_or_is_at_fault() {
        let report = Report::parse("left\ta\ta.f\nstats\ta\t1\t9\n");
        let cause = |end| {
            let main = End::Exited { code: 0 };
            decide(&report, &main, &[("b".to_owned(), End::Stopped), ("a".to_owned(), end)])
        };
        assert_eq!(cause(End::Exited { code: 0 }), Cause::Verdict { code: 0 });
        for (end, expected) in [
            (End::Exited { code: 3 }, Fault::Exited { code: 3 }),
            (End::Signaled { signal: 6 }, Fault::Crashed { signal: 6 }),
            (limit("cpu_time_limit"), Fault::Limit { limit: "cpu_time_limit".to_owned() }),
        ] {
            match cause(end) {
                Cause::Peer { peer, fault, trouble } => {
                    assert_eq!((peer.as_str(), fault), ("a", expected));
                    assert_eq!(trouble.function, "a.f");
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn the_one_that_main_waited_for_is_the_cause_and_not_who_died_first() {
        let main = End::Exited { code: 242 };
        assert_eq!(
            fault("gone", End::Signaled { signal: 11 }, main.clone()),
            Fault::Crashed { signal: 11 }
        );
        assert_eq!(fault("gone", End::Exited { code: 0 }, main.clone()), Fault::Exited { code: 0 });
        assert_eq!(fault("gone", limit("wall_time_limit"), main.clone()), Fault::Silent);
        assert_eq!(
            fault("gone", limit("memory_limit"), main.clone()),
            Fault::Limit { limit: "memory_limit".into() }
        );
        assert_eq!(fault("gone", End::Stopped, main.clone()), Fault::Closed);
        assert_eq!(
            fault("violation", End::Exited { code: 0 }, main),
            Fault::Violation { kind: "violation".into() }
        );
    }

    #[test]
    fn without_a_word_of_main_its_own_end_is_the_cause() {
        let peers = [("a".to_owned(), End::Signaled { signal: 11 })];
        let decide = |end| decide(&Report::default(), &end, &peers);
        assert_eq!(decide(End::Exited { code: 0 }), Cause::Verdict { code: 0 });
        assert_eq!(decide(End::Exited { code: 5 }), Cause::Verdict { code: 5 });
        assert_eq!(
            decide(End::Signaled { signal: 6 }),
            Cause::Main { fault: Fault::Crashed { signal: 6 } }
        );
        assert_eq!(
            decide(limit("cpu_time_limit")),
            Cause::Main { fault: Fault::Limit { limit: "cpu_time_limit".into() } }
        );
    }

    #[test]
    fn what_main_does_wrong_is_never_a_contestants_fault() {
        let peers = [("a".to_owned(), End::Exited { code: 0 })];
        let cause = decide(&report("own_fault"), &End::Exited { code: 245 }, &peers);
        assert!(matches!(cause, Cause::Main { .. }), "{cause:?}");
    }
}
