//! What the self-test found, attack by attack and in all.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What became of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
    /// One of the walls that the table names does not stop it alone.
    WallPassed,
    /// Stopped as expected, but it did not work without its defences either: the test is broken.
    Unproven,
}

impl Judgement {
    pub(super) const ALL: [Self; 8] = [
        Self::Held,
        Self::HeldNotShown,
        Self::Weaker,
        Self::Inapplicable,
        Self::GotThrough,
        Self::Unexpected,
        Self::WallPassed,
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
            Self::WallPassed => "wall_passed",
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
            Self::WallPassed => "a wall alone does not stop it",
            Self::Unproven => "did not work without either",
        }
    }
}

/// How an attack was shown to work without what stops it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Shown {
    /// In the sandbox, with one defence off.
    OneDefenceOff,
    /// In the sandbox, with several defences off, each of which stops it alone.
    SeveralDefencesOff,
    /// In namespaces made for it.
    BareNamespaces,
    /// On the host, with no sandbox at all.
    Host,
    /// Not at all.
    #[serde(rename = "not_shown")]
    Nowhere,
}

impl Shown {
    pub(super) const ALL: [Self; 5] = [
        Self::OneDefenceOff,
        Self::SeveralDefencesOff,
        Self::BareNamespaces,
        Self::Host,
        Self::Nowhere,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OneDefenceOff => "one_defence_off",
            Self::SeveralDefencesOff => "several_defences_off",
            Self::BareNamespaces => "bare_namespaces",
            Self::Host => "host",
            Self::Nowhere => "not_shown",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::OneDefenceOff => "in the sandbox, one defence off",
            Self::SeveralDefencesOff => "in the sandbox, several off, each of which stops it alone",
            Self::BareNamespaces => "in namespaces alone, without the sandbox",
            Self::Host => "on the host, without the sandbox",
            Self::Nowhere => "not shown",
        }
    }
}

/// A defence that stops an attack, and what came of it with this one on and the attack's others off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wall {
    pub(super) defence: String,
    pub(super) alone: String,
    pub(super) stops: bool,
    /// What this kernel lacks for it to be a wall by itself, where it is none; empty otherwise. Then the
    /// others stand, and each of them is tried alone as well.
    pub(super) lacking: String,
}

impl Wall {
    /// Whether each of `walls` is one by itself, or at least another is where this kernel lacks what
    /// it takes.
    pub(super) fn stand(walls: &[Wall]) -> bool {
        walls.iter().all(|wall| wall.stops || !wall.lacking.is_empty())
            && (walls.is_empty() || walls.iter().any(|wall| wall.stops))
    }
}

/// One attack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) description: String,
    /// What came of it with every defence on: the program's word, or the sandbox's cause.
    pub(super) with: String,
    pub(super) with_says: String,
    /// The same without the defences that stop it; empty where it was not tried.
    pub(super) without: String,
    pub(super) without_says: String,
    /// How it was shown to work without.
    pub(super) shown: Shown,
    /// The defences that stop it. Empty in `alone` where they were not tried one by one.
    pub(super) walls: Vec<Wall>,
    /// Why it was not shown in the sandbox; empty where it was.
    pub(super) reason: String,
    pub(super) judgement: Judgement,
}

impl Row {
    /// A line of the table, and more where there is more to say.
    pub(super) fn line(&self) -> String {
        let without = if self.without.is_empty() { "-" } else { &self.without };
        let walls: Vec<&str> = self.walls.iter().map(|wall| wall.defence.as_str()).collect();
        let mut line = format!(
            "{:<27} {:<16} {without:<12} {:<44} {}",
            self.name,
            self.with,
            walls.join(", "),
            self.judgement.words()
        );
        if !self.reason.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(line, "\n    {}: {}", self.shown.words(), self.reason);
        }
        for wall in self.walls.iter().filter(|wall| !wall.lacking.is_empty()) {
            let _ = write!(
                line,
                "\n    {} alone does not stop it here: that takes {}",
                wall.defence, wall.lacking
            );
        }
        let fine = [Judgement::Held, Judgement::HeldNotShown, Judgement::Inapplicable];
        if !fine.contains(&self.judgement) {
            let _ = write!(line, "\n    with:    {}", self.with_says);
            let _ = write!(line, "\n    without: {}", self.without_says);
            for wall in self.walls.iter().filter(|wall| !wall.alone.is_empty()) {
                let _ = write!(line, "\n    {} alone: {}", wall.defence, wall.alone);
            }
        }
        line
    }
}

/// The line above the rows.
pub(super) fn heading() -> String {
    let (name, with, without) = ("attack", "with", "without");
    format!("{name:<27} {with:<16} {without:<12} {:<44} judgement", "stopped by")
}

fn count(rows: &[Row], judgement: Judgement) -> usize {
    rows.iter().filter(|row| row.judgement == judgement).count()
}

fn count_shown(rows: &[Row], shown: Shown) -> usize {
    rows.iter().filter(|row| row.shown == shown).count()
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
    text.push_str("shown to work without what stops it:\n");
    for shown in Shown::ALL {
        let count = count_shown(rows, shown);
        if count > 0 {
            let _ = writeln!(text, "  {count:>4} {}", shown.words());
        }
    }
    for row in rows.iter().filter(|row| row.shown == Shown::Nowhere) {
        let _ = writeln!(text, "         {}: {}", row.name, row.reason);
    }
    text
}

/// All of it as one object.
pub(super) fn object(rows: &[Row], backend: &str, seconds: f64) -> Value {
    let counts: serde_json::Map<String, Value> = Judgement::ALL
        .into_iter()
        .map(|judgement| (judgement.name().to_owned(), count(rows, judgement).into()))
        .collect();
    let shown: serde_json::Map<String, Value> = Shown::ALL
        .into_iter()
        .map(|shown| (shown.name().to_owned(), count_shown(rows, shown).into()))
        .collect();
    json!({
        "backend": backend, "seconds": seconds, "counts": counts, "shown": shown, "attacks": rows
    })
}
