//! The model as templates see it: names escaped, sizes computed.

use serde_json::{Value as Json, json};

use super::Language;
use super::names::Scope;
use crate::model::{Base, Direction, Expression, Function, Interface, Model, Value};
use crate::syntax::Operator;

/// What all templates of a task are given.
pub(super) fn context(model: &Model, module: &str, language: &Language, role: usize) -> Json {
    let mut outer = Scope::new(language.naming);
    let most_dimensions = most_dimensions(model);
    let unit = if language.units { outer.take(module) } else { module.to_owned() };
    if language.units {
        // What arrays of a struct are called.
        for one in &model.structs {
            for dimensions in 1..=most_dimensions {
                let ending = match dimensions {
                    1 => "Array".to_owned(),
                    2 => "Matrix".to_owned(),
                    more => format!("Array{more}"),
                };
                outer.take(&format!("T{}{ending}", one.name));
            }
        }
    }
    // Only classes carry the name of their interface; elsewhere it is free for others.
    let interface_names: Vec<String> = model
        .interfaces
        .iter()
        .map(|one| if language.one_space { one.name.clone() } else { outer.take(&one.name) })
        .collect();
    let constants: Vec<Json> = model
        .constants
        .iter()
        .map(|one| {
            json!({
                "name": outer.take(&one.name), "documentation": lines(&one.documentation),
                "scalar": one.scalar.word(), "value": one.value,
            })
        })
        .collect();
    let mut structs: Vec<Json> = Vec::new();
    for one in &model.structs {
        let name = outer.take(&one.name);
        let mut scope = Scope::new(language.naming);
        if language.hides_types {
            scope.take(&one.name);
        }
        let members: Vec<Json> = one
            .members
            .iter()
            .map(|member| {
                let value = value(&member.value, &scope, &structs, language, "sandglass_v.");
                json!({
                    "name": scope.take(&member.name), "written": member.name,
                    "documentation": lines(&member.documentation), "value": value,
                })
            })
            .collect();
        structs.push(json!({
            "name": name, "written": one.name, "documentation": lines(&one.documentation),
            "members": members, "smallest": one.members.iter().map(|member| smallest(&member.value, &structs)).sum::<u64>(),
        }));
    }
    let names = function_names(model, module, &mut outer, language);
    let interfaces: Vec<Json> = model
        .interfaces
        .iter()
        .enumerate()
        .map(|(place, interface)| {
            let functions: Vec<Json> = interface
                .functions
                .iter()
                .enumerate()
                .map(|(id, one)| {
                    let name = &names[place][id];
                    function(one, interface, id, name, &outer, &structs, language)
                })
                .collect();
            json!({
                "name": interface_names[place], "written": interface.name, "place": place,
                "documentation": lines(&interface.documentation), "functions": functions,
            })
        })
        .collect();
    let hash = model.hash();
    json!({
        "module": module,
        "unit": unit,
        "most_dimensions": most_dimensions,
        "hash": hash,
        "hash_text": hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "version": env!("CARGO_PKG_VERSION"),
        "constants": constants,
        "structs": structs,
        "interfaces": interfaces,
        "is_main": role == 0,
        "role": role,
        "own": interfaces[role],
        "peers": if role == 0 { interfaces[1..].to_vec() } else { vec![interfaces[0].clone()] },
    })
}

/// How many dimensions an array has at most, and at least 2.
fn most_dimensions(model: &Model) -> usize {
    let functions = model.interfaces.iter().flat_map(|interface| &interface.functions);
    let in_functions = functions
        .flat_map(|one| one.parameters.iter().map(|parameter| &parameter.value).chain(&one.result));
    let in_structs = model.structs.iter().flat_map(|one| &one.members).map(|member| &member.value);
    in_functions.chain(in_structs).map(|value| value.lengths.len()).fold(2, usize::max)
}

