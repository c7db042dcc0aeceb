use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::io::FromRawFd;
use std::{process, thread, time};

use crate::sandglass::*;

/// What the loader calls before `main`.
#[used]
#[link_section = ".init_array"]
static BEFORE: extern "C" fn() = before;

extern "C" fn before() {
    early();
}

fn up(bytes: &[u8]) {
    OpenOptions::new().write(true).open("/channel/up").unwrap().write_all(bytes).unwrap();
}

pub fn work(what: i32) -> i32 {
    let long = time::Duration::from_secs(100);
    match what {
        1 => process::abort(),
        2 => process::exit(0),
        3 => process::exit(7),
        4 => loop {},
        5 => thread::sleep(long),
        6 => return 101,
        7 => tell(10),
        8 => {
            (0..64).for_each(|one| drop(unsafe { File::from_raw_fd(one) }));
            thread::sleep(long);
        }
        9 => {
            let mut all = String::new();
            std::io::stdin().read_to_string(&mut all).unwrap();
            print!("half");
            eprint!("line");
            return if all.is_empty() { 9 } else { 0 };
        }
        10 => up(&[7; 64]),
        11 => tell(9),
        12 => tell(8),
        13 => return i32::from(vec![1u8; 1 << 30][5]),
        14 => {
            up(b"abc");
            process::exit(0);
        }
        15 => panic!("nobody catches it"),
        16 => return ask(3, &[1, 2]),
        // Any thread may call.
        17 => return thread::spawn(|| ask(2, &[1, 2])).join().unwrap(),
        _ => {}
    }
    what
}

pub fn leave() {
    process::exit(0);
}

pub fn some(n: i32) -> Vec<i32> {
    vec![1; n as usize - 1]
}
