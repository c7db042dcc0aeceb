//! The Italian format: `task.yaml`, `gen/GEN`, `input/`, `output/`, `sol/`, `check/` or `cor/`.

use super::gen_file::{self, GenFile, Made};
use super::programs;
use super::subtasks::{self, Scoring};
use crate::error::{PackageError, Warning};
use crate::expectation::{Expectation, FinalVerdict, TestClass};
use crate::group::{self, Aggregation};
use crate::kattis::text::{Constants, read_keys, read_text};
use crate::keys::Keys;
use crate::package::Parts;
use crate::problem::{Format, Kind, Problem};
use crate::program::{
    Checker, GeneratedTest, GeneratorCommand, HelperProgram, LineComparison, Protocol,
};
use crate::submission::ExampleSubmission;
use crate::test_case::TestCase;
use crate::tree::Tree;
use crate::yaml::Value;

/// Name of the file.
pub(super) const FILE: &str = "task.yaml";

/// Tests of a package, at most.
const MOST_TESTS: u64 = 100_000;

/// Settings of the contest and of its web pages.
const OTHERS: &[&str] = &[
    "token_mode",
    "token_max_number",
    "token_min_interval",
    "token_gen_initial",
    "token_gen_number",
    "token_gen_interval",
    "token_gen_max",
    "token_initial",
    "token_total",
    "token_max",
    "token_gen_time",
    "max_submission_number",
    "max_user_test_number",
    "min_submission_interval",
    "min_user_test_interval",
    "score_mode",
    "score_precision",
    "feedback_level",
    "public_testcases",
    "risultati",
    "primary_language",
    "difficulty",
    "syllabuslevel",
    "version",
];

pub(super) fn read(tree: &Tree) -> Result<Parts, PackageError> {
    let mut keys = read_keys(tree, FILE, &Constants::default())?;
    let mut warnings = Vec::new();
    let gen_file = match tree.contains(gen_file::FILE)? {
        true => Some(gen_file::parse(&read_text(tree, gen_file::FILE)?)?),
        false => None,
    };
    let mut parts = Parts::new(read_problem(&mut keys)?);
    read_programs(tree, &mut keys, &mut parts)?;
    let declared = keys.count("n_input", MOST_TESTS)?;
    let count = match (&gen_file, declared) {
        (Some(file), declared) => {
            let count = file.tests.len();
            if declared.is_some_and(|declared| declared != count as u64) {
                return Err(keys.error("n_input", format!("gen/GEN has {count} tests")));
            }
            count
        }
        (None, Some(declared)) => declared as usize,
        (None, None) => return Err(keys.error("n_input", "it is missing, and so is gen/GEN")),
    };
    if count == 0 || count as u64 > MOST_TESTS {
        return Err(PackageError::Layout {
            file: gen_file::FILE.to_owned(),
            reason: "there must be a test, and at most 100000",
        });
    }
    let scoring = subtasks::read(&mut keys, gen_file.as_ref(), count)?;
    write_tests(tree, &scoring, count, &mut parts, &mut warnings)?;
    read_generators(tree, gen_file.as_ref(), &mut parts)?;
    read_solutions(tree, &mut parts)?;
    keys.accept(OTHERS);
    keys.finish(&mut warnings);
    parts.warnings = warnings;
    Ok(parts)
}

fn either(keys: &mut Keys, names: [&str; 2]) -> Result<Option<String>, PackageError> {
    let (one, other) = (keys.string(names[0])?, keys.string(names[1])?);
    Ok(one.or(other))
}

fn read_problem(keys: &mut Keys) -> Result<Problem, PackageError> {
    let label = either(keys, ["name", "nome_breve"])?;
    let title = either(keys, ["title", "nome"])?.or_else(|| label.clone());
    let title = title.ok_or_else(|| keys.error("title", "it is missing"))?;
    let mut problem = Problem::new(Format::Cms, title.clone());
    problem.names = vec![("en".to_owned(), title)];
    problem.label = label;
    problem.scoring = true;
    let limits = &mut problem.limits;
    let (time, older) = (keys.seconds("time_limit")?, keys.seconds("timeout")?);
    limits.time = time.or(older);
    let (memory, older) = (keys.mebibytes("memory_limit")?, keys.mebibytes("memlimit")?);
    limits.memory = memory.or(older).unwrap_or(limits.memory);
    limits.output = 1 << 30;
    problem.input_file = Some(keys.string("infile")?.unwrap_or_else(|| "input.txt".to_owned()));
    problem.output_file = Some(keys.string("outfile")?.unwrap_or_else(|| "output.txt".to_owned()));
    Ok(problem)
}

