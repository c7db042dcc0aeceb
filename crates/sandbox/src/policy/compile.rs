//! From rules to runs of system call numbers, and from runs to a program.

use super::assemble::{Assembler, Target};
use super::condition::Condition;
use super::program::Instruction;
use super::syscalls::{ARCH_X86_64, CANCELLED, NUMBERS, X32_BIT};
use super::tree::{Tree, plan};
use super::{Action, Policy, ViolationAction};

/// Offsets of the number and the interface in `struct seccomp_data`.
const NUMBER_OFFSET: u32 = 0;
const ARCH_OFFSET: u32 = 4;

/// What the program does with a number: it returns a value, the same for all arguments, or asks
/// for arguments first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Conditions that must all hold, and the value that is returned then; the first that holds
    /// wins.
    pub(crate) checks: Vec<(Vec<Condition>, u32)>,
    /// The value when none holds.
    pub(crate) otherwise: u32,
}

/// Consecutive numbers with the same outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) outcome: Outcome,
}

/// Compiles a policy, of whatever length the program becomes.
pub(crate) fn compile(policy: &Policy, violation: ViolationAction) -> Vec<Instruction> {
    let runs = runs(policy, violation);
    let tree = plan(&runs);
    let mut assembler = Assembler::default();
    let root = emit(&mut assembler, &runs, &tree);
    assembler.begin_at(root);
    assembler.load(NUMBER_OFFSET);
    let numbers = assembler.here();
    let foreign = Target::Return(Action::Violation.return_value(violation));
    assembler.branch_if_equal(ARCH_X86_64, numbers, foreign);
    assembler.load(ARCH_OFFSET);
    assembler.finish()
}

/// Splits all numbers there can be into the fewest runs.
pub(crate) fn runs(policy: &Policy, violation: ViolationAction) -> Vec<Run> {
    let plain =
        |action: Action| Outcome { checks: Vec::new(), otherwise: action.return_value(violation) };
    let mut runs: Vec<Run> = Vec::new();
    let mut add = |first: u32, last: u32, outcome: Outcome| match runs.last_mut() {
        Some(run) if run.outcome == outcome => run.last = last,
        _ => runs.push(Run { first, last, outcome }),
    };
    for number in 0..NUMBERS {
        add(number, number, outcome(policy, number, violation));
    }
    add(NUMBERS, X32_BIT - 1, plain(policy.default));
    add(X32_BIT, CANCELLED - 1, plain(Action::Violation));
    add(CANCELLED, CANCELLED, plain(policy.default));
    runs
}

fn outcome(policy: &Policy, number: u32, violation: ViolationAction) -> Outcome {
    let mut outcome =
        Outcome { checks: Vec::new(), otherwise: policy.default.return_value(violation) };
    for rule in policy.rules.get(&number).into_iter().flatten() {
        let value = rule.action.return_value(violation);
        if rule.conditions.is_empty() {
            outcome.otherwise = value;
            break;
        }
        outcome.checks.push((rule.conditions.clone(), value));
    }
    // A last check that returns what would be returned anyway decides nothing; without any check
    // the kernel can cache the answer.
    while outcome.checks.last().is_some_and(|(_, value)| *value == outcome.otherwise) {
        outcome.checks.pop();
    }
    outcome
}

/// Emits a subtree. Code is written from the end to the start, so what a comparison jumps to is
/// written before it.
fn emit(assembler: &mut Assembler, runs: &[Run], tree: &Tree) -> Target {
    match tree {
        Tree::Leaf(run) => emit_outcome(assembler, &runs[*run].outcome),
        Tree::AtLeast { number, then, otherwise } => {
            let then = emit(assembler, runs, then);
            let otherwise = emit(assembler, runs, otherwise);
            assembler.branch_if_at_least(*number, then, otherwise);
            assembler.here()
        }
        Tree::Equal { number, then, otherwise } => {
            let otherwise = emit(assembler, runs, otherwise);
            let then = emit(assembler, runs, then);
            assembler.branch_if_equal(*number, then, otherwise);
            assembler.here()
        }
    }
}

fn emit_outcome(assembler: &mut Assembler, outcome: &Outcome) -> Target {
    let mut next = Target::Return(outcome.otherwise);
    for (conditions, value) in outcome.checks.iter().rev() {
        let mut holds = Target::Return(*value);
        for condition in conditions.iter().rev() {
            holds = assembler.condition(condition, holds, next);
        }
        next = holds;
    }
    next
}
