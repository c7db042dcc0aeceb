//! firejail: its own private /tmp and /dev, no network, no capabilities, seccomp.

use std::path::PathBuf;

use super::command::CommandLine;
use super::discover::{SYSTEM_DIRECTORIES, version_of};
use super::{ContenderError, Identity, Program, Role, seccomp};
use crate::helper::Launch;

pub(super) struct Firejail {
    program: PathBuf,
}

impl Firejail {
    pub(super) fn new(program: PathBuf) -> Self {
        Self { program }
    }

    fn arguments() -> Vec<String> {
        let mut arguments: Vec<String> = [
            "--quiet",
            "--noprofile",
            "--net=none",
            "--private-tmp",
            // Else it hides the scratch directory with its program.
            "--keep-var-tmp",
            "--ipc-namespace",
            "--caps.drop=all",
            "--nonewprivs",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.extend(SYSTEM_DIRECTORIES.iter().map(|path| format!("--read-only={path}")));
        arguments.push(format!("--seccomp.drop={}", seccomp::denied_names().join(",")));
        arguments
    }
}

impl CommandLine for Firejail {
    fn identity(&self) -> Identity {
        Identity {
            name: "firejail".to_owned(),
            role: Role::Peer,
            version: version_of(&self.program, "--version"),
            configuration: format!("firejail {}", Self::arguments().join(" ")),
        }
    }

    /// Nothing need be bound: firejail keeps the host's tree, and the scratch directory is not
    /// below `/tmp`.
    fn launch(&mut self, program: &Program, _client: usize) -> Result<Launch, ContenderError> {
        let mut arguments = Self::arguments();
        arguments.extend(["--".to_owned(), program.path.to_string_lossy().into_owned()]);
        Ok(Launch { program: self.program.clone(), arguments, stdin: None })
    }
}
