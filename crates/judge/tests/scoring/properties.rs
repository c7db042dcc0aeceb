//! What holds for every plan and every set of fates.

use proptest::prelude::*;
use sandglass_judge::Verdict;
use sandglass_judge::score::{
    Aggregation, Cms, CmsRule, CmsSubtask, Fate, Given, Judged, Kattis, KattisGroup, Legacy,
    LegacyGrading, LegacyGroup, MaxScore, PassFail, ScoreMode, Scored, Scoring, Sim, SimGroup,
    VerdictMode, decay,
};

const TESTS: usize = 8;

/// Groups of consecutive tests, the last of which ends with the tests.
fn ranges() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(1..=3_usize, 1..5).prop_map(|sizes| {
        let (mut groups, mut next) = (Vec::new(), 0);
        for size in sizes {
            let end = (next + size).min(TESTS);
            if next < end {
                groups.push((next..end).collect());
            }
            next = end;
        }
        if next < TESTS {
            groups.push((next..TESTS).collect());
        }
        groups
    })
}

fn kattis(groups: Vec<Vec<usize>>, kinds: &[u8], waits: bool) -> Scoring {
    let group = |(index, tests): (usize, Vec<usize>)| KattisGroup {
        name: format!("secret/{index}"),
        aggregation: [Aggregation::PassFail, Aggregation::Sum, Aggregation::Min]
            [usize::from(kinds[index % kinds.len()] % 3)],
        max_score: MaxScore::Bounded(10.0),
        require_pass: if waits && index > 0 && kinds[(index - 1) % kinds.len()].is_multiple_of(3) {
            vec![format!("secret/{}", index - 1)]
        } else {
            Vec::new()
        },
        tests,
        weights: Vec::new(),
        static_test: None,
        groups: Vec::new(),
    };
    let groups: Vec<KattisGroup> = groups.into_iter().enumerate().map(group).collect();
    let most = 10.0 * groups.len() as f64;
    Scoring::Kattis(Kattis {
        samples: Vec::new(),
        secret: KattisGroup {
            name: "secret".into(),
            aggregation: Aggregation::Sum,
            max_score: MaxScore::Bounded(most),
            require_pass: Vec::new(),
            tests: Vec::new(),
            weights: Vec::new(),
            static_test: None,
            groups,
        },
    })
}

fn legacy(groups: Vec<Vec<usize>>, kinds: &[u8], breaks: bool) -> Scoring {
    let group = |index: usize, tests, groups| LegacyGroup {
        name: format!("secret/{index}"),
        grading: LegacyGrading::Default {
            verdict: VerdictMode::WorstError,
            score: [ScoreMode::Min, ScoreMode::Sum][usize::from(kinds[index % kinds.len()] % 2)],
            ignore_sample: false,
            accept_if_any_accepted: false,
        },
        break_on_reject: breaks,
        accept_score: 1.0,
        reject_score: 0.0,
        range: (0.0, TESTS as f64),
        groups,
        tests,
    };
    let inner =
        groups.into_iter().enumerate().map(|(i, tests)| group(i, tests, Vec::new())).collect();
    Scoring::Legacy(Legacy { root: group(1, Vec::new(), inner), scoring: true })
}

fn cms(groups: Vec<Vec<usize>>, kinds: &[u8]) -> Scoring {
    let subtask = |(index, tests): (usize, Vec<usize>)| CmsSubtask {
        name: index.to_string(),
        rule: [CmsRule::Sum, CmsRule::GroupMin, CmsRule::GroupMul]
            [usize::from(kinds[index % kinds.len()] % 3)],
        points: 10.0,
        tests,
    };
    let subtasks = groups.into_iter().enumerate().map(subtask).collect();
    Scoring::Cms(Cms { subtasks, precision: 2 })
}

fn sim(groups: Vec<Vec<usize>>) -> Scoring {
    let group = |(index, tests): (usize, Vec<usize>)| SimGroup {
        name: index.to_string(),
        points: 10,
        tests,
    };
    Scoring::Sim(Sim { groups: groups.into_iter().enumerate().map(group).collect() })
}

