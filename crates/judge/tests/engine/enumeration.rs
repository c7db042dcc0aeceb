//! Every combination of who exits, closes, writes, reads or waits first.
//!
//! `SANDGLASS_ROUNDS` is how often each combination is tried (1 where it is not set), and
//! `SANDGLASS_STEPS` how many steps a program does before its end (1). A thousand rounds:
//! `SANDGLASS_ROUNDS=1000 cargo test -p sandglass-judge --test engine enumeration`.
//!
//! A pair is a test of one package, and a round is one judging of one submission. Most pairs spend
//! their time waiting (for a limit, for the other), so there are several conversations to a CPU, each
//! on a station of its own; `SANDGLASS_STATIONS` is how many (4 to a CPU). So they are each other's
//! load too.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sandglass_judge::{Judge, Options, Station, Submission, TestReport, Verdict};
use sandglass_languages::Languages;
use sandglass_package::TestCase;
use sandglass_sandbox::LaneOptions;

use crate::model::{Right, right};
use crate::support::{Problem, judge, sources, weaker_too};

const ACTOR: &str = include_str!("actor.c");

/// Short limits: who waits for its own limit waits for it in every round.
const KEYS: &str = "type: [pass-fail, interactive]\nlimits: {time_limit: 0.1, memory: 32, validation_time: 1, validation_memory: 32}";

/// Tests of one judging, at most: with several rounds in it the slowest pair holds up no round.
const TESTS: usize = 2000;

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// A judge with several stations to a CPU.
fn crowded() -> MutexGuard<'static, Judge> {
    static JUDGE: OnceLock<Mutex<Judge>> = OnceLock::new();
    let make = || {
        let allowed = rustix::thread::sched_getaffinity(None).unwrap();
        let cpus: Vec<usize> =
            (0..rustix::thread::CpuSet::MAX_CPU).filter(|&cpu| allowed.is_set(cpu)).collect();
        let station = |index: usize| {
            let options = LaneOptions { cpus: vec![cpus[index % cpus.len()]], ..weaker_too() };
            Station::new(options).unwrap()
        };
        let stations = (0..number("SANDGLASS_STATIONS", 4 * cpus.len()).max(1)).map(station);
        let stations = stations.collect();
        Mutex::new(Judge::new(stations, Languages::builtin().unwrap()))
    };
    JUDGE.get_or_init(make).lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the judge says about a pair; `Err` where it says what it never should.
fn found(test: &TestReport) -> Result<Right, Option<Verdict>> {
    match test.verdict {
        Some(Verdict::Accepted) => Ok(Right::Accepted),
        Some(Verdict::WrongAnswer) => Ok(Right::WrongAnswer),
        Some(Verdict::RunTimeError) => Ok(Right::RunTimeError),
        Some(Verdict::MemoryLimitExceeded) => Ok(Right::MemoryLimit),
        Some(Verdict::TimeLimitExceeded) => Ok(Right::TimeLimit),
        None => Ok(Right::Fault),
        other => Err(other),
    }
}

/// All scripts of at most `steps` steps and an end.
fn scripts(steps: usize, ends: &[char]) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..steps {
        last = last
            .iter()
            .flat_map(|script| "rwRio".chars().map(move |step| format!("{script}{step}")))
            .collect();
        all.extend(last.clone());
    }
    all.iter().flat_map(|script| ends.iter().map(move |end| format!("{script}{end}"))).collect()
}

/// Judges each pair `rounds` times. The package's own test is where the others come from.
fn try_all(pairs: &[(String, String)], rounds: usize) {
    // One test of this program at a time, as figures of time are among what others test.
    let _alone = judge();
    let judge = crowded();
    let mut problem = Problem::kattis(KEYS, &[("output_validator/actor.c", ACTOR)]);
    // Shorter than the format can say.
    problem.package.problem.limits.validation_time = Duration::from_millis(300);
    let first = problem.package.tests[0].clone();
    let sources = sources(&[("actor.c", ACTOR)]);
    let of_actor = Submission { sources: &sources, language: None, entry_point: None };
    let options = Options { all_tests: true, ..Options::default() };
    let expected: Vec<_> =
        pairs.iter().map(|(submission, checker)| right(submission, checker)).collect();
    let at_once = (TESTS / pairs.len()).clamp(1, rounds.max(1));
    let mut wrong: BTreeMap<&(String, String), Vec<String>> = BTreeMap::new();
    let (mut done, mut retried, started) = (0, 0, Instant::now());
    while done < rounds {
        let now = at_once.min(rounds - done);
        let test = |(submission, checker): &(String, String)| TestCase {
            name: format!("{submission} {checker}"),
            arguments: vec![submission.clone()],
            output_validator_arguments: vec![checker.clone()],
            ..first.clone()
        };
        problem.package.tests = (0..now).flat_map(|_| pairs.iter().map(test)).collect();
        let report = judge.judge(&problem.package, &of_actor, &options, &mut |_| {});
        let report = report.unwrap_or_else(|error| panic!("round {done}: {}", error.words()));
        assert_eq!(report.tests.len(), now * pairs.len());
        for (index, test) in report.tests.iter().enumerate() {
            retried += usize::from(test.retried);
            let (pair, expected) = (&pairs[index % pairs.len()], &expected[index % pairs.len()]);
            if !found(test).is_ok_and(|verdict| expected.contains(&verdict)) {
                let words = format!("{expected:?} expected: {test:#?}");
                println!("wrong: {words}");
                wrong.entry(pair).or_default().push(words);
            }
        }
        done += now;
        println!(
            "{} pairs, {done} rounds in {:.0?}, {} wrong, {retried} tried again",
            pairs.len(),
            started.elapsed(),
            wrong.values().map(Vec::len).sum::<usize>()
        );
    }
    let counts: Vec<String> = wrong
        .iter()
        .map(|((submission, checker), all)| {
            format!("{submission} {checker}: {} of {rounds}, first {}", all.len(), all[0])
        })
        .collect();
    assert!(counts.is_empty(), "{}", counts.join("\n"));
}

