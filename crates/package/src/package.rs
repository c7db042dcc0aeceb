//! A whole package.

use std::fs::File;
use std::path::Path;

use crate::archive;
use crate::detect;
use crate::error::{PackageError, Warning};
use crate::group::Group;
use crate::kattis::text;
use crate::problem::Problem;
use crate::program::{BesideFile, Checker, GeneratedTest, HelperProgram, IncludedFiles};
use crate::sources::{SourceFile, Sources};
use crate::submission::ExampleSubmission;
use crate::test_case::{TestCase, ValidationCase};
use crate::tree::Tree;

/// A problem with its tests, programs and example submissions.
#[derive(Debug)]
pub struct Package {
    tree: Tree,
    /// What the problem says about itself.
    pub problem: Problem,
    /// The groups; the first is the root, and every other comes after the one above it.
    pub groups: Vec<Group>,
    /// The tests, in the order in which they are judged: samples first.
    pub tests: Vec<TestCase>,
    /// Who decides about outputs.
    pub checker: Checker,
    /// Who talks with the submission, in interactive and communication problems.
    pub interactor: Option<HelperProgram>,
    /// A grader of the package's own (`legacy`, `grading: custom`).
    pub grader: Option<HelperProgram>,
    /// Programs that every input must satisfy.
    pub input_validators: Vec<HelperProgram>,
    /// A program that looks at the sources of submissions.
    pub static_validator: Option<HelperProgram>,
    /// A program that draws what a submission did.
    pub output_visualizer: Option<HelperProgram>,
    /// Files put beside submissions.
    pub included: Vec<IncludedFiles>,
    /// Programs that make tests.
    pub generators: Vec<HelperProgram>,
    /// Which tests they make, where the package says it.
    pub generated_tests: Vec<GeneratedTest>,
    /// Names of the tests that were made by hand, where the package says which were (a Sipfile).
    pub static_tests: Option<Vec<String>>,
    /// Files that validators must accept or reject.
    pub validation_cases: Vec<ValidationCase>,
    /// The example submissions, sorted by folder and name; where the format has a main one, first.
    pub submissions: Vec<ExampleSubmission>,
    /// What is not as the format wants it.
    pub warnings: Vec<Warning>,
}

/// A package without its files: what a reader makes.
pub(crate) struct Parts {
    pub(crate) problem: Problem,
    pub(crate) groups: Vec<Group>,
    pub(crate) tests: Vec<TestCase>,
    pub(crate) checker: Checker,
    pub(crate) interactor: Option<HelperProgram>,
    pub(crate) grader: Option<HelperProgram>,
    pub(crate) input_validators: Vec<HelperProgram>,
    pub(crate) static_validator: Option<HelperProgram>,
    pub(crate) output_visualizer: Option<HelperProgram>,
    pub(crate) included: Vec<IncludedFiles>,
    pub(crate) generators: Vec<HelperProgram>,
    pub(crate) generated_tests: Vec<GeneratedTest>,
    pub(crate) static_tests: Option<Vec<String>>,
    pub(crate) validation_cases: Vec<ValidationCase>,
    pub(crate) submissions: Vec<ExampleSubmission>,
    pub(crate) warnings: Vec<Warning>,
}

