//! `sandglass doctor --selftest`: every known attack on the sandbox, with every defence on and then
//! without those that stop it. The second run is what makes the first one mean something.
//!
//! A defence is turned off in the sandbox itself where it has a switch ([`switches`]); what rules of the
//! kernel stop is run without any sandbox, where that is harmless; what can be shown neither way is
//! counted apart, each with its reason. Where several defences stop an attack, it is also tried with
//! each of them alone.
//!
//! Attacks run side by side, each in a lane of its own: two that use CPU or memory at a time, and all
//! that only wait at once.

mod careless;
mod interrupt;
mod observation;
mod report;
mod sandboxed;
mod stage;
mod stand;
mod switches;
mod trial;

use std::fs::File;
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Instant;

use sandglass_attacks::{Attack, Family, Host, attacks};
use sandglass_sandbox::{BackendChoice, LaneOptions};
use sandglass_sys as sys;

use crate::failure::{DONE, Failure, NOT_AS_HOPED, OUR_FAILURE};
use crate::print;
use interrupt::Interrupt;
use report::{Judgement, Row};
pub(crate) use stage::Stage;
use trial::Trial;

/// Lanes for attacks that use CPU or memory; more would only take both from each other.
const BUSY_LANES: usize = 2;

/// The number of the directory that is left open for lanes to inherit, which they must not.
const STRAY: i32 = 57;

/// What to try, and how to say it.
pub(super) struct Options<'a> {
    /// Attacks by name; empty is all.
    pub(super) only: &'a [String],
    pub(super) list: bool,
    pub(super) json: bool,
    pub(super) allow_weaker: bool,
    /// What this process was given by the one that started it.
    pub(super) stage: Option<Stage>,
}

pub(super) fn run(options: &Options<'_>) -> ExitCode {
    let interrupt = Arc::new(Interrupt::default());
    let listening = match interrupt.listen() {
        Ok(listening) => listening,
        Err(error) => return Failure::ours(format!("could not await signals: {error}")).report(),
    };
    let tried = try_all(options, &interrupt);
    drop(listening);
    if let Some(signal) = interrupt.signal() {
        // Everything is cleaned up; whoever waits for this process is to see what ended it.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    match tried {
        Ok(rows) => ExitCode::from(status(&rows)),
        Err(failure) => failure.report_as(options.json),
    }
}

fn status(rows: &[Row]) -> u8 {
    let any = |judgements: &[Judgement]| rows.iter().any(|row| judgements.contains(&row.judgement));
    if any(&[Judgement::GotThrough, Judgement::WallPassed]) {
        NOT_AS_HOPED
    } else if any(&[Judgement::Unexpected, Judgement::Unproven]) {
        OUR_FAILURE
    } else {
        DONE
    }
}

fn try_all(options: &Options<'_>, interrupt: &Interrupt) -> Result<Vec<Row>, Failure> {
    let begun = Instant::now();
    for name in options.only {
        if !attacks().iter().any(|attack| attack.name == name) {
            return Err(Failure::usage(format!("no such attack: {name}"))
                .hint("`sandglass doctor --selftest --list` prints the names of all"));
        }
    }
    let chosen: Vec<&'static Attack> = attacks()
        .iter()
        .filter(|attack| {
            options.only.is_empty() || options.only.iter().any(|name| name == attack.name)
        })
        .collect();
    if options.list {
        print::data(listing(&chosen, options.json))?;
        return Ok(Vec::new());
    }
    let backend =
        if options.allow_weaker { BackendChoice::AllowWeaker } else { BackendChoice::Strict };
    let lane = LaneOptions { backend, build_ahead: false, ..LaneOptions::default() };
    let prepared = |error| Failure::ours(format!("could not prepare the attacks: {error}"));
    let host = Host::new(lane.user, lane.group).map_err(prepared)?;
    let stray = File::open(host.secret().parent().unwrap_or(&host.secret())).map_err(prepared)?;
    sys::duplicate_to(stray.as_fd(), STRAY)
        .map_err(|errno| Failure::ours(format!("could not leave a directory open: {errno}")))?;
    drop(stray);
    let test = Selftest { options, lane, host, interrupt };
    if !options.json {
        print::line(report::heading())?;
    }
    let tried = test.side_by_side(&chosen);
    sys::close_raw(STRAY);
    let (rows, backend) = tried?;
    let seconds = begun.elapsed().as_secs_f64();
    print::data(if options.json {
        format!("{}\n", report::object(&rows, &backend, seconds))
    } else {
        report::summary(&rows, &backend, seconds)
    })?;
    Ok(rows)
}

