//! Frames that are cut, changed or accompanied by the wrong descriptors, against a living supervisor.
//! It refuses each with a message and goes on.

use crate::raw::{Raw, host_view, run};
use crate::support::pipe;
use sandglass_sys as sys;
use sandglass_wire::{
    Command, CopyIn, CopyOut, Executable, INLINE_BYTES, LONGEST_BODY, Limits, Output, Reply, Run,
};
use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// A run with something in every field, and no descriptor.
fn full_run(id: u64) -> Run {
    let mut full = run(id, None);
    full.arguments.push(b"one".to_vec());
    full.environment = vec![b"PATH=/bin".to_vec()];
    full.stdout = Output::Capture(4096);
    full.limits = Limits {
        cpu_time: Some(5_000_000_000),
        wall_time: Some(5_000_000_000),
        memory: Some(64 << 20),
        processes: Some(4),
        ..Limits::default()
    };
    full.copy_out = vec![CopyOut { path: b"/none".to_vec(), limit: 99 }];
    full
}

/// What must come for these bytes: an answer with this number, or nothing.
enum Due {
    /// A complaint that the message is malformed.
    Complaint,
    /// The outcome or failure of this run.
    Answer(u64),
    Nothing,
}

fn due(bytes: &[u8], came: usize) -> Due {
    match Command::decode(bytes, came) {
        Err(_) | Ok(Command::Hello(_)) => Due::Complaint,
        Ok(Command::Run(run)) => Due::Answer(run.id),
        Ok(_) => Due::Nothing,
    }
}

/// Sends `bytes` and takes what is due for them.
fn check(raw: &mut Raw, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) -> bool {
    let due = due(bytes, descriptors.len());
    raw.send_bytes(bytes, descriptors);
    loop {
        let reply = match due {
            Due::Nothing => return false,
            _ => raw.reply().expect("the supervisor lives"),
        };
        match (&due, reply) {
            (_, Reply::Started { .. }) => {}
            (Due::Complaint, Reply::Failed(failure)) => {
                assert!(failure.id == u64::MAX && failure.request_at_fault, "{failure:?}");
                assert!(!failure.subject.is_empty());
                return true;
            }
            (Due::Answer(id), Reply::Outcome(outcome)) if outcome.id == *id => return false,
            (Due::Answer(id), Reply::Failed(failure)) if failure.id == *id => return false,
            (_, reply) => panic!("{reply:?} for {bytes:?}"),
        }
    }
}

/// The lane still serves.
fn goes_on(raw: &mut Raw) {
    raw.send(&Command::View { slot: 0, view: host_view() });
    raw.send(&Command::Run(Box::new(run(77, None))));
    match raw.reply() {
        Some(Reply::Outcome(outcome)) => assert_eq!((outcome.id, outcome.exit_code), (77, Some(0))),
        other => panic!("{other:?}"),
    }
}

fn frames() -> Vec<(&'static str, Vec<u8>)> {
    let view = Command::View { slot: 1, view: host_view() };
    let policy =
        Command::Policy { slot: 1, program: vec![6, 0, 0, 0, 0, 0, 0xff, 0x7f], listener: true };
    vec![
        ("view", view.encode()),
        ("policy", policy.encode()),
        ("prepare", Command::Prepare { view: 0, policy: None }.encode()),
        ("kill", Command::Kill { id: 1 }.encode()),
        ("cancel", Command::Cancel { id: 1 }.encode()),
        ("run", Command::Run(Box::new(full_run(3))).encode()),
    ]
}

#[test]
fn every_shorter_frame_is_refused_and_the_lane_goes_on() {
    let mut raw = Raw::ready();
    for (name, bytes) in frames() {
        for length in 1..bytes.len() {
            assert!(check(&mut raw, &bytes[..length], &[]), "{length} bytes of {name}");
        }
    }
    goes_on(&mut raw);
    assert_eq!(raw.end(), Some(0));
}

