//! Limits of each process (setrlimit).

use crate::support::*;
use sandglass_sandbox::{Backend, BackendChoice, Cause, Lane, LaneOptions, Limits, View};

fn with(arguments: &[&str], change: impl FnOnce(&mut Limits)) -> sandglass_sandbox::Request {
    let mut request = inside(arguments).view(View::default().tmpfs("/box", 1 << 20));
    change(request.limits_mut());
    request
}

#[test]
fn p1_without_limits_only_core_dumps_are_off() {
    let lane = lane();
    let text = say(&lane, &inside(&["limits"]));
    assert_eq!(value(&text, "CORE"), "0 0");
    for name in ["AS", "CPU", "FSIZE"] {
        assert_eq!(value(&text, name), "-1 -1", "{name}");
    }
}

#[test]
fn p1_every_limit_is_set_soft_and_hard() {
    let lane = lane();
    let request = with(&["limits"], |limits| {
        limits.address_space = Some(1 << 30);
        limits.core = Some(4096);
        limits.file_size = Some(42);
        limits.open_files = Some(17);
        limits.stack = Some(1 << 20);
    });
    let text = say(&lane, &request);
    for (name, bound) in
        [("AS", 1 << 30), ("CORE", 4096), ("FSIZE", 42), ("NOFILE", 17), ("STACK", 1 << 20)]
    {
        let words = value(&text, name);
        // The host's own hard limit may be lower, for core dumps say; it is never raised.
        assert!(words == format!("{bound} {bound}") || name == "CORE", "{name}: {words}");
    }
}

#[test]
fn p1_address_space() {
    let lane = lane();
    let bounded = |bytes: &str| {
        let request = with(&["map", bytes], |limits| limits.address_space = Some(64 << 20));
        said(&lane.run(&request).expect("an outcome"))
    };
    assert_eq!(bounded("1048576"), "mmap ok\n");
    assert_eq!(bounded("134217728"), "mmap ENOMEM\n");
}

/// Without a cgroup a watch bounds what is used, and a fence what slips between two looks; who only
/// reserves, as a JVM, Node and GHC do, uses nothing.
#[test]
fn p1_without_a_cgroup_memory_that_is_reserved_is_not_used() {
    let backend = BackendChoice::Only(Backend::Rlimit);
    let lane = Lane::new(&LaneOptions { backend, ..options() }).expect("a lane");
    let bounded = |mode: &str, bytes: u64| {
        let arguments = [mode, &bytes.to_string()];
        let request = with(&arguments, |limits| limits.memory = Some(64 << 20));
        said(&lane.run(&request).expect("an outcome"))
    };
    assert_eq!(bounded("reserve", 256 << 30), "mmap ok\n");
    assert_eq!(bounded("map", 1 << 30), "mmap ok\n");
    assert_eq!(bounded("map", 2 << 30), "mmap ENOMEM\n");
}

#[test]
fn p1_core_dumps_are_not_written() {
    let lane = lane();
    let outcome = lane.run(&with(&["core"], |_| {})).expect("an outcome");
    assert_eq!((outcome.cause, outcome.signal), (Cause::Signaled, Some(6)));
}

#[test]
fn p1_file_size_is_bounded_for_each_file() {
    let lane = lane();
    let request = |file: &str, bytes: &str| {
        with(&["write", file, bytes], |limits| limits.file_size = Some(42))
    };
    for file in ["/box/one", "/box/two"] {
        let text = say(&lane, &request(file, "100"));
        assert_eq!((value(&text, "written"), value(&text, "write")), ("42", "EFBIG"));
    }
    assert_eq!(value(&say(&lane, &request("/box/three", "42")), "written"), "42");
    let outcome = lane
        .run(&with(&["overflow", "/box/four"], |limits| limits.file_size = Some(42)))
        .expect("an outcome");
    assert_eq!(outcome.cause, Cause::OutputLimit, "SIGXFSZ is the kernel's evidence: {outcome:?}");
}

#[test]
fn p1_open_files() {
    let lane = lane();
    let request = with(&["descriptors"], |limits| limits.open_files = Some(4));
    assert_eq!(say(&lane, &request), "opened 1 EMFILE\n");
}

#[test]
fn p1_stack() {
    let lane = lane();
    let deep = |limit| {
        let request = with(&["stack", "16777216"], |limits| limits.stack = Some(limit));
        lane.run(&request).expect("an outcome")
    };
    assert_eq!(deep(1 << 20).signal, Some(11));
    assert!(deep(64 << 20).success());
}

/// The kernel's own CPU limit is the second fence behind the exact timer: whole seconds, one behind.
#[test]
fn p1_cpu_seconds() {
    let lane = lane();
    let text = say(&lane, &with(&["limits"], |limits| limits.cpu_time = Some(slow(ms(1500)))));
    let soft: u64 = value(&text, "CPU").split(' ').next().expect("two").parse().expect("a number");
    assert!(soft >= 2, "{text}");
    let request = with(&["spin", "60000"], |limits| limits.cpu_time = Some(ms(900)));
    let outcome = lane.run(&request).expect("an outcome");
    assert_eq!(outcome.cause, Cause::CpuTimeLimit);
    assert!(outcome.cpu_time() >= ms(800), "{outcome:?}");
}
