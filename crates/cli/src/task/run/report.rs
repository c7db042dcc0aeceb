//! What `task run` prints.

use sandglass_channel::Cause;
use sandglass_judge::calls::{Played, PlayedSide, Stop};
use serde_json::json;

use super::transport::{self, Plan};
use crate::failure::Failure;
use crate::print::{self, say};

/// The compiler refused a side's sources.
pub(super) fn refused(as_json: bool, side: &str, messages: &str) -> Result<(), Failure> {
    if as_json {
        let object = json!({ "cause": "compile_error", "side": side, "messages": messages });
        return print::line(object);
    }
    say!("{side} does not compile:\n{}", messages.trim_end());
    Ok(())
}

/// It was played.
pub(super) fn played(as_json: bool, plan: &Plan, played: &Played) -> Result<(), Failure> {
    let unreadable = |error| Failure::ours(format!("cannot read a program's output: {error}"));
    let mut streams = Vec::new();
    for side in &played.sides {
        let stdout = side.outcome.stdout_bytes().map_err(unreadable)?;
        let stderr = side.outcome.stderr_bytes().map_err(unreadable)?;
        streams.push((stdout, stderr));
    }
    if as_json {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let sides: Vec<_> = played
            .sides
            .iter()
            .zip(&streams)
            .map(|(side, (stdout, stderr))| {
                json!({
                    "name": side.name, "end": side.end, "outcome": side.outcome,
                    "stdout": text(stdout), "stderr": text(stderr),
                })
            })
            .collect();
        // Of the contestant's programs; Main's silence is in the cause.
        let silent_for_ns = match (&played.cause, played.stop) {
            (Cause::Peer { .. }, Some(Stop::Silence(time))) => {
                Some(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
            }
            _ => None,
        };
        let object = json!({
            "success": played.cause.success(), "cause": played.cause,
            "silent_for_ns": silent_for_ns,
            "statistics": played.report.statistics, "sides": sides,
            "transport": transport::json(plan, played),
        });
        return print::line(object);
    }
    for (place, (side, (stdout, stderr))) in played.sides.iter().zip(&streams).enumerate() {
        match place {
            0 => print::data(stdout)?,
            _ => labelled(&side.name, stdout),
        }
        labelled(&side.name, stderr);
    }
    for side in &played.sides {
        say!("{}", figures(side));
    }
    let transport = transport::lines(plan, played);
    if !transport.is_empty() {
        say!("{}", transport.trim_end());
    }
    say!("{}", played.cause);
    Ok(())
}

/// Each line with its side in front; a last line without an end, too.
fn labelled(name: &str, bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        say!("[{name}] {line}");
    }
}

fn figures(side: &PlayedSide) -> String {
    let outcome = &side.outcome;
    format!(
        "{}: cpu {:.3} s (user {:.3}, system {:.3}), wall {:.3} s, memory {:.1} MiB",
        side.name,
        outcome.cpu_time().as_secs_f64(),
        outcome.cpu_user.as_secs_f64(),
        outcome.cpu_system.as_secs_f64(),
        outcome.wall_time.as_secs_f64(),
        outcome.peak_memory_bytes as f64 / f64::from(1 << 20),
    )
}
