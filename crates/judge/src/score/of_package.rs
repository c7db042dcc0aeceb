//! From a package's groups to a plan.

use sandglass_package::{
    self as package, Aggregation as Way, Group, OnReject, Package, ScoreMode as LegacyScore,
    VerdictMode as LegacyVerdict,
};

use super::{
    Aggregation, Cms, CmsRule, CmsSubtask, Kattis, KattisGroup, Legacy, LegacyGrading, LegacyGroup,
    MaxScore, PassFail, ScoreMode, Scoring, Sim, SimGroup, StaticTest, VerdictMode,
};

/// Digits that points of CMS keep where the package does not say it.
const CMS_DIGITS: u32 = 2;

impl Scoring {
    /// How a package scores. Fates are those of its tests in their order; those of static
    /// validation, one a group that has it, come behind them in the order of the groups.
    pub fn of_package(package: &Package) -> Scoring {
        let groups = &package.groups;
        let uses = |wanted: fn(&Way) -> bool| groups.iter().any(|group| wanted(&group.aggregation));
        if groups.iter().any(|group| group.legacy.is_some()) {
            let root = legacy(package, 0);
            return Scoring::Legacy(Legacy { root, scoring: package.problem.scoring });
        }
        if !package.problem.scoring {
            return Scoring::PassFail(PassFail);
        }
        if uses(|way| *way == Way::MinWithTimeDecay) {
            let groups = scored(package).map(sim).collect();
            return Scoring::Sim(Sim { groups });
        }
        if uses(|way| matches!(way, Way::Product | Way::Threshold(_)))
            || package.problem.format == package::Format::Cms
        {
            let subtasks = scored(package).flat_map(|group| cms(package, group)).collect();
            return Scoring::Cms(Cms { subtasks, precision: CMS_DIGITS });
        }
        Scoring::Kattis(kattis(package))
    }
}

/// Groups with tests of their own, and with points.
fn scored(package: &Package) -> impl Iterator<Item = &Group> {
    package.groups.iter().filter(|group| group.scored && !group.tests.is_empty())
}

fn sim(group: &Group) -> SimGroup {
    let points = group.max_score.unwrap_or(0.0).round();
    SimGroup { name: group.name.clone(), points: points as i64, tests: group.tests.clone() }
}

/// A subtask; a sum of tests with points of their own is one for each of them.
fn cms(package: &Package, group: &Group) -> Vec<CmsSubtask> {
    let subtask =
        |rule, points, tests| CmsSubtask { name: group.name.clone(), rule, points, tests };
    let points = group.max_score.unwrap_or(0.0);
    let whole = |rule| vec![subtask(rule, points, group.tests.clone())];
    match group.aggregation {
        Way::Sum => {
            let share = points / group.tests.len().max(1) as f64;
            let own = |test: usize| package.tests[test].points;
            if group.tests.iter().all(|&test| own(test).is_none()) {
                return vec![subtask(CmsRule::Sum, share, group.tests.clone())];
            }
            let each = |&test: &usize| CmsSubtask {
                name: package.tests[test].name.clone(),
                ..subtask(CmsRule::Sum, own(test).unwrap_or(0.0), vec![test])
            };
            group.tests.iter().map(each).collect()
        }
        Way::Product => whole(CmsRule::GroupMul),
        Way::Threshold(most) => whole(CmsRule::GroupThreshold(most)),
        Way::PassFail | Way::Min | Way::MinWithTimeDecay | Way::Legacy => whole(CmsRule::GroupMin),
    }
}

fn kattis(package: &Package) -> Kattis {
    let groups = &package.groups;
    let samples = groups.iter().filter(|group| !group.scored);
    let samples = samples.flat_map(|group| group.tests.iter().copied()).collect();
    // Where only `secret` counts, its score is the submission's; elsewhere the root's is.
    let counting: Vec<usize> = groups.first().map_or(Vec::new(), |root| {
        root.children.iter().copied().filter(|&child| groups[child].scored).collect()
    });
    let top = match counting[..] {
        [only] if groups[0].tests.is_empty() => only,
        _ => 0,
    };
    let mut secret = kattis_group(package, top);
    if top == 0 {
        secret.max_score = bound(package.max_score());
    }
    Kattis { samples, secret }
}

fn bound(points: Option<f64>) -> MaxScore {
    points.map_or(MaxScore::Unbounded, MaxScore::Bounded)
}

fn kattis_group(package: &Package, index: usize) -> KattisGroup {
    let group = &package.groups[index];
    let own: Vec<Option<f64>> =
        group.tests.iter().map(|&test| package.tests[test].points).collect();
    let weights: Vec<f64> = if own.iter().any(Option::is_some) {
        own.iter().map(|points| points.unwrap_or(0.0)).collect()
    } else {
        Vec::new()
    };
    let sum = (!weights.is_empty()).then(|| weights.iter().sum());
    let children = group.children.iter().filter(|&&child| package.groups[child].scored);
    KattisGroup {
        name: group.name.clone(),
        aggregation: match group.aggregation {
            Way::Sum => Aggregation::Sum,
            Way::Min => Aggregation::Min,
            _ => Aggregation::PassFail,
        },
        max_score: bound(group.max_score.or(sum)),
        require_pass: group.require_pass.clone(),
        tests: group.tests.clone(),
        weights,
        static_test: group.static_validation.as_ref().map(|validation| StaticTest {
            test: package.tests.len()
                + package.groups[..index]
                    .iter()
                    .filter(|it| it.static_validation.is_some())
                    .count(),
            max_score: validation.max_score,
        }),
        groups: children.map(|&child| kattis_group(package, child)).collect(),
    }
}

fn legacy(package: &Package, index: usize) -> LegacyGroup {
    let group = &package.groups[index];
    let grading = group.legacy.clone().unwrap_or_default();
    LegacyGroup {
        name: group.name.clone(),
        break_on_reject: grading.on_reject == OnReject::Break,
        accept_score: grading.accept_score,
        reject_score: grading.reject_score,
        range: grading.range,
        grading: if grading.custom {
            LegacyGrading::Custom { flags: grading.grader_flags }
        } else {
            LegacyGrading::Default {
                verdict: match grading.verdict_mode {
                    LegacyVerdict::WorstError => VerdictMode::WorstError,
                    LegacyVerdict::FirstError => VerdictMode::FirstError,
                    LegacyVerdict::AlwaysAccept => VerdictMode::AlwaysAccept,
                },
                score: match grading.score_mode {
                    LegacyScore::Sum => ScoreMode::Sum,
                    LegacyScore::Average => ScoreMode::Average,
                    LegacyScore::Min => ScoreMode::Min,
                    LegacyScore::Max => ScoreMode::Max,
                },
                ignore_sample: grading.ignore_sample,
                accept_if_any_accepted: grading.accept_if_any_accepted,
            }
        },
        groups: group.children.iter().map(|&child| legacy(package, child)).collect(),
        tests: group.tests.clone(),
    }
}
