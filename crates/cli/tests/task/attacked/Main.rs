use crate::sandglass::*;

pub fn ask(_n: i32, v: &[i32], p: &Pair) -> i32 {
    (p.a + p.b.len() as i32 + v.iter().sum::<i32>()) % 10
}

pub fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let seed = line.trim().parse().unwrap();
    for _ in 0..3 {
        let (r, n, s, pairs, flags) = work(seed);
        let rest: i32 = (0..n as usize).map(|i| r[i] + i32::from(flags[i][1])).sum();
        println!("{}", s.len() as i32 + pairs[1].a + rest);
    }
}
