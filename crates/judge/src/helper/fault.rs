//! What a program of the problem did wrong.

use std::fmt;

use sandglass_sandbox::{Cause, Outcome};

/// Characters of a program's own words that a message shows.
const SHOWN: usize = 400;

/// A program of the problem failed: the problem's fault, and never the submission's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelperFault {
    /// Which program: what it is for, and its name in the package.
    pub program: String,
    /// The test that it was about.
    pub test: Option<String>,
    /// What it did.
    pub reason: String,
    /// What it said, or its compiler.
    pub words: String,
}

impl fmt::Display for HelperFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.program)?;
        if let Some(test) = &self.test {
            write!(formatter, " on test {test}")?;
        }
        write!(formatter, ": {}", self.reason)?;
        let words = self.words.trim();
        if !words.is_empty() {
            let shown: String = words.chars().take(SHOWN).collect();
            let more = if shown.len() < words.len() { " ..." } else { "" };
            write!(formatter, "; it said: {shown}{more}")?;
        }
        Ok(())
    }
}

impl std::error::Error for HelperFault {}

/// Why a run of a helper has no exit code to be read, in words; `None` where it exited.
pub(crate) fn end_without_code(outcome: &Outcome) -> Option<String> {
    let reason = match outcome.cause {
        Cause::Exited => return None,
        Cause::Signaled => match outcome.signal {
            Some(signal) => format!("a signal killed it: {}", signal_name(signal)),
            None => "a signal killed it".to_owned(),
        },
        Cause::CpuTimeLimit => "it reached its CPU time limit".to_owned(),
        Cause::WallTimeLimit | Cause::IdleLimit => "it reached its wall time limit".to_owned(),
        Cause::MemoryLimit => "it reached its memory limit".to_owned(),
        Cause::OutputLimit => "it wrote more than it may".to_owned(),
        Cause::ProcessLimit => "it reached its limit of processes and threads".to_owned(),
        Cause::PolicyViolation => match &outcome.system_call {
            Some(call) => format!("its policy forbids the system call {call}"),
            None => "its policy forbids a system call that it made".to_owned(),
        },
        Cause::Cancelled | Cause::Killed => "it was killed".to_owned(),
    };
    Some(reason)
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE, which means that it wrote to a program that does not read any more",
        15 => "SIGTERM",
        _ => return format!("number {signal}"),
    };
    name.to_owned()
}
