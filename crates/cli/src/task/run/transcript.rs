//! `task run --transcript`: every call with its values and its time, in a file.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use sandglass_channel::Cause;
use sandglass_idl::Model;
use sandglass_judge::calls::{Opening, Recorder, Seen};
use serde_json::json;

/// Writes a transcript: lines of JSON where the file's name ends in `.jsonl`, else text for people.
pub(super) struct Transcript<'a, W: Write> {
    recorder: Recorder<'a>,
    as_json: bool,
    to: BufWriter<W>,
    /// The first failure; nothing is written after it.
    failed: io::Result<()>,
}

impl<'a, W: Write> Transcript<'a, W> {
    pub(super) fn new(path: &Path, task: &str, model: &'a Model, to: W) -> Transcript<'a, W> {
        let as_json = path.extension().is_some_and(|ending| ending == "jsonl");
        let mut transcript = Transcript {
            recorder: Recorder::new(model),
            as_json,
            to: BufWriter::new(to),
            failed: Ok(()),
        };
        let opening = Opening::new(task, model);
        transcript.line(|| match as_json {
            true => serde_json::to_string(&opening).unwrap_or_default(),
            false => format!(
                "# {}: seconds, -> from Main, <- to Main ({})",
                task,
                opening.peers.join(", ")
            ),
        });
        transcript
    }

    pub(super) fn see(&mut self, seen: &Seen) {
        let Some(recorded) = self.recorder.entry(seen) else { return };
        let as_json = self.as_json;
        self.line(|| match as_json {
            true => serde_json::to_string(&recorded).unwrap_or_default(),
            false => recorded.to_string(),
        });
    }

    /// How it ended; all is written then.
    pub(super) fn end(mut self, cause: Option<&Cause>) -> io::Result<()> {
        if let Some(cause) = cause {
            let as_json = self.as_json;
            self.line(|| match as_json {
                true => json!({ "event": "end", "cause": cause, "words": cause.to_string() })
                    .to_string(),
                false => format!("# {cause}"),
            });
        }
        self.failed?;
        self.to.flush()
    }

    fn line(&mut self, text: impl FnOnce() -> String) {
        if self.failed.is_ok() {
            self.failed = writeln!(self.to, "{}", text());
        }
    }
}
