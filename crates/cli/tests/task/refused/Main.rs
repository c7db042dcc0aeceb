use crate::sandglass::*;

pub fn twice() {}
pub fn often() {}
pub fn others() {
    print!("other ");
}

pub fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let what = line.trim().parse().unwrap();
    work(what);
    idle();
    once();
    if what == 4 {
        once();
    }
    println!("done");
}
