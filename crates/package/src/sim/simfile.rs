//! Simfile: the problem, and which tests with which limits make how many points.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::config_file::ConfigFile;
use super::files::{self, TestFiles};
use super::names::{TestName, compare_numbers};
use super::sipfile::Sipfile;
use super::{SIMFILE, SIPFILE};
use crate::error::PackageError;
use crate::expectation::{Expectation, FinalVerdict, TestClass};
use crate::group::{self, Aggregation};
use crate::kattis::text::read_text;
use crate::limits::{LONGEST_SECONDS, MEBIBYTE, MOST_MEBIBYTES};
use crate::package::Parts;
use crate::problem::{Format, Kind, Problem};
use crate::program::{Checker, HelperProgram, LineComparison, Protocol};
use crate::submission::ExampleSubmission;
use crate::test_case::TestCase;
use crate::timing::TimeRule;
use crate::tree::Tree;
use crate::yaml::Value;

/// What `limits` says of one test.
#[derive(Clone, Copy, Default)]
struct TestLimits {
    time: Option<Duration>,
    memory: Option<u64>,
}

/// Reads a package with a Simfile, a Sipfile, or both.
pub(crate) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    let open = |name: &'static str| -> Result<ConfigFile, PackageError> {
        match tree.contains(name)? {
            true => ConfigFile::parse(name, &read_text(tree, name)?),
            false => Ok(ConfigFile::empty(name)),
        }
    };
    let mut warnings = Vec::new();
    let mut file = open(SIMFILE)?;
    let sipfile = Sipfile::read(tree, open(SIPFILE)?, &mut warnings)?;
    let mut parts = Parts::new(read_problem(&mut file, &sipfile)?);
    parts.warnings = warnings;
    read_checker(tree, &mut file, &mut parts)?;
    read_solutions(tree, &mut file, &mut parts)?;
    let limits = read_limits(&mut file, &parts.problem)?;
    read_tests(tree, &mut file, &sipfile, limits, &mut parts)?;
    parts.generators = sipfile.generators;
    // A Sipfile that has neither says nothing of where the tests are from.
    let says = !sipfile.generated.is_empty() || !sipfile.by_hand.is_empty();
    parts.static_tests = says.then_some(sipfile.by_hand);
    parts.generated_tests = sipfile.generated;
    file.finish(&mut parts.warnings);
    Ok(parts)
}

fn read_problem(file: &mut ConfigFile, sipfile: &Sipfile) -> Result<Problem, PackageError> {
    let name = file.text("name")?;
    let label = file.text("label")?;
    let Some(name) = name.or_else(|| label.clone()) else {
        return Err(file.error("name", "it is missing"));
    };
    let mut problem = Problem::new(Format::Sim, name.clone());
    problem.names = vec![("en".to_owned(), name)];
    problem.label = label;
    problem.scoring = true;
    if file.boolean("interactive")? {
        problem.kind = Kind::Interactive;
    }
    let limits = &mut problem.limits;
    limits.time_rule = TimeRule::SIM;
    limits.output = 1 << 30;
    limits.validation_time = Duration::from_secs(10);
    limits.validation_memory = 256 * MEBIBYTE;
    if let Some(text) = file.text("memory_limit")? {
        limits.memory =
            mebibytes(&text).ok_or_else(|| file.error("memory_limit", "it must be MiB above 0"))?;
    }
    if let Some(statement) = file.text("statement")? {
        problem.metadata.set("statement", Value::Text(statement));
    }
    if let Some(limit) = &sipfile.default_time_limit {
        problem.metadata.set("default_time_limit", Value::Text(limit.clone()));
    }
    if let Some(seed) = sipfile.base_seed {
        problem.metadata.set("base_seed", Value::Text(seed.to_string()));
    }
    Ok(problem)
}

fn read_checker(tree: &Tree, file: &mut ConfigFile, parts: &mut Parts) -> Result<(), PackageError> {
    let named = file.text("checker")?;
    let checker = match named {
        Some(path) if tree.contains(&path)? => Some(path),
        named => {
            if let Some(path) = named {
                parts.warnings.push(file.warning(format!("there is no checker {path}")));
            }
            files::shortest_source(tree, &["check", "checker"])?
        }
    };
    let interactive = parts.problem.kind == Kind::Interactive;
    match checker.map(|path| HelperProgram::new(path, Protocol::Sim)) {
        Some(program) if interactive => {
            parts.checker = Checker::Interactor;
            parts.interactor = Some(program);
        }
        Some(program) => parts.checker = Checker::Programs(vec![program]),
        None if interactive => {
            return Err(file.error("checker", "an interactive problem needs one"));
        }
        None => parts.checker = Checker::Lines(LineComparison::IgnoreTrailing),
    }
    Ok(())
}

