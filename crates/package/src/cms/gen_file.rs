//! `gen/GEN`: a line for each test, and before those of a subtask a comment `#ST: points`.

use crate::error::PackageError;
use crate::limits::MOST_POINTS;

/// Path of the file.
pub(super) const FILE: &str = "gen/GEN";

/// A subtask: its points, and how many tests it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Subtask {
    pub(super) points: f64,
    pub(super) tests: usize,
}

/// What the file says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct GenFile {
    /// None where no line begins one: then all tests count the same.
    pub(super) subtasks: Vec<Subtask>,
    /// How each test is made: arguments of the generator, or a file that is copied.
    pub(super) tests: Vec<Made>,
}

/// How a test came about.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// By the generator with these arguments.
    Generated(Vec<String>),
    /// As a copy of this file.
    Copied(String),
}

pub(super) fn parse(text: &str) -> Result<GenFile, PackageError> {
    let mut file = GenFile::default();
    for (number, line) in text.lines().enumerate() {
        let wrong =
            |reason| PackageError::Syntax { file: FILE.to_owned(), line: number + 1, reason };
        let (test, comment) = line.split_once('#').unwrap_or((line, ""));
        let (test, comment) = (test.trim(), comment.trim());
        let copied = comment.strip_prefix("COPY:").map(str::trim);
        let points = comment.strip_prefix("ST:").map(str::trim);
        if usize::from(!test.is_empty()) + usize::from(copied.is_some() || points.is_some()) > 1 {
            return Err(wrong("there is a test and a command"));
        }
        if let Some(points) = points {
            let points = points
                .parse::<f64>()
                .ok()
                .filter(|points| points.is_finite() && (0.0..=MOST_POINTS).contains(points));
            let points = points.ok_or_else(|| wrong("ST: needs a number of points"))?;
            if file.subtasks.is_empty() && !file.tests.is_empty() {
                return Err(wrong("there are tests before the first subtask"));
            }
            file.subtasks.push(Subtask { points, tests: 0 });
        }
        let made = match copied {
            Some(path) => Made::Copied(path.to_owned()),
            None if test.is_empty() => continue,
            None => Made::Generated(test.split_whitespace().map(str::to_owned).collect()),
        };
        file.tests.push(made);
        if let Some(subtask) = file.subtasks.last_mut() {
            subtask.tests += 1;
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn subtasks_tests_and_copies() {
        let text = "# a comment\n#ST: 0\n#COPY: gen/sample.txt\n\n#ST: 30 \n10 20 # small\n1 2\n#ST: 70\n5\n";
        let file = parse(text).unwrap();
        let subtask = |points, tests| Subtask { points, tests };
        assert_eq!(file.subtasks, [subtask(0.0, 1), subtask(30.0, 2), subtask(70.0, 1)]);
        assert_eq!(file.tests[0], Made::Copied("gen/sample.txt".to_owned()));
        assert_eq!(file.tests[1], Made::Generated(vec!["10".to_owned(), "20".to_owned()]));
    }

    #[test]
    fn wrong_lines_have_their_number() {
        let check = |text: &str, expected: &str| {
            assert_eq!(parse(text).unwrap_err().to_string(), format!("gen/GEN, line {expected}"));
        };
        check("1 2 #ST: 3", "1: there is a test and a command");
        check("\n#ST: many", "2: ST: needs a number of points");
        check("1\n#ST: 3", "2: there are tests before the first subtask");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[#STCOPY: 0-9\n]{0,60}") {
            let _: Result<GenFile, PackageError> = parse(&text);
        }
    }
}