/// Plans whose points never fall when a test does better.
fn plans() -> impl Strategy<Value = Scoring> {
    (ranges(), prop::collection::vec(any::<u8>(), 1..5), 0..5_u8, any::<bool>()).prop_map(
        |(groups, kinds, format, flag)| match format {
            0 => Scoring::PassFail(PassFail),
            1 => kattis(groups, &kinds, flag),
            2 => legacy(groups, &kinds, flag),
            3 => cms(groups, &kinds),
            _ => sim(groups),
        },
    )
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let verdict = prop::sample::select(vec![
        Verdict::Accepted,
        Verdict::Accepted,
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::TimeLimitExceeded,
        Verdict::MemoryLimitExceeded,
        Verdict::RunTimeError,
    ]);
    let fate = (verdict, 0.0..1.1_f64).prop_map(|(verdict, time_used)| {
        Fate::Judged(Judged { verdict, given: Given::Nothing, time_used })
    });
    prop::collection::vec(fate, TESTS)
}

const BEST: Fate =
    Fate::Judged(Judged { verdict: Verdict::Accepted, given: Given::Nothing, time_used: 0.0 });

fn score(plan: &Scoring, fates: &[Fate]) -> Scored {
    plan.score(fates, &mut |_, _| unreachable!("no plan here has a grader")).expect("a score")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn points_stay_between_nothing_and_the_most(plan in plans(), fates in fates()) {
        let scored = score(&plan, &fates);
        prop_assert_eq!(scored.score.is_some(), !matches!(plan, Scoring::PassFail(_)));
        if let (Some(points), Some(most)) = (scored.score, scored.max_score) {
            prop_assert!((0.0..=most + 1e-9).contains(&points), "{points} of {most}");
        }
        for group in &scored.groups {
            if let (Some(points), Some(most)) = (group.score, group.max_score) {
                prop_assert!((0.0..=most + 1e-9).contains(&points), "{points} of {most}");
            }
        }
    }

    #[test]
    fn doing_better_never_costs_points(plan in plans(), mut fates in fates(), test in 0..TESTS) {
        let before = score(&plan, &fates);
        fates[test] = BEST;
        let after = score(&plan, &fates);
        prop_assert!(after.score.unwrap_or(0.0) >= before.score.unwrap_or(0.0) - 1e-9);
    }

    #[test]
    fn all_accepted_in_no_time_is_everything(plan in plans()) {
        let scored = score(&plan, &[BEST; TESTS]);
        prop_assert_eq!(scored.verdict, Verdict::Accepted);
        prop_assert_eq!(scored.deciding, None);
        if !matches!(plan, Scoring::Legacy(_)) {
            prop_assert!(scored.full());
        }
    }

    #[test]
    fn accepted_is_said_where_every_test_is(plan in plans(), fates in fates()) {
        let all = fates.iter().all(Fate::accepted);
        let scored = score(&plan, &fates);
        prop_assert_eq!(scored.verdict == Verdict::Accepted, all);
        prop_assert_eq!(scored.deciding.map(|test| fates[test].verdict()), (!all).then_some(Some(scored.verdict)));
    }

    /// The promise behind skipping: a settled test may come out in any way, or not be run.
    #[test]
    fn what_is_settled_changes_no_points(plan in plans(), fates in fates()) {
        let whole = score(&plan, &fates);
        let mut skipped = fates.clone();
        for test in 0..TESTS {
            if plan.is_settled(test, &skipped) {
                skipped[test] = Fate::NotRun;
            }
        }
        let partial = score(&plan, &skipped);
        prop_assert_eq!(partial.score, whole.score);
        prop_assert_eq!(partial.verdict == Verdict::Accepted, whole.verdict == Verdict::Accepted);
    }

    #[test]
    fn decay_falls_from_one_to_nothing(first in 0.0..1.5_f64, second in 0.0..1.5_f64) {
        let (early, late) = (first.min(second), first.max(second));
        prop_assert!(decay(early) >= decay(late));
        prop_assert!((0.0..=1.0).contains(&decay(first)));
    }
}