/// The first solution is the main one, and must be accepted. Nothing is known about the others.
fn read_solutions(
    tree: &Tree,
    file: &mut ConfigFile,
    parts: &mut Parts,
) -> Result<(), PackageError> {
    let mut paths: Vec<String> = Vec::new();
    for path in file.array("solutions")?.unwrap_or_default() {
        if !tree.contains(&path)? {
            parts.warnings.push(file.warning(format!("there is no solution {path}")));
        } else if !paths.contains(&path) {
            paths.push(path);
        }
    }
    let mut found = files::below(tree, "prog")?;
    found.retain(|path| files::is_source(path) && !paths.contains(path));
    if paths.is_empty() {
        // As Sim does: the one with the shortest path.
        let shortest = found.iter().min_by_key(|path| path.len()).cloned();
        found.retain(|path| Some(path) != shortest.as_ref());
        paths.extend(shortest);
    }
    paths.extend(found);
    for (index, path) in paths.into_iter().enumerate() {
        let mut submission = ExampleSubmission::new(path.clone(), path);
        if index == 0 {
            submission.model = true;
            let accepted = FinalVerdict::Class(TestClass::Accepted);
            submission.expectations.push(Expectation::of_verdicts([accepted]));
        }
        parts.submissions.push(submission);
    }
    Ok(())
}

/// `limits`: `<test> <seconds> [MiB]`. `None` where the file leaves it out.
fn read_limits(
    file: &mut ConfigFile,
    problem: &Problem,
) -> Result<Option<BTreeMap<String, TestLimits>>, PackageError> {
    let Some(entries) = file.array("limits")? else { return Ok(None) };
    let mut limits = BTreeMap::new();
    for entry in entries {
        let wrong = |reason: &str| file.error("limits", format!("{entry:?}: {reason}"));
        let words: Vec<&str> = entry.split_whitespace().collect();
        let (test, time, memory) = match words[..] {
            [test, time] => (test, time, None),
            [test, time, memory] => (test, time, Some(memory)),
            _ => return Err(wrong("it must be a test, seconds and perhaps MiB")),
        };
        let time = time.parse().ok().filter(|time| *time > 0.0 && *time <= LONGEST_SECONDS);
        let time = time.ok_or_else(|| wrong("the time must be seconds above 0, within an hour"))?;
        let memory = match memory {
            None => None,
            Some(text) => {
                Some(mebibytes(text).ok_or_else(|| wrong("the memory must be MiB above 0"))?)
            }
        };
        let memory = memory.filter(|memory| *memory != problem.limits.memory);
        let time = Some(Duration::from_secs_f64(time));
        limits.insert(test.to_owned(), TestLimits { time, memory });
    }
    Ok(Some(limits))
}

fn mebibytes(text: &str) -> Option<u64> {
    let count: u64 = text.parse().ok()?;
    (1..=MOST_MEBIBYTES).contains(&count).then_some(count * MEBIBYTE)
}

fn read_tests(
    tree: &Tree,
    file: &mut ConfigFile,
    sipfile: &Sipfile,
    limits: Option<BTreeMap<String, TestLimits>>,
    parts: &mut Parts,
) -> Result<(), PackageError> {
    let interactive = parts.problem.kind == Kind::Interactive;
    let mut files = files::test_files(tree)?;
    let named = read_test_files(file, &mut files)?;
    let mut names: BTreeSet<String> = named.into_iter().collect();
    match &limits {
        Some(limits) => names.extend(limits.keys().cloned()),
        None => names.extend(files.inputs.keys().cloned()),
    }
    names.extend(sipfile.generated.iter().map(|test| test.test.clone()));
    names.extend(sipfile.by_hand.iter().cloned());
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by(|left, right| TestName::split(left).order(&TestName::split(right)));
    if names.is_empty() {
        let file = SIMFILE.to_owned();
        return Err(PackageError::Layout { file, reason: "there is no test" });
    }
    let mut scoring = read_scoring(file)?;
    parts.groups[0].aggregation = Aggregation::Sum;
    for name in names {
        let id = TestName::split(&name).counts_in().to_owned();
        let found =
            parts.groups.iter().position(|group| group.parent.is_some() && group.name == id);
        let group = found.unwrap_or_else(|| {
            let index = group::add(&mut parts.groups, 0, id.clone());
            let group = &mut parts.groups[index];
            group.aggregation = Aggregation::MinWithTimeDecay;
            group.full_feedback = id == "0";
            index
        });
        let limits = limits.as_ref().and_then(|limits| limits.get(&name)).copied();
        let limits = limits.unwrap_or_default();
        let input = files.inputs.get(&name).cloned();
        let output = files.outputs.get(&name).cloned();
        let generated = sipfile.generated.iter().any(|test| test.test == name);
        if !generated && (input.is_none() || (output.is_none() && !interactive)) {
            let what = if input.is_none() { "input" } else { "output" };
            let message = format!("test {name} has no {what} file");
            parts.warnings.push(file.warning(message));
        }
        let test = TestCase {
            input: input.unwrap_or_else(|| format!("in/{name}.in")),
            answer: (!interactive).then(|| output.unwrap_or_else(|| format!("out/{name}.out"))),
            group,
            time_limit: limits.time,
            memory_limit: limits.memory,
            full_feedback: parts.groups[group].full_feedback,
            name,
            ..TestCase::default()
        };
        parts.groups[group].tests.push(parts.tests.len());
        parts.tests.push(test);
    }
    give_points(file, parts, scoring.as_mut())
}

