//! What the sandbox takes for granted of the kernel, each thing by itself: where one of these fails, no
//! other test of ours means much.
//!
//! Children are clones of this process that make system calls and nothing else. Other tests clone it, too,
//! and hold what it had open for a moment: so an end is awaited, and only its absence is looked at.

use sandglass_sys::{
    self as sys, CloneFlags, ERROR, Errno, Exit, HANGUP, Namespaces, PollEntry, READABLE, Resource,
};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

fn pipe() -> (OwnedFd, OwnedFd) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    (reader.into(), writer.into())
}

/// What `poll` finds at once on `descriptor`, asked for nothing but what it always tells.
fn found(descriptor: BorrowedFd<'_>, wanted: i16) -> i16 {
    let mut entry = [PollEntry::new(Some(descriptor), wanted)];
    sys::poll(&mut entry, Some(0)).expect("a poll");
    entry[0].found
}

/// Waits until `poll` finds all of `state` on `descriptor`.
fn await_found(descriptor: BorrowedFd<'_>, state: i16) {
    let mut entry = [PollEntry::new(Some(descriptor), state)];
    while entry[0].found & state != state {
        sys::poll(&mut entry, Some(100_000_000)).expect("a poll");
    }
}

/// A clone that does `work` and exits with what it returns.
fn child(namespaces: Namespaces, work: impl FnOnce() -> i32) -> (i32, OwnedFd) {
    let flags = CloneFlags { namespaces, into_cgroup: None, want_descriptor: true };
    let (process, descriptor) =
        sys::clone_with_copied_memory(flags, || sys::exit(work())).expect("a clone");
    (process, descriptor.expect("asked for"))
}

fn exit_of(process: i32) -> Exit {
    sys::wait_child(process, true).expect("our child").expect("it ended").exit
}

/// 0 or the error's number, as an exit status.
fn number(result: Result<(), Errno>) -> i32 {
    result.map_or_else(|errno| errno.0, |()| 0)
}

/// Cells are taken for dead by this, and lanes for deserted.
#[test]
fn x1_a_socket_whose_other_end_is_closed_hangs_up() {
    let (ours, theirs) = sys::socket_pair().expect("a pair");
    assert_eq!(found(ours.as_fd(), 0), 0);
    drop(theirs);
    await_found(ours.as_fd(), HANGUP);
    assert_eq!(found(ours.as_fd(), 0), HANGUP, "told without being asked for");
    assert_ne!(found(ours.as_fd(), READABLE) & READABLE, 0, "the end can be read");
}

/// So an answer is not lost when who gave it is dead.
#[test]
fn x1_what_was_sent_before_the_end_is_read_before_the_end_and_message_by_message() {
    let (ours, theirs) = sys::socket_pair().expect("a pair");
    for text in [&b"first"[..], b"second one"] {
        sys::send(theirs.as_fd(), &[text], &[], true).expect("sent");
    }
    drop(theirs);
    let mut buffer = [0; 64];
    for text in [&b"first"[..], b"second one"] {
        let length = sys::receive(ours.as_fd(), &mut buffer, true).expect("received").length;
        assert_eq!(&buffer[..length], text);
    }
    assert_eq!(sys::receive(ours.as_fd(), &mut buffer, true).expect("the end").length, 0);
}

/// A supervisor whose client is gone must live to clean up.
#[test]
fn x2_sending_to_nobody_is_an_error_and_no_signal() {
    let (ours, theirs) = sys::socket_pair().expect("a pair");
    drop(theirs);
    await_found(ours.as_fd(), HANGUP);
    let (process, _) = child(Namespaces::NONE, || {
        let default = number(sys::default_signal(13));
        if default != 0 { default } else { number(sys::send(ours.as_fd(), &[b"x"], &[], true)) }
    });
    assert_eq!(exit_of(process), Exit::Code(Errno::EPIPE.0));
}

/// A program that floods a pipe which nobody reads is told so, and the pump sees it.
#[test]
fn x2_a_pipe_without_a_reader_is_in_error_and_one_without_a_writer_hangs_up() {
    let (reader, writer) = pipe();
    assert_eq!(found(writer.as_fd(), 0), 0);
    drop(reader);
    await_found(writer.as_fd(), ERROR);
    let (process, _) = child(Namespaces::NONE, || {
        let _ = sys::default_signal(13);
        number(sys::write_all(writer.as_fd(), b"x"))
    });
    assert_eq!(exit_of(process), Exit::Signal(13), "by default");
    let (reader, writer) = pipe();
    sys::write_all(writer.as_fd(), b"last").expect("written");
    drop(writer);
    await_found(reader.as_fd(), READABLE | HANGUP);
}

/// Nothing stays open in a queue that nobody will ever read.
#[test]
fn x2_descriptors_under_way_are_closed_with_the_socket() {
    let (ours, theirs) = sys::socket_pair().expect("a pair");
    let (reader, writer) = pipe();
    sys::send(ours.as_fd(), &[b"x"], &[writer.as_raw_fd()], true).expect("sent");
    drop((ours, writer));
    assert_eq!(found(reader.as_fd(), READABLE), 0, "one is under way");
    drop(theirs);
    await_found(reader.as_fd(), HANGUP);
}

