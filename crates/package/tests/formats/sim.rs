//! Sim's Simfile and Sip's Sipfile.

use std::time::Duration;

use sandglass_package::{
    Aggregation, Checker, Format, GeneratorCommand, Kind, LineComparison, Protocol, TimeRule,
};

use crate::support::{group, package, refusal, tests, warnings};

const SIMFILE: &str = "\
name: Simple Package   # comment
label: sim
statement: doc/sim.pdf
solutions: [prog/sim.cpp, prog/sim1.cpp]
memory_limit: 64
limits: [
\t# Group 0
\tsim0a 1
\tsim1ocen 2 32

\tsim10 5 32
\tsim2b 2
\tsim2a 2.5
]
scoring: [
\t0 0
\t2 70
\t10 30
]
tests_files: [
\tsim0a in/sim0a.in out/sim0a.out
\tsim10 odd/ten.in odd/ten.out
]
";

const FILES: [(&str, &str); 14] = [
    ("Simfile", SIMFILE),
    ("doc/sim.pdf", ""),
    ("prog/sim.cpp", ""),
    ("prog/sim1.cpp", ""),
    ("in/sim0a.in", ""),
    ("out/sim0a.out", ""),
    ("in/sim1ocen.in", ""),
    ("out/sim1ocen.out", ""),
    ("in/sim2a.in", ""),
    ("out/sim2a.out", ""),
    ("in/sim2b.in", ""),
    ("out/sim2b.out", ""),
    ("odd/ten.in", ""),
    ("odd/ten.out", ""),
];

#[test]
fn a_whole_simfile() {
    let package = package(&FILES);
    assert_eq!(warnings(&package), [""; 0]);
    let problem = &package.problem;
    assert_eq!((problem.format, problem.kind, problem.scoring), (Format::Sim, Kind::Batch, true));
    assert_eq!((problem.name.as_str(), problem.label.as_deref()), ("Simple Package", Some("sim")));
    assert_eq!((problem.limits.memory, problem.limits.time_rule), (64 << 20, TimeRule::SIM));
    assert_eq!(package.checker, Checker::Lines(LineComparison::IgnoreTrailing));
    assert_eq!(tests(&package), ["sim0a", "sim1ocen", "sim2a", "sim2b", "sim10"]);
    let limits: Vec<_> =
        package.tests.iter().map(|test| (test.time_limit.unwrap(), test.memory_limit)).collect();
    let seconds = Duration::from_secs_f64;
    assert_eq!(
        limits,
        [
            (seconds(1.0), None),
            (seconds(2.0), Some(32 << 20)),
            (seconds(2.5), None),
            (seconds(2.0), None),
            (seconds(5.0), Some(32 << 20)),
        ]
    );
    assert_eq!(package.tests[4].input, "odd/ten.in");
    assert_eq!(package.tests[1].answer.as_deref(), Some("out/sim1ocen.out"));
    let points: Vec<_> =
        package.groups[1..].iter().map(|group| (group.name.as_str(), group.max_score)).collect();
    assert_eq!(points, [("0", Some(0.0)), ("2", Some(70.0)), ("10", Some(30.0))]);
    assert_eq!(group(&package, "0").tests, [0, 1]);
    assert_eq!(group(&package, "2").aggregation, Aggregation::MinWithTimeDecay);
    assert_eq!(package.max_score(), Some(100.0));
    let solutions: Vec<_> = package
        .submissions
        .iter()
        .map(|submission| (submission.path.as_str(), submission.model))
        .collect();
    assert_eq!(solutions, [("prog/sim.cpp", true), ("prog/sim1.cpp", false)]);
}

