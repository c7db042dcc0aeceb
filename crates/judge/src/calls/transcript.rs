//! What a transcript consists of: calls and returns with their values, by the interface file.

use std::fmt::Write;

use sandglass_idl::Model;
use sandglass_idl::codec::{CodecError, Known, Named, RESULT, decode_call, decode_reply};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::frames::{Frame, HEADER, Seen, What};

/// Elements of an array and characters of a text that a person is shown.
const SHOWN: usize = 20;

/// Something that was said between Main and a peer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// From the start of the run.
    pub at_ns: u64,
    /// The peer.
    pub peer: String,
    /// Who said it: the peer, or Main.
    pub from: String,
    /// What.
    #[serde(flatten)]
    pub said: Said,
}

/// What was said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Said {
    /// A call.
    Call {
        /// As `interface.function`.
        function: String,
        /// What is sent with the call.
        arguments: Map<String, Value>,
    },
    /// Its answer.
    Return {
        /// As `interface.function`.
        function: String,
        /// Parameters that come back, and `result`.
        values: Map<String, Value>,
    },
    /// The session's end.
    Bye {
        /// Whether something was wrong.
        wrong: bool,
        /// What.
        words: String,
    },
    /// Bytes that are no call, no answer and no bye.
    Broken {
        /// What is wrong with them.
        why: String,
    },
}

/// The first line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// 1.
    pub transcript: u32,
    /// The task's name.
    pub task: String,
    /// Of the interface: a log of another one means something else.
    pub interface: String,
    /// What Main's interface is called.
    pub main: String,
    /// And the others.
    pub peers: Vec<String>,
}

impl Opening {
    /// That of a transcript of this task.
    pub fn new(task: &str, model: &Model) -> Opening {
        Opening {
            transcript: 1,
            task: task.to_owned(),
            interface: model.hash().iter().map(|byte| format!("{byte:02x}")).collect(),
            main: model.main().name.clone(),
            peers: model.children().iter().map(|child| child.name.clone()).collect(),
        }
    }
}

/// Follows the calls between Main and one peer, which are inside of each other.
#[derive(Debug, Default)]
pub struct Follower {
    /// Calls that await an answer: whether Main made them, the function, and what lengths need.
    open: Vec<(bool, usize, Known)>,
}

impl Follower {
    /// What a frame says; nothing for what only opens a session. The names are in the function's order.
    pub fn read(
        &mut self,
        model: &Model,
        peer: usize,
        from_main: bool,
        frame: &Frame,
    ) -> Option<(Said, Named)> {
        let broken = |why: String| Some((Said::Broken { why }, Named::new()));
        match frame.kind {
            1 => None,
            2 => {
                let interface = &model.interfaces[if from_main { peer + 1 } else { 0 }];
                let place = usize::from(frame.function);
                let Some(function) = interface.functions.get(place) else {
                    return broken(format!("a call of function {place}, which there is not"));
                };
                let name = format!("{}.{}", interface.name, function.name);
                let mut known = Known::new();
                match decode_call(model, function, &frame.payload, &mut known) {
                    Ok(named) => {
                        self.open.push((from_main, place, known));
                        let arguments = named.iter().cloned().collect();
                        Some((Said::Call { function: name, arguments }, named))
                    }
                    Err(error) => broken(wrong(&name, "a call", &error)),
                }
            }
            3 => {
                let Some((_, place, mut known)) =
                    self.open.pop_if(|(by_main, ..)| *by_main != from_main)
                else {
                    return broken("an answer that nobody waits for".to_owned());
                };
                let interface = &model.interfaces[if from_main { 0 } else { peer + 1 }];
                let function = &interface.functions[place];
                let name = format!("{}.{}", interface.name, function.name);
                match decode_reply(model, function, &frame.payload, &mut known) {
                    Ok(named) => {
                        let values = named.iter().cloned().collect();
                        Some((Said::Return { function: name, values }, named))
                    }
                    Err(error) => broken(wrong(&name, "an answer", &error)),
                }
            }
            _ => {
                let (wrong, words) = match frame.payload.split_first() {
                    Some((code, words)) => {
                        (*code != 0, String::from_utf8_lossy(words).into_owned())
                    }
                    None => (false, String::new()),
                };
                Some((Said::Bye { wrong, words }, Named::new()))
            }
        }
    }

    /// How many calls await an answer.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// What lengths of the innermost call need.
    pub fn innermost(&mut self) -> Option<&mut Known> {
        self.open.last_mut().map(|(_, _, known)| known)
    }
}

fn wrong(function: &str, what: &str, error: &CodecError) -> String {
    format!("{what} of {function}: {error}")
}

/// An entry that was just made. For people it is a line, with the values as they stand in the file.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Recorded {
    /// The entry.
    #[serde(flatten)]
    pub entry: Entry,
    /// Its values in the function's order.
    #[serde(skip)]
    #[schemars(skip)]
    named: Named,
    /// How deep the call is in others.
    #[serde(skip)]
    #[schemars(skip)]
    depth: usize,
}

