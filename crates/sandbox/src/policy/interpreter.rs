//! The seccomp machine in safe Rust.
//!
//! It serves two ends: the tests prove with it that a compiled tree says what its rules say, and
//! a program that a user brings along is asked with it whether the sandbox can start under it.
//! Semantics: `net/core/filter.c` and `kernel/seccomp.c` of the kernel.

use super::program::{Call, Instruction};

pub(super) const LOAD_WORD: u16 = 0x20;
pub(super) const RETURN: u16 = 0x06;
pub(super) const JUMP: u16 = 0x05;
pub(super) const JUMP_EQUAL: u16 = 0x15;
pub(super) const JUMP_GREATER: u16 = 0x25;
pub(super) const JUMP_AT_LEAST: u16 = 0x35;
pub(super) const JUMP_ANY_BIT: u16 = 0x45;
pub(super) const AND: u16 = 0x54;

const RETURN_ACCUMULATOR: u16 = 0x16;
const LOAD_LENGTH: u16 = 0x80;
const LOAD_LENGTH_INDEX: u16 = 0x81;
const LOAD_CONSTANT: u16 = 0x00;
const LOAD_CONSTANT_INDEX: u16 = 0x01;
const LOAD_MEMORY: u16 = 0x60;
const LOAD_MEMORY_INDEX: u16 = 0x61;
const STORE: u16 = 0x02;
const STORE_INDEX: u16 = 0x03;
const ACCUMULATOR_TO_INDEX: u16 = 0x07;
const INDEX_TO_ACCUMULATOR: u16 = 0x87;
const NEGATE: u16 = 0x84;

/// Size of `struct seccomp_data`.
const DATA_LENGTH: u32 = 64;
/// Words of scratch memory (`BPF_MEMWORDS`).
const MEMORY_WORDS: u32 = 16;
/// The operand is the index register instead of the constant.
const FROM_INDEX: u16 = 0x08;

/// Index of the first instruction that the kernel would refuse, if any: what makes interpretation
/// end and stay within bounds.
pub(super) fn first_invalid(instructions: &[Instruction]) -> Option<usize> {
    let length = instructions.len();
    let bad = instructions.iter().enumerate().position(|(index, instruction)| {
        let Instruction { code, jump_true, jump_false, operand } = *instruction;
        let reaches = |skip: usize| index + 1 + skip < length;
        !match code {
            LOAD_WORD => operand < DATA_LENGTH && operand % 4 == 0,
            LOAD_MEMORY | LOAD_MEMORY_INDEX | STORE | STORE_INDEX => operand < MEMORY_WORDS,
            LOAD_LENGTH | LOAD_LENGTH_INDEX | LOAD_CONSTANT | LOAD_CONSTANT_INDEX => true,
            ACCUMULATOR_TO_INDEX | INDEX_TO_ACCUMULATOR | NEGATE => true,
            RETURN | RETURN_ACCUMULATOR => true,
            JUMP => reaches(operand as usize),
            _ if code & 0x07 == 0x05 => {
                matches!(code & !FROM_INDEX, 0x15 | 0x25 | 0x35 | 0x45)
                    && reaches(usize::from(jump_true))
                    && reaches(usize::from(jump_false))
            }
            _ if code & 0x07 == 0x04 => match code & !FROM_INDEX {
                0x34 => code & FROM_INDEX != 0 || operand != 0,
                0x64 | 0x74 => code & FROM_INDEX != 0 || operand < 32,
                operation => matches!(operation, 0x04 | 0x14 | 0x24 | 0x44 | AND | 0xa4),
            },
            _ => false,
        }
    });
    let ends = matches!(instructions.last()?.code, RETURN | RETURN_ACCUMULATOR);
    bad.or(if ends { None } else { Some(length - 1) })
}

/// Runs a valid program on one call.
pub(super) fn evaluate(instructions: &[Instruction], call: &Call) -> u32 {
    let mut accumulator = 0_u32;
    let mut index = 0_u32;
    let mut memory = [0_u32; MEMORY_WORDS as usize];
    let mut next = 0_usize;
    loop {
        let Instruction { code, jump_true, jump_false, operand } = instructions[next];
        next += 1;
        let right = if code & FROM_INDEX == 0 { operand } else { index };
        match code {
            LOAD_WORD => accumulator = word(call, operand),
            LOAD_LENGTH => accumulator = DATA_LENGTH,
            LOAD_LENGTH_INDEX => index = DATA_LENGTH,
            LOAD_CONSTANT => accumulator = operand,
            LOAD_CONSTANT_INDEX => index = operand,
            LOAD_MEMORY => accumulator = memory[operand as usize],
            LOAD_MEMORY_INDEX => index = memory[operand as usize],
            STORE => memory[operand as usize] = accumulator,
            STORE_INDEX => memory[operand as usize] = index,
            ACCUMULATOR_TO_INDEX => index = accumulator,
            INDEX_TO_ACCUMULATOR => accumulator = index,
            NEGATE => accumulator = accumulator.wrapping_neg(),
            RETURN => return operand,
            RETURN_ACCUMULATOR => return accumulator,
            JUMP => next += operand as usize,
            _ if code & 0x07 == 0x05 => {
                let holds = match code & !FROM_INDEX {
                    JUMP_EQUAL => accumulator == right,
                    JUMP_GREATER => accumulator > right,
                    JUMP_AT_LEAST => accumulator >= right,
                    _ => accumulator & right != 0,
                };
                next += usize::from(if holds { jump_true } else { jump_false });
            }
            _ => match calculate(code & !FROM_INDEX, accumulator, right) {
                Some(result) => accumulator = result,
                // The kernel ends a program that divides by zero with 0, which kills the thread.
                None => return 0,
            },
        }
    }
}

