//! The proof that a compiled program says what its rules say, call by call.
//!
//! Rules are asked by [`Policy::decide`], programs by the interpreter, and every call on which
//! they could part is tried: each number, each interface, and for each tested argument the values
//! around the tested one, in both halves.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::action::Action;
use super::arguments::Width;
use super::compile::compile;
use super::condition::{Condition, Test};
use super::interpreter::{self, evaluate, first_invalid};
use super::program::Instruction;
use super::syscalls::NUMBERS;
use super::{
    ARCH_I386, ARCH_X86_64, Call, LAUNCH_CALLS, Policy, PolicyError, Program, Rule,
    ViolationAction, X32_BIT, syscall_number,
};

const BOTH: [ViolationAction; 2] = [ViolationAction::Notify, ViolationAction::Kill];

/// The first call that the program answers differently from the rules.
fn difference(
    policy: &Policy,
    program: &[Instruction],
    violation: ViolationAction,
) -> Option<Call> {
    calls(policy).into_iter().find(|call| {
        let expected = policy.decide(call).action.return_value(violation);
        evaluate(program, call) != expected
    })
}

/// Every call on which a policy and its program could part.
fn calls(policy: &Policy) -> Vec<Call> {
    let mut calls = Vec::new();
    for number in (0..1024).chain([X32_BIT - 1, X32_BIT, X32_BIT + 59, u32::MAX - 1, u32::MAX]) {
        for filler in [0, u64::MAX] {
            for arch in [ARCH_X86_64, ARCH_I386, 0] {
                calls.push(Call { number, arch, arguments: [filler; 6] });
            }
            let number = number | X32_BIT;
            calls.push(Call { number, arch: ARCH_X86_64, arguments: [filler; 6] });
        }
    }
    for (number, rules) in &policy.rules {
        let mut tried: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
        for condition in rules.iter().flat_map(|rule| &rule.conditions) {
            tried.entry(condition.argument).or_default().extend(neighbours(&condition.test));
        }
        let mut arguments = vec![[0x5555_5555_5555_5555_u64; 6]];
        for (index, values) in tried {
            // Every combination, as long as there are not too many: then every value with the
            // first few combinations of the arguments before it.
            arguments.truncate(1 + 40_000 / values.len());
            arguments = arguments
                .iter()
                .flat_map(|before| {
                    values.iter().map(move |value| {
                        let mut with = *before;
                        with[index] = *value;
                        with
                    })
                })
                .collect();
        }
        calls.extend(arguments.into_iter().map(|arguments| Call::native(*number, arguments)));
    }
    calls
}

/// Values at, beside and above what a test looks for.
fn neighbours(test: &Test) -> Vec<u64> {
    let bits_of = |mask: u64| (0..64).map(|bit| 1 << bit).filter(move |bit| mask & bit != 0);
    let around = |value: u64| {
        [value, value.wrapping_add(1), value.wrapping_sub(1), value ^ 1 << 32, value | !0 << 32]
            .into_iter()
            .chain([value.rotate_left(32), value ^ 1 << 31, value ^ 1 << 63])
    };
    let mut values = vec![0, 1, 0xffff_ffff, 1 << 32, u64::MAX];
    match test {
        Test::OneOf { mask, values: wanted } => {
            values.extend(wanted.iter().copied().flat_map(around));
            values.extend(wanted.iter().map(|value| value | !mask));
        }
        Test::AnyBit(bits) => {
            values.extend([*bits, !bits]);
            values.extend(bits_of(*bits).flat_map(around));
        }
        Test::AtLeast(least) => values.extend(around(*least)),
    }
    values
}

#[test]
fn built_in_policies_compile_to_what_they_say() {
    for policy in Policy::builtins() {
        for violation in BOTH {
            let program = policy.compile(violation).unwrap();
            assert_eq!(first_invalid(program.instructions()), None);
            assert_eq!(difference(&policy, program.instructions(), violation), None);
            assert_eq!(Program::from_bytes(program.as_bytes()).unwrap(), program);
        }
    }
}