/// The supervisor polls its guardian by this.
#[test]
fn x3_a_process_descriptor_is_readable_when_the_process_is_dead_and_before_it_is_waited_for() {
    let (ours, theirs) = sys::socket_pair().expect("a pair");
    let (process, descriptor) = child(Namespaces::NONE, || {
        sys::close_raw(ours.as_raw_fd());
        number(sys::receive(theirs.as_fd(), &mut [0; 1], true).map(drop))
    });
    assert_eq!(found(descriptor.as_fd(), READABLE), 0, "it lives");
    drop(theirs);
    drop(ours);
    sys::poll(&mut [PollEntry::new(Some(descriptor.as_fd()), READABLE)], None).expect("a poll");
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("not waited for");
    assert!(state.contains(") Z "), "{state}");
    assert_eq!(exit_of(process), Exit::Code(0));
    assert_eq!(found(descriptor.as_fd(), READABLE) & READABLE, READABLE, "and for ever after");
    let late = sys::send_signal_by_descriptor(descriptor.as_fd(), 9);
    assert_eq!(late, Err(Errno::ESRCH), "whoever has the number now is not meant");
}

/// Cells are cloned by threads, and die with the thread that cloned them.
#[test]
fn x3_the_death_signal_is_that_of_the_thread_that_cloned() {
    let process = std::thread::spawn(|| {
        let (ours, theirs) = sys::socket_pair().expect("a pair");
        let (process, _) = child(Namespaces::NONE, || {
            let set = number(sys::set_death_signal());
            let told = sys::send(theirs.as_fd(), &[b"r"], &[], true);
            if set != 0 || told.is_err() {
                return 99;
            }
            // For ever: an end of its own keeps the socket open.
            number(sys::receive(theirs.as_fd(), &mut [0; 1], true).map(drop))
        });
        sys::receive(ours.as_fd(), &mut [0; 1], true).expect("it is ready");
        std::mem::forget(ours);
        process
    })
    .join()
    .expect("the thread ends");
    assert_eq!(exit_of(process), Exit::Signal(9));
}

/// By this the supervisor knows the launcher's number, which the launcher itself cannot.
#[test]
fn x3_the_sender_of_a_message_is_named_by_its_number_in_our_namespace() {
    let (ours, theirs) = sys::socket_pair().expect("a pair");
    sys::want_credentials(ours.as_fd()).expect("set");
    let (process, _) = child(Namespaces::USER.with(Namespaces::PROCESS), || {
        if sys::process_id() != 1 {
            return 99;
        }
        number(sys::send(theirs.as_fd(), &[b"x"], &[], true).map(drop))
    });
    let message = sys::receive(ours.as_fd(), &mut [0; 1], true).expect("received");
    assert_eq!(message.sender, Some(process));
    assert_eq!(exit_of(process), Exit::Code(0));
}

/// The end of a cell is the end of everything in it, whatever session or group it is in.
#[test]
fn x4_all_of_a_process_namespace_dies_with_its_process_1() {
    let (reader, writer) = pipe();
    let (process, _) = child(Namespaces::USER.with(Namespaces::PROCESS), || {
        let orphan = sys::clone_with_copied_memory(CloneFlags::default(), || {
            let _ = sys::start_session();
            for signal in 1..32 {
                let _ = sys::ignore_signal(signal);
            }
            loop {
                let _ = sys::poll(&mut [], None);
            }
        });
        if orphan.is_ok() { 5 } else { 99 }
    });
    drop(writer);
    assert_eq!(exit_of(process), Exit::Code(5));
    await_found(reader.as_fd(), HANGUP);
}

/// The program cannot harm the process 1 that watches it.
#[test]
fn x4_process_1_is_safe_from_what_lives_in_its_namespace() {
    let (process, _) = child(Namespaces::USER.with(Namespaces::PROCESS), || {
        for signal in 1..65 {
            let _ = sys::default_signal(signal);
        }
        let inner = sys::clone_with_copied_memory(CloneFlags::default(), || {
            sys::exit(number(sys::send_signal(1, 9)))
        });
        match inner.and_then(|(inner, _)| sys::wait_child(inner, true)) {
            Ok(Some(ended)) if ended.exit == Exit::Code(0) => 7,
            _ => 99,
        }
    });
    assert_eq!(exit_of(process), Exit::Code(7), "it was sent, and changed nothing");
}

/// What the walls of a lane stand on: rights in a user namespace are all there are, given up for good,
/// and none of them reaches outside.
#[test]
fn x5_capabilities_in_a_user_namespace() {
    let name = || number(sys::set_host_name(b"sandglass"));
    let own = Namespaces::USER.with(Namespaces::HOST_NAME);
    let (process, _) = child(own, name);
    assert_eq!(exit_of(process), Exit::Code(0), "all of them inside");
    let (process, _) = child(Namespaces::USER, name);
    assert_eq!(exit_of(process), Exit::Code(Errno::EPERM.0), "none of them outside");
    let (process, _) = child(own, || match sys::drop_capabilities() {
        Ok(()) => name(),
        Err(_) => 99,
    });
    assert_eq!(exit_of(process), Exit::Code(Errno::EPERM.0), "none when they are given up");
}

/// A program may lower its limits and not raise them, whatever it is in its user namespace.
#[test]
fn x5_hard_limits_are_not_raised_by_capabilities_inside() {
    let (process, _) = child(Namespaces::USER, || {
        if sys::set_limit(Resource::OpenFiles, 20).is_err() {
            return 99;
        }
        number(sys::set_limit(Resource::OpenFiles, 21))
    });
    assert_eq!(exit_of(process), Exit::Code(Errno::EPERM.0));
}
