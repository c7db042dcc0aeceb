//! The experiments end to end, small: real processes, real files, a made-up peer that fails.
//!
//! Not a libtest harness, because the experiments start this executable again as their helper.

mod peers;
mod programs;
mod spawn;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use sandglass_lab::session::Progress;
use sandglass_lab::{LabError, Output, baseline_main};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "lab-helper") {
        return baseline_main(arguments);
    }
    let mut trials = vec![
        Trial::test("spawn_measures_what_is_asked", spawn::spawn_measures_what_is_asked),
        Trial::test("spawn_leaves_a_failing_peer_out", spawn::spawn_leaves_a_failing_peer_out),
        Trial::test(
            "spawn_without_its_baseline_is_an_error",
            spawn::spawn_without_its_baseline_is_an_error,
        ),
        Trial::test("an_interrupt_leaves_partial_files", spawn::an_interrupt_leaves_partial_files),
        Trial::test(
            "steps_and_variants_reach_the_report",
            spawn::steps_and_variants_reach_the_report,
        ),
        Trial::test("reactive_covers_every_condition", programs::reactive_covers_every_condition),
        Trial::test(
            "reactive_notices_a_silent_solution",
            programs::reactive_notices_a_silent_solution,
        ),
        Trial::test("compile_measures_the_compiler", programs::compile_measures_the_compiler),
        Trial::test("rpc_measures_every_transport", programs::rpc_measures_every_transport),
        Trial::test(
            "cave_is_explored_by_one_and_by_two",
            programs::cave_is_explored_by_one_and_by_two,
        ),
        Trial::test("helper_refuses_unknown_modes", programs::helper_refuses_unknown_modes),
    ];
    trials.extend(peers::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(good: bool, seen: &dyn std::fmt::Debug) -> Result<(), Failed> {
    if good { Ok(()) } else { Err(format!("{seen:#?}").into()) }
}

/// Runs an experiment with files in `directory`; gives the report and what was printed.
fn publish<T>(
    directory: &Path,
    experiment: impl FnOnce(&mut Output<'_>) -> Result<T, LabError>,
) -> (Result<T, LabError>, String) {
    let mut printed = Vec::new();
    let mut out = Output {
        table: &mut printed,
        directory: Some(directory.to_owned()),
        progress: Progress::hidden(),
    };
    let result = experiment(&mut out);
    (result, String::from_utf8_lossy(&printed).into_owned())
}
