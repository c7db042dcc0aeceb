//! Attacks that need something of the process that starts the lane: a controlling terminal, a raised
//! score for the OOM killer, raised limits of priorities. This program is started once more, with just that, for one of them.

use std::path::Path;
use std::process::{Command, Stdio};

use sandglass_attacks::{Attack, Host, Need};

use super::report::Row;
use crate::failure::Failure;

/// What this process was given by the one that started it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Stage {
    /// Standard input is the controlling terminal, and nobody else's.
    Terminal,
    /// `oom_score_adj` is above 0.
    OomScore,
    /// The limits of priorities are raised, where the caller may raise them.
    Priorities,
}

/// The stage that the attack wants and `given` is not.
pub(super) fn wanted(attack: &Attack, given: Option<Stage>) -> Option<Stage> {
    let stage = if attack.needs.contains(&Need::Terminal) {
        Stage::Terminal
    } else if attack.needs.contains(&Need::RaisedOomScore) {
        Stage::OomScore
    } else if attack.needs.contains(&Need::RaisedPriorities) {
        Stage::Priorities
    } else {
        return None;
    };
    (given != Some(stage)).then_some(stage)
}

/// Tries the attack in a process that has what it wants.
pub(super) fn run(
    attack: &Attack,
    stage: Stage,
    allow_weaker: bool,
    host: &Host,
) -> Result<Row, Failure> {
    let failed = |what: String| Failure::ours(format!("could not stage {}: {what}", attack.name));
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let directory = host
        .directory(&format!("{}-stage", attack.name))
        .map_err(|error| failed(error.to_string()))?;
    let report = directory.join("report");
    let mut line = format!(
        "{} doctor --selftest --json --only {} --stage {}",
        quoted(&program),
        attack.name,
        match stage {
            Stage::Terminal => "terminal",
            Stage::OomScore => "oom-score",
            Stage::Priorities => "priorities",
        }
    );
    if allow_weaker {
        line.push_str(" --allow-weaker");
    }
    line.push_str(&format!(" > {}", quoted(&report)));
    let mut command = match stage {
        Stage::Terminal => {
            let mut command = Command::new("script");
            command.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
            command
        }
        Stage::Priorities => {
            const RAISE: &str = "prlimit --pid $$ --nice=40 --rtprio=1";
            let mut command = Command::new("sh");
            command.args(["-c", &format!("{RAISE}; {line}")]);
            command
        }
        Stage::OomScore => {
            // Raised with CAP_SYS_RESOURCE, the score could never be lowered again without it.
            const RAISE: &str = "setpriv --bounding-set -sys_resource \
                sh -c \"echo 500 > /proc/$$/oom_score_adj\" || echo 500 > /proc/$$/oom_score_adj";
            let mut command = Command::new("sh");
            command.args(["-c", &format!("{RAISE}; {line}")]);
            command
        }
    };
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| failed(error.to_string()))?;
    let bytes = std::fs::read(&report).map_err(|error| failed(error.to_string()))?;
    let mut object: serde_json::Value = serde_json::from_slice(&bytes)
        .map_err(|error| failed(format!("{error}; it ended with {status}")))?;
    serde_json::from_value(object["attacks"][0].take()).map_err(|error| failed(error.to_string()))
}

/// A word for the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}
