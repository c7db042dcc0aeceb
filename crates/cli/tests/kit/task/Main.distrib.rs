use crate::sandglass::*;
use std::io::Read;
use std::sync::Mutex;

static VALUES: Mutex<Vec<i32>> = Mutex::new(Vec::new());
static ASKED: Mutex<i32> = Mutex::new(0);

pub fn ask(i: i32) -> i32 {
    *ASKED.lock().unwrap() += 1;
    (VALUES.lock().unwrap()[i as usize] + 1).min(MOST)
}

pub fn note(text: &str) {
    println!("{text}");
}

pub fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let values: Vec<i32> = input.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
    VALUES.lock().unwrap().clone_from(&values);
    let sum = total(values.len() as i32, &values);
    let p = mirror(&Point { x: 1, y: 2 });
    println!("{sum}\n{} {}\nasked {}", p.x, p.y, ASKED.lock().unwrap());
}