#[test]
fn every_changed_byte_is_refused_or_means_something_and_the_lane_goes_on() {
    let mut raw = Raw::ready();
    let mut refused = 0;
    for (_, bytes) in frames() {
        for place in 0..bytes.len() {
            for value in [bytes[place] ^ 1, bytes[place] ^ 0x80, 0, 0xff] {
                let mut changed = bytes.clone();
                changed[place] = value;
                // Marks a body in a memory file; those have a test of their own.
                if changed[0] == 0xff || slow_to_try(&changed) {
                    continue;
                }
                refused += u32::from(check(&mut raw, &changed, &[]));
            }
        }
        goes_on(&mut raw);
    }
    assert!(refused > 100, "{refused}");
    assert_eq!(raw.end(), Some(0));
}

/// Changed limits that are obeyed, and would be waited for, are not what this test is about; nor are
/// runs of a view or policy that a changed definition has put there.
fn slow_to_try(bytes: &[u8]) -> bool {
    match Command::decode(bytes, 0) {
        Ok(Command::Run(run)) => run.view != 0 || run.policy.is_some(),
        Ok(Command::View { slot, .. }) => slot == 0,
        Ok(Command::Prepare { view, .. }) => view != 0,
        _ => false,
    }
}

#[test]
fn several_changed_bytes_are_survived() {
    let rounds = if std::env::var_os("SANDGLASS_LONG").is_some() { 20_000 } else { 1_000 };
    let mut raw = Raw::ready();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let frames = frames();
    for _ in 0..rounds {
        let mut bytes = frames[random(frames.len())].1.clone();
        for _ in 0..2 + random(6) {
            let place = random(bytes.len());
            bytes[place] = [random(256) as u8, 0, 1, 0xff][random(4)];
        }
        if bytes[0] != 0xff && !slow_to_try(&bytes) {
            check(&mut raw, &bytes, &[]);
        }
    }
    goes_on(&mut raw);
    assert_eq!(raw.end(), Some(0));
}

#[test]
fn wrong_numbers_of_descriptors_are_refused() {
    let mut raw = Raw::ready();
    let null = File::open("/dev/null").expect("it is there");
    let mut wanting = run(4, None);
    wanting.stdin = true;
    wanting.copy_in = vec![CopyIn { path: b"/tmp/none/in".to_vec(), mode: 0o600 }];
    let wanting = Command::Run(Box::new(wanting)).encode();
    for count in [0, 1, 3, 10, 63] {
        assert!(check(&mut raw, &wanting, &vec![null.as_fd(); count]), "{count}");
    }
    // Two is right, so this is a run; that it fails at the copy is the run's matter.
    assert!(!check(&mut raw, &wanting, &[null.as_fd(), null.as_fd()]));
    for (name, bytes) in frames() {
        assert!(check(&mut raw, &bytes, &[null.as_fd()]), "{name} with a descriptor");
    }
    goes_on(&mut raw);
}

#[test]
fn wrong_kinds_of_descriptors_fail_the_run_alone() {
    let mut raw = Raw::ready();
    let (reader, writer) = pipe();
    let (socket, _other) = sys::socket_pair().expect("a socket");
    let kinds: Vec<(&str, OwnedFd)> = vec![
        ("a directory", File::open("/").expect("the root").into()),
        ("a path", sys::open(None, c"/", sys::OpenHow::PATH).expect("the root")),
        ("the reading end of a pipe", reader.into()),
        ("the writing end of a pipe", writer),
        ("a socket", socket),
        ("an event", sys::event_descriptor().expect("an event")),
        ("a memory file", sys::memory_file(c"test", false).expect("a file")),
    ];
    for (name, descriptor) in &kinds {
        let descriptor = descriptor.as_fd();
        for stream in 0..3 {
            let mut asked = full_run(5);
            asked.copy_out.clear();
            match stream {
                0 => asked.stdin = true,
                1 => asked.stdout = Output::Descriptor,
                _ => asked.stderr = Output::Descriptor,
            }
            // With an output limit the supervisor itself moves the bytes.
            asked.limits.output = (stream == 2).then_some(1 << 20);
            let bytes = Command::Run(Box::new(asked)).encode();
            assert!(!check(&mut raw, &bytes, &[descriptor]), "{name} as stream {stream}");
        }
        let mut asked = full_run(6);
        asked.executable = Executable::Descriptor;
        raw.send_bytes(&Command::Run(Box::new(asked)).encode(), &[descriptor]);
        match raw.reply() {
            Some(Reply::Failed(failure)) => {
                assert!(failure.request_at_fault, "{name}: {failure:?}")
            }
            other => panic!("{name} was executed: {other:?}"),
        }
    }
    goes_on(&mut raw);
    assert_eq!(raw.end(), Some(0));
}

