pub fn next(_n: i32, v: &[i32]) -> Vec<i32> {
    v.iter().map(|x| x + 1).collect()
}
