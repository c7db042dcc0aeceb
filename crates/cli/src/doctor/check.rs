//! One finding, and how findings are printed.

use std::fmt::Write;

use serde::Serialize;

/// How good it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Level {
    /// As good as it gets.
    Ok,
    /// The sandbox is whole; measured times may be noisier, or an extra is not to be had.
    Note,
    /// Runs are possible, with something less than asked for.
    Weaker,
    /// Something that the sandbox needs is not there.
    Missing,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Weaker => "weaker",
            Self::Missing => "missing",
        }
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    /// What was looked at.
    pub(super) subject: &'static str,
    /// How good it is.
    pub(super) level: Level,
    /// What was found.
    pub(super) found: String,
    /// What that means for a run; empty where there is nothing to say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) meaning: String,
    /// Commands that raise the level, `# ` before those for root and `$ ` before the others; or a
    /// sentence where no command does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) raise: Vec<String>,
}

impl Check {
    pub(super) fn new(
        subject: &'static str,
        level: Level,
        found: impl Into<String>,
        meaning: impl Into<String>,
    ) -> Self {
        let (found, meaning) = (found.into(), meaning.into());
        Self { subject, level, found, meaning, raise: Vec::new() }
    }

    /// The same with a command that raises it.
    #[must_use]
    pub(super) fn raise(mut self, command: impl Into<String>) -> Self {
        self.raise.push(command.into());
        self
    }
}

/// Rows of level, subject and finding, with the meaning and the commands below each. Commands stand
/// on lines of their own and are never broken, so that they can be copied.
pub(super) fn table(checks: &[Check]) -> String {
    let width = checks.iter().map(|check| check.subject.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for check in checks {
        let Check { subject, level, found, meaning, raise } = check;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:<8} {subject:<width$}  {found}", level.name());
        let indent = " ".repeat(8 + 1 + width + 2);
        if !meaning.is_empty() {
            let _ = writeln!(text, "{indent}{meaning}");
        }
        for line in raise {
            let _ = writeln!(text, "{indent}{line}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_stands_alone_on_its_line() {
        let checks = [
            Check::new("kernel", Level::Ok, "6.18", ""),
            Check::new("swap", Level::Note, "on", "times vary").raise("# swapoff -a"),
        ];
        let expected = "\
ok       kernel  6.18
note     swap    on
                 times vary
                 # swapoff -a
";
        assert_eq!(table(&checks), expected);
    }
}
