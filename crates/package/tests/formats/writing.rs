//! Packages written again, in their own format and in others.

use std::path::Path;
use std::process::{Command, Stdio};

use sandglass_package::{
    Aggregation, Checker, Format, Package, Target, TestCase, TimeRule, WriteError,
};

use crate::support::{folder, group, package, tests, warnings};

/// Converts a package and reads what was written: once from a folder and once from an archive.
#[track_caller]
fn converted(package: &Package, target: Target) -> (Package, Vec<String>) {
    let conversion = package.convert(target).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let archive = directory.path().join("problem.zip");
    conversion.write(&archive).unwrap();
    let place = directory.keep().join("problem");
    conversion.write(&place).unwrap();
    let from_folder = Package::open(&place).unwrap_or_else(|error| panic!("{error}"));
    let from_archive = Package::open(&place.with_extension("zip")).unwrap();
    same(&from_folder, &from_archive);
    std::fs::remove_dir_all(place.parent().unwrap()).unwrap();
    (from_archive, conversion.losses.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn same(left: &Package, right: &Package) {
    assert_eq!(left.problem, right.problem);
    assert_eq!(left.groups, right.groups);
    assert_eq!(left.tests, right.tests);
    assert_eq!(left.checker, right.checker);
    assert_eq!(left.interactor, right.interactor);
    assert_eq!(left.grader, right.grader);
    assert_eq!(left.input_validators, right.input_validators);
    assert_eq!(left.static_validator, right.static_validator);
    assert_eq!(left.output_visualizer, right.output_visualizer);
    assert_eq!(left.included, right.included);
    assert_eq!(left.generators, right.generators);
    assert_eq!(left.generated_tests, right.generated_tests);
    assert_eq!(left.validation_cases, right.validation_cases);
    assert_eq!(left.submissions, right.submissions);
    assert_eq!(warnings(left), warnings(right));
}

/// Written in its own format a package stays what it is, and nothing is lost.
#[track_caller]
fn comes_back(files: &[(&str, &str)], target: Target) {
    let before = package(files);
    let (after, losses) = converted(&before, target);
    assert_eq!(losses, [""; 0]);
    same(&before, &after);
}

const PROBLEM: &str = "\
problem_format_version: 2025-09
type: [scoring, multi-pass]
name: {sv: Hej, en: 'Hello: #1'}
uuid: 1-2-3
license: cc by-sa
credits: {authors: [A <a@b.example>, {name: B, orcid: x}], testers: C}
source: [{name: NWERC, url: 'https://x.example'}, SWERC]
keywords: [easy, sets]
constants: {n: 7, word: 'a b'}
languages: [cpp, python3]
allow_file_writing: true
limits:
  time_limit: 1.5
  memory: 64
  code: 10
  compilation_time: 9
  validation_output: 3
  validation_passes: 4
  time_resolution: 0.1
  time_multipliers: {ac_to_time_limit: 3, time_limit_to_tle: 1.25}
";

#[test]
fn a_package_of_2025_09_comes_back() {
    comes_back(
        &[
            ("problem.yaml", PROBLEM),
            ("data/sample/1.in", "1"),
            ("data/sample/1.ans", "1"),
            ("data/sample/1.interaction", "<1"),
            ("data/secret/test_group.yaml", "max_score: 60\nscore_aggregation: min\n"),
            ("data/secret/a/test_group.yaml", "max_score: 20\nrequire_pass: sample\n"),
            ("data/secret/a/1.in", "1"),
            ("data/secret/a/1.ans", "1"),
            (
                "data/secret/b/test_group.yaml",
                "max_score: 40\nscore_aggregation: sum\nfull_feedback: true\nargs: [x, 'y z', '{{n}}']\n\
                 static_validation_score: 7\nstatic_validator_args: [-v]\noutput_validator_args: ['1e-6']\n\
                 input_validator_args: {v.py: [a]}\noutput_visualizer_args: [q]\n",
            ),
            ("data/secret/b/x/1.in", "1"),
            ("data/secret/b/x/1.ans", "1"),
            ("data/secret/b/x/1.files/help.txt", "1"),
            ("data/secret/b/x/2.in", "1"),
            ("data/secret/b/x/2.ans", "1"),
            (
                "data/secret/b/x/2.yaml",
                "full_feedback: false\nargs: []\nhint: h\ndescription: 'd: e'\n",
            ),
            ("data/invalid_input/bad.in", "1"),
            ("data/invalid_output/g/1.in", "1"),
            ("data/invalid_output/g/1.ans", "1"),
            ("data/invalid_output/g/1.out", "1"),
            ("data/invalid_output/g/1.yaml", "output_validator_args: [x]\ndescription: d"),
            ("output_validator/main.cpp", "n = {{n}}"),
            ("output_validator/help.h", ""),
            ("static_validator/look.py", ""),
            ("output_visualizer/draw.py", ""),
            ("input_validators/v.py", "{{word}}"),
            ("input_validators/w/main.py", ""),
            ("input_validators/w/more.py", ""),
            ("include/default/a.txt", "{{n}}"),
            ("include/python3/sub/b.py", ""),
            ("generators/g.py", ""),
            ("statement/problem.en.md", "{{n}}"),
            ("solution/solution.en.md", ""),
            ("attachments/x.txt", ""),
            ("submissions/accepted/a.py", "{{n}}"),
            ("submissions/mixed/b/main.py", ""),
            ("submissions/mixed/b/more.py", ""),
            (
                "submissions/submissions.yaml",
                "accepted: {permitted: [AC, WA]}\n'*/a.py': {authors: X, model_solution: true, score: [1, 2]}\n\
                 mixed/b: {language: python3, entrypoint: main.py, secret/a: {permitted: [WA], message: no}}\n",
            ),
        ],
        Target::V2025_09,
    );
}

#[test]
fn the_draft_is_the_same_by_another_name() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: x\nuuid: y\n"),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
        ("submissions/accepted/a.py", ""),
    ];
    let package = package(&files);
    let (draft, losses) = converted(&package, Target::Draft2023);
    assert_eq!((losses, draft.problem.format), (Vec::new(), Format::Draft2023));
    assert_eq!(draft.tests, package.tests);
    let (back, losses) = converted(&draft, Target::V2025_09);
    assert_eq!(losses, [""; 0]);
    same(&back, &package);
}

