//! What a program changes of itself, and of whoever it reaches, is gone with it.

use crate::support::*;
use sandglass_sandbox::{Lane, LaneOptions, Limits, Request, View};

/// Every attribute that a process gets of its parent and can change, as a program sees them.
fn attributes(lane: &Lane, limits: Limits) -> String {
    say(lane, &request("attributes", limits))
}

fn request(mode: &str, limits: Limits) -> Request {
    let view = View::default().proc("/proc");
    let request = inside(&[mode]).view(view).limits(limits);
    // Without a policy it may change far more than with one.
    if mode == "spoil" { request.without_policy() } else { request }
}

/// The program before may change its priority, class, CPUs, limits, timers, mask, directory,
/// personality and signals, and those of process 1: the next program has what the first had. Each slot
/// of the lane is come by twice, with cells built ahead and without, with one thread and with many.
#[test]
fn i2_a_run_has_no_influence_on_the_attributes_of_the_next() {
    for (build_ahead, processes) in [(false, None), (true, None), (true, Some(1))] {
        let lane = Lane::new(&LaneOptions { build_ahead, ..options() }).expect("a lane");
        let limits = Limits { processes, ..Limits::default() };
        let first = attributes(&lane, limits.clone());
        for key in ["nice", "policy", "cpus", "io", "slack", "umask", "directory", "personality"] {
            assert_ne!(value(&first, key), "", "{first}");
        }
        assert_eq!(value(&first, "umask"), "22", "the same whoever starts the client");
        for round in 0..4 {
            let spoiled = lane.run(&request("spoil", limits.clone())).expect("an outcome");
            assert!(spoiled.success(), "{spoiled:?}");
            let own = said(&spoiled);
            for (key, changed) in [("nice", "19"), ("policy", "5"), ("umask", "777")] {
                assert_eq!(value(&own, key), changed, "it does change them: {own}");
            }
            assert_eq!(attributes(&lane, limits.clone()), first, "round {round}");
        }
    }
}

/// What the client's own user has raised is not handed on.
#[test]
fn i3_no_program_has_a_limit_that_lets_it_raise_its_priority() {
    let text = attributes(&lane(), Limits::default());
    for resource in [13, 14] {
        assert_eq!(value(&text, &format!("limit {resource}")), "0 0", "{text}");
    }
}

/// A client of a real-time class starts normal programs, whatever nice value it has beside; that value is
/// handed on. Only root may take the class, so an ordinary user shows the second half alone.
#[test]
fn i4_a_real_time_class_of_the_client_is_not_handed_on() {
    let seen = std::thread::spawn(|| {
        let thread = sandglass_sys::thread_id().to_string();
        let change = |program: &str, arguments: &[&str]| {
            let mut command = std::process::Command::new(program);
            command.args(arguments).arg(&thread).stderr(std::process::Stdio::null());
            command.status().expect("util-linux is there").success()
        };
        assert!(change("renice", &["-n", "5", "-p"]), "everybody may be nicer");
        let real_time = change("chrt", &["--fifo", "-p", "1"]);
        assert_eq!(real_time, sandglass_sys::effective_user() == 0, "who may take the class");
        attributes(&lane(), Limits::default())
    });
    let seen = seen.join().expect("it ends");
    assert_eq!((value(&seen, "policy"), value(&seen, "nice")), ("0", "5"), "{seen}");
}