fn read_programs(tree: &Tree, keys: &mut Keys, parts: &mut Parts) -> Result<(), PackageError> {
    let checker = programs::find(tree, &[("check", "checker"), ("cor", "correttore")])?;
    parts.checker = match checker {
        Some(checker) => Checker::Programs(vec![checker]),
        None => Checker::Lines(LineComparison::IgnoreAmount),
    };
    let processes = keys.count("num_processes", 1024)?.unwrap_or(1) as u32;
    let stdio = match keys.string("user_io")?.as_deref() {
        None | Some("fifo_io") => false,
        Some("std_io") => true,
        Some(_) => return Err(keys.error("user_io", "it must be fifo_io or std_io")),
    };
    let manager = programs::find(tree, &[("check", "manager"), ("cor", "manager")])?;
    let problem = &mut parts.problem;
    if keys.boolean("output_only")?.unwrap_or(false) {
        problem.kind = Kind::OutputOnly;
    } else if let Some(manager) = manager {
        problem.kind = Kind::Communication { processes, stdio };
        parts.checker = Checker::Interactor;
        parts.interactor = Some(manager);
        parts.included = programs::included(tree, "sol", "stub", "stub")?;
    } else {
        parts.included = programs::included(tree, "sol", "grader", "grader")?;
    }
    if problem.kind != Kind::Batch {
        (problem.input_file, problem.output_file) = (None, None);
    }
    // An empty name is stdin or stdout.
    problem.input_file = problem.input_file.take().filter(|name| !name.is_empty());
    problem.output_file = problem.output_file.take().filter(|name| !name.is_empty());
    for statement in ["statement/statement.pdf", "testo/testo.pdf"] {
        if tree.contains(statement)? {
            problem.metadata.set("statement", Value::Text(statement.to_owned()));
        }
    }
    let validator =
        programs::find(tree, &[("gen", "validator"), ("gen", "valida"), ("gen", "validate")])?;
    if let Some(mut validator) = validator {
        validator.protocol = Protocol::Plain;
        parts.input_validators.push(validator);
    }
    Ok(())
}

fn write_tests(
    tree: &Tree,
    scoring: &Scoring,
    count: usize,
    parts: &mut Parts,
    warnings: &mut Vec<Warning>,
) -> Result<(), PackageError> {
    parts.groups[0].aggregation = Aggregation::Sum;
    let mut missing = 0;
    let several = scoring.shares_tests();
    for (index, subtask) in scoring.subtasks.iter().enumerate() {
        let group = group::add(&mut parts.groups, 0, format!("subtask{index}"));
        parts.groups[group].aggregation = scoring.aggregation;
        parts.groups[group].max_score = Some(subtask.points);
        for &number in &subtask.tests {
            if parts.tests.len() as u64 == MOST_TESTS {
                let (file, bound) = (FILE.to_owned(), MOST_TESTS);
                return Err(PackageError::TooLarge { file, bound, unit: "tests" });
            }
            let input = format!("input/input{number}.txt");
            missing += usize::from(!tree.contains(&input)?);
            let name = format!("{number:03}");
            let test = TestCase {
                // A test of several subtasks stands once for each of them.
                name: if several { format!("subtask{index}/{name}") } else { name },
                input,
                answer: Some(format!("output/output{number}.txt")),
                group,
                output_name: Some(format!("output_{number:03}.txt")),
                ..TestCase::default()
            };
            parts.groups[group].tests.push(parts.tests.len());
            parts.tests.push(test);
        }
    }
    let unused = count - scoring.used();
    if unused > 0 {
        let message = format!("{unused} tests are in no subtask");
        warnings.push(Warning { file: FILE.to_owned(), message });
    }
    if missing > 0 {
        let message = format!("{missing} of {count} inputs are not there");
        warnings.push(Warning { file: "input".to_owned(), message });
    }
    Ok(())
}

fn read_generators(
    tree: &Tree,
    gen_file: Option<&GenFile>,
    parts: &mut Parts,
) -> Result<(), PackageError> {
    let found = programs::find(tree, &[("gen", "generator"), ("gen", "generatore")])?;
    let Some(mut generator) = found else { return Ok(()) };
    generator.protocol = Protocol::Plain;
    for (index, made) in gen_file.into_iter().flat_map(|file| &file.tests).enumerate() {
        if let Made::Generated(arguments) = made {
            let arguments = arguments.clone();
            let command =
                GeneratorCommand::Program { generator: generator.name.clone(), arguments };
            parts.generated_tests.push(GeneratedTest {
                test: format!("{index:03}"),
                command,
                seed: None,
                file: None,
            });
        }
    }
    let generator: HelperProgram = generator;
    parts.generators.push(generator);
    Ok(())
}

/// Sources in `sol/` that are no graders; `solution` or `soluzione` is the model.
fn read_solutions(tree: &Tree, parts: &mut Parts) -> Result<(), PackageError> {
    for name in programs::files(tree, "sol")? {
        let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
        let no_solution = ["grader", "stub", "template", "graderlib"].contains(&stem);
        let Some(code) = programs::language(&name).filter(|_| !no_solution) else { continue };
        let mut submission = ExampleSubmission::new(format!("sol/{name}"), format!("sol/{name}"));
        submission.language = Some(code.to_owned());
        submission.model = matches!(stem, "solution" | "soluzione");
        if submission.model {
            let accepted = FinalVerdict::Class(TestClass::Accepted);
            submission.expectations.push(Expectation::of_verdicts([accepted]));
        }
        let place = if submission.model { 0 } else { parts.submissions.len() };
        parts.submissions.insert(place, submission);
    }
    Ok(())
}
