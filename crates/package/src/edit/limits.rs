//! Limits that were measured, written into the file where the format keeps them.

use std::time::Duration;

use crate::error::PackageError;
use crate::kattis::text::read_text;
use crate::package::Package;
use crate::problem::Format;
use crate::sim::{SIMFILE, replace_array};

/// Limits to be saved.
#[derive(Clone, Debug, PartialEq)]
pub enum NewLimits {
    /// One for all tests.
    Whole(Duration),
    /// One a test, in the package's order (Sim).
    Tests(Vec<Duration>),
}

const PROBLEM: &str = "problem.yaml";

impl Package {
    /// The file that keeps the time limits, with these in it; everything else in it stays as it was
    /// written. Nothing is written: that is for [`Package::replace`].
    ///
    /// # Errors
    /// [`PackageError::Unsupported`] for a format whose files have no place for them, or a file that is
    /// written in a way that cannot be changed safely; those of reading it.
    pub fn limits_file(&self, limits: &NewLimits) -> Result<(String, String), PackageError> {
        let unsupported = |feature: &str| PackageError::Unsupported {
            file: self.problem.name.clone(),
            feature: feature.to_owned(),
        };
        match (self.problem.format, limits) {
            (Format::Sim, NewLimits::Tests(limits)) => {
                let text = read_text(self.tree(), SIMFILE)?;
                let entries: Vec<String> = self
                    .tests
                    .iter()
                    .zip(limits)
                    .map(|(test, limit)| {
                        let memory = test.memory_limit.map(|bytes| bytes.div_ceil(1 << 20));
                        let memory = memory.map_or(String::new(), |memory| format!(" {memory}"));
                        format!("{} {}{memory}", test.name, seconds(*limit))
                    })
                    .collect();
                Ok((SIMFILE.to_owned(), replace_array(&text, "limits", &entries)?))
            }
            (Format::Draft2023 | Format::V2025_09, NewLimits::Whole(limit)) => {
                let text = read_text(self.tree(), PROBLEM)?;
                let changed = in_problem_yaml(&text, *limit).ok_or_else(|| {
                    let limit = seconds(*limit);
                    unsupported(&format!(
                        "changing {PROBLEM} as it is written (set limits.time_limit to {limit} by hand)"
                    ))
                })?;
                Ok((PROBLEM.to_owned(), changed))
            }
            _ => Err(unsupported("saving limits in this format")),
        }
    }
}

/// Seconds without needless digits.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Sets `limits.time_limit`, as long as it is plain to see where that is.
fn in_problem_yaml(text: &str, limit: Duration) -> Option<String> {
    let limit = seconds(limit);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_limits = |line: &String| line.starts_with("limits:");
    let Some(at) = lines.iter().position(is_limits) else {
        lines.extend(["limits:".to_owned(), format!("  time_limit: {limit}")]);
        return Some(lines.join("\n") + "\n");
    };
    let value = lines[at]["limits:".len()..].trim().to_owned();
    if let Some(inside) = value.strip_prefix('{') {
        let inside = inside.strip_suffix('}')?;
        if inside.contains(['#', '"', '\'', '\n']) {
            return None;
        }
        let kept = outermost(inside).filter(|part| !part.trim().starts_with("time_limit:"));
        let parts: Vec<String> = std::iter::once(format!("time_limit: {limit}"))
            .chain(kept.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()))
            .collect();
        lines[at] = format!("limits: {{{}}}", parts.join(", "));
        return Some(lines.join("\n") + "\n");
    }
    if !(value.is_empty() || value.starts_with('#')) {
        return None;
    }
    let indented = |line: &&String| line.starts_with(' ') || line.trim().is_empty();
    let block = lines[at + 1..].iter().take_while(indented).count();
    let own = |line: &&String| !line.trim().is_empty() && !line.trim().starts_with('#');
    let indent = lines[at + 1..=at + block]
        .iter()
        .find(own)
        .map_or(2, |line| line.len() - line.trim_start().len());
    let key = format!("{}time_limit:", " ".repeat(indent));
    match lines[at + 1..=at + block].iter_mut().find(|line| line.starts_with(&key)) {
        Some(line) => {
            let comment = line.find(" #").map_or(String::new(), |at| line[at..].to_owned());
            *line = format!("{key} {limit}{comment}");
        }
        None => lines.insert(at + 1, format!("{key} {limit}")),
    }
    Some(lines.join("\n") + "\n")
}

/// The parts of a flow mapping, at its commas; those of mappings inside it do not count.
fn outermost(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |character: char| {
        depth += i32::from("{[".contains(character)) - i32::from("}]".contains(character));
        character == ',' && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let changed = in_problem_yaml(text, Duration::from_millis(1500)).unwrap();
        assert_eq!(changed, expected);
    }

    #[test]
    fn the_limit_is_set_where_it_stands_and_all_else_stays() {
        check("name: x\n", "name: x\nlimits:\n  time_limit: 1.5\n");
        check(
            "name: x # a\nlimits: {time_limit: 2, memory: 64}\n# end\n",
            "name: x # a\nlimits: {time_limit: 1.5, memory: 64}\n# end\n",
        );
        check(
            "limits: {memory: 64, time_multipliers: {ac_to_time_limit: 2, time_limit_to_tle: 1}}",
            "limits: {time_limit: 1.5, memory: 64, time_multipliers: {ac_to_time_limit: 2, time_limit_to_tle: 1}}\n",
        );
        check(
            "limits: # all of them\n    # first\n    memory: 64\n    time_limit: 3 # short\nname: x\n",
            "limits: # all of them\n    # first\n    memory: 64\n    time_limit: 1.5 # short\nname: x\n",
        );
        check("limits:\n  memory: 64\n", "limits:\n  time_limit: 1.5\n  memory: 64\n");
    }

    #[test]
    fn what_is_not_plain_is_left_alone() {
        for text in ["limits: *other\n", "limits: {memory: 64,\n  output: 8}\n"] {
            assert_eq!(in_problem_yaml(text, Duration::from_secs(1)), None, "{text}");
        }
    }
}
