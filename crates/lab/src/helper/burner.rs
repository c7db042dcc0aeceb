//! Programs that never end by themselves within their limits, for the overshoot experiment.

use std::hint::black_box;
use std::io;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// After this time a burner ends by itself: a sandbox that fails to stop it must not keep the CPU.
const PATIENCE: Duration = Duration::from_secs(10);

/// Threads of `threads`, and branches of `tree`: more than the machines of this project have CPUs.
const WIDTH: usize = 4;

/// CPU that a leaf of the tree burns before its parent starts the next, so that most of what the
/// run has used was used by processes that are dead.
const LEAF: Duration = Duration::from_millis(5);

/// Burns, or sleeps, in the given shape.
pub(super) fn burn(shape: &str) -> io::Result<bool> {
    match shape {
        "process" => spin(PATIENCE),
        "sleep" => thread::sleep(PATIENCE),
        "threads" => {
            let others: Vec<_> = (1..WIDTH).map(|_| thread::spawn(|| spin(PATIENCE))).collect();
            spin(PATIENCE);
            for other in others {
                let _ = other.join();
            }
        }
        "leaf" => spin(LEAF),
        "branch" => {
            let start = Instant::now();
            while start.elapsed() < PATIENCE {
                again("leaf")?;
            }
        }
        "tree" => {
            let branches: Vec<_> = (0..WIDTH).map(|_| thread::spawn(|| again("branch"))).collect();
            for branch in branches {
                branch.join().map_err(|_| io::Error::other("a branch panicked"))??;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Runs this program again in another shape. Its name leads to itself: the experiment starts it by
/// an absolute path, because inside of a sandbox there may be no /proc to ask.
fn again(shape: &str) -> io::Result<ExitStatus> {
    let program = std::env::args_os().next().unwrap_or_default();
    Command::new(program).args(["lab-helper", "burn", shape]).status()
}

fn spin(time: Duration) {
    let start = Instant::now();
    let mut sum = 0_u64;
    while start.elapsed() < time {
        for value in 0..1000 {
            sum = black_box(sum.wrapping_add(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_ends_and_an_unknown_shape_is_refused() {
        let start = Instant::now();
        assert!(burn("leaf").expect("nothing to fail"));
        assert!(start.elapsed() >= LEAF);
        assert!(!burn("square").expect("nothing to fail"));
    }
}