/// The proof would notice: no comparison of the program can be turned round without a difference,
/// so none is untested and none is useless.
#[test]
fn every_comparison_counts() {
    let policy = Policy::builtin("program").unwrap();
    let program = compile(&policy, ViolationAction::Kill);
    let calls = calls(&policy);
    let expected: Vec<u32> = calls.iter().map(|call| evaluate(&program, call)).collect();
    for index in 0..program.len() {
        let mut turned = program.clone();
        let Instruction { code, jump_true, jump_false, .. } = program[index];
        if code & 0x07 != 0x05 || jump_true == jump_false {
            continue;
        }
        (turned[index].jump_true, turned[index].jump_false) = (jump_false, jump_true);
        let mut answers = calls.iter().map(|call| evaluate(&turned, call)).zip(&expected);
        assert!(answers.any(|(answer, expected)| answer != *expected), "instruction {index}");
    }
}

/// Follows a program as `seccomp_is_const_allow` of the kernel does: it gives up on everything but
/// number and interface. Returns whether the call is allowed for all arguments, and the steps.
fn kernel_trial(program: &[Instruction], number: u32) -> (bool, usize) {
    let mut accumulator = 0;
    let mut next = 0;
    for step in 1.. {
        let Instruction { code, jump_true, jump_false, operand } = program[next];
        next += 1;
        let holds = match code {
            interpreter::LOAD_WORD if operand <= 4 => {
                accumulator = if operand == 0 { number } else { ARCH_X86_64 };
                continue;
            }
            interpreter::RETURN => return (operand == 0x7fff_0000, step),
            interpreter::JUMP => {
                next += operand as usize;
                continue;
            }
            interpreter::JUMP_EQUAL => accumulator == operand,
            interpreter::JUMP_GREATER => accumulator > operand,
            interpreter::JUMP_AT_LEAST => accumulator >= operand,
            _ => return (false, step),
        };
        next += usize::from(if holds { jump_true } else { jump_false });
    }
    unreachable!("a program ends with a return")
}

#[test]
fn the_kernel_can_cache_every_call_that_is_allowed_whatever_its_arguments() {
    for policy in Policy::builtins() {
        let program = compile(&policy, ViolationAction::Notify);
        for number in 0..NUMBERS {
            let plain = policy.rules.get(&number).is_some_and(|rules| {
                rules[0].conditions.is_empty() && rules[0].action == Action::Allow
            });
            assert_eq!(kernel_trial(&program, number).0, plain, "{number}");
        }
        for hot in
            ["read", "write", "futex", "epoll_wait", "poll", "brk", "munmap", "clock_gettime"]
        {
            let number = syscall_number(hot).unwrap();
            assert!(kernel_trial(&program, number).0, "{hot} is asked for its arguments");
        }
    }
}

/// What makes installation cheap; the figures in the module's documentation stand on it.
#[test]
fn the_default_program_is_short_and_shallow() {
    let program = compile(&Policy::builtin("program").unwrap(), ViolationAction::Notify);
    let steps: usize = (0..NUMBERS).map(|number| kernel_trial(&program, number).1).sum();
    assert!(program.len() <= 190, "{} instructions", program.len());
    assert!(steps <= 11 * NUMBERS as usize, "{steps} steps");
}

#[test]
fn a_policy_that_refuses_a_launch_call_is_refused() {
    for launch in LAUNCH_CALLS {
        let text = format!(
            "name = \"broken\"\ndescription = \"refuses one call\"\nextends = \"program\"\n\
             [[rule]]\naction = \"EPERM\"\nsyscalls = [\"{}\"]\nreason = \"to be refused\"\n",
            launch.syscall
        );
        let error = Policy::from_toml(&text).unwrap().compile(ViolationAction::Kill).unwrap_err();
        assert!(
            matches!(&error, PolicyError::LaunchCallMissing { policy, syscall }
                if policy == "broken" && *syscall == launch.syscall),
            "{error}"
        );
    }
}

#[test]
fn a_policy_that_is_too_long_is_refused() {
    let values: Vec<String> = (0..5000).map(|value| (value * 2).to_string()).collect();
    let text = format!(
        "name = \"long\"\ndescription = \"too many values\"\nextends = \"program\"\n\
         [[rule]]\naction = \"allow\"\nsyscalls = [\"ioctl\"]\nreason = \"all even commands\"\n\
         when = [{{ argument = \"command\", is = [{}] }}]\n",
        values.join(", ")
    );
    let error = Policy::from_toml(&text).unwrap().compile(ViolationAction::Kill).unwrap_err();
    assert!(matches!(error, PolicyError::TooLong { instructions: 5000.., .. }), "{error}");
}

