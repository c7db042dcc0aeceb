//! A package of deeds, and a judge for it.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sandglass_judge::{Judge, Options, Probe, Report, Submission, open_lanes, probe};
use sandglass_languages::{Language, Languages};
use sandglass_package::{Package, SourceFile, Sources};
use sandglass_sandbox::{BackendChoice, Lane, LaneOptions};
use tempfile::TempDir;

/// Languages that `scripts/bootstrap` installs, by their codes: here they must be found.
pub(crate) const PROMISED: &[&str] = &[
    "bash",
    "c",
    "cpp",
    "go",
    "java",
    "javascript",
    "lua",
    "pascal",
    "perl",
    "php",
    "python3",
    "ruby",
    "rust",
];

/// One language at a time: times are measured, and the machine may have two processors.
static ALONE: Mutex<()> = Mutex::new(());

pub(crate) fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A test of a package: its name, its input, its answer.
pub(crate) type Test = (&'static str, String, &'static str);

/// A package with these tests, 10 s of CPU time, for machines with much else to do, and 256 MiB.
pub(crate) fn package(tests: &[Test]) -> (TempDir, Package) {
    package_with(tests, "time_limit: 10")
}

/// A package with these tests, these limits and 256 MiB.
pub(crate) fn package_with(tests: &[Test], limits: &str) -> (TempDir, Package) {
    let folder = tempfile::tempdir().unwrap();
    let problem = format!(
        "problem_format_version: 2025-09\nname: Deeds\ntype: pass-fail\nlicense: cc0\n\
         uuid: 5b0b6a38-6b55-4f0c-9a57-1f6f1d0f0b53\n\
         limits: {{memory: 256, output: 8, {limits}}}\n"
    );
    std::fs::write(folder.path().join("problem.yaml"), problem).unwrap();
    let data = folder.path().join("data/secret");
    std::fs::create_dir_all(&data).unwrap();
    for (name, input, answer) in tests {
        std::fs::write(data.join(format!("{name}.in")), input).unwrap();
        std::fs::write(data.join(format!("{name}.ans")), format!("{answer}\n")).unwrap();
    }
    let package = Package::open(folder.path()).unwrap();
    (folder, package)
}

pub(crate) fn judge() -> Judge {
    Judge::new(open_lanes(weaker_too, 1).unwrap(), Languages::builtin().unwrap())
}

pub(crate) fn run(judge: &Judge, package: &Package, code: &str, sources: &Sources) -> Report {
    run_entry(judge, package, code, sources, None)
}

pub(crate) fn run_entry(
    judge: &Judge,
    package: &Package,
    code: &str,
    sources: &Sources,
    entry_point: Option<&str>,
) -> Report {
    let submission = Submission { sources, language: Some(code), entry_point };
    let options = Options { all_tests: true, ..Options::default() };
    judge.judge(package, &submission, &options, &mut |_| {}).unwrap()
}

pub(crate) fn sources(files: &[(&str, &str)]) -> Sources {
    let file = |&(name, content): &(&str, &str)| SourceFile {
        name: name.to_owned(),
        content: content.as_bytes().to_vec(),
    };
    Sources { name: "submission".to_owned(), files: files.iter().map(file).collect() }
}

/// The program of `programs/` with this name.
pub(crate) fn program(name: &str) -> Sources {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages/programs").join(name);
    sources(&[(name, &std::fs::read_to_string(path).unwrap())])
}

/// Whether a language is there. One that is promised must be.
pub(crate) fn is_there(code: &str) -> bool {
    let languages = Languages::builtin().unwrap();
    let language = languages.by_code(code).unwrap();
    let lane = Lane::new(&weaker_too()).unwrap();
    let found = probe(&lane, &language).unwrap();
    if matches!(found, Probe::Found(_)) {
        return true;
    }
    assert!(!PROMISED.contains(&code), "{code}: {found:?}; scripts/bootstrap installs it");
    eprintln!("{code} was not tried: {found:?}; packages: {:?}", packages(&language));
    false
}

fn packages(language: &Language) -> Vec<&str> {
    language.missing_packages()
}

/// An ordinary user may have no cgroup on this host. Where the suite must have one (in CI), the
/// conformance tests of the sandbox see to it.
pub(crate) fn weaker_too() -> LaneOptions {
    LaneOptions { backend: BackendChoice::AllowWeaker, ..LaneOptions::default() }
}
