//! The system call instruction.

use crate::Errno;
use core::arch::asm;

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
compile_error!("Sandglass runs on x86_64 Linux");

/// Makes system call `number` with up to six arguments.
///
/// # Safety
/// The arguments must be what this system call takes: every pointer valid for what the kernel reads
/// and writes through it, and no memory that Rust owns may be unmapped or replaced.
#[inline(always)]
pub(crate) unsafe fn call(number: libc::c_long, arguments: [usize; 6]) -> Result<usize, Errno> {
    let result: isize;
    // SAFETY: the instruction clobbers rcx, r11 and rax only; the caller vouches for the rest.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") arguments[0],
            in("rsi") arguments[1],
            in("rdx") arguments[2],
            in("r10") arguments[3],
            in("r8") arguments[4],
            in("r9") arguments[5],
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    Errno::from_result(result)
}

/// `syscall!(number, arguments...)`: [`call`] with the missing arguments zero.
macro_rules! syscall {
    ($number:expr) => { $crate::syscall::call($number, [0, 0, 0, 0, 0, 0]) };
    ($number:expr, $a:expr) => { $crate::syscall::call($number, [$a as usize, 0, 0, 0, 0, 0]) };
    ($number:expr, $a:expr, $b:expr) => {
        $crate::syscall::call($number, [$a as usize, $b as usize, 0, 0, 0, 0])
    };
    ($number:expr, $a:expr, $b:expr, $c:expr) => {
        $crate::syscall::call($number, [$a as usize, $b as usize, $c as usize, 0, 0, 0])
    };
    ($number:expr, $a:expr, $b:expr, $c:expr, $d:expr) => {
        $crate::syscall::call($number, [$a as usize, $b as usize, $c as usize, $d as usize, 0, 0])
    };
    ($number:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr) => {
        $crate::syscall::call(
            $number,
            [$a as usize, $b as usize, $c as usize, $d as usize, $e as usize, 0],
        )
    };
    ($number:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr, $f:expr) => {
        $crate::syscall::call(
            $number,
            [$a as usize, $b as usize, $c as usize, $d as usize, $e as usize, $f as usize],
        )
    };
}
pub(crate) use syscall;
