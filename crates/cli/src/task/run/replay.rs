//! `task run --replay`: each of a contestant's programs alone, against a log: the first thing that it says
//! otherwise than in the log is shown.

use std::io::{BufRead, BufReader};
use std::path::Path;

use sandglass_idl::Model;
use sandglass_idl::codec::{Known, Named, encode_call, encode_reply};
use sandglass_judge::calls::{
    Cue, Entry, Follower, Frame, Opening, Player, Prompter, Rehearsal, Said, What, named, words,
};
use sandglass_sandbox::Output;
use serde::Serialize;
use serde_json::json;

use super::play::{KEPT, limits};
use super::{Arguments, Seat};
use crate::failure::Failure;
use crate::judge::failure;
use crate::print::{self, say};

/// A log, read.
pub(super) struct Log {
    entries: Vec<Entry>,
}

impl Log {
    /// Reads lines of JSON as `--transcript` writes them.
    pub(super) fn read(path: &Path, model: &Model, task: &str) -> Result<Log, Failure> {
        let name = path.display();
        let unreadable =
            |error: std::io::Error| Failure::usage(format!("cannot read {name}: {error}"));
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let mut lines = BufReader::new(file).lines();
        let advice = "make one with: sandglass task run ... --transcript calls.jsonl";
        let first = lines.next().transpose().map_err(unreadable)?.unwrap_or_default();
        let opening: Opening = serde_json::from_str(&first)
            .map_err(|_| Failure::usage(format!("{name} is no log of calls")).hint(advice))?;
        let expected = Opening::new(task, model);
        if opening.interface != expected.interface || opening.peers != expected.peers {
            return Err(Failure::usage(format!("{name} is a log of another interface"))
                .hint("replay it with the interface file that it was made with"));
        }
        let mut entries = Vec::new();
        for (number, line) in lines.enumerate() {
            let line = line.map_err(unreadable)?;
            match serde_json::from_str::<Entry>(&line) {
                Ok(entry) => entries.push(entry),
                // The last line says how it ended.
                Err(_) if line.contains(r#""event":"end""#) => break,
                Err(error) => {
                    let place = number + 2;
                    return Err(
                        Failure::usage(format!("{name}, line {place}: {error}")).hint(advice)
                    );
                }
            }
        }
        Ok(Log { entries })
    }
}

/// What came of one program.
#[derive(Debug, Serialize)]
struct Replayed {
    peer: String,
    same: bool,
    /// What it said as in the log.
    agreed: usize,
    difference: Option<Difference>,
    outcome: sandglass_sandbox::Outcome,
    stdout: String,
    stderr: String,
}

/// The first difference.
#[derive(Clone, Debug, Serialize)]
struct Difference {
    /// Its place among what is said between Main and this program, from 1.
    entry: usize,
    /// When it was said in the log.
    at_ns: u64,
    expected: String,
    found: String,
}

/// Runs every program that there is a source for. Returns whether all said the same as in the log.
pub(super) fn replay(
    seats: &[Seat],
    places: &[usize],
    model: &Model,
    log: &Log,
    arguments: &Arguments,
) -> Result<bool, Failure> {
    let mut all = Vec::new();
    for (seat, &peer) in seats.iter().zip(places) {
        let name = &seat.side.name;
        let request = seat
            .side
            .request(limits(arguments, false, seat.side.processes()))
            .map_err(|error| failure(name, &error))?
            .stdout(Output::Capture { limit: KEPT })
            .stderr(Output::Capture { limit: KEPT })
            .cpus(&[0]);
        let entries = log.entries.iter().filter(|entry| entry.peer == *name).collect();
        let mut script = Script::new(model, peer, entries);
        let rehearsal = Rehearsal {
            player: Player { name: name.clone(), lane: &seat.lane, request },
            main: model.main().name.clone(),
            wall_time: arguments.wall_time,
        };
        let (side, stop) = rehearsal.play(&mut script).map_err(|error| failure(name, &error))?;
        let unreadable = |error| Failure::ours(format!("cannot read a program's output: {error}"));
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        if script.difference.is_none() && script.awaits() {
            let found = match stop {
                Some(_) => "it did not answer".to_owned(),
                None => format!("it ended: {}", ending(&side.outcome)),
            };
            script.differs(found);
        }
        all.push(Replayed {
            peer: name.clone(),
            same: script.difference.is_none(),
            agreed: script.agreed,
            difference: script.difference,
            stdout: text(side.outcome.stdout_bytes().map_err(unreadable)?),
            stderr: text(side.outcome.stderr_bytes().map_err(unreadable)?),
            outcome: side.outcome,
        });
    }
    let same = all.iter().all(|one| one.same);
    print(arguments.json, same, &all)?;
    Ok(same)
}

fn ending(outcome: &sandglass_sandbox::Outcome) -> String {
    match (outcome.exit_code, outcome.signal) {
        (Some(code), _) => format!("exited with {code}"),
        (None, Some(signal)) => format!("{}, signal {signal}", outcome.cause.name()),
        (None, None) => outcome.cause.name().to_owned(),
    }
}

fn print(as_json: bool, same: bool, all: &[Replayed]) -> Result<(), Failure> {
    if as_json {
        return print::line(json!({ "success": same, "replay": all }));
    }
    for one in all {
        for line in one.stdout.lines().chain(one.stderr.lines()) {
            say!("[{}] {line}", one.peer);
        }
        match &one.difference {
            None => print::line(format_args!(
                "{}: the same as in the log, {} times",
                one.peer, one.agreed
            )),
            Some(difference) => print::line(format_args!(
                "{}: differs from the log at entry {}, {:.6} s, after {} that are the same\n  \
                 in the log: {}\n  now:        {}",
                one.peer,
                difference.entry,
                difference.at_ns as f64 / 1e9,
                one.agreed,
                difference.expected,
                difference.found
            )),
        }?;
    }
    Ok(())
}

/// Main's part in a log.
struct Script<'a> {
    model: &'a Model,
    peer: usize,
    entries: Vec<&'a Entry>,
    next: usize,
    follower: Follower,
    sequence: u32,
    agreed: usize,
    difference: Option<Difference>,
}

