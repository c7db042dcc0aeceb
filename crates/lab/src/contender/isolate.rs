//! isolate: a box is made once, then runs one program after the other.
//!
//! Its own use in a contest makes a box for each submission; measuring `--run` alone leaves that
//! cost out, in isolate's favour. It has no seccomp filter.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::command::CommandLine;
use super::discover::version_of;
use super::{ContenderError, Identity, Program, Role};
use crate::helper::Launch;

/// Box numbers start here: the highest of the default thousand, to stay out of a judge's way.
const FIRST_BOX: usize = 990;

pub(super) struct Isolate {
    program: PathBuf,
    /// Whether control groups are on; found out when the first box is made.
    control_groups: Option<bool>,
    boxes: usize,
}

impl Isolate {
    pub(super) fn new(program: PathBuf) -> Self {
        Self { program, control_groups: None, boxes: 0 }
    }

    fn common(&self, client: usize, control_groups: bool) -> Vec<String> {
        let mut arguments = vec![format!("--box-id={}", FIRST_BOX + client)];
        arguments.extend(control_groups.then(|| "--cg".to_owned()));
        arguments
    }

    fn call(
        &self,
        client: usize,
        control_groups: bool,
        action: &str,
    ) -> Result<(), ContenderError> {
        let output = Command::new(&self.program)
            .args(self.common(client, control_groups))
            .arg(action)
            .stdin(Stdio::null())
            .output()
            .map_err(|source| ContenderError::Start { program: "isolate".to_owned(), source })?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(ContenderError::Run(format!("isolate {action}: {}: {message}", output.status)))
    }

    /// Makes a box, with control groups where the host has them set up for isolate.
    fn make_box(&mut self, client: usize) -> Result<bool, ContenderError> {
        if self.control_groups != Some(false) && self.call(client, true, "--init").is_ok() {
            return Ok(true);
        }
        self.call(client, false, "--init")?;
        Ok(false)
    }
}

impl CommandLine for Isolate {
    fn identity(&self) -> Identity {
        let control_groups = match self.control_groups {
            Some(true) => "with --cg",
            Some(false) => "without --cg, which this host is not set up for",
            None => "with --cg where the host is set up for it",
        };
        Identity {
            name: "isolate".to_owned(),
            role: Role::Peer,
            version: version_of(&self.program, "--version"),
            configuration: format!(
                "isolate --run in a box made once, default directory rules, {control_groups}; \
                 it has no seccomp filter"
            ),
        }
    }

    fn launch(&mut self, program: &Program, client: usize) -> Result<Launch, ContenderError> {
        while self.boxes <= client {
            self.control_groups = Some(self.make_box(self.boxes)?);
            self.boxes += 1;
        }
        let mut arguments = self.common(client, self.control_groups == Some(true));
        arguments.push("--silent".to_owned());
        if let Some(directory) = &program.directory {
            // isolate takes the inner path without the leading slash.
            let inside = directory.to_string_lossy();
            let inside = inside.trim_start_matches('/');
            arguments.push(format!("--dir={inside}={}", directory.display()));
        }
        arguments.extend(["--run", "--"].map(str::to_owned));
        arguments.push(program.path.to_string_lossy().into_owned());
        Ok(Launch { program: self.program.clone(), arguments, stdin: None })
    }

    fn clean_up(&mut self) -> Result<(), ContenderError> {
        while self.boxes > 0 {
            self.boxes -= 1;
            self.call(self.boxes, self.control_groups == Some(true), "--cleanup")?;
        }
        Ok(())
    }
}
