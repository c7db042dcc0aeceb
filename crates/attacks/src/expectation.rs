//! What a suite must see of an attack.

/// What a run of an attack should come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expectation {
    /// The program exits by itself with [`Verdict::Reached`].
    Reached,
    /// The program exits by itself with [`Verdict::Refused`].
    Refused,
    /// The second program of a pair exits by itself with [`Verdict::Refused`]: it found nothing.
    /// What the first one came to does not matter.
    NotFound,
    /// The sandbox ended the run with this cause (`memory_limit`, ...).
    Cause(&'static str),
    /// The attack took the sandbox itself down: the caller gets an error instead of an outcome.
    SandboxLost,
    /// The program exits with [`Verdict::Reached`], and copying out [`crate::Attack::copies`]
    /// fails with an error, soon, and delivers nothing.
    CopyRefused,
    /// The program exits with [`Verdict::Reached`], and the copies hold what the program wrote
    /// (`output\n`), under their own names, as plain files without set-id bits.
    CopyFaithful,
    /// Copying out delivers something of the host, carries set-id bits over, or never ends.
    CopyHarmful,
    /// One of these.
    AnyOf(&'static [Expectation]),
}

/// How the attack program says that an attack went, by its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// 0: the attack reached its goal.
    Reached,
    /// 10: it was refused.
    Refused,
    /// 11: it could not be tried, for a reason that is not a defence.
    Inapplicable,
}

impl Verdict {
    /// The verdict of an exit status; `None` where the status is none of the program's.
    pub const fn from_exit_code(code: i32) -> Option<Self> {
        match code {
            0 => Some(Self::Reached),
            10 => Some(Self::Refused),
            11 => Some(Self::Inapplicable),
            _ => None,
        }
    }
}
