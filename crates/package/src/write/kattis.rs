//! ICPC/Kattis `2025-09`, and `2023-07-draft`, which is its draft and has the same rules.

use std::collections::BTreeMap;

use super::kattis_data::{defaults_of, groups, write_case, write_test};
use super::layout::{self, is_kattis};
use super::limits::{longest_time, number, other_limits, strings, text};
use super::plan::Conversion;
use super::programs::{self, Role};
use super::submissions;
use crate::error::PackageError;
use crate::package::Package;
use crate::problem::{Format, Kind, Objective, Problem};
use crate::program::{Checker, Protocol};
use crate::timing::TimeRule;
use crate::yaml::{self, Value};

pub(super) fn convert<'a>(
    package: &'a Package,
    version: &str,
) -> Result<Conversion<'a>, PackageError> {
    let mut conversion = Conversion::new(package, true);
    let layout = layout::place(package, &mut conversion);
    let problem = problem_yaml(package, version, &mut conversion);
    conversion.text("problem.yaml", yaml::write(&problem));
    groups(package, &layout, &mut conversion);
    for (test, name) in package.tests.iter().zip(&layout.tests) {
        let group = &package.groups[test.group];
        write_test(&mut conversion, test, name, defaults_of(package, group, name))?;
    }
    for case in &package.validation_cases {
        write_case(&mut conversion, case)?;
    }
    write_programs(package, &mut conversion)?;
    let same = matches!(package.problem.format, Format::V2025_09 | Format::Draft2023);
    let names = submissions::copy(package, &mut conversion)?;
    if same {
        conversion.copy_folder("submissions", "submissions")?;
    } else {
        submissions::describe(package, &mut conversion, &names, &layout);
    }
    documents(package, &mut conversion)?;
    Ok(conversion)
}

/// What every format of the family says about a problem; also what must be said of it as lost.
fn problem_yaml(
    package: &Package,
    version: &str,
    conversion: &mut Conversion<'_>,
) -> Vec<(String, Value)> {
    let problem = &package.problem;
    let mut document = vec![("problem_format_version".to_owned(), text(version))];
    let mut add = |name: &str, value: Value| document.push((name.to_owned(), value));
    let types = types(problem);
    if types != ["pass-fail"] {
        add("type", Value::Sequence(types.into_iter().map(text).collect()));
    }
    match &problem.names[..] {
        [(language, name)] if language == "en" => add("name", text(name)),
        [] => add("name", text(&problem.name)),
        names => {
            let names = names.iter().map(|(language, name)| (language.clone(), text(name)));
            add("name", Value::Map(names.collect()));
        }
    }
    if let Some(uuid) = &problem.uuid {
        add("uuid", text(uuid));
    }
    for (name, value) in &problem.metadata.entries {
        if crate::kattis::METADATA.contains(&name.as_str()) {
            add(name, value.clone());
        }
    }
    let limits = limits(package, conversion);
    if !limits.is_empty() {
        add("limits", Value::Map(limits));
    }
    if let Some(languages) = &problem.languages {
        add("languages", strings(languages));
    }
    if problem.allow_file_writing {
        add("allow_file_writing", Value::Boolean(true));
    }
    if !problem.constants.is_empty() {
        add("constants", constants(&problem.constants));
    }
    if let Some(task) = &problem.interface {
        let entries = [("interface", &task.file), ("main", &task.main)];
        let entries = entries.map(|(name, path)| (name.to_owned(), text(path.clone())));
        add("sandglass", Value::Map(entries.into()));
    }
    lose_of_problem(package, conversion);
    document
}

fn types(problem: &Problem) -> Vec<&'static str> {
    let mut types = vec![if problem.scoring { "scoring" } else { "pass-fail" }];
    types.extend(problem.passes.map(|_| "multi-pass"));
    match problem.kind {
        Kind::Interactive => types.push("interactive"),
        Kind::OutputOnly => types.push("submit-answer"),
        Kind::Batch | Kind::Interface | Kind::Communication { .. } => {}
    }
    types
}

fn lose_of_problem(package: &Package, conversion: &mut Conversion<'_>) {
    let problem = &package.problem;
    if let Kind::Communication { .. } = problem.kind {
        conversion.misjudges("several processes of a submission that talk with a manager");
    }
    if problem.objective == Objective::Minimize {
        conversion.misjudges("that fewer points are better");
    }
    if problem.input_file.is_some() || problem.output_file.is_some() {
        conversion.misjudges("that submissions read and write files, and not stdin and stdout");
    }
    if let Some(label) = &problem.label
        && package.problem.format != Format::Legacy
    {
        conversion.loses(format!("the short name {label}"));
    }
    if package.grader.is_some() {
        conversion.misjudges("a grader of the package's own");
    }
    if !package.generated_tests.is_empty() {
        conversion.loses("how tests are generated (the programs are kept)");
    }
}

