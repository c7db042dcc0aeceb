use crate::sandglass::*;

fn explore(seen: &mut [[bool; 101]; 101], y: usize, x: usize) {
    seen[y][x] = true;
    for direction in NORTH..=WEST {
        let (a, b) = match direction {
            NORTH => (y - 1, x),
            EAST => (y, x + 1),
            SOUTH => (y + 1, x),
            _ => (y, x - 1),
        };
        if seen[a][b] || !step(direction) {
            continue;
        }
        explore(seen, a, b);
        step((direction + 2) % 4);
    }
}

pub fn run() {
    explore(&mut [[false; 101]; 101], 50, 50);
}
