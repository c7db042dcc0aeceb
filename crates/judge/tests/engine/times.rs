//! Times near the limit, and limits that a package leaves open.

use std::time::Duration;

use sandglass_judge::{Options, Verdict};

use crate::support::{Problem, judge};

/// Works for a CPU time and then answers.
fn works(seconds: f64) -> String {
    format!("import time\nwhile time.process_time() < {seconds}: pass\nprint(int(input()) + 1)\n")
}

#[test]
fn a_time_near_the_limit_is_measured_again_and_the_median_decides() {
    let problem = Problem::kattis("limits: {time_limit: 0.5, memory: 256}", &[]);
    let far = problem.test("far.py", &works(0.1));
    assert_eq!((far.verdict.unwrap(), far.timing), (Verdict::Accepted, None));
    let near = problem.test("near.py", &works(0.485));
    let timing = near.timing.unwrap();
    assert_eq!(timing.times.len(), 3, "{timing:?}");
    let within = timing.median <= timing.limit;
    assert_eq!(within, near.verdict.unwrap() == Verdict::Accepted, "{timing:?}");
    assert_eq!(timing.limit, Duration::from_millis(500));
    // Just over: a limit alone would never know by how much.
    let over = problem.test("over.py", &works(0.515));
    assert_eq!(over.verdict.unwrap(), Verdict::TimeLimitExceeded, "{over:?}");
    // On a machine with so many others that the clock on the wall runs out first there is no second run.
    if over.cause == "cpu_time_limit" {
        assert!(over.timing.unwrap().median > Duration::from_millis(500));
    }
    // Far over: asked once more, and no more.
    let endless = problem.test("endless.sh", "while :; do :; done");
    assert_eq!(endless.verdict.unwrap(), Verdict::TimeLimitExceeded);
    if endless.cause == "cpu_time_limit" {
        let timing = endless.timing.unwrap();
        assert_eq!((timing.times.len(), timing.noise), (2, None));
    }
    let once = Options { once: true, ..Options::default() };
    let report = problem.judge_with(&once, &[("near.py", &works(0.485))]).unwrap();
    assert_eq!(report.tests[0].timing, None);
}

#[test]
fn an_open_limit_is_computed_from_the_model_solutions() {
    let keys = "limits: {memory: 256, time_resolution: 0.1, time_multipliers: {ac_to_time_limit: 2, time_limit_to_tle: 1.2}}";
    let (quick, slow, endless) = (works(0.05), works(0.3), works(8.0));
    let problem = Problem::kattis(
        keys,
        &[
            ("submissions/accepted/quick.py", &quick),
            ("submissions/accepted/slow.py", &slow),
            ("submissions/time_limit_exceeded/endless.py", &endless),
        ],
    );
    let report = problem.judge("right.py", "print(int(input()) + 1)").unwrap();
    assert_eq!(report.verdict.unwrap(), Verdict::Accepted);
    let limit = report.limits.unwrap().cpu_time;
    assert!(limit >= Duration::from_millis(600) && limit < Duration::from_secs(5), "{limit:?}");
    assert_eq!(limit.as_millis() % 100, 0, "{limit:?}");
    // Computed once.
    assert_eq!(judge().time_limit(&problem.package).unwrap(), limit);
    let report = problem.judge("endless.sh", "while :; do :; done").unwrap();
    assert_eq!(report.verdict.unwrap(), Verdict::TimeLimitExceeded);
}

#[test]
fn submissions_that_contradict_the_rule_are_the_problems_fault() {
    let keys = "limits: {memory: 256, time_resolution: 0.1}";
    let (slow, hardly_slower) = (works(0.3), works(0.4));
    let problem = Problem::kattis(
        keys,
        &[
            ("submissions/accepted/slow.py", &slow),
            ("submissions/time_limit_exceeded/slower.py", &hardly_slower),
        ],
    );
    let fault = problem.fault("right.py", "print(int(input()) + 1)");
    assert!(fault.starts_with("the time limit"), "{fault}");
    let nothing = Problem::kattis("limits: {memory: 256}", &[]);
    let error = nothing.judge("right.py", "print(2)").unwrap_err();
    assert!(matches!(error, sandglass_judge::JudgeError::NoTimeLimit), "{error}");
}

#[test]
fn submissions_that_cannot_be_tried_here_leave_the_limit_to_the_others() {
    let keys =
        "limits: {memory: 256, time_resolution: 0.5, time_multipliers: {time_limit_to_tle: 1.2}}";
    let endless = "while :; do :; done";
    let problem = Problem::kattis(
        keys,
        &[
            ("submissions/accepted/right.py", "print(int(input()) + 1)"),
            ("submissions/accepted/right.lisp", "(print 2)"),
            ("submissions/accepted/old.py", "#!/usr/bin/env python2\nprint input() + 1"),
            ("submissions/time_limit_exceeded/endless.sh", endless),
            ("submissions/time_limit_exceeded/endless.lisp", "(loop)"),
            // It has no time that says anything: it does not get as far.
            ("submissions/time_limit_exceeded/wrong.py", "print(0)"),
        ],
    );
    let started = std::time::Instant::now();
    let limit = judge().time_limit(&problem.package).unwrap();
    assert!(limit < Duration::from_secs(10), "{limit:?}");
    // Who must exceed the limit is not run for much longer than it.
    assert!(started.elapsed() < Duration::from_secs(50), "{:?}", started.elapsed());
    let none = Problem::kattis(keys, &[("submissions/accepted/right.lisp", "(print 2)")]);
    let error = judge().time_limit(&none.package).unwrap_err();
    assert!(matches!(error, sandglass_judge::JudgeError::NoTimeLimit), "{error}");
}