#[test]
fn constants_stay_names_in_2025_09_and_are_put_in_elsewhere() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: x\nuuid: y\nconstants: {n: 7}\n"),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
        ("submissions/accepted/a.py", "print({{n}})"),
        ("output_validator/v.py", "n = {{n}}"),
    ];
    let package = package(&files);
    let (again, _) = converted(&package, Target::V2025_09);
    let text = |package: &Package, path: &str| {
        String::from_utf8(package.tree().read(path, 100).unwrap()).unwrap()
    };
    assert_eq!(text(&again, "submissions/accepted/a.py"), "print({{n}})");
    assert_eq!(text(&again, "output_validator/v.py"), "n = {{n}}");
    let (legacy, losses) = converted(&package, Target::Legacy);
    assert_eq!(text(&legacy, "submissions/accepted/a.py"), "print(7)");
    assert_eq!(text(&legacy, "output_validators/v.py"), "n = 7");
    assert!(losses.contains(&"the names of constants; their values are put in".to_owned()));
}

#[test]
fn a_legacy_package_comes_back() {
    comes_back(
        &[
            (
                "problem.yaml",
                "name: x\ntype: scoring\nauthor: A B, C\nsource: S\nsource_url: 'http://s.example'\n\
                 license: cc0\nkeywords: a b\nuuid: u\nvalidation: custom score\n\
                 validator_flags: case_sensitive\ngrading: {objective: min}\n\
                 limits: {memory: 99, time_multiplier: 4, validation_time: 7}\n",
            ),
            (".timelimit", "2.5"),
            ("domjudge-problem.ini", "short-name = xx\n"),
            (
                "data/testdata.yaml",
                "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
            ),
            ("data/sample/1.in", ""),
            ("data/sample/1.ans", ""),
            ("data/sample/1.hint", "think\n"),
            ("data/secret/testdata.yaml", "grader_flags: always_accept\n"),
            (
                "data/secret/a/testdata.yaml",
                "accept_score: 30\nreject_score: -1\ngrader_flags: min\n",
            ),
            ("data/secret/a/1.in", ""),
            ("data/secret/a/1.ans", ""),
            ("data/secret/a/1.desc", "small"),
            (
                "data/secret/b/testdata.yaml",
                "on_reject: break\ngrading: custom\ngrader_flags: my own flags\n\
                 output_validator_flags: {name: v.py, flags: -q}\n\
                 input_validator_flags: {name: i.py, flags: --big}\nrange: -inf +inf\n",
            ),
            ("data/secret/b/c/1.in", ""),
            ("data/secret/b/c/1.ans", ""),
            ("graders/g.py", ""),
            ("output_validators/v.py", ""),
            ("output_validators/w/main.py", ""),
            ("output_validators/w/more.py", ""),
            ("input_validators/i.py", ""),
            ("include/cpp/a.h", ""),
            ("submissions/accepted/a.py", ""),
            ("submissions/partially_accepted/b.py", ""),
            ("submissions/mixed/c.py", "# @EXPECTED_RESULTS@: WRONG-ANSWER, COMPILER-ERROR"),
            ("problem_statement/problem.en.tex", ""),
        ],
        Target::Legacy,
    );
}

