//! Verdicts: what is said about a submission or one of its tests.

use std::fmt;

use sandglass_package::TestClass;
use sandglass_sandbox::Cause;
use serde::{Serialize, Serializer};

/// What the program did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Right, within the limits.
    Accepted,
    /// The output is not the answer.
    WrongAnswer,
    /// It exited with a code other than 0, or a signal killed it.
    RunTimeError,
    /// Too much CPU time or wall time.
    TimeLimitExceeded,
    /// The kernel killed it for memory.
    MemoryLimitExceeded,
    /// It wrote too much.
    OutputLimitExceeded,
    /// It made a system call that only an attack makes.
    PolicyViolation,
    /// It could not be compiled.
    CompileError,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 8] = [
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::RunTimeError,
        Verdict::TimeLimitExceeded,
        Verdict::MemoryLimitExceeded,
        Verdict::OutputLimitExceeded,
        Verdict::PolicyViolation,
        Verdict::CompileError,
    ];

    /// The name in JSON, and of the folder of example submissions that must end so.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::WrongAnswer => "wrong_answer",
            Verdict::RunTimeError => "run_time_error",
            Verdict::TimeLimitExceeded => "time_limit_exceeded",
            Verdict::MemoryLimitExceeded => "memory_limit_exceeded",
            Verdict::OutputLimitExceeded => "output_limit_exceeded",
            Verdict::PolicyViolation => "policy_violation",
            Verdict::CompileError => "compile_error",
        }
    }

    /// The verdict that a folder of example submissions stands for by its name alone.
    pub fn of_folder(folder: &str) -> Option<Verdict> {
        if folder == "attacks_host" {
            return Some(Verdict::PolicyViolation);
        }
        Verdict::ALL.into_iter().find(|verdict| verdict.name() == folder)
    }

    /// What the ICPC/Kattis format calls it; `None` where no test was run.
    pub fn class(self) -> Option<TestClass> {
        match self {
            Verdict::Accepted => Some(TestClass::Accepted),
            Verdict::WrongAnswer => Some(TestClass::WrongAnswer),
            Verdict::TimeLimitExceeded => Some(TestClass::TimeLimitExceeded),
            Verdict::RunTimeError
            | Verdict::MemoryLimitExceeded
            | Verdict::OutputLimitExceeded
            | Verdict::PolicyViolation => Some(TestClass::RunTimeError),
            Verdict::CompileError => None,
        }
    }

    /// The verdict on a run, as far as the sandbox knows it. `Ok(None)` is a program that exited
    /// with 0: the checker decides. `Err` is an end that no program can bring about by itself.
    pub(crate) fn of_run(cause: Cause, exit_code: Option<i32>) -> Result<Option<Verdict>, Cause> {
        match cause {
            Cause::Exited if exit_code == Some(0) => Ok(None),
            Cause::Exited | Cause::Signaled | Cause::ProcessLimit => {
                Ok(Some(Verdict::RunTimeError))
            }
            Cause::CpuTimeLimit | Cause::WallTimeLimit | Cause::IdleLimit => {
                Ok(Some(Verdict::TimeLimitExceeded))
            }
            Cause::MemoryLimit => Ok(Some(Verdict::MemoryLimitExceeded)),
            Cause::OutputLimit => Ok(Some(Verdict::OutputLimitExceeded)),
            Cause::PolicyViolation => Ok(Some(Verdict::PolicyViolation)),
            Cause::Cancelled | Cause::Killed => Err(cause),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl schemars::JsonSchema for Verdict {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Verdict".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names = Verdict::ALL.map(Verdict::name);
        schemars::json_schema!({ "type": "string", "enum": names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_a_verdict_or_is_ours() {
        for (cause, exit_code, expected) in [
            (Cause::Exited, Some(0), Ok(None)),
            (Cause::Exited, Some(1), Ok(Some(Verdict::RunTimeError))),
            (Cause::Signaled, None, Ok(Some(Verdict::RunTimeError))),
            (Cause::CpuTimeLimit, None, Ok(Some(Verdict::TimeLimitExceeded))),
            (Cause::WallTimeLimit, None, Ok(Some(Verdict::TimeLimitExceeded))),
            (Cause::IdleLimit, None, Ok(Some(Verdict::TimeLimitExceeded))),
            (Cause::MemoryLimit, None, Ok(Some(Verdict::MemoryLimitExceeded))),
            (Cause::OutputLimit, None, Ok(Some(Verdict::OutputLimitExceeded))),
            (Cause::ProcessLimit, Some(1), Ok(Some(Verdict::RunTimeError))),
            (Cause::PolicyViolation, None, Ok(Some(Verdict::PolicyViolation))),
            (Cause::Cancelled, None, Err(Cause::Cancelled)),
            (Cause::Killed, None, Err(Cause::Killed)),
        ] {
            assert_eq!(Verdict::of_run(cause, exit_code), expected);
        }
    }

    #[test]
    fn folders_are_called_as_verdicts() {
        assert_eq!(Verdict::of_folder("wrong_answer"), Some(Verdict::WrongAnswer));
        assert_eq!(Verdict::of_folder("attacks_host"), Some(Verdict::PolicyViolation));
        assert_eq!(Verdict::of_folder("rejected"), None);
    }
}
