//! `lab spawn`.

use std::fs;
use std::time::Duration;

use libtest_mimic::Failed;
use sandglass_lab::session::{Interrupt, Observation};
use sandglass_lab::{
    Contender, ContenderError, HelperCommand, Identity, LabError, Program, Report, Role,
    RoundTrips, Scratch, SpawnOptions, Step, StepTimings, dynamic_true, posix_spawn, run_spawn,
    static_true,
};

use crate::{check, publish};

fn small() -> SpawnOptions {
    SpawnOptions {
        rounds: 6,
        warmup_rounds: 1,
        batch: 2,
        throughput_rounds: 2,
        throughput_duration: Duration::from_millis(50),
        ..SpawnOptions::default()
    }
}

/// A peer that takes a millisecond, and fails when told to.
struct Pretender {
    identity: Identity,
    fails_after: usize,
    interrupt: Interrupt,
    calls: usize,
}

impl Pretender {
    fn boxed(name: &str, role: Role, fails_after: usize, interrupt: Interrupt) -> Box<Self> {
        let (name, configuration) = (name.to_owned(), String::new());
        let identity = Identity { name, role, version: None, configuration };
        Box::new(Self { identity, fails_after, interrupt, calls: 0 })
    }
}

impl Contender for Pretender {
    fn identity(&self) -> Identity {
        self.identity.clone()
    }

    fn prepare(&mut self, _program: &Program) -> Result<(), ContenderError> {
        Ok(())
    }

    fn round_trips(
        &mut self,
        _program: &Program,
        trips: &RoundTrips,
    ) -> Result<Vec<Observation>, ContenderError> {
        self.calls += 1;
        if self.calls > self.fails_after {
            self.interrupt.request();
            return Err(ContenderError::Run("out of order".to_owned()));
        }
        Ok(vec![Observation::wall(1_000_000); trips.runs])
    }

    fn throughput(
        &mut self,
        _program: &Program,
        clients: usize,
        wall: Duration,
    ) -> Result<Observation, ContenderError> {
        Ok(Observation { runs: clients as u64, ..Observation::wall(wall.as_nanos() as u64) })
    }

    fn step_timings(
        &mut self,
        _program: &Program,
        runs: usize,
    ) -> Result<Option<StepTimings>, ContenderError> {
        let samples_ns = vec![40_000; runs];
        let step = Step { name: "wake the cell".to_owned(), on_path: true, samples_ns };
        Ok((self.identity.role == Role::Subject).then_some(StepTimings { steps: vec![step] }))
    }
}

pub(crate) fn spawn_measures_what_is_asked() -> Result<(), Failed> {
    let scratch = Scratch::new(None)?;
    let files = tempfile::tempdir()?;
    let programs = [dynamic_true(), static_true(&scratch)?];
    let mut contenders = vec![posix_spawn(&HelperCommand::current()?)];
    let (report, printed) =
        publish(files.path(), |out| run_spawn(&small(), &programs, &mut contenders, out));
    let report = report?;
    // Two programs, six rounds, two runs; two measurements of throughput.
    check(report.recording.samples.len() == 2 * 6 * 2 + 2, &report.recording)?;
    let median = |case: &str| -> Option<f64> {
        let comparison = report.comparisons.iter().find(|comparison| comparison.case == case)?;
        Some(comparison.row("posix_spawn")?.summary.median)
    };
    let dynamic = median("round trip of true").unwrap_or_default();
    let fixed = median("round trip of static").unwrap_or_default();
    check(fixed > 10_000.0 && dynamic > fixed, &(dynamic, fixed))?;
    let rate = median("throughput of true, 2 clients").unwrap_or_default();
    check(rate > 10.0, &rate)?;
    check(printed.contains("round trip of true: wall time of a request"), &printed)?;
    let csv = fs::read_to_string(files.path().join("spawn.csv"))?;
    check(csv.lines().count() == 1 + 26, &csv)?;
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(files.path().join("spawn.json"))?)?;
    check(json["environment"]["kernel"].is_string(), &json["environment"])?;
    let configuration = &json["contenders"][0]["configuration"];
    check(configuration.as_str().is_some_and(|text| text.contains("KiB")), configuration)
}

