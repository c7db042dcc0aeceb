//! Messages on the socket: inline, or in a memory file where they are long.

use crate::DecodeError;
use core::fmt;
use sandglass_sys as sys;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use sys::Errno;

/// The longest body that travels in the message itself, in bytes.
pub const INLINE_BYTES: usize = 32 * 1024;

/// The longest body at all, in bytes: arguments and environment of an exec are bounded by 6 MiB.
pub const LONGEST_BODY: usize = 16 * 1024 * 1024;

const KIND_IN_MEMORY_FILE: u8 = 0xff;

/// A message received: its bytes (kind first) and its descriptors.
#[derive(Debug)]
pub struct Frame {
    /// The body.
    pub bytes: Vec<u8>,
    /// The descriptors, in the order in which the body names them.
    pub descriptors: Vec<OwnedFd>,
}

/// Why no message came.
#[derive(Debug)]
pub enum FrameError {
    /// The other side closed the socket.
    Closed,
    /// The kernel refused.
    Kernel(Errno),
    /// What came is no message.
    Malformed(DecodeError),
    /// A message of these bytes came, without some of its descriptors: they were too many, or this
    /// process may not have more.
    DescriptorsLost(Vec<u8>),
}

impl fmt::Display for FrameError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Closed => write!(formatter, "the other side is gone"),
            FrameError::Kernel(errno) => write!(formatter, "{errno}"),
            FrameError::Malformed(error) => write!(formatter, "{error}"),
            FrameError::DescriptorsLost(_) => write!(
                formatter,
                "descriptors of the message did not arrive: they are too many, or the receiving \
                 process has as many as it may"
            ),
        }
    }
}

impl std::error::Error for FrameError {}

/// Sends a message with its descriptors, waiting for room where `wait`.
pub fn send_frame(
    socket: BorrowedFd<'_>,
    bytes: &[u8],
    descriptors: &[BorrowedFd<'_>],
    wait: bool,
) -> Result<(), Errno> {
    let mut raw: Vec<_> = descriptors.iter().map(|descriptor| descriptor.as_raw_fd()).collect();
    if raw.len() >= sys::MAX_DESCRIPTORS || bytes.len() > LONGEST_BODY {
        return Err(Errno::E2BIG);
    }
    if bytes.len() <= INLINE_BYTES {
        return sys::send(socket, &[bytes], &raw, wait);
    }
    let file = sys::memory_file(c"sandglass-message", false)?;
    sys::write_all(file.as_fd(), bytes)?;
    raw.insert(0, file.as_raw_fd());
    let mut header = [KIND_IN_MEMORY_FILE; 9];
    header[1..].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    sys::send(socket, &[&header], &raw, wait)
}

/// Receives a message; `Ok(None)` where none is there and `wait` is false. `buffer` is scratch of at
/// least [`INLINE_BYTES`].
pub fn receive_frame(
    socket: BorrowedFd<'_>,
    buffer: &mut [u8],
    wait: bool,
) -> Result<Option<Frame>, FrameError> {
    let mut received = match sys::receive(socket, buffer, wait) {
        Ok(received) => received,
        Err(Errno::EAGAIN) => return Ok(None),
        Err(Errno::ECONNRESET) => return Err(FrameError::Closed),
        Err(errno) => return Err(FrameError::Kernel(errno)),
    };
    let mut descriptors = received.take_descriptors();
    if received.length == 0 {
        return Err(FrameError::Closed);
    }
    if received.truncated {
        return Err(FrameError::Malformed(DecodeError::Short { field: "message" }));
    }
    let bytes = &buffer[..received.length];
    if received.descriptors_lost {
        return Err(FrameError::DescriptorsLost(bytes.to_vec()));
    }
    if bytes[0] != KIND_IN_MEMORY_FILE {
        return Ok(Some(Frame { bytes: bytes.to_vec(), descriptors }));
    }
    if bytes.len() != 9 || descriptors.is_empty() {
        return Err(FrameError::Malformed(DecodeError::Short { field: "message header" }));
    }
    let length = u64::from_le_bytes(bytes[1..9].try_into().unwrap_or([0xff; 8]));
    if length as usize > LONGEST_BODY {
        let error = DecodeError::Value { field: "message length", value: length };
        return Err(FrameError::Malformed(error));
    }
    let file = descriptors.remove(0);
    let bytes = read_whole(file.as_fd(), length as usize)?;
    Ok(Some(Frame { bytes, descriptors }))
}

fn read_whole(file: BorrowedFd<'_>, length: usize) -> Result<Vec<u8>, FrameError> {
    let mut bytes = vec![0; length];
    let mut filled = 0;
    while filled < length {
        // Reading by offset: a pipe or socket in the file's place is refused instead of waited for.
        match sys::read_at(file, &mut bytes[filled..], filled as u64) {
            Ok(0) => {
                return Err(FrameError::Malformed(DecodeError::Short { field: "message file" }));
            }
            Ok(count) => filled += count,
            Err(Errno::EINTR) => {}
            // The sender's choice of a file, so the sender's fault.
            Err(errno) => return Err(FrameError::Malformed(DecodeError::Unreadable { errno })),
        }
    }
    Ok(bytes)
}
