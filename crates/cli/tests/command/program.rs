//! Exit codes, streams, mounts and identities of what is run.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::{finish, outcome, run};

#[test]
fn the_exit_status_says_whether_the_program_succeeded() {
    finish(run(&["--", "true"])).status(0);
    let finished = finish(run(&["--", "false"])).status(1);
    assert!(finished.stderr().contains("the program exited with 1"), "{finished:#?}");
    let (outcome, status) = outcome(&["--", "sh", "-c", "kill -SEGV $$"]);
    assert_eq!((&outcome["cause"], status), (&"signaled".into(), Some(1)));
    assert_eq!(outcome["signal"], 11);
}

#[test]
fn stdout_and_stderr_are_passed_through() {
    let finished = finish(run(&["--", "sh", "-c", "echo out; echo err >&2"])).status(0);
    assert_eq!(finished.stdout(), "out\n");
    assert!(finished.stderr().starts_with("err\n"), "{finished:#?}");
}

#[test]
fn streams_can_be_files() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| directory.path().join(name).display().to_string();
    fs::write(path("in"), "hello").expect("writable");
    let arguments = ["--stdin", &path("in"), "--stdout", &path("out"), "--stderr", &path("err")];
    let mut command = run(&arguments);
    command.args(["--", "sh", "-c", "cat; echo oops >&2"]);
    assert_eq!(finish(command).status(0).stdout(), "");
    assert_eq!(fs::read_to_string(path("out")).expect("written"), "hello");
    assert_eq!(fs::read_to_string(path("err")).expect("written"), "oops\n");
}

#[test]
fn nothing_is_inherited() {
    let script = "cat; ls /proc/self/fd 2>/dev/null; env | sort";
    let mut command = run(&["--env", "KEY=a b", "--", "sh", "-c", script]);
    command.env("SECRET", "of the host");
    let stdout = finish(command).status(0).stdout();
    assert!(stdout.contains("KEY=a b\n") && stdout.contains("PATH=/usr/bin:/bin\n"), "{stdout}");
    assert!(!stdout.contains("SECRET"), "{stdout}");
}

#[test]
fn mounts_appear_where_they_were_asked_for() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    // What runs inside is an ordinary user, whoever made this directory.
    let mode = PermissionsExt::from_mode(0o777);
    fs::set_permissions(directory.path(), mode).expect("ours");
    fs::write(directory.path().join("file"), "bound\n").expect("writable");
    let source = directory.path().display();
    let script = "cat file; cp file /tmp/copy && cat /tmp/copy; echo new > new; pwd";
    let bind = format!("{source}:/box:rw");
    let mut command = run(&["--bind", &bind, "--workdir", "/box", "--tmpfs", "/tmp:1MiB"]);
    command.args(["--", "sh", "-c", script]);
    assert_eq!(finish(command).status(0).stdout(), "bound\nbound\n/box\n");
    assert_eq!(fs::read_to_string(directory.path().join("new")).expect("written"), "new\n");

    let bind = format!("{source}:/box");
    let mut command = run(&["--bind", &bind, "--", "sh", "-c"]);
    command.arg("echo other > /box/new");
    finish(command).status(1);
    assert_eq!(fs::read_to_string(directory.path().join("new")).expect("readable"), "new\n");
}

#[test]
fn the_host_is_not_there() {
    for path in ["/etc/passwd", "/home", "/proc", "/sys", "/tmp", "/dev/tty"] {
        let (outcome, status) = outcome(&["--", "ls", path]);
        assert_eq!(status, Some(1), "{path}: {outcome}");
    }
}

#[test]
fn proc_shows_only_its_own_processes() {
    let script = "echo /proc/[0-9]*";
    let stdout = finish(run(&["--proc", "--", "sh", "-c", script])).status(0).stdout();
    let processes = stdout.split_whitespace().count();
    assert!((1..=2).contains(&processes), "{stdout}");
}

#[test]
fn files_are_copied_in_and_out() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| directory.path().join(name).display().to_string();
    fs::write(path("in"), "hello").expect("writable");
    let (copy_in, copy_out) =
        (format!("{}:/box/in", path("in")), format!("/box/out:{}", path("out")));
    let arguments = ["--tmpfs", "/box", "--copy-in", &copy_in, "--copy-out", &copy_out];
    let mut command = run(&arguments);
    command.args(["--", "sh", "-c", "tr a-z A-Z < /box/in > /box/out"]);
    finish(command).status(0);
    assert_eq!(fs::read_to_string(path("out")).expect("copied"), "HELLO");

    let mut command = run(&arguments);
    command.args(["--", "sh", "-c", "ln -s /box/in /box/out"]);
    let finished = finish(command).status(1);
    assert!(finished.stderr().contains("did not copy out '/box/out'"), "{finished:#?}");
}

#[test]
fn a_program_that_no_mount_shows_is_handed_in() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let program = directory.path().join("a.out");
    fs::copy("/usr/bin/echo", &program).expect("copied");
    let stdout = finish({
        let mut command = run(&["--", "./a.out", "handed", "in"]);
        command.current_dir(directory.path());
        command
    });
    assert_eq!(stdout.status(0).stdout(), "handed in\n");
}

