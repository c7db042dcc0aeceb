//! Causes in words, for people.

use std::fmt::{Display, Formatter, Result};

use crate::cause::{Cause, Fault};

impl Display for Cause {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        match self {
            Cause::Verdict { code } => {
                write!(formatter, "Main came to its end with exit status {code}")
            }
            Cause::Unopened => write!(formatter, "the programs could not reach each other"),
            Cause::Main { fault } => write!(formatter, "Main is at fault: it {fault}"),
            Cause::Peer { peer, fault, trouble } => {
                write!(formatter, "{peer} is at fault: it {fault}")?;
                let trouble = trouble.to_string();
                if trouble.is_empty() { Ok(()) } else { write!(formatter, " ({trouble})") }
            }
        }
    }
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        match self {
            Fault::Crashed { signal } => write!(formatter, "was killed by signal {signal}"),
            Fault::Exited { code } => write!(formatter, "exited with {code} before it answered"),
            Fault::Limit { limit } => {
                write!(formatter, "came to its limit: {}", limit.replace('_', " "))
            }
            Fault::Silent => write!(formatter, "did not answer"),
            Fault::Closed => write!(formatter, "closed the session and lived on"),
            Fault::Violation { kind } => match kind.as_str() {
                "violation" => write!(formatter, "broke a promise of the interface"),
                "own_fault" => {
                    write!(formatter, "broke a promise of the interface, or has no such function")
                }
                "refused" => write!(formatter, "made a call that it may not make"),
                "mismatch" => write!(formatter, "has another version of the interface"),
                kind => write!(formatter, "broke the protocol ({kind})"),
            },
        }
    }
}