impl Recorded {
    /// What was said, for people.
    pub fn words(&self) -> String {
        words(&self.entry.said, &self.named)
    }
}

impl std::fmt::Display for Recorded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Entry { at_ns, peer, from, .. } = &self.entry;
        let arrow = if from == peer { "<-" } else { "->" };
        let seconds = *at_ns as f64 / 1e9;
        let indent = "  ".repeat(self.depth.min(40));
        write!(formatter, "{seconds:>12.6} {arrow} {peer}  {indent}{}", self.words())
    }
}

/// What was said, for people.
pub fn words(said: &Said, named: &Named) -> String {
    match said {
        Said::Call { function, .. } => {
            let values: Vec<String> =
                named.iter().map(|(name, value)| format!("{name} = {}", short(value))).collect();
            format!("{function}({})", values.join(", "))
        }
        Said::Return { function, .. } => {
            let values: Vec<String> = named
                .iter()
                .map(|(name, value)| match name.as_str() {
                    RESULT => short(value),
                    name => format!("{name} = {}", short(value)),
                })
                .collect();
            format!("{function} returns {}", values.join(", ")).trim_end().to_owned()
        }
        Said::Bye { wrong: false, .. } => "bye".to_owned(),
        Said::Bye { words, .. } => format!("bye: something is wrong: {words}"),
        Said::Broken { why } => format!("broke the protocol: {why}"),
    }
}

/// The values of an entry that was read from a log, in the order of their names.
pub fn named(said: &Said) -> Named {
    match said {
        Said::Call { arguments: values, .. } | Said::Return { values, .. } => {
            values.iter().map(|(name, value)| (name.clone(), value.clone())).collect()
        }
        Said::Bye { .. } | Said::Broken { .. } => Named::new(),
    }
}

/// A value, cut where it is long.
fn short(value: &Value) -> String {
    match value {
        Value::Array(elements) if elements.len() > SHOWN => {
            let mut text = String::from("[");
            for element in &elements[..SHOWN] {
                let _ = write!(text, "{}, ", short(element));
            }
            format!("{text}... {} in all]", elements.len())
        }
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(short).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!("{name}: {}", short(value))).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::String(text) if text.chars().count() > 10 * SHOWN => {
            let start: String = text.chars().take(10 * SHOWN).collect();
            format!("{start:?}... {} bytes", text.len())
        }
        other => other.to_string(),
    }
}

/// Turns what was seen into entries.
#[derive(Debug)]
pub struct Recorder<'a> {
    model: &'a Model,
    followers: Vec<Follower>,
}

impl<'a> Recorder<'a> {
    /// For the programs of a task, from their start.
    pub fn new(model: &'a Model) -> Recorder<'a> {
        let followers = model.children().iter().map(|_| Follower::default()).collect();
        Recorder { model, followers }
    }

    /// What it says; nothing for what only opens a session.
    pub fn entry(&mut self, seen: &Seen) -> Option<Recorded> {
        let follower = self.followers.get_mut(seen.peer)?;
        let before = follower.depth();
        let (said, named) = match &seen.what {
            What::Frame(frame) => follower.read(self.model, seen.peer, seen.from_main, frame)?,
            What::Broken(bytes) => {
                (Said::Broken { why: format!("{bytes} bytes that are no frame") }, Named::new())
            }
        };
        let depth = before.min(follower.depth());
        let peer = self.model.children()[seen.peer].name.clone();
        let from = if seen.from_main { self.model.main().name.clone() } else { peer.clone() };
        let at_ns = u64::try_from(seen.at.as_nanos()).unwrap_or(u64::MAX);
        Some(Recorded { entry: Entry { at_ns, peer, from, said }, named, depth })
    }
}

/// A transcript in memory, up to a bound.
#[derive(Debug)]
pub(crate) struct Log<'a> {
    recorder: Recorder<'a>,
    entries: Vec<Recorded>,
    /// Bytes of values that there is room for; `None` once there was none.
    room: Option<usize>,
}

impl<'a> Log<'a> {
    pub(crate) fn new(model: &'a Model, room: usize) -> Log<'a> {
        Log { recorder: Recorder::new(model), entries: Vec::new(), room: Some(room) }
    }

    pub(crate) fn see(&mut self, seen: &Seen) {
        let size = match &seen.what {
            What::Frame(frame) => HEADER + frame.payload.len(),
            What::Broken(_) => HEADER,
        };
        self.room = self.room.and_then(|room| room.checked_sub(size));
        if self.room.is_some() {
            self.entries.extend(self.recorder.entry(seen));
        }
    }

    /// The entries, and whether there were more.
    pub(crate) fn end(self) -> (Vec<Recorded>, bool) {
        (self.entries, self.room.is_none())
    }
}
