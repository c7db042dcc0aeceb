//! Packages that mean harm, or nothing: whatever the files say, reading and converting end with a
//! package or an error, and within bounds.

use std::path::Path;

use proptest::prelude::*;
use sandglass_package::{Package, Target};

use crate::support::{folder, refusal};

/// A package of every format, small and whole.
const WHOLE: [&[(&str, &str)]; 6] = [
    &[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: [scoring, multi-pass]\nname: {en: x, sv: y}\nuuid: u\n\
             constants: {n: 7}\nlimits: {time_limit: 1, validation_passes: 3}\n",
        ),
        ("data/sample/1.in", "1"),
        ("data/sample/1.ans", "1"),
        (
            "data/secret/a/test_group.yaml",
            "max_score: 100\nrequire_pass: sample\nargs: ['{{n}}']\n",
        ),
        ("data/secret/a/1.in", "1"),
        ("data/secret/a/1.ans", "1"),
        ("data/secret/a/1.yaml", "hint: h\ninput_validator_args: {v.py: [x]}\n"),
        ("output_validator/v.py", "{{n}}"),
        ("submissions/accepted/a.py", ""),
        (
            "submissions/submissions.yaml",
            "'*/a.{py,cpp}': {score: [1, 2], secret/a: {required: [AC]}}\n",
        ),
    ],
    &[
        (
            "problem.yaml",
            "name: x\ntype: scoring\nvalidation: custom score\nvalidator_flags: a b\nauthor: A and B\n",
        ),
        ("data/testdata.yaml", "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n"),
        (
            "data/secret/a/testdata.yaml",
            "accept_score: 30\ninput_validator_flags: {name: v, flags: -q}\n",
        ),
        ("data/secret/a/1.in", "1"),
        ("data/secret/a/1.ans", "1"),
        ("domjudge-problem.ini", "timelimit='2'\nshort-name = s\n"),
        ("output_validators/v.py", ""),
        ("submissions/mixed/a.py", "# @EXPECTED_RESULTS@: TIMELIMIT, CORRECT\n"),
    ],
    &[
        (
            "Simfile",
            "name: 'x'\nlabel: ab\nchecker: check/c.py\nsolutions: [prog/a.py]\nmemory_limit: 64\n\
             limits: [\nab0 1\nab1a 2 32\n]\nscoring: [0 0, 1 100]\ntests_files: [ab0 in/ab0.in out/ab0.out]\n",
        ),
        ("Sipfile", "base_seed: 5\nstatic: [ab0]\ngen: [ab1a-c utils/g.py 1 2]\n"),
        ("check/c.py", ""),
        ("prog/a.py", ""),
        ("in/ab0.in", "1"),
        ("out/ab0.out", "1"),
    ],
    &[
        (
            "problem.xml",
            "<problem short-name='x'><judging><testset name='tests'><time-limit>1000</time-limit>\
             <memory-limit>1048576</memory-limit><test-count>2</test-count>\
             <input-path-pattern>tests/%02d</input-path-pattern><tests><test method='manual' sample='true'/>\
             <test group='1' points='5' cmd='gen 1'/></tests></testset></judging><assets><checker>\
             <source path='check.py' type='python.3'/></checker><solutions><solution tag='main'>\
             <source path='a.py'/></solution></solutions></assets></problem>",
        ),
        ("tests/01", "1"),
        ("tests/01.a", "1"),
        ("tests/02", "1"),
        ("tests/02.a", "1"),
        ("check.py", ""),
        ("a.py", ""),
    ],
    &[
        (
            "task.yaml",
            "name: x\ntitle: X\ntime_limit: 1\nscore_type: GroupThreshold\n\
             score_type_parameters: [[40, 1, 2.5], [60, 1, 2.5]]\n",
        ),
        ("gen/GEN", "#ST: 40\n1\n#ST: 60\n2 # x\n"),
        ("input/input0.txt", "1"),
        ("output/output0.txt", "1"),
        ("input/input1.txt", "1"),
        ("output/output1.txt", "1"),
        ("sol/solution.py", ""),
        ("sol/grader.cpp", ""),
    ],
    &[
        (
            "problem.json",
            "{\"name\": \"x\", \"task_type\": \"Batch\", \"time_limit\": 1, \"memory_limit\": 64}",
        ),
        ("tests/1.in", ""),
        ("tests/1.out", ""),
        ("subtasks/1.json", "{\"score\": 100, \"testcases\": [\"1\"]}"),
    ],
];

/// Opens and converts to everything; what comes of it does not matter, but that something does.
fn survives(path: &Path) {
    let Ok(package) = Package::open(path) else { return };
    for target in Target::ALL {
        let Ok(conversion) = package.convert(target) else { continue };
        for path in conversion.paths() {
            let harmless = !path.starts_with('/') && !path.split('/').any(|part| part == "..");
            assert!(harmless, "{target:?} would write {path}");
        }
        let place = tempfile::tempdir().unwrap();
        conversion.write(&place.path().join("package")).ok();
        assert!(std::fs::read_dir(place.path()).unwrap().count() <= 1, "something is left behind");
    }
}

#[test]
fn every_package_is_whole_before_it_is_broken() {
    for files in WHOLE {
        let directory = folder(files);
        let package = Package::open(directory.path()).unwrap();
        assert!(!package.tests.is_empty());
        survives(directory.path());
    }
}

