//! A policy as rules, and what the rules say about one call.

use std::collections::BTreeMap;
use std::path::Path;

use super::action::{Action, ViolationAction};
use super::condition::Condition;
use super::program::{Call, Program};
use super::syscalls::{ARCH_X86_64, CANCELLED, X32_BIT};
use super::{PolicyError, compile, launch, load};

/// What happens to each system call, and why. It is read from TOML and compiled once; the
/// compiled [`Program`] is what runs carry.
#[derive(Debug, Clone)]
pub struct Policy {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) default: Action,
    pub(super) default_reason: String,
    /// The rules of each system call number, in the order in which they are asked.
    pub(super) rules: BTreeMap<u32, Vec<Rule>>,
}

/// One entry of a policy, for one system call.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    /// All must hold; none means always.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) action: Action,
    pub(crate) reason: String,
}

/// What a policy says about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision<'policy> {
    /// What happens.
    pub action: Action,
    /// The reason that the policy gives.
    pub reason: &'policy str,
}

const FOREIGN_REASON: &str = "Calls through the 32-bit interfaces (int 0x80, x32) have numbers of \
    their own, which would let a program pass by every rule; nothing that is built for this \
    sandbox makes them.";

impl Policy {
    /// The policy of this name that is built in: `program`, `compiler` or `loopback`.
    pub fn builtin(name: &str) -> Result<Self, PolicyError> {
        load::built_in(name)
    }

    /// Every built-in policy.
    pub fn builtins() -> impl Iterator<Item = Self> {
        load::BUILT_IN.iter().filter_map(|(name, _)| Self::builtin(name).ok())
    }

    /// Reads a policy from TOML; errors speak of `policy`.
    pub fn from_toml(text: &str) -> Result<Self, PolicyError> {
        load::read(text, "policy")
    }

    /// Reads a policy from a TOML file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, PolicyError> {
        load::from_file(path.as_ref())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is for.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What the policy says about a call, and why: the meaning of the rules, and what a listener
    /// tells the user about a call that was stopped.
    pub fn decide(&self, call: &Call) -> Decision<'_> {
        let x32 = call.number >= X32_BIT && call.number != CANCELLED;
        if call.arch != ARCH_X86_64 || x32 {
            return Decision { action: Action::Violation, reason: FOREIGN_REASON };
        }
        let mut rules = self.rules.get(&call.number).into_iter().flatten();
        let holds = |rule: &&Rule| rule.conditions.iter().all(|one| one.holds(&call.arguments));
        match rules.find(holds) {
            Some(rule) => Decision { action: rule.action, reason: &rule.reason },
            None => Decision { action: self.default, reason: &self.default_reason },
        }
    }

    /// Compiles the policy. It fails when the policy refuses a call that the sandbox itself needs
    /// ([`LAUNCH_CALLS`](super::LAUNCH_CALLS)), or when it needs more than
    /// [`Program::LONGEST`] instructions.
    pub fn compile(&self, violation: ViolationAction) -> Result<Program, PolicyError> {
        let instructions = compile::compile(self, violation);
        if instructions.len() > Program::LONGEST {
            return Err(PolicyError::TooLong {
                policy: self.name.clone(),
                instructions: instructions.len(),
            });
        }
        let program = Program::new(instructions);
        launch::check(&program, &self.name)?;
        Ok(program)
    }
}
