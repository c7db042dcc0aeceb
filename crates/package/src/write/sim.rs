//! Sim's Simfile, and the Sipfile beside it.

use std::fmt::Write;

use super::plan::{Conversion, safe_name};
use crate::error::PackageError;
use crate::group::Aggregation;
use crate::package::Package;
use crate::problem::{Format, Kind};
use crate::program::{Checker, GeneratorCommand, LineComparison, Protocol};
use crate::sim::{SIMFILE, SIPFILE, TestName, escape};

pub(super) fn convert(package: &Package) -> Result<Conversion<'_>, PackageError> {
    let mut conversion = Conversion::new(package, false);
    let plan = place(package, &mut conversion);
    let mut simfile = String::new();
    let mut line = |key: &str, value: &str| {
        simfile.push_str(&format!("{key}: {}\n", escape(value)));
    };
    line("name", &package.problem.name);
    line("label", &plan.label);
    if package.problem.kind == Kind::Interactive {
        line("interactive", "true");
    }
    if let Some(statement) = statement(package, &mut conversion)? {
        line("statement", &statement);
    }
    if let Some(checker) = checker(package, &mut conversion)? {
        line("checker", &checker);
    }
    let memory = package.problem.limits.memory.div_ceil(1 << 20);
    line("memory_limit", &memory.to_string());
    simfile.push_str(&array("solutions", &solutions(package, &mut conversion)?));
    let limits = limits(package, &plan);
    if !limits.is_empty() {
        simfile.push_str(&array("limits", &limits));
    }
    simfile.push_str(&array("scoring", &scoring(package, &plan, &mut conversion)));
    simfile.push_str(&array("tests_files", &files(package, &plan, &mut conversion)?));
    conversion.text(SIMFILE, simfile);
    sipfile(package, &plan, &mut conversion)?;
    lose(package, &mut conversion);
    Ok(conversion)
}

/// New names, by the tests' indices, and the points of each new group.
struct Plan {
    label: String,
    tests: Vec<String>,
    /// Number and points of each group that has tests.
    groups: Vec<(String, f64)>,
}

fn array(key: &str, entries: &[String]) -> String {
    let mut text = format!("{key}: [\n");
    for entry in entries {
        text.push_str(&format!("\t{}\n", escape(entry)));
    }
    text.push_str("]\n");
    text
}

/// Group 0 are the samples; all others are numbered in judging order.
fn place(package: &Package, conversion: &mut Conversion<'_>) -> Plan {
    let name = package.problem.label.clone();
    if package.problem.format == Format::Sim {
        let label = name.unwrap_or_else(|| package.problem.name.clone());
        let tests = package.tests.iter().map(|test| test.name.clone()).collect();
        let groups = package.groups[1..].iter();
        let groups = groups.map(|group| (group.name.clone(), group.max_score.unwrap_or(0.0)));
        return Plan { label, tests, groups: groups.collect() };
    }
    let letters: String = name
        .unwrap_or_else(|| package.problem.name.to_lowercase())
        .chars()
        .filter(char::is_ascii_alphabetic)
        .take(8)
        .collect();
    let label = if letters.is_empty() { "task".to_owned() } else { letters };
    let scoring = package.problem.scoring;
    let mut tests = Vec::new();
    let mut groups: Vec<(String, f64)> = Vec::new();
    let mut numbers = std::collections::BTreeMap::new();
    let mut counts = std::collections::BTreeMap::new();
    for test in &package.tests {
        let group = &package.groups[test.group];
        let sample = test.name.starts_with("sample/")
            || !group.scored
            || (scoring && group.max_score == Some(0.0))
            || (!scoring && test.full_feedback);
        let key = if sample {
            None
        } else if scoring {
            Some(test.group)
        } else {
            Some(0)
        };
        let next = numbers.values().filter(|&&number| number > 0).count() + 1;
        let number = *numbers.entry(key).or_insert(if key.is_none() { 0 } else { next });
        if !groups.iter().any(|(name, _)| *name == number.to_string()) {
            let points = match key {
                None => 0.0,
                Some(_) if scoring => group.max_score.unwrap_or(0.0),
                Some(_) => 100.0,
            };
            groups.push((number.to_string(), points));
        }
        let count: &mut usize = counts.entry(number).or_insert(0);
        tests.push(format!("{label}{number}{}", letters_of(*count)));
        *count += 1;
    }
    if !scoring {
        conversion.loses("pass or fail; all tests together are worth 100 points");
    }
    Plan { label, tests, groups }
}

/// `a`, `b`, … `z`, `aa`, `ab`, …
fn letters_of(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (index % 26) as u8);
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    letters.reverse();
    String::from_utf8_lossy(&letters).into_owned()
}

