//! The outcome of a run, for machines and for people.

use std::fmt::Write as _;
use std::time::Duration;

use sandglass_sandbox::{Cause, Outcome};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::print;

/// How much of a captured stream the JSON object has, in bytes.
pub(super) const SHOWN: u64 = 64 << 10;

/// A run that is over.
pub(super) struct Finished {
    pub(super) outcome: Outcome,
    /// From the request to the moment when the outcome was here.
    pub(super) round_trip: Duration,
}

/// Prints one line of JSON on stdout.
pub(super) fn print_json(finished: &Finished) -> Result<(), Failure> {
    let unreadable = |error| Failure::ours(format!("could not read what was captured: {error}"));
    let outcome = &finished.outcome;
    let mut object = match serde_json::to_value(outcome) {
        Ok(Value::Object(object)) => object,
        other => return Err(Failure::ours(format!("the outcome is no object: {other:?}"))),
    };
    let round_trip = u64::try_from(finished.round_trip.as_nanos()).unwrap_or(u64::MAX);
    object.insert("round_trip_ns".to_owned(), round_trip.into());
    if outcome.stdout.is_some() {
        show(&mut object, "stdout", &outcome.stdout_bytes().map_err(unreadable)?);
    }
    if outcome.stderr.is_some() {
        show(&mut object, "stderr", &outcome.stderr_bytes().map_err(unreadable)?);
    }
    print::line(Value::Object(object))
}

/// Adds what a stream holds as text, whatever its bytes.
fn show(object: &mut Map<String, Value>, name: &str, bytes: &[u8]) {
    let shown = usize::try_from(SHOWN).unwrap_or(usize::MAX).min(bytes.len());
    let text = String::from_utf8_lossy(&bytes[..shown]).into_owned();
    object.insert(name.to_owned(), text.into());
    object.insert(format!("{name}_truncated"), (shown < bytes.len()).into());
}

/// A few lines for a person.
pub(super) fn summary(finished: &Finished) -> String {
    let outcome = &finished.outcome;
    let mut text = format!("sandglass: {}\n", ending(outcome));
    let mut line = |name: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<13}{value}");
    };
    let user = time(outcome.cpu_user);
    let system = time(outcome.cpu_system);
    line("CPU time", format!("{} ({user} user, {system} system)", time(outcome.cpu_time())));
    line("wall time", time(outcome.wall_time));
    let mut memory = size(outcome.peak_memory_bytes);
    if let Some(cache) = outcome.page_cache_bytes.filter(|bytes| *bytes > 0) {
        let _ = write!(memory, ", {} of page cache at the end", size(cache));
    }
    line("peak memory", memory);
    if let Some(processes) = outcome.peak_processes {
        line("processes", format!("{processes} at a time"));
    }
    if let Some(instructions) = outcome.instructions {
        line("instructions", instructions.to_string());
    }
    let walls = match (outcome.protections.seccomp, outcome.protections.landlock) {
        (true, 0) => "seccomp".to_owned(),
        (true, version) => format!("seccomp, Landlock {version}"),
        (false, 0) => "no seccomp, no Landlock".to_owned(),
        (false, version) => format!("no seccomp, Landlock {version}"),
    };
    line("backend", format!("{}; namespaces, {walls}", outcome.backend));
    if !outcome.weaknesses.is_empty() {
        let names: Vec<String> =
            outcome.weaknesses.iter().map(|one| one.name().replace('_', " ")).collect();
        line("weaker", names.join(", "));
    }
    text
}

/// Why the run ended, as a clause.
pub(super) fn ending(outcome: &Outcome) -> String {
    match outcome.cause {
        Cause::Exited => match outcome.exit_code {
            Some(code) => format!("the program exited with {code}"),
            None => "the program exited".to_owned(),
        },
        Cause::Signaled => {
            let signal = outcome.signal.unwrap_or_default();
            match signal_hook::low_level::signal_name(signal) {
                Some(name) => format!("the program was killed by signal {signal} ({name})"),
                None => format!("the program was killed by signal {signal}"),
            }
        }
        Cause::CpuTimeLimit => "the CPU time limit was exceeded".to_owned(),
        Cause::WallTimeLimit => "the wall time limit was exceeded".to_owned(),
        Cause::IdleLimit => "the program was blocked for longer than the idle limit".to_owned(),
        Cause::MemoryLimit => "the memory limit was exceeded".to_owned(),
        Cause::OutputLimit => "the output limit was exceeded".to_owned(),
        Cause::ProcessLimit => "the process limit was hit and the program failed".to_owned(),
        Cause::PolicyViolation => match &outcome.system_call {
            Some(call) => format!("the program made the forbidden system call {call}"),
            None => "the program made a forbidden system call".to_owned(),
        },
        Cause::Cancelled => "the run was cancelled".to_owned(),
        Cause::Killed => "the run was killed".to_owned(),
    }
}

/// A time with three or four digits that count.
pub(super) fn time(time: Duration) -> String {
    let nanoseconds = time.as_nanos();
    match nanoseconds {
        0..10_000 => format!("{:.2} µs", nanoseconds as f64 / 1e3),
        10_000..1_000_000 => format!("{:.0} µs", nanoseconds as f64 / 1e3),
        1_000_000..10_000_000 => format!("{:.2} ms", nanoseconds as f64 / 1e6),
        10_000_000..1_000_000_000 => format!("{:.1} ms", nanoseconds as f64 / 1e6),
        _ => format!("{:.3} s", nanoseconds as f64 / 1e9),
    }
}

/// A size in units of 1024.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.0} KiB", bytes as f64 / 1024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.2} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_units() {
        assert_eq!(time(Duration::from_nanos(1_500)), "1.50 µs");
        assert_eq!(time(Duration::from_micros(752)), "752 µs");
        assert_eq!(time(Duration::from_micros(1_234)), "1.23 ms");
        assert_eq!(time(Duration::from_millis(300)), "300.0 ms");
        assert_eq!(time(Duration::from_millis(1_500)), "1.500 s");
        assert_eq!(size(999), "999 B");
        assert_eq!(size(64 << 20), "64.0 MiB");
    }

    #[test]
    fn captured_bytes_are_shown_as_text_and_said_to_be_cut() {
        let mut object = Map::new();
        show(&mut object, "stdout", b"a\xffb");
        assert_eq!(object["stdout"], "a\u{fffd}b");
        assert_eq!(object["stdout_truncated"], false);
        show(&mut object, "stderr", &vec![b'x'; SHOWN as usize + 1]);
        assert_eq!(object["stderr"].as_str().map(str::len), Some(SHOWN as usize));
        assert_eq!(object["stderr_truncated"], true);
    }
}
