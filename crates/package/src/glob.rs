//! Patterns of `submissions.yaml`: `*` within one name, and `{a,b}`.

/// Alternatives that one pattern may stand for; beyond it, what is left is taken as it is written.
const MOST_ALTERNATIVES: usize = 256;

/// Whether a pattern matches the path or one of the folders above it.
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    let names: Vec<&str> = path.split('/').collect();
    alternatives(pattern).iter().any(|pattern| {
        let pattern: Vec<&str> = pattern.trim_end_matches('/').split('/').collect();
        pattern.len() <= names.len()
            && pattern
                .iter()
                .zip(&names)
                .all(|(pattern, name)| matches_name(pattern.as_bytes(), name.as_bytes()))
    })
}

/// All ways to choose from the braces of a pattern.
fn alternatives(pattern: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop() {
        match innermost(&pattern) {
            Some((start, end)) if done.len() + open.len() < MOST_ALTERNATIVES => {
                for choice in pattern[start + 1..end].split(',') {
                    // No name has a space, so one beside a choice is for people.
                    let choice = choice.trim_matches(' ');
                    open.push(format!("{}{choice}{}", &pattern[..start], &pattern[end + 1..]));
                }
            }
            _ => done.push(pattern),
        }
    }
    done
}

/// The first pair of braces that has none inside.
fn innermost(pattern: &str) -> Option<(usize, usize)> {
    let end = pattern.find('}')?;
    let start = pattern[..end].rfind('{')?;
    Some((start, end))
}

/// `*` matches any part of a name. Goes back only to the last `*`, so no pattern is slow.
fn matches_name(pattern: &[u8], name: &[u8]) -> bool {
    let (mut in_pattern, mut in_name) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while in_name < name.len() {
        if pattern.get(in_pattern) == Some(&b'*') {
            star = Some((in_pattern, in_name));
            in_pattern += 1;
        } else if pattern.get(in_pattern) == Some(&name[in_name]) {
            in_pattern += 1;
            in_name += 1;
        } else if let Some((star_in_pattern, taken)) = star {
            star = Some((star_in_pattern, taken + 1));
            in_pattern = star_in_pattern + 1;
            in_name = taken + 1;
        } else {
            return false;
        }
    }
    pattern[in_pattern..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, path: &str, expected: bool) {
        assert_eq!(matches(pattern, path), expected, "{pattern} on {path}");
    }

    #[test]
    fn patterns() {
        check("accepted", "accepted/a.py", true);
        check("accepted/*", "accepted/a.py", true);
        check("accepted/*", "accepted", false);
        check("*", "accepted/a.py", true);
        check("accept", "accepted/a.py", false);
        check("accepted/*.py", "accepted/a.cpp", false);
        check("*/a*b*c", "x/aXbYc", true);
        check("*/a*b*c", "x/acb", false);
        check("a*b", "ab/x", true);
        check("accepted/{a,b}.{py,cpp}", "accepted/b.cpp", true);
        check("accepted/{a,b}.{py,cpp}", "accepted/c.cpp", false);
        check("{x,y{1,2}}", "y2", true);
        check("{x,y{1,2}}", "y3", false);
        check("secret/*-easy", "secret/01-easy", true);
        check("secret/*", "secret/group/1", true);
        check("un{closed", "un{closed", true);
        check("secret/*{ 4, 5 }{ 2 }", "secret/152", true);
        check("secret/*{ 4, 5 }{ 2 }", "secret/43", false);
    }

    #[test]
    fn many_braces_are_bounded() {
        let pattern = "{a,b}".repeat(40);
        assert!(alternatives(&pattern).len() <= 2 * MOST_ALTERNATIVES);
    }
}
