//! What is at fault on our side or in a request. Never the program's fault: that is an outcome.

use sandglass_sys::Errno;
use sandglass_wire::Stage;
use std::ffi::OsString;

/// Why there is no lane, or a request has no outcome.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The supervisor could not be started.
    #[error("cannot start the supervisor: {what}: {errno}")]
    Start {
        /// What was being done.
        what: &'static str,
        /// The kernel's error.
        errno: Errno,
    },
    /// The supervisor's program could not be executed.
    #[error("cannot execute {}", program.display())]
    Spawn {
        /// What was executed.
        program: OsString,
        /// Why not.
        source: std::io::Error,
    },
    /// The supervisor says that this host gives no lane as asked.
    #[error("{message}")]
    Refused {
        /// What failed.
        message: String,
        /// What to do about it.
        hint: String,
    },
    /// The supervisor is dead. Results that came before are kept.
    #[error("the supervisor died unexpectedly")]
    SupervisorDied,
    /// The conversation with the supervisor broke.
    #[error("talking to the supervisor: {what}: {errno}")]
    Talk {
        /// What was being done.
        what: &'static str,
        /// The kernel's error.
        errno: Errno,
    },
    /// The supervisor sent, or complained of, something that is no message.
    #[error("protocol error: {0}")]
    Protocol(String),
    /// The request cannot be carried out.
    #[error("{}", describe(*stage, *errno, subject))]
    Request {
        /// Where it failed.
        stage: Stage,
        /// The kernel's error.
        errno: Errno,
        /// What it was about.
        subject: String,
    },
    /// The sandbox failed to make the run; trying again may help.
    #[error("sandbox failure: {}", describe(*stage, *errno, subject))]
    Infrastructure {
        /// Where it failed.
        stage: Stage,
        /// The kernel's error.
        errno: Errno,
        /// What it was about.
        subject: String,
    },
    /// The request contradicts itself or a bound of the library.
    #[error("{0}")]
    Invalid(String),
}

const MORE_FILES: &str = "allow this process more open files: `ulimit -n 256`";

fn describe(stage: Stage, errno: Errno, subject: &str) -> String {
    let mut text = stage.to_string();
    if !subject.is_empty() {
        text.push(' ');
        text.push_str(subject);
    }
    if errno.0 != 0 {
        text.push_str(": ");
        text.push_str(&errno.to_string());
    }
    text
}

impl Error {
    /// Whether the request is at fault: sent again, it fails again.
    pub fn is_request_fault(&self) -> bool {
        matches!(self, Error::Request { .. } | Error::Invalid(_))
    }

    /// What to do about it, where that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::Refused { hint, .. } => Some(hint.clone()),
            Error::Request { stage: Stage::Execute, errno: Errno::ENOENT, .. } => Some(
                "the program, or the loader or interpreter that it names, is not in the view: bind \
                 it, or use a view that has the system's libraries"
                    .to_owned(),
            ),
            Error::Request { stage: Stage::Execute, errno: Errno::EACCES, .. } => Some(
                "the file must be executable (chmod +x), and on a mount that allows executing"
                    .to_owned(),
            ),
            Error::Request { stage: Stage::Execute, errno: Errno::ENOEXEC, .. } => Some(
                "the file is no program that this machine can execute: compile it first, or, if it \
                 is a script, begin it with #! and its interpreter"
                    .to_owned(),
            ),
            Error::Infrastructure { stage: Stage::Mount, errno: Errno::ENOSYS, .. } => Some(
                "a filter that this process was started behind refuses openat2, open_tree or \
                 move_mount: with systemd leave out RestrictSUIDSGID= and DynamicUser=, in a \
                 container allow them"
                    .to_owned(),
            ),
            Error::Request { stage: Stage::Mount, errno: Errno::EROFS, .. } => Some(
                "the place is beneath something of the host that is shown read-only: choose one \
                 that is not"
                    .to_owned(),
            ),
            Error::Request { stage: Stage::CopyIn, errno: Errno::EROFS, .. } => {
                Some("files are copied into a tmpfs: put one above the place".to_owned())
            }
            Error::Request { stage: Stage::Directory, errno: Errno::ENOENT, .. } => {
                Some("the view does not have it: bind it, or put a tmpfs there".to_owned())
            }
            Error::Request { stage: Stage::Mount, errno: Errno::EACCES, .. } => Some(
                "the unprivileged user of the sandbox cannot reach it: open the directories above \
                 to others, or copy the file in"
                    .to_owned(),
            ),
            Error::Start { errno: Errno::EMFILE, .. } => Some(MORE_FILES.to_owned()),
            Error::Spawn { source, .. } if source.raw_os_error() == Some(Errno::EMFILE.0) => {
                Some(MORE_FILES.to_owned())
            }
            Error::Start { .. } | Error::Spawn { .. } => {
                Some("run `sandglass doctor` to see what this host lacks".to_owned())
            }
            Error::SupervisorDied | Error::Infrastructure { .. } => {
                Some("try again; if it persists, run `sandglass doctor`".to_owned())
            }
            _ => None,
        }
    }
}
