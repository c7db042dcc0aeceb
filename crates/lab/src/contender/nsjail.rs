//! nsjail, in its mode that runs one program and ends.

use std::path::PathBuf;

use super::command::CommandLine;
use super::discover::{SYSTEM_DIRECTORIES, version_of};
use super::{ContenderError, Identity, Program, Role, seccomp};
use crate::helper::Launch;

pub(super) struct Nsjail {
    program: PathBuf,
}

impl Nsjail {
    pub(super) fn new(program: PathBuf) -> Self {
        Self { program }
    }

    /// All namespaces are nsjail's default; an unprivileged user can only map itself.
    fn arguments(directory: Option<&str>) -> Vec<String> {
        let mut arguments: Vec<String> =
            ["-Mo", "-Q", "--iface_no_lo", "-T", "/tmp"].map(str::to_owned).to_vec();
        if rustix::process::geteuid().is_root() {
            arguments.extend(["--user", "65534", "--group", "65534"].map(str::to_owned));
        }
        for path in SYSTEM_DIRECTORIES.into_iter().chain(directory) {
            arguments.extend(["-R", path].map(str::to_owned));
        }
        arguments.extend(["--seccomp_string".to_owned(), seccomp::kafel()]);
        arguments
    }
}

impl CommandLine for Nsjail {
    fn identity(&self) -> Identity {
        Identity {
            name: "nsjail".to_owned(),
            role: Role::Peer,
            version: version_of(&self.program, "--version"),
            configuration: format!("nsjail {}", Self::arguments(None).join(" ")),
        }
    }

    fn launch(&mut self, program: &Program, _client: usize) -> Result<Launch, ContenderError> {
        let directory = program.directory.as_ref().map(|path| path.to_string_lossy());
        let mut arguments = Self::arguments(directory.as_deref());
        arguments.extend(["--".to_owned(), program.path.to_string_lossy().into_owned()]);
        Ok(Launch { program: self.program.clone(), arguments, stdin: None })
    }
}
