//! Running the real program.

use std::process::{Command, Output};

use serde_json::Value;

/// The program with these arguments.
pub(crate) fn sandglass(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandglass"));
    command.args(arguments);
    command
}

/// `sandglass run` with these arguments. An ordinary user may have no cgroup on this host, so the
/// tests that hold for every backend accept a weaker one; those that do not ask [`has_cgroup`].
pub(crate) fn run(arguments: &[&str]) -> Command {
    let mut command = sandglass(&["run", "--allow-weaker"]);
    command.args(arguments);
    command
}

/// Runs it to its end; a failure to start is a failure of the test.
pub(crate) fn finish(mut command: Command) -> Finished {
    let output = command.output().expect("the program starts");
    Finished(output)
}

/// What a command left.
#[derive(Debug)]
pub(crate) struct Finished(pub(crate) Output);

impl Finished {
    pub(crate) fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// Fails the test where the status is another one; the message has everything.
    #[track_caller]
    pub(crate) fn status(self, expected: i32) -> Self {
        assert_eq!(self.0.status.code(), Some(expected), "{self:#?}");
        self
    }

    /// The one JSON object on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.0.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.stdout(), self.stderr()))
    }
}

/// The outcome of `sandglass run --json ARGUMENTS`, and its exit status.
#[track_caller]
pub(crate) fn outcome(arguments: &[&str]) -> (Value, Option<i32>) {
    let mut command = run(&["--json"]);
    command.args(arguments);
    let finished = finish(command);
    (finished.json(), finished.0.status.code())
}

/// Whether an outcome came from a backend that sees all processes of a run together.
pub(crate) fn has_cgroup(outcome: &Value) -> bool {
    outcome["backend"] != "rlimit"
}
