use crate::sandglass::*;

pub fn total(_n: i32, v: &[i32]) -> i64 {
    note("mirrored");
    v.iter().map(|&one| i64::from(one)).sum::<i64>() + i64::from(ask(0))
}

pub fn mirror(p: &Point) -> Point {
    Point { x: p.y, y: p.x }
}