/// One change of one of the files.
#[derive(Clone, Debug)]
enum Change {
    /// The file is gone.
    Remove,
    /// It holds this.
    Replace(Vec<u8>),
    /// This stands in it, in place of what was from there on for so many bytes.
    Splice(usize, usize, Vec<u8>),
    /// It is a folder.
    Folder,
    /// It is a link.
    Link(&'static str),
}

fn piece() -> impl Strategy<Value = Vec<u8>> {
    let words = proptest::sample::select(vec![
        "",
        "-1",
        "0",
        "1e999",
        "NaN",
        "inf",
        "99999999999999999999",
        "null",
        "true",
        "[]",
        "{}",
        "[1, 2",
        "*",
        "{a,b",
        "../../x",
        "/etc/passwd",
        "%09d",
        "%s",
        "'",
        "\"",
        "#ST: -5",
        "a1-z9",
        "unbounded",
        "secret",
        "sample",
        "<test/>",
        "]]>",
        "\u{0}",
        "\u{feff}",
        "{{n}}",
        "custom interactive",
        "\\",
    ]);
    prop_oneof![
        words.prop_map(|word| word.as_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 0..12),
        "[ -~\n]{0,16}".prop_map(String::into_bytes),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let links = proptest::sample::select(vec![".", "..", "/dev/zero", "loop", "/proc/self/mem"]);
    prop_oneof![
        1 => Just(Change::Remove),
        1 => piece().prop_map(Change::Replace),
        6 => (any::<usize>(), 0..20_usize, piece()).prop_map(|(at, cut, piece)| Change::Splice(at, cut, piece)),
        1 => Just(Change::Folder),
        1 => links.prop_map(Change::Link),
    ]
}

fn apply(path: &Path, change: &Change) {
    // What an earlier change made something else stays so: reading a link to /dev/zero has no end.
    if !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
        return;
    }
    let content = std::fs::read(path).unwrap();
    std::fs::remove_file(path).unwrap();
    match change {
        Change::Remove => {}
        Change::Replace(new) => std::fs::write(path, new).unwrap(),
        Change::Splice(at, cut, piece) => {
            let at = at % (content.len() + 1);
            let end = (at + cut).min(content.len());
            let new = [&content[..at], piece, &content[end..]].concat();
            std::fs::write(path, new).unwrap();
        }
        Change::Folder => std::fs::create_dir(path).unwrap(),
        Change::Link(target) => std::os::unix::fs::symlink(target, path).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    #[test]
    fn broken_packages_are_errors_or_packages_and_never_panics(
        which in 0..WHOLE.len(),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), change()), 1..4),
    ) {
        let files = WHOLE[which];
        let directory = folder(files);
        for (index, change) in &changes {
            apply(&directory.path().join(files[index.index(files.len())].0), change);
        }
        survives(directory.path());
    }
}

#[test]
fn numbers_without_bounds_are_refused() {
    let head = "problem_format_version: 2025-09\nname: x\nuuid: y\n";
    let yaml = |limits: &str| format!("{head}limits: {{{limits}}}\n");
    for limits in
        ["time_limit: 1e999", "memory: 99999999999999999999", "code: -1", "time_resolution: .nan"]
    {
        let text = yaml(limits);
        let found = refusal(&[
            ("problem.yaml", &text),
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", ""),
        ]);
        assert!(found.starts_with("problem.yaml: "), "{limits}: {found}");
    }
    let tests = "<test/>".repeat(3);
    let xml = format!(
        "<problem short-name='x'><judging><testset name='tests'><time-limit>1</time-limit><memory-limit>1</memory-limit>\
         <test-count>99999999</test-count><tests>{tests}</tests></testset></judging></problem>"
    );
    let expected = "problem.xml: is larger than the bound of 100000 tests";
    assert_eq!(refusal(&[("problem.xml", &xml)]), expected);
}

#[test]
fn links_to_the_folder_above_end() {
    for files in WHOLE {
        let directory = folder(files);
        let mut folders = vec![directory.path().to_path_buf()];
        for (path, _) in files {
            folders.extend(directory.path().join(path).parent().map(Path::to_path_buf));
        }
        for folder in folders {
            for name in ["l1", "l2", "l3", "l4"] {
                std::os::unix::fs::symlink(".", folder.join(name)).ok();
            }
        }
        survives(directory.path());
    }
}

#[test]
fn folders_without_end_are_refused() {
    let deep = format!("data/secret/{}1", "d/".repeat(40));
    let (input, answer) = (format!("{deep}.in"), format!("{deep}.ans"));
    let problem = ("problem.yaml", "problem_format_version: 2025-09\nname: x\nuuid: y\n");
    let found = refusal(&[problem, (&input, ""), (&answer, "")]);
    assert!(found.ends_with("is larger than the bound of 8 levels"), "{found}");
    let found = refusal(&[("problem.yaml", "name: x\n"), (&input, ""), (&answer, "")]);
    assert!(found.ends_with("is larger than the bound of 8 levels"), "{found}");
}

/// Who names the folder above packages is told which they are.
#[test]
fn a_folder_of_packages_is_no_package_and_names_them() {
    let problem = "problem_format_version: 2025-09\nname: x\nuuid: y\n";
    let found = refusal(&[("read.me", ""), ("tasks/problem.yaml", problem)]);
    assert!(found.starts_with("problem.yaml: is missing"), "{found}");
    assert!(found.ends_with("; its folder tasks is a package"), "{found}");
    let found = refusal(&[("a/problem.yaml", problem), ("b/Simfile", ""), ("c/none", "")]);
    assert!(found.ends_with("; its folders a, b are packages"), "{found}");
    assert!(refusal(&[("c/none", "")]).ends_with("or a problem.json)"));
}
