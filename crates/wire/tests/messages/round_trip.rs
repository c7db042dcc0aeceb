//! What is said is what is heard.

use crate::strategies::{command, reply};
use proptest::prelude::*;
use sandglass_wire::{Command, Reply};

/// How many descriptors come with a command.
pub(crate) fn descriptors(command: &Command) -> usize {
    match command {
        Command::Run(run) => run.descriptors(),
        _ => 0,
    }
}

proptest! {
    #[test]
    fn commands(command in command()) {
        let bytes = command.encode();
        let came = descriptors(&command);
        prop_assert_eq!(Command::decode(&bytes, came), Ok(command.clone()));
        // One descriptor more or less than it names is refused.
        prop_assert!(Command::decode(&bytes, came + 1).is_err());
        if came > 0 {
            prop_assert!(Command::decode(&bytes, came - 1).is_err());
        }
    }

    #[test]
    fn replies(reply in reply()) {
        prop_assert_eq!(Reply::decode(&reply.encode()), Ok(reply));
    }
}
