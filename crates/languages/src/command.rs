//! Command templates: a list of arguments with names in braces.

use crate::WORK_DIRECTORY;

/// What the names in a command stand for.
#[derive(Clone, Debug, Default)]
pub struct RunValues<'a> {
    /// Names of the sources that the compiler is given.
    pub sources: &'a [&'a str],
    /// Name of the product, under the work directory.
    pub product: Option<&'a str>,
    /// Name of the source that is run.
    pub entry_point: Option<&'a str>,
    /// Memory limit of the run, MiB.
    pub memory_mebibytes: u64,
}

impl RunValues<'_> {
    /// The value of one name, or `None` where there is no such name.
    fn value(&self, name: &str) -> Option<String> {
        let inside = |name: &str| format!("{WORK_DIRECTORY}/{name}");
        match name {
            "product" => self.product.map(inside),
            "entry_point" => self.entry_point.map(inside),
            "entry_name" => self
                .entry_point
                .map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()),
            "memory_mebibytes" => Some(self.memory_mebibytes.to_string()),
            _ => None,
        }
    }
}

/// Names that may stand in a command.
const NAMES: &[&str] = &["sources", "product", "entry_point", "entry_name", "memory_mebibytes"];

/// The names that a command uses. Braces around anything that is no name are plain text: programs
/// given on a command line (`sh -c`, `python3 -c`) are full of them.
pub(crate) fn names(command: &[String]) -> Vec<&'static str> {
    NAMES
        .iter()
        .copied()
        .filter(|name| command.iter().any(|argument| argument.contains(&format!("{{{name}}}"))))
        .collect()
}

/// The command with every name replaced. `{sources}` as a whole argument becomes one argument a
/// source. A replaced value is not searched for names again, so a file called `{product}.c` stays
/// what it is.
pub(crate) fn fill(command: &[String], values: &RunValues<'_>) -> Vec<String> {
    let mut filled = Vec::with_capacity(command.len() + values.sources.len());
    for argument in command {
        if argument == "{sources}" {
            filled.extend(values.sources.iter().map(|name| format!("{WORK_DIRECTORY}/{name}")));
        } else {
            filled.push(fill_argument(argument, values));
        }
    }
    filled
}

fn fill_argument(argument: &str, values: &RunValues<'_>) -> String {
    let mut filled = String::with_capacity(argument.len());
    let mut rest = argument;
    while let Some(open) = rest.find('{') {
        let (before, from_open) = rest.split_at(open);
        filled.push_str(before);
        let value = from_open[1..]
            .split_once('}')
            .and_then(|(name, after)| values.value(name).map(|value| (value, after)));
        match value {
            Some((value, after)) => {
                filled.push_str(&value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = &from_open[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(values: &[&str]) -> Vec<String> {
        values.iter().map(|&value| value.to_owned()).collect()
    }

    #[track_caller]
    fn check(command: &[&str], expected: &[&str]) {
        let values = RunValues {
            sources: &["a.cc", "{product}.cc"],
            product: Some("program"),
            entry_point: Some("Main.java"),
            memory_mebibytes: 64,
        };
        assert_eq!(fill(&strings(command), &values), strings(expected));
    }

    #[test]
    fn sources_become_one_argument_each_and_are_not_searched_for_names() {
        check(
            &["cc", "{sources}", "-o", "{product}"],
            &["cc", "/work/a.cc", "/work/{product}.cc", "-o", "/work/program"],
        );
    }

    #[test]
    fn names_are_replaced_inside_of_arguments() {
        check(&["-Xmx{memory_mebibytes}m", "{entry_name}"], &["-Xmx64m", "Main"]);
    }

    #[test]
    fn braces_of_programs_stay() {
        check(
            &["x = {}; y = {unknown} {", "${a}{entry_point}}"],
            &["x = {}; y = {unknown} {", "${a}/work/Main.java}"],
        );
    }

    #[test]
    fn used_names_are_found() {
        assert_eq!(
            names(&strings(&["a{product}", "{sources}", "{nothing}"])),
            ["sources", "product"]
        );
    }
}
