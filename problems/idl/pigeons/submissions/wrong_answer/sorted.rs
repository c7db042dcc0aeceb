// Sends the numbers themselves, and sorts what arrives.
use crate::sandglass::*;

pub fn encode(_n: i32, message: &[i32]) {
    for &number in message {
        release(number);
    }
}

pub fn decode(n: i32, _k: i32, pigeons: &[i32]) {
    let mut pigeons = pigeons.to_vec();
    pigeons.sort();
    for &number in &pigeons[..n as usize] {
        say(number);
    }
}