impl Parts {
    pub(crate) fn new(problem: Problem) -> Parts {
        Parts {
            problem,
            groups: vec![Group::new("", None)],
            tests: Vec::new(),
            checker: Checker::Default,
            interactor: None,
            grader: None,
            input_validators: Vec::new(),
            static_validator: None,
            output_visualizer: None,
            included: Vec::new(),
            generators: Vec::new(),
            generated_tests: Vec::new(),
            static_tests: None,
            validation_cases: Vec::new(),
            submissions: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

impl Package {
    /// Reads the package in a folder of the host, or in an archive (`.zip`, `.tar`, `.tar.gz`),
    /// which is unpacked into a private folder for as long as the package lives. The format is told
    /// by the files. Test data stays on disk; whether it can be read shows when it is used.
    ///
    /// # Errors
    /// [`PackageError`], naming file and key.
    pub fn open(path: &Path) -> Result<Package, PackageError> {
        let tree = match std::fs::metadata(path) {
            Ok(metadata) if !metadata.is_dir() => archive::open(path, archive::BOUNDS)?,
            _ => Tree::open(path)?,
        };
        tree.bound_listings();
        let mut parts = detect::read(&tree)?;
        parts.warnings.extend(tree.ignored().into_iter().map(|file| {
            let message = "is left out, because names have only the letters a to z, digits and \
                           _ . - +, and begin with a letter, a digit or _: rename it";
            Warning { file, message: message.to_owned() }
        }));
        tree.release_listings();
        Ok(Package::of(tree, parts))
    }

    fn of(tree: Tree, parts: Parts) -> Package {
        Package {
            tree,
            problem: parts.problem,
            groups: parts.groups,
            tests: parts.tests,
            checker: parts.checker,
            interactor: parts.interactor,
            grader: parts.grader,
            input_validators: parts.input_validators,
            static_validator: parts.static_validator,
            output_visualizer: parts.output_visualizer,
            included: parts.included,
            generators: parts.generators,
            generated_tests: parts.generated_tests,
            static_tests: parts.static_tests,
            validation_cases: parts.validation_cases,
            submissions: parts.submissions,
            warnings: parts.warnings,
        }
    }

    /// Opens a file of the package, such as a test's input.
    ///
    /// # Errors
    /// Those of [`Tree::file`].
    pub fn file(&self, path: &str) -> Result<File, PackageError> {
        self.tree.file(path)
    }

    /// The files of the package.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The files of an example submission, constants put in.
    ///
    /// # Errors
    /// Those of [`Sources::read`].
    pub fn sources(&self, submission: &ExampleSubmission) -> Result<Sources, PackageError> {
        let (path, bound) = (submission.path(), self.problem.limits.code);
        let sources = Sources::read(&self.tree, &path, &submission.name, bound)?;
        Ok(self.with_constants(sources))
    }

    /// The files of a helper program and those to be put beside it, constants put in.
    ///
    /// # Errors
    /// Those of [`Sources::read`].
    pub fn program(&self, program: &HelperProgram) -> Result<Sources, PackageError> {
        Ok(self.with_constants(self.program_as_written(program)?))
    }

    /// As [`Package::program`], with the names of constants where they stand.
    pub(crate) fn program_as_written(
        &self,
        program: &HelperProgram,
    ) -> Result<Sources, PackageError> {
        let bound = MOST_PROGRAM_BYTES;
        let mut sources = Sources::read(&self.tree, &program.path, &program.name, bound)?;
        if let ([file], Some("executable")) = (&mut sources.files[..], program.language.as_deref())
        {
            // Under this name it is a program that needs no building, in every format.
            "run".clone_into(&mut file.name);
        }
        self.put_beside(&program.extra_files, &mut sources.files)?;
        Ok(sources)
    }

    /// The interface file and the files of Main, of a task that has them.
    ///
    /// # Errors
    /// Those of [`Tree::read`] and [`Sources::read`].
    pub fn interface(&self) -> Result<Option<(String, Sources)>, PackageError> {
        let Some(task) = &self.problem.interface else { return Ok(None) };
        let text = self.tree.read(&task.file, MOST_INTERFACE_BYTES)?;
        let text = String::from_utf8(text).map_err(|_| PackageError::Layout {
            file: task.file.clone(),
            reason: "an interface file is UTF-8 text",
        })?;
        let main = Sources::read(&self.tree, &task.main, &task.main, MOST_PROGRAM_BYTES)?;
        Ok(Some((text, self.with_constants(main))))
    }

    /// The files to be put beside a submission in this language before it is compiled, replacing
    /// files of the same name; constants put in. Those for the language replace those for all.
    ///
    /// # Errors
    /// Those of [`Tree::read`].
    pub fn included_files(&self, language: &str) -> Result<Vec<SourceFile>, PackageError> {
        let mut sources = Sources { name: String::new(), files: Vec::new() };
        let for_all = self.included.iter().filter(|included| included.language.is_none());
        let for_it =
            self.included.iter().filter(|included| included.language.as_deref() == Some(language));
        for included in for_all.chain(for_it) {
            self.put_beside(&included.files, &mut sources.files)?;
        }
        Ok(self.with_constants(sources).files)
    }

    /// The most points of a submission, where they are bounded.
    pub fn max_score(&self) -> Option<f64> {
        let root = self.groups.first()?;
        if root.max_score.is_some() {
            return root.max_score;
        }
        let scored = root.children.iter().map(|&child| &self.groups[child]);
        scored.filter(|group| group.scored).map(|group| group.max_score).sum()
    }

    fn put_beside(
        &self,
        beside: &[BesideFile],
        files: &mut Vec<SourceFile>,
    ) -> Result<(), PackageError> {
        for file in beside {
            let content = self.tree.read(&file.path, MOST_PROGRAM_BYTES)?;
            files.retain(|other| other.name != file.name);
            files.push(SourceFile { name: file.name.clone(), content });
        }
        files.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(())
    }

    pub(crate) fn with_constants(&self, mut sources: Sources) -> Sources {
        for file in &mut sources.files {
            if let std::borrow::Cow::Owned(content) =
                text::substitute(&file.content, &self.problem.constants)
            {
                file.content = content;
            }
        }
        sources
    }
}

/// Bytes of a helper program with all that belongs to it, at most.
pub(crate) const MOST_PROGRAM_BYTES: u64 = 64 << 20;

/// Bytes of an interface file, at most.
const MOST_INTERFACE_BYTES: u64 = 4 << 20;

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
            ("output_validators/check.py", ""),
        ]);
        let package = package.unwrap();
        let names: Vec<&str> = package.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["sample/1", "sample/2", "secret/a/2", "secret/b/1"]);
        assert_eq!(package.tests[2].output_validator_arguments, ["case_sensitive"]);
        assert_eq!(package.tests[2].arguments, ["x"]);
        assert_eq!(package.tests[3].output_validator_arguments, ["float_tolerance", "0.000001"]);
        assert_eq!(package.tests[0].output_validator_arguments, [""; 0]);
        let warnings: Vec<String> = package.warnings.iter().map(Warning::to_string).collect();
        let misnamed = "output_validators: is not looked at; this version of the format calls it output_validator";
        assert_eq!(warnings, ["data/secret/a/test_group.yaml: unknown key speed", misnamed]);
    }

    /// The names of the tests, and the warnings.
    #[track_caller]
    fn read(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let package = package(files).1.unwrap();
        let names = package.tests.iter().map(|test| test.name.clone()).collect();
        (names, package.warnings.iter().map(Warning::to_string).collect())
    }

    #[test]
    fn samples_alone_may_judge_where_there_are_no_points() {
        let samples = [("data/sample/1.in", ""), ("data/sample/1.ans", "")];
        let alone = ["data/secret: there is no test, so the samples alone decide"];
        assert_eq!(read(&samples), (vec!["sample/1".to_owned()], alone.map(str::to_owned).into()));
        let empty = [&samples[..], &[("data/secret/README", "")]].concat();
        assert_eq!(read(&empty).1.last().unwrap(), alone[0]);
        let legacy = ("problem.yaml", "name: x\n");
        assert_eq!(read(&[&samples[..], &[legacy]].concat()).1, alone);
        let scoring = ("problem.yaml", "name: x\ntype: scoring\n");
        refused(
            &[&samples[..], &[scoring]].concat(),
            "data/secret: is missing (a problem has secret tests)",
        );
    }

    #[test]
    fn groups_beside_tests_and_in_groups_only_order_the_tests_where_there_are_no_points() {
        let files = [
            ("data/secret/b/1.in", ""),
            ("data/secret/b/1.ans", ""),
            ("data/secret/b/c/2.in", ""),
            ("data/secret/b/c/2.ans", ""),
            ("data/secret/b/c/test_group.yaml", "args: [x]"),
        ];
        let (names, warnings) = read(&[&ONE[..], &files].concat());
        assert_eq!(names, ["secret/1", "secret/b/1", "secret/b/c/2"]);
        let mixed = "data/secret: there are both tests and groups";
        let nested = "data/secret/b/c/test_group.yaml: the format has no groups in groups";
        assert_eq!(warnings, [mixed, nested]);
        let (_directory, package) = package(&[&ONE[..], &files].concat());
        assert_eq!(package.unwrap().tests[2].arguments, ["x"]);
        let empty = [&ONE[..], &[("data/secret/b/README", "")]].concat();
        assert!(read(&empty).1.contains(&"data/secret/b: there is no test".to_owned()));
    }

    #[test]
    fn settings_of_all_tests_are_those_of_a_draft() {
        let file = ("data/test_group.yaml", "output_validator_args: [case_sensitive]");
        let sample = [("data/sample/1.in", ""), ("data/sample/1.ans", "")];
        let (_directory, package) = package(&[&ONE[..], &sample, &[file]].concat());
        let package = package.unwrap();
        for test in &package.tests {
            assert_eq!(test.output_validator_arguments, ["case_sensitive"], "{}", test.name);
            assert_eq!(test.full_feedback, test.name.starts_with("sample/"));
        }
        let warning =
            "data/test_group.yaml: the format has it in data/sample and data/secret; read for both";
        assert_eq!(package.warnings[0].to_string(), warning);
    }

    #[test]
    fn what_is_no_program_among_generators_is_left_alone() {
        let files = [("generators/generators.yaml", ""), ("generators/gen.py", "")];
        let (_directory, package) = package(&[&ONE[..], &files].concat());
        let names: Vec<String> =
            package.unwrap().generators.into_iter().map(|generator| generator.name).collect();
        assert_eq!(names, ["gen.py"]);
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
        let scoring = PROBLEM.replace("name: x", "name: x\ntype: scoring");
        let scoring = [("problem.yaml", scoring.as_str())];
        let mixture = [("data/secret/a/1.in", ""), ("data/secret/a/1.ans", "")];
        refused(
            &[&ONE[..], &mixture, &scoring].concat(),
            "data/secret: there are both tests and groups",
        );
        let samples = [("data/sample/1.in", ""), ("data/sample/1.ans", "")];
        let missing = "data/secret: is missing (a problem has secret tests)";
        refused(&[&samples[..], &scoring].concat(), missing);
        let twice = [("data/secret/a/1/x.in", ""), ("data/secret/a/1.in", "")];
        refused(&twice, "data/secret/a: a test and a folder have the same name");
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
