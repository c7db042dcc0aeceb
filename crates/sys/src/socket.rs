//! Sockets that carry messages and file descriptors between the sandbox's own processes.

use crate::Errno;
use crate::descriptor::own_raw;
use crate::syscall::syscall;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// The most descriptors that one message carries.
pub const MAX_DESCRIPTORS: usize = 64;

const CONTROL_BYTES: usize = 16 + MAX_DESCRIPTORS * 4 + 32;

/// Two connected sockets that keep message borders and order.
pub fn socket_pair() -> Result<(OwnedFd, OwnedFd), Errno> {
    let mut ends = [-1i32; 2];
    // SAFETY: the kernel writes two numbers.
    unsafe {
        syscall!(
            libc::SYS_socketpair,
            libc::AF_UNIX,
            libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC,
            0,
            &raw mut ends
        )?
    };
    // SAFETY: the kernel has just made both.
    Ok(unsafe { (own_raw(ends[0]), own_raw(ends[1])) })
}

/// Asks the kernel to add the sender's process id, as this process sees it, to messages received.
pub fn want_credentials(socket: BorrowedFd<'_>) -> Result<(), Errno> {
    let on: i32 = 1;
    // SAFETY: the kernel reads one int.
    unsafe {
        syscall!(
            libc::SYS_setsockopt,
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_PASSCRED,
            &raw const on,
            4
        )?
    };
    Ok(())
}

#[repr(C, align(8))]
struct Control([u8; CONTROL_BYTES]);

/// Sends one message with up to [`MAX_DESCRIPTORS`] descriptors, without a signal where the other side
/// is gone.
pub fn send(
    socket: BorrowedFd<'_>,
    parts: &[&[u8]],
    descriptors: &[RawFd],
    wait: bool,
) -> Result<(), Errno> {
    assert!(descriptors.len() <= MAX_DESCRIPTORS && parts.len() <= 4);
    let mut vectors = [libc::iovec { iov_base: core::ptr::null_mut(), iov_len: 0 }; 4];
    for (vector, part) in vectors.iter_mut().zip(parts) {
        *vector = libc::iovec { iov_base: part.as_ptr() as *mut _, iov_len: part.len() };
    }
    let mut control = Control([0; CONTROL_BYTES]);
    // SAFETY: all zero is a valid msghdr.
    let mut message: libc::msghdr = unsafe { core::mem::zeroed() };
    message.msg_iov = vectors.as_mut_ptr();
    message.msg_iovlen = parts.len();
    if !descriptors.is_empty() {
        let length = 16 + descriptors.len() * 4;
        control.0[0..8].copy_from_slice(&(length as u64).to_ne_bytes());
        control.0[8..12].copy_from_slice(&libc::SOL_SOCKET.to_ne_bytes());
        control.0[12..16].copy_from_slice(&libc::SCM_RIGHTS.to_ne_bytes());
        for (slot, descriptor) in control.0[16..].chunks_exact_mut(4).zip(descriptors) {
            slot.copy_from_slice(&descriptor.to_ne_bytes());
        }
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = length.next_multiple_of(8);
    }
    let flags = libc::MSG_NOSIGNAL | if wait { 0 } else { libc::MSG_DONTWAIT };
    loop {
        // SAFETY: the kernel reads the message, its parts and its control data, all alive here.
        match unsafe { syscall!(libc::SYS_sendmsg, socket.as_raw_fd(), &raw const message, flags) }
        {
            Ok(_) => return Ok(()),
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
}

/// What one message brought.
#[derive(Debug)]
pub struct Received {
    /// Bytes written to the buffer; 0 is the end of the conversation.
    pub length: usize,
    /// The message was longer than the buffer.
    pub truncated: bool,
    /// Descriptors did not arrive: more than fit, or more than this process may have.
    pub descriptors_lost: bool,
    /// The sender's process id, where asked for with [`want_credentials`].
    pub sender: Option<i32>,
    /// The descriptors, as numbers that the caller now owns: `descriptors[..descriptor_count]`.
    pub descriptors: [RawFd; MAX_DESCRIPTORS],
    /// How many there are.
    pub descriptor_count: usize,
}

impl Received {
    /// Takes the descriptors as owners. Parent only.
    pub fn take_descriptors(&mut self) -> Vec<OwnedFd> {
        let count = core::mem::take(&mut self.descriptor_count);
        // SAFETY: the kernel has just made them for us, and the count is now zero.
        self.descriptors[..count].iter().map(|&raw| unsafe { own_raw(raw) }).collect()
    }
}

/// Receives one message into `buffer`. Descriptors come with close-on-exec.
pub fn receive(socket: BorrowedFd<'_>, buffer: &mut [u8], wait: bool) -> Result<Received, Errno> {
    let mut vector = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    let mut control = Control([0; CONTROL_BYTES]);
    // SAFETY: all zero is a valid msghdr.
    let mut message: libc::msghdr = unsafe { core::mem::zeroed() };
    message.msg_iov = &raw mut vector;
    message.msg_iovlen = 1;
    message.msg_control = control.0.as_mut_ptr().cast();
    message.msg_controllen = CONTROL_BYTES;
    let flags = libc::MSG_CMSG_CLOEXEC | if wait { 0 } else { libc::MSG_DONTWAIT };
    let length = loop {
        // SAFETY: the kernel writes inside the buffers that the message names.
        match unsafe { syscall!(libc::SYS_recvmsg, socket.as_raw_fd(), &raw mut message, flags) } {
            Err(Errno::EINTR) => {}
            other => break other?,
        }
    };
    let mut received = Received {
        length,
        truncated: message.msg_flags & libc::MSG_TRUNC != 0,
        descriptors_lost: message.msg_flags & libc::MSG_CTRUNC != 0,
        sender: None,
        descriptors: [-1; MAX_DESCRIPTORS],
        descriptor_count: 0,
    };
    read_control(&control.0[..message.msg_controllen.min(CONTROL_BYTES)], &mut received);
    Ok(received)
}

fn read_control(mut control: &[u8], received: &mut Received) {
    let word = |bytes: &[u8]| i32::from_ne_bytes(bytes[..4].try_into().unwrap_or([0; 4]));
    while control.len() >= 16 {
        let length = u64::from_ne_bytes(control[..8].try_into().unwrap_or([0; 8])) as usize;
        if length < 16 || length > control.len() {
            break;
        }
        let body = &control[16..length];
        match (word(&control[8..]), word(&control[12..])) {
            (libc::SOL_SOCKET, libc::SCM_RIGHTS) => {
                for raw in body.chunks_exact(4) {
                    if received.descriptor_count < MAX_DESCRIPTORS {
                        received.descriptors[received.descriptor_count] = word(raw);
                        received.descriptor_count += 1;
                    }
                }
            }
            (libc::SOL_SOCKET, libc::SCM_CREDENTIALS) if body.len() >= 4 => {
                received.sender = Some(word(body));
            }
            _ => {}
        }
        let next = length.next_multiple_of(8).min(control.len());
        control = &control[next..];
    }
}
