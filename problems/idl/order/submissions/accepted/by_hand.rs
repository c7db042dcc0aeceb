use crate::sandglass::*;

pub fn next(n: i32, cards: &mut [i32]) -> bool {
    let n = n as usize;
    let i = match (0..n - 1).rev().find(|&i| cards[i] < cards[i + 1]) {
        Some(i) => i,
        None => return false,
    };
    let j = (i..n).rev().find(|&j| cards[j] > cards[i]).expect("the next one is larger");
    cards.swap(i, j);
    cards[i + 1..].reverse();
    true
}
