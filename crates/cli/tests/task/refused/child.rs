use crate::sandglass::*;

pub fn work(what: i32) {
    (0..if what == 1 { 3 } else { 2 }).for_each(|_| twice());
    (0..if what == 2 { 4 } else { 3 }).for_each(|_| often());
    if what == 3 {
        others();
    }
}

pub fn once() {}