fn calculate(operation: u16, left: u32, right: u32) -> Option<u32> {
    Some(match operation {
        0x04 => left.wrapping_add(right),
        0x14 => left.wrapping_sub(right),
        0x24 => left.wrapping_mul(right),
        0x34 => left.checked_div(right)?,
        0x44 => left | right,
        0x64 => left.wrapping_shl(right),
        0x74 => left.wrapping_shr(right),
        0xa4 => left ^ right,
        _ => left & right,
    })
}

/// The aligned word of `struct seccomp_data` at an offset. The instruction pointer reads as zero.
fn word(call: &Call, offset: u32) -> u32 {
    match offset {
        0 => call.number,
        4 => call.arch,
        8 | 12 => 0,
        _ => {
            let argument = call.arguments[(offset as usize - 16) / 8].to_ne_bytes();
            let half = (offset as usize) % 8;
            u32::from_ne_bytes([
                argument[half],
                argument[half + 1],
                argument[half + 2],
                argument[half + 3],
            ])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(code: u16, jump_true: u8, jump_false: u8, operand: u32) -> Instruction {
        Instruction { code, jump_true, jump_false, operand }
    }

    #[test]
    fn words_of_a_call() {
        let call =
            Call { number: 1, arch: 2, arguments: [0x0000_0004_0000_0003, 0, 0, 0, 0, 7 << 32] };
        let loaded = [0, 4, 8, 12, 16, 20, 56, 60].map(|offset| word(&call, offset));
        assert_eq!(loaded, [1, 2, 0, 0, 3, 4, 0, 7]);
    }

    #[test]
    fn arithmetic_and_memory() {
        let program = [
            instruction(LOAD_WORD, 0, 0, 0),
            instruction(ACCUMULATOR_TO_INDEX, 0, 0, 0),
            instruction(STORE, 0, 0, 3),
            instruction(LOAD_CONSTANT, 0, 0, 100),
            instruction(0x3c, 0, 0, 0),
            instruction(0x64, 0, 0, 4),
            instruction(STORE_INDEX, 0, 0, 4),
            instruction(LOAD_MEMORY_INDEX, 0, 0, 3),
            instruction(0x0c, 0, 0, 0),
            instruction(JUMP_EQUAL | FROM_INDEX, 1, 0, 0),
            instruction(RETURN_ACCUMULATOR, 0, 0, 0),
            instruction(RETURN, 0, 0, 9),
        ];
        assert_eq!(first_invalid(&program), None);
        let run = |number| evaluate(&program, &Call::native(number, [0; 6]));
        assert_eq!(run(7), 14 * 16 + 7);
        assert_eq!(run(0), 0, "a division by zero ends the program");
        assert_eq!(run(101), 9, "the sum is the index itself");
    }

    #[test]
    fn the_kernel_and_we_refuse_the_same() {
        let last = instruction(RETURN, 0, 0, 0);
        for bad in [
            instruction(LOAD_WORD, 0, 0, 64),
            instruction(LOAD_WORD, 0, 0, 2),
            instruction(0x28, 0, 0, 0),
            instruction(JUMP, 0, 0, 1),
            instruction(JUMP_EQUAL, 0, 1, 0),
            instruction(JUMP_ANY_BIT, 1, 0, 0),
            instruction(LOAD_MEMORY, 0, 0, 16),
            instruction(0x34, 0, 0, 0),
            instruction(0x64, 0, 0, 32),
            instruction(0x94, 0, 0, 3),
            instruction(0xffff, 0, 0, 0),
        ] {
            assert_eq!(first_invalid(&[last, bad, last]), Some(1), "{bad:?}");
        }
        assert_eq!(first_invalid(&[last, instruction(LOAD_WORD, 0, 0, 0)]), Some(1));
        assert_eq!(first_invalid(&[instruction(JUMP, 0, 0, u32::MAX), last]), Some(0));
    }
}
