use crate::sandglass::*;

pub fn main() {
    for n in [0, 1, 65530, 65531, 65532, 65533, 131_072, 300_000] {
        let v: Vec<i32> = (0..n).map(|i| i * 7 + n).collect();
        if !next(n, &v).iter().zip(&v).all(|(one, other)| *one == other + 1) {
            std::process::exit(9);
        }
    }
    println!("whole");
}
