//! Names of Sim's tests: a prefix, the number of the group, letters within the group.

use std::cmp::Ordering;

/// A name taken apart: `sim1abc` is `sim`, `1`, `abc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TestName<'a> {
    pub(crate) prefix: &'a str,
    /// Digits; empty where there are none.
    pub(crate) group: &'a str,
    /// Letters; empty where there are none.
    pub(crate) letters: &'a str,
}

impl<'a> TestName<'a> {
    pub(crate) fn split(name: &'a str) -> TestName<'a> {
        let rest = name.trim_end_matches(|character: char| character.is_ascii_alphabetic());
        let prefix = rest.trim_end_matches(|character: char| character.is_ascii_digit());
        TestName { prefix, group: &rest[prefix.len()..], letters: &name[rest.len()..] }
    }

    /// The group that the test counts in. Tests for the contestant's own trying (`1ocen`, `2ocen`)
    /// are in group 0, with the examples.
    pub(crate) fn counts_in(&self) -> &'a str {
        if self.letters == "ocen" && !self.group.is_empty() {
            return "0";
        }
        let without = self.group.trim_start_matches('0');
        if without.is_empty() && !self.group.is_empty() { "0" } else { without }
    }

    /// Judging order: by group, examples first, then those for trying, then by letters.
    pub(crate) fn order(&self, other: &TestName<'_>) -> Ordering {
        let trying = |name: &TestName<'_>| name.letters == "ocen";
        compare_numbers(self.counts_in(), other.counts_in())
            .then(trying(self).cmp(&trying(other)))
            .then_with(|| compare_numbers(self.group, other.group))
            .then_with(|| self.letters.len().cmp(&other.letters.len()))
            .then_with(|| self.letters.cmp(other.letters))
            .then_with(|| self.prefix.cmp(other.prefix))
    }
}

/// Numbers of any length as texts of digits.
pub(super) fn compare_numbers(left: &str, right: &str) -> Ordering {
    let (left, right) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

/// Most tests that one range may stand for.
const MOST_TESTS: usize = 10_000;

/// The tests of a range such as `sim3a-5d`, group by group; `None` where it is none.
pub(super) fn range(text: &str) -> Option<Vec<String>> {
    let Some((first, last)) = text.split_once('-') else { return Some(vec![text.to_owned()]) };
    let (first, last) = (TestName::split(first), TestName::split(last));
    if !last.prefix.is_empty() && last.prefix != first.prefix {
        return None;
    }
    let last_group = if last.group.is_empty() { first.group } else { last.group };
    let groups: Vec<String> = if first.group.is_empty() && last_group.is_empty() {
        vec![String::new()]
    } else {
        let (start, end): (u64, u64) = (first.group.parse().ok()?, last_group.parse().ok()?);
        if start > end || end - start >= MOST_TESTS as u64 {
            return None;
        }
        (start..=end).map(|number| number.to_string()).collect()
    };
    let letters = letters(first.letters, last.letters)?;
    if groups.len() * letters.len() > MOST_TESTS {
        return None;
    }
    let names = groups.iter().flat_map(|group| {
        letters.iter().map(move |letters| format!("{}{group}{letters}", first.prefix))
    });
    Some(names.collect())
}

/// `a` to `d`, or `aa` to `cz`: letters of one length and case, counted as digits are.
fn letters(first: &str, last: &str) -> Option<Vec<String>> {
    if first.len() != last.len() || first > last {
        return None;
    }
    if first == last {
        return Some(vec![first.to_owned()]);
    }
    let lower = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
    if !lower(first) || !lower(last) {
        return None;
    }
    let mut all = vec![first.to_owned()];
    let mut now = first.as_bytes().to_vec();
    while now != last.as_bytes() {
        if all.len() == MOST_TESTS {
            return None;
        }
        for digit in now.iter_mut().rev() {
            if *digit == b'z' {
                *digit = b'a';
            } else {
                *digit += 1;
                break;
            }
        }
        all.push(String::from_utf8_lossy(&now).into_owned());
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_taken_apart() {
        let split = |name| {
            let name = TestName::split(name);
            (name.prefix, name.group, name.letters, name.counts_in())
        };
        assert_eq!(split("sim1abc"), ("sim", "1", "abc", "1"));
        assert_eq!(split("10"), ("", "10", "", "10"));
        assert_eq!(split("a00b"), ("a", "00", "b", "0"));
        assert_eq!(split("x3ocen"), ("x", "3", "ocen", "0"));
        assert_eq!(split("abc"), ("", "", "abc", ""));
        assert_eq!(split("é9"), ("é", "9", "", "9"));
    }

    #[test]
    fn tests_are_judged_group_by_group() {
        let mut names = ["s10a", "s2", "s1aa", "s1b", "s2ocen", "s1ocen", "s0", "s0b", "s1a"];
        names.sort_by(|left, right| TestName::split(left).order(&TestName::split(right)));
        assert_eq!(names, ["s0", "s0b", "s1ocen", "s2ocen", "s1a", "s1b", "s1aa", "s2", "s10a"]);
    }

    #[test]
    fn ranges() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(range(text).unwrap(), expected, "{text}");
        };
        check("s1a", &["s1a"]);
        check("s1a-c", &["s1a", "s1b", "s1c"]);
        check("s3a-4b", &["s3a", "s3b", "s4a", "s4b"]);
        check("s3-5", &["s3", "s4", "s5"]);
        check("s1y-s1z", &["s1y", "s1z"]);
        check("1ay-bb", &["1ay", "1az", "1ba", "1bb"]);
        check("s1ocen-3ocen", &["s1ocen", "s2ocen", "s3ocen"]);
        for wrong in ["s1c-a", "s5-3", "s1a-bb", "s1-999999999", "s1-99999999999999999999", "a1-b2"]
        {
            assert_eq!(range(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_range_makes_it_panic_or_grow(text in "[a-c0-9é-]{0,24}") {
            prop_assert!(range(&text).is_none_or(|names| names.len() <= MOST_TESTS));
        }
    }
}
