//! A policy as a table that a person can read.

use std::fmt;

use super::syscalls::syscalls;
use super::{Action, Policy};

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'policy> {
    /// Name of the system call.
    pub syscall: &'static str,
    /// Its number.
    pub number: u32,
    /// The conditions under which this line counts, if it has any.
    pub when: String,
    /// What happens.
    pub action: Action,
    /// Why.
    pub reason: &'policy str,
}

/// Every system call with what a policy does with it. Lines of one call stand in the order in
/// which they are asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation<'policy> {
    /// The lines, by rising system call number.
    pub rows: Vec<Row<'policy>>,
}

impl Policy {
    /// Every known system call with what happens to it, and why.
    pub fn explain(&self) -> Explanation<'_> {
        let mut rows = Vec::new();
        for (number, syscall) in syscalls() {
            let rules = self.rules.get(&number).map_or(&[][..], Vec::as_slice);
            for rule in rules {
                let words: Vec<&str> =
                    rule.conditions.iter().map(|condition| condition.words.as_str()).collect();
                let when = words.join(" and ");
                rows.push(Row { syscall, number, when, action: rule.action, reason: &rule.reason });
            }
            if rules.last().is_none_or(|rule| !rule.conditions.is_empty()) {
                rows.push(Row {
                    syscall,
                    number,
                    when: String::new(),
                    action: self.default,
                    reason: &self.default_reason,
                });
            }
        }
        Explanation { rows }
    }
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            write!(formatter, "{:>3}  {:<24}  {:<12}  ", row.number, row.syscall, row.action)?;
            if !row.when.is_empty() {
                write!(formatter, "[{}] ", row.when)?;
            }
            writeln!(formatter, "{}", row.reason)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_has_a_last_line_and_a_reason() {
        for policy in Policy::builtins() {
            let explanation = policy.explain();
            for (number, syscall) in syscalls() {
                let of_call: Vec<&Row<'_>> =
                    explanation.rows.iter().filter(|row| row.number == number).collect();
                assert!(of_call.last().is_some_and(|row| row.when.is_empty()), "{syscall}");
            }
            assert!(explanation.rows.iter().all(|row| !row.reason.is_empty()));
        }
    }

    #[test]
    fn a_line_shows_number_name_action_condition_and_reason() {
        let text = "
            name = 'tiny'
            description = 'one rule'
            [default]
            action = 'ENOSYS'
            reason = 'nothing else is needed'
            [[rule]]
            action = 'EPERM'
            syscalls = ['prctl']
            when = [{ argument = 'option', is = ['PR_SET_NAME', 99] }]
            reason = 'names are for people'";
        let policy = Policy::from_toml(text).unwrap();
        let table = policy.explain().to_string();
        let lines: Vec<&str> = table.lines().filter(|line| line.contains(" prctl ")).collect();
        assert_eq!(
            lines,
            [
                "157  prctl                     EPERM         [option is PR_SET_NAME|99] names are for people",
                "157  prctl                     ENOSYS        nothing else is needed",
            ]
        );
    }
}
