//! The server program of a lane.
//!
//! # Theory of operation
//!
//! A client starts this program with one end of a socket as its standard input and speaks the protocol of
//! `sandglass-wire` to it. Three kinds of processes follow, each the child of the one before:
//!
//! * The **guardian** is what the client started. It prepares the cgroups with the rights that it was
//!   given, forks the supervisor, gives up its rights, and then only waits: when the supervisor
//!   is dead, however it died, it removes the cgroups. Started by root it stays root, with no capability
//!   but `CAP_DAC_OVERRIDE`, without which it could not remove them; it never touches a request.
//! * The **supervisor** gives up root first of all, makes the lane's namespaces once, and answers
//!   requests, one run at a time. It never runs with real root. When the client's end of the socket
//!   closes it ends, and the kernel kills what it made (`PR_SET_PDEATHSIG`, process namespaces).
//! * For each run a **cell**: the init process of a new process namespace and the launcher, which
//!   becomes the program (see `cell`). A cell serves one run. It is built ahead, between two runs and
//!   never during one, because building disturbs what is being measured.
//!
//! Cells are cloned by two worker threads, one for each slot (see `cgroup`), because a child is born
//! into the v1 cgroups and the mount namespace of the thread that clones it.
//!
//! # Who kills whom
//!
//! Limits of time are looked at by the supervisor and by two threads beside it (see `alarm`), whoever
//! gets a CPU first. A limit that fires makes them write `cgroup.kill`, or kill the init process where there
//! is no cgroup. The first reason noted is the cause. Whatever ends, the init process sees everything
//! of the run dead and reaped before it reports, so figures are read from closed accounts.

mod alarm;
mod cell;
mod cgroup;
mod guard;
mod guardian;
mod lane;
mod namespaces;
mod orders;
mod page;
mod processors;
mod pump;
mod running;
mod thrash;
mod tree;
mod usage;
mod worker;

use sandglass_sys as sys;
use sandglass_wire::{Command, Hello, Reply, Switch, receive_frame, send_frame};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};

fn main() {
    let Some(socket) = take_socket() else {
        eprintln!(
            "sandglass-supervisor is started by the sandglass library and talks to it over its \
             standard input; it is not a command to call"
        );
        std::process::exit(2);
    };
    // The program must find every signal as the kernel made it, and process 1 of a cell must not have
    // handlers (the standard library installs some), because those signals alone can reach it.
    for signal in 1..=64 {
        let _ = sys::default_signal(signal);
    }
    let Some(hello) = greet(&socket) else { std::process::exit(2) };
    if !hello.switched_off.contains(Switch::DescriptorHygiene) {
        sys::close_all_except(&[socket.as_raw_fd()]);
    }
    guardian::run(socket, hello);
}

/// Takes the socket from standard input, and leaves the null device there.
fn take_socket() -> Option<OwnedFd> {
    let input = sys::take_inherited(0).ok()?;
    let status = sys::status(input.as_fd()).ok()?;
    if status.kind != sys::FileKind::Socket {
        // Standard error still leads to whoever called this as a command.
        std::mem::forget(input);
        return None;
    }
    let socket = sys::duplicate_above(input.as_fd(), 3).ok()?;
    let null = sys::open(None, c"/dev/null", sys::OpenHow::READ_WRITE).ok()?;
    for stream in 0..3 {
        sys::duplicate_to(null.as_fd(), stream).ok()?;
    }
    std::mem::forget(input);
    Some(socket)
}

fn greet(socket: &OwnedFd) -> Option<Hello> {
    let mut buffer = vec![0; sandglass_wire::INLINE_BYTES];
    let frame = receive_frame(socket.as_fd(), &mut buffer, true).ok()??;
    match Command::decode(&frame.bytes, frame.descriptors.len()) {
        Ok(Command::Hello(hello)) => Some(hello),
        Ok(_) => {
            refuse(socket, "the first message is no greeting", "use the library's own client");
            None
        }
        Err(error) => {
            let hint = "client and supervisor must be of one version";
            refuse(socket, &format!("the greeting is malformed: {error}"), hint);
            None
        }
    }
}

/// Tells the client why there is no lane.
fn refuse(socket: &OwnedFd, message: &str, hint: &str) {
    let reply = Reply::Refused { message: message.to_owned(), hint: hint.to_owned() };
    let _ = send_frame(socket.as_fd(), &reply.encode(), &[], true);
}
