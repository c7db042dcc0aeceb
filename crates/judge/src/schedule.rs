//! Which worker runs which test, and in which order results come out.
//!
//! Workers take tests in the package's order, and results stream out in that order however they
//! finish. In first-failure mode a failure ends the handing out of later tests; those that already
//! run beside it are run to their end and dropped, so the result is the same for any number of
//! workers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Runs jobs `0..jobs` on `workers` threads and passes each result to `each` in the order of jobs.
///
/// `run(worker, job)` does the work; `is_last` says of a result that no later job matters.
///
/// # Errors
/// That of the first job, in order, that failed, unless an earlier result was the last.
pub(crate) fn in_order<T: Send, E: Send>(
    jobs: usize,
    workers: usize,
    run: impl Fn(usize, usize) -> Result<T, E> + Sync,
    is_last: impl Fn(&T) -> bool + Sync,
    mut each: impl FnMut(&T),
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let bound = AtomicUsize::new(jobs);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for worker in 0..workers.clamp(1, jobs.max(1)) {
            let (sender, run, is_last, next, bound) =
                (sender.clone(), &run, &is_last, &next, &bound);
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= bound.load(Ordering::Relaxed) {
                        return;
                    }
                    let result = run(worker, job);
                    if result.as_ref().map_or(true, is_last) {
                        bound.fetch_min(job + 1, Ordering::Relaxed);
                    }
                    if sender.send((job, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<Result<T, E>>> =
            std::iter::repeat_with(|| None).take(jobs).collect();
        let mut done = Vec::new();
        for (job, result) in receiver {
            waiting[job] = Some(result);
            while let Some(result) = waiting.get_mut(done.len()).and_then(Option::take) {
                // Dropping the receiver on the way out ends the workers after their present job.
                let result = result?;
                each(&result);
                let last = is_last(&result);
                done.push(result);
                if last {
                    return Ok(done);
                }
            }
        }
        Ok(done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Jobs whose result is their number; those in `slow` take long.
    fn run(
        jobs: usize,
        workers: usize,
        slow: &[usize],
        last: usize,
        failing: usize,
    ) -> (Result<Vec<usize>, usize>, Vec<usize>) {
        let mut seen = Vec::new();
        let result = in_order(
            jobs,
            workers,
            |_, job| {
                std::thread::sleep(Duration::from_millis(if slow.contains(&job) { 30 } else { 1 }));
                if job == failing { Err(job) } else { Ok(job) }
            },
            |&job| job == last,
            |&job| seen.push(job),
        );
        (result, seen)
    }

    const NEVER: usize = usize::MAX;

    #[test]
    fn results_come_in_order_on_any_number_of_workers() {
        for workers in [1, 2, 7] {
            let (result, seen) = run(9, workers, &[0, 4], NEVER, NEVER);
            assert_eq!(result, Ok((0..9).collect()));
            assert_eq!(seen, (0..9).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_comes_after_the_last_is_dropped() {
        for workers in [1, 2, 7] {
            let (result, seen) = run(9, workers, &[3], 3, 5);
            assert_eq!(result, Ok(vec![0, 1, 2, 3]), "{workers} workers");
            assert_eq!(seen, [0, 1, 2, 3]);
        }
    }

    #[test]
    fn an_error_counts_unless_an_earlier_result_was_the_last() {
        assert_eq!(run(9, 3, &[], 6, 2).0, Err(2));
        assert_eq!(run(9, 3, &[1], 1, 2).0, Ok(vec![0, 1]));
    }

    #[test]
    fn no_jobs() {
        assert_eq!(run(0, 2, &[], NEVER, NEVER).0, Ok(Vec::new()));
    }
}
