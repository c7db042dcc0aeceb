//! Whether the example submissions show what becomes of every way to fail.

use std::collections::HashSet;

use sandglass_package::{Kind, Package};

use super::check::{Check, Section};
use crate::report::{Entry, Session};
use crate::verdict::Verdict;

/// An output limit up to which a submission can reach it before it reaches its limit of time.
const REACHED: u64 = 64 << 20;

/// The verdicts that a problem of this kind can have. In a conversation too much output is not one of
/// them: what an interactor does not expect, it rejects.
fn possible(package: &Package) -> Vec<Verdict> {
    if package.problem.kind == Kind::OutputOnly {
        return vec![Verdict::Accepted, Verdict::WrongAnswer];
    }
    let mut all = vec![
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::RunTimeError,
        Verdict::TimeLimitExceeded,
        Verdict::MemoryLimitExceeded,
    ];
    if package.problem.kind == Kind::Batch && package.problem.limits.output <= REACHED {
        all.push(Verdict::OutputLimitExceeded);
    }
    all.push(Verdict::CompileError);
    all
}

/// Each verdict must be that of some submission, or of one of its tests: points may forgive a failure.
pub(super) fn check(package: &Package, session: &Session) -> Check {
    let reports = || session.submissions.iter().filter_map(Entry::report);
    let of_tests = reports().flat_map(|report| report.tests.iter().map(|test| test.verdict));
    let shown: HashSet<Verdict> =
        reports().map(|report| report.verdict).chain(of_tests).flatten().collect();
    let possible = possible(package);
    let missing: Vec<String> = possible
        .iter()
        .filter(|verdict| !shown.contains(verdict))
        .map(|verdict| verdict.name().replace('_', " "))
        .collect();
    let detail = match &missing[..] {
        [] => format!("all {} that a problem of this kind can have", possible.len()),
        missing => format!("no example submission shows {}", missing.join(", ")),
    };
    Check::of(Section::Submissions, "every verdict", missing.is_empty(), detail)
}