const SIM: [(&str, &str); 15] = [
    (
        "Simfile",
        "name: 'A # B'\nlabel: sim\nstatement: doc/s.pdf\nchecker: check/c.cpp\nmemory_limit: 64\n\
         solutions: [prog/s.cpp, prog/slow/s.cpp]\n\
         limits: [\n sim0a 0.25\n sim1ocen 1\n sim1a 1 32\n sim1b 2\n sim2 1.5\n sim3 1\n]\n\
         scoring: [\n 0 0\n 1 40\n 2 61\n 3 -1\n]\n",
    ),
    (
        "Sipfile",
        "default_time_limit: 9.5\nbase_seed: 5\nstatic: [sim0a, sim1ocen, sim1a-b]\ngen: [\nsim2 utils/g.cpp 1 a\\ b\nsim3 sh: echo 3\n]\n",
    ),
    ("doc/s.pdf", "%PDF"),
    ("check/c.cpp", "int main() {}"),
    ("prog/s.cpp", "int main() {}"),
    ("prog/slow/s.cpp", "int main() {}"),
    ("utils/g.cpp", ""),
    ("in/sim0a.in", "1"),
    ("out/sim0a.out", "1"),
    ("in/sim1ocen.in", "1"),
    ("out/sim1ocen.out", "1"),
    ("in/sim1a.in", "1"),
    ("out/sim1a.out", "1"),
    ("in/sim1b.in", "1"),
    ("out/sim1b.out", "1"),
];

#[test]
fn a_package_of_sim_comes_back() {
    comes_back(&SIM, Target::Sim);
}

#[test]
fn sim_becomes_kattis_and_says_what_is_lost() {
    let mut files = SIM.to_vec();
    files.extend([
        ("in/sim2.in", ""),
        ("out/sim2.out", ""),
        ("in/sim3.in", ""),
        ("out/sim3.out", ""),
    ]);
    let (package, losses) = converted(&package(&files), Target::V2025_09);
    assert_eq!(package.problem.format, Format::V2025_09);
    assert_eq!(warnings(&package), ["problem.yaml: key uuid is missing"]);
    assert_eq!(
        tests(&package),
        [
            "sample/sim0a",
            "sample/sim1ocen",
            "secret/1/sim1a",
            "secret/1/sim1b",
            "secret/2/sim2",
            "secret/3/sim3"
        ]
    );
    assert_eq!(group(&package, "secret/1").aggregation, Aggregation::Min);
    assert_eq!(group(&package, "secret").max_score, Some(101.0));
    assert_eq!(package.problem.limits.time.unwrap().as_secs_f64(), 2.0);
    let Checker::Programs(checkers) = &package.checker else { panic!() };
    let files = package.program(&checkers[0]).unwrap();
    assert_eq!(files.names(), ["build", "c.cpp", "run"]);
    assert_eq!(package.submissions[0].name, "accepted/s.cpp");
    assert!(package.submissions[0].model);
    for expected in [
        "time limits of single tests; the longest is kept for all",
        "memory limits of single tests; the largest is kept for all",
        "points that fall with the time a submission takes",
        "secret/3: -1 points, which must be a whole number",
        "how tests are generated (the programs are kept)",
        "the short name sim",
    ] {
        assert!(losses.contains(&expected.to_owned()), "{expected}: {losses:?}");
    }
}