fn limits(package: &Package, conversion: &mut Conversion<'_>) -> Vec<(String, Value)> {
    let limits = &package.problem.limits;
    let time = longest_time(package, conversion);
    let mut entries = Vec::new();
    let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
    if let Some(time) = time {
        add("time_limit", number(time.as_secs_f64()));
    }
    let rule = limits.time_rule;
    let TimeRule::Multipliers { ac_to_time_limit, time_limit_to_tle, resolution } = (match rule {
        TimeRule::Legacy { multiplier, safety_margin } => TimeRule::Multipliers {
            ac_to_time_limit: multiplier,
            time_limit_to_tle: safety_margin,
            resolution: 1.0,
        },
        TimeRule::Sim { .. } => {
            if time.is_none() {
                conversion.misjudges("Sim's rule for time limits that are left open");
            }
            TimeRule::default()
        }
        rule => rule,
    }) else {
        entries.extend(other_limits(package, conversion, whole_seconds));
        return entries;
    };
    let mut multipliers = Vec::new();
    if ac_to_time_limit != 2.0 {
        multipliers.push(("ac_to_time_limit".to_owned(), number(ac_to_time_limit)));
    }
    if time_limit_to_tle != 1.5 {
        multipliers.push(("time_limit_to_tle".to_owned(), number(time_limit_to_tle)));
    }
    if !multipliers.is_empty() {
        add("time_multipliers", Value::Map(multipliers));
    }
    if resolution != 1.0 {
        add("time_resolution", number(resolution));
    }
    entries.extend(other_limits(package, conversion, whole_seconds));
    entries
}

/// Constants; those with several ways of writing are maps of them.
fn constants(constants: &BTreeMap<String, String>) -> Value {
    let mut entries: Vec<(String, Value)> = Vec::new();
    for (name, value) in constants {
        match name.split_once('.') {
            Some((name, way)) => {
                let way = (way.to_owned(), text(value));
                match entries.last_mut() {
                    Some((last, Value::Map(ways))) if last == name => ways.push(way),
                    Some((last, ways)) if last == name => *ways = Value::Map(vec![way]),
                    _ => entries.push((name.to_owned(), Value::Map(vec![way]))),
                }
            }
            None => entries.push((name.clone(), text(value))),
        }
    }
    Value::Map(entries)
}

/// Times of compilers and validators are whole seconds.
fn whole_seconds(seconds: f64) -> Value {
    Value::Integer(seconds.ceil() as i64)
}

fn write_programs(package: &Package, conversion: &mut Conversion<'_>) -> Result<(), PackageError> {
    const VALIDATOR: &str = "output_validator";
    match (&package.interactor, &package.checker) {
        (Some(interactor), _) if interactor.protocol == Protocol::Testlib => {
            programs::put_interactor_and_checker(package, conversion, interactor, VALIDATOR)?;
        }
        (Some(interactor), _) => {
            programs::put(conversion, interactor, Role::Interactor, VALIDATOR)?;
        }
        (None, Checker::Programs(checkers)) => {
            if checkers.len() > 1 {
                conversion.misjudges("more than one output validator; the first is kept");
            }
            programs::put(conversion, &checkers[0], Role::Checker, VALIDATOR)?;
        }
        (None, Checker::Lines(_)) => {
            conversion.misjudges("outputs are compared word by word, and not line by line");
        }
        (None, Checker::Default | Checker::Interactor) => {}
    }
    for validator in &package.input_validators {
        programs::put(conversion, validator, Role::InputValidator, "input_validators")?;
    }
    if let Some(program) = &package.static_validator {
        programs::put(conversion, program, Role::Checker, "static_validator")?;
    }
    if let Some(program) = &package.output_visualizer {
        programs::put(conversion, program, Role::Checker, "output_visualizer")?;
    }
    if let Some(task) = &package.problem.interface {
        conversion.copy(task.file.clone(), task.file.clone());
        match package.tree().file(&task.main) {
            Ok(_) => conversion.copy(task.main.clone(), task.main.clone()),
            Err(_) => conversion.copy_folder(&task.main, &task.main)?,
        }
    }
    for included in &package.included {
        let language = included.language.as_deref().unwrap_or("default");
        for file in &included.files {
            let path = format!("include/{language}/{}", file.name);
            conversion.copy_text(path, &file.path)?;
        }
    }
    if !is_kattis(package) {
        for generator in &package.generators {
            let base = generator.path.rsplit('/').next().unwrap_or(&generator.path);
            let place = format!("generators/{}", super::plan::safe_name(base));
            if generator.extra_files.is_empty() {
                conversion.copy(place, &generator.path);
            } else {
                // With the headers that it includes: a folder.
                let folder = place.rsplit_once('.').map_or(place.as_str(), |(stem, _)| stem);
                let sources = conversion.program(generator)?;
                conversion.sources(folder, sources);
            }
        }
    }
    Ok(())
}

/// Statement, solution, attachments and what else is for people.
pub(super) fn documents(
    package: &Package,
    conversion: &mut Conversion<'_>,
) -> Result<(), PackageError> {
    for folder in ["attachments", "solution", "generators", "input_visualizer", "statement"] {
        if is_kattis(package) {
            conversion.copy_folder(folder, folder)?;
        }
    }
    match package.problem.format {
        Format::Legacy => conversion.copy_folder("statement", "problem_statement")?,
        Format::Sim | Format::Cms | Format::Polygon => {
            let statement = package.problem.metadata.text("statement");
            let statement =
                statement.filter(|path| conversion.tree.contains(path).unwrap_or(false));
            match statement.as_ref().and_then(|path| Some((path, path.rsplit_once('.')?.1))) {
                Some((path, ending @ ("pdf" | "md"))) => {
                    conversion.copy(format!("statement/problem.en.{ending}"), path);
                }
                _ => {
                    conversion.loses("the statement, which is not in a form that can be taken over")
                }
            }
        }
        Format::Draft2023 | Format::V2025_09 => {}
    }
    Ok(())
}
