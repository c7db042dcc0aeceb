//! Packages made on the spot, and one judge for all tests.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use sandglass_judge::{
    Judge, JudgeError, Options, Report, Submission, TestReport, Verdict, open_lanes,
};
use sandglass_languages::Languages;
use sandglass_package::{Package, SourceFile, Sources};
use sandglass_sandbox::{BackendChoice, LaneOptions};
use tempfile::TempDir;

/// A package in a folder of its own.
pub(crate) struct Problem {
    _folder: TempDir,
    pub(crate) package: Package,
}

impl Problem {
    /// A package of the ICPC/Kattis format with one secret test, `1`, unless `files` has others.
    pub(crate) fn kattis(keys: &str, files: &[(&str, &str)]) -> Problem {
        let mut all = vec![(
            "problem.yaml".to_owned(),
            format!("problem_format_version: 2025-09\nname: test\nuuid: test\n{keys}\n"),
        )];
        if !files.iter().any(|(name, _)| name.starts_with("data/secret/")) {
            all.push(("data/secret/1.in".to_owned(), "1\n".to_owned()));
            all.push(("data/secret/1.ans".to_owned(), "2\n".to_owned()));
        }
        all.extend(files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
        Problem::of_files(&all)
    }

    pub(crate) fn of_files(files: &[(String, String)]) -> Problem {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            write(folder.path(), name, text.as_bytes());
        }
        let package = Package::open(folder.path()).unwrap();
        Problem { _folder: folder, package }
    }

    /// Judges a submission of one file.
    pub(crate) fn judge(&self, name: &str, text: &str) -> Result<Report, JudgeError> {
        self.judge_with(&Options { all_tests: true, ..Options::default() }, &[(name, text)])
    }

    pub(crate) fn judge_with(
        &self,
        options: &Options,
        files: &[(&str, &str)],
    ) -> Result<Report, JudgeError> {
        let sources = sources(files);
        let submission = Submission { sources: &sources, language: None, entry_point: None };
        judge().judge(&self.package, &submission, options, &mut |_| {})
    }

    /// The report on the only test.
    #[track_caller]
    pub(crate) fn test(&self, name: &str, text: &str) -> TestReport {
        let report = self.judge(name, text).unwrap();
        assert_eq!(report.tests.len(), 1, "{report:#?}");
        report.tests.into_iter().next().unwrap()
    }

    /// The verdict on the only test.
    #[track_caller]
    pub(crate) fn verdict(&self, name: &str, text: &str) -> Verdict {
        let test = self.test(name, text);
        test.verdict.unwrap_or_else(|| panic!("the problem failed: {test:#?}"))
    }

    /// The words of a fault of the problem.
    #[track_caller]
    pub(crate) fn fault(&self, name: &str, text: &str) -> String {
        match self.judge(name, text) {
            Err(error @ JudgeError::Helper(_)) => error.to_string(),
            Ok(Report { verdict: None, problem_fault: Some(fault), .. }) => fault,
            other => panic!("no fault of the problem: {other:#?}"),
        }
    }
}

pub(crate) fn sources(files: &[(&str, &str)]) -> Sources {
    let file = |(name, text): &(&str, &str)| SourceFile {
        name: (*name).to_owned(),
        content: text.as_bytes().to_vec(),
    };
    Sources { name: files[0].0.to_owned(), files: files.iter().map(file).collect() }
}

fn write(folder: &Path, name: &str, content: &[u8]) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

/// One judge for the whole program, one test at a time: a machine has few cores, and figures of time
/// are among what is tested.
pub(crate) fn judge() -> MutexGuard<'static, Judge> {
    static JUDGE: OnceLock<Mutex<Judge>> = OnceLock::new();
    let make = || {
        let stations = open_lanes(weaker_too, 1).unwrap();
        Mutex::new(Judge::new(stations, Languages::builtin().unwrap()))
    };
    JUDGE.get_or_init(make).lock().unwrap_or_else(PoisonError::into_inner)
}

/// An ordinary user may have no cgroup on this host. Where the suite must have one (in CI), the
/// conformance tests of the sandbox see to it.
pub(crate) fn weaker_too() -> LaneOptions {
    LaneOptions { backend: BackendChoice::AllowWeaker, ..LaneOptions::default() }
}
