use crate::sandglass::*;

pub fn survey(height: i32, width: i32, map: &[Vec<u8>]) -> (Vec<Island>, i32) {
    let mut map = map.to_vec();
    let mut islands = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if map[y as usize][x as usize] != b'#' {
                continue;
            }
            let mut island = Island { fields: 0, top: y, left: x, bottom: y, right: x };
            let mut next = vec![(y, x)];
            map[y as usize][x as usize] = b'.';
            while let Some((y, x)) = next.pop() {
                island.fields += 1;
                island.bottom = island.bottom.max(y);
                island.left = island.left.min(x);
                island.right = island.right.max(x);
                for (y, x) in [(y - 1, x), (y, x - 1), (y + 1, x), (y, x + 1)] {
                    let inside = (0..height).contains(&y) && (0..width).contains(&x);
                    if inside && map[y as usize][x as usize] == b'#' {
                        map[y as usize][x as usize] = b'.';
                        next.push((y, x));
                    }
                }
            }
            islands.push(island);
        }
    }
    let count = islands.len() as i32;
    (islands, count)
}