/// `tests_files`: `<test> <input> [<output>]`, in place of what was found. Gives the tests' names.
fn read_test_files(
    file: &mut ConfigFile,
    files: &mut TestFiles,
) -> Result<Vec<String>, PackageError> {
    let mut names = Vec::new();
    for entry in file.array("tests_files")?.unwrap_or_default() {
        let words: Vec<&str> = entry.split_whitespace().collect();
        let (test, input, output) = match words[..] {
            [test, input] => (test, input, None),
            [test, input, output] => (test, input, Some(output)),
            _ => {
                let reason = format!("{entry:?}: it must be a test and its files");
                return Err(file.error("tests_files", reason));
            }
        };
        names.push(test.to_owned());
        files.inputs.insert(test.to_owned(), input.to_owned());
        if let Some(output) = output {
            files.outputs.insert(test.to_owned(), output.to_owned());
        }
    }
    Ok(names)
}

/// `scoring`: `<group> <points>`.
fn read_scoring(file: &mut ConfigFile) -> Result<Option<BTreeMap<String, i64>>, PackageError> {
    let Some(entries) = file.array("scoring")? else { return Ok(None) };
    let mut points = BTreeMap::new();
    for entry in entries {
        let wrong = |reason: &str| file.error("scoring", format!("{entry:?}: {reason}"));
        let words: Vec<&str> = entry.split_whitespace().collect();
        let [group, score] = words[..] else {
            return Err(wrong("it must be a group and its points"));
        };
        let group = match group {
            "\"\"" | "''" => "",
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let without = digits.trim_start_matches('0');
                if without.is_empty() { "0" } else { without }
            }
            _ => return Err(wrong("a group is a number")),
        };
        let score = score.parse().map_err(|_| wrong("points are an integer"))?;
        if points.insert(group.to_owned(), score).is_some() {
            return Err(wrong("the group stands twice"));
        }
    }
    Ok(Some(points))
}

/// Points as given; where none are given, 100 in equal parts, and none for group 0.
fn give_points(
    file: &ConfigFile,
    parts: &mut Parts,
    given: Option<&mut BTreeMap<String, i64>>,
) -> Result<(), PackageError> {
    let mut groups: Vec<usize> = (1..parts.groups.len()).collect();
    groups.sort_by(|&left, &right| {
        compare_numbers(&parts.groups[left].name, &parts.groups[right].name)
    });
    if let Some(given) = given {
        for index in groups {
            let group = &mut parts.groups[index];
            let points = given.remove(&group.name);
            let reason = || format!("the points of group {:?} are missing", group.name);
            let points = points.ok_or_else(|| file.error("scoring", reason()))?;
            group.max_score = Some(points as f64);
        }
        return match given.keys().next() {
            None => Ok(()),
            Some(name) => Err(file.error("scoring", format!("group {name:?} has no tests"))),
        };
    }
    let mut left = groups.iter().filter(|&&index| parts.groups[index].name != "0").count() as i64;
    let mut points = 100;
    for index in groups {
        let group = &mut parts.groups[index];
        if group.name == "0" {
            group.max_score = Some(0.0);
        } else {
            group.max_score = Some((points / left) as f64);
            points -= points / left;
            left -= 1;
        }
    }
    Ok(())
}