/// The names of the attacks, what each wants, and what stops it.
fn listing(chosen: &[&Attack], json: bool) -> String {
    let walls = |attack: &Attack| -> Vec<String> {
        attack.without.iter().map(|defence| format!("{defence:?}")).collect()
    };
    if json {
        let all: Vec<_> = chosen
            .iter()
            .map(|attack| {
                serde_json::json!({
                    "name": attack.name,
                    "family": format!("{:?}", attack.family),
                    "description": attack.description,
                    "walls": walls(attack),
                })
            })
            .collect();
        return format!("{}\n", serde_json::json!({ "attacks": all }));
    }
    chosen
        .iter()
        .map(|attack| {
            let walls = walls(attack).join(", ");
            format!("{:<27} {} [{walls}]\n", attack.name, attack.description)
        })
        .collect()
}

/// All that the lanes share.
struct Selftest<'a> {
    options: &'a Options<'a>,
    lane: LaneOptions,
    host: Host,
    interrupt: &'a Interrupt,
}

impl Selftest<'_> {
    /// Tries all of `chosen`, and prints each row when those before it are printed. Returns the rows in
    /// the same order, and the backend.
    fn side_by_side(&self, chosen: &[&'static Attack]) -> Result<(Vec<Row>, String), Failure> {
        let numbered = || chosen.iter().copied().enumerate();
        let waits = |attack: &Attack| attack.family == Family::WallTime;
        let mut queues: Vec<Vec<(usize, &'static Attack)>> =
            numbered().filter(|(_, attack)| waits(attack)).map(|one| vec![one]).collect();
        let busy: Mutex<Vec<_>> =
            Mutex::new(numbered().filter(|(_, attack)| !waits(attack)).rev().collect());
        let busy_lanes = BUSY_LANES.min(busy.lock().unwrap_or_else(PoisonError::into_inner).len());
        queues.extend((0..busy_lanes).map(|_| Vec::new()));
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for own in queues {
                let (sender, busy) = (sender.clone(), &busy);
                scope.spawn(move || {
                    let result = self.work(own, busy, &sender);
                    if let Err(failure) = result {
                        let _ = sender.send(Err(failure));
                    }
                });
            }
            drop(sender);
            self.collect(chosen.len(), &receiver)
        })
    }

    /// One lane: its own attacks, or those of the common queue.
    fn work(
        &self,
        own: Vec<(usize, &'static Attack)>,
        busy: &Mutex<Vec<(usize, &'static Attack)>>,
        sender: &mpsc::Sender<Result<(usize, Row, String), Failure>>,
    ) -> Result<(), Failure> {
        let mut trial = Trial::new(&self.lane, &self.host, self.interrupt)?;
        let alone = !own.is_empty();
        let mut own = own.into_iter();
        loop {
            let next = own.next().or_else(|| {
                let mut busy = busy.lock().unwrap_or_else(PoisonError::into_inner);
                if alone { None } else { busy.pop() }
            });
            let Some((index, attack)) = next else { return Ok(()) };
            if self.interrupt.signal().is_some() {
                return Err(Failure::ours("interrupted"));
            }
            let row = match stage::wanted(attack, self.options.stage) {
                Some(stage) => stage::run(attack, stage, self.options.allow_weaker, &self.host)?,
                None => trial.judge(attack)?,
            };
            let backend = trial.backend().name().to_owned();
            if sender.send(Ok((index, row, backend))).is_err() {
                // The other lane failed, and nobody wants to know.
                return Ok(());
            }
        }
    }

    fn collect(
        &self,
        count: usize,
        receiver: &mpsc::Receiver<Result<(usize, Row, String), Failure>>,
    ) -> Result<(Vec<Row>, String), Failure> {
        let mut rows: Vec<Option<Row>> = (0..count).map(|_| None).collect();
        let (mut printed, mut backend) = (0, String::new());
        for result in receiver {
            let (index, row, named) = result?;
            backend = named;
            rows[index] = Some(row);
            while let Some(Some(row)) = rows.get(printed) {
                if !self.options.json {
                    print::line(row.line())?;
                }
                printed += 1;
            }
        }
        let rows: Vec<Row> = rows.into_iter().flatten().collect();
        if rows.len() == count {
            Ok((rows, backend))
        } else {
            Err(Failure::ours("a lane of the self-test ended early"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::Shown;

    fn row(judgement: Judgement) -> Row {
        Row {
            name: "x".to_owned(),
            description: String::new(),
            with: "refused".to_owned(),
            with_says: String::new(),
            without: "reached".to_owned(),
            without_says: String::new(),
            shown: Shown::OneDefenceOff,
            walls: Vec::new(),
            reason: String::new(),
            judgement,
        }
    }

    #[test]
    fn the_status_follows_the_worst() {
        let of = |judgements: &[Judgement]| {
            status(&judgements.iter().map(|judgement| row(*judgement)).collect::<Vec<_>>())
        };
        let fine = [Judgement::Held, Judgement::HeldNotShown, Judgement::Weaker];
        assert_eq!(of(&fine), DONE);
        assert_eq!(of(&[Judgement::Held, Judgement::Unproven]), OUR_FAILURE);
        assert_eq!(of(&[Judgement::Unexpected, Judgement::GotThrough]), NOT_AS_HOPED);
        assert_eq!(of(&[Judgement::WallPassed]), NOT_AS_HOPED);
    }
}
