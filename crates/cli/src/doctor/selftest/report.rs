//! What the self-test found, attack by attack and in all.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Value, json};

/// What became of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Judgement {
    /// Stopped as expected with every defence on, and shown to work without.
    Held,
    /// Stopped as expected; that it works without could not be shown here.
    HeldNotShown,
    /// This backend has weaker limits, as the caller agreed, and the attack passed one of them.
    Weaker,
    /// It could not be tried here.
    Inapplicable,
    /// It got through.
    GotThrough,
    /// Stopped, but in another way than the table says.
    Unexpected,
    /// Stopped as expected, but it did not work without its defences either: the test is broken.
    Unproven,
}

impl Judgement {
    pub(super) const ALL: [Self; 7] = [
        Self::Held,
        Self::HeldNotShown,
        Self::Weaker,
        Self::Inapplicable,
        Self::GotThrough,
        Self::Unexpected,
        Self::Unproven,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::HeldNotShown => "held_not_shown",
            Self::Weaker => "weaker",
            Self::Inapplicable => "inapplicable",
            Self::GotThrough => "got_through",
            Self::Unexpected => "unexpected",
            Self::Unproven => "unproven",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::HeldNotShown => "held, not shown without",
            Self::Weaker => "weaker here",
            Self::Inapplicable => "not tried here",
            Self::GotThrough => "GOT THROUGH",
            Self::Unexpected => "stopped in another way",
            Self::Unproven => "did not work without either",
        }
    }
}

/// One attack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    /// What came of it with every defence on: the program's word, or the sandbox's cause.
    pub(super) with: &'static str,
    pub(super) with_says: String,
    /// The same without the defences that stop it; empty where it was not tried.
    pub(super) without: &'static str,
    pub(super) without_says: String,
    /// How it was run without: which defences were off, or where; or why it was not.
    pub(super) how: String,
    pub(super) judgement: Judgement,
}

impl Row {
    /// A line of the table.
    pub(super) fn line(&self) -> String {
        let Self { name, with, without, how, .. } = self;
        let without = if without.is_empty() { "-" } else { without };
        let mut line =
            format!("{name:<27} {with:<16} {without:<12} {how:<36} {}", self.judgement.words());
        let amiss = matches!(
            self.judgement,
            Judgement::GotThrough | Judgement::Unexpected | Judgement::Unproven | Judgement::Weaker
        );
        if amiss {
            // Writing to a string cannot fail.
            let _ = write!(line, "\n    with:    {}", self.with_says);
            let _ = write!(line, "\n    without: {}", self.without_says);
        }
        line
    }
}

/// The line above the rows.
pub(super) fn heading() -> String {
    let (name, with, without) = ("attack", "with", "without");
    format!("{name:<27} {with:<16} {without:<12} {:<36} judgement", "off, or where it ran without")
}

fn count(rows: &[Row], judgement: Judgement) -> usize {
    rows.iter().filter(|row| row.judgement == judgement).count()
}

/// The closing lines.
pub(super) fn summary(rows: &[Row], backend: &str, seconds: f64) -> String {
    let mut text = format!("\n{} attacks, backend {backend}, {seconds:.0} s:\n", rows.len());
    for judgement in Judgement::ALL {
        let count = count(rows, judgement);
        if count > 0 {
            let _ = writeln!(text, "  {count:>4} {}", judgement.words());
        }
    }
    text
}

/// All of it as one object.
pub(super) fn object(rows: &[Row], backend: &str, seconds: f64) -> Value {
    let counts: serde_json::Map<String, Value> = Judgement::ALL
        .into_iter()
        .map(|judgement| (judgement.name().to_owned(), count(rows, judgement).into()))
        .collect();
    json!({ "backend": backend, "seconds": seconds, "counts": counts, "attacks": rows })
}
