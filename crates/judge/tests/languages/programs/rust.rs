use std::io::Read;

// Each frame reads the one above, so that all of them are there.
fn deep(depth: u64, above: &[u8; 160]) -> u64 {
    let mut room = [0u8; 160];
    room[(depth % 160) as usize] = 1 - above[(depth % 160) as usize];
    if depth == 0 { 0 } else { deep(depth - 1, &room) + room[(depth % 160) as usize] as u64 }
}

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let (word, rest) = input.split_once('\n').unwrap();
    let numbers = rest.split_whitespace().map(|number| number.parse::<u64>().unwrap());
    match word {
        "sum" => println!("{}", numbers.sum::<u64>()),
        "deep" => println!("{}", deep(numbers.max().unwrap(), &[0; 160])),
        "threads" => {
            let threads: Vec<_> =
                (0..4).map(|_| std::thread::spawn(|| (1..=1000u64).sum::<u64>())).collect();
            println!("{}", threads.into_iter().map(|thread| thread.join().unwrap()).sum::<u64>());
        }
        "fail" => panic!("as asked"),
        "memory" => {
            let mut all = Vec::new();
            while all.len() < 1 << 40 {
                all.push(vec![1u8; 1 << 20]);
            }
            println!("{:?}", all);
        }
        "loop" => loop {},
        "network" => {
            let refused = std::net::UdpSocket::bind("127.0.0.1:0").is_err();
            println!("{}", if refused { "refused" } else { "open" });
        }
        _ => {}
    }
}
