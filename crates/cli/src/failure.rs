//! How a command ends when it could not do its work.

use std::fmt;
use std::process::ExitCode;

use serde::Serialize;

use crate::print::{self, say};

/// The program exited with 0; the submission was accepted; everything is as hoped.
pub(crate) const DONE: u8 = 0;
/// The work was done, and the result is another one.
pub(crate) const NOT_AS_HOPED: u8 = 1;
/// The command line cannot be carried out as it is.
pub(crate) const WRONG_USAGE: u8 = 2;
/// Our own failure, or the host's; trying again may help.
pub(crate) const OUR_FAILURE: u8 = 3;
/// Who read our standard output closed it; the status that a shell gives to a death by SIGPIPE.
const UNREAD: u8 = 128 + 13;

/// Why a command has no result, what to do about it, and who has to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Failure {
    /// A lower-case fragment without a full stop.
    pub(crate) message: String,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    /// Whether the command line is at fault, and not the sandbox or the host.
    pub(crate) request_at_fault: bool,
    /// Whether nobody reads on, so that nothing is to be said.
    #[serde(skip)]
    unread: bool,
}

impl Failure {
    /// The command line is at fault.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), hint: None, request_at_fault: true, unread: false }
    }

    /// We or the host are at fault.
    pub(crate) fn ours(message: impl Into<String>) -> Self {
        Self { message: message.into(), hint: None, request_at_fault: false, unread: false }
    }

    /// Whoever reads our standard output wants no more of it, so there is no use in going on.
    pub(crate) fn unread() -> Self {
        Self { unread: true, ..Self::ours("nobody reads the output any more") }
    }

    /// The same with advice.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// 2 or 3; where nobody reads on, as if SIGPIPE had ended us.
    pub(crate) fn status(&self) -> u8 {
        match (self.unread, self.request_at_fault) {
            (true, _) => UNREAD,
            (_, true) => WRONG_USAGE,
            (_, false) => OUR_FAILURE,
        }
    }

    /// Says it on stderr, and gives the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        if !self.unread {
            say!("{self}");
        }
        ExitCode::from(self.status())
    }
}

impl Failure {
    /// The same in a command that may print JSON: who reads it gets an object in any case, and never
    /// mistakes a failure for a result. stderr has it too.
    pub(crate) fn report_as(&self, json: bool) -> ExitCode {
        if json && !self.unread && !print::has_printed() {
            let _ = print::json(&serde_json::json!({ "error": self }));
        }
        self.report()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "sandglass: {}", self.message)?;
        match &self.hint {
            Some(hint) => write!(formatter, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}

/// What an error says, and what it says of its causes.
pub(crate) fn whole_story(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        // Some errors print their source themselves.
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        source = cause.source();
    }
    message
}

impl From<sandglass_sandbox::Error> for Failure {
    fn from(error: sandglass_sandbox::Error) -> Self {
        let request_at_fault = error.is_request_fault();
        Self { message: whole_story(&error), hint: error.hint(), request_at_fault, unread: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_says_who_is_at_fault() {
        assert_eq!(Failure::usage("no").status(), 2);
        assert_eq!(Failure::ours("no").status(), 3);
    }

    #[test]
    fn the_hint_has_a_line_of_its_own() {
        let failure = Failure::usage("no such file: x").hint("give one that exists");
        let text = "sandglass: no such file: x\n  hint: give one that exists";
        assert_eq!(failure.to_string(), text);
    }
}
