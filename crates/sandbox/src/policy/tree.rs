//! The cheapest tree of comparisons that tells runs of numbers apart.
//!
//! The kernel pays for a filter twice when it is installed: it translates every instruction to
//! machine code, and it tries every system call number once to learn which are allowed whatever
//! their arguments (those then pass without the filter). So a tree is cheap when it has few
//! comparisons and when numbers reach their leaf in few steps. Runs stand in order, which makes
//! the best tree of any stretch of runs out of the best trees of two shorter stretches.

use super::compile::Run;
use super::syscalls::NUMBERS;

/// A tree of comparisons of the system call number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    /// The run with this index.
    Leaf(usize),
    /// Whether the number is at least this one.
    AtLeast { number: u32, then: Box<Tree>, otherwise: Box<Tree> },
    /// Whether the number is this one.
    Equal { number: u32, then: Box<Tree>, otherwise: Box<Tree> },
}

/// What one more instruction costs, in steps of the kernel's trial of one number (measured: see
/// the documentation of [`policy`](super)).
const INSTRUCTION: u64 = 54;

/// How the best tree of a stretch of runs begins.
#[derive(Debug, Clone, Copy)]
enum Choice {
    Leaf,
    /// A comparison in front of this run.
    Split(usize),
    /// Single numbers within runs of one outcome are asked for one by one.
    Singles,
}

/// Plans the tree for at least one run.
pub(crate) fn plan(runs: &[Run]) -> Tree {
    let count = runs.len();
    let numbers: Vec<u64> = runs.iter().map(tried_numbers).collect();
    let mut best = vec![vec![(0_u64, Choice::Leaf); count]; count];
    for length in 2..=count {
        for first in 0..=count - length {
            let last = first + length - 1;
            let here = INSTRUCTION + numbers[first..=last].iter().sum::<u64>();
            let (mut cost, mut choice) = (u64::MAX, Choice::Leaf);
            for split in first + 1..=last {
                let total = here + best[first][split - 1].0 + best[split][last].0;
                if total < cost {
                    (cost, choice) = (total, Choice::Split(split));
                }
            }
            if let Some(total) = singles(&runs[first..=last], &numbers[first..=last])
                && total < cost
            {
                (cost, choice) = (total, Choice::Singles);
            }
            best[first][last] = (cost, choice);
        }
    }
    build(runs, &best, 0, count - 1)
}

/// How many numbers of a run the kernel tries.
fn tried_numbers(run: &Run) -> u64 {
    u64::from((run.last.min(NUMBERS - 1) + 1).saturating_sub(run.first))
}

/// The cost of asking for each single number of a stretch in turn, if every second run of it is a
/// single number and all the others have one outcome.
fn singles(runs: &[Run], numbers: &[u64]) -> Option<u64> {
    let fits = runs.len() % 2 == 1
        && runs.iter().skip(1).step_by(2).all(|run| run.first == run.last)
        && runs.iter().step_by(2).all(|run| run.outcome == runs[0].outcome);
    if !fits {
        return None;
    }
    let questions = runs.len() as u64 / 2;
    let around: u64 = numbers.iter().step_by(2).sum();
    let inside: u64 = (1..).zip(numbers.iter().skip(1).step_by(2)).map(|(at, one)| at * one).sum();
    Some(questions * (INSTRUCTION + around) + inside)
}

fn build(runs: &[Run], best: &[Vec<(u64, Choice)>], first: usize, last: usize) -> Tree {
    match best[first][last].1 {
        Choice::Leaf => Tree::Leaf(first),
        Choice::Split(split) => Tree::AtLeast {
            number: runs[split].first,
            then: Box::new(build(runs, best, split, last)),
            otherwise: Box::new(build(runs, best, first, split - 1)),
        },
        Choice::Singles => {
            let places = (first + 1..last).step_by(2).rev();
            places.fold(Tree::Leaf(first), |otherwise, place| Tree::Equal {
                number: runs[place].first,
                then: Box::new(Tree::Leaf(place)),
                otherwise: Box::new(otherwise),
            })
        }
    }
}
