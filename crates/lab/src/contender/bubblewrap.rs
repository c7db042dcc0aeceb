//! bubblewrap (`bwrap`): all namespaces, four read-only binds, a tmpfs, seccomp.

use std::fs;
use std::path::PathBuf;

use super::command::CommandLine;
use super::discover::{SYSTEM_DIRECTORIES, version_of};
use super::{ContenderError, Identity, Program, Role, seccomp};
use crate::helper::Launch;
use crate::scratch::Scratch;

pub(super) struct Bubblewrap {
    program: PathBuf,
    filter: PathBuf,
}

impl Bubblewrap {
    pub(super) fn new(program: PathBuf, scratch: &Scratch) -> Self {
        Self { program, filter: scratch.path().join("bwrap-seccomp.bpf") }
    }

    fn arguments(directory: Option<&str>) -> Vec<String> {
        let mut arguments: Vec<String> =
            ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
                .map(str::to_owned)
                .to_vec();
        for path in SYSTEM_DIRECTORIES.into_iter().chain(directory) {
            arguments.extend(["--ro-bind", path, path].map(str::to_owned));
        }
        // The filter comes through stdin, the one descriptor that a launcher opens anew each run.
        arguments.extend(["--tmpfs", "/tmp", "--chdir", "/", "--seccomp", "0"].map(str::to_owned));
        arguments
    }
}

impl CommandLine for Bubblewrap {
    fn identity(&self) -> Identity {
        Identity {
            name: "bubblewrap".to_owned(),
            role: Role::Peer,
            version: version_of(&self.program, "--version"),
            configuration: format!("bwrap {}", Self::arguments(None).join(" ")),
        }
    }

    fn launch(&mut self, program: &Program, _client: usize) -> Result<Launch, ContenderError> {
        if !self.filter.exists() {
            fs::write(&self.filter, seccomp::bpf())
                .map_err(ContenderError::while_doing("writing the seccomp filter"))?;
        }
        let directory = program.directory.as_ref().map(|path| path.to_string_lossy());
        let mut arguments = Self::arguments(directory.as_deref());
        arguments.extend(["--".to_owned(), program.path.to_string_lossy().into_owned()]);
        let stdin = Some(self.filter.clone());
        Ok(Launch { program: self.program.clone(), arguments, stdin })
    }
}
