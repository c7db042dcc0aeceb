use crate::sandglass::*;

fn must(fine: bool) {
    if !fine {
        std::process::exit(99);
    }
}

fn digit(x: i32) {
    must((0..=9).contains(&x));
}

pub fn ask(n: i32, v: &[i32], p: &Pair) -> i32 {
    digit(n);
    digit(p.a);
    must(v.len() == n as usize);
    v.iter().for_each(|x| digit(*x));
    p.b.len() as i32 % 10
}

pub fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let seed = line.trim().parse().unwrap();
    for turn in 0..400 {
        let (r, n, s, pairs, flags) = work(seed);
        must((0..=40).contains(&n) && (1..=8).contains(&s.len()));
        must(r.len() == n as usize && flags.len() == n as usize);
        pairs.iter().for_each(|pair| digit(pair.a));
        must(r.iter().all(|x| (0..=50).contains(x)));
        if turn % 50 == 0 {
            let b = bulk(seed);
            must(b.len() == 100_000 && b.iter().all(|x| *x <= 3));
        }
    }
    println!("whole");
}
