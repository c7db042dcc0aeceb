//! The baseline: `posix_spawn` and `waitpid`, and nothing between.

use super::command::{CommandLine, Commanded};
use super::{Contender, ContenderError, Identity, Program, Role};
use crate::helper::{HelperCommand, Launch};

struct Direct;

/// `posix_spawn` and `waitpid` from a small process with one thread.
pub fn posix_spawn(helper: &HelperCommand) -> Box<dyn Contender> {
    Box::new(Commanded::new(Direct, helper.clone()))
}

impl CommandLine for Direct {
    fn identity(&self) -> Identity {
        Identity {
            name: "posix_spawn".to_owned(),
            role: Role::Baseline,
            version: None,
            configuration: "posix_spawn and waitpid from a small process, no sandbox".to_owned(),
        }
    }

    fn launch(&mut self, program: &Program, _client: usize) -> Result<Launch, ContenderError> {
        Ok(Launch { program: program.path.clone(), arguments: Vec::new(), stdin: None })
    }
}
