//! The plan, and what the format forbids of it.

use crate::score::error::ScoreError;

/// A plan: `sample`, which has no points, and `secret`.
#[derive(Clone, Debug, PartialEq)]
pub struct Kattis {
    /// Indices of the samples.
    pub samples: Vec<usize>,
    /// `secret`, whose score is that of the submission.
    pub secret: KattisGroup,
}

/// `secret` or a group in it.
#[derive(Clone, Debug, PartialEq)]
pub struct KattisGroup {
    /// Name below `data/`, such as `secret/small`.
    pub name: String,
    /// How its score comes about.
    pub aggregation: Aggregation,
    /// The most that it can have.
    pub max_score: MaxScore,
    /// Names of the groups (or `sample`) without which it is not run.
    pub require_pass: Vec<String>,
    /// Its own tests. Either these or groups.
    pub tests: Vec<usize>,
    /// Points of each of them, where they have points of their own (Polygon); else empty.
    pub weights: Vec<f64>,
    /// A test of the sources, which comes before the others.
    pub static_test: Option<StaticTest>,
    /// Its groups.
    pub groups: Vec<KattisGroup>,
}

/// `score_aggregation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// All or nothing.
    PassFail,
    /// The sum.
    Sum,
    /// The least.
    Min,
}

/// `max_score`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MaxScore {
    /// This many points.
    Bounded(f64),
    /// As many as the validator gives.
    Unbounded,
}

/// A static validation test case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticTest {
    /// Index of its fate among those of the tests.
    pub test: usize,
    /// `static_validation_score`; `None` is `pass-fail`.
    pub max_score: Option<f64>,
}

impl MaxScore {
    /// The bound, where there is one.
    pub(super) fn bound(self) -> Option<f64> {
        match self {
            MaxScore::Bounded(most) => Some(most),
            MaxScore::Unbounded => None,
        }
    }
}

impl Kattis {
    /// Holds the plan against the format's rules.
    ///
    /// # Errors
    /// [`ScoreError::Plan`] with the first rule that is broken.
    pub fn check(&self) -> Result<(), ScoreError> {
        let secret = &self.secret;
        if !secret.groups.is_empty() && !secret.tests.is_empty() {
            return Err(ScoreError::plan(&secret.name, "it has both tests and groups"));
        }
        let mut known = vec![("sample", Aggregation::PassFail)];
        for name in &secret.require_pass {
            if name != "sample" {
                return Err(ScoreError::plan(&secret.name, "it may depend on sample alone"));
            }
        }
        for group in std::iter::once(secret).chain(&secret.groups) {
            group.check(secret)?;
            for name in &group.require_pass {
                let Some((_, aggregation)) = known.iter().find(|(known, _)| known == name) else {
                    let reason = format!("it depends on {name}, and no earlier group is called so");
                    return Err(ScoreError::plan(&group.name, reason));
                };
                if *aggregation != Aggregation::PassFail {
                    let reason = format!("it depends on {name}, which is not pass-fail");
                    return Err(ScoreError::plan(&group.name, reason));
                }
            }
            known.push((&group.name, group.aggregation));
        }
        Ok(())
    }
}

impl KattisGroup {
    pub(super) fn own_tests(&self) -> Vec<usize> {
        self.static_test.iter().map(|it| it.test).chain(self.tests.iter().copied()).collect()
    }

    pub(super) fn all_tests(&self) -> Vec<usize> {
        let mut tests = self.own_tests();
        tests.extend(self.groups.iter().flat_map(KattisGroup::all_tests));
        tests
    }

    fn check(&self, secret: &KattisGroup) -> Result<(), ScoreError> {
        let wrong = |reason: &str| Err(ScoreError::plan(&self.name, reason));
        if secret.aggregation == Aggregation::PassFail && self.aggregation != Aggregation::PassFail
        {
            return wrong("secret is pass-fail, so its groups must be too");
        }
        match self.max_score {
            MaxScore::Unbounded if self.aggregation == Aggregation::PassFail => {
                wrong("it is pass-fail and must have a maximum score")
            }
            MaxScore::Unbounded if secret.max_score != MaxScore::Unbounded => {
                wrong("it has no maximum score, and secret has one")
            }
            MaxScore::Bounded(most) if !(most.is_finite() && most >= 0.0) => {
                wrong("its maximum score must be at least 0")
            }
            _ => match (self.static_test.and_then(|it| it.max_score), self.max_score.bound()) {
                (Some(_), _) if self.aggregation == Aggregation::PassFail => {
                    wrong("it is pass-fail, and its static validation has points")
                }
                (Some(part), Some(most)) if part > most => {
                    wrong("its static validation has more points than it has itself")
                }
                _ => Ok(()),
            },
        }
    }

    /// The most that a test of this group can have; `None` without a bound.
    pub(super) fn most(&self, test: usize) -> Option<f64> {
        let of_static = self.static_test.and_then(|it| it.max_score);
        if self.static_test.is_some_and(|it| it.test == test) {
            return Some(of_static.unwrap_or(0.0));
        }
        if self.aggregation == Aggregation::Sum
            && let Some(place) = self.tests.iter().position(|&other| other == test)
            && let Some(&weight) = self.weights.get(place)
        {
            return Some(weight);
        }
        let most = self.max_score.bound()?;
        match self.aggregation {
            Aggregation::Sum => {
                Some((most - of_static.unwrap_or(0.0)) / self.tests.len().max(1) as f64)
            }
            Aggregation::Min | Aggregation::PassFail => Some(most),
        }
    }
}