fn statement(
    package: &Package,
    conversion: &mut Conversion<'_>,
) -> Result<Option<String>, PackageError> {
    let named = package.problem.metadata.text("statement");
    let candidates =
        ["statement/problem.en.pdf", "problem_statement/problem.en.pdf", "statement/problem.en.md"];
    let candidates = named.into_iter().chain(candidates.map(str::to_owned));
    for from in candidates {
        if conversion.tree.contains(&from)? {
            let base = from.rsplit('/').next().unwrap_or(&from);
            let path = format!("doc/{}", safe_name(base));
            if package.problem.format == Format::Sim {
                conversion.copy_folder("doc", "doc")?;
                conversion.copy(from.clone(), from.clone());
                return Ok(Some(from));
            }
            conversion.copy_text(path.clone(), &from)?;
            return Ok(Some(path));
        }
    }
    conversion.loses("the statement, which is neither PDF nor Markdown in English");
    Ok(None)
}

fn checker(
    package: &Package,
    conversion: &mut Conversion<'_>,
) -> Result<Option<String>, PackageError> {
    let program = match (&package.interactor, &package.checker) {
        (Some(interactor), _) => Some(interactor),
        (None, Checker::Programs(checkers)) => checkers.first(),
        (None, Checker::Lines(LineComparison::IgnoreTrailing)) => None,
        (None, Checker::Lines(LineComparison::IgnoreAmount)) => {
            conversion.misjudges("the amount of white space between words counts");
            None
        }
        (None, Checker::Default | Checker::Interactor) => {
            conversion
                .misjudges("outputs are compared line by line, with case and without tolerance");
            None
        }
    };
    let Some(program) = program else { return Ok(None) };
    if program.protocol != Protocol::Sim {
        let message = format!("{}, which does not answer as Sim's checkers do", program.path);
        conversion.misjudges(message);
        return Ok(None);
    }
    let sources = conversion.program(program)?;
    let base = program.path.rsplit('/').next().unwrap_or(&program.path);
    conversion.sources("check", sources);
    Ok(Some(format!("check/{base}")))
}

/// The main solution first.
fn solutions(
    package: &Package,
    conversion: &mut Conversion<'_>,
) -> Result<Vec<String>, PackageError> {
    let accepted = |folder: &str| folder == "accepted";
    let main = package
        .submissions
        .iter()
        .position(|submission| submission.model)
        .or_else(|| package.submissions.iter().position(|other| accepted(other.folder())));
    let rest = (0..package.submissions.len()).filter(|&index| Some(index) != main);
    let mut paths: Vec<String> = Vec::new();
    for index in main.into_iter().chain(rest) {
        let submission = &package.submissions[index];
        let mut sources = conversion.submission(submission)?;
        let [file] = &mut sources.files[..] else {
            conversion.loses(format!("{}: a solution of several files", submission.name));
            continue;
        };
        let base = safe_name(file.name.rsplit('/').next().unwrap_or(&file.name));
        let mut path = format!("prog/{base}");
        if package.problem.format == Format::Sim {
            path.clone_from(&submission.path);
        }
        let mut number = 2;
        while paths.contains(&path) {
            path = format!("prog/{number}_{base}");
            number += 1;
        }
        conversion.text(path.clone(), std::mem::take(&mut file.content));
        paths.push(path);
        if !submission.model && !submission.expectations.is_empty() {
            conversion.loses("what the solutions other than the main one must do");
        }
    }
    Ok(paths)
}

/// Limits of all tests, where every test has one.
fn limits(package: &Package, plan: &Plan) -> Vec<String> {
    let mut entries = Vec::new();
    for (test, name) in package.tests.iter().zip(&plan.tests) {
        let Some(time) = test.time_limit.or(package.problem.limits.time) else {
            return Vec::new();
        };
        let mut entry = format!("{name} {}", time.as_secs_f64());
        if let Some(memory) = test.memory_limit {
            // Writing to a text cannot fail.
            let _: std::fmt::Result = write!(entry, " {}", memory.div_ceil(1 << 20));
        }
        entries.push(entry);
    }
    entries
}

fn scoring(package: &Package, plan: &Plan, conversion: &mut Conversion<'_>) -> Vec<String> {
    for group in &package.groups[1..] {
        let kept = matches!(group.aggregation, Aggregation::MinWithTimeDecay);
        if package.problem.scoring && group.scored && !group.tests.is_empty() && !kept {
            conversion
                .misjudges("how the points of a group come about; Sim takes the smallest ratio");
        }
        if !group.require_pass.is_empty() {
            conversion.misjudges("groups that are judged only if others pass");
        }
    }
    conversion_note(package, conversion);
    let mut entries = Vec::new();
    for (group, points) in &plan.groups {
        if points.fract() != 0.0 {
            conversion.misjudges(format!("{points} points, which must be a whole number"));
        }
        let group = if group.is_empty() { "''" } else { group };
        entries.push(format!("{group} {}", points.round()));
    }
    entries
}