#[test]
fn what_is_left_out_is_looked_for() {
    let package = package(&[
        ("Simfile", "name: x\n"),
        ("check/checker.cpp", ""),
        ("prog/long_name.cpp", ""),
        ("prog/x.cpp", ""),
        ("prog/notes.txt", ""),
        ("tests/x1.in", ""),
        ("tests/x1.out", ""),
        ("tests/x2.in", ""),
        ("tests/x2.out", ""),
        ("tests/x3.in", ""),
        ("utils/x9.in", ""),
    ]);
    assert_eq!(tests(&package), ["x1", "x2", "x3"]);
    assert_eq!(warnings(&package), ["Simfile: test x3 has no output file"]);
    let Checker::Programs(checkers) = &package.checker else { panic!() };
    assert_eq!(
        (checkers[0].path.as_str(), checkers[0].protocol),
        ("check/checker.cpp", Protocol::Sim)
    );
    let points: Vec<_> = package.groups[1..].iter().map(|group| group.max_score).collect();
    assert_eq!(points, [Some(33.0), Some(33.0), Some(34.0)]);
    assert_eq!(package.submissions[0].path, "prog/x.cpp");
    assert_eq!(package.tests[0].time_limit, None);
}

#[test]
fn an_interactive_problem_has_a_checker_and_no_outputs() {
    let simfile = "name: x\ninteractive: true\nlimits: [a1 1]\nchecker: check/talk.cpp\n";
    let files = [("Simfile", simfile), ("in/a1.in", ""), ("check/talk.cpp", "")];
    let package = package(&files);
    assert_eq!(warnings(&package), [""; 0]);
    assert_eq!((package.problem.kind, &package.checker), (Kind::Interactive, &Checker::Interactor));
    assert_eq!(package.interactor.as_ref().unwrap().protocol, Protocol::Sim);
    assert_eq!(package.tests[0].answer, None);
    assert_eq!(
        refusal(&[("Simfile", simfile), ("in/a1.in", "")]),
        "Simfile: key checker: an interactive problem needs one"
    );
}

#[test]
fn a_sipfile_says_how_tests_are_made() {
    let sipfile = "\
default_time_limit: 15
base_seed: 7
static: [\n\ttag0a\n]
gen: [
\ttag1a-b utils/gen.cpp 5 'x
\ttag2 sh: echo $((1 + 1))
\ttag3 ./prebuilt 1
]
";
    let package = package(&[
        ("Simfile", "name: x\nlabel: tag\n"),
        ("Sipfile", sipfile),
        ("in/tag0a.in", ""),
        ("out/tag0a.out", ""),
        ("utils/gen.cpp", ""),
        ("prog/tag.cpp", ""),
    ]);
    assert_eq!(tests(&package), ["tag0a", "tag1a", "tag1b", "tag2", "tag3"]);
    assert_eq!(
        warnings(&package),
        ["Sipfile: no source in utils/ matches ./prebuilt, which is taken for a shell command"]
    );
    assert_eq!(package.generators.len(), 1);
    let made: Vec<_> = package.generated_tests.iter().map(|test| test.test.as_str()).collect();
    assert_eq!(made, ["tag1a", "tag1b", "tag2", "tag3"]);
    let GeneratorCommand::Program { generator, arguments } = &package.generated_tests[1].command
    else {
        panic!()
    };
    assert_eq!(
        (generator.as_str(), arguments.as_slice()),
        ("utils/gen.cpp", &["5", "'x"].map(str::to_owned)[..])
    );
    assert_eq!(
        package.generated_tests[2].command,
        GeneratorCommand::Shell("echo $((1 + 1))".to_owned())
    );
    let seeds: Vec<_> = package.generated_tests.iter().map(|test| test.seed.unwrap()).collect();
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2]);
    assert_eq!(package.tests[1].input, "in/tag1a.in");
    let again = crate::support::package(&[
        ("Simfile", "name: x\n"),
        ("Sipfile", "gen: [tag1b utils/gen.cpp]\nbase_seed: 7"),
        ("utils/gen.cpp", ""),
    ]);
    assert_eq!(again.generated_tests[0].seed.unwrap(), seeds[1]);
}

