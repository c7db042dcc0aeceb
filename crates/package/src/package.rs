//! A whole package.

use std::fs::File;
use std::path::Path;

use crate::error::{PackageError, Warning};
use crate::sources::Sources;
use crate::submissions::{self, ExampleSubmission};
use crate::tree::{Kind, Tree};
use crate::{Problem, TestCase};
use crate::{data, problem, yaml};

/// A problem with its tests and example submissions.
#[derive(Debug)]
pub struct Package {
    tree: Tree,
    /// What the problem says about itself.
    pub problem: Problem,
    /// The tests, in the order in which they are judged: samples first.
    pub tests: Vec<TestCase>,
    /// The example submissions, sorted by folder and name.
    pub submissions: Vec<ExampleSubmission>,
    /// What is not as the format wants it.
    pub warnings: Vec<Warning>,
}

impl Package {
    /// Reads the package in a folder of the host. Test data stays on disk; whether it can be read
    /// shows when it is used.
    ///
    /// # Errors
    /// [`PackageError`], naming file and key.
    pub fn open(root: &Path) -> Result<Package, PackageError> {
        let tree = Tree::open(root)?;
        if !tree.contains(problem::FILE)? {
            let file = problem::FILE.to_owned();
            return Err(PackageError::Missing {
                file,
                reason: "every package of the ICPC/Kattis format has it",
            });
        }
        let document = yaml::parse(&data::read_text(&tree, problem::FILE)?)
            .map_err(|message| PackageError::Yaml { file: problem::FILE.to_owned(), message })?;
        let mut warnings = Vec::new();
        let problem = Problem::read(document, &mut warnings)?;
        refuse_programs(&tree)?;
        let tests = data::read(&tree, &mut warnings)?;
        let submissions = submissions::read(&tree, &mut warnings)?;
        Ok(Package { tree, problem, tests, submissions, warnings })
    }

    /// Opens a file of the package, such as a test's input.
    ///
    /// # Errors
    /// Those of [`Tree::file`].
    pub fn file(&self, path: &str) -> Result<File, PackageError> {
        self.tree.file(path)
    }

    /// The files of an example submission.
    ///
    /// # Errors
    /// Those of [`Sources::read`].
    pub fn sources(&self, submission: &ExampleSubmission) -> Result<Sources, PackageError> {
        Sources::read(&self.tree, &submission.path(), &submission.name, self.problem.limits.code)
    }
}

