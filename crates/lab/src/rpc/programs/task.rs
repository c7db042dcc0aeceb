use crate::sandglass::*;

#[repr(C)]
struct Time {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

const CPU_OF_PROCESS: i32 = 2;

pub fn f(_n: i32, v: &[i32]) -> i32 {
    v.last().copied().unwrap_or(0)
}

pub fn cpu() -> i64 {
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the function is as C has it, and writes into the time alone.
    unsafe { clock_gettime(CPU_OF_PROCESS, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds
}
