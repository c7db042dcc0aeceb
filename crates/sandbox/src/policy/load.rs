//! From the text of a policy to a [`Policy`].

use std::collections::BTreeMap;
use std::path::Path;

use super::condition::{Condition, Test};
use super::document::PolicyDocument;
use super::{EntryProblem, Policy, PolicyError, Rule, syscall_name, syscall_number};

/// The policies that are built in, as name and text.
pub(super) const BUILT_IN: &[(&str, &str)] = &[
    ("program", include_str!("../../policies/program.toml")),
    ("compiler", include_str!("../../policies/compiler.toml")),
    ("loopback", include_str!("../../policies/loopback.toml")),
];

/// Reads a built-in policy.
pub(super) fn built_in(name: &str) -> Result<Policy, PolicyError> {
    match BUILT_IN.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => read(text, &format!("{name}.toml")),
        None => Err(PolicyError::UnknownPolicy { name: name.to_owned() }),
    }
}

/// Reads a policy from a file.
pub(super) fn from_file(path: &Path) -> Result<Policy, PolicyError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| PolicyError::Read { path: path.to_owned(), source })?;
    read(&text, &path.display().to_string())
}

/// Reads a policy from text; `file` names it in errors.
pub(super) fn read(text: &str, file: &str) -> Result<Policy, PolicyError> {
    let document: PolicyDocument = toml::from_str(text).map_err(|source| PolicyError::Syntax {
        file: file.to_owned(),
        source: Box::new(source),
    })?;
    let base = document.extends.as_deref().map(built_in).transpose()?;
    Reader { text, file }.policy(document, base)
}

/// Knows where it is, for the errors.
struct Reader<'text> {
    text: &'text str,
    file: &'text str,
}

impl Reader<'_> {
    fn policy(
        &self,
        document: PolicyDocument,
        base: Option<Policy>,
    ) -> Result<Policy, PolicyError> {
        let mut own: BTreeMap<u32, Vec<(usize, Rule)>> = BTreeMap::new();
        for entry in &document.rule {
            let line = self.line(entry.span().start);
            let entry = entry.get_ref();
            let at = |problem| self.error(line, problem);
            let (action, reason) = entry.read().map_err(at)?;
            if entry.syscalls.is_empty() {
                return Err(at(EntryProblem::NoSystemCall));
            }
            for name in &entry.syscalls {
                let number = syscall_number(name)
                    .ok_or_else(|| at(EntryProblem::UnknownSystemCall(name.clone())))?;
                let conditions = entry.conditions(name).map_err(at)?;
                let rule = Rule { conditions, action, reason: reason.clone() };
                let earlier = own.entry(number).or_default();
                if let Some((line, _)) = earlier.iter().find(|(_, first)| settles(first, &rule)) {
                    let syscall = syscall_name(number).unwrap_or_default();
                    return Err(at(EntryProblem::Duplicate { syscall, line: *line }));
                }
                earlier.push((line, rule));
            }
        }

        let default = match &document.default {
            Some(default) => {
                let line = self.line(default.span().start);
                Some(default.get_ref().read().map_err(|problem| self.error(line, problem))?)
            }
            None => None,
        };
        let (base_default, mut rules) = match base {
            Some(base) => (Some((base.default, base.default_reason)), base.rules),
            None => (None, BTreeMap::new()),
        };
        let Some((default, default_reason)) = default.or(base_default) else {
            return Err(self.error(1, EntryProblem::MissingDefault));
        };
        for (number, own) in own {
            let own: Vec<Rule> = own.into_iter().map(|(_, rule)| rule).collect();
            let inherited = rules.remove(&number).unwrap_or_default();
            // The entries of the extending policy are asked first. One without conditions settles
            // the call, so nothing of what is extended can count after it.
            let settled = own.iter().any(|rule| rule.conditions.is_empty());
            let inherited = if settled { Vec::new() } else { inherited };
            rules.insert(number, own.into_iter().chain(inherited).collect());
        }
        Ok(Policy {
            name: document.name,
            description: document.description,
            default,
            default_reason,
            rules,
        })
    }

    /// The line of a byte position, from 1.
    fn line(&self, position: usize) -> usize {
        1 + self.text.as_bytes().iter().take(position).filter(|byte| **byte == b'\n').count()
    }

    fn error(&self, line: usize, problem: EntryProblem) -> PolicyError {
        PolicyError::Entry { file: self.file.to_owned(), line, problem }
    }
}

/// Whether a rule leaves nothing for a later rule of the same call, or settles one of the values
/// that the later one names.
fn settles(first: &Rule, later: &Rule) -> bool {
    match (&first.conditions[..], &later.conditions[..]) {
        ([], _) => true,
        ([one], [other]) if same_place(one, other) && !one.negated && !other.negated => {
            match (&one.test, &other.test) {
                (Test::OneOf { values, .. }, Test::OneOf { values: later, .. }) => {
                    values.iter().any(|value| later.contains(value))
                }
                _ => one == other,
            }
        }
        (one, other) => one == other,
    }
}