/// Programs of the package that would decide about a submission and are not run yet.
fn refuse_programs(tree: &Tree) -> Result<(), PackageError> {
    for (folder, feature) in [
        ("output_validator", "an output validator of the package's own"),
        ("output_validators", "an output validator of the package's own"),
        ("static_validator", "a static validator"),
        ("include", "files included in submissions"),
    ] {
        let present = tree.contains(folder)?
            && tree
                .list(folder)?
                .iter()
                .any(|entry| matches!(entry.kind, Kind::File | Kind::Folder));
        if present {
            return Err(PackageError::Unsupported {
                file: folder.to_owned(),
                feature: feature.to_owned(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const PROBLEM: &str =
        "problem_format_version: 2025-09\nname: x\nuuid: y\nlimits: {time_limit: 1}\n";

    fn package(files: &[(&str, &str)]) -> (TempDir, Result<Package, String>) {
        let directory = tempfile::tempdir().unwrap();
        let basics = [("problem.yaml", PROBLEM)];
        for (path, content) in basics.iter().chain(files) {
            let path = directory.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        let package = Package::open(directory.path()).map_err(|error| error.to_string());
        (directory, package)
    }

    #[track_caller]
    fn refused(files: &[(&str, &str)], expected: &str) {
        assert_eq!(package(files).1.unwrap_err(), expected);
    }

    const ONE: [(&str, &str); 2] = [("data/secret/1.in", ""), ("data/secret/1.ans", "")];

    #[test]
    fn tests_come_samples_first_and_by_name_and_inherit_settings() {
        let (_directory, package) = package(&[
            ("data/sample/2.in", ""),
            ("data/sample/2.ans", ""),
            ("data/sample/1.in", ""),
            ("data/sample/1.ans", ""),
            ("data/sample/1.out", ""),
            ("data/secret/test_group.yaml", "output_validator_args: [float_tolerance, 1e-6]"),
            ("data/secret/b/1.in", ""),
            ("data/secret/b/1.ans", ""),
            ("data/secret/a/test_group.yaml", "output_validator_args: [case_sensitive]\nspeed: 1"),
            ("data/secret/a/2.in", ""),
            ("data/secret/a/2.ans", ""),
            ("data/secret/a/2.yaml", "args: [x]\nhint: no"),
        ]);
        let package = package.unwrap();
        let names: Vec<&str> = package.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["sample/1", "sample/2", "secret/a/2", "secret/b/1"]);
        assert_eq!(package.tests[2].output_validator_arguments, ["case_sensitive"]);
        assert_eq!(package.tests[2].arguments, ["x"]);
        assert_eq!(package.tests[3].output_validator_arguments, ["float_tolerance", "0.000001"]);
        assert_eq!(package.tests[0].output_validator_arguments, [""; 0]);
        let warnings: Vec<String> = package.warnings.iter().map(Warning::to_string).collect();
        assert_eq!(warnings, ["data/secret/a/test_group.yaml: unknown key speed"]);
    }

    #[test]
    fn contradictory_layouts_are_refused() {
        refused(&[], "data/secret: is missing (a problem has secret tests)");
        refused(
            &[("data/secret/1.in", "")],
            "data/secret/1.ans: is missing (every test has an answer)",
        );
        refused(&[("data/secret/1.ans", "")], "data/secret/1.ans: there is no .in beside it");
        refused(&[("data/secret/README", "")], "data/secret: there is no test");
        let mixture = [("data/secret/a/1.in", ""), ("data/secret/a/1.ans", "")];
        refused(&[&ONE[..], &mixture].concat(), "data/secret: there are both tests and groups");
        let twice = [("data/secret/a/1/x.in", ""), ("data/secret/a/1.in", "")];
        refused(&twice, "data/secret/a: a test and a folder have the same name");
    }

    #[test]
    fn what_is_not_judged_yet_is_refused_by_name() {
        let validator = [("output_validator/check.py", "")];
        let expected =
            "output_validator: an output validator of the package's own is not supported";
        refused(&[&ONE[..], &validator].concat(), expected);
        refused(
            &[("problem.yaml", "name: x")],
            "problem.yaml: format version legacy is not supported",
        );
    }

    #[test]
    fn a_folder_named_exactly_replaces_its_default_and_patterns_add() {
        let submissions = [
            ("submissions/accepted/a.py", ""),
            ("submissions/wrong_answer/b.py", ""),
            ("submissions/other/c/main.py", ""),
            (
                "submissions/submissions.yaml",
                "wrong_answer: {permitted: [AC, WA, RTE]}\n\
                 other/*: {language: python3, entrypoint: main.py, required: [TLE], secret/1: {permitted: [AC]}}\n\
                 nothing: {authors: me}\n",
            ),
        ];
        let (_directory, package) = package(&[&ONE[..], &submissions].concat());
        let package = package.unwrap();
        let [accepted, other, wrong] = &package.submissions[..] else {
            panic!("{:?}", package.submissions)
        };
        assert_eq!((accepted.name.as_str(), accepted.expectations.len()), ("accepted/a.py", 1));
        assert_eq!(wrong.expectations.len(), 1);
        assert_eq!(
            (wrong.expectations[0].permitted.len(), wrong.expectations[0].required.len()),
            (3, 1)
        );
        assert_eq!(other.expectations.len(), 2);
        assert_eq!(other.expectations[1].tests.as_deref(), Some("secret/1"));
        assert_eq!(
            (other.language.as_deref(), other.entry_point.as_deref()),
            (Some("python3"), Some("main.py"))
        );
        assert_eq!(package.sources(other).unwrap().names(), ["main.py"]);
        let warnings: Vec<String> = package.warnings.iter().map(Warning::to_string).collect();
        assert_eq!(warnings, ["submissions/submissions.yaml: no submission matches nothing"]);
    }
}
