//! Each namespace.

use crate::support::*;
use sandglass_sandbox::{Network, View, Weakness};
use std::path::Path;

#[test]
fn n1_user_and_group_are_those_that_were_asked_for() {
    let lane = lane();
    for (user, group) in [(1000, 1000), (0, 0), (0, 7), (7, 0), (65_534, 1), (123_456, 654_321)] {
        let view = View::default().identity(user, group);
        let text = say(&lane, &inside(&["who"]).view(view));
        let expected = (user.to_string(), group.to_string());
        assert_eq!((value(&text, "uid"), value(&text, "gid")), (&*expected.0, &*expected.1));
        assert_eq!((value(&text, "euid"), value(&text, "egid")), (&*expected.0, &*expected.1));
    }
}

#[test]
fn n1_processes_outside_cannot_be_seen_or_reached() {
    let lane = lane();
    let text = say(&lane, &inside(&["who"]));
    assert_eq!((value(&text, "pid"), value(&text, "ppid")), ("2", "1"));
    // Every signal to everybody and to process 1, and a look at the supervisor's number.
    let supervisor = lane.facts().supervisor.to_string();
    let outcome = lane.run(&inside(&["kill-all", &supervisor])).expect("an outcome");
    assert!(outcome.success(), "{outcome:?}");
    assert_eq!(said(&outcome), "outside ESRCH\n");
    assert!(alive(lane.facts().supervisor));
}

#[test]
fn n1_there_is_no_network() {
    let lane = lane();
    let text = say(&lane, &inside(&["network", "192.0.2.1"]));
    assert_eq!(text, "socket EAFNOSUPPORT\n", "the policy's answer");
    let text = say(&lane, &inside(&["network", "192.0.2.1"]).without_policy());
    assert!(matches!(&*text, "connect ENETUNREACH\n" | "connect EACCES\n"), "{text}");
}

#[test]
fn n1_loopback_is_up_where_it_is_asked_for_and_nothing_beside_it() {
    let lane = lane();
    let view = View::default().network(Network::Loopback);
    let of = |address: &str| {
        say(&lane, &inside(&["network", address]).view(view.clone()).without_policy())
    };
    assert_eq!(of("127.0.0.1"), "connect ok\n");
    assert_eq!(of("192.0.2.1"), "connect ENETUNREACH\n");
}

#[test]
fn n1_system_v_objects_do_not_pass_from_run_to_run() {
    let lane = lane();
    let of = |word: &str| say(&lane, &inside(&["queue", "-", word]).without_policy());
    assert_eq!(of("make"), "shmget ok\n");
    assert_eq!(of("see"), "shmget ENOENT\n");
    let with_policy = say(&lane, &inside(&["queue", "-", "make"]));
    assert_eq!(with_policy, "shmget ENOSYS\n");
}

#[test]
fn n1_host_and_domain_name_tell_nothing_of_the_host() {
    let lane = lane();
    assert_eq!(say(&lane, &inside(&["host"])), "host [sandglass]\ndomain []\n");
    let view = View::default().host_name("judge");
    assert_eq!(say(&lane, &inside(&["host"]).view(view)), "host [judge]\ndomain []\n");
}

#[test]
fn n1_clocks_do_not_tell_how_long_the_host_has_run() {
    let start = sandglass_sys::monotonic_nanoseconds() / 1_000_000_000;
    let lane = lane();
    let text = say(&lane, &inside(&["clock"]));
    if lane.facts().weaknesses.contains(&Weakness::NoTimeNamespace) {
        assert!(!Path::new("/proc/self/ns/time").exists(), "the kernel has time namespaces");
        return;
    }
    for name in ["monotonic", "boottime"] {
        let seconds: u64 = value(&text, name).parse().expect("a number");
        assert!(seconds < 600, "{text}");
        assert!(seconds < start || start < 600, "{text}");
    }
}

#[test]
fn n1_the_cgroup_looks_like_the_root() {
    let Some(lane) = cgroup_lane() else { return };
    let request = inside(&["print", "/proc/self/cgroup"]).view(View::default().proc("/proc"));
    let text = say(&lane, &request);
    let unified = text.lines().find(|line| line.starts_with("0::"));
    assert_eq!(unified, Some("0::/"), "{text}");
    assert!(!text.contains("sandglass"), "{text}");
}

#[test]
fn n1_the_outcome_names_the_namespaces() {
    let outcome = lane().run(&inside(&["exit", "0"])).expect("an outcome");
    for name in ["user", "mount", "pid", "network", "ipc", "uts"] {
        assert!(outcome.protections.namespaces.contains(&name), "{name}: {outcome:?}");
    }
}