pub(crate) fn spawn_leaves_a_failing_peer_out() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let never = Interrupt::never;
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Pretender::boxed("base", Role::Baseline, usize::MAX, never()),
        Pretender::boxed("steady", Role::Peer, usize::MAX, never()),
        Pretender::boxed("broken", Role::Peer, 3, never()),
    ];
    let (report, printed) =
        publish(files.path(), |out| run_spawn(&small(), &[dynamic_true()], &mut contenders, out));
    let report = report?;
    let names: Vec<&str> =
        report.comparisons[0].rows.iter().map(|row| row.contender.as_str()).collect();
    check(names == ["base", "steady"], &names)?;
    check(report.left_out.len() == 1, &report.left_out)?;
    check(printed.contains("left out: broken (round trip of true): out of order"), &printed)
}

pub(crate) fn spawn_without_its_baseline_is_an_error() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let base = || Pretender::boxed("base", Role::Baseline, 4, Interrupt::never());
    let peer = || Pretender::boxed("peer", Role::Peer, usize::MAX, Interrupt::never());
    let (failed, _) = publish(files.path(), |out| {
        run_spawn(&small(), &[dynamic_true()], &mut [base(), peer()], out)
    });
    let message = failed.err().map(|error| error.to_string());
    check(message.as_deref() == Some("the baseline base failed: out of order"), &message)?;
    // What was measured before is not lost.
    check(fs::read_to_string(files.path().join("spawn.csv"))?.lines().count() > 5, &"spawn.csv")?;
    let (none, _) =
        publish(files.path(), |out| run_spawn(&small(), &[dynamic_true()], &mut [peer()], out));
    check(matches!(none, Err(LabError::OneBaseline)), &none.err())
}

pub(crate) fn an_interrupt_leaves_partial_files() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let interrupt = Interrupt::never();
    let options = SpawnOptions { interrupt: interrupt.clone(), ..small() };
    let mut contenders: Vec<Box<dyn Contender>> = vec![
        Pretender::boxed("base", Role::Baseline, usize::MAX, Interrupt::never()),
        Pretender::boxed("interrupts", Role::Peer, 4, interrupt),
    ];
    let (report, printed) =
        publish(files.path(), |out| run_spawn(&options, &[dynamic_true()], &mut contenders, out));
    let report: Report = report?;
    check(report.interrupted, &report.interrupted)?;
    // Three whole rounds after the warm-up, and perhaps one more measurement of the baseline.
    check((12..=14).contains(&report.recording.samples.len()), &report.recording.samples)?;
    check(printed.contains("interrupted: the figures cover"), &printed)?;
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(files.path().join("spawn.json"))?)?;
    check(json["interrupted"] == true, &json["interrupted"])
}

pub(crate) fn steps_and_variants_reach_the_report() -> Result<(), Failed> {
    let files = tempfile::tempdir()?;
    let change = "New IPC namespace for each request".to_owned();
    let variant = Role::Variant { of: "ours".to_owned(), change };
    let boxed = |name, role| -> Box<dyn Contender> {
        Pretender::boxed(name, role, usize::MAX, Interrupt::never())
    };
    let mut contenders =
        [boxed("base", Role::Baseline), boxed("ours", Role::Subject), boxed("ipc", variant)];
    let (report, printed) =
        publish(files.path(), |out| run_spawn(&small(), &[dynamic_true()], &mut contenders, out));
    let report = report?;
    check(printed.contains("round trip of true: ours with one thing made"), &printed)?;
    check(printed.contains("+7.41 %"), &printed)?;
    check(printed.contains("Steps of a request: ours"), &printed)?;
    let in_throughput =
        report.recording.conditions.iter().filter(|condition| condition.contender == "ipc");
    check(in_throughput.count() == 1, &report.recording.conditions)
}
