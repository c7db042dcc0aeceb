//! Test groups: which tests count together, and for how much.

use crate::grading::LegacyGrading;

/// A node of the tree of groups. The groups of a package are a flat list; the first is the root, and
/// its score is the submission's.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name such as `secret/a`; the root's is empty.
    pub name: String,
    /// Index of the group above; `None` for the root.
    pub parent: Option<usize>,
    /// Indices of the groups below, in judging order.
    pub children: Vec<usize>,
    /// Indices of the tests that belong to it and to no group below, in judging order.
    pub tests: Vec<usize>,
    /// Whether its score counts in the group above. Samples are judged and give no points.
    pub scored: bool,
    /// The most points of it; `None` is unbounded, or that it has no points of its own.
    pub max_score: Option<f64>,
    /// How its score comes from those of its tests or groups.
    pub aggregation: Aggregation,
    /// Names of groups of which all tests must be accepted; otherwise this one is not judged and
    /// has no points.
    pub require_pass: Vec<String>,
    /// Whether who fails a test may see it.
    pub full_feedback: bool,
    /// The static validation test of this group.
    pub static_validation: Option<StaticValidation>,
    /// How `legacy` packages grade it; `None` in all other formats.
    pub legacy: Option<LegacyGrading>,
}

/// How the score of a group comes about. A test's *ratio* is between 0 and 1, and 0 where it is not
/// accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aggregation {
    /// The group's points where everything is accepted, otherwise none.
    PassFail,
    /// The sum: of groups' points; of tests' points where tests have them, otherwise each test's
    /// ratio counts for an equal share of the group's points.
    Sum,
    /// The smallest: of groups' points, or the smallest ratio of a test, times the group's points.
    Min,
    /// The product of the tests' ratios, times the group's points (CMS `GroupMul`).
    Product,
    /// The group's points where every test's outcome is between 0 and the threshold, otherwise none
    /// (CMS `GroupThreshold`).
    Threshold(f64),
    /// As `Min`, and a test's ratio falls linearly from 1 at two thirds of its time limit to 0 at
    /// the limit (Sim).
    MinWithTimeDecay,
    /// What [`Group::legacy`] says.
    Legacy,
}

/// A static validation test of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticValidation {
    /// Its points; `None` is pass or fail.
    pub max_score: Option<f64>,
    /// Arguments of the static validator.
    pub arguments: Vec<String>,
}

impl Group {
    /// A group without tests, that passes or fails.
    pub(crate) fn new(name: impl Into<String>, parent: Option<usize>) -> Group {
        Group {
            name: name.into(),
            parent,
            children: Vec::new(),
            tests: Vec::new(),
            scored: true,
            max_score: None,
            aggregation: Aggregation::PassFail,
            require_pass: Vec::new(),
            full_feedback: false,
            static_validation: None,
            legacy: None,
        }
    }
}

/// Adds a group below another and returns its index.
pub(crate) fn add(groups: &mut Vec<Group>, parent: usize, name: impl Into<String>) -> usize {
    let index = groups.len();
    groups.push(Group::new(name, Some(parent)));
    groups[parent].children.push(index);
    index
}