/// What each function is called. Where the language has one space of names for all functions, those
/// that share a name have their interface's in front.
fn function_names(
    model: &Model,
    module: &str,
    outer: &mut Scope<'_>,
    language: &Language,
) -> Vec<Vec<String>> {
    let all: Vec<&str> = model
        .interfaces
        .iter()
        .flat_map(|interface| interface.functions.iter().map(|one| one.name.as_str()))
        .collect();
    let shared = |name: &str| {
        all.iter().filter(|other| other.eq_ignore_ascii_case(name)).count() > 1
            && (language.naming.folds_case
                || all.iter().filter(|other| **other == name).count() > 1)
    };
    if language.hides_types && model.interfaces.iter().all(|interface| interface.name != "Main") {
        // A program starts in a function of that name, which is not one of an interface.
        outer.take("Main");
    }
    let mut names = Vec::new();
    for (place, interface) in model.interfaces.iter().enumerate() {
        let classes = outer.clone();
        let mut own =
            if language.hides_types { classes.inner() } else { Scope::new(language.naming) };
        let name = |one: &Function| match (language.one_space, shared(&one.name)) {
            (false, _) => own.take(&one.name),
            // Behind the name of its unit, a function may have that name itself, and that of where
            // Main starts, which is in another unit.
            (true, false) if language.units && one.name.eq_ignore_ascii_case(module) => {
                outer.name(module)
            }
            (true, false)
                if language.units && place > 0 && one.name.eq_ignore_ascii_case("Run") =>
            {
                one.name.clone()
            }
            (true, false) => outer.take(&one.name),
            (true, true) => outer.take(&format!("{}_{}", interface.name, one.name)),
        };
        names.push(interface.functions.iter().map(name).collect());
    }
    names
}

fn function(
    one: &Function,
    interface: &Interface,
    id: usize,
    name: &str,
    outer: &Scope<'_>,
    structs: &[Json],
    language: &Language,
) -> Json {
    let mut scope = outer.inner();
    scope.take(name);
    for parameter in &one.parameters {
        scope.take(&parameter.name);
    }
    let parameters: Vec<Json> = one
        .parameters
        .iter()
        .map(|parameter| {
            json!({
                "name": scope.name(&parameter.name), "written": parameter.name,
                "documentation": lines(&parameter.documentation),
                "direction": match parameter.direction {
                    Direction::In => "in", Direction::Out => "out", Direction::InOut => "inout",
                },
                "value": value(&parameter.value, &scope, structs, language, ""),
            })
        })
        .collect();
    let travels = |with: &[&str]| -> Vec<Json> {
        let goes = |one: &&Json| one["direction"].as_str().is_some_and(|word| with.contains(&word));
        parameters.iter().filter(goes).cloned().collect()
    };
    let bytes = |with: &[Direction]| -> u64 {
        one.parameters
            .iter()
            .filter(|parameter| with.contains(&parameter.direction))
            .map(|parameter| parameter.value.max_bytes)
            .sum()
    };
    let result_bytes = one.result.as_ref().map_or(0, |result| result.max_bytes);
    json!({
        "name": name, "written": one.name, "full": format!("{}.{}", interface.name, one.name), "id": id,
        "documentation": lines(&one.documentation),
        "parameters": parameters,
        "sent": travels(&["in", "inout"]),
        "returned": travels(&["out", "inout"]),
        "result": one.result.as_ref().map(|result| value(result, &scope, structs, language, "")),
        "no_return": one.no_return,
        "calls": one.calls,
        "allowed": one.allowed.as_ref().map(|allowed| {
            allowed.iter().map(|one| json!({"place": one.interface, "calls": one.calls})).collect::<Vec<_>>()
        }),
        "max_call": bytes(&[Direction::In, Direction::InOut]),
        "max_return": bytes(&[Direction::Out, Direction::InOut]) + result_bytes,
        "has_pointer_form": has_pointer_form(one),
    })
}

