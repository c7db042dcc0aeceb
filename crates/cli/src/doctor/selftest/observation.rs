//! What was seen of an attack, and whether that is what was expected.

use sandglass_attacks::{Expectation, Verdict};

/// What became of the file that an attack wants copied out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copy {
    Refused,
    Faithful,
    Harmful,
}

/// What was seen of one run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Observation {
    /// What the program said by its exit status, where it ended by itself.
    pub(super) verdict: Option<Verdict>,
    /// What the sandbox said, where it ended the run or a signal did.
    pub(super) cause: Option<&'static str>,
    /// The attack took the sandbox down.
    pub(super) lost: bool,
    pub(super) copy: Option<Copy>,
    /// Words for a person.
    pub(super) says: String,
}

impl Observation {
    /// Whether this is what was expected.
    pub(super) fn meets(&self, expectation: Expectation) -> bool {
        let reached = self.verdict == Some(Verdict::Reached);
        match expectation {
            Expectation::Reached => reached,
            Expectation::Refused | Expectation::NotFound => self.verdict == Some(Verdict::Refused),
            Expectation::Cause(cause) => self.cause == Some(cause),
            Expectation::SandboxLost => self.lost,
            Expectation::CopyRefused => reached && self.copy == Some(Copy::Refused),
            Expectation::CopyFaithful => reached && self.copy == Some(Copy::Faithful),
            Expectation::CopyHarmful => self.copy == Some(Copy::Harmful),
            Expectation::AnyOf(choices) => choices.iter().any(|choice| self.meets(*choice)),
            _ => false,
        }
    }

    /// One word, or a cause.
    pub(super) fn word(&self) -> &'static str {
        match (self.copy, self.verdict, self.cause) {
            (Some(Copy::Harmful), ..) => "copy_harmful",
            (Some(Copy::Refused), ..) => "copy_refused",
            (Some(Copy::Faithful), ..) => "copy_faithful",
            (None, Some(Verdict::Reached), _) => "reached",
            (None, Some(Verdict::Refused), _) => "refused",
            (None, Some(Verdict::Inapplicable), _) => "inapplicable",
            (None, None, Some(cause)) => cause,
            (None, None, None) if self.lost => "sandbox_lost",
            _ => "other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expectation_is_met_by_evidence_alone() {
        let seen = |verdict| Observation { verdict, ..Observation::default() };
        assert!(seen(Some(Verdict::Refused)).meets(Expectation::Refused));
        assert!(!seen(None).meets(Expectation::Refused));
        assert!(!seen(Some(Verdict::Inapplicable)).meets(Expectation::Refused));
        assert!(!seen(Some(Verdict::Reached)).meets(Expectation::CopyRefused));
        let limit = Observation { cause: Some("memory_limit"), ..Observation::default() };
        let either =
            Expectation::AnyOf(&[Expectation::Refused, Expectation::Cause("memory_limit")]);
        assert!(limit.meets(either));
        assert!(!limit.meets(Expectation::Cause("cpu_time_limit")));
    }
}