#[test]
fn kattis_becomes_sim() {
    let files = [
        (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\nname: Sums\nuuid: y\nlimits: {time_limit: 2}\n",
        ),
        ("data/sample/1.in", "1"),
        ("data/sample/1.ans", "1"),
        ("data/secret/a/test_group.yaml", "max_score: 30"),
        ("data/secret/a/1.in", "2"),
        ("data/secret/a/1.ans", "2"),
        ("data/secret/a/2.in", "3"),
        ("data/secret/a/2.ans", "3"),
        ("data/secret/b/test_group.yaml", "max_score: 70\nrequire_pass: secret/a"),
        ("data/secret/b/1.in", "4"),
        ("data/secret/b/1.ans", "4"),
        ("submissions/accepted/a.py", ""),
        ("submissions/wrong_answer/a.py", ""),
    ];
    let (package, losses) = converted(&package(&files), Target::Sim);
    assert_eq!(package.problem.limits.time_rule, TimeRule::SIM);
    assert_eq!(tests(&package), ["sums0a", "sums1a", "sums1b", "sums2a"]);
    let points: Vec<_> = package.groups[1..].iter().map(|group| group.max_score.unwrap()).collect();
    assert_eq!(points, [0.0, 30.0, 70.0]);
    assert_eq!(package.tests[0].time_limit.unwrap().as_secs(), 2);
    let paths: Vec<_> = package.submissions.iter().map(|solution| solution.path.as_str()).collect();
    assert_eq!(paths, ["prog/a.py", "prog/2_a.py"]);
    for expected in [
        "groups that are judged only if others pass",
        "outputs are compared line by line, with case and without tolerance",
        "full points up to the time limit; in Sim they fall from two thirds of it",
    ] {
        assert!(losses.contains(&expected.to_owned()), "{expected}: {losses:?}");
    }
}

#[test]
fn scores_of_2025_09_become_grading_of_legacy() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\ntype: scoring\nname: x\nuuid: y\n"),
        ("data/secret/a/test_group.yaml", "max_score: 30"),
        ("data/secret/a/1.in", "2"),
        ("data/secret/a/1.ans", "2"),
        ("data/secret/b/test_group.yaml", "max_score: 70\nscore_aggregation: sum"),
        ("data/secret/b/1.in", "4"),
        ("data/secret/b/1.ans", "4"),
        ("data/secret/b/2.in", "4"),
        ("data/secret/b/2.ans", "4"),
    ];
    let package = package(&files);
    let names: Vec<String> =
        package.convert(Target::Legacy).unwrap().paths().map(str::to_owned).collect();
    // What all groups have in common stands in the folder of them all.
    assert!(names.iter().any(|name| name == "data/testdata.yaml"), "{names:?}");
    let (package, _) = converted(&package, Target::Legacy);
    let grading = |name| group(&package, name).legacy.clone().unwrap();
    assert_eq!(grading("secret/a").accept_score, 30.0);
    assert_eq!(grading("secret/a").grader_flags, ["min", "always_accept"]);
    assert_eq!(grading("secret/b").accept_score, 35.0);
    assert_eq!(grading("secret/b").grader_flags, ["sum", "always_accept"]);
    assert_eq!(grading("secret").grader_flags, ["sum", "always_accept"]);
    assert!(package.groups[0].legacy.as_ref().unwrap().ignore_sample);
}

