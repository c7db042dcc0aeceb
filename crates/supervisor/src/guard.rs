//! The filter of an init process: the few system calls that it makes once the launcher lives.
//!
//! Nothing of a program is meant to reach the init process' memory. Should something, it is not to find
//! a way to the kernel there that the program itself has not. All else is answered with ENOSYS.
//!
//! The decision is a balanced tree of comparisons, because the kernel tries a filter on every system call
//! when it is installed, so that each step of a list would be paid for in every cell. Measured, it costs
//! some 40 µs of CPU a cell, which a cell that is built ahead pays before its request comes.

/// `struct sock_filter`.
#[derive(Clone, Copy)]
struct Instruction {
    code: u16,
    if_true: u8,
    if_false: u8,
    value: u32,
}

const LOAD: u16 = 0x20;
const JUMP_IF_EQUAL: u16 = 0x15;
const JUMP_IF_NOT_LESS: u16 = 0x35;
const RETURN: u16 = 0x06;
const ALLOW: u32 = 0x7fff_0000;
/// With error number 38, ENOSYS.
const REFUSE: u32 = 0x0005_0000 | 38;
const OFFSET_OF_NUMBER: u32 = 0;
const OFFSET_OF_ARCHITECTURE: u32 = 4;
const X86_64: u32 = 0xc000_003e;

/// Numbers in rising order: `close`, `sendmsg`, `recvmsg`, `getpid`, `kill`, `getrusage`, `futex` (to wake
/// the launcher, which waits until this filter stands), `restart_syscall`, `clock_gettime`, `exit_group`,
/// `waitid`, `openat`, `newfstatat`, `openat2`.
const CALLS: [u32; 14] = [3, 39, 46, 47, 62, 98, 202, 219, 228, 231, 247, 257, 262, 437];

/// The filter, as bytes.
pub(crate) fn filter() -> Vec<u8> {
    let load = |value| Instruction { code: LOAD, if_true: 0, if_false: 0, value };
    let ret = |value| Instruction { code: RETURN, if_true: 0, if_false: 0, value };
    let mut program = vec![
        load(OFFSET_OF_ARCHITECTURE),
        Instruction { code: JUMP_IF_EQUAL, if_true: 1, if_false: 0, value: X86_64 },
        ret(REFUSE),
        load(OFFSET_OF_NUMBER),
    ];
    decide(&CALLS, &mut program);
    program
        .iter()
        .flat_map(|instruction| {
            let [low, high] = instruction.code.to_ne_bytes();
            let [a, b, c, d] = instruction.value.to_ne_bytes();
            [low, high, instruction.if_true, instruction.if_false, a, b, c, d]
        })
        .collect()
}

/// Appends the decision among `calls`, of which each branch returns.
fn decide(calls: &[u32], program: &mut Vec<Instruction>) {
    let at = program.len();
    match calls {
        [] => {}
        [call] => program.extend([
            Instruction { code: JUMP_IF_EQUAL, if_true: 1, if_false: 0, value: *call },
            Instruction { code: RETURN, if_true: 0, if_false: 0, value: REFUSE },
            Instruction { code: RETURN, if_true: 0, if_false: 0, value: ALLOW },
        ]),
        _ => {
            let (less, others) = calls.split_at(calls.len() / 2);
            let value = others[0];
            program.push(Instruction { code: JUMP_IF_NOT_LESS, if_true: 0, if_false: 0, value });
            decide(less, program);
            // Fourteen calls make fewer than a hundred instructions.
            program[at].if_true = (program.len() - at - 1) as u8;
            decide(others, program);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel would answer.
    fn answer(architecture: u32, number: u32) -> u32 {
        let bytes = filter();
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let one = &bytes[at * 8..at * 8 + 8];
            let value = u32::from_ne_bytes([one[4], one[5], one[6], one[7]]);
            let jump = |taken: bool| usize::from(if taken { one[2] } else { one[3] });
            at += 1;
            match u16::from_ne_bytes([one[0], one[1]]) {
                LOAD if value == OFFSET_OF_NUMBER => accumulator = number,
                LOAD => accumulator = architecture,
                JUMP_IF_EQUAL => at += jump(accumulator == value),
                JUMP_IF_NOT_LESS => at += jump(accumulator >= value),
                RETURN => return value,
                other => panic!("{other}"),
            }
        }
    }

    #[test]
    fn the_listed_calls_pass_and_no_other() {
        assert!(CALLS.is_sorted());
        for number in 0..1024 {
            let wanted = if CALLS.contains(&number) { ALLOW } else { REFUSE };
            assert_eq!(answer(X86_64, number), wanted, "{number}");
        }
        assert_eq!(answer(X86_64, 0x4000_0000 | 39), REFUSE, "the x32 table");
        assert_eq!(answer(0x4000_0003, 39), REFUSE, "32-bit calls");
    }
}
