//! ICPC/Kattis `2025-09`.

use super::layout::{self, Layout, is_kattis};
use super::plan::Conversion;
use super::programs::{self, Role};
use super::submissions;
use crate::error::PackageError;
use crate::group::{Aggregation, Group};
use crate::limits::Limits;
use crate::package::Package;
use crate::problem::{Format, Kind, Objective, Problem};
use crate::program::{Checker, Protocol};
use crate::test_case::{TestCase, ValidationCase, ValidationKind, ValidatorArguments};
use crate::timing::TimeRule;
use crate::yaml::{self, Value};

pub(super) fn convert(package: &Package) -> Result<Conversion<'_>, PackageError> {
    let mut conversion = Conversion::new(package, true);
    let layout = layout::place(package, &mut conversion);
    let problem = problem_yaml(package, &mut conversion);
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

fn text(value: impl Into<String>) -> Value {
    Value::Text(value.into())
}

/// A number without a point where it is whole.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::Integer(value as i64)
    } else {
        Value::Float(value)
    }
}

fn strings(values: &[String]) -> Value {
    Value::Sequence(values.iter().map(|value| text(value.clone())).collect())
}

/// What every format of the family says about a problem; also what must be said of it as lost.
fn problem_yaml(package: &Package, conversion: &mut Conversion<'_>) -> Vec<(String, Value)> {
    let problem = &package.problem;
    let mut document = vec![("problem_format_version".to_owned(), text("2025-09"))];
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
        let constants = problem.constants.iter().map(|(name, value)| (name.clone(), text(value)));
        add("constants", Value::Map(constants.collect()));
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
        Kind::Batch | Kind::Communication { .. } => {}
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
    let (problem, limits, defaults) =
        (&package.problem, &package.problem.limits, Limits::default());
    let mut entries = Vec::new();
    let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
    let of_tests: Vec<_> = package.tests.iter().map(|test| test.time_limit).collect();
    let longest = of_tests.iter().flatten().max().copied();
    if let Some(time) = longest.max(limits.time) {
        add("time_limit", number(time.as_secs_f64()));
    }
    if of_tests.iter().any(|limit| limit.is_some() && *limit != longest) {
        conversion.misjudges("time limits of single tests; the longest is kept for all");
    }
    let memory = package.tests.iter().filter_map(|test| test.memory_limit).max();
    if memory.is_some() {
        conversion.misjudges("memory limits of single tests; the largest is kept for all");
    }
    let rule = limits.time_rule;
    let TimeRule::Multipliers { ac_to_time_limit, time_limit_to_tle, resolution } = (match rule {
        TimeRule::Legacy { multiplier, safety_margin } => TimeRule::Multipliers {
            ac_to_time_limit: multiplier,
            time_limit_to_tle: safety_margin,
            resolution: 1.0,
        },
        TimeRule::Sim { .. } => {
            if limits.time.or(longest).is_none() {
                conversion.misjudges("Sim's rule for time limits that are left open");
            }
            TimeRule::default()
        }
        rule => rule,
    }) else {
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
    let sizes = [
        ("memory", memory.unwrap_or(0).max(limits.memory), defaults.memory, 1 << 20),
        ("output", limits.output, defaults.output, 1 << 20),
        ("code", limits.code, defaults.code, 1 << 10),
        ("compilation_memory", limits.compilation_memory.unwrap_or(0), 0, 1 << 20),
        ("validation_memory", limits.validation_memory, defaults.validation_memory, 1 << 20),
        ("validation_output", limits.validation_output, defaults.validation_output, 1 << 20),
    ];
    for (name, bytes, default, unit) in sizes {
        if bytes != default {
            add(name, Value::Integer(bytes.div_ceil(unit) as i64));
        }
    }
    let compilation = limits.compilation_time.unwrap_or_default();
    for (name, time, default) in [
        ("compilation_time", compilation, std::time::Duration::ZERO),
        ("validation_time", limits.validation_time, defaults.validation_time),
    ] {
        if time != default {
            add(name, Value::Integer(time.as_secs_f64().ceil() as i64));
        }
    }
    if let Some(passes) = problem.passes.filter(|&passes| passes != 2) {
        add("validation_passes", Value::Integer(passes.into()));
    }
    entries
}

/// `test_group.yaml` of sample, secret and the groups in it.
fn groups(package: &Package, layout: &Layout, conversion: &mut Conversion<'_>) {
    let scoring = package.problem.scoring;
    let kattis = is_kattis(package) && package.problem.format != Format::Legacy;
    for (index, group) in package.groups.iter().enumerate() {
        let name = layout.groups[index].as_str();
        if name.is_empty() || (!kattis && name == "secret" && !scoring) {
            continue;
        }
        if name.matches('/').count() > 1 {
            conversion.misjudges(format!("{name}: a group in a group"));
            continue;
        }
        let mut entries = Vec::new();
        let mut add = |name: &str, value: Value| entries.push((name.to_owned(), value));
        if scoring && name != "sample" {
            let (aggregation, default) = aggregation(group, name, conversion);
            if aggregation != default {
                add("score_aggregation", text(aggregation));
            }
            let default = (name == "secret").then_some(100.0);
            let most = max_score(package, group, name, conversion);
            if most != default {
                add("max_score", most.map_or_else(|| text("unbounded"), number));
            }
            let renamed = group.require_pass.iter().map(|required| {
                let at = package.groups.iter().position(|other| other.name == *required);
                at.map_or_else(|| required.clone(), |at| layout.groups[at].clone())
            });
            let required: Vec<String> = renamed.collect();
            if !required.is_empty() {
                add("require_pass", strings(&required));
            }
        }
        if let Some(validation) = &group.static_validation {
            let score = validation.max_score.map_or_else(|| text("pass-fail"), number);
            add("static_validation_score", score);
            if !validation.arguments.is_empty() {
                add("static_validator_args", strings(&validation.arguments));
            }
        }
        if group.full_feedback != (name == "sample") && name != "secret" {
            add("full_feedback", Value::Boolean(group.full_feedback));
        }
        if !entries.is_empty() {
            conversion.text(format!("data/{name}/test_group.yaml"), yaml::write(&entries));
        }
    }
    if scoring && !is_kattis(package) {
        // The formats without a group `secret` have the sum of all groups instead.
        let points = layout.groups.iter().zip(&package.groups);
        let points = points.filter(|(name, _)| name.starts_with("secret/"));
        let most: f64 = points
            .filter_map(|(_, group)| group.max_score)
            .map(|points| points.round().max(0.0))
            .sum();
        if most != 100.0 {
            let entries = [("max_score".to_owned(), number(most))];
            conversion.text("data/secret/test_group.yaml", yaml::write(&entries));
        }
    }
}

fn aggregation(
    group: &Group,
    name: &str,
    conversion: &mut Conversion<'_>,
) -> (&'static str, &'static str) {
    let default = if name == "secret" { "sum" } else { "pass-fail" };
    let aggregation = match group.aggregation {
        Aggregation::PassFail => "pass-fail",
        Aggregation::Sum => "sum",
        Aggregation::Min => "min",
        Aggregation::MinWithTimeDecay => {
            conversion.misjudges("points that fall with the time a submission takes");
            "min"
        }
        Aggregation::Product => {
            conversion.misjudges(format!("{name}: points that are a product"));
            "min"
        }
        Aggregation::Threshold(_) => {
            conversion.misjudges(format!("{name}: points by a threshold"));
            "pass-fail"
        }
        Aggregation::Legacy => {
            conversion.misjudges(format!("{name}: the way that legacy packages grade it"));
            "sum"
        }
    };
    (aggregation, default)
}

fn max_score(
    package: &Package,
    group: &Group,
    name: &str,
    conversion: &mut Conversion<'_>,
) -> Option<f64> {
    if package.problem.format == Format::Legacy {
        return (name == "secret").then_some(100.0);
    }
    let most = group.max_score?;
    if most < 0.0 || most.fract() != 0.0 {
        conversion.misjudges(format!("{name}: {most} points, which must be a whole number"));
    }
    let points: Vec<f64> =
        group.tests.iter().filter_map(|&test| package.tests[test].points).collect();
    if group.aggregation == Aggregation::Sum && points.windows(2).any(|pair| pair[0] != pair[1]) {
        conversion.misjudges(format!("{name}: tests with different points"));
    }
    Some(most.round().max(0.0))
}

/// What a test in this place has if its own file says nothing.
fn defaults_of(package: &Package, group: &Group, name: &str) -> bool {
    let kattis = is_kattis(package);
    let sample = name.starts_with("sample/");
    if kattis && package.problem.format != Format::Legacy { group.full_feedback } else { sample }
}

fn write_test(
    conversion: &mut Conversion<'_>,
    test: &TestCase,
    name: &str,
    full_feedback: bool,
) -> Result<(), PackageError> {
    conversion.copy(format!("data/{name}.in"), &test.input);
    match &test.answer {
        Some(answer) => conversion.copy(format!("data/{name}.ans"), answer),
        // The format wants the file; who needs none does not look at it.
        None => conversion.text(format!("data/{name}.ans"), ""),
    }
    if let Some(files) = &test.files {
        conversion.copy_folder(&format!("data/{name}.files"), files)?;
    }
    let beside = test.input.strip_suffix(".in").unwrap_or(&test.input).to_owned();
    for ending in [
        "out",
        "interaction",
        "in.statement",
        "ans.statement",
        "in.download",
        "ans.download",
        "png",
        "jpg",
        "jpeg",
        "svg",
    ] {
        let from = format!("{beside}.{ending}");
        if test.answer.as_ref() != Some(&from) && conversion.tree.contains(&from)? {
            conversion.copy(format!("data/{name}.{ending}"), from);
        }
    }
    let mut entries = arguments(test);
    if test.full_feedback != full_feedback {
        entries.push(("full_feedback".to_owned(), Value::Boolean(test.full_feedback)));
    }
    if let Some(hint) = &test.hint {
        entries.push(("hint".to_owned(), text(hint)));
    }
    if let Some(description) = &test.description {
        entries.push(("description".to_owned(), text(description)));
    }
    if test.output_validator.is_some() {
        conversion.misjudges(format!("{name}: that only one of the output validators judges it"));
    }
    if !entries.is_empty() {
        conversion.text(format!("data/{name}.yaml"), yaml::write(&entries));
    }
    Ok(())
}

fn arguments(test: &TestCase) -> Vec<(String, Value)> {
    let mut entries = Vec::new();
    for (name, arguments) in [
        ("args", &test.arguments),
        ("output_validator_args", &test.output_validator_arguments),
        ("output_visualizer_args", &test.output_visualizer_arguments),
    ] {
        if !arguments.is_empty() {
            entries.push((name.to_owned(), strings(arguments)));
        }
    }
    match &test.input_validator_arguments {
        ValidatorArguments::All(arguments) if arguments.is_empty() => {}
        ValidatorArguments::All(arguments) => {
            entries.push(("input_validator_args".to_owned(), strings(arguments)));
        }
        ValidatorArguments::Named(named) => {
            let named = named.iter().map(|(name, arguments)| (name.clone(), strings(arguments)));
            entries.push(("input_validator_args".to_owned(), Value::Map(named.collect())));
        }
    }
    entries
}

fn write_case(conversion: &mut Conversion<'_>, case: &ValidationCase) -> Result<(), PackageError> {
    let folder = match case.kind {
        ValidationKind::InvalidInput => "invalid_input",
        ValidationKind::InvalidOutput => "invalid_output",
        ValidationKind::ValidOutput => "valid_output",
    };
    let base = case.test.name.strip_prefix(&format!("{folder}/")).unwrap_or(&case.test.name);
    let base: Vec<String> = base.split('/').map(super::plan::safe_name).collect();
    let name = format!("{folder}/{}", base.join("/"));
    conversion.copy(format!("data/{name}.in"), &case.test.input);
    if let Some(answer) = &case.test.answer {
        conversion.copy(format!("data/{name}.ans"), answer);
    }
    if let Some(output) = &case.output {
        conversion.copy(format!("data/{name}.out"), output);
    }
    if let Some(files) = &case.test.files {
        conversion.copy_folder(&format!("data/{name}.files"), files)?;
    }
    let mut entries = arguments(&case.test);
    entries
        .extend(case.test.description.iter().map(|words| ("description".to_owned(), text(words))));
    if !entries.is_empty() {
        conversion.text(format!("data/{name}.yaml"), yaml::write(&entries));
    }
    Ok(())
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
            if package.problem.scoring && checkers[0].protocol == Protocol::Testlib {
                conversion.misjudges("partial points that a testlib checker gives");
            }
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
            conversion
                .copy(format!("generators/{}", super::plan::safe_name(base)), &generator.path);
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
