use crate::sandglass::*;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

// Numbers that differ cancel each other; the most common one is left.
static CANDIDATE: AtomicI64 = AtomicI64::new(0);
static VOTES: AtomicI64 = AtomicI64::new(0);

pub fn hear(_n: i32, numbers: &[i64]) {
    for &number in numbers {
        if VOTES.load(Relaxed) == 0 {
            CANDIDATE.store(number, Relaxed);
        }
        let same = number == CANDIDATE.load(Relaxed);
        VOTES.fetch_add(if same { 1 } else { -1 }, Relaxed);
    }
}

pub fn most() -> i64 {
    CANDIDATE.load(Relaxed)
}