/// What stands for Main's key: a program takes the one that it is told.
const KEY: u32 = 0x5eed;

impl<'a> Script<'a> {
    fn new(model: &'a Model, peer: usize, entries: Vec<&'a Entry>) -> Script<'a> {
        Script {
            model,
            peer,
            entries,
            next: 0,
            follower: Follower::default(),
            sequence: 0,
            agreed: 0,
            difference: None,
        }
    }

    /// Whether the log goes on with something that the program says.
    fn awaits(&self) -> bool {
        self.entries.get(self.next).is_some_and(|entry| entry.from == entry.peer)
    }

    fn differs(&mut self, found: String) {
        let Some(entry) = self.entries.get(self.next) else { return };
        self.difference = Some(Difference {
            entry: self.next + 1,
            at_ns: entry.at_ns,
            expected: words(&entry.said, &in_order(self.model, &entry.said)),
            found,
        });
    }

    fn frame(&mut self, kind: u8, function: u16, payload: Vec<u8>) -> Frame {
        let sequence = self.sequence;
        self.sequence += 1;
        Frame { sequence, kind, direction: 0, function, key: KEY, payload }
    }

    /// All that Main says before it listens again.
    fn speak(&mut self) -> Cue {
        let mut frames = Vec::new();
        while let Some(&entry) = self.entries.get(self.next) {
            if entry.from == entry.peer {
                return Cue::Say(frames);
            }
            self.next += 1;
            match self.line(&entry.said) {
                Some(frame) => frames.push(frame),
                None => break,
            }
        }
        Cue::Last(frames)
    }

    /// A line of Main's as a frame.
    fn line(&mut self, said: &Said) -> Option<Frame> {
        let (model, peer) = (self.model, self.peer);
        let frame = match said {
            Said::Call { function, arguments } => {
                let (place, function) = find(&model.interfaces[peer + 1], function)?;
                let payload = encode_call(model, function, arguments, &mut Known::new()).ok()?;
                self.frame(2, place, payload)
            }
            Said::Return { function, values } => {
                let (place, function) = find(model.main(), function)?;
                let known = self.follower.innermost()?;
                let payload = encode_reply(model, function, values, &mut known.clone()).ok()?;
                self.frame(3, place, payload)
            }
            Said::Bye { wrong, words } => {
                let payload = [&[u8::from(*wrong)][..], words.as_bytes()].concat();
                self.frame(4, 0, payload)
            }
            Said::Broken { .. } => return None,
        };
        self.follower.read(model, peer, true, &frame);
        Some(frame)
    }
}

