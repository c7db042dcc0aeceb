//! What Main's generated code tells: lines of fields with tabs between them.

use schemars::JsonSchema;
use serde::Serialize;

/// All that Main told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What it found wrong; then it ended.
    pub trouble: Option<Trouble>,
    /// Whose end was its own: it ended with 0 because that one was gone in a function that need not
    /// return.
    #[serde(skip)]
    pub left: Option<Left>,
    /// Figures of each session that it had.
    pub statistics: Vec<Statistics>,
}

/// Something that Main found wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Trouble {
    /// The word of its exit status in `docs/idl/protocol.md`: `gone`, `violation`, ….
    pub kind: String,
    /// With whom it was speaking; empty for nobody.
    pub peer: String,
    /// The function, as `interface.function`.
    pub function: String,
    /// The parameter, `result`, or nothing.
    pub parameter: String,
    /// What it was.
    pub value: String,
    /// What it should have been.
    pub bound: String,
}

/// A function that its peer has left by ending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Who.
    pub peer: String,
    /// The function, as `interface.function`.
    pub function: String,
}

/// Figures of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Statistics {
    /// With whom.
    pub peer: String,
    /// Calls in both directions.
    pub calls: u64,
    /// Bytes of all frames in both directions.
    pub bytes: u64,
    /// How long the turns were; nothing where Main ended without telling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Turns>,
}

/// How long the turns of a session were, from the first call on, nanoseconds of wall time as Main
/// measured it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Turns {
    /// Main's own, from an answer to the next call.
    pub main_ns: u64,
    /// The peer's, with the way there and back.
    pub peer_ns: u64,
    /// What the peer itself says of its turns; it may lie. 0 where it cannot say.
    pub peer_said_ns: u64,
    /// How much of the peer's turns Main spent looking whether they are over.
    pub main_looked_ns: u64,
    /// The most that the peer spent the same way in Main's turns, if it is honest.
    pub peer_looked_ns: u64,
}

impl Turns {
    /// What the way there and back took, if the peer does not lie.
    pub fn transport_ns(&self) -> Option<u64> {
        (self.peer_said_ns > 0).then(|| self.peer_ns.saturating_sub(self.peer_said_ns))
    }
}

impl Report {
    /// Reads the lines. Main is trusted, but its memory may have been spoilt before it wrote them:
    /// what is no line of ours is left out.
    pub fn parse(text: &str) -> Report {
        let mut report = Report::default();
        for line in text.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields[..] {
                ["fault", kind, peer, function, parameter, value, bound]
                    if report.trouble.is_none() =>
                {
                    let [kind, peer, function, parameter, value, bound] =
                        [kind, peer, function, parameter, value, bound].map(str::to_owned);
                    report.trouble =
                        Some(Trouble { kind, peer, function, parameter, value, bound });
                }
                ["left", peer, function] => {
                    let [peer, function] = [peer, function].map(str::to_owned);
                    report.left = Some(Left { peer, function });
                }
                ["stats", peer, calls, bytes] => {
                    if let (Ok(calls), Ok(bytes)) = (calls.parse(), bytes.parse()) {
                        let peer = peer.to_owned();
                        report.statistics.push(Statistics { peer, calls, bytes, turns: None });
                    }
                }
                ["turns", peer, main, other, said, main_looked, peer_looked] => {
                    let number = |text: &str| text.parse().unwrap_or(0);
                    let turns = Turns {
                        main_ns: number(main),
                        peer_ns: number(other),
                        peer_said_ns: number(said),
                        main_looked_ns: number(main_looked),
                        peer_looked_ns: number(peer_looked),
                    };
                    // Behind the line that it belongs to.
                    let of_peer = report.statistics.iter_mut().find(|one| one.peer == peer);
                    if let Some(statistics) = of_peer {
                        statistics.turns = Some(turns);
                    }
                }
                _ => {}
            }
        }
        report
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.function)?;
        if !self.parameter.is_empty() {
            write!(formatter, ", {}", self.parameter)?;
        }
        if !self.value.is_empty() {
            write!(formatter, " is {}", self.value)?;
        }
        if !self.bound.is_empty() {
            write!(formatter, ", and must be {}", self.bound)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_others_left_out() {
        let report = Report::parse(
            "stats\ta\t3\t99\nturns\ta\t1\t9\t4\t0\t0\nnoise\nfault\tviolation\ta\ta.f\tn\t7\t0..5\nfault\tgone\tb\t\t\t\t\n",
        );
        let turns = Turns { main_ns: 1, peer_ns: 9, peer_said_ns: 4, ..Turns::default() };
        let expected = Statistics { peer: "a".into(), calls: 3, bytes: 99, turns: Some(turns) };
        assert_eq!(report.statistics, [expected]);
        assert_eq!(turns.transport_ns(), Some(5));
        let trouble = report.trouble.expect("the first fault");
        assert_eq!((trouble.kind.as_str(), trouble.peer.as_str()), ("violation", "a"));
        assert_eq!(trouble.to_string(), "a.f, n is 7, and must be 0..5");
    }
}
