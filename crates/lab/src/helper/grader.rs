//! The jury's side of the reactive experiment: Merry's dummy grader.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use super::pin_to;
use crate::random::Random;

/// Passes the queries of a file to stdout, one at a time, and reads an answer after each.
///
/// It ends after the last answer, and the solution then reads the end of its input. The answers
/// are not checked but counted: a solution that gives fewer is an error, because the
/// times would then be those of another experiment.
pub(super) fn ask_all(queries: &Path, cpu: Option<usize>) -> io::Result<()> {
    if let Some(cpu) = cpu {
        pin_to(cpu)?;
    }
    let queries = BufReader::new(File::open(queries)?);
    exchange(queries, io::stdin().lock(), io::stdout().lock())
}

fn exchange(
    mut queries: impl BufRead,
    mut answers: impl BufRead,
    mut solution: impl Write,
) -> io::Result<()> {
    let (mut query, mut answer) = (Vec::with_capacity(64), Vec::with_capacity(64));
    let mut asked = 0_u64;
    loop {
        query.clear();
        if queries.read_until(b'\n', &mut query)? == 0 {
            return Ok(());
        }
        solution.write_all(&query)?;
        solution.flush()?;
        asked += 1;
        answer.clear();
        answers.read_until(b'\n', &mut answer)?;
        if answer.last() != Some(&b'\n') {
            return Err(io::Error::other(format!("no answer to query {asked}")));
        }
    }
}

/// Writes `count` queries from a seed, the same on every machine.
pub(crate) fn write_queries(path: &Path, count: usize, seed: u64) -> io::Result<()> {
    let mut random = Random::new(seed);
    let mut file = BufWriter::new(File::create(path)?);
    for _ in 0..count {
        writeln!(file, "{} {}", 1 + random.below(25_000), 1 + random.below(25_000))?;
    }
    file.into_inner()?.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_every_query_and_misses_no_answer() {
        let mut asked = Vec::new();
        exchange(&b"1 2\n3 4\n"[..], &b"33\n97\n"[..], &mut asked).expect("all answered");
        assert_eq!(asked, b"1 2\n3 4\n");
        let error = exchange(&b"1 2\n3 4\n"[..], &b"33\n"[..], io::sink()).expect_err("one short");
        assert_eq!(error.to_string(), "no answer to query 2");
        let error = exchange(&b"1 2\n"[..], &b"33"[..], io::sink()).expect_err("cut off");
        assert_eq!(error.to_string(), "no answer to query 1");
    }

    #[test]
    fn queries_are_the_same_for_the_same_seed() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("queries");
        let written = |seed| {
            write_queries(&path, 100, seed).expect("writable");
            std::fs::read_to_string(&path).expect("readable")
        };
        let first = written(1);
        assert_eq!(first.lines().count(), 100);
        assert_eq!(first, written(1));
        assert_ne!(first, written(2));
    }
}
