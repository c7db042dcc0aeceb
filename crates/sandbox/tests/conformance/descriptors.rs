//! What is open inside, and what stays open outside.

use crate::support::*;
use sandglass_sandbox::{Cause, FIRST_INHERITED, Limits, Output, Request};
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lines `descriptor access-mode device`; 0x103 is the null device.
#[test]
fn h4_the_standard_streams_are_the_null_device_by_default() {
    let lane = lane();
    let (mut reader, writer) = pipe();
    // Standard error carries the answer, so that standard output can be the default.
    let request = shell("exec 3>&2; readlink /proc/self/fd/0 /proc/self/fd/1 >&3")
        .stdout(Output::Null)
        .stderr(to(writer))
        .view(sandglass_sandbox::View::system().proc("/proc"));
    assert!(lane.run(&request).expect("an outcome").success());
    drop(request);
    let mut names = String::new();
    reader.read_to_string(&mut names).expect("read");
    assert!(names.starts_with("/dev/null\n"), "{names:?}");
    let all = say(&lane, &inside(&["open"]));
    assert_eq!(all.lines().next(), Some("0 0 103"), "standard input can be read, no more");
    assert_eq!(all.lines().nth(2), Some("2 1 103"), "standard error can be written, no more");
    let captured = inside(&["open"]).stdout(Output::Null).stderr(Output::Null);
    assert!(lane.run(&captured).expect("an outcome").success());
}

#[test]
fn h5_nothing_but_the_standard_streams_is_open_inside() {
    // A descriptor that this process holds without close-on-exec would reach a careless child.
    let stray = File::open("/dev/zero").expect("it exists");
    sandglass_sys::set_close_on_exec(std::os::fd::AsFd::as_fd(&stray), false).expect("set");
    let lane = lane();
    for _ in 0..3 {
        let text = say(&lane, &inside(&["open"]));
        let open: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(open, ["0", "1", "2"], "{text}");
    }
}

#[test]
fn h6_the_sandbox_holds_no_end_of_a_stream_that_the_program_closed() {
    let lane = lane();
    let (mut reader, writer) = pipe();
    let request = inside(&["close-streams"]).stdout(to(writer));
    let running = lane.submit(&request).expect("sent");
    drop(request);
    let start = Instant::now();
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest).expect("the end comes while the program still runs");
    assert!(start.elapsed() < slow(Duration::from_secs(1)), "{:?}", start.elapsed());
    running.kill().expect("sent");
    assert_eq!(running.wait().expect("an outcome").cause, Cause::Killed);
}

#[test]
fn h7_an_inherited_descriptor_has_the_number_that_was_promised() {
    let lane = lane();
    let filled = |text: &[u8]| {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        std::io::Write::write_all(&mut writer, text).expect("room");
        Arc::new(OwnedFd::from(reader))
    };
    // A limit of open files takes none of them.
    let limits = Limits { open_files: Some(16), ..Limits::default() };
    let request = inside(&["open"]).inherit(filled(b"")).inherit(filled(b"")).limits(limits);
    let text = say(&lane, &request);
    let open: Vec<_> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(open, ["0", "1", "2", "100", "101"], "{text}");
    assert_eq!(FIRST_INHERITED, 100);
    let (mut reader, writer) = pipe();
    let request = Request::new("/bin/bash")
        .arguments(["-c", "cat <&100 >&101"])
        .environment("PATH", "/usr/bin:/bin")
        .inherit(filled(b"hello"))
        .inherit(Arc::new(writer));
    assert!(lane.run(&request).expect("an outcome").success());
    drop(request);
    let mut text = String::new();
    // Comes to an end, since nobody else holds the other end any more.
    reader.read_to_string(&mut text).expect("read");
    assert_eq!(text, "hello");
}