#[test]
fn identity_and_host_name_are_those_asked_for() {
    let script = "id -u; id -g; uname -n";
    let arguments = ["--uid", "7", "--gid", "8", "--hostname", "box", "--", "sh", "-c", script];
    assert_eq!(finish(run(&arguments)).status(0).stdout(), "7\n8\nbox\n");
}

#[test]
fn an_ordinary_user_can_run_programs() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    if sandglass_sys::effective_user() != 0 {
        // Then all the other tests are this test.
        return;
    }
    // Somewhere that user can reach.
    let directory = tempfile::tempdir_in("/tmp").expect("a temporary directory");
    let open = |path: &std::path::Path| {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("ours");
    };
    open(directory.path());
    let program = directory.path().join("sandglass");
    fs::copy(env!("CARGO_BIN_EXE_sandglass"), &program).expect("copied");
    open(&program);
    let mut command = Command::new(&program);
    command.uid(65534).gid(65534).current_dir("/");
    command.args(["run", "--allow-weaker", "--", "sh", "-c", "echo $(id -u)"]);
    assert_eq!(finish(command).status(0).stdout(), "1000\n");
}

/// In a user namespace with a single user (`unshare -r`, builders of packages, many rootless containers) that
/// user is root by name alone. Of real root, and of a user without a number, it is said what is wanting.
#[test]
fn the_single_user_of_a_user_namespace_can_run_programs() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let directory = tempfile::tempdir_in("/tmp").expect("a temporary directory");
    let open = |path: &std::path::Path| {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("ours");
    };
    open(directory.path());
    let program = directory.path().join("sandglass");
    fs::copy(env!("CARGO_BIN_EXE_sandglass"), &program).expect("copied");
    open(&program);
    let root = sandglass_sys::is_root();
    let run = |namespace: &str, drop: bool| {
        let mut command = Command::new("unshare");
        command.arg(namespace).arg(&program).current_dir("/");
        if drop && root {
            command.uid(65534).gid(65534);
        }
        command.args(["run", "--allow-weaker", "--", "sh", "-c", "echo $(id -u)"]);
        finish(command)
    };
    assert_eq!(run("-Ur", true).status(0).stdout(), "1000\n");
    assert!(run("-U", true).status(3).stderr().contains("is not mapped"));
    if root {
        assert!(run("-Ur", false).status(3).stderr().contains("in its user namespace"));
    }
}

/// A name alone hands on the caller's value; one that has none is wrong usage and not an empty value.
#[test]
fn a_variable_is_handed_on_by_name() {
    let script = "echo \"$FRUIT-$COLOUR-$TASTE\"";
    let arguments = ["--env", "FRUIT", "--env", "COLOUR=", "--", "sh", "-c", script];
    let mut command = run(&arguments);
    command.env("FRUIT", "a pear = sweet").env("COLOUR", "green").env("TASTE", "sour");
    assert_eq!(finish(command).status(0).stdout(), "a pear = sweet--\n");
    let mut command = run(&["--env", "FRUIT", "--", "true"]);
    command.env_remove("FRUIT");
    assert!(finish(command).status(2).stderr().contains("FRUIT=VALUE"));
}

#[test]
fn few_open_files_are_named_as_what_is_wanting() {
    for few in ["8", "12", "20", "32"] {
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {few}; exec \"$0\" run --allow-weaker -- /bin/true");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_sandglass")]);
        let told = finish(command);
        // A lane without cgroups holds fewer, and may have enough.
        if few == "8" || told.0.status.code() != Some(0) {
            let told = told.status(3);
            assert!(told.stderr().contains("ulimit -n"), "{few}: {}", told.stderr());
        }
    }
}

/// Whether a program at a terminal may act on it as its own: `tcgetpgrp` succeeds on nothing but a
/// process's controlling terminal. Without the sandbox it does, so the test can fail.
#[test]
fn a_program_has_no_terminal_of_the_callers() {
    let ask = "import os, sys\ntry: os.tcgetpgrp(0); print('mine')\n\
               except OSError as error: print(error.strerror)";
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("ask.py");
    fs::write(&file, ask).expect("writable");
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).expect("ours");
    let file = file.display();
    let at_terminal = |command: String| {
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]);
        finish(script).status(0).stdout().trim().to_owned()
    };
    assert_eq!(at_terminal(format!("python3 {file}")), "mine");
    let program = env!("CARGO_BIN_EXE_sandglass");
    for processes in ["1", "8"] {
        let limits = format!("--allow-weaker --processes {processes} --policy none");
        let binds = format!("--bind {file}:/ask.py --stdin /dev/tty");
        let run = format!("{program} run {limits} {binds} -- python3 /ask.py 2>/dev/null");
        assert_eq!(at_terminal(run), "Inappropriate ioctl for device", "{processes} processes");
    }
}
