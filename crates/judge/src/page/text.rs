//! Figures and words as the pages show them.

use std::time::Duration;

use crate::report::TestReport;
use crate::verdict::Verdict;

/// Letters in a cell of the grid, and the class of its colour.
pub(super) fn mark(verdict: Option<Verdict>) -> (&'static str, &'static str) {
    let Some(verdict) = verdict else { return ("!", "je") };
    match verdict {
        Verdict::Accepted => ("✓", "ac"),
        Verdict::WrongAnswer => ("W", "wa"),
        Verdict::TimeLimitExceeded => ("T", "tle"),
        Verdict::MemoryLimitExceeded => ("M", "mle"),
        Verdict::OutputLimitExceeded => ("O", "ole"),
        Verdict::RunTimeError => ("R", "rte"),
        Verdict::PolicyViolation => ("P", "pol"),
        Verdict::CompileError => ("C", "ce"),
    }
}

/// A verdict in words, or that there is none.
pub(super) fn words(verdict: Option<Verdict>) -> String {
    verdict.map_or("problem's fault", Verdict::name).replace('_', " ")
}

/// A time with three digits that count.
pub(super) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds >= 10.0 => format!("{seconds:.1} s"),
        _ if seconds >= 1.0 => format!("{seconds:.2} s"),
        _ if seconds >= 0.1 => format!("{:.0} ms", seconds * 1e3),
        _ => format!("{:.1} ms", seconds * 1e3),
    }
}

/// A moment of a conversation, where calls are microseconds apart.
pub(super) fn moment(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// Bytes in the unit that fits.
pub(super) fn size(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(value < 10.0 && value.fract() > 0.05);
    format!("{value:.digits$} {}", units[unit])
}

/// Points without needless digits.
pub(super) fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How a run ended, with the figure that says more.
pub(super) fn cause(test: &TestReport) -> String {
    match (test.cause.as_str(), test.exit_code, test.signal, &test.system_call) {
        ("exited", Some(code), _, _) => format!("exited {code}"),
        ("signaled", _, Some(signal), _) => format!("signal {signal}"),
        ("policy_violation", _, _, Some(call)) => format!("forbidden call {call}"),
        (cause, _, _, _) => cause.replace('_', " "),
    }
}

/// Text of a program without control characters, which HTML does not allow.
pub(super) fn printable(text: &str) -> String {
    let shown = |character: char| {
        if character.is_control() && !"\n\t".contains(character) { '\u{fffd}' } else { character }
    };
    text.trim_end().chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_keep_the_digits_that_count() {
        let times = [(12_345, "12.3 s"), (1_234, "1.23 s"), (123, "123 ms"), (12, "12.0 ms")];
        for (milliseconds, text) in times {
            assert_eq!(time(Duration::from_millis(milliseconds)), text);
        }
        assert_eq!(moment(Duration::from_micros(119_284)), "119.284 ms");
        let sizes = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1536, "1.5 KiB"),
            (256 << 20, "256 MiB"),
            (2 << 30, "2 GiB"),
        ];
        for (bytes, text) in sizes {
            assert_eq!(size(bytes), text);
        }
        for (value, text) in [(0.0, "0"), (33.333, "33.33"), (100.0, "100"), (0.5, "0.5")] {
            assert_eq!(points(value), text);
        }
    }
}
