//! Writes instructions from the end of a program to its start.
//!
//! Jumps of the seccomp machine go forward only and, when conditional, over at most 255
//! instructions. Written backwards, every target is known when its jump is written, and a target
//! that has come out of reach gets a copy (of a return) or a stepping stone (of anything else)
//! right behind the jump that needs it.

use std::collections::BTreeMap;

use super::arguments::Width;
use super::condition::{Condition, Test};
use super::interpreter::{
    AND, JUMP, JUMP_ANY_BIT, JUMP_AT_LEAST, JUMP_EQUAL, JUMP_GREATER, LOAD_WORD, RETURN,
};
use super::program::Instruction;

/// Where a jump goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The program ends with this value.
    Return(u32),
    /// The instruction at this place, counted from the end of the program.
    Place {
        place: usize,
        /// The word that this instruction loads, if that is all it does: a jump that has the word
        /// in the accumulator already may skip it.
        loads: Option<u32>,
    },
}

/// The longest jump that is planned. One less than what the machine can would do, but both
/// targets of a comparison may need a stepping stone each.
const REACH: usize = 250;

/// A program under construction.
#[derive(Debug, Default)]
pub(crate) struct Assembler {
    /// Backwards: the last instruction of the program comes first.
    reversed: Vec<Instruction>,
    /// The nearest return of each value.
    returns: BTreeMap<u32, usize>,
}

impl Assembler {
    /// The instruction that was written last: the one that runs first.
    pub(crate) fn here(&self) -> Target {
        let place = self.reversed.len() - 1;
        let first = self.reversed[place];
        let loads = (first.code == LOAD_WORD).then_some(first.operand);
        Target::Place { place, loads }
    }

    /// The program in its order.
    pub(crate) fn finish(mut self) -> Vec<Instruction> {
        self.reversed.reverse();
        self.reversed
    }

    /// Loads a word of `struct seccomp_data` and goes on with what was written last.
    pub(crate) fn load(&mut self, offset: u32) {
        self.write(LOAD_WORD, offset);
    }

    /// Makes what was written last the way to a whole tree. A tree of comparisons was written just
    /// now; one that is a single return has not been written at all.
    pub(crate) fn begin_at(&mut self, tree: Target) {
        match tree {
            Target::Return(value) => self.write(RETURN, value),
            Target::Place { .. } => debug_assert_eq!(tree, self.here()),
        }
    }

    /// Compares the accumulator with a number.
    pub(crate) fn branch_if_equal(&mut self, number: u32, then: Target, otherwise: Target) {
        self.branch(JUMP_EQUAL, number, then, otherwise, None);
    }

    /// Compares the accumulator with a number.
    pub(crate) fn branch_if_at_least(&mut self, number: u32, then: Target, otherwise: Target) {
        self.branch(JUMP_AT_LEAST, number, then, otherwise, None);
    }

    /// Writes the test of one condition and returns where it begins.
    pub(crate) fn condition(
        &mut self,
        condition: &Condition,
        holds: Target,
        fails: Target,
    ) -> Target {
        let (then, otherwise) = if condition.negated { (fails, holds) } else { (holds, fails) };
        let argument = Argument::new(condition);
        match &condition.test {
            Test::AnyBit(bits) => self.any_bit(argument, *bits, then, otherwise),
            Test::AtLeast(least) => self.at_least(argument, *least, then, otherwise),
            Test::OneOf { mask, values } => self.one_of(argument, *mask, values, then, otherwise),
        }
        self.here()
    }

    fn any_bit(&mut self, argument: Argument, bits: u64, then: Target, otherwise: Target) {
        let mut next = otherwise;
        for (offset, bits) in [(argument.high, high(bits)), (argument.low, low(bits))] {
            if bits != 0 {
                self.branch(JUMP_ANY_BIT, bits, then, next, Some(offset));
                self.load(offset);
                next = self.here();
            }
        }
    }

    fn at_least(&mut self, argument: Argument, least: u64, then: Target, otherwise: Target) {
        if least > 0xffff_ffff || argument.width == Width::Whole {
            self.branch(JUMP_AT_LEAST, low(least), then, otherwise, Some(argument.low));
            self.load(argument.low);
            let same_high = self.here();
            self.branch(JUMP_EQUAL, high(least), same_high, otherwise, Some(argument.high));
            let not_greater = self.here();
            self.branch(JUMP_GREATER, high(least), then, not_greater, Some(argument.high));
            self.load(argument.high);
        } else {
            self.branch(JUMP_AT_LEAST, low(least), then, otherwise, Some(argument.low));
            self.load(argument.low);
        }
    }

