//! Bytes that are no message, or another one than was meant.

use crate::round_trip::descriptors;
use crate::strategies::{command, reply};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sandglass_wire::{Command, Reply};

/// Whatever decodes must be a message like any other: said again, it is heard the same.
fn same_again(bytes: &[u8], came: usize) -> Result<(), TestCaseError> {
    if let Ok(command) = Command::decode(bytes, came) {
        prop_assert_eq!(Command::decode(&command.encode(), came), Ok(command));
    }
    if let Ok(reply) = Reply::decode(bytes) {
        prop_assert_eq!(Reply::decode(&reply.encode()), Ok(reply));
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..600), came in 0..4_usize) {
        same_again(&bytes, came)?;
    }

    /// Random bytes rarely get past the first field; these begin like a message.
    #[test]
    fn any_bytes_behind_a_known_kind(kind in 1..8_u8, bytes in vec(0..4_u8, 0..600)) {
        let mut message = vec![kind];
        message.extend(bytes);
        same_again(&message, 0)?;
    }

    #[test]
    fn every_shorter_command_is_refused(command in command()) {
        let bytes = command.encode();
        for length in 0..bytes.len() {
            prop_assert!(Command::decode(&bytes[..length], descriptors(&command)).is_err());
        }
    }

    #[test]
    fn every_shorter_reply_is_refused(reply in reply()) {
        let bytes = reply.encode();
        for length in 0..bytes.len() {
            prop_assert!(Reply::decode(&bytes[..length]).is_err());
        }
    }

    #[test]
    fn a_longer_message_is_refused(command in command(), reply in reply(), more in any::<u8>()) {
        let came = descriptors(&command);
        prop_assert!(Command::decode(&[command.encode(), vec![more]].concat(), came).is_err());
        prop_assert!(Reply::decode(&[reply.encode(), vec![more]].concat()).is_err());
    }

    #[test]
    fn changed_bytes(
        command in command(),
        changes in vec((any::<Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = command.encode();
        for (place, value) in changes {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        same_again(&bytes, descriptors(&command))?;
    }
}
