//! What was seen of an attack, and whether that is what was expected.

use sandglass_attacks::{Expectation, Verdict};

/// What became of the file that an attack wants copied out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copy {
    Refused,
    Faithful,
    Harmful,
}

/// The last line of what an attack printed, for a person: cut, because some print a megabyte, and with
/// nothing in it that a terminal would obey.
pub(super) fn last_words(printed: &[u8]) -> String {
    const LONGEST: usize = 160;
    let last = printed.trim_ascii_end().rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(&last[..last.len().min(4 * LONGEST)]);
    let visible = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    text.chars().take(LONGEST).map(visible).collect()
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
    fn words_are_short_and_harmless() {
        assert_eq!(last_words(b"first\nreached: it\n"), "reached: it");
        assert_eq!(last_words(b"a\x1b[2Jb"), "a\u{fffd}[2Jb");
        assert_eq!(last_words(&[0; 1 << 20]).chars().count(), 160);
        assert_eq!(last_words(b""), "");
    }

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
