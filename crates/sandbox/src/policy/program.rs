//! A compiled policy: a program for the seccomp machine of the kernel.

use super::syscalls::ARCH_X86_64;
use super::{PolicyError, interpreter, launch};

/// One instruction, `struct sock_filter` of `linux/filter.h`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Operation.
    pub code: u16,
    /// How many instructions to skip when a comparison holds.
    pub jump_true: u8,
    /// How many instructions to skip when it does not.
    pub jump_false: u8,
    /// Operand.
    pub operand: u32,
}

/// A system call as a program sees it, `struct seccomp_data` without the instruction pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// System call number, with the x32 bit where that interface was used.
    pub number: u32,
    /// `AUDIT_ARCH_*` value of the interface.
    pub arch: u32,
    /// The six argument registers.
    pub arguments: [u64; 6],
}

impl Call {
    /// A call through the native 64-bit interface.
    pub fn native(number: u32, arguments: [u64; 6]) -> Self {
        Self { number, arch: ARCH_X86_64, arguments }
    }
}

/// A program for the kernel's seccomp machine, at most [`Program::LONGEST`] instructions that the
/// kernel takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    instructions: Vec<Instruction>,
    bytes: Vec<u8>,
}

impl Program {
    /// The most instructions that the kernel takes (`BPF_MAXINSNS`).
    pub const LONGEST: usize = 4096;

    /// Bytes of one instruction.
    const WIDTH: usize = 8;

    /// Takes instructions that are known to be valid: those of our own compiler.
    pub(super) fn new(instructions: Vec<Instruction>) -> Self {
        let mut bytes = Vec::with_capacity(instructions.len() * Self::WIDTH);
        for instruction in &instructions {
            bytes.extend(instruction.code.to_ne_bytes());
            bytes.extend([instruction.jump_true, instruction.jump_false]);
            bytes.extend(instruction.operand.to_ne_bytes());
        }
        Self { instructions, bytes }
    }

    /// Reads a program as `as_bytes` writes it. It checks what the kernel checks of each
    /// instruction, but not that scratch memory is written before it is read.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PolicyError> {
        let (whole, rest) = bytes.as_chunks::<{ Self::WIDTH }>();
        if !rest.is_empty() || whole.is_empty() || whole.len() > Self::LONGEST {
            return Err(PolicyError::ProgramLength { bytes: bytes.len() });
        }
        let instructions: Vec<Instruction> = whole
            .iter()
            .map(|&[code0, code1, jump_true, jump_false, k0, k1, k2, k3]| Instruction {
                code: u16::from_ne_bytes([code0, code1]),
                jump_true,
                jump_false,
                operand: u32::from_ne_bytes([k0, k1, k2, k3]),
            })
            .collect();
        match interpreter::first_invalid(&instructions) {
            Some(index) => Err(PolicyError::ProgramInstruction { index }),
            None => Ok(Self { instructions, bytes: bytes.to_vec() }),
        }
    }

    /// The instructions.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// The program as an array of `struct sock_filter`, in the byte order of this machine: what
    /// `seccomp(SECCOMP_SET_MODE_FILTER)` points at.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the kernel would return for a call (`SECCOMP_RET_*` and its data), by interpretation.
    pub fn evaluate(&self, call: &Call) -> u32 {
        interpreter::evaluate(&self.instructions, call)
    }

    /// Refuses a program that would stop the sandbox itself; `name` is used in the error.
    /// A compiled [`Policy`](super::Policy) has passed this already.
    pub fn check_launch(&self, name: &str) -> Result<(), PolicyError> {
        launch::check(self, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOW: Instruction =
        Instruction { code: 0x06, jump_true: 0, jump_false: 0, operand: 0x7fff_0000 };

    #[test]
    fn bytes_are_sock_filters() {
        let program = Program::new(vec![
            Instruction { code: 0x15, jump_true: 1, jump_false: 2, operand: 0x0102_0304 },
            ALLOW,
        ]);
        let mut expected = 0x15_u16.to_ne_bytes().to_vec();
        expected.extend([1, 2]);
        expected.extend(0x0102_0304_u32.to_ne_bytes());
        assert_eq!(program.as_bytes()[..8], expected);
        assert_eq!(program.as_bytes().len(), 16);
    }

    #[test]
    fn lengths_the_kernel_refuses_are_refused() {
        let one = Program::new(vec![ALLOW]);
        assert_eq!(Program::from_bytes(one.as_bytes()).unwrap(), one);
        assert!(Program::from_bytes(&one.as_bytes().repeat(4096)).is_ok());
        for bytes in [0, 1, 7, 9, 4097 * 8] {
            let result = Program::from_bytes(&vec![0; bytes]);
            assert!(
                matches!(result, Err(PolicyError::ProgramLength { bytes: said }) if said == bytes),
                "{bytes}"
            );
        }
    }

    #[test]
    fn a_foreign_program_must_let_the_sandbox_start() {
        let mut refuses_execveat = vec![
            Instruction { code: 0x20, jump_true: 0, jump_false: 0, operand: 0 },
            Instruction { code: 0x15, jump_true: 0, jump_false: 1, operand: 322 },
            Instruction { code: 0x06, jump_true: 0, jump_false: 0, operand: 0x5_0001 },
            ALLOW,
        ];
        let program = Program::new(refuses_execveat.clone());
        assert!(matches!(
            program.check_launch("mine"),
            Err(PolicyError::LaunchCallMissing { syscall: "execveat", .. })
        ));
        refuses_execveat[1].operand = 101;
        Program::new(refuses_execveat).check_launch("mine").unwrap();
    }
}
