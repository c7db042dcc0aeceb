//! Holes that other sandboxes had, and the refusal to run as root.

use crate::raw::{Raw, SUPERVISOR, hello};
use crate::support::*;
use sandglass_sandbox::{Backend, BackendChoice, Error, Lane, LaneOptions, Limits, Switch, View};
use sandglass_wire::{Command, Hello, Reply};
use std::process::{Command as Process, Stdio};

/// With the host's cgroup tree in sight a program could switch controllers off, if it may write there.
#[test]
fn h1_a_program_cannot_change_cgroups_even_where_it_sees_them() {
    let Some(lane) = cgroup_lane() else { return };
    assert_eq!(
        say(&lane, &inside(&["stat", "/sys/fs/cgroup"]).view(View::system())),
        "stat ENOENT\n",
        "no view of ours shows them"
    );
    let mine = cgroups(guardian(&lane));
    assert!(!mine.is_empty());
    for directory in mine {
        for (file, view) in [
            ("cgroup.subtree_control", View::default().bind("/sys/fs/cgroup", "/sys/fs/cgroup")),
            ("cgroup.procs", View::default().bind("/sys/fs/cgroup", "/sys/fs/cgroup")),
        ] {
            let path = format!("{directory}/{file}");
            let text = say(&lane, &inside(&["write", &path, "2"]).view(view));
            let open = value(&text, "open");
            assert!(open == "EROFS" || open == "ENOENT", "{path}: {text}");
        }
    }
}

#[test]
fn h2_no_new_privileges_is_set() {
    assert_eq!(value(&say(&lane(), &inside(&["who"])), "nnp"), "1");
}

#[test]
fn h3_a_program_of_many_threads_leads_a_session_and_group_of_its_own() {
    let text = say(&lane(), &inside(&["who"]));
    let process = value(&text, "pid").to_owned();
    assert_eq!((value(&text, "sid"), value(&text, "pgid")), (&*process, &*process));
}

/// Its session is the lane's, whose leader is outside of the process namespace and shows as 0. What a
/// session protects from is held all the same: nobody else is in its group, and it has no terminal (the
/// command's test `a_program_has_no_terminal_of_the_callers`).
#[test]
fn h3_a_single_thread_leads_a_group_of_its_own() {
    let request = inside(&["who"]).limits(Limits { processes: Some(1), ..Limits::default() });
    let text = say(&lane(), &request);
    let process = value(&text, "pid").to_owned();
    assert_eq!((value(&text, "sid"), value(&text, "pgid")), ("0", &*process));
}

