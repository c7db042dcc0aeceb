//! Whether a language can be used here: its programs, asked inside of a sandbox.

use std::time::Duration;

use sandglass_languages::{Language, RunValues};
use sandglass_sandbox::{Lane, Limits, Output, Request};

use crate::error::JudgeError;
use crate::limits::wall_time;
use crate::program;

/// CPU time that a program may take to say its version; Kotlin's compiler takes a second.
const TIME: Duration = Duration::from_secs(20);

/// Memory likewise.
const MEMORY: u64 = 1 << 30;

/// Bytes of an answer that are looked at.
const ANSWER: u64 = 64 << 10;

/// What a language's programs said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// It can be used; the first line that it says about its version.
    Found(String),
    /// Programs that it needs do not exist.
    Missing,
    /// Its programs exist and do not work in a sandbox: what they said.
    Broken(String),
}

/// Asks a language for its version, in a sandbox that sees what its compilations see.
///
/// # Errors
/// [`JudgeError::Infrastructure`].
pub fn probe(lane: &Lane, language: &Language) -> Result<Probe, JudgeError> {
    if language.programs.iter().any(|program| !program.present) {
        return Ok(Probe::Missing);
    }
    let step = || format!("ask for the version of {}", language.name);
    let Some((program, arguments)) = language.version_command.split_first() else {
        return Ok(Probe::Missing);
    };
    let limits = Limits {
        cpu_time: Some(TIME),
        wall_time: Some(wall_time(TIME)),
        memory: Some(MEMORY),
        processes: Some(64),
        ..Limits::default()
    };
    let values = RunValues { memory_mebibytes: MEMORY >> 20, ..RunValues::default() };
    let mut request = Request::new(program).arguments(arguments).directory("/tmp");
    for (name, value) in language.compile_environment(&values) {
        request = request.environment(name, value);
    }
    let mut view = program::view(language).tmpfs("/tmp", MEMORY);
    if language.run.proc || language.compile.as_ref().is_some_and(|step| step.proc) {
        view = view.proc("/proc");
    }
    let request = request
        .stdout(Output::Capture { limit: ANSWER })
        .stderr(Output::Capture { limit: ANSWER })
        .limits(limits)
        .policy(program::policy("compiler")?)
        .view(view);
    let outcome = match lane.run(&request) {
        Ok(outcome) => outcome,
        // A program or a mount of the file that a sandbox cannot see.
        Err(error) if error.is_request_fault() => return Ok(Probe::Broken(error.to_string())),
        Err(error) => return Err(JudgeError::sandbox(step(), &error)),
    };
    let unreadable = |error| JudgeError::system(step(), error);
    let said =
        [outcome.stdout_bytes().map_err(unreadable)?, outcome.stderr_bytes().map_err(unreadable)?];
    let line = first_line(&said);
    Ok(match line {
        Some(line) if outcome.success() => Probe::Found(line),
        line => Probe::Broken(line.unwrap_or_else(|| outcome.cause.name().to_owned())),
    })
}

/// The first line with anything on it, of stdout or else of stderr (as Java does).
fn first_line(streams: &[Vec<u8>; 2]) -> Option<String> {
    streams.iter().find_map(|stream| {
        let text = String::from_utf8_lossy(stream);
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        Some(line.chars().take(200).filter(|letter| !letter.is_control()).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_of_stdout_or_else_of_stderr() {
        let line = |stdout: &str, stderr: &str| first_line(&[stdout.into(), stderr.into()]);
        assert_eq!(line("\n one \ntwo", "three").as_deref(), Some("one"));
        assert_eq!(line(" \n", "three\x1b[31m").as_deref(), Some("three[31m"));
        assert_eq!(line("", ""), None);
    }
}
