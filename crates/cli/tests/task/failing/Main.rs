use std::sync::atomic::{AtomicU32, Ordering};

use crate::sandglass::*;

static BEFORE: AtomicU32 = AtomicU32::new(0);

pub fn early() {
    BEFORE.fetch_add(1, Ordering::Relaxed);
}

pub fn tell(x: i32) {
    if x == 9 {
        println!("told");
        std::process::exit(0);
    }
    if x == 8 {
        std::process::abort();
    }
}

pub fn ask(_n: i32, v: &[i32]) -> i32 {
    v.first().copied().unwrap_or(0)
}

pub fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let n = line.trim().parse().unwrap();
    match n {
        22 => std::process::abort(),
        23 => std::process::exit(5),
        24 => leave(),
        25 => println!("{}", some(3)[0]),
        _ => {}
    }
    let answer = work(n);
    println!("{} {}", answer, BEFORE.load(Ordering::Relaxed));
}
