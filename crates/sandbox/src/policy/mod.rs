//! System call policies: data that says what a program may ask of the kernel, and why, compiled
//! once to a program for the kernel's seccomp machine.
//!
//! A policy is a TOML file (`policies/*.toml`; the head of `program.toml` says how to read one).
//! Every entry carries its reason. [`Policy::decide`] is the meaning of the rules,
//! [`Policy::compile`] makes the [`Program`] that a run carries, [`Policy::explain`] prints all of
//! it, and [`Policy::facts`] says what a program could leave behind. Built in are `program`
//! (everything that is judged), `compiler` and `loopback`.
//!
//! # Theory of operation
//!
//! The kernel handles a filter in two ways, and the compiler is made for both.
//!
//! - *When it is installed*, every instruction is checked and translated to machine code, and then
//!   the kernel tries every system call number on it (and every 32-bit one) to learn which calls
//!   are allowed whatever their arguments. A list of comparisons pays that trial with the square
//!   of its length. So numbers are joined to runs with the same outcome, and the runs are told
//!   apart by the tree that costs least in steps of the trial and in instructions together.
//! - *When a call is made* whose number passed that trial, the filter does not run at all. So busy
//!   calls are allowed without conditions, and arguments are loaded at the leaves only, after the
//!   number is known.
//!
//! The interface is checked first: numbers of `int 0x80` mean other calls. The numbers of x32 lie
//! behind all others and cost nothing on the way.
//!
//! # Figures
//!
//! Linux 6.18 in a virtual machine, medians of 200 installations each (`no_new_privs` and
//! `seccomp` in a forked child, the filters in turn), with the translator on:
//!
//! | filter | instructions | installation | `getppid` | `fcntl` |
//! |---|---|---|---|---|
//! | none | 0 | | 101 ns | 106 ns |
//! | allows everything | 2 | 15 µs | 112 ns | 117 ns |
//! | `program` | 164 | 50 µs | 112 ns | 140 ns |
//! | `loopback` | 220 | 57 µs | 112 ns | 140 ns |
//! | the calls of `program` as a list, without arguments | 583 | 416 µs | 112 ns | 117 ns |
//!
//! So a call that the kernel has cached costs 11 ns more than without a filter, and one whose
//! arguments are read 34 ns more (`fcntl`, `mmap`, `madvise`, `clone`, `ioctl`, `prctl` and a few
//! that are rarer). Of the 50 µs, 15 are paid by any filter, 14 go to the trial and the rest to
//! the translation, at 0.13 µs an instruction: that is why the tree weighs an instruction as 54
//! steps (tried: a weight of 1 gives 181 instructions and 5 µs more, 24 to 1,000 are the same
//! within 2 µs). A filter that stops the trial at its first instruction installs in 14 µs less,
//! but then every call pays 24 ns more for running it. On a machine that is busy with other work
//! all installations take up to half as long again.

mod action;
mod arguments;
mod assemble;
mod compile;
mod condition;
mod document;
mod errno;
mod error;
mod explain;
mod facts;
mod interpreter;
mod launch;
mod load;
mod program;
mod rules;
mod syscalls;
mod tree;
mod vocabulary;

#[cfg(test)]
mod equivalence;

pub use action::{Action, ViolationAction};
pub use error::{EntryProblem, PolicyError};
pub use explain::{Explanation, Row};
pub use facts::Facts;
pub use launch::{LAUNCH_CALLS, LaunchCall};
pub use program::{Call, Instruction, Program};
pub use rules::{Decision, Policy};
pub use syscalls::{ARCH_I386, ARCH_X86_64, X32_BIT, syscall_name, syscall_number, syscalls};

use rules::Rule;
