//! The contestant's side of the reactive experiment.

use std::io::{self, BufRead, Write};

/// Answers every query on stdin with one line on stdout, flushed each time.
///
/// A query is a line with two numbers, as in the task Regions of IOI 2009 that Merry used. The
/// arithmetic is next to nothing: what is measured is the system calls.
pub(super) fn answer_all() -> io::Result<()> {
    let mut queries = io::stdin().lock();
    let mut answers = io::stdout().lock();
    let mut line = Vec::with_capacity(64);
    loop {
        line.clear();
        if queries.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let (first, second) = parse(&line).ok_or_else(|| {
            io::Error::other(format!("not a query: {:?}", String::from_utf8_lossy(&line)))
        })?;
        writeln!(answers, "{}", answer_to(first, second))?;
        answers.flush()?;
    }
}

/// The answer; the grader's tests know the formula, the dummy grader does not look.
pub(super) fn answer_to(first: u32, second: u32) -> u32 {
    first.wrapping_mul(31).wrapping_add(second) % 1_000_003
}

fn parse(line: &[u8]) -> Option<(u32, u32)> {
    let mut numbers = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let pair = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    numbers.next().is_none().then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_two_numbers() {
        assert_eq!(parse(b"12 7\n"), Some((12, 7)));
        for bad in [&b"\n"[..], b"1\n", b"1 2 3\n", b"1 -2\n", b"\xff 1\n"] {
            assert_eq!(parse(bad), None, "{bad:?}");
        }
        assert_eq!(answer_to(2, 5), 67);
    }
}
