//! What Main's generated code tells: lines of fields with tabs between them.

use serde::Serialize;

/// All that Main told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What it found wrong; then it ended.
    pub trouble: Option<Trouble>,
    /// Figures of each session that it had.
    pub statistics: Vec<Statistics>,
}

/// Something that Main found wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
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

/// Figures of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// With whom.
    pub peer: String,
    /// Calls in both directions.
    pub calls: u64,
    /// Bytes of all frames in both directions.
    pub bytes: u64,
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
                ["stats", peer, calls, bytes] => {
                    if let (Ok(calls), Ok(bytes)) = (calls.parse(), bytes.parse()) {
                        report.statistics.push(Statistics { peer: peer.to_owned(), calls, bytes });
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
            "stats\ta\t3\t99\nnoise\nfault\tviolation\ta\ta.f\tn\t7\t0..5\nfault\tgone\tb\t\t\t\t\n",
        );
        assert_eq!(report.statistics, [Statistics { peer: "a".into(), calls: 3, bytes: 99 }]);
        let trouble = report.trouble.expect("the first fault");
        assert_eq!((trouble.kind.as_str(), trouble.peer.as_str()), ("violation", "a"));
        assert_eq!(trouble.to_string(), "a.f, n is 7, and must be 0..5");
    }
}