fn pairs(submissions: &[String], checkers: &[String]) -> Vec<(String, String)> {
    submissions
        .iter()
        .flat_map(|submission| {
            checkers.iter().map(move |checker| (submission.clone(), checker.clone()))
        })
        .collect()
}

#[test]
fn the_model_knows_the_reference() {
    let only = |submission, checker| {
        let all = right(submission, checker);
        assert_eq!(all.len(), 1, "{submission} {checker}: {all:?}");
        all.into_iter().next().unwrap()
    };
    assert_eq!(only("1", "RW"), Right::RunTimeError);
    assert_eq!(only("o1", "RW"), Right::RunTimeError);
    assert_eq!(only("oR1", "RW"), Right::WrongAnswer);
    assert_eq!(only("R1", "W"), Right::WrongAnswer);
    assert_eq!(only("R1", "A"), Right::RunTimeError);
    assert_eq!(only("Rw0", "A"), Right::Accepted);
    assert_eq!(only("r0", "rA"), Right::TimeLimit);
    assert_eq!(only("0", "RwA"), Right::Fault);
    assert_eq!(only("f0", "fA"), Right::TimeLimit);
    assert_eq!(only("m", "RW"), Right::MemoryLimit);
    assert_eq!(right("1", "W").len(), 2);
}

#[test]
fn every_pair_gets_a_right_verdict() {
    let steps = number("SANDGLASS_STEPS", 1);
    let submissions = scripts(steps, &['0', '1', 'c']);
    let checkers = scripts(steps, &['A', 'W', '1']);
    try_all(&pairs(&submissions, &checkers), number("SANDGLASS_ROUNDS", 1));
}

/// The pairs of the reference's ordering matrix, in causes and not in times: what must come after is
/// triggered by what must come before.
#[test]
fn what_follows_from_something_comes_after_it() {
    let pairs: Vec<(String, String)> = [
        // After the checker has decided wrong, the submission sees the end and then fails.
        ("R1", "W"),
        ("Rc", "W"),
        ("Rl", "W"),
        ("Rm", "W"),
        ("Rw0", "W"),
        ("Rf1", "W"),
        // Before: the checker sees the submission's end and then decides.
        ("1", "RW"),
        ("c", "RW"),
        ("l", "RW"),
        ("m", "RW"),
        ("w1", "rRW"),
        ("wc", "rRW"),
        // The checker accepts first.
        ("R0", "A"),
        ("Rw0", "A"),
        ("Rf0", "A"),
        ("R1", "A"),
        ("Rl", "A"),
        // The submission ends well first.
        ("0", "RA"),
        ("0", "RW"),
        ("w0", "rRA"),
        ("0", "RwA"),
        ("0", "R1"),
        // It closes something and then fails, or waits.
        ("o1", "RW"),
        ("i1", "RW"),
        ("oi1", "RW"),
        ("io1", "RW"),
        ("oic", "RW"),
        ("oR1", "RW"),
        ("ol", "RW"),
        ("oil", "RW"),
        ("oz", "RW"),
        ("oiz", "RW"),
        ("oR0", "RA"),
        ("R1", "oRW"),
        ("R1", "oiW"),
        ("iw0", "rRA"),
        ("iR0", "RA"),
        // The checker closes something and then decides, or waits.
        ("R1", "oW"),
        ("R0", "oRA"),
        ("R1", "iW"),
        ("f0", "iA"),
        ("f0", "iRA"),
        ("Rf0", "oiA"),
        ("wR0", "ioA"),
        ("fR0", "iA"),
        // They wait for each other.
        ("r0", "rA"),
        ("R0", "RA"),
        ("f0", "fA"),
        ("wr0", "rrA"),
        ("fr0", "wfA"),
        ("rr0", "wrrA"),
        // One waits for the other, which does something else.
        ("r0", "zA"),
        ("z", "rA"),
        ("z", "W"),
        ("z", "RA"),
        ("r0", "l"),
    ]
    .into_iter()
    .map(|(submission, checker)| (submission.to_owned(), checker.to_owned()))
    .collect();
    for (submission, checker) in &pairs {
        let all = right(submission, checker);
        assert_eq!(all.len(), 1, "{submission} {checker}: {all:?}");
    }
    try_all(&pairs, number("SANDGLASS_ROUNDS", 1));
}

/// The same while every CPU is busy with something else.
#[test]
fn under_load_too() {
    let stop = AtomicBool::new(false);
    let submissions = scripts(1, &['0', '1']);
    let checkers = scripts(1, &['A', 'W']);
    std::thread::scope(|scope| {
        for _ in 0..2 * std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // The busy threads end whatever becomes of the test.
        struct Stop<'a>(&'a AtomicBool);
        impl Drop for Stop<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let _stop = Stop(&stop);
        let mut some = pairs(&submissions, &checkers);
        // A sixth of them in one round: the machine is busy.
        let mut count = 0;
        some.retain(|_| {
            count += 1;
            count % 6 == 1
        });
        try_all(&some, number("SANDGLASS_ROUNDS", 1));
    });
}
