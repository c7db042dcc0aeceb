//! What is told about a conversation.

use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// The submission.
    Submission,
    /// The interactor or interactive checker.
    Checker,
}

/// What somebody waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// For the other to write: the pipe towards it is empty.
    ToRead,
    /// For the other to read: the pipe from it is full.
    ToWrite,
}

/// Both wait for each other, and nothing will ever happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Blocked {
    /// What the submission waits for.
    pub submission: Wait,
    /// What the checker waits for.
    pub checker: Wait,
    /// From the moment when neither used CPU any more until it was found.
    #[serde(rename = "found_after_ns", serialize_with = "crate::report::nanoseconds")]
    #[schemars(with = "u64")]
    pub found_after: Duration,
}

impl fmt::Display for Blocked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.submission, self.checker) {
            (Wait::ToRead, Wait::ToRead) => {
                "the submission waits for the checker to write, and the checker waits for the \
                 submission to write; is something not flushed, or not read to its end?"
            }
            (Wait::ToWrite, Wait::ToWrite) => {
                "the submission waits for the checker to read, and the checker waits for the \
                 submission to read; both pipes are full"
            }
            // Not blocked for ever by the pipes alone, but seen so by the kernel's own account.
            (Wait::ToRead, Wait::ToWrite) | (Wait::ToWrite, Wait::ToRead) => {
                "the submission and the checker wait for each other"
            }
        };
        formatter.write_str(text)
    }
}

/// A piece of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Message {
    /// Who wrote it.
    pub from: Party,
    /// When, from the start of the conversation.
    #[serde(rename = "at_ns", serialize_with = "crate::report::nanoseconds")]
    #[schemars(with = "u64")]
    pub at: Duration,
    /// What; bytes that are no text are replaced.
    pub text: String,
}

/// How a conversation went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Interaction {
    /// Who ended first.
    pub ended_first: Option<Party>,
    /// Both waited for each other.
    pub blocked: Option<Blocked>,
    /// The same in words.
    pub blocked_words: Option<String>,
    /// What was said, where a transcript was asked for; bounded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<Message>,
    /// Whether the transcript goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub transcript_cut: bool,
}
