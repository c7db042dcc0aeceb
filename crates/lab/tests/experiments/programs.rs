//! `lab reactive`, `lab compile`, and the helper's command line.

use libtest_mimic::Failed;
use sandglass_lab::session::{Metric, Observation};
use sandglass_lab::{
    Affinity, CaveOptions, CompileOptions, ContenderError, DirectRunner, HelperCommand, Identity,
    LabError, ReactiveOptions, Role, RpcOptions, RunRequest, Runner, Tongue, run_cave, run_compile,
    run_reactive, run_rpc,
};

use crate::{check, publish};

pub(crate) fn reactive_covers_every_condition() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let options =
        ReactiveOptions { queries: 500, rounds: 2, warmup_rounds: 0, ..ReactiveOptions::default() };
    let helper = HelperCommand::current()?;
    let mut runners: Vec<Box<dyn Runner>> = vec![Box::new(DirectRunner)];
    let (report, printed) =
        publish(files.path(), |out| run_reactive(&options, &helper, &mut runners, out));
    let report = report?;
    let cases = report.recording.conditions.len();
    check(cases + report.left_out.len() == 6, &report.left_out)?;
    check(report.recording.samples.len() == 2 * cases, &report.recording)?;
    for condition in 0..cases {
        let times = report.recording.by_round(condition, Metric::CpuTime).concat();
        check(times.len() == 2 && times.iter().all(|time| *time > 0.0), &times)?;
    }
    check(printed.contains("answers 500 queries"), &printed)
}

/// A sandbox that runs nothing and claims success.
struct Idler;

impl Runner for Idler {
    fn identity(&self) -> Identity {
        let (name, configuration) = ("idler".to_owned(), String::new());
        Identity { name, role: Role::Subject, version: None, configuration }
    }

    fn run(&mut self, _request: RunRequest<'_>) -> Result<Observation, ContenderError> {
        Ok(Observation { cpu_user_ns: Some(1), cpu_system_ns: Some(1), ..Observation::wall(1) })
    }
}

pub(crate) fn reactive_notices_a_silent_solution() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let options = ReactiveOptions {
        queries: 50,
        rounds: 2,
        warmup_rounds: 0,
        affinities: vec![Affinity::None],
        ..ReactiveOptions::default()
    };
    let helper = HelperCommand::current()?;
    let mut runners: Vec<Box<dyn Runner>> = vec![Box::new(DirectRunner), Box::new(Idler)];
    let (report, _) =
        publish(files.path(), |out| run_reactive(&options, &helper, &mut runners, out));
    let report = report?;
    let messages: Vec<&str> =
        report.left_out.iter().map(|left_out| left_out.message.as_str()).collect();
    check(messages.len() == 2, &messages)?;
    check(messages.iter().any(|message| message.contains("0 answers to 50 queries")), &messages)?;
    check(messages.iter().any(|message| message.contains("grader")), &messages)
}

pub(crate) fn compile_measures_the_compiler() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let options = CompileOptions { rounds: 2, warmup_rounds: 0, ..CompileOptions::default() };
    let mut runners: Vec<Box<dyn Runner>> = vec![Box::new(DirectRunner)];
    let (report, printed) = publish(files.path(), |out| run_compile(&options, &mut runners, out));
    let report = report?;
    let cpu = report.recording.by_round(0, Metric::CpuTime).concat();
    check(cpu.len() == 2 && cpu.iter().all(|time| *time > 50e6), &cpu)?;
    check(printed.contains("compile: CPU time of g++"), &printed)?;
    let options = CompileOptions { compiler: "/nowhere/g++".into(), ..options };
    let (failed, _) = publish(files.path(), |out| run_compile(&options, &mut runners, out));
    check(matches!(failed, Err(LabError::Baseline { .. })), &failed.err())
}

pub(crate) fn rpc_measures_every_transport() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let options = RpcOptions {
        rounds: 2,
        warmup_rounds: 0,
        sizes: vec![4, 65536],
        affinities: vec![Affinity::Same],
        languages: vec![Tongue::C, Tongue::Python],
        permille: 10,
        ..RpcOptions::default()
    };
    let (report, printed) = publish(files.path(), |out| run_rpc(&options, out));
    let report = report?;
    check(report.left_out.is_empty(), &report.left_out)?;
    // Three bare transports, and four that both languages know.
    check(report.recording.conditions.len() == 2 * 2 * 7, &report.recording.conditions)?;
    check(report.recording.samples.len() == 2 * 2 * 2 * 7, &report.recording)?;
    for sample in &report.recording.samples {
        let one = sample.observation;
        check(one.wall_ns > 0 && one.cpu_user_ns > Some(0), &sample)?;
    }
    check(printed.contains("round trip 64 KiB, one CPU, of 6.5"), &printed)
}

pub(crate) fn cave_is_explored_by_one_and_by_two() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let options = CaveOptions { rounds: 1, warmup_rounds: 0, doors: 20, ..CaveOptions::default() };
    let (report, printed) = publish(files.path(), |out| run_cave(&options, out));
    let report = report?;
    // On a host with one CPU, those that need two say so.
    check(report.recording.conditions.len() + report.left_out.len() == 6, &report.left_out)?;
    check(report.recording.failures.is_empty(), &report.recording.failures)?;
    check(printed.contains("cave: 20 doors"), &printed)
}

pub(crate) fn helper_refuses_unknown_modes() -> Result<(), Failed> {
    let helper = HelperCommand::current()?;
    let output = std::process::Command::new(helper.executable)
        .args(helper.arguments)
        .arg("everything")
        .output()?;
    check(output.status.code() == Some(2), &output)
}
