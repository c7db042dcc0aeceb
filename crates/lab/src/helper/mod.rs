//! The small processes that the experiments start from this very executable.
//!
//! `posix_spawn` from a large, many-threaded program is not the baseline that a user has in mind,
//! and a solution or a dummy grader must be a program of its own. So the command line has a hidden
//! subcommand (`lab-helper`) whose arguments go to [`baseline_main`], which serves in one of four
//! ways: `launcher` starts programs on order and times them, `solution` and `grader` are the two
//! sides of the reactive experiment, `burn` runs into the limits of the overshoot experiment. None of them needs a compiler on the user's machine.

mod burner;
mod grader;
mod launcher;
mod protocol;
mod remote;
mod solution;

pub(crate) use grader::write_queries;
pub(crate) use protocol::{Batch, Launch};
pub(crate) use remote::Launcher;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use serde::Serialize;

/// How to start this program in its hidden mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HelperCommand {
    /// The executable.
    pub executable: PathBuf,
    /// The arguments that lead to [`baseline_main`], normally `lab-helper` alone.
    pub arguments: Vec<String>,
}

impl HelperCommand {
    /// The running executable with the subcommand `lab-helper`.
    pub fn current() -> std::io::Result<Self> {
        let executable = std::env::current_exe()?;
        Ok(Self { executable, arguments: vec!["lab-helper".to_owned()] })
    }
}

/// Runs a helper; `arguments` are those after `lab-helper`.
///
/// The exit status is 0 when the helper did its work, 2 for arguments it does not know, and 3
/// when it failed, with a line on stderr.
pub fn baseline_main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<String> =
        arguments.into_iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["launcher"] => launcher::serve(),
        ["burn", shape] => match burner::burn(shape) {
            Ok(false) => return usage(),
            burned => burned.map(|_| ()),
        },
        ["solution"] => solution::answer_all(),
        ["grader", queries] => grader::ask_all(queries.as_ref(), None),
        ["grader", queries, cpu] => match cpu.parse() {
            Ok(cpu) => grader::ask_all(queries.as_ref(), Some(cpu)),
            Err(_) => return usage(),
        },
        _ => return usage(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lab-helper: {error}");
            ExitCode::from(3)
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: lab-helper launcher | burn SHAPE | solution | grader QUERIES [CPU]");
    ExitCode::from(2)
}

/// Restricts the calling thread, and whatever it starts, to one CPU; gives back the old set.
pub(crate) fn pin_to(cpu: usize) -> std::io::Result<CpuSet> {
    let before = sched_getaffinity(None)?;
    if cpu >= CpuSet::MAX_CPU {
        return Err(std::io::Error::other(format!("there is no CPU {cpu}")));
    }
    let mut only = CpuSet::new();
    only.set(cpu);
    sched_setaffinity(None, &only)?;
    Ok(before)
}

/// Gives the calling thread the CPUs of `set`.
pub(crate) fn unpin(set: &CpuSet) -> std::io::Result<()> {
    Ok(sched_setaffinity(None, set)?)
}

/// The CPUs that the calling thread may use, in rising order.
pub(crate) fn allowed_cpus() -> std::io::Result<Vec<usize>> {
    let set = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect())
}