    fn one_of(
        &mut self,
        argument: Argument,
        mask: u64,
        values: &[u64],
        then: Target,
        otherwise: Target,
    ) {
        if argument.width == Width::Low || high(mask) == 0 {
            let words: Vec<u32> = values.iter().map(|value| low(*value)).collect();
            return self.word_is_one_of(argument.low, low(mask), &words, then, otherwise);
        }
        // Values that share an upper half are told apart by their lower halves.
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for value in values {
            groups.entry(high(*value)).or_default().push(low(*value));
        }
        if low(mask) == 0 {
            let words: Vec<u32> = groups.into_keys().collect();
            return self.word_is_one_of(argument.high, high(mask), &words, then, otherwise);
        }
        let mut next = otherwise;
        let mut compares: Vec<(u32, Target)> = Vec::new();
        for (upper, lowers) in groups {
            self.word_is_one_of(argument.low, low(mask), &lowers, then, otherwise);
            compares.push((upper, self.here()));
        }
        for (upper, found) in compares {
            self.branch(JUMP_EQUAL, upper, found, next, None);
            next = self.here();
        }
        self.masked_load(argument.high, high(mask));
    }

    /// Compares one word of an argument with at least one value.
    fn word_is_one_of(
        &mut self,
        offset: u32,
        mask: u32,
        values: &[u32],
        then: Target,
        otherwise: Target,
    ) {
        let loaded = (mask == u32::MAX).then_some(offset);
        let mut next = otherwise;
        for (first, last) in stretches(values).into_iter().rev() {
            if last - first < 2 {
                for value in (first..=last).rev() {
                    self.branch(JUMP_EQUAL, value, then, next, loaded);
                    next = self.here();
                }
            } else {
                self.branch(JUMP_GREATER, last, next, then, loaded);
                let not_smaller = self.here();
                self.branch(JUMP_AT_LEAST, first, not_smaller, next, loaded);
                next = self.here();
            }
        }
        self.masked_load(offset, mask);
    }

    fn masked_load(&mut self, offset: u32, mask: u32) {
        if mask != u32::MAX {
            self.write(AND, mask);
        }
        self.load(offset);
    }

    /// Writes a conditional jump; `accumulator` is the offset of the word that it holds, where
    /// that is known.
    fn branch(
        &mut self,
        code: u16,
        operand: u32,
        then: Target,
        otherwise: Target,
        accumulator: Option<u32>,
    ) {
        let then = self.near(then, accumulator);
        let otherwise = self.near(otherwise, accumulator);
        let skip = |place: usize| (self.reversed.len() - 1 - place) as u8;
        let (jump_true, jump_false) = (skip(then), skip(otherwise));
        self.reversed.push(Instruction { code, jump_true, jump_false, operand });
    }

    /// A place within reach of the next instruction that leads to a target.
    fn near(&mut self, target: Target, accumulator: Option<u32>) -> usize {
        let place = match target {
            Target::Return(value) => match self.returns.get(&value) {
                Some(place) if self.reversed.len() - place <= REACH => *place,
                _ => {
                    self.write(RETURN, value);
                    self.returns.insert(value, self.reversed.len() - 1);
                    self.reversed.len() - 1
                }
            },
            Target::Place { place, loads } if loads.is_some() && loads == accumulator => place - 1,
            Target::Place { place, .. } => place,
        };
        let distance = self.reversed.len() - 1 - place;
        if distance > REACH {
            self.write(JUMP, distance as u32);
            return self.reversed.len() - 1;
        }
        place
    }

    fn write(&mut self, code: u16, operand: u32) {
        self.reversed.push(Instruction { code, jump_true: 0, jump_false: 0, operand });
    }
}

/// The words of one argument in `struct seccomp_data`.
#[derive(Debug, Clone, Copy)]
struct Argument {
    low: u32,
    high: u32,
    width: Width,
}

impl Argument {
    fn new(condition: &Condition) -> Self {
        let first = 16 + 8 * condition.argument as u32;
        let (low, high) =
            if cfg!(target_endian = "little") { (first, first + 4) } else { (first + 4, first) };
        Self { low, high, width: condition.width }
    }
}

/// Values as stretches of consecutive ones, in rising order.
fn stretches(values: &[u32]) -> Vec<(u32, u32)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let mut stretches: Vec<(u32, u32)> = Vec::new();
    for value in sorted {
        match stretches.last_mut() {
            Some((_, last)) if value - *last <= 1 => *last = value,
            _ => stretches.push((value, value)),
        }
    }
    stretches
}

fn low(value: u64) -> u32 {
    value as u32
}

fn high(value: u64) -> u32 {
    (value >> 32) as u32
}
