//! What can be wrong with a policy or a program.

use std::path::PathBuf;

/// A policy that cannot be read, or cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The file of a policy cannot be read.
    #[error("cannot read policy {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The text is not TOML, or has a field that no policy has.
    #[error("policy {file} is not well formed")]
    Syntax {
        /// Name of the file, or of the policy where there is none.
        file: String,
        /// Place and cause.
        source: Box<toml::de::Error>,
    },
    /// One entry of a policy is wrong.
    #[error("{file}, line {line}: {problem}")]
    Entry {
        /// Name of the file, or of the policy where there is none.
        file: String,
        /// Line on which the entry begins, from 1.
        line: usize,
        /// What is wrong with it.
        problem: EntryProblem,
    },
    /// No policy of this name is built in.
    #[error("there is no policy named {name:?}")]
    UnknownPolicy {
        /// The name that was asked for.
        name: String,
    },
    /// The sandbox itself needs a system call that the policy or program refuses.
    #[error("policy {policy} refuses {syscall}, which the sandbox calls before the program starts")]
    LaunchCallMissing {
        /// Name of the policy.
        policy: String,
        /// The first call that is refused.
        syscall: &'static str,
    },
    /// The compiled policy is longer than the kernel takes.
    #[error(
        "policy {policy} compiles to {instructions} instructions, the kernel takes {}",
        super::Program::LONGEST
    )]
    TooLong {
        /// Name of the policy.
        policy: String,
        /// Length of the program.
        instructions: usize,
    },
    /// Bytes that cannot be a program.
    #[error("{bytes} bytes are not a seccomp program")]
    ProgramLength {
        /// How many bytes were given.
        bytes: usize,
    },
    /// A program that the kernel would refuse.
    #[error("instruction {index} of the seccomp program is invalid")]
    ProgramInstruction {
        /// Position of the first bad instruction, from 0.
        index: usize,
    },
}

/// What is wrong with one entry of a policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryProblem {
    /// An entry must say why it is there.
    #[error("the entry has no reason")]
    MissingReason,
    /// An entry must name a system call.
    #[error("the entry names no system call")]
    NoSystemCall,
    /// A name that the table of system calls lacks.
    #[error("unknown system call {0:?}")]
    UnknownSystemCall(String),
    /// An action that is neither `allow`, `violation` nor an error.
    #[error("unknown action {0:?}")]
    UnknownAction(String),
    /// A policy must say what happens to a call that it does not name.
    #[error("the policy has no default")]
    MissingDefault,
    /// What is not named may be refused, never allowed.
    #[error("the default of a policy may not be allow")]
    DefaultAllows,
    /// An argument that has no name in the table of arguments.
    #[error("{syscall} has no argument named {argument:?}")]
    UnknownArgument {
        /// The system call.
        syscall: String,
        /// The name that was given.
        argument: String,
    },
    /// An argument given by position must be 0 to 5 and say how wide it is.
    #[error("argument {0} needs a position of 0 to 5 and a width of 32 or 64")]
    BadPosition(i64),
    /// A name that the vocabulary of the argument lacks.
    #[error("unknown value {0:?}")]
    UnknownValue(String),
    /// A value that has more bits than the kernel looks at.
    #[error("value {0:#x} does not fit the argument")]
    ValueTooWide(u64),
    /// A condition must have exactly one test.
    #[error("a condition needs exactly one of is, is_not, any_bit, no_bit, at_least, at_most")]
    NotOneTest,
    /// A test that always or never holds.
    #[error("the condition on {0:?} holds always or never")]
    EmptyTest(String),
    /// Two entries speak about the same call and the second can never count.
    #[error("{syscall} is settled by the entry on line {line} already")]
    Duplicate {
        /// The system call.
        syscall: &'static str,
        /// Line of the first entry.
        line: usize,
    },
}

impl PolicyError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Read { .. } => "give the path of a TOML file, or the name of a built-in policy",
            Self::Syntax { .. } => "compare it with policies/program.toml",
            Self::Entry { problem, .. } => problem.hint(),
            Self::UnknownPolicy { .. } => "built in are: program, compiler, loopback",
            Self::LaunchCallMissing { .. } => {
                "allow the call, or extend the policy \"program\", which allows all of them"
            }
            Self::TooLong { .. } => "test fewer argument values",
            Self::ProgramLength { .. } => {
                "give 1 to 4096 instructions of struct sock_filter, 8 bytes each"
            }
            Self::ProgramInstruction { .. } => {
                "seccomp takes loads of aligned words, jumps within the program, and a return at the end"
            }
        }
    }
}

impl EntryProblem {
    fn hint(&self) -> &'static str {
        match self {
            Self::MissingReason => "add reason = \"...\": one sentence that an auditor can judge",
            Self::NoSystemCall => "add syscalls = [\"...\"]",
            Self::UnknownSystemCall(_) => {
                "use the kernel's name on x86-64, such as newfstatat, pread64 or prlimit64"
            }
            Self::UnknownAction(_) => "use allow, violation, or an error such as EPERM",
            Self::MissingDefault => {
                "add [default] with action = \"ENOSYS\" and a reason, or extend \"program\""
            }
            Self::DefaultAllows => "use default ENOSYS and allow what is needed",
            Self::UnknownArgument { .. } => "give the position of the argument and its width",
            Self::BadPosition(_) => "for example { argument = 2, width = 32, is = [0] }",
            Self::UnknownValue(_) => "use a number, or a name that belongs to this argument",
            Self::ValueTooWide(_) => "an argument of 32 bits has no upper half",
            Self::NotOneTest => "write several conditions where several tests must hold",
            Self::EmptyTest(_) => "leave the condition or the whole entry out",
            Self::Duplicate { .. } => "merge the entries, or put the conditional one first",
        }
    }
}