/// Points fall with time in every package of Sim.
fn conversion_note(package: &Package, conversion: &mut Conversion<'_>) {
    if package.problem.format != Format::Sim {
        conversion
            .misjudges("full points up to the time limit; in Sim they fall from two thirds of it");
    }
}

fn files(
    package: &Package,
    plan: &Plan,
    conversion: &mut Conversion<'_>,
) -> Result<Vec<String>, PackageError> {
    let mut entries = Vec::new();
    for (test, name) in package.tests.iter().zip(&plan.tests) {
        let sim = package.problem.format == Format::Sim;
        let input = if sim { test.input.clone() } else { format!("in/{name}.in") };
        if !conversion.tree.contains(&test.input)? {
            continue;
        }
        conversion.copy(input.clone(), &test.input);
        let mut entry = format!("{name} {input}");
        if let Some(from) = &test.answer
            && package.problem.kind != Kind::Interactive
            && conversion.tree.contains(from)?
        {
            let output = if sim { from.clone() } else { format!("out/{name}.out") };
            conversion.copy(output.clone(), from);
            let _: std::fmt::Result = write!(entry, " {output}");
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// How tests are made, test by test; what is not made is static.
fn sipfile(
    package: &Package,
    plan: &Plan,
    conversion: &mut Conversion<'_>,
) -> Result<(), PackageError> {
    if package.problem.format != Format::Sim {
        if !package.generated_tests.is_empty() {
            conversion.loses("how tests are generated");
        }
        return Ok(());
    }
    let metadata = &package.problem.metadata;
    let mut text = String::new();
    for key in ["default_time_limit", "base_seed"] {
        if let Some(value) = metadata.text(key) {
            text.push_str(&format!("{key}: {value}\n"));
        }
    }
    if text.is_empty() && package.generated_tests.is_empty() {
        return Ok(());
    }
    let made = |name: &String| package.generated_tests.iter().any(|test| test.test == *name);
    let by_hand: Vec<String> = plan.tests.iter().filter(|name| !made(name)).cloned().collect();
    text.push_str(&array("static", &by_hand));
    let mut rules = Vec::new();
    for test in &package.generated_tests {
        let command = match &test.command {
            GeneratorCommand::Shell(command) => format!("sh: {command}"),
            GeneratorCommand::Program { generator, arguments } => {
                let escaped = arguments.iter().map(|word| {
                    let word = word.replace('\\', "\\\\");
                    format!(" {}", word.replace(' ', "\\ ").replace('\t', "\\\t"))
                });
                format!("{generator}{}", escaped.collect::<String>())
            }
        };
        rules.push(format!("{} {command}", test.test));
    }
    text.push_str(&array("gen", &rules));
    conversion.text(SIPFILE, text);
    conversion.copy_folder("utils", "utils")?;
    for generator in &package.generators {
        if conversion.tree.contains(&generator.path)? {
            conversion.copy(generator.path.clone(), generator.path.clone());
        }
    }
    Ok(())
}

fn lose(package: &Package, conversion: &mut Conversion<'_>) {
    let problem = &package.problem;
    match problem.kind {
        Kind::OutputOnly => conversion.misjudges("that submissions are answers, and not programs"),
        Kind::Communication { .. } => {
            conversion.misjudges("several processes of a submission that talk with a manager");
        }
        Kind::Interface => {
            conversion.misjudges("an interface through which submissions and Main call each other");
        }
        Kind::Batch | Kind::Interactive => {}
    }
    if problem.passes.is_some() {
        conversion.misjudges("several passes");
    }
    if problem.input_file.is_some() || problem.output_file.is_some() {
        conversion.misjudges("that submissions read and write files, and not stdin and stdout");
    }
    if !package.included.is_empty() {
        conversion.misjudges("files that are included in submissions");
    }
    if package.static_validator.is_some() {
        conversion.misjudges("static validation");
    }
    if package.tests.iter().any(|test| !test.arguments.is_empty() || test.files.is_some()) {
        conversion.misjudges("arguments and files that tests have beside their input");
    }
    if problem.languages.is_some() {
        conversion.misjudges("which languages may be used");
    }
    if !package.input_validators.is_empty() {
        conversion.loses("input validators");
    }
    if problem.uuid.is_some() || problem.names.len() > 1 {
        conversion.loses("the identity of the problem, and names in other languages");
    }
    let kept = ["statement", "default_time_limit", "base_seed"];
    for name in problem.metadata.names().filter(|name| !kept.contains(name)) {
        conversion.loses(format!("key {name}"));
    }
    // A name of a test must not be taken apart differently when it is read again.
    for test in &package.tests {
        if problem.format == Format::Sim && TestName::split(&test.name).group.is_empty() {
            conversion.loses(format!("test {} has no group in its name", test.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_count_as_names_are_sorted() {
        assert_eq!(letters_of(0), "a");
        assert_eq!(letters_of(25), "z");
        assert_eq!(letters_of(26), "aa");
        assert_eq!(letters_of(26 + 26 * 26), "aaa");
    }
}