/// Whether a function has arrays and nothing that pointers could not carry, so that sources may have
/// been written which pass the arrays as pointers.
fn has_pointer_form(one: &Function) -> bool {
    let plain = |value: &Value| matches!(value.base, Base::Scalar(_));
    let fixed_rows = |value: &Value| {
        value.lengths.iter().skip(1).all(|length| length.expression.constant().is_some())
    };
    one.parameters.iter().any(|parameter| !parameter.value.lengths.is_empty())
        && one.parameters.iter().all(|parameter| {
            let value = &parameter.value;
            parameter.direction == Direction::In && plain(value) && fixed_rows(value)
        })
        && one.result.as_ref().is_none_or(|result| plain(result) && result.lengths.is_empty())
}

/// A type as templates see it: the innermost element, and a length for each dimension. `prefix`
/// stands before the names in its lengths and bounds.
fn value(
    value: &Value,
    scope: &Scope<'_>,
    structs: &[Json],
    language: &Language,
    prefix: &str,
) -> Json {
    let text = |expression: &Expression| expression_text(expression, scope, language, prefix);
    let (kind, scalar, structure) = match value.base {
        Base::Scalar(scalar) => ("scalar", Some(scalar), None),
        Base::String => ("string", None, None),
        Base::Struct(place) => ("struct", None, Some(structs[place].clone())),
    };
    let range = value
        .range
        .as_ref()
        .map(|range| json!({"low": text(&range.low), "high": text(&range.high)}));
    let lengths: Vec<Json> = value
        .lengths
        .iter()
        .map(|length| json!({"text": text(&length.expression), "high": length.high, "constant": length.expression.constant()}))
        .collect();
    json!({
        "kind": kind,
        "scalar": scalar.map(|scalar| scalar.word()),
        "bytes": scalar.map(|scalar| scalar.bytes()),
        "struct": structure.as_ref().map(|one| one["name"].clone()),
        "lengths": lengths,
        "dimensions": value.lengths.len(),
        "range": range,
        "string_low": value.bytes.map_or(0, |(low, _)| low),
        "string_high": value.bytes.map_or(0, |(_, high)| high),
        "smallest": smallest_element(value, structs),
        "inner_varies": value.lengths.iter().skip(1).any(|length| length.expression.constant().is_none()),
        "is_plain": value.lengths.is_empty() && kind == "scalar",
    })
}

/// The least bytes of one element on the wire.
fn smallest_element(value: &Value, structs: &[Json]) -> u64 {
    match value.base {
        Base::Scalar(scalar) => scalar.bytes(),
        Base::String => 4,
        Base::Struct(place) => structs[place]["smallest"].as_u64().unwrap_or(0),
    }
}

/// The least bytes of a whole value on the wire.
fn smallest(value: &Value, structs: &[Json]) -> u64 {
    let count: u64 = value.lengths.iter().map(|length| length.low.unsigned_abs()).product();
    count * smallest_element(value, structs)
}

fn expression_text(
    expression: &Expression,
    scope: &Scope<'_>,
    language: &Language,
    prefix: &str,
) -> String {
    let text = |inner: &Expression| expression_text(inner, scope, language, prefix);
    match expression {
        Expression::Number { value } => (language.number)(*value),
        Expression::Name { name } => (language.wide)(&format!("{prefix}{}", scope.name(name))),
        Expression::Negate { inner } => format!("(-{})", text(inner)),
        Expression::Binary { operator, left, right } => {
            let sign = match operator {
                Operator::Add => '+',
                Operator::Subtract => '-',
                Operator::Multiply => '*',
            };
            format!("({} {sign} {})", text(left), text(right))
        }
    }
}

/// Documentation, line by line; nothing in it can end a comment of any language.
fn lines(documentation: &str) -> Vec<String> {
    let harmless = documentation
        .replace("*/", "* /")
        .replace("/*", "/ *")
        .replace("\"\"\"", "'''")
        .replace('\\', "/")
        .replace(['{', '}'], "|");
    if harmless.is_empty() { Vec::new() } else { harmless.lines().map(str::to_owned).collect() }
}