fn find<'a>(
    interface: &'a sandglass_idl::model::Interface,
    full: &str,
) -> Option<(u16, &'a sandglass_idl::model::Function)> {
    let name = full.strip_prefix(&interface.name)?.strip_prefix('.')?;
    let place = interface.functions.iter().position(|function| function.name == name)?;
    Some((u16::try_from(place).ok()?, &interface.functions[place]))
}

/// The values in the function's order, as far as it is known.
fn in_order(model: &Model, said: &Said) -> Named {
    let mut values = named(said);
    let (Said::Call { function, .. } | Said::Return { function, .. }) = said else { return values };
    let found = model.interfaces.iter().find_map(|interface| find(interface, function));
    if let Some((_, function)) = found {
        let place = |name: &str| function.parameters.iter().position(|one| one.name == name);
        values.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    }
    values
}

impl Prompter for Script<'_> {
    fn begin(&mut self) -> Cue {
        let mut opening = b"SGIDL\x01\0\0".to_vec();
        opening.extend(self.model.hash());
        let hello = self.frame(1, 0, opening);
        match self.speak() {
            Cue::Say(rest) => Cue::Say([vec![hello], rest].concat()),
            Cue::Last(rest) => Cue::Last([vec![hello], rest].concat()),
        }
    }

    fn hear(&mut self, said: What) -> Cue {
        let over = Cue::Last(Vec::new());
        let What::Frame(frame) = said else {
            self.differs("bytes that are no frame".to_owned());
            return over;
        };
        self.sequence = frame.sequence.wrapping_add(1);
        let Some((said, named)) = self.follower.read(self.model, self.peer, false, &frame) else {
            return Cue::Say(Vec::new());
        };
        let Some(entry) = self.entries.get(self.next) else { return over };
        if entry.said != said {
            self.differs(words(&said, &named));
            return over;
        }
        self.agreed += 1;
        self.next += 1;
        self.speak()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_says_what_the_log_says_and_the_first_difference_ends_it() {
        let text = "interface Main { int ask(int x); }; interface child { int f(int n); };";
        let model = sandglass_idl::check(text).model.expect("it is right");
        let line = |text: &str| serde_json::from_str::<Entry>(text).expect("an entry");
        let entries = [
            line(
                r#"{"at_ns":1,"peer":"child","from":"Main","event":"call","function":"child.f","arguments":{"n":3}}"#,
            ),
            line(
                r#"{"at_ns":2,"peer":"child","from":"child","event":"call","function":"Main.ask","arguments":{"x":4}}"#,
            ),
            line(
                r#"{"at_ns":3,"peer":"child","from":"Main","event":"return","function":"Main.ask","values":{"result":5}}"#,
            ),
            line(
                r#"{"at_ns":4,"peer":"child","from":"child","event":"return","function":"child.f","values":{"result":6}}"#,
            ),
        ];
        let mut script = Script::new(&model, 0, entries.iter().collect());
        let Cue::Say(frames) = script.begin() else { panic!("Main listens") };
        assert_eq!(
            frames.iter().map(|frame| (frame.sequence, frame.kind)).collect::<Vec<_>>(),
            [(0, 1), (1, 2)]
        );
        let said = |sequence, kind, value: i32| {
            let payload = value.to_le_bytes().to_vec();
            What::Frame(Frame { sequence, kind, direction: 1, function: 0, key: KEY, payload })
        };
        let Cue::Say(frames) = script.hear(said(2, 2, 4)) else { panic!("Main answers") };
        assert_eq!(
            (frames[0].sequence, frames[0].kind, &frames[0].payload[..]),
            (3, 3, &[5, 0, 0, 0][..])
        );
        assert!(script.awaits());
        assert_eq!(script.hear(said(4, 3, 7)), Cue::Last(Vec::new()));
        let difference = script.difference.expect("a difference");
        assert_eq!((difference.entry, difference.at_ns, script.agreed), (4, 4, 1));
        assert_eq!(difference.expected, "child.f returns 6");
        assert_eq!(difference.found, "child.f returns 7");
        let _: serde_json::Value = serde_json::to_value(&difference).expect("JSON");
    }
}