/// Two lists of values, each longer than a jump can reach, with the tree in front of them.
#[test]
fn code_out_of_the_reach_of_a_jump_is_reached() {
    let values: Vec<String> = (0..300).map(|value| (value * 2).to_string()).collect();
    let mut text =
        "name = \"far\"\ndescription = \"long lists\"\nextends = \"program\"\n".to_owned();
    for (syscall, action) in [("ioctl", "EPERM"), ("prctl", "EIO"), ("memfd_create", "ENODEV")] {
        text += &format!(
            "[[rule]]\naction = \"{action}\"\nsyscalls = [\"{syscall}\"]\nreason = \"even values\"\n\
             when = [{{ argument = 2, width = 64, is = [{}] }}]\n",
            values.join(", ")
        );
    }
    let policy = Policy::from_toml(&text).unwrap();
    let program = compile(&policy, ViolationAction::Notify);
    assert!(program.iter().any(|instruction| instruction.code == interpreter::JUMP));
    assert_eq!(first_invalid(&program), None);
    assert_eq!(difference(&policy, &program, ViolationAction::Notify), None);
}

/// A default that is a violation leaves one run of all numbers, x32 included: no tree at all.
#[test]
fn a_policy_that_refuses_everything_compiles() {
    for default in [Action::Violation, Action::Errno(1)] {
        let policy = Policy {
            name: "nothing".to_owned(),
            description: String::new(),
            default,
            default_reason: "a test".to_owned(),
            rules: BTreeMap::new(),
        };
        for violation in BOTH {
            let program = compile(&policy, violation);
            assert_eq!(first_invalid(&program), None);
            assert_eq!(difference(&policy, &program, violation), None);
        }
        assert!(policy.compile(ViolationAction::Kill).is_err());
    }
}

fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        Just(Action::Allow),
        Just(Action::Violation),
        prop::sample::select(vec![1, 38, 97]).prop_map(Action::Errno),
    ]
}

/// Small numbers, numbers about the border of the halves, and any others.
fn any_value() -> impl Strategy<Value = u64> {
    prop_oneof![0..6_u64, 0xffff_fffd..0x1_0000_0003_u64, any::<u64>()]
}

fn any_test() -> impl Strategy<Value = Test> {
    prop_oneof![
        4 => prop::collection::vec(any_value(), 1..9)
            .prop_map(|values| Test::OneOf { mask: u64::MAX, values }),
        // Enough values to put code out of the reach of a jump.
        1 => prop::collection::vec(any::<u64>(), 200..400)
            .prop_map(|values| Test::OneOf { mask: u64::MAX, values }),
        2 => (any_value(), prop::collection::vec(any_value(), 1..5)).prop_map(|(mask, values)| {
            Test::OneOf { mask, values: values.iter().map(|value| value & mask).collect() }
        }),
        2 => any_value().prop_map(Test::AnyBit),
        2 => any_value().prop_map(Test::AtLeast),
    ]
}

/// A condition that keeps the promises of a condition that was read from a file.
fn any_condition() -> impl Strategy<Value = Condition> {
    (0..3_usize, any::<bool>(), any_test(), any::<bool>()).prop_map(
        |(argument, low, mut test, negated)| {
            let width = if low { Width::Low } else { Width::Whole };
            match &mut test {
                Test::OneOf { mask, values } => {
                    *mask = (*mask & width.mask()).max(1);
                    values.iter_mut().for_each(|value| *value &= *mask);
                }
                Test::AnyBit(bits) | Test::AtLeast(bits) => *bits = (*bits & width.mask()).max(1),
            }
            Condition { argument, width, test, negated, words: String::new() }
        },
    )
}

fn any_rules() -> impl Strategy<Value = Vec<Rule>> {
    let conditions = prop_oneof![
        3 => Just(Vec::new()),
        1 => prop::collection::vec(any_condition(), 1..3),
    ];
    let rule = (conditions, any_action()).prop_map(|(conditions, action)| Rule {
        conditions,
        action,
        reason: "any".to_owned(),
    });
    prop::collection::vec(rule, 1..4)
}

fn any_policy() -> impl Strategy<Value = Policy> {
    let rules = prop::collection::btree_map(0..NUMBERS, any_rules(), 0..70);
    (rules, any_action()).prop_map(|(rules, default)| Policy {
        name: "any".to_owned(),
        description: String::new(),
        default,
        default_reason: "any".to_owned(),
        rules,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_policy_compiles_to_what_it_says(policy in any_policy()) {
        for violation in BOTH {
            let program = compile(&policy, violation);
            prop_assert_eq!(first_invalid(&program), None);
            prop_assert_eq!(difference(&policy, &program, violation), None);
        }
    }
}
