//! Any bytes, as a command and as a reply: decoding them never panics, and what it yields is a message
//! like any other, which said again is heard the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sandglass_wire::{Command, Reply};

fuzz_target!(|bytes: &[u8]| {
    // The first byte tells how many descriptors came along, the rest is the message.
    let Some((came, message)) = bytes.split_first() else { return };
    let came = usize::from(came % 8);
    if let Ok(command) = Command::decode(message, came) {
        assert_eq!(Command::decode(&command.encode(), came), Ok(command));
    }
    if let Ok(reply) = Reply::decode(message) {
        assert_eq!(Reply::decode(&reply.encode()), Ok(reply));
    }
});