#[test]
fn bodies_in_memory_files_are_checked_as_well() {
    let mut raw = Raw::ready();
    let header = |length: u64| [&[0xff][..], &length.to_le_bytes()].concat();
    let file = |content: &[u8]| {
        let file = sys::memory_file(c"test", false).expect("a file");
        sys::write_all(file.as_fd(), content).expect("written");
        file
    };
    let refused = |raw: &mut Raw, bytes: &[u8], descriptors: &[BorrowedFd<'_>]| {
        raw.send_bytes(bytes, descriptors);
        match raw.reply() {
            Some(Reply::Failed(failure)) => assert_eq!(failure.id, u64::MAX),
            other => panic!("{other:?} for {bytes:?}"),
        }
    };
    let view = Command::View { slot: 1, view: host_view() }.encode();
    let whole = file(&view);
    let (reader, _writer) = pipe();
    let length = view.len() as u64;
    refused(&mut raw, &header(length), &[]);
    refused(&mut raw, &header(length)[..8], &[whole.as_fd()]);
    refused(&mut raw, &header(length + 1), &[whole.as_fd()]);
    refused(&mut raw, &header(length - 1), &[whole.as_fd()]);
    refused(&mut raw, &header(0), &[whole.as_fd()]);
    refused(&mut raw, &header(u64::MAX), &[whole.as_fd()]);
    refused(&mut raw, &header(LONGEST_BODY as u64 + 1), &[whole.as_fd()]);
    refused(&mut raw, &header(length), &[reader.as_fd()]);
    refused(&mut raw, &header(length), &[file(b"").as_fd()]);
    refused(&mut raw, &header(length), &[whole.as_fd(), whole.as_fd()]);
    let directory = File::open("/").expect("the root");
    refused(&mut raw, &header(length), &[directory.as_fd()]);
    // And the honest one, which says nothing and is obeyed.
    raw.send_bytes(&header(length), &[whole.as_fd()]);
    let mut seen = run(8, None);
    seen.view = 1;
    raw.send(&Command::Run(Box::new(seen)));
    assert!(matches!(raw.reply(), Some(Reply::Outcome(outcome)) if outcome.exit_code == Some(0)));
    // More in the message itself than is ever sent there.
    let long = vec![4; INLINE_BYTES + 1];
    raw.send_oversized(&long);
    match raw.reply() {
        Some(Reply::Failed(failure)) => assert_eq!(failure.id, u64::MAX),
        other => panic!("{other:?}"),
    }
    goes_on(&mut raw);
}

/// A message of no bytes looks like the end of the conversation, and is taken as it.
#[test]
fn an_empty_message_ends_the_lane_cleanly() {
    let mut raw = Raw::ready();
    raw.send_oversized(&[]);
    assert!(raw.reply().is_none());
    assert_eq!(raw.end(), Some(0));
}

#[test]
fn a_malformed_greeting_is_refused_with_words() {
    let greeting = Command::Hello(crate::raw::hello()).encode();
    for length in (1..greeting.len()).step_by(5) {
        let mut raw = Raw::start(std::process::Command::new(crate::raw::SUPERVISOR));
        raw.send_bytes(&greeting[..length], &[]);
        match raw.reply() {
            Some(Reply::Refused { message, hint }) => {
                assert!(message.contains("greeting") && !hint.is_empty(), "{message}: {hint}");
            }
            other => panic!("{length} bytes: {other:?}"),
        }
        assert_eq!(raw.end(), Some(2));
    }
}
