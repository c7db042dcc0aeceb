//! Which worker runs which test, and in which order results come out.
//!
//! Workers take tests in the package's order, and results stream out in that order however they
//! finish. Some results settle later tests: in first-failure mode a failure settles all of them, in a
//! problem with points those of a group that is lost. A settled test is not started any more; one
//! that already runs beside it is run to its end and dropped, so the result is the same for any
//! number of workers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use crate::score::Fate;

/// Runs jobs `0..jobs` on `workers` threads and passes each result to `each` in the order of jobs.
///
/// `run(worker, job)` does the work and `fate` reads what became of it; `settled` says from the fates
/// of all jobs before one whether it need not be run, and must stay with it as more of them are known.
/// The result has `None` for each job that was settled.
///
/// # Errors
/// That of the first job, in order, that failed and was not settled.
pub(crate) fn in_order<T: Send, E: Send>(
    jobs: usize,
    workers: usize,
    run: impl Fn(usize, usize) -> Result<T, E> + Sync,
    fate: impl Fn(&T) -> Fate,
    settled: impl Fn(usize, &[Fate]) -> bool + Sync,
    mut each: impl FnMut(&T),
) -> Result<Vec<Option<T>>, E> {
    let next = AtomicUsize::new(0);
    // Fates of the jobs whose results came out: of the first ones, in order.
    let fates = Mutex::new(Vec::with_capacity(jobs));
    let is_settled =
        |job: usize| settled(job, &fates.lock().unwrap_or_else(PoisonError::into_inner));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for worker in 0..workers.clamp(1, jobs.max(1)) {
            let (sender, run, next, is_settled) = (sender.clone(), &run, &next, &is_settled);
            scope.spawn(move || {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= jobs {
                        return;
                    }
                    let result = if is_settled(job) { None } else { Some(run(worker, job)) };
                    // A failure may be settled by a result that nobody has looked at yet, and then the
                    // jobs behind it are still to be done.
                    if sender.send((job, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = std::collections::BTreeMap::new();
        let mut done = Vec::with_capacity(jobs);
        for (job, result) in receiver {
            waiting.insert(job, result);
            while let Some(result) = waiting.remove(&done.len()) {
                let result = if is_settled(done.len()) { None } else { result };
                // Dropping the receiver on the way out ends the workers after their present job.
                let result = result.transpose()?;
                if let Some(result) = &result {
                    each(result);
                }
                let fate = result.as_ref().map_or(Fate::NotRun, &fate);
                fates.lock().unwrap_or_else(PoisonError::into_inner).push(fate);
                done.push(result);
            }
        }
        Ok(done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Given, Judged};
    use crate::verdict::Verdict;
    use std::time::Duration;

    /// Jobs whose result is their number; those in `slow` take long, those in `wrong` are not
    /// accepted, and a failure settles the jobs behind it up to `reach`.
    fn run(
        jobs: usize,
        workers: usize,
        slow: &[usize],
        wrong: &[usize],
        reach: usize,
        failing: usize,
    ) -> (Result<Vec<Option<usize>>, usize>, Vec<usize>) {
        let mut seen = Vec::new();
        let result = in_order(
            jobs,
            workers,
            |_, job| {
                std::thread::sleep(Duration::from_millis(if slow.contains(&job) { 30 } else { 1 }));
                if job == failing { Err(job) } else { Ok(job) }
            },
            |job| {
                let right = !wrong.contains(job);
                let verdict = if right { Verdict::Accepted } else { Verdict::WrongAnswer };
                Fate::Judged(Judged { verdict, given: Given::Nothing, time_used: 0.0 })
            },
            |job, fates| {
                job < reach
                    && fates[..job.min(fates.len())]
                        .iter()
                        .any(|fate| fate.verdict() == Some(Verdict::WrongAnswer))
            },
            |&job| {
                // Whoever looks at results may be late, and the workers are ahead of it then.
                if wrong.contains(&job) {
                    std::thread::sleep(Duration::from_millis(30));
                }
                seen.push(job);
            },
        );
        (result, seen)
    }

    const NEVER: usize = usize::MAX;

    #[test]
    fn results_come_in_order_on_any_number_of_workers() {
        for workers in [1, 2, 7] {
            let (result, seen) = run(9, workers, &[0, 4], &[], NEVER, NEVER);
            assert_eq!(result, Ok((0..9).map(Some).collect()));
            assert_eq!(seen, (0..9).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_settled_is_dropped_and_what_is_not_is_run() {
        for workers in [1, 2, 7] {
            let (result, seen) = run(9, workers, &[3], &[3], 6, 5);
            let expected = [0, 1, 2, 3, NEVER, NEVER, 6, 7, 8];
            let expected = expected.map(|job| (job != NEVER).then_some(job)).to_vec();
            assert_eq!(result, Ok(expected), "{workers} workers");
            assert_eq!(seen, [0, 1, 2, 3, 6, 7, 8]);
        }
    }

    #[test]
    fn an_error_counts_unless_an_earlier_result_settled_it() {
        assert_eq!(run(9, 3, &[], &[6], NEVER, 2).0, Err(2));
        let settled = [Some(0), Some(1), None, None, None, None, None, None, None];
        assert_eq!(run(9, 3, &[1], &[1], NEVER, 2).0, Ok(settled.to_vec()));
    }

    #[test]
    fn no_jobs() {
        assert_eq!(run(0, 2, &[], &[], NEVER, NEVER).0, Ok(Vec::new()));
    }
}