fn refusal(options: &LaneOptions) -> String {
    match Lane::new(options).expect_err("no lane") {
        Error::Refused { message, hint } => {
            assert!(!hint.is_empty());
            message
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn d3_user_zero_and_group_zero_are_refused() {
    if sandglass_sys::effective_user() != 0 {
        // An ordinary user's supervisor is that user; there is nothing to drop to.
        assert_eq!(lane().facts().user, sandglass_sys::effective_user());
        return;
    }
    for (user, group) in [(0, 65_534), (65_534, 0), (0, 0)] {
        let message = refusal(&LaneOptions { user, group, ..options() });
        assert!(message.contains("root"), "{message}");
    }
}

#[test]
fn d3_a_lane_of_root_runs_as_somebody_else() {
    let lane = lane();
    let ids = status_field(lane.facts().supervisor, "Uid:").expect("alive");
    assert!(ids.split_whitespace().all(|id| id != "0"), "{ids}");
    assert_eq!(ids.split_whitespace().next(), Some(&*lane.facts().user.to_string()));
    assert_eq!(status_field(lane.facts().supervisor, "NoNewPrivs:").as_deref(), Some("1"));
}

/// Starts the supervisor under `unshare OPTIONS sh -c "COMMANDS; exec it"` and returns what it says.
fn answer_under(options: &[&str], commands: &str) -> Option<Reply> {
    let mut command = Process::new("unshare");
    command.args(options).args(["sh", "-c", &format!("{commands} exec {SUPERVISOR}")]);
    let mut raw = Raw::start(command);
    raw.send(&Command::Hello(Hello { backend: BackendChoice::Only(Backend::Rlimit), ..hello() }));
    raw.reply()
}

/// The refusal of [`answer_under`].
fn refused_under(options: &[&str], commands: &str) -> Option<String> {
    match answer_under(options, commands) {
        Some(Reply::Refused { message, .. }) => Some(message),
        None => None,
        other => panic!("a lane, where there must be none: {other:?}"),
    }
}

#[test]
fn d3_root_of_a_user_namespace_is_refused_where_it_is_root() {
    // Only user 0 is mapped, so there is nobody to become. One who is root by name alone has nothing to
    // become somebody else for.
    let options = ["--user", "--map-root-user"];
    if sandglass_sys::effective_user() == 0 {
        assert!(refused_under(&options, "").is_some(), "it must say why");
    } else {
        let answer = answer_under(&options, "");
        assert!(matches!(answer, Some(Reply::Ready(_))), "{answer:?}");
    }
}

#[test]
fn d3_an_identity_without_a_map_is_refused() {
    let message = refused_under(&["--user"], "");
    assert!(message.is_some(), "it must say why");
}

#[test]
fn d3_a_null_device_that_is_none_is_refused() {
    let scratch = Scratch::new("null");
    let fake = scratch.path("null");
    std::fs::write(&fake, "").expect("written");
    let root = sandglass_sys::effective_user() == 0;
    let options: &[&str] = if root { &["-m"] } else { &["--user", "--map-root-user", "-m"] };
    let program = scratch.path("supervisor");
    std::fs::copy(SUPERVISOR, &program).expect("copied");
    let message = refused_under(options, &format!("mount --bind {fake} /dev/null;"));
    if root {
        let message = message.expect("it must say why");
        assert!(message.contains("/dev/null"), "{message}");
    }
}

#[test]
fn d4_without_a_socket_the_supervisor_says_what_it_is() {
    let output = Process::new(SUPERVISOR).stdin(Stdio::null()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8(output.stderr).expect("text");
    assert!(words.contains("not a command"), "{words}");
}

#[test]
fn d4_arguments_mean_nothing_to_the_supervisor() {
    for arguments in [&["--help"][..], &["0"], &["-1", "x"], &[""]] {
        let output =
            Process::new(SUPERVISOR).args(arguments).stdin(Stdio::null()).output().expect("runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn d4_a_greeting_that_is_none_is_refused() {
    let mut other_version = Command::Hello(hello()).encode();
    other_version[1] = 99;
    for bytes in [
        vec![1],
        vec![0],
        vec![200, 1, 2, 3],
        other_version,
        Command::Kill { id: 1 }.encode(),
        [Command::Hello(hello()).encode(), vec![0]].concat(),
    ] {
        let mut raw = Raw::start(Process::new(SUPERVISOR));
        raw.send_bytes(&bytes, &[]);
        let reply = raw.reply();
        assert!(matches!(reply, Some(Reply::Refused { .. })), "{bytes:?}: {reply:?}");
        assert_ne!(raw.end(), Some(0));
    }
}

/// What is switched off for a test is off, and no outcome hides it; nothing is off by itself.
#[test]
fn a_defence_that_is_switched_off_is_named_in_the_outcome() {
    let whole = lane();
    assert!(whole.facts().switched_off.is_empty());
    let outcome = whole.run(&inside(&["who"])).expect("an outcome");
    assert!(outcome.protections.switched_off.is_empty());
    let off = [Switch::NoNewPrivileges, Switch::Session];
    let weak = Lane::new(&options().without(off)).expect("a lane");
    assert_eq!(weak.facts().switched_off, off.into_iter().collect());
    let outcome = weak.run(&inside(&["who"])).expect("an outcome");
    assert_eq!(outcome.protections.switched_off, ["no_new_privileges", "session"]);
    let text = said(&outcome);
    assert_eq!(value(&text, "nnp"), "0");
    assert_ne!(value(&text, "sid"), value(&text, "pid"));
    let json = serde_json::to_value(&outcome).expect("JSON");
    assert_eq!(json["protections"]["switched_off"][0], "no_new_privileges");
}

/// Process 1 has a filter of its own, and no signal of a program moves it: not even those that the C
/// library keeps for itself.
#[test]
fn the_init_process_is_behind_a_filter_and_has_no_handler() {
    let lane = lane();
    let (mut reader, writer) = pipe();
    let run = lane.submit(&inside(&["pause"]).stdout(to(writer))).expect("it runs");
    wait_here(&mut reader);
    let is_init =
        |process: &u32| status_field(*process, "Name:").as_deref() == Some("sandglass-init");
    let init = descendants(lane.facts().supervisor).into_iter().find(is_init).expect("it lives");
    eventually(ms(2000), "a filter", || status_field(init, "Seccomp:").as_deref() == Some("2"));
    for (field, none) in [("SigCgt:", "0000000000000000"), ("CapPrm:", "0000000000000000")] {
        assert_eq!(status_field(init, field).as_deref(), Some(none), "{field}");
    }
    run.kill().expect("it lives");
    run.wait().expect("an outcome");
    let all = (1..=64).map(|n| format!("kill -{n} 1 2>/dev/null;")).collect::<String>();
    let mut request = shell(&format!("{all} echo alive"));
    request.limits_mut().processes = Some(1);
    assert_eq!(say(&lane, &request.view(View::system().landlock(false))), "alive\n");
}
