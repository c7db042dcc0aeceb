//! What was checked, and whether it holds.

use schemars::JsonSchema;
use serde::Serialize;

/// One thing that a package promises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Check {
    /// What it is about.
    pub section: Section,
    /// The file, program or submission.
    pub subject: String,
    /// Whether it holds.
    pub finding: Finding,
    /// What was found, in words.
    pub detail: String,
}

/// What checks are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// The files of the package.
    Package,
    /// Inputs, and the programs that validate them.
    Inputs,
    /// Outputs, and whoever decides about them.
    Outputs,
    /// Programs that make tests.
    Generators,
    /// Example submissions.
    Submissions,
    /// Limits.
    Limits,
}

/// Whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// It does.
    Holds,
    /// It does, or cannot be told, and a setter should look at it.
    Warning,
    /// It does not.
    Fails,
}

impl Section {
    /// All of them, in the order in which they are checked.
    pub const ALL: [Section; 6] = [
        Section::Package,
        Section::Inputs,
        Section::Outputs,
        Section::Generators,
        Section::Submissions,
        Section::Limits,
    ];

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Section::Package => "Package",
            Section::Inputs => "Inputs",
            Section::Outputs => "Outputs",
            Section::Generators => "Generators",
            Section::Submissions => "Submissions",
            Section::Limits => "Limits",
        }
    }
}

impl Check {
    pub(super) fn new(
        section: Section,
        subject: impl Into<String>,
        finding: Finding,
        detail: impl Into<String>,
    ) -> Check {
        Check { section, subject: subject.into(), finding, detail: detail.into() }
    }

    /// One that holds or fails.
    pub(super) fn of(
        section: Section,
        subject: impl Into<String>,
        holds: bool,
        detail: impl Into<String>,
    ) -> Check {
        let finding = if holds { Finding::Holds } else { Finding::Fails };
        Check::new(section, subject, finding, detail)
    }
}