/// Runs what was written for a checker that speaks another protocol.
#[test]
fn a_foreign_checker_is_spoken_for_by_a_script() {
    // Testlib's way of answering: the exit code, and words on standard error.
    let checker = "import sys\nout, ans = open(sys.argv[2]).read().split(), open(sys.argv[3]).read().split()\n\
                   print('looked at', len(out), *sys.argv[4:], file=sys.stderr)\n\
                   if out == ['half']: print('partially correct (100) half', file=sys.stderr)\n\
                   if out == ['none']: print('partially correct (0)', file=sys.stderr)\n\
                   sys.exit({'?': 3, 'half': 100, 'none': 0, '42': 0}.get(out[0], 1))\n";
    // Sim's: three lines, where Sip's template writes them.
    let sim = "import sys\nout, ans = open(sys.argv[3]).read().split(), open(sys.argv[2]).read().split()\n\
               if out == ['?']: sys.exit(1)\n\
               print('OK' if out == ans else 'WRONG', 50, 'looked at %d' % len(out), sep='\\n', file=sys.stderr)\n";
    let xml = "<problem short-name='x'><judging><testset name='tests'><time-limit>1000</time-limit>\
               <memory-limit>1048576</memory-limit><test-count>1</test-count><tests><test method='manual' points='10'/></tests>\
               </testset></judging><assets><checker><source path='files/check.v2.py' type='python.3'/></checker>\
               <validators><validator><source path='files/val.py' type='python.3'/></validator></validators></assets></problem>";
    let polygon = [
        ("problem.xml", xml),
        ("tests/01", "in"),
        ("tests/01.a", "42\n"),
        ("files/check.v2.py", checker),
        ("files/val.py", "import sys; sys.exit(sys.argv[1:] != ['--group', 'a'])"),
    ];
    let simfile = [
        ("Simfile", "name: x\nchecker: check/c.py\n"),
        ("check/c.py", sim),
        ("in/x1.in", "in"),
        ("out/x1.out", "42\n"),
    ];
    for (files, percent, told) in
        [(&polygon[..], None, " --group a"), (&simfile[..], Some("0.5\n"), "")]
    {
        let package = package(files);
        let conversion = package.convert(Target::V2025_09).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("problem");
        conversion.write(&place).unwrap();
        let program = std::fs::read_dir(place.join("output_validator")).unwrap().next().unwrap();
        let program = program.unwrap().path();
        assert!(Command::new("./build").current_dir(&program).status().unwrap().success());
        let run = |output: &str| -> (Option<i32>, String, Option<String>) {
            let feedback = directory.path().join("feedback");
            std::fs::create_dir(&feedback).unwrap();
            let given = directory.path().join("output");
            std::fs::write(&given, output).unwrap();
            let answer = directory.path().join("answer");
            std::fs::write(&answer, "42\n").unwrap();
            let status = Command::new(program.join("run"))
                .args([Path::new("/dev/null"), &answer])
                .arg(format!("{}/", feedback.display()))
                .args(["--group", "a"])
                .stdin(std::fs::File::open(&given).unwrap())
                .stderr(Stdio::null())
                .status()
                .unwrap();
            let text = |name: &str| std::fs::read_to_string(feedback.join(name)).ok();
            let result = (
                status.code(),
                text("judgemessage.txt").unwrap_or_default(),
                text("score_multiplier.txt"),
            );
            std::fs::remove_dir_all(&feedback).unwrap();
            result
        };
        let (code, message, multiplier) = run("42");
        assert_eq!((code, message.trim()), (Some(42), format!("looked at 1{told}").as_str()));
        assert_eq!(multiplier.as_deref(), percent);
        let (code, message, multiplier) = run("1 2");
        let words = format!("looked at 2{told}");
        assert_eq!((code, message.trim(), multiplier), (Some(43), words.as_str(), None));
        assert_eq!(run("?").0, Some(1));
        if percent.is_none() {
            let (code, message, multiplier) = run("half");
            assert_eq!((code, multiplier.as_deref()), (Some(42), Some("0.5\n")));
            assert!(message.contains("partially correct (100) half"), "{message}");
            let (code, _, multiplier) = run("none");
            assert_eq!((code, multiplier), (Some(43), None));
            assert_eq!(program.file_name().unwrap(), "check.v2");
        }
        let Some(validator) = package.input_validators.first() else { continue };
        let validator = place.join("input_validators").join(&validator.name);
        assert!(Command::new("./build").current_dir(&validator).status().unwrap().success());
        let validate = |group: &str| {
            Command::new(validator.join("run")).args(["--group", group]).status().unwrap().code()
        };
        assert_eq!((validate("a"), validate("b")), (Some(42), Some(43)));
    }
}

#[test]
fn nothing_is_overwritten_and_nothing_half_written_stays() {
    let package = package(&SIM);
    let conversion = package.convert(Target::Sim).unwrap();
    let directory = folder(&[("there/file", "x"), ("there.zip", "x")]);
    for name in ["there", "there.zip"] {
        let path = directory.path().join(name);
        assert!(matches!(conversion.write(&path), Err(WriteError::Exists(_))), "{name}");
    }
    assert_eq!(std::fs::read(directory.path().join("there.zip")).unwrap(), b"x");
    let missing = [("Simfile", "name: x\nlimits: [a1 1]\n"), ("in/a1.in", ""), ("out/a1.out", "")];
    let lost = crate::support::package(&missing);
    let conversion = lost.convert(Target::Sim).unwrap();
    let no_parent = directory.path().join("no/such/place");
    assert!(matches!(conversion.write(&no_parent), Err(WriteError::Write { .. })));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2);
}

#[test]
fn a_name_that_a_format_does_not_allow_is_made_one() {
    let files = [
        ("Simfile", "name: x\nsolutions: ['prog/my sol.py']\nlimits: [x1 1]\n"),
        ("prog/my sol.py", ""),
        ("in/x1.in", ""),
        ("out/x1.out", ""),
    ];
    let (package, _) = converted(&package(&files), Target::V2025_09);
    assert_eq!(package.submissions[0].name, "accepted/my_sol.py");
    let test: &TestCase = &package.tests[0];
    assert_eq!(test.name, "secret/1/x1");
}
