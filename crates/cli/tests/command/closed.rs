//! Streams that nobody reads: `sandglass … | head -1` is the reader's choice and no failure of ours, and a
//! closed standard error takes nothing away but words.

use std::process::{Command, Stdio};

use crate::support::sandglass;

const PROBLEM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/ruler");

/// A pipe whose other end is closed.
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// Exit status and standard error.
fn ended(mut command: Command) -> (Option<i32>, String) {
    let output = command.output().expect("the program starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Commands that print something on standard output.
const PRINTING: [&[&str]; 9] = [
    &["run", "--allow-weaker", "--json", "--", "true"],
    &["judge", "--allow-weaker", "--no-cache", PROBLEM],
    &["judge", "--allow-weaker", "--no-cache", "--json", PROBLEM],
    &["verify", "--allow-weaker", "--no-cache", PROBLEM],
    &["convert", "--to", "legacy", "--json", PROBLEM],
    &["doctor"],
    &["doctor", "--json"],
    &["languages", "python3"],
    &["completions", "bash"],
];

#[test]
fn nobody_reads_the_data() {
    for arguments in PRINTING {
        let mut command = sandglass(arguments);
        command.stdout(unread());
        assert_eq!(ended(command), (Some(141), String::new()), "{arguments:?}");
    }
}

#[test]
fn nobody_hears_the_words() {
    for (arguments, status) in [
        (&["run", "--allow-weaker", "--", "true"][..], 0),
        (&["run", "--allow-weaker", "--", "no-such-program"], 2),
        (&["judge", "/no/such/package"], 2),
        (&["convert", "--to", "sim", PROBLEM], 1),
        (&["task", "check", "/dev/null"], 1),
        (&["task", "check", "/no/such/file"], 2),
    ] {
        let mut command = sandglass(arguments);
        command.stdout(Stdio::null()).stderr(unread());
        let status_found = command.status().expect("the program starts").code();
        assert_eq!(status_found, Some(status), "{arguments:?}");
    }
}

/// All three standard streams are closed, so that files of ours could come to stand in their places.
#[test]
fn streams_that_are_closed_change_no_verdict() {
    for arguments in [
        &["run", "--allow-weaker", "--", "true"][..],
        &["judge", "--allow-weaker", "--no-cache", PROBLEM],
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$@\" <&- >&- 2>&-", "sh", env!("CARGO_BIN_EXE_sandglass")]);
        command.args(arguments);
        assert_eq!(ended(command), (Some(0), String::new()), "{arguments:?}");
    }
}
