//! Polygon's packages: points of checkers, conversations whose interactor leaves an output, and tests
//! that generators write into files.

use sandglass_judge::{Made, Verdict};

use crate::support::{Problem, judge};

/// Says what a checker of `testlib.h` would of the word that is the output.
const CHECKER: &str = "\
import sys
code, words = {
    'ok': (0, 'ok fine'),
    'half': (100, 'partially correct (100) half'),
    'none': (0, 'partially correct (0) nothing'),
    'zero': (7, 'points 0 nothing'),
    'ten': (7, 'points 10 of some'),
}.get(open(sys.argv[2]).read().strip(), (1, 'wrong answer'))
print(words, file=sys.stderr)
sys.exit(code)
";

fn problem(
    judging: &str,
    tests: &str,
    groups: &str,
    assets: &str,
    more: &[(&str, &str)],
) -> Problem {
    let source = |path: &str| format!("<source path=\"{path}\" type=\"python.3\"/>");
    let xml = format!(
        "<problem short-name=\"words\"><names><name language=\"english\" value=\"Words\"/></names>
<judging run-count=\"1\" {judging}><testset name=\"tests\"><time-limit>2000</time-limit>
<memory-limit>268435456</memory-limit><input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern><tests>{tests}</tests><groups>{groups}</groups>
</testset></judging><files><executables><executable>{}</executable></executables></files>
<assets><checker>{}</checker>{assets}<solutions><solution tag=\"main\">{}</solution></solutions></assets>
</problem>",
        source("files/gen.py"),
        source("files/check.py"),
        source("solutions/main.py")
    );
    let files = [
        ("problem.xml", xml.as_str()),
        ("files/check.py", CHECKER),
        ("files/gen.py", "import sys; open('2', 'w').write(sys.argv[1])"),
        ("solutions/main.py", "print(input())"),
        ("tests/01", "x\n"),
    ];
    let named = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    Problem::of_files(&files.iter().chain(more).map(named).collect::<Vec<_>>())
}

/// Points for a submission that says one word on both tests.
fn points(judging: &str, policy: &str, word: &str) -> (Option<Verdict>, Option<f64>) {
    let tests = "<test method=\"manual\" group=\"a\" points=\"20\"/><test method=\"manual\" group=\"a\" points=\"40\"/>";
    let groups = format!("<group name=\"a\" {policy}/>");
    let more = [("tests/01.a", ""), ("tests/02", "y\n"), ("tests/02.a", "")];
    let problem = problem(judging, tests, &groups, "", &more);
    let report = problem.judge("a.py", &format!("print('{word}')")).unwrap();
    assert_eq!(report.problem_fault, None, "{word}");
    (report.verdict, report.score)
}

#[test]
fn a_part_counts_where_each_test_does_and_is_nothing_where_the_group_does() {
    let (accepted, wrong) = (Some(Verdict::Accepted), Some(Verdict::WrongAnswer));
    let each = "points-policy=\"each-test\"";
    assert_eq!(points("", each, "ok"), (accepted, Some(60.0)));
    assert_eq!(points("", each, "half"), (accepted, Some(30.0)));
    assert_eq!(points("", each, "ten"), (accepted, Some(20.0)));
    let percent = "treat-points-from-checker-as-percent=\"true\"";
    assert_eq!(points(percent, each, "ten"), (accepted, Some(6.0)));
    assert_eq!(points("", each, "none"), (wrong, Some(0.0)));
    assert_eq!(points("", each, "zero"), (wrong, Some(0.0)));
    let whole = "points-policy=\"complete-group\" points=\"60\"";
    assert_eq!(points("", whole, "ok"), (accepted, Some(60.0)));
    assert_eq!(points("", whole, "half"), (wrong, Some(0.0)));
    assert_eq!(points("", whole, "ten"), (wrong, Some(0.0)));
}

#[test]
fn an_interactor_leaves_the_answer_that_the_checker_is_to_see() {
    let interactor = "\
import sys
question = open(sys.argv[1]).read().strip()
print(question, flush=True)
open(sys.argv[2], 'w').write(sys.stdin.readline().replace(question, 'ok'))
";
    let assets =
        "<interactor><source path=\"files/interactor.py\" type=\"python.3\"/></interactor>";
    let more = [("files/interactor.py", interactor)];
    let problem = problem("", "<test method=\"manual\"/>", "", assets, &more);
    let made = judge().make_answers(&problem.package, false, &mut |_| {}).unwrap();
    assert_eq!((made.len(), &made[0].made), (1, &Made::Written));
    let mut answer = String::new();
    let mut file = problem.package.file("tests/01.a").unwrap();
    std::io::Read::read_to_string(&mut file, &mut answer).unwrap();
    assert_eq!(answer, "ok\n");
    assert_eq!(problem.verdict("right.py", "print(input())"), Verdict::Accepted);
    assert_eq!(problem.verdict("wrong.py", "input(); print('no')"), Verdict::WrongAnswer);
}

#[test]
fn a_test_may_be_a_file_that_its_generator_writes() {
    let tests = "<test method=\"generated\" cmd=\"gen 'two words'\" from-file=\"2\"/>\
                 <test method=\"generated\" cmd=\"gen more\" from-file=\"3\"/>";
    let problem = problem("", tests, "", "", &[]);
    let made = judge().make_inputs(&problem.package, &mut |_| {}).unwrap();
    assert_eq!(made[0].made, Made::Written);
    let Made::Failed(words) = &made[1].made else { panic!("{made:?}") };
    assert!(words.contains("it wrote no file 3"), "{words}");
    let mut input = String::new();
    let mut file = problem.package.file("tests/01").unwrap();
    std::io::Read::read_to_string(&mut file, &mut input).unwrap();
    assert_eq!(input, "two words");
}
