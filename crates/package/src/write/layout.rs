//! Where tests of other formats go below `data/`.

use std::collections::BTreeSet;

use super::plan::{Conversion, safe_name};
use crate::package::Package;
use crate::problem::Format;

/// New names of groups and tests, by their indices.
pub(super) struct Layout {
    /// Such as `secret/01-a`; empty for the root.
    pub(super) groups: Vec<String>,
    /// Such as `secret/01-a/03`.
    pub(super) tests: Vec<String>,
}

/// Whether the package is in one of the ICPC/Kattis formats, whose names stay as they are.
pub(super) fn is_kattis(package: &Package) -> bool {
    matches!(package.problem.format, Format::Legacy | Format::Draft2023 | Format::V2025_09)
}

/// Places tests so that the order of their names is the order of judging.
pub(super) fn place(package: &Package, conversion: &mut Conversion<'_>) -> Layout {
    if is_kattis(package) {
        return Layout {
            groups: package.groups.iter().map(|group| group.name.clone()).collect(),
            tests: package.tests.iter().map(|test| test.name.clone()).collect(),
        };
    }
    let scoring = package.problem.scoring;
    let mut groups = vec![String::new(); package.groups.len()];
    // In a scoring problem whole groups are samples: those that give no points. Otherwise single
    // tests are, and groups mean nothing.
    let top: Vec<usize> = package.groups[0].children.clone();
    let is_sample = |index: usize| {
        let group = &package.groups[index];
        scoring && (!group.scored || group.max_score == Some(0.0))
    };
    let secret: Vec<usize> = top.iter().copied().filter(|&index| !is_sample(index)).collect();
    for &index in top.iter().filter(|&&index| is_sample(index)) {
        "sample".clone_into(&mut groups[index]);
    }
    if scoring {
        let names = secret.iter().map(|&index| safe_name(&package.groups[index].name)).collect();
        for (&index, name) in secret.iter().zip(in_order(names)) {
            groups[index] = format!("secret/{name}");
        }
    } else {
        for &index in &secret {
            "secret".clone_into(&mut groups[index]);
        }
    }
    let mut tests = vec![String::new(); package.tests.len()];
    let folder = |test: usize| {
        let case = &package.tests[test];
        if !scoring && case.full_feedback { "sample" } else { groups[case.group].as_str() }
    };
    let folders: BTreeSet<&str> = (0..tests.len()).map(folder).collect();
    for folder_name in folders {
        let members: Vec<usize> =
            (0..package.tests.len()).filter(|&test| folder(test) == folder_name).collect();
        let base = |&test: &usize| {
            let name = &package.tests[test].name;
            safe_name(name.rsplit('/').next().unwrap_or(name))
        };
        let names = in_order(members.iter().map(base).collect());
        for (test, name) in members.into_iter().zip(names) {
            tests[test] = format!("{folder_name}/{name}");
        }
    }
    if !tests.iter().any(|test| test.starts_with("secret/")) {
        conversion.loses("all tests are samples; they become secret tests");
        for name in groups.iter_mut().chain(&mut tests) {
            *name = name.replacen("sample", "secret", 1);
        }
    }
    Layout { groups, tests }
}

/// Names that are distinct and sorted: as they are, or with numbers before them.
fn in_order(names: Vec<String>) -> Vec<String> {
    if names.is_sorted() && names.windows(2).all(|pair| pair[0] != pair[1]) {
        return names;
    }
    let width = names.len().to_string().len();
    let numbered = names.iter().enumerate();
    numbered.map(|(index, name)| format!("{:0width$}-{name}", index + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_numbers_only_where_the_order_asks_for_them() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(in_order(names(&["a", "b"])), ["a", "b"]);
        assert_eq!(in_order(names(&["2", "10"])), ["1-2", "2-10"]);
        assert_eq!(in_order(names(&["a", "a"])), ["1-a", "2-a"]);
    }
}
