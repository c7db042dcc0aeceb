//! Which kernel objects a policy lets a program make that could outlive it.

use super::condition::Test;
use super::vocabulary::{CLONE_NAMESPACES, UNSHARE_NAMESPACES};
use super::{Action, Policy, Rule, syscall_number};

/// What a program under a policy may make in the namespaces of its lane. Where a fact is true,
/// the sandbox makes the namespace anew for each run; where it is false, the lane's own serves,
/// because nothing can be left in it. A fact errs on the side of true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// System V shared memory, semaphores and message queues (IPC namespace).
    pub sysv_ipc: bool,
    /// POSIX message queues (IPC namespace).
    pub posix_mq: bool,
    /// Kernel keyrings (user namespace).
    pub keyrings: bool,
    /// Sockets with an address, the names of abstract sockets among them (network namespace).
    /// A pair from `socketpair` has no address and does not count.
    pub sockets: bool,
    /// Further namespaces, with all that can be made inside.
    pub namespaces: bool,
}

impl Policy {
    /// See [`Facts`].
    pub fn facts(&self) -> Facts {
        let any = |names: &[&str]| names.iter().any(|name| self.may_allow(name));
        Facts {
            sysv_ipc: any(&["shmget", "semget", "msgget"]),
            posix_mq: any(&["mq_open"]),
            keyrings: any(&["add_key", "request_key", "keyctl"]),
            sockets: any(&["socket", "bind"]),
            namespaces: any(&["clone3", "setns"])
                || self.may_allow_bits("clone", CLONE_NAMESPACES)
                || self.may_allow_bits("unshare", UNSHARE_NAMESPACES),
        }
    }

    fn rules_of(&self, name: &str) -> &[Rule] {
        syscall_number(name).and_then(|number| self.rules.get(&number)).map_or(&[], Vec::as_slice)
    }

    /// Whether some arguments may exist with which the call is allowed. A policy never allows by
    /// default, so only its rules count.
    fn may_allow(&self, name: &str) -> bool {
        self.rules_of(name).iter().any(|rule| rule.action == Action::Allow)
    }

    /// Whether the call may be allowed with one of these bits in its first argument.
    fn may_allow_bits(&self, name: &str, bits: u64) -> bool {
        let mut left = bits;
        for rule in self.rules_of(name) {
            let tested = match &rule.conditions[..] {
                [one] if one.argument == 0 => match one.test {
                    Test::AnyBit(bits) => Some((bits, one.negated)),
                    _ => None,
                },
                _ => None,
            };
            match (rule.action, tested) {
                // Every call with one of the bits ends here, refused.
                (Action::Errno(_) | Action::Violation, Some((refused, false))) => left &= !refused,
                // Allowed are only calls that have none of the bits.
                (Action::Allow, Some((absent, true))) if left & !absent == 0 => {}
                (Action::Allow, _) if left != 0 => return true,
                _ if rule.conditions.is_empty() => return false,
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(rules: &str) -> Facts {
        let text = format!(
            "name = \"t\"\ndescription = \"t\"\n[default]\naction = \"ENOSYS\"\nreason = \"t\"\n{rules}"
        );
        Policy::from_toml(&text).unwrap().facts()
    }

    fn rule(action: &str, syscall: &str, when: &str) -> String {
        format!(
            "[[rule]]\naction = \"{action}\"\nsyscalls = [\"{syscall}\"]\nwhen = [{when}]\nreason = \"t\"\n"
        )
    }

    const EVERY: &str = "{ argument = \"flags\", any_bit = [0x7e020080] }";
    const ALL_BUT_TIME: &str = "{ argument = \"flags\", any_bit = [0x7e020000] }";
    const NONE: &str = "{ argument = \"flags\", no_bit = [0x7e020080] }";

    #[test]
    fn built_in_policies_leave_nothing_but_sockets() {
        let nothing = Facts {
            sysv_ipc: false,
            posix_mq: false,
            keyrings: false,
            sockets: false,
            namespaces: false,
        };
        assert_eq!(Policy::builtin("program").unwrap().facts(), nothing);
        assert_eq!(Policy::builtin("compiler").unwrap().facts(), nothing);
        let loopback = Policy::builtin("loopback").unwrap().facts();
        assert_eq!(loopback, Facts { sockets: true, ..nothing });
    }

    #[test]
    fn each_fact_follows_its_calls() {
        assert!(facts(&rule("allow", "semget", "")).sysv_ipc);
        assert!(facts(&rule("allow", "mq_open", "")).posix_mq);
        assert!(facts(&rule("allow", "keyctl", "")).keyrings);
        assert!(facts(&rule("allow", "bind", "")).sockets);
        assert!(facts(&rule("allow", "setns", "")).namespaces);
        let family = "{ argument = \"family\", is = [\"AF_INET\"] }";
        assert!(facts(&rule("allow", "socket", family)).sockets);
        assert!(!facts(&rule("EPERM", "socket", "")).sockets);
    }

    #[test]
    fn namespaces_need_every_flag_refused() {
        let with = |first: String, second: String| facts(&(first + &second)).namespaces;
        let allow = || rule("allow", "unshare", "");
        assert!(!with(rule("violation", "unshare", EVERY), allow()));
        assert!(with(rule("violation", "unshare", ALL_BUT_TIME), allow()));
        assert!(!with(rule("allow", "unshare", NONE), String::new()));
        assert!(with(rule("allow", "unshare", NONE), allow()));
        assert!(with(allow(), String::new()));
        let clone = rule("EPERM", "clone", ALL_BUT_TIME);
        assert!(!with(clone, rule("allow", "clone", "")));
    }
}