fn same_place(one: &Condition, other: &Condition) -> bool {
    let mask = |condition: &Condition| match condition.test {
        Test::OneOf { mask, .. } => mask,
        _ => 0,
    };
    one.argument == other.argument && one.width == other.width && mask(one) == mask(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Action, Call};

    const HEAD: &str = "name = 'test'\ndescription = 'a test'\n";
    const DEFAULT: &str = "[default]\naction = 'ENOSYS'\nreason = 'not needed'\n";

    /// The error of a policy with these rules, as a person sees it.
    fn complaint(rules: &str) -> String {
        let error = Policy::from_toml(&format!("{HEAD}{DEFAULT}{rules}")).unwrap_err();
        assert!(!error.hint().is_empty());
        error.to_string()
    }

    fn rule(syscall: &str, when: &str) -> String {
        format!(
            "[[rule]]\naction = 'allow'\nsyscalls = ['{syscall}']\nwhen = [{when}]\nreason = 'r'\n"
        )
    }

    #[test]
    fn a_bad_entry_is_named_with_its_line() {
        let cases = [
            ("[[rule]]\naction='allow'\nsyscalls=['read']", "line 6: the entry has no reason"),
            (
                "[[rule]]\naction='allow'\nsyscalls=['read']\nreason=' '",
                "line 6: the entry has no reason",
            ),
            ("\n\n[[rule]]\naction='allow'\nreason='r'", "line 8: the entry names no system call"),
            (
                "[[rule]]\naction='allow'\nsyscalls=['fstatat']\nreason='r'",
                "unknown system call \"fstatat\"",
            ),
            (
                "[[rule]]\naction='permit'\nsyscalls=['read']\nreason='r'",
                "unknown action \"permit\"",
            ),
        ];
        for (rules, expected) in cases {
            let said = complaint(rules);
            assert!(said.starts_with("policy, line ") && said.ends_with(expected), "{said}");
        }
    }

    #[test]
    fn a_bad_condition_is_explained() {
        let cases = [
            ("{ argument = 'flags', is = [1] }", "ioctl has no argument named \"flags\""),
            (
                "{ argument = 'command', width = 64, is = [1] }",
                "ioctl has no argument named \"command\"",
            ),
            ("{ argument = 6, width = 32, is = [1] }", "argument 6 needs a position"),
            ("{ argument = 1, is = [1] }", "argument 1 needs a position"),
            ("{ argument = 'command', is = ['AF_UNIX'] }", "unknown value \"AF_UNIX\""),
            ("{ argument = 'command', is = [-1] }", "unknown value \"-1\""),
            ("{ argument = 'command', is = [0x100000000] }", "value 0x100000000 does not fit"),
            ("{ argument = 'command' }", "exactly one of"),
            ("{ argument = 'command', is = [1], is_not = [2] }", "exactly one of"),
            ("{ argument = 'command', is = [] }", "holds always or never"),
            ("{ argument = 'command', any_bit = [] }", "holds always or never"),
            ("{ argument = 'command', mask = [3], is = [4] }", "holds always or never"),
            ("{ argument = 'command', mask = [3], any_bit = [1] }", "holds always or never"),
            ("{ argument = 'command', at_least = 0 }", "holds always or never"),
            ("{ argument = 'command', at_most = 0xffffffff }", "holds always or never"),
            (
                "{ argument = 2, width = 64, at_most = '0xffffffffffffffff' }",
                "holds always or never",
            ),
        ];
        for (when, expected) in cases {
            let said = complaint(&rule("ioctl", when));
            assert!(said.contains(expected), "{when}: {said}");
        }
    }

    #[test]
    fn what_is_settled_cannot_be_said_again() {
        let one = "{ argument = 'command', is = [1, 2] }";
        let again = "{ argument = 'command', is = [2, 3] }";
        for (first, second) in [("", ""), ("", one), (one, one), (one, again)] {
            let said = complaint(&(rule("ioctl", first) + &rule("ioctl", second)));
            assert!(said.contains("line 11: ioctl is settled by the entry on line 6"), "{said}");
        }
        let other = "{ argument = 'command', is = [3] }";
        let rules = rule("ioctl", one) + &rule("ioctl", other) + &rule("ioctl", "");
        Policy::from_toml(&format!("{HEAD}{DEFAULT}{rules}")).unwrap();
    }

    #[test]
    fn a_policy_needs_a_default_that_refuses() {
        let error = |text: &str| Policy::from_toml(text).unwrap_err().to_string();
        assert!(error(HEAD).contains("no default"));
        let allows = format!("{HEAD}[default]\naction = 'allow'\nreason = 'r'\n");
        assert!(error(&allows).contains("line 3: the default of a policy may not be allow"));
        assert!(error(&format!("{HEAD}{DEFAULT}[other]\n")).contains("not well formed"));
        assert!(error(&format!("{HEAD}extends = 'nothing'\n")).contains("no policy named"));
        let missing = Policy::load("/nonexistent/policy.toml").unwrap_err();
        assert!(missing.to_string().contains("/nonexistent/policy.toml"));
    }

    #[test]
    fn an_extension_is_asked_first_and_inherits_the_rest() {
        let when = "{ argument = 'command', is = ['TIOCSTI', 0x1234] }";
        let text =
            format!("{HEAD}extends = 'program'\n{}{}", rule("ioctl", when), rule("socket", ""));
        let policy = Policy::from_toml(&text).unwrap();
        let action = |name: &str, arguments| {
            policy.decide(&Call::native(syscall_number(name).unwrap(), arguments)).action
        };
        assert_eq!(action("ioctl", [0, 0x5412, 0, 0, 0, 0]), Action::Allow);
        assert_eq!(action("ioctl", [0, 0x1234, 0, 0, 0, 0]), Action::Allow);
        assert_eq!(action("ioctl", [0, 0x541c, 0, 0, 0, 0]), Action::Violation);
        assert_eq!(action("ioctl", [0, 0x9999, 0, 0, 0, 0]), Action::Errno(25));
        assert_eq!(action("socket", [99; 6]), Action::Allow);
        assert_eq!(action("read", [0; 6]), Action::Allow);
        assert_eq!(action("io_uring_setup", [0; 6]), Action::Errno(38));
    }
}