#[test]
fn wrong_files_are_refused_with_file_and_key() {
    let check = |simfile: &str, expected: &str| {
        assert_eq!(
            refusal(&[("Simfile", simfile), ("in/a1.in", "")]),
            format!("Simfile{expected}")
        );
    };
    check("limits: [a1 1]", ": key name: it is missing");
    check("name: x\nlimits: 3", ": key limits: it must be an array");
    check(
        "name: x\nlimits: [a1]",
        ": key limits: \"a1\": it must be a test, seconds and perhaps MiB",
    );
    check(
        "name: x\nlimits: [a1 0]",
        ": key limits: \"a1 0\": the time must be seconds above 0, within an hour",
    );
    check(
        "name: x\nlimits: [a1 NaN]",
        ": key limits: \"a1 NaN\": the time must be seconds above 0, within an hour",
    );
    check("name: x\nlimits: [a1 1 0]", ": key limits: \"a1 1 0\": the memory must be MiB above 0");
    check("name: x\nscoring: [x 1]", ": key scoring: \"x 1\": a group is a number");
    check("name: x\nscoring: [1 1, 01 2]", ": key scoring: \"01 2\": the group stands twice");
    check("name: x\nscoring: []", ": key scoring: the points of group \"1\" are missing");
    check("name: x\nscoring: [1 50, 2 50]", ": key scoring: group \"2\" has no tests");
    check("name: x\nname y", ", line 2: there must be : or = after a name");
    check("name: [x]", ": key name: it must be one value, and is an array");
    let out = [("Simfile", "name: x\nsolutions: [../../x.cpp]"), ("in/a1.in", "")];
    assert_eq!(refusal(&out), "../../x.cpp: leads out of the package");
    let sipfile = [("Sipfile", "gen: [a1-z]"), ("Simfile", "name: x")];
    assert_eq!(refusal(&sipfile), "Sipfile: key gen: \"a1-z\" names no generator");
    let sipfile = [("Sipfile", "gen: [a9-1 g.cpp]"), ("Simfile", "name: x")];
    assert_eq!(refusal(&sipfile), "Sipfile: key gen: \"a9-1\" is no test and no range of tests");
}

#[test]
fn a_generator_may_be_named_by_its_letters() {
    let found = |gen_rule: &str, utilities: &[(&str, &str)]| {
        let sipfile = format!("static: [\n\t0a-b and so on\n]\ngen: [\n\t1a {gen_rule}\n]\n");
        let mut files = vec![("Simfile", "name: x\n"), ("Sipfile", &sipfile), ("gen.py", "")];
        files.extend(utilities);
        let package = package(&files);
        assert_eq!(warnings(&package)[0], "Sipfile: static: and so on after 0a-b says nothing");
        match &package.generated_tests[0].command {
            GeneratorCommand::Program { generator, arguments } => {
                assert_eq!(package.generators[0].path, *generator);
                format!("{generator} {}", arguments.join(" "))
            }
            GeneratorCommand::Shell(line) => format!("sh: {line}"),
        }
    };
    let one = [("utils/tree_gen.cpp", ""), ("utils/notes.txt", ""), ("utils/cache/gen.cpp", "")];
    assert_eq!(found("gen 1 1e6", &one), "utils/tree_gen.cpp 1 1e6");
    assert_eq!(found("tgen.cpp 1", &one), "utils/tree_gen.cpp 1");
    // A path is what it says, and not a pattern.
    assert_eq!(found("gen.py 1", &one), "gen.py 1");
    assert_eq!(found("notes 1", &one), "sh: notes 1");
    assert_eq!(found("cpp 1", &[("utils/a.cpp", "")]), "sh: cpp 1");
    let two = [
        ("Simfile", "name: x"),
        ("Sipfile", "gen: [1 gen]"),
        ("utils/agen.cc", ""),
        ("utils/bgen.cc", ""),
    ];
    assert_eq!(
        refusal(&two),
        "Sipfile: key gen: gen matches more than one generator: utils/agen.cc and utils/bgen.cc"
    );
}
